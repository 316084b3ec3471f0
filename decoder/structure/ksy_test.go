package structure

import (
	"errors"
	"testing"

	"fragscope/analyzer/unpack"
	"fragscope/decoder/ksy"
)

// TestLayoutsReadBack: the layout that is written of what was found reads every packet
// of its kind, all bytes of it, without a problem.
func TestLayoutsReadBack(t *testing.T) {
	kinds, choices := 0, 0
	for seed := uint64(7001); seed < 7061; seed++ {
		m := generate(seed, 12)
		r := Analyze(m.in, Options{Unpack: unpack.Stream})
		check := func(kinds []Kind) {
			t.Helper()
			text, err := AppendKSY(nil, "found", kinds)
			if err != nil {
				if len(kinds) == 1 || !errors.Is(err, ErrSeveralKinds) {
					t.Errorf("seed %d: %v", seed, err)
				}
				return
			}
			l, err := ksy.Parse(text)
			if err != nil {
				t.Errorf("seed %d: %v\n%s", seed, err, text)
				return
			}
			for _, x := range ksy.Exports {
				if out, err := x.Append(nil, l); err != nil || len(out) == 0 {
					t.Errorf("seed %d as %s: %v\n%s", seed, x.Name, err, text)
				}
			}
			if len(kinds) > 1 {
				choices++
			}
			for k := range kinds {
				for _, i := range kinds[k].Packets {
					if !l.Fits(m.in[i].Data) {
						d := l.Decode(m.in[i].Data)
						t.Errorf("seed %d, packet %d: % x\n%s\n%s", seed, i, m.in[i].Data, text, d.Message(&d.Problems[0]))
						return
					}
				}
			}
		}
		for k := range r.Kinds {
			kinds++
			check(r.Kinds[k : k+1])
		}
		if len(r.Kinds) > 1 {
			check(r.Kinds)
		}
	}
	if kinds < 60 || choices < 10 {
		t.Errorf("%d kinds, %d descriptions of several", kinds, choices)
	}
}
