package wire

// A Checkpoint is where a reader was, to go back to after a trial.
type Checkpoint struct {
	Pos, Fields, Problems int
	Depth                 uint8
	stopped               bool
	Flags                 FieldFlags
}

// Checkpoint returns where the reader is, for Reset.
func (r *Reader) Checkpoint() Checkpoint {
	return Checkpoint{r.Pos, len(r.Fields), len(r.Problems), r.Depth, r.Stopped, r.Flags}
}

// Reset goes back to p, as if nothing had been read since.
func (r *Reader) Reset(p Checkpoint) {
	r.Pos, r.Depth, r.Stopped, r.Flags = p.Pos, p.Depth, p.stopped, p.Flags
	r.Fields, r.Problems = r.Fields[:p.Fields], r.Problems[:p.Problems]
}

// WorstScore is less than any score: of no reading at all. An int of 32 bits holds it.
const WorstScore = -1 << 31

// Best reads with the variant that explains most bytes with fewest problems;
// the first listed wins a tie. It returns the index of the variant. One that
// explains all that is left without a problem is taken at once.
func (r *Reader) Best(variants ...func(*Reader)) int {
	start := r.Checkpoint()
	chosen, bestScore := 0, WorstScore
	for i, v := range variants {
		v(r)
		s := r.Score(start)
		if s == 0 {
			return i
		}
		if s > bestScore {
			chosen, bestScore = i, s
		}
		r.Reset(start)
	}
	variants[chosen](r)
	return chosen
}

// Score rates what was read since start: 0 is perfect, less is worse. A byte
// that is left or unknown costs 4, a note 1, a warning 16, an error 64.
func (r *Reader) Score(start Checkpoint) int {
	s := -4 * r.Left()
	for i := start.Fields; i < len(r.Fields); i++ {
		if f := &r.Fields[i]; f.Kind == KindUnknown {
			s -= 4 * int(f.Length)
		}
	}
	for i := start.Problems; i < len(r.Problems); i++ {
		switch r.Problems[i].Info.Severity {
		case SeverityNote:
			s--
		case SeverityWarning:
			s -= 16
		case SeverityError:
			s -= 64
		}
	}
	return s
}
