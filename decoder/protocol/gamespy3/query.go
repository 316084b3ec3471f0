package gamespy3

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

// GameSpy 3: the data request carries the number of the challenge reply; the
// oldest servers know no challenge and answer without (protocol/gamespy3/SPEC.md#exchange).
var Plan = ask.Plan{
	Name: "gamespy3", Title: "challenge, then info, players and teams in numbered datagrams", Protocol: ID,
	Probes: []string{"challenge request", "data request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "challenge request", Ends: ask.EndsAtOnce, Prepare: noOptions},
		{Protocol: ID, Message: "data request", StartAfter: 1, Ends: ask.EndsNumbered, Prepare: gamespy3Prepare,
			IsChallenge: challenges},
	},
}

// PlanRoster is Plan for Just Cause 2 Multiplayer, which lists players only in a
// format of its own (protocol/gamespy3/SPEC.md#player-list).
var PlanRoster = ask.Plan{
	Name: "jc2mp", Title: "challenge, then settings and players of Just Cause 2 Multiplayer in one datagram", Protocol: ID,
	Probes: []string{"challenge request"},
	Steps: []ask.Step{
		{Protocol: ID, Message: "challenge request", Ends: ask.EndsAtOnce, Prepare: noOptions},
		{Protocol: ID, Message: "data request", StartAfter: 1, Ends: ask.EndsNumbered, NoEndMark: true,
			Prepare: rosterPrepare, IsChallenge: challenges},
	},
}

// rosterPrepare is gamespy3Prepare for everything, in the format of the list.
func rosterPrepare(q *ask.Query, a *ask.Ask, challenge *wire.Message) {
	gamespy3Prepare(q, a, challenge)
	ask.CopyDetails[Query](q).Options = &[4]byte{0xff, 0xff, 0xff, 2}
}

type Query struct {
	Challenge *int32   // number of the challenge reply; nil or 0 to leave it out
	Options   *[4]byte // option bytes, nil for FF FF FF 01 in a data request and none in a challenge request
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		{Name: "challenge", Doc: "the number of the challenge reply", Kind: ask.SettingNumber, Example: "12345678",
			Set: func(q *ask.Query, v string) error {
				n, err := strconv.ParseInt(v, 0, 32)
				if err != nil {
					return ask.QueryError("the challenge is not a whole number of 32 bits")
				}
				c := int32(n)
				ask.CopyDetails[Query](q).Challenge = &c
				return nil
			}},
		ask.Bytes("options", "four option bytes in hex; default FFFFFF01", func(q *ask.Query) []byte {
			d := ask.CopyDetails[Query](q)
			d.Options = new([4]byte)
			return d.Options[:]
		}),
	}
}

// challenges reports a challenge where data was requested: that of the request
// does not count, as after a restart of the server.
func challenges(m *wire.Message) bool { return m.Info == &ChallengeReply }

func noOptions(q *ask.Query, _ *ask.Ask, _ *wire.Message) { ask.CopyDetails[Query](q).Options = nil }

// gamespy3Prepare puts the challenge into the data request, and which sections
// are requested.
func gamespy3Prepare(q *ask.Query, a *ask.Ask, challenge *wire.Message) {
	d := ask.CopyDetails[Query](q)
	d.Challenge = nil
	if challenge != nil {
		if i := challenge.Find("gamespy3.challenge.number", 0); i >= 0 {
			n := int32(challenge.Fields[i].Int()) // its low 32 bits
			d.Challenge = &n
		}
	}
	if d.Options == nil && a.Parts != 0 {
		d.Options = &[4]byte{3: 1}
		for i := range 3 {
			d.Options[i] = -(sections.Of(a.Parts) >> i & 1) // 0 or FF
		}
	}
}

// Flaw: every text of a data reply ends in a NUL; a player list ends in a number.
func Flaw(m *wire.Message) string {
	p := m.PayloadBytes()
	if m.Info == &DataReply && len(p) > 16 && p[len(p)-1] != 0 && m.Find(roster[rosterCount].Key, 0) < 0 {
		return "The datagram ends inside a text."
	}
	return ""
}

// Doubtful reports arrays of unequal length, or with slots left out
// between two datagrams.
func Doubtful(parts []*wire.Message) bool {
	if parts[0].Info != &DataReply {
		return false
	}
	for _, l := range []wire.Layout{players[:], teams[:]} {
		most, gap := longestArray(parts, l), false
		eachArray(parts, l, func(_, _ int, slots uint64) { gap = gap || slots < most })
		if gap || slotsSkipped(parts, l) {
			return true
		}
	}
	return false
}

// slotsSkipped reports whether an array continues in another datagram after the
// slot where it stopped.
func slotsSkipped(parts []*wire.Message, l wire.Layout) bool {
	for k := 1; k < len(parts); k++ {
		a, b := parts[k-1], parts[k]
		i, j := edge(a, &l[sections.ArrayField], true), edge(b, &l[sections.ArrayField], false)
		if i < 0 || j < 0 || !sameKey(a, i, b, j) {
			continue
		}
		for n, end := j, b.Next(j); n < end; n++ {
			if f := &b.Fields[n]; f.Def == &l[sections.ArrayStart] && f.Value > slotsOf(a, i, l) {
				return true
			}
		}
	}
	return false
}

// Asked reads the challenge of a request.
func ChallengeOf(request *wire.Message) (asks bool, number int32) {
	if request.Info == &ChallengeRequest {
		return true, 0
	}
	if i := request.Find(gamespy3Request[3].Key, 0); i >= 0 {
		return false, int32(request.Fields[i].Int())
	}
	return false, 0
}

// Canonicalize: whether a challenge is there depends on the server; what is
// requested does not.
func Canonicalize(p []byte, request *wire.Message) []byte {
	if i := request.Find(gamespy3Request[3].Key, 0); i >= 0 {
		f := &request.Fields[i]
		at := int(f.Offset) - request.Payload
		p = append(p[:at], p[at+int(f.Length):]...)
	}
	return p
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &PlanRoster}}

var Server = exchange.Server{ID: ID, Replies: Answer,
	Replay: answer.ReplayRules{Challenge: ChallengeOf, Canonicalize: Canonicalize}, Games: &Games,
	Examples: &Examples}
