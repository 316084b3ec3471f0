//go:build !wasm || quick

package decoder

// Content goes through all fields to see which of them count. Where whole runs
// do, or do not, whoever read them has seen it in passing.

// A run is fields next to each other, from the first to the one before to, that
// all count as content, or of which none does.
type run struct {
	from, to int
	counts   bool
}

// noteRun notes a run that ends before field to. One of a few fields is not
// worth it, unless it goes on with the last.
func (e *textEnds) noteRun(from, to int, counts bool) {
	if n := len(e.runs); n > 0 && e.runs[n-1].to == from && e.runs[n-1].counts == counts {
		e.runs[n-1].to = to
		return
	}
	if to-from >= 4 {
		e.runs = append(e.runs, run{from, to, counts})
	}
}

// forget forgets the runs from field n on, which are about to be read anew.
func (e *textEnds) forget(n int) {
	for i := len(e.runs); i > 0 && e.runs[i-1].to > n; i-- {
		e.runs = e.runs[:i-1]
	}
}

// A runs is what was noted about the fields of a message.
type runs struct{ list []run }

func (e *textEnds) noted() runs { return runs{e.runs} }

func (s runs) clone() runs { return runs{append([]run(nil), s.list...)} }

// first returns the field that the first of the runs begins with, -1 for none.
func (s *runs) first() int {
	if len(s.list) == 0 {
		return -1
	}
	return s.list[0].from
}

// take takes the first of the runs: where it ends, and whether it counts.
func (s *runs) take() (end int, counts bool) {
	end, counts = s.list[0].to, s.list[0].counts
	s.list = s.list[1:]
	return end, counts
}
