package paste

import "slices"

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
	owner := make([]int32, len(src.s)) // 1 and the datagram that a character is written in; 0 for none
	structure := false                 // what is beside the bytes of a line was compared with them
	for i := range datagrams {
		structure = structure || formats[min(datagrams[i].Format, formatEnd-1)].family == familyDump
		for _, p := range datagrams[i].Positions {
			if p.Line < 1 || int(p.Line) > src.count() {
				continue
			}
			at := src.begin[p.Line-1] + p.Column - 1
			for k := max(0, at); k < min(at+p.Width, int32(src.after(int(p.Line)-1))); k++ {
				owner[k] = int32(i) + 1
			}
		}
	}
	var marks []Mark
	for i := range src.count() {
		begin, end, first := int(src.begin[i]), src.after(i), len(marks)
		if end > begin && src.s[end-1] == '\n' {
			end--
		}
		compared := structure && slices.ContainsFunc(owner[begin:end], func(o int32) bool { return o > 0 })
		for k, next := begin, 0; k < end; k = next {
			for next = k; next < end && owner[next] == owner[k]; next++ {
			}
			m, last := Mark{int32(i + 1), int32(k-begin) + 1, int32(next - k), owner[k] - 1}, len(marks)-1
			if part := src.s[k:next]; m.Datagram == Skipped {
				if compared || quiet(part) {
					continue
				}
				for ; !visible(part[0]); part = part[1:] {
					m.Column++
				}
				for ; !visible(part[len(part)-1]); part = part[:len(part)-1] {
				}
				m.Width = int32(len(part))
			} else if last >= first && marks[last].Datagram == m.Datagram && quiet(src.s[begin+int(marks[last].end())-1:k]) {
				marks[last].Width = m.end() - marks[last].Column
				continue
			}
			marks = append(marks, m)
		}
	}
	return marks
}

func (m Mark) end() int32 { return m.Column + m.Width }

// quiet reports whether there are no words in a part of a line.
func quiet(part []byte) bool {
	return !slices.ContainsFunc(part, func(c byte) bool { return isWord(c) || c >= 0x80 })
}

func visible(c byte) bool { return c > ' ' && c != 0x7f }

// Text returns a paste as its lines and columns are counted: as UTF-8, without a byte order mark.
func Text(paste []byte) []byte { return newSource(paste).orig }
