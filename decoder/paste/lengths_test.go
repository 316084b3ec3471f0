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

// sized are packets that a name makes as long as it is.
var sized = map[string]func(name string) string{
	"a2s": func(name string) string {
		return "\xff\xff\xff\xffI\x11" + name + "\x00de_dust2\x00cstrike\x00Counter-Strike: Source\x00" +
			"\xf0\x00\x05\x18\x00dl\x00\x011.0.0.71\x00"
	},
	"quake3": func(name string) string {
		return "\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\" + name + "\\mapname\\q3dm17\\sv_maxclients\\16\n" +
			"5 48 \"An:n\"\n0 12 \"^1Bob 10\"\n"
	},
	"gamespy1": func(name string) string {
		return "\\hostname\\" + name + "\\hostport\\7777\\mapname\\DM-Deck16\\gametype\\DeathMatch\\numplayers\\2" +
			"\\maxplayers\\16\\final\\\\queryid\\12.1"
	},
	"samp": func(name string) string {
		return "SAMP\xcb\x00\x71\x05\x61\x1ei\x00\x05\x00\x64\x00" + string(rune(len(name))) + "\x00\x00\x00" + name +
			"\x0b\x00\x00\x00San Andreas\x07\x00\x00\x00English"
	},
}

// TestLengths has each form with packets of many lengths, so that its last row is of any, and with names that look
// like what stands around bytes: every byte of them is read, or a note says that something is not.
func TestLengths(t *testing.T) {
	names := []string{"My Server 12:30 [EU] |FF| 10 De ad be ef", "0x7f 00 FF (a) <b> {c} \"d\" 'e' 50% off #1 a,b;c"}
	n := 0
	for protocol, packet := range sized {
		for k, name := range names {
			if protocol != "a2s" && (k > 0 || testing.Short()) {
				continue // they have \ and line breaks in place of such a name
			}
			for length := 1; length <= len(name); length++ {
				b := []byte(packet(name[:length]))
				for _, form := range slices.Concat(wrappable, toolForms, fieldForms, addressed) {
					if form.name == "cat -v" && protocol == "samp" {
						continue // M-K is two bytes, or three characters
					}
					n++
					if what := misread(form.write(b), b); what != "" {
						t.Errorf("%s of %s, name of %d: %s\n%.500s", form.name, protocol, length, what, form.write(b))
					}
				}
			}
		}
	}
	t.Logf("%d texts", n)
}
