package quake3

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried. A status contains all that an info does,
// except the number of players that the server itself counts.
var Plan = ask.Plan{
	Name: "quake3", Title: "status in one datagram, or info alone", Protocol: ID, Probes: []string{infoRequest.Name, statusRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: statusRequest.Name, Ends: ask.EndsAtOnce, Enabled: func(a *ask.Ask, _ ask.Parts) bool {
			return a.Parts != ask.PartInfo
		}},
		{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo, Ends: ask.EndsAtOnce,
			Enabled: func(a *ask.Ask, _ ask.Parts) bool { return a.Parts == ask.PartInfo }},
	},
}

type Query struct {
	Challenge string   // what the reply repeats; "" for the ID in hexadecimal digits, or nothing
	Game      string   // server list request: name of the game; "" for none
	Protocol  uint32   // server list request: network protocol, 0 for 68
	Filters   []string // server list request: such as empty, full and ipv6
	Extended  bool     // server list request: getserversExt, which IPv6 needs
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Text("text", "challenge that the reply repeats", "a1b2c3", func(d *Query) *string { return &d.Challenge }),
		ask.ID("id", 4),
		ask.Text("game", "server list request: name of the game, such as Xonotic; default none", "Xonotic",
			func(d *Query) *string { return &d.Game }),
		ask.Number("query-protocol", "server list request: network protocol; default 68", "3",
			func(d *Query) *uint32 { return &d.Protocol }),
		ask.List("filter", "server list request: empty, full, ipv4, ipv6, gametype=4 and others",
			func(d *Query) *[]string { return &d.Filters }),
		ask.Switch("extended", "server list request: with IPv6 addresses; the game has to be named",
			func(d *Query) *bool { return &d.Extended }),
	}
}

// appendServersRequest builds a request to a master.
func appendServersRequest(dst []byte, d Query) ([]byte, error) {
	word := "getservers"
	if d.Extended {
		word = "getserversExt"
	}
	if d.Protocol == 0 {
		d.Protocol = 68
	}
	words := append([]string{strconv.FormatUint(uint64(d.Protocol), 10)}, d.Filters...)
	switch {
	case d.Game != "":
		words = append([]string{d.Game}, words...)
	case d.Extended:
		return dst, ask.QueryError("an extended list is of a game, such as Xonotic or Quake3Arena")
	}
	dst = append(dst, word...)
	for _, w := range words {
		if w == "" || len(w) > maxChallenge || !plain(w) {
			return dst,
				ask.QueryError("game and filters may not contain spaces, control characters, backslashes, quotes or semicolons")
		}
		dst = append(append(dst, ' '), w...)
	}
	return dst, nil
}

// plain reports whether servers take s as one argument.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == '\\' || c == '"' || c == ';' || c == 0x7f {
			return false
		}
	}
	return true
}

// AppendRequest builds a request. Its challenge is that of the details, or else
// the ID in hexadecimal digits, or none.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	dst = append(dst, idtech.Mark...)
	switch q.Message {
	case "", statusRequest.Name:
		dst = append(dst, "getstatus"...)
	case infoRequest.Name:
		dst = append(dst, "getinfo"...)
	case challengeRequest.Name:
		dst = append(dst, "getchallenge"...)
	case serversRequest.Name:
		return appendServersRequest(dst, ask.DetailsOf[Query](q.Details))
	default:
		return dst, ask.ErrNoSuchRequest
	}
	word := ask.DetailsOf[Query](q.Details).Challenge
	if id := q.ID[:4]; word == "" && string(id) != "\x00\x00\x00\x00" {
		word = string(wire.AppendHex(nil, id, wire.LowerHex, ""))
	}
	if word == "" {
		return dst, nil
	}
	if len(word) > maxChallenge {
		return dst, ask.QueryError("the challenge has more than 128 characters, which servers ignore")
	}
	if !plain(word) {
		return dst,
			ask.QueryError("the challenge may not contain spaces, control characters, backslashes, quotes or semicolons")
	}
	return append(append(dst, ' '), word...), nil
}

// maxChallenge is the longest challenge that servers repeat, in bytes.
const maxChallenge = 128

// MatchKey ties a reply to the request whose challenge it repeats.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	switch m.Info {
	case &infoRequest, &infoReply, &statusRequest, &statusReply:
	default:
		return t
	}
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def == &idtech.Head[idtech.HeadChallenge] || f.Def == &idtech.Echo[2] {
			t.ID, t.HasID = wire.Hash(0, m.Data[int(f.Offset)+int(f.Lead):f.End()]), true
			break
		}
	}
	return t
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
