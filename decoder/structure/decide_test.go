package structure

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fragscope/analyzer/unpack"
	"fragscope/decoder/ksy"
)

// TestDecide: whatever is accepted, marked and named, the layout of it reads every packet; with
// everything accepted it has no bytes that are only bytes but where nothing was found.
func TestDecide(t *testing.T) {
	marked := 0
	for seed := uint64(7100); seed < 7140; seed++ {
		m := generate(seed, 12)
		found := Analyze(m.in, Options{Unpack: unpack.Stream})
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, share := range []float64{0, 0.3, 0.7, 1} {
			var b strings.Builder
			for k := range found.Kinds {
				for i := range found.Kinds[k].Findings {
					f := &found.Kinds[k].Findings[i]
					if rng.Float64() < share {
						fmt.Fprintf(&b, "accept %d %d %d %s Name %d\n", k, f.Offset, f.Length, f.Type, i)
					}
				}
				if n := rng.IntN(24) - 4; rng.IntN(2) == 0 {
					line := fmt.Sprintf("mark %d %d 2 u2be my port", k, n)
					if _, err := found.Decide(line); err == nil {
						b.WriteString(line + "\n")
						marked++
					}
				}
			}
			r, err := found.Decide(b.String())
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, b.String())
			}
			var set ksy.Set
			for _, text := range r.Layouts("found") {
				l, err := ksy.Parse(text)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s\n%s", seed, err, b.String(), text)
				}
				set = append(set, l)
			}
			for k := range r.Kinds {
				if len(r.Kinds[k].accepted) == 0 && (len(set) != 1 || set[0].ID != "found") {
					continue
				}
				for _, i := range r.Kinds[k].Packets {
					fits := false
					for _, l := range set {
						fits = fits || l.Fits(m.in[i].Data)
					}
					if !fits {
						t.Fatalf("seed %d, kind %d, packet %d: % x\n%s\n%s", seed, k, i, m.in[i].Data, b.String(), r.Layouts("found"))
					}
				}
			}
		}
	}
	if marked < 20 {
		t.Errorf("%d marks", marked)
	}
}

// TestDecisionErrors: what cannot be decided is said with its line.
func TestDecisionErrors(t *testing.T) {
	r := Analyze(generate(7001, 12).in, Options{})
	for text, want := range map[string]string{
		"\nmark 0 0 2 u4le":        "line 2: u4le does not have 2 bytes",
		"mark 0 0 2 u3":            "line 1: found “u3”",
		"mark 0 99999 2 u2le":      "line 1: the range is in a part whose length varies",
		"accept 0 x 2 constant":    "line 1: found “x”, expected a number",
		"accept":                   "line 1: expected accept or mark",
		"mark 0 -1 2 u2le":         "line 1: the range is in a part whose length varies",
		"# note\nmark 0 0 0 bytes": "line 2: bytes does not have 0 bytes",
	} {
		_, err := r.Decide(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
