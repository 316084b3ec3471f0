package flow

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/decoder/wire"
)

// DefragOptions bound a [Defragmenter]. The zero value of each is the default.
type DefragOptions struct {
	Memory  int   // bytes of fragments held at once; 8 MiB
	Timeout int64 // nanoseconds that a packet waits for its fragments; 30 s, as hosts do
	// Lost is called for a packet that is abandoned. May be nil.
	Lost func(*Incomplete)
}

// A Whole is a reassembled packet.
type Whole struct {
	Packet  []byte  // from its IP header on, as if it had never been fragmented; valid until the next Add
	First   int64   // time of the first fragment, ns
	Time    int64   // time of the fragment that completed it, ns
	Numbers []int64 // numbers of its packets in the capture, in the order of arrival
	Overlap bool    // fragments disagreed about some bytes; the first to arrive counts
}

// An Incomplete is a packet of which fragments are missing.
type Incomplete struct {
	Src, Dst netip.Addr
	Proto    uint8
	ID       uint32
	First    int64   // time of the first fragment, ns
	Numbers  []int64 // numbers of its packets in the capture
	Have     int     // bytes received
	Want     int     // bytes of the whole, 0 when the last fragment is missing
	Evicted  bool    // evicted for memory, not timed out
}

// DefragStats count what a [Defragmenter] saw.
type DefragStats struct {
	Fragments int64 // taken
	Whole     int64 // packets reassembled
	Expired   int64 // packets abandoned after the timeout, or at the end
	Evicted   int64 // packets evicted for memory
	Repeated  int64 // fragments without new bytes
	Overlaps  int64 // packets whose fragments disagreed
	// invalid fragments: beyond the longest packet, of a length that is no multiple of 8, cut in the capture
	Bad int64
}

// A Defragmenter reassembles IPv4 and IPv6 fragments.
type Defragmenter struct {
	opts   DefragOptions
	open   map[fragKey]*assembly
	queue  []*assembly // by the time of their first fragment; done ones are nil
	passed int         // entries removed before the start of queue
	held   int
	stats  DefragStats
	whole  Whole
}

type fragKey struct {
	src, dst netip.Addr
	id       uint32
	proto    uint8 // 0 in IPv6, where the identification is for all
}

type assembly struct {
	key     fragKey
	proto   uint8
	header  []byte // IP headers of the first fragment, without the fragment header
	proto6  int    // IPv6: place in header of the number of the next header
	parts   []fragment
	numbers []int64
	have    int // bytes in parts
	want    int // length of the whole, -1 unknown
	first   int64
	overlap bool
	place   int // in the queue, counted from the first there ever was
}

// The runs of bytes of an assembly are in order and disjoint.
type fragment struct {
	at   int
	data []byte
}

const (
	assemblyCost = 320
	fragmentCost = 64
)

// NewDefragmenter returns a Defragmenter.
func NewDefragmenter(opts DefragOptions) *Defragmenter {
	opts.Memory = cmp.Or(opts.Memory, 8<<20)
	opts.Timeout = cmp.Or(opts.Timeout, 30e9)
	return &Defragmenter{opts: opts, open: map[fragKey]*assembly{}}
}

// Stats returns the counts so far.
func (d *Defragmenter) Stats() DefragStats { return d.stats }

// Add takes the packet p, a fragment as its frame f says. It returns the whole
// packet when that was the last fragment missing, else nil.
func (d *Defragmenter) Add(p *capture.Packet, f *wire.Frame) *Whole {
	d.expire(p.Time)
	d.stats.Fragments++
	h, ok := ipFragment(p.Data, f)
	at, end := int(f.FragOffset), int(f.FragOffset)+len(h.data)
	if !ok || len(h.data) == 0 || f.FragMore && len(h.data)%8 != 0 || end > 65535 {
		d.stats.Bad++
		return nil
	}
	key := fragKey{f.Src, f.Dst, f.FragID, f.IPProto}
	if f.IPVersion == 6 {
		key.proto = 0
	}
	a := d.open[key]
	if a == nil {
		a = &assembly{key: key, proto: f.IPProto, want: -1, first: p.Time, place: d.passed + len(d.queue)}
		d.open[key] = a
		d.queue = append(d.queue, a)
		d.held += assemblyCost
	}
	if len(a.numbers) < 65536 {
		a.numbers = append(a.numbers, p.Number)
		d.held += 8
	}
	if !f.FragMore {
		if a.want >= 0 && a.want != end || a.highest() > end {
			a.overlap = true // two ends: the first to arrive counts
		} else {
			a.want = end
		}
	}
	if a.want >= 0 && end > a.want {
		end = max(at, a.want)
		h.data = h.data[:end-at]
		a.overlap = true
	}
	if at == 0 && a.header == nil {
		a.header = slices.Clone(h.header)
		a.proto6 = h.proto6
		d.held += len(a.header)
	}
	before := a.have
	d.held += a.insert(at, h.data) * fragmentCost
	d.held += a.have - before
	if a.have == before {
		d.stats.Repeated++
	}
	if a.want >= 0 && a.have == a.want && a.header != nil {
		d.remove(a)
		return d.finish(a, p.Time)
	}
	for d.held > d.opts.Memory && len(d.open) > 0 {
		d.giveUp(d.oldest(), true)
	}
	return nil
}

