package match

import (
	"slices"
	"strings"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Bounds of what is kept of one server: a hostile one may send a new rule or name with each reply.
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

type server struct {
	gone     bool      // no longer in the table
	contents []content // the latest replies, by kind of exchange
	list     int64     // time of the last player list, 0 for none
	listed   int64     // players in it
	watched  bool      // a whole list was seen, since the clock was set back
	doubted  bool      // a count showed that some are missing in it
	left     []*person // who was in the list before it
	changes  int       // how often who is there has changed
	report.Server
	round     int                // player lists so far
	people    map[string]*person // by name
	present   []*person          // who is in the last list
	details   int                // spans, scores and teams kept of people
	texts     int                // rules, and values of them and of all else over time
	polls     polls              // of the clients that query it
	unsettled []unsettled        // exchanges whose replies wait for more, in the order of their first reply
	refs      int                // bytes of the lists of rules in contents
	charged   int64              // bytes that count in the memory of the shard
}

// A content is the latest replies of a kind of exchange. What they state is a
// fact of that kind: another kind may count players and places otherwise.
type content struct {
	of      *wire.MessageInfo
	known   bool // hash is that of a whole reply
	hash    uint64
	seen    int64     // when they were seen last
	list    bool      // they contain the players
	changes int       // of the server, when they were compared with the list
	rules   []ruleRef // their rules, in order
	count
}

// A count is what a kind of exchange states about the number of players.
type count struct {
	players  int64
	at       int64    // when it was seen last, 0 for never
	empty    [2]int64 // when nobody was there, before it was known whether this counts all
	lists    bool     // the kind lists players: no list then means no players
	agreed   bool     // the number was that of a list seen at about the same time
	differed bool     // it was another number
}

// all reports whether a count of 0 means an empty server: some kinds of message leave out bots.
func (c *count) all() bool { return c.lists || c.exact() }

func (s *Shard) serverOf(x *exchange) *server {
	if x.sv != nil && !x.sv.gone {
		return x.sv
	}
	x.sv = s.serverAt(&x.server)
	return x.sv
}

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

func (s *Shard) dropServers() {
	s.servers.evict(func(sv *server) int64 { return sv.Last }, func(sv *server) {
		s.kept -= sv.charged
		*sv = server{gone: true} // conversations may still refer to it
		s.Report.DroppedServers++
	})
}

func (sv *server) exchange(x *exchange) {
	if p := x.info.Protocol(); !slices.Contains(sv.Protocols, p) {
		sv.Protocols = append(sv.Protocols, p)
	}
	sv.AddClient(x.client.AddrPort())
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
	if c.known && c.hash == x.content && whole && sv.again(x.last, c) {
		return
	}
	s.payloads = append(s.payloads[:0], x.parts...)
	packet := x.replies[0]
	if r != nil {
		s.payloads = append(s.payloads, r.Payload)
		if x.topic.SingleDatagram {
			packet = r.Number
		}
	}
	st := s.summary.OfReplies(x.info.Descriptor(), x.keyed, s.payloads...)
	if st != nil { // else a challenge, or the answer to a ping
		if x.cut {
			sv.distrust(st)
		}
		at := report.Sight{Time: x.last, Packet: packet, Before: c.seen, Source: int32(x.info.Number) + 1}
		sv.see(at, st, whole, c, s.maxDetails(), s.maxTexts())
		s.charge(&sv.charged, sv.cost())
	}
	if whole {
		c.known, c.hash, c.seen = true, x.content, max(c.seen, x.last)
	}
}

// distrust drops from a cut reply what may be a text that was cut in its
// middle: the last of a list, and texts of which something is known.
func (sv *server) distrust(st *decoder.Status) {
	st.Rules = st.Rules[:max(0, len(st.Rules)-1)]
	st.PlayerList = st.PlayerList[:max(0, len(st.PlayerList)-1)]
	for _, t := range []struct {
		text  *wire.Opt[string]
		known *report.Timeline[string]
	}{{&st.Name, &sv.Name}, {&st.Map, &sv.Map}, {&st.GameType, &sv.GameType}, {&st.Version, &sv.Version}} {
		if len(t.known.Runs) > 0 {
			*t.text = wire.Opt[string]{}
		}
	}
}

const maxContents = 64

// content returns an empty content for a new kind.
func (sv *server) content(of *wire.MessageInfo) *content {
	for i := range sv.contents {
		if c := &sv.contents[i]; c.of == of {
			return c
		}
	}
	if len(sv.contents) >= maxContents {
		return &content{of: of}
	}
	sv.contents = append(sv.contents, content{of: of})
	return &sv.contents[len(sv.contents)-1]
}

// again notes that c was seen unchanged at time t. It reports false where that is
// not all: messages of another kind have shown another list since.
func (sv *server) again(t int64, c *content) bool {
	if c.list && (c.changes != sv.changes || sv.doubted || t < sv.list-patience) ||
		c.disagrees(sv, t) && len(sv.left) > 0 {
		return false
	}
	c.seen = max(c.seen, t)
	if c.list && t > sv.list {
		sv.list = t
	}
	return true
}

// touch brings the timelines up to what again has noted.
func (sv *server) touch() {
	for i := range sv.contents {
		c := &sv.contents[i]
		for l := range sv.Lines {
			l.Touch(int32(c.of.Number)+1, c.seen)
		}
	}
	sv.observed(sv.list)
}

// see records what a status says. c is what the exchange before it said.
func (sv *server) see(at report.Sight, st *decoder.Status, whole bool, c *content, maxDetails, maxTexts int) {
	seeText(sv, &sv.Name, at, st.Name, maxTexts)
	seeText(sv, &sv.Map, at, st.Map, maxTexts)
	seeText(sv, &sv.GameType, at, st.GameType, maxTexts)
	seeText(sv, &sv.Version, at, st.Version, maxTexts)
	seeValue(sv, &sv.Players, at, st.Players)
	seeValue(sv, &sv.MaxPlayers, at, st.MaxPlayers)
	seeValue(sv, &sv.GamePort, at, st.GamePort)
	seeValue(sv, &sv.Password, at, st.Password)
	sv.seeRules(at, st.Rules, c, maxTexts)
	if sv.texts > maxTexts {
		sv.thinTexts(maxTexts)
	}
	if len(st.PlayerList) > 0 && whole {
		sv.doubted = sv.short(at.Time, int64(len(st.PlayerList)))
		whole = !sv.doubted
	}
	c.list = sv.counted(at, st, whole, c)
	if c.list {
		sv.seePeople(at, st.PlayerList, whole, maxDetails)
		for tries := 0; sv.details > maxDetails && tries < 4; tries++ {
			sv.thin(maxDetails)
		}
	}
	c.changes = sv.changes
}

// near is how close the number of players and their list must be seen to be
// compared, ns: a program queries both in a row.
const near = 2_000_000_000

// counted compares the number of players that st states, or its list, with what
// other kinds of exchange have shown. It reports whether the players are known from
// st: it has a list, or a count of 0 of a kind that counts all players.
func (sv *server) counted(at report.Sight, st *decoder.Status, whole bool, c *content) bool {
	if len(st.PlayerList) > 0 {
		c.lists = true
		sv.AddListing(at.Source)
		if !whole {
			return true
		}
		sv.listed = int64(len(st.PlayerList))
		for i := range sv.contents {
			if k := &sv.contents[i].count; k != &c.count && k.at != 0 && !k.lists {
				k.compare(max(k.at, sv.contents[i].seen), at.Time, sv.listed)
			}
		}
		sv.wasEmpty()
		return true
	}
	if !st.Players.Known || !whole {
		return false
	}
	if c.empty[0] != 0 && c.players == 0 {
		c.empty[1] = max(c.empty[1], c.seen)
	}
	c.players, c.at = st.Players.Value, at.Time
	switch {
	case sv.list == 0 || c.lists:
	case c.disagrees(sv, at.Time):
		if sv.doubted = true; len(sv.left) > 0 {
			sv.stay()
		}
	default:
		c.compare(at.Time, sv.list, sv.listed)
	}
	if c.players != 0 {
		return false
	}
	if c.all() {
		sv.listed = 0
		return true
	}
	if c.empty[0] == 0 {
		c.empty[0] = at.Time
	}
	c.empty[1] = at.Time
	return false
}

// short reports whether a list of so many players at time t lacks some, by what was
// counted shortly before. Of several in a row only the first is doubted: those who
// left are then missing in the second too.
func (sv *server) short(t, players int64) bool {
	for i := range sv.contents {
		if k := &sv.contents[i]; !sv.doubted && !k.lists && k.exact() && k.players > players && atOnce(max(k.at, k.seen), t) {
			return true
		}
	}
	return false
}

// disagrees reports whether c, seen at time t, counts more players than the last list
// has, although c has always been the length of the list before: part of the list was
// lost, which nothing else shows where parts have no numbers.
func (c *content) disagrees(sv *server, t int64) bool {
	return !sv.doubted && !c.lists && c.exact() && c.players > sv.listed && atOnce(t, sv.list)
}

// exact reports whether the number has always been that of the list.
func (c *count) exact() bool { return c.agreed && !c.differed }

// atOnce reports whether two times are near each other.
func atOnce(a, b int64) bool { return a-b <= near && b-a <= near }

// compare notes whether a count seen at time t was the length of a list seen at
// time at.
func (c *count) compare(t, at, listed int64) {
	if !atOnce(t, at) {
		return
	}
	c.agreed = c.agreed || c.players == listed
	c.differed = c.differed || c.players != listed
}

// wasEmpty makes the first player list an empty one where earlier counts of 0 turned
// out to be of a kind that counts all players.
func (sv *server) wasEmpty() {
	if sv.watched {
		return
	}
	for i := range sv.contents {
		if c := &sv.contents[i]; c.empty[0] != 0 && c.all() {
			if !sv.watched {
				sv.Lists, sv.watched = append(sv.Lists, report.Span{From: c.empty[0], To: c.empty[1]}), true
			}
			first := &sv.Lists[len(sv.Lists)-1]
			first.From, sv.list = min(first.From, c.empty[0]), max(sv.list, c.empty[1])
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

const maxRuleRefs = 256

// seeRules records the rules; several of one key are one value.
func (sv *server) seeRules(at report.Sight, rules []wire.Rule, c *content, maxTexts int) {
	refs := c.rules
	if !slices.EqualFunc(refs, rules, func(f ruleRef, r wire.Rule) bool { return f.key == r.Key }) {
		refs = sv.ruleRefs(rules, maxTexts)
		sv.refs -= refsCost(c.rules)
		if c.rules = nil; len(refs) <= maxRuleRefs {
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
			sv.seeString(f.line, at, rules[i].Value, maxTexts)
		default:
			all := []byte(rules[i].Value)
			for n := f.next; n != 0; n = refs[n].next {
				all = append(append(all, "; "...), rules[n].Value...)
			}
			sv.seeString(f.line, at, string(all), maxTexts)
		}
	}
}

func refsCost(refs []ruleRef) int {
	n := 0
	for i := range refs {
		n += refCost + len(refs[i].key)
	}
	return n
}

// ruleRefs finds the timelines of rules.
func (sv *server) ruleRefs(rules []wire.Rule, maxTexts int) []ruleRef {
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
