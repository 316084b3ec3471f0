package structure

import (
	"bytes"
	"cmp"
	"slices"
)

// A span is the range of a part in a packet; in it is where what follows a
// length or a count begins.
type span struct{ from, mid, to int32 }

// bytes returns the bytes of the part if it has the same number in all packets, or -1.
func (q *part) bytes() int {
	switch {
	case q.shape == fixed:
		return q.size
	case q.still > 0:
		return q.still
	}
	return -1
}

// end returns where the part that begins at pos ends in p, and where what
// follows its length or count begins; -1 where the part does not fit.
func (q *part) end(p []byte, pos int) (mid, end int) {
	left := len(p) - pos
	switch q.shape {
	case fixed:
		if q.size > left {
			return pos, -1
		}
		return pos, pos + q.size
	case compact:
		if _, n := varint(p[pos:]); n > 0 {
			return pos, pos + n
		}
	case prefixed:
		v, n := prefix(p[pos:], q.size, q.order)
		if n == 0 || v > uint64(left) {
			break
		}
		if m := int(v)*q.unit + q.add; m >= 0 && m <= left-n {
			return pos + n, pos + n + m
		}
	case terminated:
		b := p[pos:]
		if n := bytes.IndexByte(b[:min(len(b), maxText)], q.term); n >= 0 {
			return pos, pos + n + 1
		}
	case referred:
		if q.from+q.size > len(p) {
			break
		}
		if v := number(p[q.from:q.from+q.size], q.size, q.order); v <= uint64(left) {
			return pos, pos + int(v)
		}
	case rest:
		if left >= q.tail {
			return pos, len(p) - q.tail
		}
	case records:
		if left < q.tail {
			break
		}
		var r runner
		if q.list.size > 0 {
			if n := left - q.tail; n%q.list.size == 0 {
				return pos, pos + n
			}
			break
		}
		return pos, r.read(&q.list, p, pos, -1, len(p)-q.tail)
	case ended:
		var r runner
		return pos, r.read(&q.list, p, pos, maxRecords, len(p))
	case listed:
		v, n := prefix(p[pos:], q.size, q.order)
		if n == 0 || v > uint64(left) {
			break
		}
		var r runner
		return pos + n, r.read(&q.list, p, pos+n, int(v), len(p))
	}
	return pos, -1
}

// walk appends the ranges of the parts in p, as far as they fit.
func walk(dst []span, parts []part, p []byte) []span {
	pos := 0
	for k := range parts {
		mid, end := parts[k].end(p, pos)
		if end < 0 {
			return dst
		}
		dst = append(dst, span{int32(pos), int32(mid), int32(end)})
		pos = end
	}
	return dst
}

// count returns how many records the list in p[from:to] has.
func (q *part) count(p []byte, from, to int) int {
	if q.list.size > 0 {
		return (to - from) / q.list.size
	}
	var r runner
	if q.shape == records && r.read(&q.list, p, from, -1, to) < 0 {
		return 0
	}
	if q.shape == ended {
		r.read(&q.list, p, from, maxRecords, to)
	}
	if q.shape == listed {
		v, _ := prefix(p[from:], q.size, q.order)
		return int(v)
	}
	return r.records
}

// A Span is a range of a packet.
type Span struct {
	Offset, Length int
	Finding        int // what says what it is, by its index in [Kind.Findings]; -1 for none
}

// Spans divides p, a packet of k, as the layout of k does. The ranges cover p;
// where the layout does not fit, the rest is one range without a finding.
func (k *Kind) Spans(p []byte) []Span {
	var out []Span
	end := 0
	for part, s := range walk(nil, k.layout, p) {
		first, second := -1, -1 // a length or count, and what follows it, are one part
		for j := range k.Findings {
			if f := &k.Findings[j]; f.Part == part {
				if first < 0 || f.Skip < k.Findings[first].Skip {
					first, second = j, first
				} else {
					second = j
				}
			}
		}
		if s.mid > s.from {
			out = append(out, Span{int(s.from), int(s.mid - s.from), first})
			first = second
		}
		if s.to > s.mid {
			out = append(out, Span{int(s.mid), int(s.to - s.mid), first})
		}
		end = int(s.to)
	}
	if end < len(p) {
		out = append(out, Span{end, len(p) - end, -1})
	}
	return out
}

// InOrder returns the findings of k by their indices, from the front.
func (k *Kind) InOrder() []int {
	list := make([]int, len(k.Findings))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := &k.Findings[a], &k.Findings[b]
		return cmp.Or(x.Part-y.Part, x.Skip-y.Skip)
	})
	return list
}
