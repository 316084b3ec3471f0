package a2s

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: info, then players, then rules. A server
// may answer each with a challenge; the request is sent again with it, and so
// are those that follow, unless info got no answer: then nobody is there. A step waits for the one before it because
// parts of a split reply do not show what they belong to.
var Plan = ask.Plan{
	Name: "a2s", Title: "info, players and rules, each again with a challenge where the server wants one", Protocol: ID,
	Probes: []string{infoRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo, Ends: ask.EndsNumbered, Prepare: prepare,
			IsChallenge: challenges,
			Enabled:     func(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) || a.Parts&^ask.PartTeams == 0 }},
		{Protocol: ID, Message: playersRequest.Name, Parts: ask.PartPlayers, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsNumbered, Prepare: prepare, IsChallenge: challenges, Enabled: wanted},
		{Protocol: ID, Message: rulesRequest.Name, Parts: ask.PartRules, StartAfter: 2, DependsOn: 1, Ends: ask.EndsNumbered,
			Prepare: prepare, IsChallenge: challenges, Enabled: wanted},
	},
}

func wanted(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) }

func challenges(m *wire.Message) bool { return m.Info == &challengeReply }

// prepare puts the challenge into the request.
func prepare(q *ask.Query, _ *ask.Ask, before *wire.Message) {
	if before == nil || before.Info != &challengeReply {
		return
	}
	if i := before.Find(challenge[0].Key, 0); i >= 0 {
		n := uint32(before.Fields[i].Value)
		ask.CopyDetails[Query](q).Challenge = &n
	}
}

type Query struct {
	Region    *uint8  // master list request: 0 to 7; nil for everywhere
	After     string  // master list request: the last address so far; "" for the beginning
	Filter    string  // master list request: keys and values, each after a backslash
	Challenge *uint32 // nil for none in an info request, and for the number that asks for one in the others
}

func Settings() []ask.Setting {
	return []ask.Setting{
		{Name: "challenge", Doc: "the number of the challenge reply", Kind: ask.SettingNumber, Example: "12345678",
			Set: func(q *ask.Query, v string) error {
				n, err := strconv.ParseInt(v, 0, 64)
				if err != nil || n < -1<<31 || n >= 1<<32 {
					return ask.QueryError("the challenge is not a whole number of 32 bits")
				}
				c := uint32(n)
				ask.CopyDetails[Query](q).Challenge = &c
				return nil
			}},
		ask.Text("after", "master list request: the last address of the list so far", "192.0.2.1:27015",
			func(d *Query) *string { return &d.After }),
		ask.Text("filter", `master list request: keys and values, such as \appid\440`, `\appid\440`,
			func(d *Query) *string { return &d.Filter }),
		{Name: "region", Doc: "master list request: 0 to 7, default 255 for everywhere", Kind: ask.SettingNumber,
			Set: func(q *ask.Query, v string) error {
				n, err := strconv.ParseUint(v, 0, 8)
				if err != nil {
					return ask.QueryError("the region is not a whole number from 0 to 255")
				}
				region := uint8(n)
				ask.CopyDetails[Query](q).Region = &region
				return nil
			}},
	}
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i, c := range commands {
		if q.Message == goldRequests[i].Name {
			return append(append(dst, single...), c...), nil
		}
	}
	details := ask.DetailsOf[Query](q.Details)
	if q.Message == masterRequest.Name {
		return appendMasterRequest(dst, &details)
	}
	number := details.Challenge
	needs := false
	dst = append(dst, single...)
	switch q.Message {
	case "", infoRequest.Name:
		dst = append(append(dst, 'T'), query...)
	case playersRequest.Name:
		dst, needs = append(dst, 'U'), true
	case rulesRequest.Name:
		dst, needs = append(dst, 'V'), true
	case challengeRequest.Name:
		return append(dst, 'W'), nil
	case pingRequest.Name:
		return append(dst, 'i'), nil
	case frontlinesRequest.Name:
		return append(dst, frontlinesWord...), nil
	default:
		return dst, ask.ErrNoSuchRequest
	}
	switch {
	case number != nil:
		dst = wire.AppendLE32(dst, *number)
	case needs:
		dst = wire.AppendLE32(dst, 0xffffffff)
	}
	return dst, nil
}

// Subjects of parts, in the order of the topics.
const (
	aboutInfo = 1 << iota
	aboutPlayers
	aboutRules
)

// MatchKey says what a message is about, of a part of a reply if it can be told.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	if m.Info != &splitReply {
		return t
	}
	t.SingleDatagram = false
	if i := m.Find(split[splitData].Key, 0); i >= 0 {
		t.Subjects = aboutPart(m.Bytes(i), t.Subjects)
	}
	return t
}

// aboutPart returns what a part of a message with the bytes b is about, which
// only the first part shows, or otherwise.
func aboutPart(b []byte, otherwise uint32) uint32 {
	if len(b) > 4 && string(b[:4]) == single {
		switch b[4] {
		case 'I', 'm':
			return aboutInfo
		case 'D':
			return aboutPlayers
		case 'E':
			return aboutRules
		}
	}
	return otherwise
}

// Asked reads the challenge of a request. An info request without one asks for
// it, on the servers that want one.
func ChallengeOf(request *wire.Message) (asks bool, number int32) {
	switch request.Info {
	case &challengeRequest:
		return true, 0
	case &infoRequest, &playersRequest, &rulesRequest:
		if i := request.Find(requestChallengeKey(), 0); i >= 0 {
			number = int32(request.Fields[i].Value)
		}
		return number == 0 || number == -1, number
	}
	return false, 0
}

func requestChallengeKey() string { return request[requestChallenge].Key }

// Canonicalize: whether a challenge is there, and which, depends on the server.
func Canonicalize(p []byte, m *wire.Message) []byte {
	i := m.Find(requestChallengeKey(), 0)
	if i < 0 {
		return p
	}
	return p[:int(m.Fields[i].Offset)-m.Payload]
}

// Keys: the rules have no typed values beside those of the info reply.
var Keys = answer.RuleKeys{Known: &known}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies,
	Replay: answer.ReplayRules{Challenge: ChallengeOf, Canonicalize: Canonicalize}, Games: &Games,
	Examples: &Examples}
