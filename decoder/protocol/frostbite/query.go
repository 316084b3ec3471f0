package frostbite

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: a command for each part, without a password.
var Plan = ask.Plan{
	Name: ID, Title: "info, version and player list", Protocol: ID, Probes: []string{infoRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo | ask.PartRules | ask.PartTeams, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: versionRequest.Name, Parts: ask.PartInfo, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: playersRequest.Name, Parts: ask.PartPlayers, Ends: ask.EndsAtOnce,
			Enabled: func(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) }},
	},
}

// size returns how many bytes the packet has that b begins with.
func size(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	n := wire.LE32(b[4:])
	if n < headSize || n > mostSize {
		return -1
	}
	return int(n)
}

func Settings() []ask.Setting { return []ask.Setting{ask.ID("id", 4)} }

// AppendRequest builds a request, whose number is the ID without its two flags.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	head := wire.LE32(q.ID[:4]) &^ (fromServer | response)
	switch q.Message {
	case "", infoRequest.Name:
		return appendPacket(dst, head, "serverInfo"), nil
	case versionRequest.Name:
		return appendPacket(dst, head, "version"), nil
	case playersRequest.Name:
		return appendPacket(dst, head, "listPlayers", "all"), nil
	}
	return dst, ask.ErrNoSuchRequest
}

// appendPacket appends a packet of words.
func appendPacket(dst []byte, head uint32, words ...string) []byte {
	at := len(dst)
	dst = wire.AppendLE32(wire.AppendLE32(wire.AppendLE32(dst, head), 0), uint32(len(words)))
	for _, w := range words {
		dst = append(append(wire.AppendLE32(dst, uint32(len(w))), w...), 0)
	}
	wire.AppendLE32(dst[:at+4], uint32(len(dst)-at))
	return dst
}

// MatchKey ties a reply to the request whose number it has.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	if t.Optional {
		return t
	}
	if i := m.Find(packet[packetSequence].Key, 0); i >= 0 && m.Fields[i].Kind.Number() {
		t.ID, t.HasID = m.Fields[i].Value&(response-1), true
	}
	return t
}

// PatchID puts the number of request into a copy of reply.
func PatchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	n := len(dst)
	dst = answer.AppendWithID(dst, reply, request, 0, 0, 4)
	if len(dst) >= n+4 {
		dst[n+3] = dst[n+3]&0x3f | response>>24
	}
	return dst
}

// Canonicalize: the number is different each time.
func Canonicalize(p []byte, _ *wire.Message) []byte {
	answer.ClearRange(p, 0, 4)
	return p
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Settings: Settings,
	Plans: []*ask.Plan{&Plan}, Size: size}

var Server = exchange.Server{ID: ID, Replies: Replies, Replay: answer.ReplayRules{PatchID: PatchID,
	Canonicalize: Canonicalize},
	Games: &Games, Examples: &Examples}
