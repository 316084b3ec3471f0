package browse

import (
	"cmp"
	"fragscope/decoder"
	"slices"
	"strings"
)

// keyOf says what a packet is sorted by. ok is false for one that has none of it.
type keyOf func(e *entry) (key uint64, ok bool)

// packetKey returns nil for an unknown column.
func packetKey(x *index, column string) keyOf {
	switch column {
	case "time":
		return func(e *entry) (uint64, bool) { return uint64(e.time) ^ signBit, e.flags&flagTime != 0 }
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
			return hosts[host]<<16 | uint64(port), true
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

// signBit turned round in signed numbers, such as times before 1970, has them sorted as unsigned ones.
const signBit = 1 << 63

// kindTexts returns for each kind the rank of its text.
func (x *index) kindTexts(text func(*kind) string) []uint64 {
	all := make([]string, len(x.kinds))
	for i := range x.kinds {
		all[i] = text(&x.kinds[i])
	}
	return ranks(all, strings.Compare)
}

// ranks returns where each of a list is when it is sorted; those that are equal are at one place.
func ranks[T any](list []T, compare func(a, b T) int) []uint64 {
	sorted := slices.CompactFunc(slices.SortedFunc(slices.Values(list), compare),
		func(a, b T) bool { return compare(a, b) == 0 })
	out := make([]uint64, len(list))
	for i := range list {
		at, _ := slices.BinarySearchFunc(sorted, list[i], compare)
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

// A keyed packet or exchange is what it is sorted by, and where it is in the file or among all.
type keyed struct {
	key uint64
	at  uint32
}

// keys are packets or exchanges to be sorted, and those that come last as they are.
type keys struct {
	with    []keyed
	without []uint32
}

func (v *View) keys(column string, down bool) *keys {
	x, n := &v.c.index, v.len()
	key := packetKey(x, column)
	all := &keys{with: make([]keyed, 0, n)}
	for i := range n {
		k, at, ok := uint64(i), v.at(i), true
		if key != nil {
			k, ok = key(x.entry(at))
		}
		if ok {
			all.add(k, uint32(at), down)
		} else {
			all.without = append(all.without, uint32(at))
		}
	}
	return all
}

func (k *keys) add(key uint64, at uint32, down bool) {
	if down {
		key = ^key
	}
	k.with = append(k.with, keyed{key, at})
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
