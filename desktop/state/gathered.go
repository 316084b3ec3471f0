package state

import (
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/decoder"
)

// A gathered exchange is all packets of one, decoded and put together: what is
// said about any of them is said knowing the others.
type gathered struct {
	exchange int
	packets  []int // their places in the capture, in order
	messages []*decoder.Message
	split    []bool // whether a message was put together from fragments
	status   *decoder.Status
}

// inOrder merges the numbers of an exchange's packets, each once.
func inOrder(asked, replies []int) []int {
	all := append(slices.Clone(asked), replies...)
	slices.Sort(all)
	return slices.Compact(all)
}

// gather returns the exchange of packet i, nil when it belongs to none. Only
// the goroutine that draws may ask.
func (c *Capture) gather(i int) *gathered {
	x, ok := c.found.ExchangeOf(i + 1)
	if !ok {
		return nil
	}
	if g := c.latest; g != nil && g.exchange == x {
		return g
	}
	g := &gathered{exchange: x}
	size := 0
	for _, n := range inOrder(c.found.Packets(x)) {
		d, err := c.whole(n - 1)
		if err != nil {
			continue
		}
		if size += len(d.Data); size > gatheredMost {
			break
		}
		g.packets = append(g.packets, n-1)
		g.messages = append(g.messages, d.Decode())
		g.split = append(g.split, d.Parts > 0)
	}
	decoder.Assemble(g.messages)
	g.status = decoder.StatusOf(g.messages...)
	c.latest = g
	return g
}

// message returns packet i, nil when it is not there as the capture has it.
func (g *gathered) message(i int) *decoder.Message {
	if k, ok := slices.BinarySearch(g.packets, i); ok && !g.split[k] {
		return g.messages[k]
	}
	return nil
}

// fragmentsWithin is how many packets back the fragments of a datagram are
// looked for.
const fragmentsWithin = 2048

// gatheredMost bounds the bytes of an exchange that are decoded together. Those
// of honest ones are a few hundred kB; as many packets of 256 KiB fit into a file.
const gatheredMost = 4 << 20

// fragmentMost is more than a fragment of an IP datagram can have with what is
// around it, in bytes.
const fragmentMost = 128 << 10

// whole returns packet i, and when it is the last fragment of a datagram that
// datagram, put together.
func (c *Capture) whole(i int) (Datagram, error) {
	d, err := c.Datagram(i)
	if err != nil || !fragment(&d) {
		return d, err
	}
	join := flow.NewDefragmenter(flow.DefragOptions{})
	for k := max(0, i-fragmentsWithin); k <= i; k++ {
		if e, _, ok := c.known(k); !ok || e.captured > fragmentMost {
			continue
		}
		part, err := c.Datagram(k)
		if err != nil || !fragment(&part) {
			continue
		}
		p := capture.Packet{Number: part.Number, Time: part.Time.UnixNano(), HasTime: true, Data: part.Data, OrigLen: part.Length, Link: part.Link}
		w := join.Add(&p, &part.Decode().Frame)
		if k == i && w != nil {
			d.Link, d.Data, d.Length = decoder.LinkRawIP, slices.Clone(w.Packet), len(w.Packet)
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
