package numbers

import (
	"testing"

	"fragscope/decoder/explain"
)

// Everything has one number: its place.
func TestNumbers(t *testing.T) {
	t.Parallel()
	all := All()
	for i, m := range all.Messages {
		if int(m.Number) != i {
			t.Errorf("%s has number %d, its place is %d", m.Name, m.Number, i)
		}
	}
	for i, p := range all.Problems {
		if int(p.Number) != i {
			t.Errorf("%s has number %d, its place is %d", p.Code, p.Number, i)
		}
	}
	for _, e := range explain.Explanations() {
		if p := e.Problem; p != nil && all.Problems[p.Number] != p {
			t.Errorf("%s has no number of its own", p.Code)
		}
	}
	if len(all.Messages) < 20 || len(all.Problems) < 50 {
		t.Errorf("%d messages and %d problems", len(all.Messages), len(all.Problems))
	}
}
