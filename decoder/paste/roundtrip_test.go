package paste

import (
	"bytes"
	"strings"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// packets draws bytes of the kinds that make dumps hard to read: random, text, hex-looking text, zeros, mixtures.
func packets() *rapid.Generator[[]byte] {
	part := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 1, 120),
		rapid.SliceOfN(rapid.SampledFrom([]byte("0123456789abcdefABCDEF")), 1, 60),
		rapid.SliceOfN(rapid.SampledFrom([]byte(" \\\"'#*|<>./x0:`$%\n\t")), 1, 40),
		rapid.SliceOfN(rapid.Byte().Filter(func(b byte) bool { return b >= 0x20 && b < 0x7f }), 1, 60),
		rapid.Custom(func(t *rapid.T) []byte {
			return bytes.Repeat([]byte{rapid.Byte().Draw(t, "same")}, rapid.IntRange(1, 200).Draw(t, "times"))
		}),
		rapid.Custom(func(t *rapid.T) []byte {
			return make([]byte, rapid.IntRange(1, 200).Draw(t, "zeros"))
		}),
	)
	return rapid.Custom(func(t *rapid.T) []byte {
		b := bytes.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "parts"), nil)
		if len(b) > 600 {
			b = b[:600]
		}
		return b
	})
}

// TestParseReadsWhatDumpWrites is the round trip of every format that can be written, when the format is named.
func TestParseReadsWhatDumpWrites(t *testing.T) {
	for _, f := range Formats() {
		if !f.Writable() {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				b := packets().Draw(t, "b")
				if f == PythonLiteral && hexBehind(b) > 0 {
					return // as databases write their bytes: no program can know
				}
				text := Dump(nil, f, b)
				res, err := Parse(text, Options{Format: f, Positions: true})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b) {
					t.Fatalf("read %d datagrams %v, want %x from\n%s", len(res.Datagrams), res.Datagrams, b, text)
				}
				if len(res.Datagrams[0].Positions) != len(b) {
					t.Fatalf("%d positions for %d bytes", len(res.Datagrams[0].Positions), len(b))
				}
			})
		})
	}
}

// nearlyHex reports whether base64 could be hex with a mistyped digit as well: no program can know.
func nearlyHex(text []byte) bool {
	other := 0
	for _, c := range bytes.TrimRight(text, "=\n") {
		if hexValue[c] > 15 {
			other++
		}
	}
	return other*5 <= len(text)
}

// TestParseFindsTheFormatOut is the same without naming the format.
func TestParseFindsTheFormatOut(t *testing.T) {
	for _, f := range Formats() {
		if !f.Writable() || f == Raw || f == EscapedText || f == OdBig2 {
			continue // OdBig2: only what decodes tells, see package paste
		}
		t.Run(f.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				b := packets().Draw(t, "b")
				text := Dump(nil, f, b)
				if f == PythonLiteral && hexBehind(b) > 0 {
					return // as databases write their bytes: no program can know
				}
				if f == Base64 && (len(b) < 24 || nearlyHex(text) ||
					len(bytes.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567=\n")) == 0) || len(bytes.Trim(b, " ")) == 0 {
					return // od -c writes blanks as blanks: * and offsets alone do not tell octal from hex
				}
				res, err := Parse(text, Options{})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if res.Format != f && bytes.Equal(Dump(nil, res.Format, res.Datagrams[0].Data), text) {
					return // what was found writes the very same text for other bytes
				}
				if f == XXDLittle && res.Format == XXD {
					return // the ASCII column does not tell
				}
				if f == XXDPlain && len(res.Notes) == 1 && strings.Contains(res.Notes[0].Text, "are read as bits") {
					return // no program can know, and it is said
				}
				if len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b) {
					t.Fatalf("read as %s (%s):\n%x, want\n%x from\n%s", res.Format, res.Why, res.Datagrams[0].Data, b, text)
				}
				for _, n := range res.Notes {
					if !strings.HasPrefix(n.Text, "* stands for") && n.Text != "a backslash may be missing here" {
						t.Fatalf("note %+v about\n%s", n, text)
					}
				}
			})
		})
	}
}

// TestBlanksAreBytes: hexdump -c fills its last line with blanks, and blanks are bytes. An offset of both bases
// that agrees if some of them are none is no reason not to look at the other base.
func TestBlanksAreBytes(t *testing.T) {
	for _, f := range []Format{HexdumpChars, OdChars} {
		for n := range 40 {
			for zeros := 1; zeros <= n; zeros++ {
				b := append(make([]byte, zeros), bytes.Repeat([]byte{' '}, n-zeros)...)
				text := Dump(nil, f, b)
				res, err := Parse(text, Options{})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if got := res.Datagrams[0].Data; !bytes.Equal(got, b) && !bytes.Equal(Dump(nil, res.Format, got), text) {
					t.Errorf("%s of %d zeros and %d blanks is read as %s: %x", f, zeros, n-zeros, res.Format, got)
				}
			}
		}
	}
}

// TestBarsBelow: bars in the ASCII column of a line far below the first are characters, not marks around it.
func TestBarsBelow(t *testing.T) {
	want := append(make([]byte, 144), "||"...)
	res, err := Parse(Dump(nil, XXDBits, want), Options{})
	if err != nil || len(res.Notes) > 0 || !bytes.Equal(res.Datagrams[0].Data, want) {
		t.Errorf("%+v %v", res, err)
	}
}
