package analyzer

// A collector takes the batches in order and sees to what no worker can do
// alone: it counts other traffic, puts fragments together and follows the
// conversations with master servers.
type collector struct {
	opts   *Options
	report *Report
	other  map[string]*Count
}

func newCollector(opts *Options, report *Report) *collector {
	return &collector{opts: opts, report: report, other: map[string]*Count{}}
}

func (c *collector) batch(b *batch) {
	for i := range b.records {
		r := &b.records[i]
		if r.other != "" {
			n := c.other[r.other]
			if n == nil {
				n = &Count{}
				c.other[r.other] = n
			}
			n.add(int64(r.size))
		}
	}
}

func (c *collector) finish() {
	for k, n := range c.other {
		c.report.Other[k] = c.report.Other[k].plus(*n)
	}
}
