package paste

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// pasteForm is a row of testdata/forms.txtar.
type pasteForm struct {
	name string
	want []string // hex
	text []byte
}

func readForms(t testing.TB) (all []pasteForm) {
	archive, err := txtar.ParseFile("testdata/forms.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		want, text, found := bytes.Cut(f.Data, []byte("\n\n"))
		if !found {
			t.Fatalf("%s: no blank line behind the bytes", f.Name)
		}
		all = append(all, pasteForm{f.Name, strings.Split(string(want), "\n"), text})
	}
	return all
}

// TestForms reads every way in which people have packets in text.
func TestForms(t *testing.T) {
	forms := readForms(t)
	if len(forms) < 160 {
		t.Fatalf("%d forms", len(forms))
	}
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			res, err := Parse(f.text, Options{Positions: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range res.Datagrams {
				got = append(got, hex.EncodeToString(d.Data))
				if len(d.Positions) != len(d.Data) {
					t.Errorf("%d positions for %d bytes", len(d.Positions), len(d.Data))
				}
			}
			if d := cmp.Diff(f.want, got); d != "" {
				t.Errorf("read as %s, %s (-want +got):\n%s", res.Format, res.Why, d)
			}
		})
	}
}

// TestSameLiteralTwice: what two lines of source code have in common is not a prefix of them.
func TestSameLiteralTwice(t *testing.T) {
	for _, f := range readForms(t) {
		once, err := Parse(f.text, Options{})
		if err != nil || formats[once.Format].family != familyLiteral {
			continue
		}
		text := bytes.Join([][]byte{f.text, f.text}, []byte("\n"))
		res, err := Parse(text, Options{})
		if err != nil || res.Format != once.Format || res.Count != 2*once.Count {
			t.Errorf("%s: once %s, twice %+v %v", f.name, once.Format, res, err)
		}
	}
}

// TestNoPackets refuses text that holds none.
func TestNoPackets(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/nopackets.txtar")
	if err != nil || len(archive.Files) < 220 {
		t.Fatalf("%d texts: %v", len(archive.Files), err)
	}
	for _, f := range archive.Files {
		if res, err := Parse(f.Data, Options{Decode: decode}); err == nil {
			t.Errorf("%s: read as %s (%s): %x", f.Name, res.Format, res.Why, res.Datagrams[0].Data)
		}
	}
}

// TestFoundIsSure: what is read inside other text is read whole or not at all, and says
// where something is missing.
func TestFoundIsSure(t *testing.T) {
	for _, c := range []struct{ name, text, note, err string }{
		{"a mistyped digit", "reply: {80 00 0O 00 00 06 41 72 65 6e 61}", "", "line 1, column"},
		{"a mistyped digit in a few bytes", "hello there 80 00 0O 00", "",
			"line 1, column 20: found 'O', expected a hex digit: if a zero"},
		{"a mistyped digit near the beginning", "he says {80 00 0O 00 00 00 00 00 00 00 6c 1e}", "",
			"line 1, column 17: found 'O', expected a hex digit: if a zero"},
		{"a mistyped digit below prose",
			"Hi all, what is it?\n80 00 00 00 00 # a request\n\nand the reply:\n80 00 00 00 0O 50\n\nplayers:\n80 00 00 00 02 " +
				"# and more\n91 98 97 92\n", "", "line 5, column 14: found 'O'"},
		{"bytes that are not shown", "<Buffer 80 00 00 00 00 06 41 72 65 6e ... 23 more bytes>",
			"23 more bytes are not shown", ""},
		{"bytes that are not shown, and nobody says how many", "data [80 00 00 00 00 06 41 72 65 6e ...]", "",
			"line 1, column"},
		{"a length that is wrong", `recvfrom(5, "\200\0\0\0\0\6Arena", 4096, 0, NULL, NULL) = 15`,
			"returned 15, 11 bytes are shown", ""},
		{"digits of bits or of bytes", "11111111111111111111111111111111", "as hex digits they are other bytes", ""},
		{"a UUID", "cd613e30-d8f1-6adf-91b7-584a2265b1f5", "looks like a UUID", ""},
		{"a MAC address", "20:82:3c:fd:e6:f1", "looks like a MAC address", ""},
		{"colours", "\x1b[1m80 00 00 00 01\x1b[0m", "colours of a console", ""},
		{"entities", "&quot;\\x80\\x00&quot;", "entities of HTML", ""},
		{"a prompt", "$ xxd -p packet\n8000000001\n", "typed at a prompt", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Parse([]byte(c.text), Options{})
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("%v, %v; want an error with %q", res, err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, n := range res.Notes {
				notes = append(notes, n.Text)
			}
			if !strings.Contains(strings.Join(notes, "\n"), c.note) {
				t.Errorf("notes %q, want one with %q", notes, c.note)
			}
		})
	}
}

// TestPlacesBehindColours: what is taken out of a paste does not move what is behind it.
func TestPlacesBehindColours(t *testing.T) {
	for _, text := range []string{"\x1b[32m80\x1b[0m 00 00 00 0G", "80&nbsp;00&nbsp;00&nbsp;00&nbsp;0G"} {
		var e *Error
		if _, err := Parse([]byte(text), Options{}); !errors.As(err, &e) || text[e.Column-1] != 'G' {
			t.Errorf("%q: %v", text, err)
		}
	}
	res, err := Parse([]byte("80\x1b[1m 01\n\x1b[1m02\x1b[0m03 04"), Options{Positions: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []Position{{1, 1, 2}, {1, 8, 2}, {2, 5, 2}, {2, 11, 2}, {2, 14, 2}}
	if d := cmp.Diff(want, res.Datagrams[0].Positions); d != "" {
		t.Error(d)
	}
}
