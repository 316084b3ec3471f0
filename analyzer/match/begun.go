package match

import "math"

// begun is the exchanges that are not over: what begins earlier is handed out earlier.
type begun struct {
	base int64 // how many were removed
	list []beginning
}

type beginning struct {
	id, at int64 // number of the packet, and the greatest time of the capture by then
	over   bool
}

// Others do not wait for an exchange that is longer than patience, nor when more than maxBegun began after it.
const (
	patience = 15_000_000_000 // nanoseconds
	maxBegun = 1 << 17
)

func (b *begun) add(id, at int64) int64 {
	if len(b.list) >= maxBegun {
		b.drop(1)
	}
	b.list = append(b.list, beginning{id: id, at: at})
	return b.base + int64(len(b.list)) - 1
}

func (b *begun) end(place int64) {
	if i := place - b.base; i >= 0 {
		b.list[i].over = true
	}
}

// first returns the packet that began the first exchange of those that others wait for.
func (b *begun) first(now int64) int64 {
	n := 0
	for n < len(b.list) && (b.list[n].over || now-b.list[n].at > patience) {
		n++
	}
	if b.drop(n); len(b.list) == 0 {
		return math.MaxInt64
	}
	return b.list[0].id
}

func (b *begun) drop(n int) {
	b.base += int64(n)
	b.list = b.list[n:]
}
