package state

import (
	"context"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
)

// A View is a Source of those packets of a capture that a filter lets through,
// with an analysis of them alone.
type View struct {
	*Capture
	rows       []int32
	expression string
	found      *Analysis
}

// Filter returns the packets of c that f lets through, or nil when ctx is done.
// It calls progress now and then with how many packets it has looked at; both
// may take their time, so call it on a goroutine of its own, on a capture that
// is loaded.
func (c *Capture) Filter(ctx context.Context, f *filter.Filter, progress func(done int)) (*View, error) {
	v := &View{Capture: c, expression: f.String(), found: &Analysis{capture: c}}
	o := c.options(v.found)
	o.Keep = func() func(*decoder.Message, *analyzer.Packet) bool { return f.Matcher(ctx).Match }
	match := f.Matcher(ctx)
	o.Look = func() analyzer.Look {
		return func(m *decoder.Message, p *analyzer.Packet, _ string) {
			if m != nil && match.Match(m, p) {
				v.rows = append(v.rows, int32(p.Number-1))
			}
		}
	}
	a := analyzer.New(o)
	defer a.Close()
	var last int64
	var room []byte
	for i := range c.Len() {
		if i%4096 == 0 {
			if ctx.Err() != nil {
				return nil, nil
			}
			progress(i)
		}
		e, _, _ := c.known(i)
		room = slices.Grow(room[:0], int(e.captured))[:e.captured]
		if err := c.bytesOf(i, room, &e); err != nil {
			return nil, err
		}
		if e.time != noTime {
			last = e.time
		}
		link := e.link()
		a.Add(&analyzer.Packet{Time: last, Number: int64(i) + 1, Link: link, Foreign: link == decoder.LinkNone, Data: room, Length: int(e.length)})
	}
	v.found.finish(a.Finish())
	return v, nil
}

// Analysis returns what was found between the packets of v.
func (v *View) Analysis() *Analysis { return v.found }

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
	if n, found := slices.BinarySearch(v.rows, int32(i)); found {
		return n
	}
	return -1
}

// Len implements Source.
func (v *View) Len() int { return len(v.rows) }

// Row implements Source.
func (v *View) Row(i int) (Row, bool) {
	r, ok := v.Capture.Row(v.packet(i))
	if r.Answers >= 0 {
		r.Answers = v.Place(r.Answers)
	}
	return r, ok
}

// Datagram implements Source.
func (v *View) Datagram(i int) (Datagram, error) { return v.Capture.Datagram(v.packet(i)) }

// Message implements Source.
func (v *View) Message(i int) (*decoder.Message, error) { return v.Capture.Message(v.packet(i)) }

// Status implements Source.
func (v *View) Status(i int) *decoder.Status { return v.Capture.Status(v.packet(i)) }

// Related implements Source: those packets of the same exchange that the filter
// lets through.
func (v *View) Related(i int) []int {
	var list []int
	for _, p := range v.Capture.Related(v.packet(i)) {
		if k := v.Place(p); k >= 0 {
			list = append(list, k)
		}
	}
	return list
}

// Expression returns what the filter says.
func (v *View) Expression() string { return v.expression }
