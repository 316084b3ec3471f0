package paste_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// wrapped are what mails, consoles and documents put around lines.
var wrapped = []struct {
	name string
	line func(n int, line string) string
}{
	{"quotes of Discord", func(_ int, line string) string { return "> " + line }},
	{"a quote in a quote", func(_ int, line string) string { return ">> " + line }},
	{"line numbers", func(n int, line string) string { return fmt.Sprintf("%6d\t%s", n+1, line) }},
	{"line numbers and bars", func(n int, line string) string { return fmt.Sprintf("%3d | %s", n+1, line) }},
	{"a time", func(n int, line string) string { return fmt.Sprintf("[06:06:32.%03d] %s", 100+n, line) }},
	{"a time of ISO 8601 and a level", func(n int, line string) string {
		return fmt.Sprintf("2026-11-23T06:06:32.%03dZ DEBUG query: %s", 100+n, line)
	}},
	{"the name of a container", func(_ int, line string) string { return "server-1  | " + line }},
	{"the mark of a comment", func(_ int, line string) string { return "// " + line }},
	{"the mark of a shell's comment", func(_ int, line string) string { return "# " + line }},
	{"spaces before", func(_ int, line string) string { return "        " + line }},
	{"spaces behind", func(_ int, line string) string { return line + "   " }},
	{"colours", func(_ int, line string) string { return "\x1b[32m" + line + "\x1b[0m" }},
	{"non-breaking spaces", func(_ int, line string) string { return strings.ReplaceAll(line, " ", "\u00a0") }},
	{"a zero-width space before", func(_ int, line string) string { return "\u200b" + line }},
	{"line ends of Windows", func(_ int, line string) string { return line + "\r" }},
	{"paragraphs of HTML", func(_ int, line string) string {
		return "<code>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(line) + "</code><br>"
	}},
}

// wrappable are what is wrapped.
var wrappable = []struct {
	name  string
	write func(b []byte) string
}{
	{"plain hex", func(b []byte) string {
		return rows(b, 16, func(_ int, part []byte) string { return each(part, "%02x", " ") })
	}},
	{"hexdump -C", func(b []byte) string { return hex.Dump(b) }},
	{"xxd", func(b []byte) string { return string(paste.Dump(nil, paste.XXD, b)) }},
	{"Wireshark", func(b []byte) string { return string(paste.Dump(nil, paste.Wireshark, b)) }},
	{"tcpdump", func(b []byte) string { return string(paste.Dump(nil, paste.Tcpdump, b)) }},
	{"C array", func(b []byte) string { return string(paste.Dump(nil, paste.CArray, b)) }},
	{"rows with characters", func(b []byte) string {
		return rows(b, 16, func(_ int, part []byte) string {
			return fmt.Sprintf("%-47s   %s", each(part, "%02X", " "), shown(part, '.'))
		})
	}},
	{"escaped string", func(b []byte) string { return string(paste.Dump(nil, paste.EscapedString, b)) }},
}

// wrap puts what a wrapping has around each line.
func wrap(text string, line func(n int, line string) string) string {
	var s strings.Builder
	for n, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		s.WriteString(line(n, l) + "\n")
	}
	return s.String()
}

// TestToolForms: what tools print is read as its bytes.
func TestToolForms(t *testing.T) {
	for name, b := range fieldPackets(t) {
		for _, form := range toolForms {
			if what := misread(form.write(b), b); what != "" {
				t.Errorf("%s, %s: %s\n%.700s", form.name, name, what, form.write(b))
			}
		}
	}
}

// misread says what is wrong with how a text of one packet is read; "" for nothing.
func misread(text string, b []byte) string {
	res, err := paste.Parse([]byte(text), judged())
	switch {
	case err != nil:
		return err.Error()
	case len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b):
		first := res.Datagrams[0].Data
		return fmt.Sprintf("%d datagrams as %s, the first %x, %v", len(res.Datagrams), res.Format, first, res.Notes)
	case strings.Contains(fmt.Sprint(res.Notes), "damaged"):
		return fmt.Sprint(res.Notes)
	}
	return ""
}

// unwrappable are forms in which a packet's own line breaks are line breaks, or rows are not all bytes: with something
// around each line the packet cannot be told from it.
var unwrappable = map[string]bool{
	"cat -v": true, "Lua %q": true, "gamedig --debug": true, "raw bytes": true, "PHP var_dump of the bytes": true,
}

// TestWrappedForms: all these forms are read too where a page, a mail or a console has something around their lines.
func TestWrappedForms(t *testing.T) {
	n := 0
	for name, b := range fieldPackets(t) {
		for _, form := range slices.Concat(wrappable, toolForms, fieldForms) {
			for _, w := range wrapped {
				n++
				text := wrap(form.write(b), w.line)
				if what := misread(text, b); what != "" && !unwrappable[form.name] {
					t.Errorf("%s with %s, %s: %s\n%.700s", form.name, w.name, name, what, text)
				}
			}
		}
	}
	t.Logf("%d texts", n)
}

// inseparable are forms in which nothing tells where a packet ends, or that a byte of one digit is one in a short
// packet.
var inseparable = map[string]bool{
	"IDA": true, "Arduino Serial.print HEX": true, "Lua %q": true, "raw bytes": true, "PHP var_dump of the bytes": true,
}

// TestTwoPackets: a request and its reply in one form are two datagrams, with an empty line between or none.
func TestTwoPackets(t *testing.T) {
	request, reply := []byte("\xff\xff\xff\xffTSource Engine Query\x00"), fieldPackets(t)["a2s-info-reply.hex"]
	for _, form := range slices.Concat(wrappable, toolForms, fieldForms) {
		for _, between := range []string{"\n", "\n\n"} {
			if inseparable[form.name] {
				continue
			}
			text := form.write(request) + between + form.write(reply)
			res, err := paste.Parse([]byte(text), judged())
			if err != nil || len(res.Datagrams) != 2 || !bytes.Equal(res.Datagrams[0].Data, request) ||
				!bytes.Equal(res.Datagrams[1].Data, reply) {
				t.Errorf("%s: %+v %v\n%.900s", form.name, res, err, text)
			}
		}
	}
}
