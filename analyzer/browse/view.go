package browse

import (
	"net/netip"
	"slices"
	"sort"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
)

// Len returns the number of packets in the list.
func (v *View) Len() int {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	return v.len()
}

func (v *View) len() int {
	if v.list != nil {
		return len(v.list)
	}
	return v.c.index.ready
}

func (v *View) at(i int) int {
	if v.list != nil {
		return int(v.list[i])
	}
	return i
}

// Find returns where in the list the packet at n of the file is, -1 when the
// filter leaves it out.
func (v *View) Find(n int) int {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	i := n
	if v.list != nil {
		i = sort.Search(len(v.list), func(i int) bool { return int(v.list[i]) >= n })
	}
	if i < 0 || i >= v.len() || v.at(i) != n {
		return -1
	}
	return i
}

// Expression returns the filter, "" for none.
func (v *View) Expression() string {
	if v.filter == nil {
		return ""
	}
	return v.filter.String()
}

// Report returns what was found in all packets, also with a filter; nil before
// all is read.
func (v *View) Report() *report.Report {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	return v.c.whole.report
}

// ExchangeCount returns how many exchanges are known; with a filter, how many
// have a packet that matches.
func (v *View) ExchangeCount() int {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	return v.exchangeCount()
}

func (v *View) exchangeCount() int {
	if v.list != nil {
		return len(v.picked)
	}
	return v.exchanges.all.len()
}

// Exchange returns exchange i, in the order in which they ended; nil when there
// is none.
func (v *View) Exchange(i int) *report.Exchange {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	if i < 0 || i >= v.exchangeCount() {
		return nil
	}
	if v.list != nil {
		i = int(v.picked[i])
	}
	return v.c.whole.exchanges.get(i)
}

// ExchangeOf returns the exchange that the packet at n of the file belongs to,
// -1 for none.
func (v *View) ExchangeOf(n int) int {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	i := v.c.whole.exchanges.exchangeOf(n, v.c.index.read)
	if v.list == nil || i < 0 {
		return i
	}
	if at, ok := slices.BinarySearch(v.picked, uint32(i)); ok {
		return at
	}
	return -1
}

func (v *View) hide() {
	c := v.c
	c.mu.Lock()
	defer c.mu.Unlock()
	all := &c.whole.exchanges
	v.servers = map[netip.AddrPort]bool{}
	for _, n := range v.list {
		e := c.index.entry(int(n))
		v.servers[c.index.hosts.addr(e.src, e.from)] = true
		v.servers[c.index.hosts.addr(e.dst, e.to)] = true
		if i := all.exchangeOf(int(n), c.index.read); i >= 0 {
			v.picked = append(v.picked, uint32(i))
		}
	}
	slices.Sort(v.picked)
	v.picked = slices.Compact(v.picked)
	for _, i := range v.picked {
		v.servers[all.get(int(i)).Server] = true
	}
}

// Curves returns what the charts show: the players of the servers that had most
// (x in seconds since 1970-01-01 UTC, steps); how many exchanges of each protocol
// took how many milliseconds to the first reply; the exchanges over time by
// outcome, each with those of the outcomes before it added. None before all is
// read.
func (v *View) Curves() (players, rtt, exchanges []export.Curve) {
	r := v.Report()
	if r == nil {
		return nil, nil, nil
	}
	return export.Curves(r, &v.c.whole.activity)
}

const rateBins = 240

// Rate returns how many packets a second there were over time: in the whole
// capture, and in v if a filter made it. x is in seconds since 1970-01-01 UTC.
func (v *View) Rate() []export.Curve {
	c := v.c
	c.mu.Lock()
	defer c.mu.Unlock()
	var first, last int64
	for i := range c.index.ready {
		if e := c.index.entry(i); e.flags&flagTime != 0 {
			if first == 0 || e.time < first {
				first = e.time
			}
			last = max(last, e.time)
		}
	}
	if last <= first {
		return nil
	}
	bin := max(1e6, (last-first)/rateBins+1)
	curve := func(name string, v *View) export.Curve {
		counts := make([]int, (last-first)/bin+1)
		for i := range v.len() {
			if e := c.index.entry(v.at(i)); e.flags&flagTime != 0 {
				counts[(e.time-first)/bin]++
			}
		}
		out := export.Curve{Name: name}
		for k, n := range counts {
			from, to := float64(first+int64(k)*bin)/1e9, float64(first+int64(k+1)*bin)/1e9
			y := float64(n) / (float64(bin) / 1e9)
			out.X, out.Y = append(out.X, from, to), append(out.Y, y, y)
		}
		return out
	}
	list := []export.Curve{curve("all packets", c.whole)}
	if v.filter != nil {
		list = append(list, curve("pass the filter", v))
	}
	return list
}
