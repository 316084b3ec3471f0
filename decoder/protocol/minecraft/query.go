package minecraft

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: the status has everything, and a ping after it
// shows the round trip. Servers before 1.7 answer the legacy ping alone.
var Plan = ask.Plan{
	Name: ID, Title: "status, ping", Protocol: ID, Probes: []string{statusRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: statusRequest.Name, Parts: ask.PartInfo | ask.PartRules | ask.PartPlayers,
			Ends: ask.EndsAtOnce, Prepare: address},
		{Protocol: ID, Message: pingRequest.Name, StartAfter: 1, DependsOn: 1, Optional: true, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: legacyRequest.Name, Parts: ask.PartInfo, StartAfter: 1, Instead: 1, Optional: true,
			Ends: ask.EndsAtOnce, Prepare: address},
	},
}

// address puts into a handshake where the server is, as the user wrote it: one
// program may stand before several servers.
func address(q *ask.Query, a *ask.Ask, _ *wire.Message) {
	d := ask.CopyDetails[Query](q)
	if d.Host == "" && len(a.Host) <= longestAddress && wire.PlainASCII([]byte(a.Host)) {
		d.Host = a.Host
	}
	if d.Port == 0 {
		d.Port = a.Port
	}
}

// size returns how many bytes the packet or the kick has that b begins with.
func size(b []byte) int {
	if b[0] == legacyKick && len(b) > 1 && (b[1] == 0 || len(b) > 3+len(legacyMark)) && !isStatus(b) {
		if len(b) < 3 {
			return 0
		}
		return 3 + 2*int(wire.BE16(b[1:]))
	}
	v, n := wire.ReadVarInt(b)
	switch {
	case b[0] == legacyKick && len(b) <= 3+len(legacyMark), n == 0 && len(b) < wire.MaxVarInt:
		return 0
	case n == 0, v < 1, v > longestPacket:
		return -1
	}
	return n + int(v)
}

// longestPacket is the length of a packet at most: three bytes of a VarInt have no
// more.
const longestPacket = 1<<21 - 1

type Query struct {
	Host     string // as the player wrote it; "" for localhost
	Port     uint16 // 0 for the usual one
	Protocol uint32 // network protocol; 0 for -1, which asks for the server's
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 8),
		ask.Text("host", "name of the server in the handshake; default localhost", "mc.example",
			func(d *Query) *string { return &d.Host }),
		ask.Number("port", "port in the handshake; default 25565", "25566", func(d *Query) *uint16 { return &d.Port }),
		ask.Number("network-protocol", "version in the handshake, such as 767; default -1", "767",
			func(d *Query) *uint32 { return &d.Protocol }),
	}
}

// AppendRequest builds what a client sends.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case pingRequest.Name:
		return append(append(dst, pingSize, 1), q.ID[:]...), nil
	case "", statusRequest.Name, legacyRequest.Name:
	default:
		return dst, ask.ErrNoSuchRequest
	}
	d := ask.DetailsOf[Query](q.Details)
	if d.Host == "" {
		d.Host = "localhost"
	}
	if d.Port == 0 {
		d.Port = port
	}
	version := int64(-1)
	if d.Protocol != 0 {
		version = int64(int32(d.Protocol))
	}
	if len(d.Host) > longestAddress || !wire.PlainASCII([]byte(d.Host)) {
		return dst, ask.QueryError("the host has more than 255 characters, or others than ASCII")
	}
	if q.Message == legacyRequest.Name {
		return appendLegacy(dst, &d), nil
	}
	b := wire.AppendVarInt([]byte{0}, version)
	b = append(wire.AppendVarInt(b, int64(len(d.Host))), d.Host...)
	b = append(wire.AppendBE16(b, d.Port), 1)
	dst = append(wire.AppendVarInt(dst, int64(len(b))), b...)
	return append(dst, 1, 0), nil
}

// MatchKey says what a message is about; pings alone are told apart by their time.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	if m.Info != &pingRequest && m.Info != &pingReply {
		t.ID, t.HasID = 0, false
	}
	return t
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}, Size: size, SRV: "_minecraft._tcp"}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
