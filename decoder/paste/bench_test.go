package paste

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// megabyte is a paste of about 1 MB in format f.
func megabyte(f Format) []byte {
	r := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, 1<<20)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	n := len(b) * len(b) / len(Dump(nil, f, b))
	return Dump(nil, f, b[:n])
}

func BenchmarkParse(b *testing.B) {
	for _, f := range []Format{PlainHex, XXDPlain, XXD, HexdumpCanonical, Hexdump, OdChars, Tcpdump, CArray, EscapedString,
		Base64} {
		text := megabyte(f)
		b.Run(f.String(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if res, err := Parse(text, Options{}); err != nil || res.Format != f {
					b.Fatal(err, res)
				}
			}
		})
	}
}

// TestParseOfMegabytes parses pastes of a megabyte that are hard on one family or another: a search that starts over
// would take minutes.
func TestParseOfMegabytes(t *testing.T) {
	const size = 1 << 20
	pastes := map[string][]byte{}
	for _, f := range Formats() {
		if f.Writable() {
			pastes[f.String()] = megabyte(f)
		}
	}
	for _, part := range []string{
		" ", "\n", "a", "0", "00 ", "0 ", "\\", "\\x", "\"", "\"\\x80\" ", "b'", "{", "{0x80,", "}{", "[", "chr(1).", "/*",
		"/* */", "\"\" /*", "#", "# 5 bytes\n00\n",
		"*\n", "00000000 00\n*\n", "00000000: 00 .\n", "0000 00\n", "0000: ", "> ", "> > 00\n", "```\n", "```\n00\n", "|",
		"| 00 ", "0000  00  |.|\n", "...", ".", "=", "====\n",
		"\\a\\b", "\\status\\\n", "\\hostname\\x\n\n", "ut 7780\n\n", "1.2.3.4\t1\t2\n",
		"prose of many words that says nothing at all here\n", "Field Raw Bytes Value\n00 00\n",
		"x 00 00 00 00 y\n", "AAAA\n", "gAAAAAL/+zZ9", "packets:\ndata: !!binary |\n  AA==\n", "0x", "0x80", "0x8 ", "-",
		"\t0x0000:  0000\n", "0000000   a\n", "00000000  00\n    00000000  00\n",
		"\u00e9", "\u201c", "\xa0", "00000000: 6161                                     aX\n", "I\n", "C: 00\n",
		"Request: 00\n",
	} {
		pastes["many "+part] = bytes.Repeat([]byte(part), size/len(part))
	}
	for name, text := range pastes {
		r, err := Parse(text, Options{Positions: true})
		if (r == nil) == (err == nil) {
			t.Errorf("%.40q: a result %v and an error %v", name, r != nil, err)
		}
	}
}
