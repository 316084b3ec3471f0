package structure

import (
	"slices"

	"fragscope/decoder/wire"
)

// An engine holds what one call of Analyze knows.
type engine struct {
	opts     Options
	in       []Datagram
	ps       []packet
	dir      []wire.Direction
	groups   []group
	hints    []hint
	prefer   Order
	inner    bool
	same     []int8 // of each offset: 1 where all packets have the same byte, -1 where not
	search   search
	repeated [][]echoed
	kinds    []int           // of each packet
	fields   map[[3]int]bool // numbers that were found: kind, offset, size
}

// A hint is a part that another kind has at the same place.
type hint struct {
	at, size int
	order    Order
	typ      Type
	rel      relation
}

// Analyze finds out what the datagrams are made of.
func Analyze(in []Datagram, opts Options) *Result {
	e := &engine{opts: opts, in: in}
	e.prepare()
	e.groups = e.split()
	e.pair()
	for k := range e.groups {
		e.groups[k].shape, _ = e.lay(e.groups[k].packets, false)
	}
	e.learn()
	for k := range e.groups {
		e.groups[k].shape, _ = e.lay(e.groups[k].packets, true)
		e.note(k)
	}
	e.tell()
	return e.report()
}

// tell finds the byte that tells kinds apart which were divided by who sent them, or by different bytes.
func (e *engine) tell() {
next:
	for at := 0; at < splitHead && len(e.groups) > 1; at++ {
		var seen [256]bool
		marks := make([]Mark, len(e.groups))
		for k := range e.groups {
			for n, i := range e.groups[k].packets {
				d := e.ps[i].data
				if at >= len(d) || n > 0 && d[at] != marks[k].Value {
					continue next
				}
				marks[k] = Mark{at, d[at]}
			}
			if seen[marks[k].Value] {
				continue next
			}
			seen[marks[k].Value] = true
		}
		for k := range e.groups {
			by := &e.groups[k].by
			*by = append([]Mark{marks[k]}, slices.DeleteFunc(*by, func(m Mark) bool { return m == marks[k] })...)
		}
		return
	}
}

// prepare makes the packets.
func (e *engine) prepare() {
	e.ps, e.dir = make([]packet, len(e.in)), make([]wire.Direction, len(e.in))
	flows := false
	last := map[[2]int]int{} // by flow and direction
	ranks := map[[3]int]int32{}
	names := map[[2]int]int32{}
	rank := func(p *packet, q int, a, b int) {
		key := [2]int{q, a<<2 | b}
		g, ok := names[key]
		if !ok {
			g = int32(ranks[[3]int{q, -1, 0}])
			ranks[[3]int{q, -1, 0}]++
			names[key] = g
		}
		p.group[q] = g
		r := [3]int{q, a, b}
		p.rank[q] = ranks[r]
		ranks[r]++
	}
	for i := range e.in {
		if e.in[i].Flow != e.in[0].Flow {
			flows = true
		}
	}
	for i := range e.in {
		d := &e.in[i]
		p := &e.ps[i]
		*p = packet{data: d.Data, index: i, time: d.Time, src: d.Src, dst: d.Dst}
		e.dir[i] = d.Direction
		switch other := wire.Request + wire.Reply - d.Direction; {
		case d.Request > 0 && d.Request <= len(e.in) && d.Request-1 != i:
			p.before, p.prev = e.in[d.Request-1].Data, d.Request
			e.ps[d.Request-1].after = d.Data
		case d.Direction != wire.DirectionUnknown:
			if k, ok := last[[2]int{d.Flow, int(other)}]; ok {
				p.before, p.prev = e.in[k].Data, k+1
				if e.ps[k].after == nil {
					e.ps[k].after = d.Data
				}
			}
		}
		last[[2]int{d.Flow, int(d.Direction)}] = i
		rank(p, 1, 0, int(d.Direction))
		rank(p, 2, 0, 0)
		if d.Direction == wire.DirectionUnknown {
			p.group[1] = -1
		}
		p.group[3], p.group[4] = -1, -1
		if flows {
			rank(p, 3, d.Flow, int(d.Direction))
			rank(p, 4, d.Flow, 0)
		}
	}
}

