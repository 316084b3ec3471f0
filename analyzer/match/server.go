package match

import (
	"slices"
	"strings"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire/protocol"
)

// Bounds of what is kept of one server: a hostile server may send a new rule
// or name with each reply.
const (
	// Those who play on a server for days change more than there is room for:
	// the spans, scores and teams of all people of a server together are its
	// details. All servers together may have so many, of which each has the
	// same share, within bounds.
	leastDetails = 256
	mostDetails  = 1 << 14
)

// maxDetails returns how many details each server may have. It depends on how
// many servers there were up to this batch of packets, whichever shard they are of.
func (s *Shard) maxDetails() int {
	least := max(leastDetails/4, min(leastDetails, s.opts.MaxDetails/leastDetails)) // a small limit means few of each
	return max(least, min(mostDetails, s.opts.MaxDetails/max(1, s.met)))
}

const _ = uint(32 - protocol.ProtocolCount) // they fit the bits of a server

// server is a Server while the capture is read.
type server struct {
	gone      bool      // no longer in the table
	protocols uint32    // a bit for each
	contents  []content // the latest replies, by kind of exchange
	list      int64     // time of the last player list, 0 for none
	seen      int64     // when name, map and counts were last seen unchanged, 0 when the timelines know
	report.Server
	round   int                // player lists so far
	people  map[string]*person // by name
	present []*person          // who is in the last list
	details int                // spans, scores and teams kept of people
	texts   int                // rules, and values of them and of all else over time
	polls   []poll             // of the clients that query it
	refs    int                // bytes of the lists of rules in contents
	charged int64              // bytes that count in the memory of the shard
}

// A content is the latest replies of a kind of exchange.
type content struct {
	of    *decoder.MessageInfo
	hash  uint64
	info  bool      // they contain name, map or counts
	list  bool      // they contain the players
	rules []ruleRef // their rules, in order
}

// serverOf returns the state of the server of x.
func (s *Shard) serverOf(x *exchange) *server {
	if x.sv != nil && !x.sv.gone {
		return x.sv
	}
	x.sv = s.serverAt(&x.server)
	return x.sv
}

// serverAt returns the state of the server at e.
func (s *Shard) serverAt(e *record.Endpoint) *server {
	h := e.Hash()
	sv := s.servers.find(h, e)
	if sv == nil {
		if s.servers.n >= s.opts.MaxServers {
			s.dropServers()
		}
		sv = &server{Server: report.Server{Addr: e.AddrPort()}}
		s.servers.add(h, e, sv)
		s.kept += report.ServerCost
		sv.charged = report.ServerCost
	}
	return sv
}

// dropServers evicts the servers silent longest; the report's totals keep only
// their number.
func (s *Shard) dropServers() {
	s.servers.evict(func(sv *server) int64 { return sv.Last }, func(sv *server) {
		s.kept -= sv.charged
		*sv = server{gone: true} // conversations may still refer to it
		s.Report.DroppedServers++
	})
}

// exchange notes who queried sv in x.
func (sv *server) exchange(x *exchange) {
	sv.protocols |= 1 << x.info.Protocol
	switch {
	case sv.Replies > 0:
		sv.Askers = nil
	case x.asked:
		sv.AddAsker(x.client.AddrPort().Addr())
	}
}

// observe updates the server's state with what x says, the last part of it,
// when it was not kept, in r. Most polls have nothing new; then only the times
// advance.
func (s *Shard) observe(x *exchange, r *record.Record) {
	if len(x.parts) == 0 && r == nil {
		return
	}
	sv := s.serverOf(x)
	whole := x.outcome() != report.Incomplete && !x.cut
	c := sv.content(x.info)
	if c.of != nil && c.hash == x.content && whole {
		sv.touch(x.last, c)
		return
	}
	s.payloads = append(s.payloads[:0], x.parts...)
	packet := x.replies[0]
	if r != nil {
		s.payloads = append(s.payloads, r.Payload)
		if x.topic.Alone {
			packet = r.Number
		}
	}
	st := s.summary.OfReplies(x.info.Protocol, s.payloads...)
	if whole {
		c.of, c.hash, c.info, c.list = x.info, x.content, false, false
	}
	if st == nil { // a challenge, or the answer to a ping
		return
	}
	if whole {
		c.info, c.list = st.Name.Known || st.Players.Known, hasList(st)
	}
	if x.cut {
		sv.distrust(st)
	}
	sv.see(x.last, packet, st, whole, c, s.maxDetails(), s.maxTexts())
	s.charge(&sv.charged, sv.cost())
}

// distrust drops from a cut reply what may be a text that was cut in its
// middle: the last of a list, and texts of which something is known.
func (sv *server) distrust(st *decoder.Status) {
	st.Rules = st.Rules[:max(0, len(st.Rules)-1)]
	st.PlayerList = st.PlayerList[:max(0, len(st.PlayerList)-1)]
	for _, t := range []struct {
		text  *decoder.Opt[string]
		known *report.Timeline[string]
	}{{&st.Name, &sv.Name}, {&st.Map, &sv.Map}, {&st.GameType, &sv.GameType}, {&st.Version, &sv.Version}} {
		if len(t.known.Runs) > 0 {
			*t.text = decoder.Opt[string]{}
		}
	}
}

// maxContents bounds the kinds of exchange of a server that are distinguished.
const maxContents = 64