func (a *assembly) highest() int {
	if len(a.parts) == 0 {
		return 0
	}
	f := &a.parts[len(a.parts)-1]
	return f.at + len(f.data)
}

// insert adds copies of the bytes that are not there yet, and returns the number of runs that it added.
func (a *assembly) insert(at int, data []byte) (runs int) {
	i, _ := slices.BinarySearchFunc(a.parts, at, func(f fragment, at int) int {
		return f.at + len(f.data) - 1 - at // the first run that ends after at
	})
	for len(data) > 0 {
		n := len(data)
		if i < len(a.parts) {
			f := &a.parts[i]
			if f.at <= at {
				covered := min(f.at+len(f.data)-at, n)
				if string(f.data[at-f.at:at-f.at+covered]) != string(data[:covered]) {
					a.overlap = true
				}
				at, data = at+covered, data[covered:]
				i++
				continue
			}
			n = min(n, f.at-at)
		}
		a.parts = slices.Insert(a.parts, i, fragment{at, slices.Clone(data[:n])})
		a.have += n
		runs++
		i++
		at, data = at+n, data[n:]
	}
	return runs
}

func (d *Defragmenter) finish(a *assembly, now int64) *Whole {
	w := &d.whole
	b := append(w.Packet[:0], a.header...)
	for _, f := range a.parts {
		b = append(b, f.data...)
	}
	be := binary.BigEndian
	if b[0]>>4 == 4 {
		if len(b) > 65535 {
			d.stats.Bad++
			return nil
		}
		be.PutUint16(b[2:], uint16(len(b)))
		be.PutUint16(b[6:], 0)
		be.PutUint16(b[10:], 0)
		be.PutUint16(b[10:], ^checksum(b[:len(a.header)]))
	} else {
		if len(b)-40 > 65535 {
			d.stats.Bad++
			return nil
		}
		be.PutUint16(b[4:], uint16(len(b)-40))
		b[a.proto6] = a.proto
	}
	d.stats.Whole++
	if a.overlap {
		d.stats.Overlaps++
	}
	*w = Whole{Packet: b, First: a.first, Time: now, Numbers: a.numbers, Overlap: a.overlap}
	return w
}

func checksum(b []byte) uint16 {
	var n uint32
	for ; len(b) >= 2; b = b[2:] {
		n += uint32(b[0])<<8 | uint32(b[1])
	}
	for n>>16 != 0 {
		n = n>>16 + n&0xffff
	}
	return uint16(n)
}

func (d *Defragmenter) remove(a *assembly) {
	delete(d.open, a.key)
	d.held -= assemblyCost + len(a.header) + a.have + len(a.parts)*fragmentCost + len(a.numbers)*8
	d.queue[a.place-d.passed] = nil
	switch {
	case len(d.open) == 0:
		d.queue = d.queue[:0]
	case len(d.queue) > 64 && len(d.queue) > 4*len(d.open):
		d.queue = slices.DeleteFunc(d.queue, func(b *assembly) bool { return b == nil })
		for i, b := range d.queue {
			b.place = d.passed + i
		}
	}
}

func (d *Defragmenter) oldest() *assembly {
	for d.queue[0] == nil {
		d.queue = d.queue[1:]
		d.passed++
	}
	return d.queue[0]
}

func (d *Defragmenter) giveUp(a *assembly, evicted bool) {
	d.remove(a)
	if evicted {
		d.stats.Evicted++
	} else {
		d.stats.Expired++
	}
	if d.opts.Lost != nil {
		d.opts.Lost(&Incomplete{a.key.src, a.key.dst, a.proto, a.key.id, a.first, a.numbers, a.have, max(0, a.want), evicted})
	}
}

func (d *Defragmenter) expire(now int64) {
	for len(d.open) > 0 {
		a := d.oldest()
		if now-a.first <= d.opts.Timeout {
			return
		}
		d.giveUp(a, false)
	}
}

// Flush abandons all that still waits: the capture has ended.
func (d *Defragmenter) Flush() {
	for len(d.open) > 0 {
		d.giveUp(d.oldest(), false)
	}
}
