package ksy

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder/wire"
)

// TestReference: descriptions of public formats, and of what the language has, read their samples
// as Kaitai Struct's own compiler (0.11, for JavaScript) reads them. The .txt files are what it read: a line for each
// field and value instance, texts and bytes in hexadecimal.
func TestReference(t *testing.T) {
	files, err := filepath.Glob("testdata/reference/*.ksy")
	if err != nil || len(files) < 25 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l := parseReference(t, text)
		base := strings.TrimSuffix(file, ".ksy")
		samples, err := os.ReadFile(base + ".hex")
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(base + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(samples)) {
			p := decodeHex(t, strings.TrimSpace(line))
			m := l.Decode(p)
			tiles(t, m)
			for n := range p {
				tiles(t, l.Decode(p[:n]))
			}
			for i := range m.Problems {
				if m.Problems[i].Info.Severity >= wire.SeverityWarning && m.Problems[i].Info.Code != "bytes-left-over" {
					t.Errorf("%s: %s", file, m.Message(&m.Problems[i]))
				}
			}
			var r wire.Reader
			opts := wire.Options{}
			r.Start(p, 0, len(p), &opts)
			d := &reading{l: l, r: &r, steps: 1 << 20}
			d.root = &object{typ: l.root, end: len(p)}
			d.object(d.root)
			var lines []string
			d.dump(&lines, "", value{kind: objectValue, obj: d.root})
			slices.Sort(lines)
			got = append(got, strings.Join(lines, "\n"))
		}
		if text := strings.Join(got, "\n--\n") + "\n"; text != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, text, want)
		}
	}
}

// parseReference parses a description that may import those in the folder imported.
func parseReference(t *testing.T, text []byte) *Layout {
	t.Helper()
	texts := [][]byte{text}
	files, err := filepath.Glob("testdata/reference/imported/*.ksy")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		other, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, other)
	}
	set, wrong, err := ParseAll(nil, texts...)
	if err != nil {
		t.Fatalf("text %d of\n%s\n%v", wrong, text, err)
	}
	return set[0]
}

// dump appends a line for each value in v.
func (d *reading) dump(lines *[]string, path string, v value) {
	add := func(s string) { *lines = append(*lines, path+"="+s) }
	switch v.kind {
	case intValue:
		add(strconv.FormatInt(v.num, 10))
	case boolValue:
		add(strconv.FormatBool(v.num != 0))
	case floatValue:
		add(strconv.FormatFloat(v.real, 'f', -1, 64))
	case textValue:
		add(hex.EncodeToString(v.text))
	case listValue:
		for i, x := range v.list {
			d.dump(lines, path+"["+strconv.Itoa(i)+"]", x)
		}
	case objectValue:
		if path != "" {
			path += "."
		}
		for i, name := range v.obj.names {
			d.dump(lines, path+camel(name), v.obj.values[i])
		}
		for name := range v.obj.typ.values {
			if x, ok := d.name(name, v.obj); ok && x.kind != objectValue { // which may hold itself
				d.dump(lines, path+camel(name), x)
			}
		}
	}
}

// camel writes an id as JavaScript's names are.
func camel(s string) string {
	words := strings.Split(s, "_")
	for i := 1; i < len(words); i++ {
		if words[i] != "" {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	return strings.Join(words, "")
}
