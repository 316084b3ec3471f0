package hexdump

import (
	"bytes"
	"cmp"
	"slices"
)

// Mark is a part of a line of the paste: bytes of a datagram, or text that was skipped.
type Mark struct {
	Line, Column, Width int32 // from 1, the column and the width in characters
	Datagram            int32 // its index; Skipped: text that is no byte of any
}

// Skipped is the Datagram of a Mark for text that was not read.
const Skipped = -1

// Marks says which parts of the paste became which datagram, and which were skipped, in the order of the text.
// The datagrams need their Positions. Offsets, ASCII columns and punctuation beside bytes are neither.
func Marks(text []byte, datagrams []Datagram) []Mark {
	src := newSource(text)
	perLine := make([][]Mark, src.count())
	var at []Position
	structure := false // what is beside the bytes of a line was compared with them
	for i := range datagrams {
		structure = structure || formats[min(datagrams[i].Format, formatEnd-1)].family == familyDump
		at = append(at[:0], datagrams[i].Positions...)
		slices.SortFunc(at, func(a, b Position) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
		for _, p := range at {
			if p.Line < 1 || int(p.Line) > len(perLine) {
				continue
			}
			width := int32(len(bytes.TrimSuffix(src.s[src.begin[p.Line-1]:src.after(int(p.Line)-1)], []byte("\n"))))
			if p.Width = min(p.Width, width-p.Column+1); p.Width <= 0 {
				continue // the line end is a byte as well
			}
			line := &perLine[p.Line-1]
			if n := len(*line); n > 0 && (*line)[n-1].Datagram == int32(i) && src.quiet(p.Line, (*line)[n-1].end(), p.Column) {
				last := &(*line)[n-1]
				last.Width = max(last.Width, p.Column+p.Width-last.Column)
				continue
			}
			*line = append(*line, Mark{p.Line, p.Column, p.Width, int32(i)})
		}
	}
	var marks []Mark
	for i, line := range perLine {
		slices.SortFunc(line, func(a, b Mark) int { return cmp.Compare(a.Column, b.Column) })
		end := int32(1)
		skip := func(to int32) {
			if len(line) > 0 && structure {
				return
			}
			l := src.s[src.begin[i]:src.after(i)]
			from := end
			for ; from < to && !visible(l[from-1]); from++ {
			}
			for ; to > from && !visible(l[to-2]); to-- {
			}
			if from < to && !src.quiet(int32(i+1), from, to) {
				marks = append(marks, Mark{int32(i + 1), from, to - from, Skipped})
			}
		}
		for _, m := range line {
			skip(m.Column)
			marks = append(marks, m)
			end = max(end, m.end())
		}
		skip(int32(src.after(i)) - src.begin[i] + 1)
	}
	return marks
}

func (m Mark) end() int32 { return m.Column + m.Width }

// quiet reports whether there are no words from one column of a line to another.
func (src *source) quiet(line, from, to int32) bool {
	begin := src.begin[line-1]
	for k := begin + from - 1; k < begin+to-1 && int(k) < len(src.s); k++ {
		if isWord(src.s[k]) || src.s[k] >= 0x80 {
			return false
		}
	}
	return true
}

func visible(c byte) bool { return c > ' ' && c != 0x7f }

// Text returns a paste as its lines and columns are counted: as UTF-8, without a byte order mark.
func Text(paste []byte) []byte { return newSource(paste).orig }
