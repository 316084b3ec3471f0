package paste_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/paste"
)

// A dumper prints bytes as a program might that nobody here knows.
type dumper struct {
	offset       string // before a line; without a verb there is none
	width        int    // bytes in a line
	each         int    // bytes of a group
	parting      string // between groups
	shown        int    // characters of a group; 0 for none
	apart        string // between these groups
	open, closed string // around them
}

func (d dumper) print(b []byte) string {
	var text strings.Builder
	groups := func(part []byte, n int, parting string, write func(b []byte) string) string {
		var all []string
		for group := range slices.Chunk(part, n) {
			all = append(all, write(group))
		}
		return strings.Join(all, parting)
	}
	hex := func(b []byte) string { return fmt.Sprintf("% x", b) }
	for i := 0; i < len(b); i += d.width {
		part := b[i:min(len(b), i+d.width)]
		if strings.Contains(d.offset, "%") {
			fmt.Fprintf(&text, d.offset, i)
		}
		line := groups(part, d.each, d.parting, hex)
		text.WriteString(line)
		if d.shown > 0 {
			whole := len(groups(make([]byte, d.width), d.each, d.parting, hex))
			text.WriteString(strings.Repeat(" ", whole-len(line)) + d.open + groups(part, d.shown, d.apart, func(b []byte) string {
				return shown(b, '.')
			}) + d.closed)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// TestRows has what any program may print around the bytes of a dump: as long as a number counts them, or characters
// show them, they are read, of known packets and of others.
func TestRows(t *testing.T) {
	unknown := make([]byte, 77)
	for i := range unknown {
		unknown[i] = byte(i*i*7 + i>>3)
	}
	packets := [][]byte{unknown, []byte(sized["quake3"]("de ad \"be\" |ef|")), []byte(sized["samp"]("A server"))}
	offsets := []string{"", "%04x  ", "[%04x]   ", "%08x: ", "%05d ", "(%d) ", "<%04x> ", "0x%02x| ", "+%04x: ", "%04x=", "at %d: ",
		"%04Xh: ", "%d.\t"}
	n := 0
	for _, offset := range offsets {
		for _, group := range []struct {
			each    int
			parting string
		}{{16, " "}, {8, "  "}, {4, "  "}, {8, " - "}, {4, " | "}, {8, "-"}} {
			for _, column := range []struct {
				each         int
				apart        string
				open, closed string
			}{{}, {16, "", "   ", ""}, {16, "", "  |", "|"}, {8, " ", "   ", ""}, {8, "  ", " : ", ""}, {4, " ", "  \"", "\""},
				{8, "-", " [", "]"}, {16, "", "  |", "|.: rest of the packet"}} {
				for _, width := range []int{8, 16, 32} {
					if column.each == 0 && offset == "" || width == 32 && column.each > 0 {
						continue
					}
					d := dumper{offset, width, group.each, group.parting, column.each, column.apart, column.open, column.closed}
					for k, b := range packets {
						n++
						text := d.print(b)
						if what := misread(text, b); what != "" && (k > 0 || !strings.HasSuffix(what, "known message")) {
							t.Errorf("%+v, packet %d: %s\n%s", d, k, what, text)
						}
					}
					if offset == "" {
						continue
					}
					two := "received 100 bytes:\n" + d.print(packets[1]) + "\nreceived 50 bytes:\n" + d.print(packets[2])
					res, err := paste.Parse([]byte(two), paste.Options{Decode: &decoder.Options{}})
					if err != nil || len(res.Datagrams) != 2 || string(res.Datagrams[0].Data) != string(packets[1]) ||
						string(res.Datagrams[1].Data) != string(packets[2]) {
						t.Errorf("%+v, two packets: %v\n%s", d, err, two)
					}
				}
			}
		}
	}
	t.Log(n, "dumps")
}
