package state

import (
	"context"
	"sort"

	"fragscope/analyzer"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
)

// A View is a Source of those packets of a capture that a filter lets through.
type View struct {
	*Capture
	rows []int32
}

// Filter returns the packets of c that f lets through, or nil when ctx is done.
// It calls progress now and then with how many packets it has looked at; both
// may take their time, so call it on a goroutine of its own, on a capture that
// is loaded.
func (c *Capture) Filter(ctx context.Context, f *filter.Filter, progress func(done int)) (*View, error) {
	v := &View{Capture: c}
	match := f.Matcher()
	var d decoder.Decoder
	for i := range c.Len() {
		if i%4096 == 0 {
			if ctx.Err() != nil {
				return nil, nil
			}
			progress(i)
		}
		g, err := c.Datagram(i)
		if err != nil {
			return nil, err
		}
		p := analyzer.Packet{Number: g.Number, Link: g.Link, Data: g.Data, Length: g.Length, Foreign: g.Link == decoder.LinkNone}
		if !g.Time.IsZero() {
			p.Time = g.Time.UnixNano()
		}
		d.Options = g.options()
		if match.Match(d.Decode(g.Data), &p) {
			v.rows = append(v.rows, int32(i))
		}
	}
	return v, nil
}

// packet returns the packet of c that stands at place i of v.
func (v *View) packet(i int) int {
	if i < 0 || i >= len(v.rows) {
		return -1
	}
	return int(v.rows[i])
}

// Place returns where packet i of the capture stands in v, -1 when the filter
// keeps it out.
func (v *View) Place(i int) int {
	n := sort.Search(len(v.rows), func(k int) bool { return int(v.rows[k]) >= i })
	if n < len(v.rows) && int(v.rows[n]) == i {
		return n
	}
	return -1
}

// Len implements Source.
func (v *View) Len() int { return len(v.rows) }

// Row implements Source.
func (v *View) Row(i int) (Row, bool) { return v.Capture.Row(v.packet(i)) }

// Datagram implements Source.
func (v *View) Datagram(i int) (Datagram, error) { return v.Capture.Datagram(v.packet(i)) }

// Message implements Source.
func (v *View) Message(i int) (*decoder.Message, error) { return v.Capture.Message(v.packet(i)) }

// Status implements Source.
func (v *View) Status(i int) *decoder.Status { return v.Capture.Status(v.packet(i)) }

// Related implements Source.
func (v *View) Related(i int) []int {
	if v.packet(i) < 0 {
		return nil
	}
	return []int{i}
}
