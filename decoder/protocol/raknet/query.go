package raknet

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: one ping, whatever is wanted.
var Plan = ask.Plan{
	Name: "raknet", Title: "unconnected ping", Protocol: ID,
	Probes: []string{"ping request"}, Steps: []ask.Step{{Protocol: ID, Message: "ping request", Parts: ask.PartInfo}}}

type Query struct {
	GUID uint32 // of the client
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 8),
		ask.Number("guid", "GUID of the client; default 0", "7", func(d *Query) *uint32 { return &d.GUID }),
	}
}

// AppendRequest builds a ping, whose time is the ID.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", pingRequest.Name:
		dst = append(dst, 1)
	case openRequest.Name:
		dst = append(dst, 2)
	default:
		return dst, ask.ErrNoSuchRequest
	}
	dst = append(append(dst, q.ID[:]...), magic...)
	return wire.AppendNumber(dst, wire.KindU64BE, uint64(ask.DetailsOf[Query](q.Details).GUID)), nil
}

// Canonicalize: the GUID is different each time.
func Canonicalize(p []byte, _ *wire.Message) []byte {
	answer.ClearRange(p, pingAt+len(magic), 8)
	return p
}

// Keys: the parts that a Status has no place for are rules.
var Keys answer.RuleKeys

// Status takes what a pong says. Parts without a typed place are rules.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for _, text := range []*wire.Opt[string]{&b.Name, &b.Map} {
		text.Value = unescaped(text.Value)
	}
	for i := range m.Fields {
		switch f := &m.Fields[i]; f.Def {
		case &parts[partProtocol], &parts[partGUID], &parts[partModeNumber], &parts[partPort6]:
			if f.Kind != wire.KindUnknown {
				b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[len(prefix):], Value: b.Texts.Plain(m, i)})
			}
		}
	}
}

// unescaped returns s without the backslashes before its first semicolons. No
// name has as many; each costs a copy.
func unescaped(s string) string {
	for i, left := 0, 8; i+1 < len(s) && left > 0; i++ {
		if s[i] == '\\' && s[i+1] == ';' {
			s = s[:i] + s[i+1:]
			left--
		}
	}
	return s
}

// prefix begins the keys of the parts.
const prefix = "raknet.id."

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Replay: answer.ReplayRules{Canonicalize: Canonicalize},
	Games: &Games, Examples: &Examples}
