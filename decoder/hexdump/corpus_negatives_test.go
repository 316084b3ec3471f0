package hexdump

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestNegatives: no text without a packet becomes bytes without a word. What still
// does is listed in testdata/silent.txt, which nothing may be missing from or too much in.
func TestNegatives(t *testing.T) {
	list, err := os.ReadFile("testdata/silent.txt")
	if err != nil {
		t.Fatal(err)
	}
	silent := map[string]bool{}
	for _, name := range strings.Fields(string(list)) {
		silent[name] = true
	}
	var texts []txtar.File
	for _, file := range []string{"testdata/nopackets.txtar", "testdata/doubtful.txtar"} {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, archive.Files...)
	}
	if len(texts) < 320 {
		t.Errorf("%d texts", len(texts))
	}
	count := map[outcome]int{}
	for _, f := range texts {
		// Nothing is wanted, so that what is read is refused or misread.
		got, said := outcomeOf(corpusPaste{want: []string{"nothing"}, text: f.Data})
		switch {
		case strings.HasPrefix(said, "as ") && got == refused:
			count["read with a doubt"]++
		default:
			count[got]++
		}
		if silent[f.Name] != (got == misread) {
			t.Errorf("%s %s: %s", got, f.Name, said)
		}
		delete(silent, f.Name)
	}
	for name := range silent {
		t.Errorf("silent.txt: no text is called %s", name)
	}
	t.Logf("%d texts: %d refused, %d read with a doubt, %d read without a word", len(texts), count[refused], count["read with a doubt"], count[misread])
}
