package paste

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write FORMS.md anew")

// TestFormsTable keeps FORMS.md: every form of the corpus, who prints it, what it looks like and what it is read as.
func TestFormsTable(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	known := readKnown(t)
	var out bytes.Buffer
	rows, read := 0, 0
	for _, file := range files {
		title := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if title == "around" {
			continue // the same forms, as others show them
		}
		fmt.Fprintf(&out, "\n## %s\n\n| form | printed by | looks like | read as |\n|---|---|---|---|\n",
			strings.ToUpper(title[:1])+title[1:])
		pastes := readCorpus(t, file)
		slices.SortStableFunc(pastes, func(a, b corpusPaste) int {
			x, _, _ := strings.Cut(a.name, "/")
			y, _, _ := strings.Cut(b.name, "/")
			return cmp.Compare(x, y)
		})
		for len(pastes) > 0 {
			form, _, _ := strings.Cut(pastes[0].name, "/")
			n := 0
			state, shortest := "", pastes[0]
			for ; n < len(pastes); n++ {
				p := pastes[n]
				if name, _, _ := strings.Cut(p.name, "/"); name != form {
					break
				}
				if len(p.text) < len(shortest.text) {
					shortest = p
				}
				state = cmp.Or(string(known[p.name]), state)
			}
			pastes = pastes[n:]
			rows++
			if state == "" {
				read++
				state = "–"
				if res, err := Parse(shortest.text, Options{Decode: decode}); err == nil {
					state = res.Format.String()
				}
			} else {
				state = "not always: " + state
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", form, strings.ReplaceAll(shortest.from, "|", "\\|"),
				cellText(firstLine(shortest.text)), state)
		}
	}
	text := fmt.Sprintf("# Forms of pasted packets\n\nMade by `go test ./decoder/paste -update` from testdata/corpus: "+
		"%d forms, of which %d are read in every paste\n"+
		"there is of them. \"Refused\" is an error or a note that says what may be wrong; \"misread\" is without one; "+
		"\"undirected\" is\n"+
		"read, but not which way it went.\n%s", rows, read, out.String())
	if *update {
		if err := os.WriteFile("FORMS.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("FORMS.md"); err != nil || string(want) != text {
		t.Errorf("FORMS.md is not what the corpus says (%v): go test ./decoder/paste -update", err)
	}
	if rows < 150 {
		t.Errorf("%d forms", rows)
	}
}

// firstLine is the first line of text that has digits or quotes.
func firstLine(text []byte) string {
	for line := range bytes.Lines(text) {
		if bytes.ContainsAny(line, "0123456789\"'") {
			return string(bytes.TrimSpace(line))
		}
	}
	return ""
}

// cellText is s as code in a cell of a Markdown table.
func cellText(s string) string {
	clipped := []rune(s)
	if len(clipped) > 72 {
		s = string(clipped[:70]) + " …"
	}
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '`' || r == 0xfffd {
			return ' '
		}
		return r
	}, s)
	return "`" + strings.ReplaceAll(s, "|", "\\|") + "`"
}
