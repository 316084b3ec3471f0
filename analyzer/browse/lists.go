package browse

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"fragscope/analyzer"
	"fragscope/analyzer/export"
)

// orders keeps the lists that were asked for last, so that scrolling does not
// sort them anew.
type orders struct {
	query         ExchangeQuery
	picked        []uint32
	known         bool // picked is what query says, of all exchanges that were there
	of            int  // how many were there
	servers       []*analyzer.Server
	sort          ListQuery
	conversations []Conversation
	paired        bool
	pairSort      ListQuery
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

// part returns the rows [from, from+count) of n.
func part(from, count, n int) (int, int) {
	from = max(0, min(from, n))
	return from, min(n, from+max(0, count))
}

// Exchanges returns a part of the exchanges that q picks, as the table of
// exchanges has them.
func (v *View) Exchanges(q ExchangeQuery) List[export.Exchange] {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	o := &v.order
	same := q
	same.From, same.Count = 0, 0
	if n := v.exchanges.all.len(); !o.known || o.query != same || o.of != n {
		o.picked, o.query, o.known, o.of = v.exchanges.pick(q), same, true, n
	}
	from, to := part(q.From, q.Count, len(o.picked))
	list := List[export.Exchange]{len(o.picked), []export.Exchange{}}
	for _, i := range o.picked[from:to] {
		list.Rows = append(list.Rows, export.ExchangeRow(v.c.name, v.exchanges.get(int(i))))
	}
	return list
}

// Servers returns a part of the servers, as the table of servers has them.
func (v *View) Servers(q ListQuery) List[export.Server] {
	all := v.SortedServers(q.Sort, q.Down)
	from, to := part(q.From, q.Count, len(all))
	list := List[export.Server]{len(all), []export.Server{}}
	for _, s := range all[from:to] {
		list.Rows = append(list.Rows, export.ServerRow(s))
	}
	return list
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

func text(l *analyzer.Timeline[string]) sortKey {
	s, ok := l.Last()
	return sortKey{none: !ok, text: strings.ToLower(s)}
}

// serverKeys says what servers are sorted by, by the names of columns.
var serverKeys = map[string]func(*analyzer.Server) sortKey{
	"name":     func(s *analyzer.Server) sortKey { return text(&s.Name) },
	"map":      func(s *analyzer.Server) sortKey { return text(&s.Map) },
	"players":  func(s *analyzer.Server) sortKey { return number(s.Players.Last()) },
	"requests": func(s *analyzer.Server) sortKey { return number(s.Requests, true) },
	"answered": func(s *analyzer.Server) sortKey { return number(s.Exchanges[analyzer.Answered], true) },
	"rttP50Ms": func(s *analyzer.Server) sortKey { return number(s.RTT.Percentile(50), s.RTT.Count > 0) },
	"rttP90Ms": func(s *analyzer.Server) sortKey { return number(s.RTT.Percentile(90), s.RTT.Count > 0) },
	"rttP99Ms": func(s *analyzer.Server) sortKey { return number(s.RTT.Percentile(99), s.RTT.Count > 0) },
	"protocol": func(s *analyzer.Server) sortKey { return sortKey{text: fmt.Sprint(s.Protocols)} },
}

// SortedServers returns the servers by a column, those with the greatest first
// when down; by address when by names none. None before all is read.
func (v *View) SortedServers(by string, down bool) []*analyzer.Server {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	if v.report == nil {
		return nil
	}
	same := ListQuery{Sort: by, Down: down}
	if v.order.servers == nil || v.order.sort != same {
		v.order.servers, v.order.sort = sortedServers(v.report, same), same
	}
	return v.order.servers
}

func sortedServers(r *analyzer.Report, q ListQuery) []*analyzer.Server {
	type keyed struct {
		s   *analyzer.Server
		key sortKey
	}
	key := serverKeys[q.Sort]
	all := make([]keyed, 0, len(r.Servers))
	for _, s := range r.Servers {
		k := keyed{s: s}
		if key != nil {
			k.key = key(s)
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b keyed) int {
		by := a.s.Addr.Compare(b.s.Addr)
		if key == nil && q.Down {
			by = -by
		}
		return cmp.Or(a.key.compare(b.key, q.Down), by)
	})
	out := make([]*analyzer.Server, len(all))
	for i := range all {
		out[i] = all[i].s
	}
	return out
}

// A Conversation is all that a client and a server said to each other; the
// client is a host, whatever port it asked from.
type Conversation struct {
	Client     string   `json:"client"`
	Server     string   `json:"server"`
	Protocol   string   `json:"protocol"` // of the first exchange
	First      int64    `json:"firstMs"`  // milliseconds since 1970-01-01 UTC
	Last       int64    `json:"lastMs"`   // when the last exchange began
	Exchanges  int64    `json:"exchanges"`
	Answered   int64    `json:"answered"`
	Requests   int64    `json:"requests"` // datagrams, retries included
	Replies    int64    `json:"replies"`
	BytesOut   int64    `json:"bytesOut"`
	BytesIn    int64    `json:"bytesIn"`
	RTTLeast   *float64 `json:"rttMinMs"`
	RTTMean    *float64 `json:"rttMeanMs"`
	RTTMost    *float64 `json:"rttMaxMs"`
	Packet     int64    `json:"packet"` // number of the first packet
	client     netip.Addr
	server     netip.AddrPort
	sum, count int64 // of round trips, nanoseconds
	least      int64
	most       int64
}

// conversationKeys says what conversations are sorted by.
var conversationKeys = map[string]func(*Conversation) sortKey{
	"server":    func(v *Conversation) sortKey { return sortKey{text: string(v.server.Addr().AsSlice())} },
	"exchanges": func(v *Conversation) sortKey { return number(v.Exchanges, true) },
	"answered":  func(v *Conversation) sortKey { return number(v.Answered, true) },
	"replies":   func(v *Conversation) sortKey { return number(v.Replies, true) },
	"bytesIn":   func(v *Conversation) sortKey { return number(v.BytesIn, true) },
	"rttMeanMs": func(v *Conversation) sortKey { return number(v.sum/max(1, v.count), v.count > 0) },
	"firstMs":   func(v *Conversation) sortKey { return number(v.First, true) },
}

// Conversations returns a part of the conversations.
func (v *View) Conversations(q ListQuery) List[Conversation] {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	o := &v.order
	list := List[Conversation]{0, []Conversation{}}
	if v.report == nil {
		return list
	}
	if !o.paired {
		o.conversations, o.paired, o.pairSort = v.exchanges.conversations(), true, ListQuery{Sort: " "}
	}
	same := q
	same.From, same.Count = 0, 0
	if o.pairSort != same {
		o.pairSort = same
		key := conversationKeys[q.Sort]
		slices.SortFunc(o.conversations, func(a, b Conversation) int {
			by := cmp.Or(a.client.Compare(b.client), a.server.Compare(b.server))
			if key == nil {
				if q.Down {
					return -by
				}
				return by
			}
			return cmp.Or(key(&a).compare(key(&b), q.Down), by)
		})
	}
	from, to := part(q.From, q.Count, len(o.conversations))
	list.Total = len(o.conversations)
	list.Rows = append(list.Rows, o.conversations[from:to]...)
	return list
}

// conversations adds up the exchanges by client and server.
func (s *exchanges) conversations() []Conversation {
	type pair struct {
		client netip.Addr
		server netip.AddrPort
	}
	at := map[pair]int{}
	var all []Conversation
	for i := range s.all.len() {
		x := s.get(i)
		k := pair{x.Client.Addr(), x.Server}
		n, ok := at[k]
		if !ok {
			n = len(all)
			at[k] = n
			all = append(all, Conversation{
				client: k.client, server: k.server, Client: k.client.String(), Server: k.server.String(), Protocol: x.Protocol.String(),
				First: x.Time, Last: x.Time,
			})
		}
		v := &all[n]
		if p := x.Packet(); x.Time < v.First || v.Packet == 0 {
			v.First, v.Packet = min(v.First, x.Time), p
		}
		v.Last = max(v.Last, x.Time)
		v.Exchanges++
		if x.Outcome == analyzer.Answered {
			v.Answered++
		}
		if x.Request != 0 {
			v.Requests += 1 + int64(len(x.Retries))
		}
		v.Replies += x.Count
		v.BytesOut += x.BytesOut
		v.BytesIn += x.BytesIn
		if x.FirstRTT >= 0 {
			if v.count == 0 || x.FirstRTT < v.least {
				v.least = x.FirstRTT
			}
			v.sum, v.count, v.most = v.sum+x.FirstRTT, v.count+1, max(v.most, x.FirstRTT)
		}
	}
	for i := range all {
		v := &all[i]
		v.First, v.Last = v.First/1e6, v.Last/1e6
		if v.count > 0 {
			v.RTTLeast, v.RTTMean, v.RTTMost = milliseconds(v.least), milliseconds(v.sum/v.count), milliseconds(v.most)
		}
	}
	return all
}

func milliseconds(ns int64) *float64 {
	ms := float64(ns) / 1e6
	return &ms
}
