package servers

import (
	"cmp"
	"container/list"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"fragscope/analyzer/report"
	order "fragscope/decoder/numbers"
)

// What servers are sorted by.
const (
	ByName     = "name"
	ByMap      = "map"
	ByType     = "type"
	ByPlayers  = "players"
	ByPing     = "ping"
	ByProtocol = "protocol"
	ByAddress  = "address"
	ByGame     = "game"
)

// Columns returns what servers can be sorted by.
func Columns() []string { return slices.Sorted(maps.Keys(columns)) }

// A List holds all servers, and those that are shown in their order.
type List struct {
	all    map[string]*Server
	rows   []*Server
	source Origin
	filter Filter
	column string // one of [Columns]
	down   bool
	stale  bool
	places map[*Server]int // that rows keep, the first is 1; nil when they are not held

	kept  list.List // servers whose answers are kept, that which answered longest ago first
	bytes int       // of the datagrams of these answers

	games map[netip.AddrPort]*Server // by where players connect to
}

// NewList returns an empty list that shows servers of any origin, those with the most players first.
func NewList() *List {
	return &List{all: map[string]*Server{}, games: map[netip.AddrPort]*Server{}, source: FromAnywhere, column: ByPlayers,
		down: true}
}

// maxServers bounds the list: a master that names more makes them up.
const maxServers = 100_000

// Add returns the server with an address, which need not have been there
// before, and adds an origin to it. It is nil when the list is full.
func (l *List) Add(t Target, from Origin) *Server {
	s := l.all[t.Address]
	if s == nil {
		if len(l.all) >= maxServers {
			return nil
		}
		s = &Server{Entry: Entry{Address: t.Address}, foreign: t.Foreign}
		l.all[t.Address] = s
	}
	if s.Plan == "" && from != FromLAN {
		s.Plan = t.Plan
	}
	s.foreign = s.foreign && t.Foreign // until the user names it
	s.From |= from
	l.stale = true
	return s
}

// What is kept of all servers together. A list of a hundred thousand, queried
// again and again, would otherwise take as much memory as its servers like.
const (
	maxSessions   = 64 << 20 // bytes of the datagrams of last answers, with what is kept beside each
	sampleBudget  = 1 << 19  // samples
	eventBudget   = 1 << 18  // events
	datagramExtra = 256      // bytes beside those of a datagram
)

// Take gives s an answer. Beyond what is kept of all servers the oldest goes, except of the one at spare.
func (l *List) Take(s *Server, a *Answer, spare string) []report.Event {
	events := s.Take(a)
	n := max(1, len(l.all))
	s.Samples = lastOf(s.Samples, max(12, sampleBudget/n))
	s.Events = lastOf(s.Events, max(4, eventBudget/n))
	l.keep(s)
	for e := l.kept.Front(); e != nil && l.bytes > maxSessions; {
		old := e.Value.(*Server)
		if e = e.Next(); old != s && old.Address != spare {
			l.forget(old)
			old.Slim()
		}
	}
	return events
}

func (l *List) keep(s *Server) {
	l.forget(s)
	if s.Last != nil {
		for i := range s.Last.Session {
			s.held += len(s.Last.Session[i].Data) + datagramExtra
		}
	}
	l.bytes += s.held
	l.stale = true
	s.kept = l.kept.PushBack(s)
}

// lastOf returns the last n of a list, without the memory of the others when those are many.
func lastOf[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	return append(make([]T, 0, n+1), list[len(list)-n:]...)
}

// Target returns how s is queried: as it was asked for, or else as it answered before.
func (s *Server) Target() Target {
	return Target{Address: s.Address, Plan: cmp.Or(s.Plan, s.answeredBy), Foreign: s.foreign}
}

func (l *List) Find(address string) *Server { return l.all[address] }

func (l *List) Remove(address string) {
	l.forget(l.all[address])
	delete(l.all, address)
	l.stale = true
}

// Restore puts a server back that was removed, with all that was known of it.
// One that was added in its place since then goes.
func (l *List) Restore(s *Server) {
	l.forget(l.all[s.Address])
	l.all[s.Address] = s
	l.keep(s)
}

// Merge makes s the server at another address. One that is there already stays,
// with what a person has said of either; it is returned.
func (l *List) Merge(s *Server, address string) *Server {
	old := l.all[address]
	delete(l.all, s.Address)
	l.stale = true
	if old == nil {
		s.Address = address
		l.all[address] = s
		return s
	}
	l.forget(s)
	old.From |= s.From
	old.Favourite, old.Watch = old.Favourite || s.Favourite, old.Watch || s.Watch
	return old
}

func (l *List) forget(s *Server) {
	if s != nil && s.kept != nil {
		l.kept.Remove(s.kept)
		l.bytes -= s.held
		s.kept, s.held = nil, 0
	}
}

// RemoveFrom takes an origin from all servers, and those off the list that have no other.
func (l *List) RemoveFrom(o Origin) {
	for address, s := range l.all {
		if s.From &^= o; s.From == 0 {
			l.forget(s)
			delete(l.all, address)
		}
	}
	l.stale = true
}

// Show sets which origins, and which servers of them, are shown.
func (l *List) Show(o Origin, f Filter) { l.source, l.filter, l.stale = o, f, true }

// Sort sets the order. Servers that say nothing about the column come last either way.
func (l *List) Sort(by string, down bool) {
	l.column, l.down, l.stale = by, down, true
	clear(l.places)
}

