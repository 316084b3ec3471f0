package shell

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"fragscope/analyzer/servers"
	"fragscope/desktop/session"
)

// queryTyped queries the server whose address was typed, or opens what was typed instead.
func (v *serversView) queryTyped() {
	err := v.shell.anything(v.address.Text)
	v.address.SetWrong(err)
	v.shell.status.error(err)
}

// add returns the server with an address, see [servers.List.Add], whose host is hidden where addresses are.
func (v *serversView) add(t servers.Target, from servers.Origin) *servers.Server {
	s := v.list.Add(t, from)
	if s != nil {
		hideHost(t.Address)
	}
	return s
}

func (v *serversView) queryAddress(t servers.Target) {
	s := v.add(t, servers.FromHistory)
	if s == nil {
		v.shell.status.error(errors.New("the list is full: remove servers from it first"))
		return
	}
	s.Plan = cmp.Or(t.Plan, s.Plan)
	s.Seen = time.Now()
	v.enter(s)
	v.shell.status.clear()
	v.query(s)
	v.filter.SetText("")
	v.source.SetSelected(origins[0].Name)
	v.draw()
	v.choose(t.Address)
	v.draw()
}

// enter remembers a server that was entered once it answers: until then it may be a misspelling.
func (v *serversView) enter(s *servers.Server) {
	if s.Answered() {
		v.keep(s)
	} else {
		v.typed[s.Address] = true
	}
}

func (v *serversView) query(s *servers.Server) {
	if s != nil && v.poller.Query(s.Target()) {
		v.update()
	}
}

func (v *serversView) refreshAll() {
	for _, s := range slices.Clone(v.list.Rows()) {
		v.query(s)
	}
	v.draw()
}

// maxTicked bounds the servers that are queried by themselves: a whole master list is queried on demand.
const maxTicked = 500

// samplesEvery is how often the sample servers are queried while somebody looks: they show living servers.
const samplesEvery = 5 * time.Second

// historyEvery is how often history is saved: a program may end without closing its window.
const historyEvery = 5 * time.Minute

// watchEvery returns how often watched servers are queried: as all are, or each minute.
func (v *serversView) watchEvery() time.Duration {
	if every := v.shell.settings.Refresh(); every > 0 {
		return every
	}
	return time.Minute
}

// fieldEvery returns how often a server is queried of which a field is watched.
func (v *serversView) fieldEvery() time.Duration {
	return min(v.watchEvery(), 10*time.Second)
}

func (v *serversView) tick() {
	every, watched := v.shell.settings.Refresh(), v.watchEvery()
	now, n := time.Now(), 0
	if now.Sub(v.written) >= historyEvery {
		if !v.written.IsZero() {
			v.shell.saveHistory()
		}
		v.written = now
	}
	if v.demo != nil && v.shell.view() == viewServers {
		for _, a := range v.list.Addresses(servers.FromSamples) {
			if s := v.list.Find(a); !v.poller.Asking(s.Address) && s.Last != nil && now.Sub(s.Last.Time) >= samplesEvery {
				v.query(s)
			}
		}
	}
	due := func(s *servers.Server, every time.Duration) bool {
		return !v.poller.Asking(s.Address) && (s.Last == nil || now.Sub(s.Last.Time) >= every)
	}
	for _, s := range slices.Clone(v.list.Rows()) {
		if n++; n > maxTicked || every <= 0 {
			break
		}
		if due(s, every) {
			v.query(s)
		}
	}
	for s := range v.followed {
		if v.list.Find(s.Address) != s {
			delete(v.followed, s)
		} else if due(s, v.fieldEvery()) {
			v.query(s)
		}
	}
	for _, e := range v.shell.saved.Entries { // watched servers, shown or not
		if s := v.list.Find(e.Address); e.Watch && s != nil && due(s, watched) {
			v.query(s)
		}
	}
}

// same makes s the server at the address that answered, which may be in the list already.
func (v *serversView) same(s *servers.Server, address string) *servers.Server {
	was := s.Address
	if was == address {
		return s
	}
	s = v.list.Merge(s, address)
	if v.selected == was {
		v.selected = address
	}
	if v.picked[was] {
		delete(v.picked, was)
		v.picked[address] = true
	}
	if v.anchor == was {
		v.anchor = address
	}
	if v.wanted == was {
		v.wanted = address
	}
	if v.typed[was] {
		delete(v.typed, was)
		v.typed[address] = true
	}
	if v.shell.saved.Find(was) != nil {
		v.shell.saved.Remove(was)
		v.keep(s)
	}
	return s
}

func (v *serversView) answered(a *servers.Answer) {
	s := v.list.Find(a.Target.Address)
	if s == nil {
		return
	}
	if a.Err == nil {
		s = v.same(s, servers.Canonical(s.Address, a.From))
	}
	events := v.list.Take(s, a, v.selected)
	if other := v.list.Same(s); other != nil {
		v.shell.status.info("%[2]s is the same server as %[1]s, so they share one row.", v.shell.masked(other.Address),
			v.shell.masked(s.Address))
		s = v.same(s, other.Address)
	}
	list := session.Datagrams(a.Session)
	if series := v.followed[s]; series != nil && a.Status != nil {
		series.AddReplies(list)
	}
	v.shell.record(list)
	v.shell.notify(s, events)
	if v.typed[s.Address] && s.Answered() {
		delete(v.typed, s.Address)
		v.keep(s)
	}
	if e := v.shell.saved.Find(s.Address); e != nil && s.Answered() {
		renamed := e.Name != s.Name
		e.Name, e.Seen = s.Name, s.Seen
		if renamed {
			v.shell.saveServers()
		}
	}
	if s.Address == v.selected {
		v.details.show(s)
		v.shell.status.errorFor(s.Address, a.Err)
		if a.Err == nil {
			v.shell.status.clearFor(s.Address)
		}
	}
	v.update()
}

// update has the list drawn again soon: many answers come at the same time.
func (v *serversView) update() {
	if v.dirty || v.grid == nil {
		return
	}
	v.dirty = true
	v.shell.later(60*time.Millisecond, v.draw)
}
