//go:build !quick

package decoder

// What stands in the place of the other quick files in a browser: nothing.

type textEnds struct{}

func (e *textEnds) ready() {}

func (e *textEnds) noteRun(int, int, bool) {}

func (e *textEnds) forget(int) {}

type runs struct{}

func (e *textEnds) noted() (s runs) { return s }

func (s runs) clone() runs { return s }

func (s *runs) first() int { return -1 }

func (s *runs) take() (end int, counts bool) { return 0, false }

func (r *reader) plainArray(layout, int) bool { return false }

func (r *reader) plainRows(layout, uint64, uint64, int, int) uint64 { return 0 }

func (r *reader) plainRecord(layout, uint64) bool { return false }

func (e *textEnds) sight([]byte, *Options) (c candidate) { return c }

func (r *reader) plainRules() int { return 0 }

func (r *reader) plainCommand() bool { return false }
