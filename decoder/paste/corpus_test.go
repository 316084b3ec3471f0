package paste

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// corpusPaste is an entry of testdata/corpus: what a program printed (testdata/makecorpus runs them).
type corpusPaste struct {
	name, from string
	want       []string // hex, > or < before it is the direction
	cut        bool     // a datagram is not shown whole: a note has to say so
	text       []byte
}

// readCorpus reads a file of testdata/corpus.
func readCorpus(t testing.TB, file string) (all []corpusPaste) {
	t.Helper()
	names, err := os.ReadFile("testdata/corpus/datagrams.txt")
	if err != nil {
		t.Fatal(err)
	}
	datagrams := map[string]string{}
	for line := range strings.Lines(string(names)) {
		if name, digits, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			datagrams[name] = digits
		}
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		head, text, _ := bytes.Cut(f.Data, []byte("\n\n"))
		from, want, ok := strings.Cut(string(head), "\nwant: ")
		from, isFrom := strings.CutPrefix(from, "from: ")
		if !ok || !isFrom || len(text) == 0 {
			t.Fatalf("%s: no from, no want or no text", f.Name)
		}
		p := corpusPaste{name: f.Name, from: from, text: text}
		for _, w := range strings.Fields(want) {
			data, cut := strings.CutSuffix(strings.TrimLeft(w, "<>"), "...")
			p.cut = p.cut || cut
			direction := w[:len(w)-len(strings.TrimLeft(w, "<>"))]
			parts := strings.Split(data, "+")
			for i, part := range parts {
				name, slice, isPart := strings.Cut(strings.TrimSuffix(part, "]"), "[")
				digits, ok := datagrams[name]
				if !ok {
					digits = part
				}
				if isPart {
					from, to, _ := strings.Cut(slice, ":")
					n, _ := strconv.Atoi(to)
					begin, _ := strconv.Atoi(from)
					if n == 0 {
						n = len(digits) / 2
					}
					digits = digits[2*begin : 2*n]
				}
				if _, err := hex.DecodeString(digits); err != nil {
					t.Fatalf("%s: %s is neither a datagram nor hex", f.Name, part)
				}
				parts[i] = digits
			}
			p.want = append(p.want, direction+strings.Join(parts, ""))
		}
		all = append(all, p)
	}
	return all
}

// outcome is what became of a paste.
type outcome string

const (
	asWanted outcome = "read"    // exactly the datagrams and directions that it holds
	refused  outcome = "refused" // an error, or other bytes and a note that says so
	misread  outcome = "misread" // other bytes without a word
	// undirected: the bytes that it holds, but not which way they went
	undirected outcome = "undirected"
)

// noDoubt are parts of notes that say what was done and not that anything may be wrong.
var noDoubt = []string{"quote marks (>)", "typed at a prompt", "between the code fences", "the colours of a console",
	"entities of HTML", "* stands for", "what all lines begin with", "the frame of a table", "marks of a diff",
	"only the base64", "only what is behind the directives"}

// unsure is what a note says of bytes that may be none: it tells nothing of bytes that are wrong.
const unsure = "this may be no packet"

// outcomeOf reads a paste.
func outcomeOf(c corpusPaste) (outcome, string) {
	res, err := Parse(c.text, Options{Decode: decode})
	if err != nil {
		return refused, err.Error()
	}
	var got []string
	for _, d := range res.Datagrams {
		direction := map[Direction]string{DirectionSent: ">", DirectionReceived: "<"}[d.Direction]
		got = append(got, direction+hex.EncodeToString(d.Data))
	}
	said := "as " + res.Format.String() + ": " + strings.Join(got, " ")
	same := strings.Join(got, " ") == strings.Join(c.want, " ")
	if same && !c.cut {
		return asWanted, said
	}
	undirectedWant := strings.NewReplacer(">", "", "<", "").Replace(strings.Join(c.want, " "))
	if !same && !c.cut && strings.Join(got, " ") == undirectedWant {
		return undirected, said
	}
	if len(res.Others) > 0 && !same {
		return refused, said + "; or " + res.Others[0].String()
	}
	for _, n := range res.Notes {
		doubt := doubts(n) && !strings.HasPrefix(n.Text, unsure)
		switch {
		case doubt && same:
			return asWanted, said
		case doubt:
			return refused, said + "; " + n.Text
		}
	}
	return misread, said
}

// readKnown reads testdata/corpus/known.txt: what is not read as it should be, and why.
func readKnown(t *testing.T) map[string]outcome {
	t.Helper()
	text, err := os.ReadFile("testdata/corpus/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]outcome{}
	for line := range strings.Lines(string(text)) {
		mark, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, _, _ = strings.Cut(name, ":")
		switch outcome(mark) {
		case refused, misread, undirected:
			known[name] = outcome(mark)
		case "", "#":
		default:
			t.Fatalf("known.txt: %q", line)
		}
	}
	return known
}

// TestCorpus reads what real programs print. What is not read as it should be is in
// known.txt, and nothing else is: a paste that has become readable has to leave it.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	known := readKnown(t)
	seen := map[string]bool{}
	total := map[outcome]int{}
	real := 0 // what programs printed that were run
	for _, file := range files {
		count := map[outcome]int{}
		for _, c := range readCorpus(t, file) {
			if seen[c.name] {
				t.Errorf("%s: two pastes of this name", c.name)
			}
			seen[c.name] = true
			if !strings.HasPrefix(c.from, "documented:") && !strings.HasPrefix(c.name, "around-") {
				real++
			}
			got, said := outcomeOf(c)
			count[got]++
			total[got]++
			want := known[c.name]
			if want == "" {
				want = asWanted
			}
			if got != want {
				t.Errorf("%s %s: it was %s, want %s\n%s", got, c.name, said, want, strings.Join(c.want, " "))
			}
			// What is copied often lacks its last line end, and Windows has another.
			if got == asWanted {
				for how, text := range map[string][]byte{
					"without the last line end": bytes.TrimRight(c.text, "\n"),
					"with CRLF":                 bytes.ReplaceAll(c.text, []byte("\n"), []byte("\r\n")),
				} {
					if again, said := outcomeOf(corpusPaste{want: c.want, cut: c.cut, text: text}); again != got {
						t.Errorf("%s %s %s: %s", again, c.name, how, said)
					}
				}
			}
		}
		t.Logf("%s: %d read, %d undirected, %d refused, %d misread", filepath.Base(file), count[asWanted], count[undirected],
			count[refused], count[misread])
	}
	for name := range known {
		if !seen[name] {
			t.Errorf("known.txt: no paste is called %s", name)
		}
	}
	if real < 400 {
		t.Errorf("only %d pastes of programs that were run", real)
	}
	t.Logf("%d pastes, %d of them of programs that were run: %d read, %d undirected, %d refused, %d misread", len(seen),
		real, total[asWanted], total[undirected], total[refused], total[misread])
}
