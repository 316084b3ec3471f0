package browse

import (
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Describe has layouts describe what no protocol recognises from now on, nil for none. Before [Capture.Read] nothing
// else is to be done. After it all packets are read again, since a layout may also take packets from a protocol: list,
// exchanges and report become what they were if the capture had been read so. All packets are shown then: a filter has
// to be applied again. A task that is stopped changes nothing.
func (c *Capture) Describe(layouts *wire.Layouts) {
	c.stop()
	if before := c.setLayouts(layouts); c.reader == nil {
		c.start(func(t *task) error {
			err := c.readAgain(t)
			if err != nil || t.stop {
				c.setLayouts(before)
			}
			if t.stop {
				return nil
			}
			return err
		})
	}
}

func (c *Capture) setLayouts(layouts *wire.Layouts) (before *wire.Layouts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, c.options.Analyzer.Layouts = c.options.Analyzer.Layouts, layouts
	return before
}

func (c *Capture) readAgain(t *task) error {
	x := &c.index
	all := make([]told, 0, x.ready)
	v := &View{c: c}
	err := v.pass(t, func(m *decoder.Message, _ *record.Packet, seems string) {
		if len(all) < x.ready {
			c.mu.Lock()
			s := x.sight(m, seems)
			c.mu.Unlock()
			all = append(all, told{s.kind, s.worst & flagWorst})
		}
	})
	if t.stop || len(all) < x.ready {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.shown; old != c.whole { // its exchanges have other numbers now
		old.list, old.picked, old.order = []uint32{}, nil, orders{}
	}
	w := c.whole
	w.exchanges, w.activity, w.report, w.order, c.shown = v.exchanges, v.activity, v.report, orders{}, w
	x.retell(all)
	return nil // a file that is damaged behind them was reported when it was read
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
