package browse

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// orders keeps the lists that were asked for last, so that scrolling does not sort them again.
type orders struct {
	packets       cached[ListQuery, uint32]
	exchanges     cached[ExchangeQuery, uint32]
	servers       cached[ListQuery, *report.Server]
	conversations cached[ListQuery, *Conversation]
	all           []*Conversation // once they are known
}

// A cached list is what a query, without its range, made of so many things.
type cached[Q comparable, T any] struct {
	query Q
	of    int
	list  []T
	known bool
}

func (c *cached[Q, T]) get(q Q, of int, list func() []T) []T {
	if !c.known || c.query != q || c.of != of {
		*c = cached[Q, T]{q, of, list(), true}
	}
	return c.list
}

// A ListQuery says which rows of a list are wanted and how they are sorted.
type ListQuery struct {
	From  int    `json:"from"`
	Count int    `json:"count"`
	Sort  string `json:"sort"` // name of a column
	Down  bool   `json:"down"` // the greatest first
}

// A List is a part of a list.
type List[T any] struct {
	Total int `json:"total"`
	Rows  []T `json:"rows"`
}

func part(from, count, n int) (int, int) {
	from = max(0, min(from, n))
	return from, min(n, from+max(0, count))
}

func listOf[S, T any](all []S, from, count int, row func(S) T) List[T] {
	from, to := part(from, count, len(all))
	list := List[T]{len(all), make([]T, 0, to-from)}
	for _, x := range all[from:to] {
		list.Rows = append(list.Rows, row(x))
	}
	return list
}

// Exchanges returns a part of the exchanges that q picks, as the table of
// exchanges has them.
func (v *View) Exchanges(q ExchangeQuery) List[export.Exchange] {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	same := q
	same.From, same.Count = 0, 0
	all := &v.c.whole.exchanges
	picked := v.order.exchanges.get(same, all.all.len(), func() []uint32 { return v.pick(q) })
	return listOf(picked, q.From, q.Count, func(i uint32) export.Exchange {
		return export.ExchangeRow(v.c.name, all.get(int(i)))
	})
}

// Servers returns a part of the servers, as the table of servers has them.
func (v *View) Servers(q ListQuery) List[export.Server] {
	all := v.SortedServers(q.Sort, q.Down)
	return listOf(all, q.From, q.Count, func(s *report.Server) export.Server {
		return export.ServerRow(v.c.whole.report, s)
	})
}

// A sortKey is what a row is sorted by. Rows without a value come last.
type sortKey struct {
	none   bool
	number float64
	text   string
}

func (a sortKey) compare(b sortKey, down bool) int {
	if a.none != b.none {
		if a.none {
			return 1
		}
		return -1
	}
	c := cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
	if down {
		return -c
	}
	return c
}

func number(n int64, ok bool) sortKey { return sortKey{none: !ok, number: float64(n)} }

func text(l *report.Timeline[string]) sortKey {
	s, ok := l.Last()
	return sortKey{none: !ok, text: strings.ToLower(s)}
}

var serverKeys = map[string]func(*report.Server) sortKey{
	"name":     func(s *report.Server) sortKey { return text(&s.Name) },
	"map":      func(s *report.Server) sortKey { return text(&s.Map) },
	"players":  func(s *report.Server) sortKey { return number(s.Players.Last()) },
	"requests": func(s *report.Server) sortKey { return number(s.Requests, true) },
	"answered": func(s *report.Server) sortKey { return number(s.Exchanges[report.Answered], true) },
	"rttP50Ms": func(s *report.Server) sortKey { return number(s.RTT.Percentile(50), s.RTT.Count > 0) },
	"rttP90Ms": func(s *report.Server) sortKey { return number(s.RTT.Percentile(90), s.RTT.Count > 0) },
	"rttP99Ms": func(s *report.Server) sortKey { return number(s.RTT.Percentile(99), s.RTT.Count > 0) },
	"protocol": func(s *report.Server) sortKey { return sortKey{text: fmt.Sprint(s.Protocols)} },
}