// content returns the latest content of exchanges of a kind, an empty one for a
// new kind.
func (sv *server) content(of *decoder.MessageInfo) *content {
	for i := range sv.contents {
		if c := &sv.contents[i]; c.of == of {
			return c
		}
	}
	if len(sv.contents) >= maxContents {
		return &content{}
	}
	// One that was never filled, as of an exchange that is not whole, is used again.
	if n := len(sv.contents); n > 0 && sv.contents[n-1].of == nil {
		return &sv.contents[n-1]
	}
	sv.contents = append(sv.contents, content{})
	return &sv.contents[len(sv.contents)-1]
}

// hasList reports whether st says who plays: a list, or that the server is
// empty.
func hasList(st *decoder.Status) bool {
	return st.PlayerList != nil || st.Players.Known && st.Players.Value == 0
}

// touch says that what c covers was seen unchanged at time t. It only notes the
// time: updating every timeline with each poll would fetch them all.
func (sv *server) touch(t int64, c *content) {
	if c.info {
		sv.seen = max(sv.seen, t)
	}
	if c.list && sv.list != 0 && t > sv.list {
		sv.list = t
	}
}

// touched brings the timelines up to what touch has noted.
func (sv *server) touched() {
	if t := sv.seen; t != 0 {
		sv.Name.Touch(t)
		sv.Map.Touch(t)
		sv.Players.Touch(t)
		sv.MaxPlayers.Touch(t)
		sv.seen = 0
	}
	if n := len(sv.Lists); n > 0 {
		sv.Lists[n-1].To = sv.list
	}
}

// see records what a status says. c is what the exchange before it said.
func (sv *server) see(t, packet int64, st *decoder.Status, whole bool, c *content, maxDetails, maxTexts int) {
	sv.touched()
	seeText(sv, &sv.Name, t, packet, st.Name, maxTexts)
	seeText(sv, &sv.Map, t, packet, st.Map, maxTexts)
	seeText(sv, &sv.GameType, t, packet, st.GameType, maxTexts)
	seeText(sv, &sv.Version, t, packet, st.Version, maxTexts)
	seeValue(sv, &sv.Players, t, packet, st.Players)
	seeValue(sv, &sv.MaxPlayers, t, packet, st.MaxPlayers)
	seeValue(sv, &sv.GamePort, t, packet, st.GamePort)
	seeValue(sv, &sv.Password, t, packet, st.Password)
	sv.seeRules(t, packet, st.Rules, c, maxTexts)
	if sv.texts > maxTexts {
		sv.thinTexts(maxTexts)
	}
	if hasList(st) {
		sv.seePeople(t, packet, st.PlayerList, whole, maxDetails)
		for tries := 0; sv.details > maxDetails && tries < 4; tries++ {
			sv.thin(maxDetails)
		}
	}
}

// A ruleRef is a rule in the list that a server sent last. Most lists have the
// same keys in the same order as the one before.
type ruleRef struct {
	key   string
	line  *report.Timeline[string] // nil for a rule that is not kept
	next  int32                    // place of the next rule of the same key, 0 for none
	again bool                     // an earlier rule has this key
}

// maxRuleRefs bounds the lists that are kept.
const maxRuleRefs = 256

// seeRules records the rules; several of one key are one value.
func (sv *server) seeRules(t, packet int64, rules []decoder.Rule, c *content, maxTexts int) {
	refs := c.rules
	if !slices.EqualFunc(refs, rules, func(f ruleRef, r decoder.Rule) bool { return f.key == r.Key }) {
		refs = sv.ruleRefs(rules, maxTexts)
		sv.refs -= refsCost(c.rules)
		if c.rules = nil; len(refs) <= maxRuleRefs && c.of != nil {
			c.rules = refs
			sv.refs += refsCost(refs)
		}
	}
	for i := range rules {
		switch f := &refs[i]; {
		case f.again:
		case f.line == nil:
			sv.Dropped++
		case f.next == 0:
			sv.seeString(f.line, t, packet, rules[i].Value, maxTexts)
		default:
			all := []byte(rules[i].Value)
			for n := f.next; n != 0; n = refs[n].next {
				all = append(append(all, "; "...), rules[n].Value...)
			}
			sv.seeString(f.line, t, packet, string(all), maxTexts)
		}
	}
}

// refsCost returns how many bytes refs take.
func refsCost(refs []ruleRef) int {
	n := 0
	for i := range refs {
		n += refCost + len(refs[i].key)
	}
	return n
}

// ruleRefs finds the timelines of rules.
func (sv *server) ruleRefs(rules []decoder.Rule, maxTexts int) []ruleRef {
	refs := make([]ruleRef, len(rules))
	last := make(map[string]int32, len(rules)) // place of the last rule of a key
	for i, r := range rules {
		f := &refs[i]
		if j, ok := last[r.Key]; ok {
			f.key, f.line, f.again = refs[j].key, refs[j].line, true
			refs[j].next = int32(i)
			last[f.key] = int32(i)
			continue
		}
		f.key = strings.Clone(r.Key)
		last[f.key] = int32(i)
		f.line = sv.Rules[f.key]
		if f.line == nil && len(sv.Rules) < report.MaxRules && sv.texts <= maxTexts {
			if sv.Rules == nil {
				sv.Rules = map[string]*report.Timeline[string]{}
			}
			f.line = &report.Timeline[string]{}
			sv.Rules[f.key] = f.line
			sv.texts += report.TextCost(f.key)
		}
	}
	return refs
}
