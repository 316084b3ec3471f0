package paste

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantFormats says how each file of testdata/dumps is recognised.
var wantFormats = map[string]Format{
	"base64": Base64, "follow-hex": WiresharkFollow, "follow-raw": PlainHex,
	"hexdump": Hexdump, "hexdump-canonical": HexdumpCanonical, "hexdump-b": HexdumpOctal1, "hexdump-c": HexdumpChars,
	"hexdump-d": HexdumpDecimal2, "hexdump-o": HexdumpOctal2, "hexdump-x": HexdumpHex2,
	"od": OdOctal, "od-tx1": OdHex1, "od-tx2": OdHex2, "od-tx4": OdHex4, "od-tx8": OdHex8, "od-tc": OdChars,
	"od-to1": OdOctal1, "od-tu1": OdDecimal1, "od-tu2": OdDecimal2, "od-tu4": OdDecimal4, "od-td1": OdSigned1,
	"od-td2": OdSigned2, "od-td4": OdSigned4, "od-Ax-tx1": OdHex1, "od-Ad-tx2": OdHex2,
	"od-An-tx1": PlainHex, "od-Ax-tx1z": OdHex1, "od-Ad-tc": OdChars, "od-An-tc": OdChars,
	"tcpdump-x": Tcpdump, "tcpdump-xx": Tcpdump, "tcpdump-ascii": Tcpdump, "tcpdump-link-ascii": Tcpdump,
	"tcpdump-v": Tcpdump,
	"tshark-x":  Wireshark, "tshark-P-x": Wireshark, "tshark-V-x": Wireshark, "tshark-delimit": Wireshark,
	"xxd": XXD, "xxd-a": XXD, "xxd-b": XXDBits, "xxd-c10": XXD, "xxd-c7-g3": XXD, "xxd-e": XXDLittle, "xxd-g0": XXD,
	"xxd-g1": XXD, "xxd-i": XXDInclude, "xxd-p": XXDPlain, "xxd-u": XXD,
}

// TestDumps reads what the real programs printed for testdata/packet.bin (and, where they print packets of a capture,
// for its first 33 bytes in a second one, with their headers before them).
func TestDumps(t *testing.T) {
	packet, err := os.ReadFile("testdata/packet.bin")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/dumps/*.txt")
	if err != nil || len(files) != len(wantFormats) {
		t.Fatalf("%d files, want %d: %v", len(files), len(wantFormats), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for wrapping, change := range map[string]func([]byte) []byte{
				"as it is": func(b []byte) []byte { return b },
				"CRLF":     func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) },
				"quoted": func(b []byte) []byte {
					return bytes.ReplaceAll(append([]byte("> "), bytes.TrimSuffix(b, []byte("\n"))...), []byte("\n"), []byte("\n> "))
				},
				"in a fence":  func(b []byte) []byte { return []byte("Look:\n```\n" + string(b) + "```\nThanks") },
				"with a mark": func(b []byte) []byte { return append([]byte("\ufeff"), b...) },
			} {
				res, err := Parse(change(text), Options{})
				if err != nil {
					t.Fatalf("%s: %v", wrapping, err)
				}
				if res.Format != wantFormats[name] {
					t.Errorf("%s: read as %s (%s), want %s", wrapping, res.Format, res.Why, wantFormats[name])
				}
				want := [][]byte{packet}
				if strings.HasPrefix(name, "t") || strings.HasPrefix(name, "follow") {
					want = [][]byte{packet, packet[:33]}
				}
				if len(res.Datagrams) != len(want) {
					t.Fatalf("%s: %d datagrams, want %d", wrapping, len(res.Datagrams), len(want))
				}
				for i, d := range res.Datagrams {
					if !bytes.HasSuffix(d.Data, want[i]) {
						t.Errorf("%s: datagram %d is\n%x, want at its end\n%x", wrapping, i, d.Data, want[i])
					}
					if headers := len(d.Data) - len(want[i]); headers != 0 && headers != 28 && headers != 42 {
						t.Errorf("%s: datagram %d has %d bytes more", wrapping, i, headers)
					}
					if strings.HasPrefix(name, "tcpdump") && !strings.Contains(d.Comment, "192.0.2.1.7778 > 192.0.2.2.5000") {
						t.Errorf("%s: datagram %d has the comment %q", wrapping, i, d.Comment)
					}
				}
				for _, n := range res.Notes {
					if n.Line > 0 && !strings.HasPrefix(n.Text, "* stands for") {
						t.Errorf("%s: note %+v", wrapping, n)
					}
				}
			}
		})
	}
}

// TestEveryFormatHasAnExample: a row of the table is worth what a paste shows of it.
func TestEveryFormatHasAnExample(t *testing.T) {
	shown := map[Format]bool{OdBig2: true} // in package paste, which tells it
	for _, f := range wantFormats {
		shown[f] = true
	}
	for _, c := range readable {
		shown[c.format] = true
	}
	for _, f := range readForms(t) {
		if res, err := Parse(f.text, Options{}); err == nil {
			shown[res.Format] = true
		}
	}
	files, _ := filepath.Glob("testdata/corpus/*.txtar")
	for _, file := range files {
		for _, c := range readCorpus(t, file) {
			if res, err := Parse(c.text, Options{}); err == nil {
				shown[res.Format] = true
			}
		}
	}
	for _, f := range Formats() {
		if !shown[f] {
			t.Errorf("%s: no example in testdata/dumps and none that is read by TestParseReads", f)
		}
	}
}

// TestColumnOfSpaces: a column of characters that are all spaces in the first lines is one.
func TestColumnOfSpaces(t *testing.T) {
	b := append(bytes.Repeat([]byte{' '}, 96), 0)
	for _, f := range []Format{XXDBits, XXD} {
		res, err := Parse(Dump(nil, f, b), Options{})
		if err != nil || len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b) || len(res.Notes) > 0 {
			t.Errorf("%s: %+v %v", f, res, err)
		}
	}
}
