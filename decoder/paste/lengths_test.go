package paste_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// addressed are forms whose rows begin with an address, or stand in the records of a log.
var addressed = []struct {
	name  string
	write func(b []byte) string
}{
	{"gdb x/8xb", func(b []byte) string {
		return rows(b, 8, func(offset int, part []byte) string {
			return fmt.Sprintf("0x7ffe00000000%04x:\t%s", offset, each(part, "0x%02x", "\t"))
		})
	}},
	{"DEBUG", func(b []byte) string {
		return rows(b, 16, func(offset int, part []byte) string {
			hex := each(part, "%02X", " ")
			if len(part) > 8 {
				hex = hex[:23] + "-" + hex[24:]
			}
			return fmt.Sprintf("0B2C:%04X  %-47s   %s", 0x100+offset, hex, shown(part, '.'))
		})
	}},
	{"a record of a container's log", func(b []byte) string { return record(each(b, "%02X", " ")) }},
	{"records of a container's log", func(b []byte) string {
		return rows(b, 16, func(offset int, part []byte) string {
			return record(fmt.Sprintf("%08x  %-48s |%s|", offset, each(part, "%02x", " "), shown(part, '.')))
		})
	}},
}

func record(line string) string {
	text, _ := json.Marshal(line + "\n")
	return fmt.Sprintf("{\"log\":%s,\"stream\":\"stdout\",\"time\":\"2026-11-23T06:06:32.0001Z\"}", text)
}

// TestLengths has each form with packets of many lengths, so that its last row is of any, and with names that look
// like what stands around bytes: every byte of them is read, or a note says that something is not.
func TestLengths(t *testing.T) {
	names := []string{"My Server 12:30 [EU] |FF| 10 De ad be ef", "0x7f 00 FF (a) <b> {c} \"d\" 'e' 50% off #1 a,b;c"}
	if testing.Short() {
		names = names[:1]
	}
	n := 0
	for _, form := range slices.Concat(wrappable, toolForms, fieldForms, addressed) {
		for _, name := range names {
			for length := 0; length <= len(name); length++ {
				b := []byte("\xff\xff\xff\xffI\x11" + name[:length] + "\x00de_dust2\x00cstrike\x00Counter-Strike: Source\x00" +
					"\xf0\x00\x05\x18\x00dl\x00\x011.0.0.71\x00")
				n++
				if what := misread(form.write(b), b); what != "" {
					t.Errorf("%s, name of %d: %s\n%.500s", form.name, length, what, form.write(b))
				}
			}
		}
	}
	t.Logf("%d texts", n)
}
