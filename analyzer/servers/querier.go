package servers

import (
	"cmp"
	"context"
	"net/netip"
	"time"

	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

// A Target is a server to be queried.
type Target struct {
	Address string // as ParseAddress returns it
	Plan    string // how it is queried: the name of a plan or game, see query.PlanByName; "" to find it out
	Foreign bool   // only a master has named it, see live.Target
}

// An Answer is what came of asking a server.
type Answer struct {
	Target   Target
	Time     time.Time      // when it was complete
	From     netip.AddrPort // that answered
	Protocol decoder.Protocol
	Plan     string          // by which it answered
	Status   *decoder.Status // nil when nothing was said about a server
	RTT      time.Duration   // until the first reply, 0 when unknown
	Tried    []string        // ports with the protocols that were tried, for people; none when the first one answered
	Session  []*live.Datagram
	Dropped  bool   // what was in Session is not kept any more
	Warning  string // what is wrong with an answer that came, "" for nothing
	Err      error  // why there is no status; says what to do
}

// AnswerOf returns what a session brought. Its error is that of the session.
func AnswerOf(t Target, s *live.Session) Answer {
	a := Answer{Target: t, Time: s.End, From: s.Addr, Protocol: s.Protocol(), Status: s.Status, RTT: max(0, s.RTT()),
		Session: s.Datagrams, Plan: PlanName(s.Plan)}
	switch {
	case s.Status == nil:
		a.Err = s.Err
		return a
	case s.Err != nil:
		a.Warning = s.Err.Error()
	}
	a.Protocol = cmp.Or(a.Protocol, s.Status.Protocol)
	return a
}

// PlanName returns the name of a plan, "" for none.
func PlanName(p *ask.Plan) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// A Master is where servers of a game are listed.
type Master struct {
	Game   string // as people call it, with the name of the master
	Source string // as [Querier] takes it
}

// A Querier queries servers. Its methods may be called by several goroutines;
// they return soon after ctx is done. Package analyzer/live is behind it.
type Querier interface {
	Query(ctx context.Context, t Target) Answer
	// Discover searches the local network and calls found, from any goroutine, for each server.
	Discover(ctx context.Context, found func(Answer)) error
	// Master lists the servers of a source, see [FromSource], and calls found for each.
	Master(ctx context.Context, source string, found func(Target)) error
}
