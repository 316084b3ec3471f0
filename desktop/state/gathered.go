package state

import (
	"cmp"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A gathered exchange is all packets of one, decoded and put together: what is
// said about any of them is said knowing the others.
type gathered struct {
	exchange  int
	datagrams []Datagram // in the order of their numbers
	messages  []*decoder.Message
	status    *decoder.Status
}

// together returns the datagrams of x in order, fragments joined, as far as they
// may be shown together; left says how many packets are left out.
func (c *Capture) together(x *report.Exchange) (list []Datagram, left int) {
	if x == nil {
		return nil, 0
	}
	all, size := x.Packets(), 0
	for k, n := range all {
		d, err := c.whole(int(n) - 1)
		if err != nil {
			continue
		}
		if size += len(d.Data); size > gatheredMost {
			return list, len(all) - k
		}
		list = append(list, d)
	}
	return list, 0
}

// gather returns the exchange of packet i, nil when it belongs to none.
func (c *Capture) gather(i int) *gathered {
	x := c.found.ExchangeOf(i)
	if x < 0 {
		return nil
	}
	if g := c.latest.Load(); g != nil && g.exchange == x {
		return g
	}
	g := &gathered{exchange: x}
	g.datagrams, _ = c.together(c.found.Exchange(x))
	for i := range g.datagrams {
		g.messages = append(g.messages, g.datagrams[i].Decode())
	}
	g.messages, g.status = decoder.OfOneServer(g.messages)
	c.latest.Store(g)
	return g
}

// place returns where packet i is in the exchange, -1 when it is not.
func (g *gathered) place(i int) int {
	k, ok := slices.BinarySearchFunc(g.datagrams, int64(i)+1, func(d Datagram, n int64) int {
		return cmp.Compare(d.Number, n)
	})
	if !ok {
		return -1
	}
	return k
}

// message returns packet i, nil when it is not there as the capture has it.
func (g *gathered) message(i int) *decoder.Message {
	if k := g.place(i); k >= 0 && g.datagrams[k].Parts == 0 {
		return g.messages[k]
	}
	return nil
}

// fragmentsWithin is how many packets back the fragments of a datagram are looked for.
const fragmentsWithin = 2048

// gatheredMost bounds the bytes of an exchange that are decoded together: a packet may have 256 KiB.
const gatheredMost = 4 << 20

// fragmentMost is more than a fragment of an IP datagram can have with what is around it, in bytes.
const fragmentMost = 128 << 10

// whole returns packet i, and when it is the last fragment of a datagram that datagram, put together.
func (c *Capture) whole(i int) (Datagram, error) {
	d, err := c.datagram(i)
	if err != nil || !fragment(&d) {
		return d, err
	}
	join := flow.NewDefragmenter(flow.DefragOptions{})
	for k := max(0, i-fragmentsWithin); k <= i; k++ {
		if r, ok := c.found.Row(k); !ok || r.Length > fragmentMost {
			continue
		}
		part, err := c.datagram(k)
		if err != nil || !fragment(&part) {
			continue
		}
		p := capture.Packet{Number: part.Number, Time: part.Time.UnixNano(), HasTime: true, Data: part.Data,
			OrigLen: part.Length, Link: part.Link}
		w := join.Add(&p, &part.Decode().Frame)
		if k == i && w != nil {
			d.Link, d.Data, d.Length = wire.LinkRawIP, slices.Clone(w.Packet), len(w.Packet)
			d.Parts = len(w.Numbers)
		}
	}
	return d, nil
}

// fragment reports whether d is a part of a datagram.
func fragment(d *Datagram) bool {
	f := &d.Decode().Frame
	return f.FragMore || f.FragOffset > 0
}
