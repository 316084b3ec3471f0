package minecraft

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// A Query holds the details of a request.
type Query struct {
	Host     string // as the player wrote it; "" for localhost
	Port     uint16 // 0 for the usual one
	Protocol uint32 // network protocol; 0 for -1, which asks for the server's
}

// Settings returns the details of requests that a user may give.
func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 8),
		ask.Text("host", "name of the server in the handshake; default localhost", "mc.example", func(d *Query) *string { return &d.Host }),
		ask.Number("port", "port in the handshake; default 25565", "25566", func(d *Query) *uint16 { return &d.Port }),
		ask.Number("network-protocol", "version in the handshake, such as 767; default -1", "767", func(d *Query) *uint32 { return &d.Protocol }),
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
	d := ask.As[Query](q.Details)
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

// Subjects of requests and replies.
const (
	aboutStatus = 1 << iota
	aboutPing
)

// Topic says what a message is about. A connection ties replies to requests.
func Topic(m *wire.Message) wire.Topic {
	switch m.Info {
	case &statusRequest, &statusReply, &legacyRequest, &legacyReply:
		return wire.Topic{Subjects: aboutStatus}
	case &pingRequest, &pingReply:
		return wire.Topic{Subjects: aboutPing}
	}
	return wire.Topic{Subjects: 4, Optional: true}
}

// Client describes how servers are queried.
var Client = exchange.Client{
	Protocol:      Protocol,
	AppendRequest: AppendRequest,
	Accepts:       ask.Are[Query],
	Settings:      Settings,
}

// Server describes what servers reply.
var Server = exchange.Server{
	ID:      ID,
	Replies: Replies,
}
