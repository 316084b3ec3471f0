package bzflag

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: what it plays and who is there, once it has said
// that it is one.
var Plan = ask.Plan{
	Name: ID, Title: "connection, then game and players", Protocol: ID, Probes: []string{connectRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: connectRequest.Name, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: gameRequest.Name, Parts: ask.PartInfo | ask.PartRules, Ends: ask.EndsAtOnce,
			StartAfter: 1, DependsOn: 1},
		{Protocol: ID, Message: playersRequest.Name, Parts: ask.PartPlayers | ask.PartTeams, Ends: ask.EndsAtOnce,
			StartAfter: 1, DependsOn: 1,
			Enabled: func(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) }},
	},
}

// AppendRequest builds a request, without a name all of them.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case connectRequest.Name:
		return append(dst, header...), nil
	case "":
		return appendHead(appendHead(append(dst, header...), codeGame, 0), codePlayers, 0), nil
	case gameRequest.Name:
		return appendHead(dst, codeGame, 0), nil
	case playersRequest.Name:
		return appendHead(dst, codePlayers, 0), nil
	}
	return dst, ask.ErrNoSuchRequest
}

func appendHead(b []byte, code, length int) []byte {
	return wire.AppendBE16(wire.AppendBE16(b, uint16(length)), uint16(code))
}

// size returns how many bytes the answer has that b begins with: the server's header, a
// message, or those of a list of players.
func size(b []byte) int {
	if wire.StartsLike(b, magic) {
		if n := len(magic) + versionSize; len(b) >= n+len(noHeader) && string(b[n:n+len(noHeader)]) == noHeader {
			return n + len(noHeader)
		}
		return helloSize
	}
	n, players := 0, -1 // that are still to come, -1 for no list
	for {
		if len(b) < n+headSize {
			return 0
		}
		length, code := int(wire.BE16(b[n:])), int(wire.BE16(b[n+2:]))
		if length > mostSize || !wire.BeginsLetter(byte(code>>8)) || !wire.BeginsLetter(byte(code)) {
			return -1
		}
		switch at := n + headSize; {
		case code == codePlayers && length >= countsSize && players < 0:
			if len(b) < at+countsSize {
				return 0
			}
			players = int(wire.BE16(b[at+2:])) + 1 // and the teams
		case code == codePlayer, code == codeTeams:
			players--
		}
		if n += headSize + length; players <= 0 {
			return n
		}
	}
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Plans: []*ask.Plan{&Plan}, Size: size}

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}