// SortedServers returns the servers by a column, those with the greatest first
// when down; by address when by names none. None before all is read.
func (v *View) SortedServers(by string, down bool) []*report.Server {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	r := v.c.whole.report
	if r == nil {
		return nil
	}
	return v.order.servers.get(ListQuery{Sort: by, Down: down}, 0, func() []*report.Server {
		all := visible(v, slices.Collect(maps.Values(r.Servers)), func(s *report.Server) bool { return v.servers[s.Addr] })
		return sorted(all, serverKeys[by], down, func(a, b *report.Server) int { return a.Addr.Compare(b.Addr) })
	})
}

func sorted[T any](all []T, key func(T) sortKey, down bool, tie func(a, b T) int) []T {
	if key == nil {
		key = func(T) sortKey { return sortKey{} }
		if down {
			up := tie
			tie = func(a, b T) int { return up(b, a) }
		}
	}
	type keyed struct {
		v   T
		key sortKey
	}
	keys := make([]keyed, len(all))
	for i, v := range all {
		keys[i] = keyed{v, key(v)}
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Or(a.key.compare(b.key, down), tie(a.v, b.v)) })
	out := make([]T, len(all))
	for i := range keys {
		out[i] = keys[i].v
	}
	return out
}

// A Conversation is all that a client and a server said to each other; the
// client is a host, whatever port it asked from. Where no query was recognised,
// the client is the end that sent first.
type Conversation struct {
	Client       string      `json:"client"`
	Server       string      `json:"server"`
	Protocol     string      `json:"protocol"` // of the first exchange, "unknown" without any
	First        export.Time `json:"first"`
	Last         export.Time `json:"last"` // when the last exchange began
	Exchanges    int64       `json:"exchanges"`
	Answered     int64       `json:"answered"`
	Requests     int64       `json:"requests"` // datagrams, retries included
	Replies      int64       `json:"replies"`
	RequestBytes int64       `json:"requestBytes"`
	ReplyBytes   int64       `json:"replyBytes"`
	RTTLeast     *float64    `json:"rttMinMs"`
	RTTMean      *float64    `json:"rttMeanMs"`
	RTTMost      *float64    `json:"rttMaxMs"`
	Packet       int64       `json:"packet"` // number of the first packet
	client       netip.Addr
	server       netip.AddrPort
	sum, count   int64 // of round trips, nanoseconds
	least        int64
	most         int64
}

var conversationKeys = map[string]func(*Conversation) sortKey{
	"server":     func(v *Conversation) sortKey { return sortKey{text: string(v.server.Addr().AsSlice())} },
	"exchanges":  func(v *Conversation) sortKey { return number(v.Exchanges, true) },
	"answered":   func(v *Conversation) sortKey { return number(v.Answered, true) },
	"replies":    func(v *Conversation) sortKey { return number(v.Replies, true) },
	"bytes":      func(v *Conversation) sortKey { return number(v.RequestBytes+v.ReplyBytes, true) },
	"replyBytes": func(v *Conversation) sortKey { return number(v.ReplyBytes, true) },
	"rttMeanMs":  func(v *Conversation) sortKey { return number(v.sum/max(1, v.count), v.count > 0) },
	"first":      func(v *Conversation) sortKey { return sortKey{none: v.First == 0, number: float64(v.First)} },
}

func visible[T any](v *View, all []T, yes func(T) bool) []T {
	if v.list == nil {
		return all
	}
	return slices.DeleteFunc(all, func(x T) bool { return !yes(x) })
}

type pair struct {
	client netip.Addr
	server netip.AddrPort
}

// conversations returns those that have an exchange which the filter does not
// hide, with what all of their exchanges add up to, and the flows of packets that
// are in no exchange.
func (v *View) conversations() []*Conversation {
	all, shown := &v.c.whole.exchanges, map[pair]bool{}
	for _, i := range v.picked {
		x := all.get(int(i))
		shown[pair{x.Client.Addr(), x.Server}] = true
	}
	queries, at := all.conversations()
	list := visible(v, queries, func(c *Conversation) bool { return shown[pair{c.client, c.server}] })
	return append(list, v.otherFlows(at)...)
}

