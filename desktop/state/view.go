package state

import (
	"fmt"
	"path/filepath"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/decoder"
)

// A View is a Source of those packets of a capture that a filter lets through,
// with what was found between them alone.
type View struct {
	capture *Capture
	found   *browse.View
}

func (v *View) Analysis() *browse.View { return v.found }

// Len implements Source: the packets that are known so far.
func (v *View) Len() int                            { return v.found.Len() }
func (v *View) Loaded() bool                        { return v.capture.done.Load() }
func (v *View) Unknown(most int) []int              { return v.found.Unknown(most) }
func (v *View) Order(by string, down bool) []uint32 { return v.found.PacketOrder(by, down) }

// packet returns where in the file the packet at place i of v is, -1 for none.
func (v *View) packet(i int) int {
	r, ok := v.found.Row(i)
	if !ok {
		return -1
	}
	return r.Index
}

func (v *View) Row(i int) (Row, bool) {
	p, ok := v.found.Row(i)
	if !ok {
		return Row{}, false
	}
	r := Row{
		Number: int64(p.Index) + 1, Src: p.Src, Dst: p.Dst, Protocol: p.Protocol, Title: p.Title, Length: p.Length,
		Worst:     p.Worst,
		Direction: p.Direction, Answers: -1,
	}
	if p.HasTime {
		r.Time = time.Unix(0, p.Time)
		if first, ok := v.capture.found.Row(0); ok && first.HasTime {
			r.Since = time.Duration(p.Time - first.Time)
		}
	}
	if r.Direction == decoder.Reply {
		if request, ok := v.capture.found.Row(v.capture.request(p.Index)); ok {
			r.Answers = v.found.Find(request.Index)
			if request.HasTime && p.HasTime {
				r.After = time.Duration(p.Time - request.Time)
			}
		}
	}
	return r, true
}

// request returns the packet that packet n of the file answers, -1 for none.
func (c *Capture) request(n int) int {
	request := int64(0)
	if x := c.found.Exchange(c.found.ExchangeOf(n)); x != nil {
		for _, number := range append(x.Retries, x.Request) {
			if number <= int64(n) { // numbers begin at 1
				request = max(request, number)
			}
		}
	}
	return int(request) - 1
}

func (v *View) Datagram(i int) (Datagram, error) { return v.capture.datagram(v.packet(i)) }

func (c *Capture) datagram(n int) (Datagram, error) {
	p, err := c.browse.Packet(n)
	if err != nil {
		return Datagram{}, fmt.Errorf("%w: was %s changed? Open it once more", err, filepath.Base(c.path))
	}
	d := Datagram{Number: int64(n) + 1, Link: p.Link, Length: p.Length, Data: p.Data}
	if p.HasTime {
		d.Time = time.Unix(0, p.Time)
	}
	return d, nil
}

func (v *View) Message(i int) (*decoder.Message, error) {
	n := v.packet(i)
	if g := v.capture.gather(n); g != nil {
		if m := g.message(n); m != nil {
			return m, nil
		}
	}
	d, err := v.Datagram(i)
	if err != nil {
		return nil, err
	}
	return d.Decode(), nil
}

// Status implements Source: what the whole exchange says.
func (v *View) Status(i int) *decoder.Status {
	if g := v.capture.gather(v.packet(i)); g != nil {
		return g.status
	}
	m, err := v.Message(i)
	if err != nil || m.Info.Direction == decoder.Request {
		return nil
	}
	return decoder.StatusOf(m)
}

// Related implements Source: those packets of the same exchange that the filter lets through.
func (v *View) Related(i int) []int {
	n := v.packet(i)
	g := v.capture.gather(n)
	if g == nil || g.place(n) < 0 {
		if n < 0 {
			return nil
		}
		return []int{i}
	}
	var list []int
	for i := range g.datagrams {
		if k := v.found.Find(int(g.datagrams[i].Number) - 1); k >= 0 {
			list = append(list, k)
		}
	}
	return list
}

// Exchange returns the datagrams of exchange i, reassembled; left counts those that are too large to be shown.
func (v *View) Exchange(i int) (l *List, left int) {
	list, left := v.capture.together(v.found.Exchange(i))
	return NewList(list), left
}
