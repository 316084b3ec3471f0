package browse

import (
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Describe begins to look again at the packets that no protocol recognises, which layouts describe from now on; nil for
// none. What is shown may change; a filter chooses as before until it is applied again, and the report stays.
func (c *Capture) Describe(layouts *wire.Layouts) {
	c.start(func(t *task) error {
		c.mu.Lock()
		c.options.Analyzer.Layouts = layouts
		x := &c.index
		all := make([]told, x.ready)
		c.mu.Unlock()
		w := window{src: c.bytes}
		var d decoder.Decoder
		for i := range all {
			if i%64 == 0 && !t.rest() {
				return nil
			}
			c.mu.Lock()
			e := *x.entry(i)
			unknown := x.isUnknown(&e)
			c.mu.Unlock()
			all[i] = told{e.kind, e.flags & flagWorst}
			data := w.bytes(e.at, int(e.kept))
			if !unknown || data == nil || e.link == decoder.LinkNone {
				continue
			}
			d.Options = decoder.Options{Link: e.link, Layouts: layouts}
			m := d.Decode(data)
			seems := m.Info.Name
			if !m.Info.Described {
				seems = record.Seems(&m.Frame)
			}
			c.mu.Lock()
			s := x.sight(m, seems)
			c.mu.Unlock()
			all[i] = told{s.kind, s.worst & flagWorst}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.whole.order, c.shown.order = orders{}, orders{}
		x.retell(all)
		return nil
	})
}

// retell counts the packets as what they are now.
func (x *index) retell(all []told) {
	x.again, x.worst, x.unknown = all, [4]int64{}, 0
	for i := range x.kinds {
		x.kinds[i].count = report.Count{}
	}
	for i := range x.ready {
		e := x.entry(i)
		x.worst[e.flags&flagWorst]++
		x.kinds[e.kind].count.Add(int64(e.size))
		if x.isUnknown(e) {
			x.unknown++
		}
	}
}