// pair gives the packets whose direction is unknown the packet before them of
// another kind.
func (e *engine) pair() {
	kind := make([]int, len(e.ps))
	e.kinds, e.fields = kind, map[[3]int]bool{}
	for k := range e.groups {
		for _, i := range e.groups[k].packets {
			kind[i] = k
		}
	}
	last := map[int]int{} // by flow: the last packet
	prev := map[int]int{} // and the last before it that was of another kind
	for i := range e.ps {
		f := e.in[i].Flow
		if k, ok := last[f]; ok {
			if kind[k] != kind[i] {
				prev[f] = k
			}
			if p := &e.ps[i]; p.before == nil && e.dir[i] == wire.DirectionUnknown {
				if k, ok := prev[f]; ok && kind[k] != kind[i] {
					p.before, p.prev = e.ps[k].data, k+1
					if e.ps[k].after == nil {
						e.ps[k].after = p.data
					}
				}
			}
		}
		last[f] = i
	}
}

// lay finds the best layout of some packets.
func (e *engine) lay(list []int, deep bool) ([]part, float64) {
	few := thin(list, sampleSize)
	ps := make([]packet, len(few))
	member := map[int]bool{}
	for _, i := range list {
		member[i] = true
	}
	for k, i := range few {
		ps[k] = e.ps[i]
		p := &ps[k]
		if p.before == nil && e.dir[i] == wire.DirectionUnknown && i > 0 && !member[i-1] && e.in[i].Flow == e.in[i-1].Flow {
			p.before = e.ps[i-1].data
		}
		rank, _ := slices.BinarySearch(list, i)
		p.group[0], p.rank[0] = 0, int32(rank)
	}
	if len(ps) < 2 {
		return nil, 0
	}
	s := &e.search
	s.e, s.hints, s.prefer, s.deep, s.budget, s.packs = e, e.hints, e.prefer, deep, checksumWork, nil
	s.work, s.listWork = textWork, listWork
	return s.run(ps)
}

// everywhere reports whether the packets of all kinds have the same byte at
// offset at: 1 for yes, -1 for no, 0 if there is only one kind.
func (e *engine) everywhere(at int) int8 {
	if len(e.groups) < 2 || at >= splitCols {
		return 0
	}
	if e.same == nil {
		e.same = make([]int8, splitCols)
		for k := range e.same {
			e.same[k] = 1
			seen := -1
			for g := range e.groups {
				d := e.ps[e.groups[g].packets[0]].data
				if k >= len(d) || seen >= 0 && int(d[k]) != seen {
					e.same[k] = -1
					break
				}
				seen = int(d[k])
			}
		}
	}
	return e.same[at]
}

// splits reports whether the byte at offset at tells kinds apart.
func (e *engine) splits(at int) bool {
	for k := range e.groups {
		for _, m := range e.groups[k].by {
			if m.Offset == at {
				return true
			}
		}
	}
	return false
}

// hinted returns the hint that col may be of type t.
func (s *search) hinted(col *column, t Type) *hint {
	if col.c != s.chains[0] {
		return nil
	}
	for k := range s.hints {
		h := &s.hints[k]
		if h.at == col.at && h.size == col.size && h.order == col.order && h.typ == t {
			return h
		}
	}
	return nil
}

// note notes where the numbers in the front of kind k are, which others may repeat.
func (e *engine) note(k int) {
	at := 0
	for _, p := range e.groups[k].shape {
		if p.shape != fixed {
			break
		}
		if p.order != NoOrder {
			e.fields[[3]int{k, at, p.size}] = true
		}
		at += p.size
	}
}

// learn makes hints for the second search of what the first has found: the byte
// order of most numbers, and lengths, which in kinds whose packets have all the
// same length cannot be told from constants.
func (e *engine) learn() {
	var weight [3]float64
	for k := range e.groups {
		at := 0
		for _, p := range e.groups[k].shape {
			if p.order != NoOrder && p.shape != prefixed || p.shape == prefixed && p.size > 1 {
				weight[p.order] += min(p.save, 200)
			}
			if at >= 0 && p.shape == fixed && p.rel.kind == ofLength && p.rel.scale == 1 && p.evidence > 16 {
				e.hints = append(e.hints, hint{at, p.size, p.order, p.typ, p.rel})
			}
			if p.shape != fixed {
				at = -1
			} else if at >= 0 {
				at += p.size
			}
		}
		e.note(k)
	}
	switch le, be := weight[LittleEndian], weight[BigEndian]; {
	case le > 1.5*be+20:
		e.prefer = LittleEndian
	case be > 1.5*le+20:
		e.prefer = BigEndian
	}
}
