package decoder

// How a server is asked for everything: which requests, in what order, on
// which ports, what an earlier reply adds to a later request, and how the end
// of an answer shows. A [Plan] is a table of steps; a [Dialogue] carries it out
// with one server. Neither knows sockets or time: the caller sends, waits, and
// hands over what comes.

// Parts are what a server can be asked for.
type Parts uint8

// The parts of what a server tells.
const (
	PartInfo Parts = 1 << iota
	PartRules
	PartPlayers
	PartTeams
)

// An Ask says what is wanted of a server. The zero value asks for what a
// server browser shows: info, rules and players, in the usual requests.
type Ask struct {
	Parts    Parts // 0 for the usual ones
	Combined bool  // join requests where the protocol can: command 03 of Unreal2, several items of GameSpy 1 at once
	Query    Query // details of the requests: items of GameSpy 1, flags of UGP; its Protocol, Message, ID and Challenge do not count
}

// wants reports whether a part is asked for; usual says whether it is when
// nothing in particular was.
func (a *Ask) wants(p Parts, usual bool) bool {
	if a.Parts == 0 {
		return usual
	}
	return a.Parts&p != 0
}

// A Plan is a way to ask a server.
type Plan struct {
	Name     string   // as a person names it: that of the protocol, or of the game when it takes two
	Title    string   // one line about it
	Protocol Protocol // of its first step
	steps    []planStep
	probes   []string               // requests that find out whether a server is there, the cheapest first
	refine   func(m *Message) *Plan // a better plan for the server that sent m, nil for none
}

// An answerEnd says how the end of an answer shows.
type answerEnd uint8

const (
	endsAtOnce   answerEnd = iota // one datagram is all of it
	endsNumbered                  // its datagrams are numbered and the last one says so
	endsQuiet                     // nothing marks it: it is over when nothing more comes
)

// A planStep is one request and its answer.
type planStep struct {
	protocol Protocol
	message  string                                     // name of the request
	parts    Parts                                      // what it asks for
	taken    func(a *Ask, p Parts) bool                 // whether it is wanted; nil for always
	after    int                                        // place of the step that must be over before, from 1; 0 for none
	needs    bool                                       // without an answer to that step this one is left out
	optional bool                                       // asked once: a server may not know the request
	ends     answerEnd                                  // how the end of the answer shows
	offsets  []int                                      // ports that may answer, from the game port; nil for the port that is asked
	prepare  func(q *Query, a *Ask, before *Message)    // completes the request; before is the first answer that counts to the step before, or nil
	nothing  func(before *Message) bool                 // reports that no answer is to be expected, so that none is one
	inOrder  func(got []*Message) []*Message            // endsQuiet: puts datagrams that came out of order as they were sent, as far as they show it
	unmarked bool                                       // endsNumbered: some servers never mark the last datagram
	enough   func(got []*Message, before *Message) bool // reports whether what came is likely whole
}

