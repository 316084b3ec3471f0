package paste

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestNegatives: no text without a packet becomes bytes without a word.
func TestNegatives(t *testing.T) {
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
	refusals, doubtful := 0, 0
	for _, f := range texts {
		res, err := Parse(f.Data, Options{Decode: decode})
		switch {
		case err != nil:
			refusals++
		case len(res.Others) > 0 || slices.ContainsFunc(res.Notes, doubts):
			doubtful++
		default:
			t.Errorf("%s: read as %s (%s) without a word: %x", f.Name, res.Format, res.Why, res.Datagrams[0].Data)
		}
	}
	t.Logf("%d texts: %d refused, %d read with a doubt", len(texts), refusals, doubtful)
}

// doubts reports whether a note says that bytes may be wrong, or none.
func doubts(n Note) bool {
	return !slices.ContainsFunc(noDoubt, func(part string) bool { return strings.Contains(n.Text, part) })
}
