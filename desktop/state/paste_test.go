package state

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// TestPastePlaces reads where the datagrams of a text are, what they are called and what was skipped.
func TestPastePlaces(t *testing.T) {
	const text = "who is this?\n80 00 00 00 01\n\n91 98\n97 92 # numbers\n"
	p := ReadPaste([]byte(text), PasteOptions{})
	a, _ := p.List.Row(0)
	b, _ := p.List.Row(1)
	if a.Name != "who is this?" || a.Lines != "line 2" || b.Name != "" || b.Lines != "lines 4–5" {
		t.Errorf("%q on %q, %q on %q", a.Name, a.Lines, b.Name, b.Lines)
	}
	var skipped []string
	for _, q := range p.Passages {
		if q.Datagram == paste.Skipped {
			skipped = append(skipped, q.Text)
		}
	}
	if got := strings.Join(skipped, "|"); got != "who is this?|# numbers" {
		t.Errorf("skipped: %s", got)
	}

	// No places in what is compressed, nor in a text that is too long for them.
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	for _, b := range [][]byte{packed.Bytes(), []byte(text + strings.Repeat("# more\n", maxPlaced/7+1))} {
		p := ReadPaste(b, PasteOptions{})
		if r, ok := p.List.Row(0); !ok || r.Lines != "" || len(p.Passages) > 0 {
			t.Errorf("%d bytes: %d passages, on %q, %v", len(b), len(p.Passages), r.Lines, p.Err)
		}
	}
}

// TestPasteOthers reads in which other ways a text can be read; a format that is chosen has none.
func TestPasteOthers(t *testing.T) {
	p := ReadPaste([]byte("91 98 97 92"), PasteOptions{})
	if len(p.Others) != 1 || p.Others[0].String() != "as number list: 4 bytes, unknown" {
		t.Fatalf("%v", p.Others)
	}
	if p = ReadPaste([]byte("91 98 97 92"), PasteOptions{Format: p.Others[0].Format}); p.Format != "number list" ||
		len(p.Others) != 0 {
		t.Errorf("%s, %v", p.Format, p.Others)
	}
}