// The plans. Their steps stand here together because that is what they are
// read for; what the requests mean stands with the protocols.
var (
	// Unreal2: the first answer says who is there; rules and players have no
	// end mark (protocol/unreal2/SPEC.md#rules-reply), and an empty player list gets no answer (2.6).
	planUnreal2 = Plan{
		Name: "unreal2", Title: "info, rules and players by the binary query", Protocol: Unreal2, probes: []string{"server info request"},
		steps: []planStep{
			{protocol: Unreal2, message: "server info request", ends: endsAtOnce},
			{protocol: Unreal2, message: "rules request", parts: PartRules, taken: unreal2Alone, after: 1, needs: true, ends: endsQuiet, inOrder: unreal2InOrder, enough: unreal2Enough},
			{protocol: Unreal2, message: "player list request", parts: PartPlayers, taken: unreal2Alone, after: 1, needs: true, ends: endsQuiet, nothing: unreal2Nobody, inOrder: unreal2InOrder, enough: unreal2Enough},
			{protocol: Unreal2, message: "rules and player list request", taken: unreal2Together, after: 1, needs: true, ends: endsQuiet, inOrder: unreal2InOrder, enough: unreal2EnoughBoth},
		},
		refine: unreal2Refine,
	}
	// GameSpy 1: everything at once, or item by item (protocol/gamespy1/SPEC.md#requests). One item
	// after the other, since nothing in an answer repeats what was asked.
	planGameSpy1 = Plan{
		Name: "gamespy1", Title: "status, or its parts, by backslash text", Protocol: GameSpy1, probes: []string{"basic request", "status request"},
		steps: []planStep{
			{protocol: GameSpy1, message: "status request", taken: gamespy1Whole, ends: endsNumbered, unmarked: true, prepare: gamespy1NoItems},
			{protocol: GameSpy1, message: "combined request", taken: gamespy1Joined, ends: endsNumbered, unmarked: true, prepare: gamespy1Join},
			{protocol: GameSpy1, message: "basic request", parts: PartInfo, taken: gamespy1Alone, ends: endsNumbered, unmarked: true, prepare: gamespy1NoItems},
			{protocol: GameSpy1, message: "server info request", parts: PartInfo, taken: gamespy1Alone, after: 3, ends: endsNumbered, unmarked: true, prepare: gamespy1NoItems},
			{protocol: GameSpy1, message: "rules request", parts: PartRules, taken: gamespy1Alone, after: 4, ends: endsNumbered, unmarked: true, prepare: gamespy1NoItems},
			{protocol: GameSpy1, message: "player list request", parts: PartPlayers, taken: gamespy1Alone, after: 5, ends: endsNumbered, unmarked: true, prepare: gamespy1NoItems},
			{protocol: GameSpy1, message: "team list request", parts: PartTeams, taken: gamespy1Alone, after: 6, ends: endsNumbered, unmarked: true, optional: true, prepare: gamespy1NoItems},
		},
	}
	// UT2003: its Unreal2 query leaves out players and ages by up to a minute,
	// its GameSpy port knows them now but few rules
	// (protocol/unreal2/SPEC.md#caching, protocol/gamespy1/SPEC.md). The offsets are
	// the commonest of the statistics in the UT2003 query document.
	planUT2003 = Plan{
		Name: "ut2003", Title: "settings by the binary query, players by backslash text", Protocol: Unreal2, probes: []string{"server info request"},
		steps: []planStep{
			{protocol: Unreal2, message: "server info request", ends: endsAtOnce},
			{protocol: Unreal2, message: "rules request", parts: PartRules, taken: unreal2Alone, after: 1, needs: true, ends: endsQuiet, inOrder: unreal2InOrder, enough: unreal2Enough},
			{protocol: GameSpy1, message: "combined request", taken: ut2003Players, after: 1, needs: true, ends: endsNumbered, unmarked: true, offsets: []int{10, 12, 1}, prepare: ut2003Items},
		},
	}
	// Pariah asks and answers in a dialect of its own, and only when the version
	// of the request is its own (protocol/unreal2/SPEC.md#pariah).
	planPariah = Plan{
		Name: "pariah", Title: "info, rules and players in Pariah's dialect of the binary query", Protocol: Unreal2, probes: []string{"server info request"},
		steps: []planStep{
			{protocol: Unreal2, message: "server info request", ends: endsAtOnce, prepare: pariahPrepare},
			{protocol: Unreal2, message: "rules request", parts: PartRules, taken: unreal2Alone, after: 1, needs: true, ends: endsQuiet, prepare: pariahPrepare},
			{protocol: Unreal2, message: "player list request", parts: PartPlayers, taken: unreal2Alone, after: 1, needs: true, ends: endsQuiet, prepare: pariahPrepare, nothing: unreal2Nobody},
			{protocol: Unreal2, message: "rules and player list request", taken: unreal2Together, after: 1, needs: true, ends: endsQuiet, prepare: pariahPrepare},
		},
	}
	planGameSpy2 = Plan{
		Name: "gamespy2", Title: "info, players and teams in one datagram", Protocol: GameSpy2, probes: []string{"status request"},
		steps: []planStep{{protocol: GameSpy2, message: "status request", ends: endsAtOnce, prepare: gamespy2Prepare}},
	}
	// GameSpy 3: the data request carries the number of the challenge reply; the
	// oldest servers know no challenge and answer without (protocol/gamespy3/SPEC.md#exchange).
	planGameSpy3 = Plan{
		Name: "gamespy3", Title: "challenge, then info, players and teams in numbered datagrams", Protocol: GameSpy3, probes: []string{"challenge request", "data request"},
		steps: []planStep{
			{protocol: GameSpy3, message: "challenge request", ends: endsAtOnce, prepare: gamespy3NoOptions},
			{protocol: GameSpy3, message: "data request", after: 1, ends: endsNumbered, prepare: gamespy3Prepare},
		},
	}
	// UGP: a ping costs a server least, but not every client sends one, so a
	// server that ignores it is asked all the same (protocol/ugp/SPEC.md).
	planUGP = Plan{
		Name: "ugp", Title: "ping, then the sections that flags choose", Protocol: UGP, probes: []string{"ping request", "query request"},
		steps: []planStep{
			{protocol: UGP, message: "ping request", ends: endsAtOnce, optional: true},
			{protocol: UGP, message: "query request", after: 1, ends: endsAtOnce, prepare: ugpPrepare},
		},
	}
)

