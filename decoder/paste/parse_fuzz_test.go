package paste

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// FuzzParse: any paste gives datagrams or an error with a place inside the text; memory stays in proportion; what was
// read can be written and read again.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/dumps/*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(0))
	}
	for _, c := range readable {
		f.Add([]byte(c.text), uint8(0))
	}
	for _, c := range unreadable {
		f.Add([]byte(c.text), uint8(0))
	}
	for _, form := range readForms(f) {
		f.Add(form.text, uint8(0))
	}
	for _, format := range Formats() {
		f.Add(Dump(nil, format, []byte("\x80\x00\x00\x00\x00\\status\\")), uint8(format))
	}
	f.Add([]byte("[("), uint8('V')%uint8(formatEnd))
	f.Fuzz(func(t *testing.T, text []byte, force uint8) {
		checkParse(t, text, Options{Format: Format(force % uint8(formatEnd)), Positions: true})
	})
}

// checkParse holds what is promised for every paste.
func checkParse(t *testing.T, text []byte, opts Options) {
	t.Helper()
	res, err := Parse(text, opts)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || res != nil {
			t.Fatalf("an error of another type: %v", err)
		}
		lines := bytes.Count(text, []byte("\n")) + 1
		if e.Line < 1 || e.Line > lines && text[0] != 0xff && text[0] != 0xfe {
			t.Fatalf("line %d of %d: %v", e.Line, lines, e)
		}
		if utf8.Valid(text) && !bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			line := bytes.Split(text, []byte("\n"))[e.Line-1]
			if e.Column < 1 || e.Column > utf8.RuneCount(line)+1 {
				t.Fatalf("column %d of %d: %v", e.Column, utf8.RuneCount(line), e)
			}
		}
		if e.Found == "" || e.Expected == "" {
			t.Fatalf("says too little: %+v", e)
		}
		if bytes.ContainsAny([]byte(err.Error()), "\n\r\x1b\x00") {
			t.Fatalf("not one plain line: %q", err.Error())
		}
		return
	}
	if len(res.Datagrams) == 0 || res.Why == "" || res.Format == FormatUnknown {
		t.Fatalf("nothing found and no error: %+v", res)
	}
	if len(res.Notes) > maxNotes+1 {
		t.Fatalf("%d notes", len(res.Notes))
	}
	total := 0
	for i, d := range res.Datagrams {
		if len(d.Data) == 0 || d.Line < 1 || d.Format != res.Format || len(d.Positions) != len(d.Data) {
			t.Fatalf("datagram %d: %+v", i, d)
		}
		for _, at := range d.Positions {
			if at.Line < 1 || at.Column < 1 || at.Width < 0 {
				t.Fatalf("datagram %d: position %+v", i, at)
			}
		}
		total += len(d.Data)
	}
	if total > 3*len(text)+maxRepeated {
		t.Fatalf("%d bytes from %d", total, len(text))
	}
	f := res.Format
	if !f.Writable() {
		f = PlainHex
	}
	for _, d := range res.Datagrams[:min(len(res.Datagrams), 3)] {
		if f == PythonLiteral && hexBehind(d.Data) > 0 {
			continue // as databases write their bytes: no program can know
		}
		again, err := Parse(Dump(nil, f, d.Data), Options{Format: f})
		if err != nil || len(again.Datagrams) != 1 || !bytes.Equal(again.Datagrams[0].Data, d.Data) {
			t.Fatalf("%s: %x written and read again: %+v, %v", f, d.Data, again, err)
		}
	}
}
