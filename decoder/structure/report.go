package structure

import (
	"bytes"
	"slices"
)

// report makes the kinds.
func (e *engine) report() *Result {
	r := &Result{}
	e.echoes()
	for k := range e.groups {
		r.Kinds = append(r.Kinds, e.kind(k))
	}
	return r
}

// echoes notes of each kind which of its bytes other kinds repeat.
func (e *engine) echoes() {
	e.repeated = make([][]echoed, len(e.groups))
	of := make([]int, len(e.ps))
	for k := range e.groups {
		for _, i := range e.groups[k].packets {
			of[i] = k
		}
	}
	for k := range e.groups {
		g := &e.groups[k]
		at := 0
		for q := range g.shape {
			p := &g.shape[q]
			if p.rel.kind == repeats && p.rel.at >= 0 {
				seen := map[int]bool{}
				for _, i := range g.packets {
					if b := e.ps[i].prev; b > 0 && !seen[of[b-1]] {
						seen[of[b-1]] = true
						e.repeated[of[b-1]] = append(e.repeated[of[b-1]], echoed{p.rel.at, p.size, k, at})
					}
				}
			}
			if p.shape != fixed {
				at = -1
			} else if at >= 0 {
				at += p.size
			}
		}
	}
}

// echoed is a range that packets of another kind repeat.
type echoed struct{ at, size, kind, where int }

// A maker makes the findings of a kind.
type maker struct {
	e     *engine
	g     *group
	ps    []*packet
	parts []part
	spans [][]span // of each packet, as far as the parts fit
	out   []Finding
	rep   []echoed
	front []int // offset of each part from the front, -1 where it differs
	back  []int // and of its end from the back
}

func (e *engine) kind(k int) Kind {
	g := &e.groups[k]
	m := &maker{e: e, g: g, rep: e.repeated[k]}
	kind := Kind{Packets: g.packets, By: g.by, From: g.from}
	for _, i := range g.packets {
		m.ps = append(m.ps, &e.ps[i])
	}
	m.merge(g.shape)
	m.walk()
	m.refine()
	m.findings()
	kind.Findings = m.ranked()
	kind.layout = m.parts
	if e.opts.Kin != nil {
		for _, i := range thin(g.packets, 16) {
			if text := e.opts.Kin(e.ps[i].data); text != "" && !slices.Contains(kind.Kin, text) {
				kind.Kin = append(kind.Kin, text)
			}
		}
	}
	return kind
}

// merge joins bytes that nothing explains, except where one of them is the
// beginning or the end of what another kind repeats.
func (m *maker) merge(shape []part) {
	at := 0
	for _, p := range shape {
		n := len(m.parts)
		if p.rel.kind == same && at >= 0 {
			m.marks(p, at)
			at += p.size
			continue
		}
		if p.raw && n > 0 && m.parts[n-1].raw && !m.border(at) {
			m.parts[n-1].size += p.size
		} else {
			m.parts = append(m.parts, p)
		}
		if p.shape != fixed {
			at = -1
		} else if at >= 0 {
			at += p.size
		}
	}
}

// measured returns the length of the text that b begins with after a byte that is its length, 0
// for none. The text must be long enough not to be chance, and not go on.
func measured(b []byte) int {
	n := int(b[0])
	if n < 4 || n >= len(b) || textSave[b[0]] > -1 && b[0] >= ' ' {
		return 0
	}
	text := b[1 : n+1]
	if text[n-1] == 0 {
		text = text[:n-1]
	}
	if saves(text) < float64(len(text)) || n+1 < len(b) && plainKey(b[n+1:n+2]) {
		return 0
	}
	return n
}

// marks appends the constant p, divided where a byte in it tells kinds apart.
func (m *maker) marks(p part, at int) {
	constant := func(from, to int, t Type) {
		if from < to {
			q := p
			q.typ, q.size, q.rel.bytes = t, to-from, p.rel.bytes[from:to]
			q.evidence = p.evidence * float64(to-from) / float64(p.size)
			m.parts = append(m.parts, q)
		}
	}
	piece := func(from, to int, t Type) {
		for i := from; t == Constant && i < to; i++ { // texts after their lengths may be constant as well
			n := measured(p.rel.bytes[i:to])
			if n == 0 {
				continue
			}
			constant(from, i, Constant)
			q := part{typ: String, shape: prefixed, size: 1, unit: 1, text: true, save: p.save}
			q.still, q.evidence = n+1, 1.4*float64(n)
			if p.rel.bytes[i+n] == 0 {
				q.nul = 1
			}
			m.parts = append(m.parts, q)
			i += n
			from = i + 1
		}
		constant(from, to, t)
	}
	from := 0
	for k := range p.size {
		if slices.ContainsFunc(m.g.by, func(b Mark) bool { return b.Offset == at+k }) {
			piece(from, k, Constant)
			piece(k, k+1, Enum)
			from = k + 1
		}
	}
	piece(from, p.size, Constant)
}

