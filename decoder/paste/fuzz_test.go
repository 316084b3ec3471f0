package paste_test

import (
	"bytes"
	"testing"

	"fragscope/decoder/paste"
)

// FuzzReadings: what is offered beside a reading can be read, is something else, and marks are parts of the text, in
// its order, that do not overlap.
func FuzzReadings(f *testing.F) {
	for _, seed := range []string{
		"92,98,97,92", "0000000 5c69 6e66 6f5c\n0000006\n", "0000000 1234 5678\n0000004\n",
		"he says:\n79 00 00 00 00 # a request\nand\n80 00 00 00 00\n",
		"bob: 80 00 00 00 00\nbob: 79 00 00 00 00\n", ":020000007900850\n", "\x1b[1m80\x1b[0m &quot;\\x80\\x00\\x00&quot;\n",
		"\xff\xfe8\x000\x00\n\x00",
		`[{"dir":"in","payload":"79000000","data":[1,2,3,4],"x":{"0":1,"1":2,"2":3,"3":4},"t":"\\x80\u0080a","b":BinData(0,"eQAAAAA=")}]`,
		"<packet><field name=\"udp.payload\" value=\"79000000\"/></packet>",
		"array(4) {\n  [0]=>\n  int(1)\n  [1]=>\n  int(2)\n  [2]=>\n  int(3)\n  [3]=>\n  int(4)\n}\n",
		"- 1\n- '\\0'\n- 2\n- 3\n",
		"data:: eQAAAAA=\n", "-----BEGIN PACKET-----\neQAAAAA=\n-----END PACKET-----\n", "| 3 | `79 00 00 00` | ok |",
		"On Monday Bob wrote:\n> 79\n> 00\n", "<pre>y\\NUL\\SO&lt;</pre>", "y=00+a%00%01%02", "\"\\30\\0\\\n\\195é\"",
		"ff ff ff ff 41 ?? ?? XX XX", "string(8) \"\\status\\\" é", "é string(5) \"\xff\xff\xff\xffU\"",
		"M-^?M-^?M-^?M-^?statusResponse\n\\a\\b\n", "statusResponse\n\\a\\b\n",
		"b\"\\xff\" * 4 + b\"U\"", "append(bytes.Repeat([]byte{255}, 4), \"U\"", "bytes([255]*4 + [85]) * 2",
		"x = \"\\0\" <repeats 9 times>, \"a\"", "Data: ffffffff55\u2026\n", "Raw bytes | Offset\n00 01 | 0\n02 | 0x2\n",
		"0\t00\t01\n10\t02\n", "00000073706c69746e756d00800068",
		"450000590000400040110000c0000209cb0071056987a02800450000ffffffff55ffffffff",
		"bob: 80 00 00 00\f00\nbob: 79 00 000000", "Out[3]: b'\\x00' (base64): /////1X/////AAAAAAAAAAAA",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		result, err := paste.Parse(text, judged())
		if err != nil {
			return
		}
		for _, other := range result.Others {
			if other.Format == result.Format {
				continue // the same way without what all lines begin with
			}
			again, err := paste.Parse(text, paste.Options{Format: other.Format})
			if err != nil {
				t.Fatalf("%s is offered: %v", other.Format, err)
			}
			if len(again.Datagrams) == len(result.Datagrams) && bytes.Equal(again.Datagrams[0].Data, result.Datagrams[0].Data) &&
				len(again.Datagrams) == 1 {
				t.Fatalf("%s is offered and gives the same", other.Format)
			}
		}
		lines := bytes.Split(paste.Text(text), []byte("\n"))
		line, end := int32(1), int32(1)
		for _, m := range paste.Marks(text, result.Datagrams) {
			if m.Line > line {
				line, end = m.Line, 1
			}
			if m.Line != line || m.Column < end || m.Width < 0 || int(m.Line) > len(lines) ||
				int(m.Column+m.Width)-1 > len(lines[m.Line-1]) {
				t.Fatalf("mark %+v behind column %d of line %d, %q", m, end, line, lines[line-1])
			}
			if end = m.Column + m.Width; m.Datagram < paste.Skipped || int(m.Datagram) >= len(result.Datagrams) {
				t.Fatalf("mark %+v of %d datagrams", m, len(result.Datagrams))
			}
		}
	})
}