// Hold has the rows keep their places until it is called with false, so that none moves under the pointer.
func (l *List) Hold(on bool) {
	switch {
	case on == (l.places != nil):
		return
	case on:
		l.places = make(map[*Server]int, len(l.rows))
		l.place()
	default:
		l.places = nil
	}
	l.stale = true
}

func (l *List) place() {
	for _, s := range l.rows {
		if l.places[s] == 0 {
			l.places[s] = 1 + len(l.places)
		}
	}
}

// Changed says that a server of the list changed: the rows have to be found again.
func (l *List) Changed() { l.stale = true }

// Rows returns the servers that are shown, in their order. The slice is valid until the list changes.
func (l *List) Rows() []*Server {
	if !l.stale {
		return l.rows
	}
	l.rows = l.rows[:0]
	for _, s := range l.all {
		if s.From&l.source != 0 && l.filter.Match(s) {
			l.rows = append(l.rows, s)
		}
	}
	Sort(l.rows, l.column, l.down, l.places)
	if l.places != nil {
		l.place()
	}
	l.stale = false
	return l.rows
}

// Sort sorts servers by a column, or by names for any other, and then by names and addresses. Those that do not
// answer come last, after those that say nothing about the column; those that have a place, from 1, come first.
func Sort(rows []*Server, by string, down bool, places map[*Server]int) {
	column := columns[by]
	if column == nil {
		column = nameKeys
	}
	type entry struct {
		*Server
		front       [2]key
		column, tie []key // tie is made once it is needed
	}
	list := make([]*entry, len(rows))
	for i, s := range rows {
		list[i] = &entry{s, [2]key{number(int64(places[s]) - 1), {unknown: s.silentNow()}}, column(s), nil}
	}
	tie := func(e *entry) []key {
		if e.tie == nil {
			e.tie = append(nameKeys(e.Server), key{text: e.Address})
		}
		return e.tie
	}
	slices.SortFunc(list, func(a, b *entry) int {
		if c := compare(a.front[:], b.front[:], false); c != 0 {
			return c
		}
		if c := compare(a.column, b.column, down); c != 0 {
			return c
		}
		return compare(tie(a), tie(b), false)
	})
	for i, e := range list {
		rows[i] = e.Server
	}
}

// A key is what servers are compared by. One that is not known comes last in either order.
type key struct {
	unknown bool
	number  int64
	ip      netip.Addr
	text    string
	port    int
}

func compare(a, b []key, down bool) int {
	for i := range a {
		x, y := &a[i], &b[i]
		switch {
		case x.unknown && y.unknown:
			continue
		case x.unknown:
			return 1
		case y.unknown:
			return -1
		case down:
			x, y = y, x
		}
		if c := cmp.Or(cmp.Compare(x.number, y.number), x.ip.Compare(y.ip), strings.Compare(x.text, y.text),
			cmp.Compare(x.port, y.port)); c != 0 {
			return c
		}
	}
	return 0
}

func number(n int64) key { return key{unknown: n < 0, number: n} }

func text(s string) key { return key{unknown: s == "", text: strings.ToLower(s)} }

// addressKey puts IP addresses in order as numbers, IPv4 before IPv6, and names behind them.
func addressKey(address string) (k key) {
	if k.ip, k.text, k.port = splitAddress(address); !k.ip.IsValid() {
		k.number = 1
	}
	return k
}

func nameKeys(s *Server) []key { return []key{text(s.Name), addressKey(s.Address)} }

var columns = map[string]func(s *Server) []key{
	ByName:    nameKeys,
	ByAddress: func(s *Server) []key { return []key{addressKey(s.Address)} },
	ByMap:     func(s *Server) []key { return []key{text(s.Map())} },
	ByType:    func(s *Server) []key { return []key{text(s.Known().GameType.Value)} },
	ByPlayers: func(s *Server) []key {
		now, most := s.Players()
		return []key{number(now), number(most)}
	},
	ByGame:     func(s *Server) []key { return []key{text(s.GameName())} },
	ByPing:     func(s *Server) []key { return []key{number(int64(s.Ping()))} },
	ByProtocol: func(s *Server) []key { return []key{number(int64(order.Protocol(s.Protocol)) - 1)} },
}

// Addresses returns the addresses of the servers of some origins, in no order.
func (l *List) Addresses(o Origin) []string {
	var list []string
	for a, s := range l.all {
		if s.From&o != 0 {
			list = append(list, a)
		}
	}
	return list
}

// At returns the server of an address, or that answered from it or is joined at it; nil when there is none.
func (l *List) At(address string) *Server {
	if s := l.Find(address); s != nil {
		return s
	}
	ip, _, port := splitAddress(address)
	if !ip.IsValid() || port == 0 {
		return nil
	}
	for _, s := range l.all {
		if s.Last == nil {
			continue
		}
		at := s.Where()
		from := s.Last.From
		if from.Addr().Unmap() == ip && int(from.Port()) == port || at.Addr() == ip && int(at.Port()) == port {
			return s
		}
	}
	return nil
}

// Counts returns how many servers the list has of each origin, and of all of them together by [FromAnywhere].
func (l *List) Counts() map[Origin]int {
	counts := map[Origin]int{FromAnywhere: len(l.all)}
	for _, s := range l.all {
		for o := Origin(1); o <= FromAnywhere; o <<= 1 {
			if s.From&o != 0 {
				counts[o]++
			}
		}
	}
	return counts
}
