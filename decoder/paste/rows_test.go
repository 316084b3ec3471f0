package paste_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/paste"
)

// A dumper is the layout of a hex dump: what is printed before, between and behind the bytes of a line.
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
					two := "received 100 bytes:\n" + d.print(packets[1]) + "\n2026-11-23 06:06:32.25 from 192.0.2.7:27015, 50 bytes\n" +
						d.print(packets[2])
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

// TestRowSpellings has the same for bytes that are not pairs of hex digits, and for lines of which nothing counts bytes
// but the characters beside them.
func TestRowSpellings(t *testing.T) {
	packet := []byte(sized["quake3"]("de ad \"be\" |ef|"))
	whole := func(n int) func([]byte) string {
		return func(part []byte) string {
			var all []string
			for group := range slices.Chunk(part, n) {
				all = append(all, fmt.Sprintf("%x", group))
			}
			return strings.Join(all, " ")
		}
	}
	spelled := func(format, sep string) func([]byte) string {
		return func(part []byte) string { return each(part, format, sep) }
	}
	for name, write := range map[string]func([]byte) string{"0x": spelled("0x%02x", " "), "commas": spelled("%02X", ","),
		"decimal": spelled("%3d", " "), "octal": spelled("%03o", " "), "h": spelled("%02xh", " "), "tabs": spelled("%02x", "\t"),
		"words": whole(2), "long words": whole(4)} {
		for _, offset := range []string{"", "%04x  ", "[%04x]   ", "(%d) ", "at %d: "} {
			for _, marks := range [][2]string{{}, {"   ", ""}, {" [", "]"}} {
				if offset == "" && marks[0] == "" {
					continue
				}
				text := rows(packet, 16, func(at int, part []byte) string {
					line := write(part)
					if strings.Contains(offset, "%") {
						line = fmt.Sprintf(offset, at) + line
					}
					if marks[0] != "" {
						line += strings.Repeat(" ", len(write(packet[:16]))-len(write(part))) + marks[0] + shown(part, '.') + marks[1]
					}
					return line
				})
				if what := misread(text, packet); what != "" {
					t.Errorf("%s, offset %q, marks %q: %s\n%s", name, offset, marks, what, text)
				}
			}
		}
	}
}
