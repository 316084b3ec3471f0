package quake3

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// Plan says how a server is queried. A status contains all that an info does,
// except the number of players that the server itself counts.
var Plan = ask.Plan{
	Name: "quake3", Title: "status in one datagram, or info alone", Protocol: protocol.Quake3, Probes: []string{infoRequest.Name},
	Steps: []ask.Step{
		{Protocol: protocol.Quake3, Message: statusRequest.Name, Ends: ask.EndsAtOnce, Taken: func(a *ask.Ask, _ ask.Parts) bool { return a.Parts != ask.PartInfo }},
		{Protocol: protocol.Quake3, Message: infoRequest.Name, Parts: ask.PartInfo, Ends: ask.EndsAtOnce, Taken: func(a *ask.Ask, _ ask.Parts) bool { return a.Parts == ask.PartInfo }},
	},
}

// A Query holds the details of a request.
type Query struct {
	Challenge string // what the reply repeats; "" for the ID in hexadecimal digits, or nothing
}

// Settings returns the details of requests that a user may give.
func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Text("text", "challenge that the reply repeats", "a1b2c3", func(d *Query) *string { return &d.Challenge }),
		ask.ID("id", 4),
	}
}

// AppendRequest builds a request. Its challenge is that of the details, or else
// the ID in hexadecimal digits, or none.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", statusRequest.Name:
		dst = append(append(dst, oob...), getStatus...)
	case infoRequest.Name:
		dst = append(append(dst, oob...), getInfo...)
	default:
		return dst, ask.ErrNoSuchRequest
	}
	word := ask.As[Query](q.Details).Challenge
	if id := q.ID[:4]; word == "" && string(id) != "\x00\x00\x00\x00" {
		const digits = "0123456789abcdef"
		for _, c := range id {
			word += string([]byte{digits[c>>4], digits[c&15]})
		}
	}
	if word == "" {
		return dst, nil
	}
	if len(word) > maxChallenge {
		return dst, ask.QueryError("the challenge has more than 128 characters, which servers ignore")
	}
	for i := range len(word) {
		if c := word[i]; c <= ' ' || c == '\\' || c == '"' || c == ';' || c == 0x7f {
			return dst, ask.QueryError("the challenge may not contain spaces, control characters, backslashes, quotes or semicolons")
		}
	}
	return append(append(dst, ' '), word...), nil
}

// maxChallenge is the longest challenge that servers repeat, in bytes.
const maxChallenge = 128

// Subjects of requests and replies.
const (
	aboutInfo = 1 << iota
	aboutStatus
)

// Topic ties a reply to the request whose challenge it repeats.
func Topic(m *wire.Message) wire.Topic {
	t := wire.Topic{Subjects: aboutInfo, Alone: true}
	if m.Info == &statusRequest || m.Info == &statusReply {
		t.Subjects = aboutStatus
	}
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def == &request[challenge] || f.Def == &echo[pairValue] {
			t.ID, t.HasID = wire.Hash(0, m.Data[int(f.Offset)+int(f.Lead):f.End()]), true
			break
		}
	}
	return t
}