var plans = [...]*Plan{&planUnreal2, &planGameSpy1, &planUT2003, &planPariah, &planGameSpy2, &planGameSpy3, &planUGP}

// Plans lists all plans.
func Plans() []*Plan { return plans[:] }

// PlanByName returns the plan with the given name.
func PlanByName(name string) (*Plan, bool) {
	for _, p := range plans {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

// PlanOf returns the usual plan for a protocol, nil for those in which a
// server is not asked about itself.
func PlanOf(p Protocol) *Plan {
	for _, plan := range plans {
		if plan.Protocol == p {
			return plan
		}
	}
	return nil
}

// unreal2Split is the size beyond which a server begins another datagram: one
// of at most so many bytes is the last that was sent (protocol/unreal2/SPEC.md#rules-reply).
const unreal2Split = 450

func unreal2Alone(a *Ask, p Parts) bool { return a.wants(p, true) && !unreal2Together(a, p) }

func unreal2Together(a *Ask, _ Parts) bool {
	return a.Combined && a.wants(PartRules, true) && a.wants(PartPlayers, true)
}

// unreal2Nobody reports that info says that nobody plays.
func unreal2Nobody(info *Message) bool {
	if info == nil {
		return false
	}
	n, ok := info.number(RolePlayers)
	return ok && n == 0
}

// unreal2Enough: the last datagram is there, and as many players as info counted.
func unreal2Enough(got []*Message, info *Message) bool {
	last, rows, players := false, int64(0), false
	for _, m := range got {
		last = last || len(m.Data)-m.Payload <= unreal2Split
		rows += m.rows(RolePlayer)
		players = players || m.Info == &unreal2PlayersReply
	}
	return last && (!players || info == nil || rows >= info.count(RolePlayers))
}

// unreal2InOrder puts datagrams that are the last of their kind behind the
// others. That is all of the order that can be known.
func unreal2InOrder(got []*Message) []*Message {
	var list []*Message
	for _, kind := range [...]*MessageInfo{&unreal2RulesReply, &unreal2PlayersReply} {
		for _, last := range [...]bool{false, true} {
			for _, m := range got {
				if m.Info == kind && last == (len(m.Data)-m.Payload <= unreal2Split) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// unreal2EnoughBoth is that for rules and players together.
func unreal2EnoughBoth(got []*Message, info *Message) bool {
	var rules, players []*Message
	for _, m := range got {
		if m.Info == &unreal2RulesReply {
			rules = append(rules, m)
		} else {
			players = append(players, m)
		}
	}
	return unreal2Enough(rules, info) && (unreal2Nobody(info) && len(players) == 0 || unreal2Enough(players, info))
}

// unreal2Refine knows servers of UT2003, its demo and Pariah by their version.
func unreal2Refine(m *Message) *Plan {
	if i := m.Find(unreal2Header[0].Key, 0); i >= 0 && m.Info == &unreal2InfoReply {
		switch m.Fields[i].Value {
		case 0x77:
			return &planPariah
		case 0x78, 0x79:
			return &planUT2003
		}
	}
	return nil
}

// gamespy1Whole, gamespy1Joined and gamespy1Alone divide the ways to ask.
func gamespy1Whole(a *Ask, _ Parts) bool {
	return len(a.Query.Items) == 0 && (a.Parts == 0 || !a.Combined && a.Parts == PartInfo|PartRules|PartPlayers)
}

func gamespy1Joined(a *Ask, _ Parts) bool {
	return len(a.Query.Items) > 0 || a.Combined && a.Parts != 0
}

func gamespy1Alone(a *Ask, p Parts) bool {
	return a.Parts&p != 0 && !gamespy1Whole(a, p) && !gamespy1Joined(a, p)
}

// gamespy1Join asks for the items that were named, or those of the parts.
func gamespy1Join(q *Query, a *Ask, _ *Message) {
	if len(q.Items) > 0 {
		return
	}
	for _, part := range [...]struct {
		parts Parts
		items []string
	}{{PartInfo, []string{"basic", "info"}}, {PartRules, []string{"rules"}}, {PartPlayers, []string{"players"}}, {PartTeams, []string{"teams"}}} {
		if a.Parts&part.parts != 0 {
			q.Items = append(q.Items, part.items...)
		}
	}
}

func gamespy1NoItems(q *Query, _ *Ask, _ *Message) { q.Items = nil }

func ut2003Players(a *Ask, _ Parts) bool { return a.wants(PartPlayers|PartInfo, true) }

func ut2003Items(q *Query, a *Ask, _ *Message) {
	q.Items = []string{"basic", "info"}
	if a.wants(PartPlayers, true) {
		q.Items = append(q.Items, "players")
	}
}

func pariahPrepare(q *Query, _ *Ask, _ *Message) { q.Version = 0x77 }

// gamespy2Prepare turns the parts that are wanted into sections.
func gamespy2Prepare(q *Query, a *Ask, _ *Message) {
	if q.Sections != 0 || a.Parts == 0 {
		return
	}
	for i, p := range [...]Parts{PartInfo | PartRules, PartPlayers, PartTeams} {
		if a.Parts&p != 0 {
			q.Sections |= 1 << i
		}
	}
}

func gamespy3NoOptions(q *Query, _ *Ask, _ *Message) { q.Options = nil }

// gamespy3Prepare puts the challenge into the data request, and which sections
// are wanted.
func gamespy3Prepare(q *Query, a *Ask, challenge *Message) {
	q.Challenge = nil
	if challenge != nil {
		if i := challenge.Find("gamespy3.challenge.number", 0); i >= 0 {
			n := int32(challenge.Fields[i].Int()) // its low 32 bits
			q.Challenge = &n
		}
	}
	if q.Options == nil && a.Parts != 0 {
		q.Options = &[4]byte{3: 1}
		for i, p := range [...]Parts{PartInfo | PartRules, PartPlayers, PartTeams} {
			if a.Parts&p != 0 {
				q.Options[i] = 0xff
			}
		}
	}
}

// ugpPrepare turns the parts that are wanted into sections.
func ugpPrepare(q *Query, a *Ask, _ *Message) {
	if q.Flags != 0 {
		return
	}
	for _, part := range [...]struct {
		parts Parts
		flag  uint8
	}{{PartInfo, ugpServerSection}, {PartPlayers, ugpPlayerSection}, {PartTeams, ugpTeamSection}, {PartRules, ugpRuleSection}} {
		if a.Parts&part.parts != 0 {
			q.Flags |= part.flag
		}
	}
}

// count returns the number in the first field of a role, 0 if there is none.
func (m *Message) count(role Role) int64 {
	n, _ := m.number(role)
	return n
}

// number returns the number in the first field of a role; ok is false if there is none.
func (m *Message) number(role Role) (n int64, ok bool) {
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def.Role == role && f.Kind.Number() {
			return f.Int(), true
		}
	}
	return 0, false
}

// rows returns the number of groups of a role.
func (m *Message) rows(role Role) int64 {
	n := int64(0)
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind == KindGroup && f.Def.Role == role {
			n++
		}
	}
	return n
}
