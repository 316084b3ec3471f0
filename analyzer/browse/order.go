package browse

import (
	"cmp"
	"fragscope/decoder"
	"slices"
)

// keyOf says what a packet is sorted by. ok is false for one that has none of it.
type keyOf func(e *entry) (key uint64, ok bool)

// packetKey returns nil for an unknown column.
func packetKey(x *index, column string) keyOf {
	switch column {
	case "time":
		const sign = 1 << 63 // what was before 1970 comes first
		return func(e *entry) (uint64, bool) { return uint64(e.time) ^ sign, e.flags&flagTime != 0 }
	case "source", "destination":
		hosts := x.hosts.ranks()
		return func(e *entry) (uint64, bool) {
			host, port := e.src, e.from
			if column == "destination" {
				host, port = e.dst, e.to
			}
			if host == 0 {
				return 0, false
			}
			return uint64(hosts[host])<<16 | uint64(port), true
		}
	case "protocol":
		names := x.kindTexts(func(k *kind) string { return k.protocol.String() })
		return func(e *entry) (uint64, bool) { return names[e.kind], x.kinds[e.kind].protocol != decoder.Unknown }
	case "message":
		names := x.kindTexts(func(k *kind) string { return k.name })
		return func(e *entry) (uint64, bool) { return names[e.kind], true }
	case "length":
		return func(e *entry) (uint64, bool) { return uint64(e.size), true }
	case "problem":
		return func(e *entry) (uint64, bool) { return uint64(e.flags & flagWorst), e.flags&flagWorst != 0 }
	}
	return nil
}

// kindTexts returns for each kind the rank of its text.
func (x *index) kindTexts(text func(*kind) string) []uint64 {
	all := make([]string, len(x.kinds))
	for i := range x.kinds {
		all[i] = text(&x.kinds[i])
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(all)))
	out := make([]uint64, len(all))
	for i := range all {
		at, _ := slices.BinarySearch(sorted, all[i])
		out[i] = uint64(at)
	}
	return out
}

// places returns nil for the order of the file. Packets with nothing in the column come last.
func (v *View) places(column string, down bool) []uint32 {
	if column == "" && !down {
		return nil
	}
	return v.order.packets.get(ListQuery{Sort: column, Down: down}, v.len(), func() []uint32 {
		return v.keys(column, down).sorted(func(at uint32) uint32 { return at })
	})
}

// A keyed packet is what it is sorted by, and where in the file it is.
type keyed struct {
	key uint64
	at  uint32
}

// keys are packets to be sorted, and those that come last as they are.
type keys struct {
	with    []keyed
	without []uint32
}

func (v *View) keys(column string, down bool) *keys {
	x, n := &v.c.index, v.len()
	key := packetKey(x, column)
	all := &keys{with: make([]keyed, 0, n)}
	for i := range n {
		k := keyed{uint64(i), uint32(v.at(i))}
		ok := true
		if key != nil {
			k.key, ok = key(x.entry(int(k.at)))
		}
		if !ok {
			all.without = append(all.without, k.at)
			continue
		}
		if down {
			k.key = ^k.key
		}
		all.with = append(all.with, k)
	}
	return all
}

func (k *keys) sorted(number func(at uint32) uint32) []uint32 {
	slices.SortFunc(k.with, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
	out := make([]uint32, 0, len(k.with)+len(k.without))
	for _, e := range k.with {
		out = append(out, number(e.at))
	}
	for _, at := range k.without {
		out = append(out, number(at))
	}
	return out
}

// PacketOrder returns the rows of the list, as [View.Row] counts them, in the
// order that [View.Packets] has them in. Others can use v while they are sorted.
func (v *View) PacketOrder(column string, down bool) []uint32 {
	v.c.mu.Lock()
	all := v.keys(column, down)
	v.c.mu.Unlock()
	return all.sorted(func(at uint32) uint32 {
		if v.list == nil {
			return at
		}
		row, _ := slices.BinarySearch(v.list, at)
		return uint32(row)
	})
}

// Packets returns a part of the list of packets. It is sorted by "time",
// "source", "destination", "protocol", "message", "length" or "problem"; it is in
// the order of the file for any other name.
func (v *View) Packets(q ListQuery) List[Row] {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	order := v.places(q.Sort, q.Down)
	from, to := part(q.From, q.Count, v.len())
	list := List[Row]{v.len(), make([]Row, 0, to-from)}
	for i := from; i < to; i++ {
		n := v.at(i)
		if order != nil {
			n = int(order[i])
		}
		list.Rows = append(list.Rows, v.row(n))
	}
	return list
}

// FindSorted returns where the packet at n of the file is in the list that
// [View.Packets] returns parts of; -1 when the filter leaves it out.
func (v *View) FindSorted(n int, column string, down bool) int {
	v.c.mu.Lock()
	order := v.places(column, down)
	v.c.mu.Unlock()
	if order == nil {
		return v.Find(n)
	}
	if n < 0 {
		return -1
	}
	return slices.Index(order, uint32(n))
}