func (m *maker) border(at int) bool {
	for _, r := range m.rep {
		if at >= 0 && (at == r.at || at == r.at+r.size) {
			return true
		}
	}
	return false
}

// walk finds the parts in all packets.
func (m *maker) walk() {
	m.spans = make([][]span, len(m.ps))
	all := make([]span, 0, len(m.ps)*len(m.parts))
	for i, p := range m.ps {
		from := len(all)
		all = walk(all, m.parts, p.data)
		m.spans[i] = all[from:len(all):len(all)]
	}
	m.front, m.back = make([]int, len(m.parts)), make([]int, len(m.parts))
	at := 0
	for k := range m.parts {
		m.front[k] = at
		if n := m.parts[k].bytes(); n < 0 {
			at = -1
		} else if at >= 0 {
			at += n
		}
	}
	at = 0
	for k := len(m.parts) - 1; k >= 0; k-- {
		m.back[k] = at
		if n := m.parts[k].bytes(); n < 0 {
			at = -1
		} else if at >= 0 {
			at += n
		}
	}
}

// span returns where part k is in packet i; ok is false where it does not fit.
func (m *maker) span(i, k int) (span, bool) {
	if k >= len(m.spans[i]) {
		return span{}, false
	}
	return m.spans[i][k], true
}

// bytes returns the bytes of part k, after its length or count, in all packets that have it.
func (m *maker) bytes(k int) (out [][]byte) {
	for i, p := range m.ps {
		if s, ok := m.span(i, k); ok {
			out = append(out, p.data[s.mid:s.to])
		}
	}
	return out
}

// value returns the number of part k in packet i.
func (m *maker) value(i, k int) (uint64, bool) {
	s, ok := m.span(i, k)
	q := &m.parts[k]
	if !ok || q.shape != fixed || q.size > 8 {
		return 0, false
	}
	return number(m.ps[i].data[s.from:s.to], q.size, q.order), true
}

// verify counts in how many packets a fixed part is what it was found to be in
// the sample, and widens what the sample may have shown too narrow.
func (m *maker) verify(k int, f *Finding) {
	p := &m.parts[k]
	r := &p.rel
	if p.raw || p.refers > 0 {
		return
	}
	holds := 0
	last := map[int32]int{}
	for i, q := range m.ps {
		s, ok := m.span(i, k)
		if !ok {
			continue
		}
		b := q.data[s.from:s.to]
		var v uint64
		if p.size <= 8 {
			v = number(b, p.size, p.order)
		}
		good := true
		switch r.kind {
		case same:
			good = bytes.Equal(b, r.bytes)
		case inRange:
			if x := signed(v, 8*p.size); p.neg {
				r.lo, r.hi = uint64(min(int64(r.lo), x)), uint64(max(int64(r.hi), x))
			} else {
				r.lo, r.hi = min(r.lo, v), max(r.hi, v)
			}
		case oneOf:
			if !slices.Contains(r.values, v) && len(r.values) < 256 {
				r.values = append(r.values, v)
			}
		case bitsOf:
			r.lo, r.hi = r.lo&v, r.hi|v
		case steps, rises:
			seq := r.seq
			g := q.group[seq]
			j, seen := last[g]
			last[g] = i
			if seq == 0 {
				break // the ranks in the kind are known in the sample alone
			}
			if !seen || r.kind == rises {
				break
			}
			pv, _ := m.value(j, k)
			mask := ^uint64(0) >> (64 - 8*p.size)
			good = (v-pv)&mask == uint64(r.step*int64(q.rank[seq]-m.ps[j].rank[seq]))&mask
		case repeats:
			if q.before == nil {
				break
			}
			at := r.at
			if at < 0 {
				at += len(q.before)
			}
			good = at >= 0 && at+p.size <= len(q.before) && bytes.Equal(q.before[at:at+p.size], b)
		case ofLength:
			n := len(q.data)
			if !r.whole {
				n -= int(s.to)
			}
			good = v < 1<<32 && int(v)*r.scale+r.add == n
		case endpoint:
			e := &q.src
			if r.dst {
				e = &q.dst
			}
			good = e.is(b, p.order)
		case checks:
			good = r.checks(q.data, int(s.from), p.size, p.order)
		}
		if good {
			holds++
		}
	}
	f.Holds = holds
	if r.kind == oneOf && len(r.values) > max(16, len(m.ps)/3) && f.Type == Enum {
		f.Type = Count
	}
}

// ranked returns the findings, the surest first, with what they refer to put right.
func (m *maker) ranked() []Finding {
	order := make([]int, len(m.out))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := m.out[a].Chance, m.out[b].Chance
		if ra, rb := m.out[a].Type == Random, m.out[b].Type == Random; ra != rb {
			if ra {
				return 1
			}
			return -1
		}
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	place := make([]int, len(order))
	for i, o := range order {
		place[o] = i
	}
	out := make([]Finding, len(order))
	for i, o := range order {
		out[i] = m.out[o]
		if out[i].After >= 0 {
			out[i].After = place[out[i].After]
		}
	}
	return out
}
