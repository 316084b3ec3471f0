package sqp

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: some servers forget a token when they have answered.
var Plan = ask.Plan{
	Name: ID, Title: "challenge, then info, rules, players and teams", Protocol: ID,
	Probes: []string{challengeRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: challengeRequest.Name, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: queryRequest.Name, StartAfter: 1, DependsOn: 1, Ends: ask.EndsNumbered,
			Parts:   ask.PartInfo | ask.PartRules | ask.PartPlayers | ask.PartTeams,
			Prepare: prepare, IsChallenge: func(m *wire.Message) bool { return m.Info == &challengeReply }},
	},
}

// prepare puts the token of a challenge and what is wanted into a query. Teams alone look
// like players.
func prepare(q *ask.Query, a *ask.Ask, challenge *wire.Message) {
	d := ask.CopyDetails[Query](q)
	if challenge != nil {
		copy(d.Token[:], token(challenge))
	}
	if d.Chunks == 0 && a.Parts != 0 { // their bits are those of the chunks
		d.Chunks = uint8(a.Parts) | uint8(a.Parts)&chunkTeams/chunkTeams*chunkPlayers
	}
}

type Query struct {
	Token   [tokenSize]byte // of the challenge reply
	Version uint16          // 0 for 1
	Chunks  uint8           // 0 for info, rules, players and teams
}

const usualChunks = 15

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	switch q.Message {
	case challengeRequest.Name:
		return append(dst, make([]byte, challengeSize)...), nil
	case "", queryRequest.Name:
		if d.Chunks == 0 {
			d.Chunks = usualChunks
		}
		dst = append(append(dst, typeQuery), d.Token[:]...)
		return append(wire.AppendBE16(dst, max(d.Version, 1)), d.Chunks), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: settings, Plans: []*ask.Plan{&Plan}}

func settings() []ask.Setting {
	return []ask.Setting{
		ask.Bytes("token", "query request: four bytes of the challenge reply in hex; default zeros",
			func(q *ask.Query) []byte { return ask.CopyDetails[Query](q).Token[:] }),
		ask.Number("sqp-version", "query request: version of the protocol; default 1", "2",
			func(q *Query) *uint16 { return &q.Version }),
		ask.Number("chunks", "query request: 1 info, 2 rules, 4 players, 8 teams, 16 metrics, or a sum; default 15", "1",
			func(q *Query) *uint8 { return &q.Chunks }),
	}
}
