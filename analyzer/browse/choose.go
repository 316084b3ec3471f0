package browse

import (
	"context"
	"io"
	"slices"

	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// choose reads and decodes again only packets of which more is asked than the index has.
func (v *View) choose(t *task) {
	c := v.c
	m := v.filter.Matcher(context.Background())
	w := window{src: c.bytes}
	d := &decoder.Decoder{}
	var e entry
	var n int
	decode := func() *decoder.Message {
		data := w.bytes(e.at, int(e.kept))
		if data == nil || e.link == decoder.LinkNone {
			return nil
		}
		d.Options = decoder.Options{Link: e.link, Layouts: c.Layouts()}
		return d.Decode(data)
	}
	exchange := func() *report.Exchange {
		c.mu.Lock()
		defer c.mu.Unlock()
		if i := c.whole.exchanges.exchangeOf(n, c.index.read); i >= 0 {
			return c.whole.exchanges.get(i)
		}
		return nil
	}
	for n = range c.index.ready {
		if n%64 == 0 {
			c.read.Store(c.size * int64(n) / int64(c.index.ready))
			if !t.rest() {
				return
			}
		}
		c.mu.Lock()
		e = *c.index.entry(n)
		h := c.index.header(n, &e)
		c.mu.Unlock()
		if m.Row(&h, decode, exchange) {
			v.list = append(v.list, uint32(n))
		}
	}
	c.read.Store(c.size)
}

func (x *index) header(n int, e *entry) filter.Header {
	k := &x.kinds[e.kind]
	return filter.Header{
		Protocol: k.protocol, Direction: k.direction, Message: k.name, Transport: transports[e.transport&3],
		Size: int64(e.size), Number: int64(n) + 1,
		Src: x.hosts.addr(e.src, e.from), Dst: x.hosts.addr(e.dst, e.to), Time: e.time, HasTime: e.flags&flagTime != 0,
		Worst: int(e.flags & flagWorst),
	}
}

// keep returns what the filter says of a packet, or, where it asks for exchanges, what is in the list.
func (v *View) keep(ctx context.Context) func(*decoder.Message, *record.Packet) bool {
	if v.filter.About()&filter.Packets != 0 {
		return v.filter.Matcher(ctx).Match
	}
	return func(_ *decoder.Message, p *record.Packet) bool {
		_, yes := slices.BinarySearch(v.list, uint32(p.Number-1))
		return yes
	}
}

// A window reads a file in large blocks.
type window struct {
	src io.ReaderAt
	at  int64
	b   []byte
}

// bytes returns nil when they cannot be read. They hold until the next call.
func (w *window) bytes(at int64, n int) []byte {
	if at < w.at || at+int64(n) > w.at+int64(len(w.b)) {
		w.b = slices.Grow(w.b[:0], max(blockSize, n))[:max(blockSize, n)]
		got, _ := w.src.ReadAt(w.b, at)
		w.at, w.b = at, w.b[:got]
	}
	if from := int(at - w.at); from+n <= len(w.b) {
		return w.b[from : from+n : from+n]
	}
	return nil
}