// Whoever sends first is the client of a flow without exchanges.
func (v *View) otherFlows(known map[pair]*Conversation) []*Conversation {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	x := &v.c.index
	var all []*Conversation
	at := map[pair]*Conversation{}
	for i := range v.len() {
		n := v.at(i)
		e := x.entry(n)
		src, dst := x.hosts.addr(e.src, e.from), x.hosts.addr(e.dst, e.to)
		if !src.IsValid() || !dst.IsValid() || src.Port() == 0 && dst.Port() == 0 {
			continue
		}
		out, in := pair{src.Addr(), dst}, pair{dst.Addr(), src}
		if known[out] != nil || known[in] != nil {
			continue
		}
		f, back := at[out], false
		if f == nil {
			f, back = at[in], true
		}
		if f == nil {
			f, back = &Conversation{client: out.client, server: dst, Client: out.client.String(), Server: dst.String(),
				Protocol: decoder.Unknown.String(), Packet: int64(n) + 1}, false
			at[out], all = f, append(all, f)
		}
		if e.flags&flagTime != 0 {
			t := export.Time(e.time)
			f.First, f.Last = min(cmp.Or(f.First, t), t), max(f.Last, t)
		}
		if back {
			f.ReplyBytes += int64(e.size)
		} else {
			f.RequestBytes += int64(e.size)
		}
	}
	return all
}

// Conversations returns a part of the conversations.
func (v *View) Conversations(q ListQuery) List[Conversation] {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	o := &v.order
	if v.c.whole.report == nil {
		return List[Conversation]{0, []Conversation{}}
	}
	if o.all == nil { // others may use v meanwhile: what is added up stays as it is
		v.c.mu.Unlock()
		all := v.conversations()
		v.c.mu.Lock()
		o.all = all
	}
	rows := o.conversations.get(ListQuery{Sort: q.Sort, Down: q.Down}, 0, func() []*Conversation {
		return sorted(o.all, conversationKeys[q.Sort], q.Down, func(a, b *Conversation) int {
			return cmp.Or(a.client.Compare(b.client), a.server.Compare(b.server))
		})
	})
	return listOf(rows, q.From, q.Count, func(c *Conversation) Conversation { return *c })
}

func (s *exchanges) conversations() ([]*Conversation, map[pair]*Conversation) {
	at := map[pair]*Conversation{}
	all := []*Conversation{}
	for i := range s.all.len() {
		x := s.get(i)
		k := pair{x.Client.Addr(), x.Server}
		v := at[k]
		if v == nil {
			v = &Conversation{
				client: k.client, server: k.server, Client: k.client.String(), Server: k.server.String(),
				Protocol: x.Protocol.String(),
				First:    export.Time(x.Time), Last: export.Time(x.Time),
			}
			at[k], all = v, append(all, v)
		}
		t := export.Time(x.Time)
		if t != 0 && t < v.First || v.Packet == 0 {
			v.Packet = x.Packet()
		}
		if t != 0 {
			v.First, v.Last = min(cmp.Or(v.First, t), t), max(v.Last, t)
		}
		v.Exchanges++
		if x.Outcome == report.Answered {
			v.Answered++
		}
		if x.Request != 0 {
			v.Requests += 1 + int64(len(x.Retries))
		}
		v.Replies += x.Count
		v.RequestBytes += x.RequestBytes
		v.ReplyBytes += x.ReplyBytes
		if x.FirstRTT >= 0 {
			if v.count == 0 || x.FirstRTT < v.least {
				v.least = x.FirstRTT
			}
			v.sum, v.count, v.most = v.sum+x.FirstRTT, v.count+1, max(v.most, x.FirstRTT)
		}
	}
	for _, v := range all {
		if v.count > 0 {
			v.RTTLeast, v.RTTMean = export.Milliseconds(v.least), export.Milliseconds(v.sum/v.count)
			v.RTTMost = export.Milliseconds(v.most)
		}
	}
	return all, at
}
