package structure

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"fragscope/analyzer/unpack"
)

// A score counts what Analyze got right.
type score struct {
	parts, found      int
	findings, wrong   int
	missed            map[string]int
	mistaken          map[string]int
	kinds, rightKinds int
	log               strings.Builder
}

// place returns where finding f of k begins in the first packet of k.
func place(k *Kind, f *Finding, in []Datagram) int {
	if f.Offset < 0 {
		return len(in[k.Packets[0]].Data) + f.Offset
	}
	return f.Offset
}

func (s *score) judge(m *maquette, r *Result) {
	if s.missed == nil {
		s.missed, s.mistaken = map[string]int{}, map[string]int{}
	}
	fmt.Fprintf(&s.log, "== %s: %d kinds\n", m.name, len(r.Kinds))
	want := map[int]int{}
	for _, k := range m.kinds {
		want[k]++
	}
	s.kinds += len(want)
	for q := range r.Kinds {
		k := &r.Kinds[q]
		truths := m.truths[k.Packets[0]]
		pure := true
		for _, i := range k.Packets {
			pure = pure && m.kinds[i] == m.kinds[k.Packets[0]]
		}
		if pure && len(k.Packets) == want[m.kinds[k.Packets[0]]] {
			s.rightKinds++
		}
		first := m.in[k.Packets[0]].Data
		fmt.Fprintf(&s.log, "  kind of %d packets, by %v, first % x\n", len(k.Packets), k.By, first[:min(len(first), 60)])
		for _, t := range truths {
			s.parts++
			ok := false
			shown := "nothing"
			for j := range k.Findings {
				f := &k.Findings[j]
				at := place(k, f, m.in)
				end := at + f.Length
				if f.Length == 0 {
					end = at + 1
				}
				if at >= t.to || end <= t.from {
					continue
				}
				shown = fmt.Sprintf("%s at %d+%d: %s", f.Type, at, f.Length, f.Text)
				ok = right(f, at, &t)
				break
			}
			if ok {
				s.found++
			} else {
				s.missed[t.name]++
				fmt.Fprintf(&s.log, "    missed %s at %d..%d: %s\n", t.name, t.from, t.to, shown)
			}
		}
		for j := range k.Findings {
			f := &k.Findings[j]
			at := place(k, f, m.in)
			s.findings++
			if !slices.ContainsFunc(truths, func(t truth) bool { return right(f, at, &t) }) {
				s.wrong++
				s.mistaken[f.Type.String()]++
				fmt.Fprintf(&s.log, "    wrong %s at %d+%d: %s (%.1g)\n", f.Type, at, f.Length, f.Text, f.Chance)
			}
		}
	}
}

func right(f *Finding, at int, t *truth) bool {
	if !slices.Contains(t.types, f.Type) {
		return false
	}
	if f.Type == Constant {
		return at <= t.from && at+f.Length >= t.to
	}
	return at == t.from && (f.Length == 0 || f.Length == t.to-t.from)
}

func (s *score) summary() string {
	top := func(m map[string]int) string {
		var l []string
		for k := range m {
			l = append(l, k)
		}
		sort.Slice(l, func(i, j int) bool { return m[l[i]] > m[l[j]] })
		var out []string
		for _, k := range l[:min(len(l), 20)] {
			out = append(out, fmt.Sprintf("%s %d", k, m[k]))
		}
		return strings.Join(out, ", ")
	}
	percent := func(a, b int) float64 { return 100 * float64(a) / float64(b) }
	return fmt.Sprintf("found %d of %d parts (%.1f %%), wrong %d of %d findings (%.1f %%), kinds %d of %d",
		s.found, s.parts, percent(s.found, s.parts), s.wrong, s.findings, percent(s.wrong, s.findings), s.rightKinds,
		s.kinds) +
		"\nmissed: " + top(s.missed) + "\nmistaken: " + top(s.mistaken)
}

// TestGenerated: of 200 random layouts the true structure of at least nine
// parts in ten is the first finding, and at most one finding in twenty is wrong. The seeds
// are others than those with which the search was tuned (1 to 200, 1001 to 1200, 2001 to 2200).
func TestGenerated(t *testing.T) {
	base, packets := uint64(5001), []int{12, 12, 24, 12, 40}
	if b, err := strconv.ParseUint(os.Getenv("STRUCTURE_SEED"), 10, 64); err == nil {
		base = b
	}
	var s score
	for seed := base; seed < base+200; seed++ {
		m := generate(seed, packets[seed%uint64(len(packets))])
		s.judge(m, Analyze(m.in, Options{Unpack: unpack.Stream}))
	}
	t.Log(s.summary())
	if s.found*10 < s.parts*9 || s.wrong*20 > s.findings {
		t.Errorf("found is to be 90 %%, wrong at most 5 %%\n%s", s.log.String())
	}
}

// TestFewPackets: with six packets there is less to go by, but what is said is still mostly true.
func TestFewPackets(t *testing.T) {
	var s score
	for seed := uint64(6001); seed < 6051; seed++ {
		m := generate(seed, 6)
		s.judge(m, Analyze(m.in, Options{Unpack: unpack.Stream}))
	}
	t.Log(s.summary())
	if s.found*4 < s.parts*3 || s.wrong*6 > s.findings {
		t.Errorf("too little is found, or too much is wrong\n%s", s.log.String())
	}
}
