package heartbeat

import (
	"strconv"
	"strings"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

const ID = "unreal-heartbeat"

// The announcement of a server to its master by UDP, and the proof of the game
// that the master requests (protocol/heartbeat/SPEC.md#exchange). The layouts
// of the pairs are those of GameSpy v1.

var (
	request   = wire.NewRequest("heartbeat", "A server reports to its master that it is there.")
	challenge = wire.NewReply("secure challenge", "The master asks the server to prove which game it is.")
	validate  = wire.NewReply("validate reply", "The server's answer to the challenge.")
	other     = wire.NewReply("reply", "Pairs that belong to an announcement.")
)

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Heartbeat to a master", Recognise: recognise,
	Begins: wire.BeginsBackslash, Decode: decodeHeartbeat,
	Status: wire.NoStatus, MatchKey: MatchKey,
	Doubtful: wire.BeginsBackslash, // a text that is a heartbeat is never a query
	Doc: "UDP announcement of a game server to its master, once a minute, and the master's check that it is the " +
		"game that it says.",
	Ports: []wire.Port{{Number: backslash.HeartbeatPort, Name: "masters of GameSpy v1 games"}},
})

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/heartbeat/SPEC.md",
	Messages: []*wire.MessageInfo{&request, &challenge, &validate, &other},
	Sections: backslash.HeartbeatDocs.Sections,
})

func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	spoken, dir, c := backslash.MasterWords(p, opts)
	switch {
	case spoken == ID:
		return dir, c
	case opts.Protocol == ID && len(p) > 0 && p[0] == '\\':
		if string(backslash.FirstKey(p)) == "heartbeat" {
			return wire.Request, wire.Possible
		}
		return wire.Reply, wire.Possible
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decodeHeartbeat(r *wire.Reader, _ wire.Direction) {
	whole := r.Rest()
	s := backslash.Pairs{R: r, D: &backslash.Defs}
	switch seen := s.Conversation(); {
	case seen&backslash.SeenHeartbeat != 0:
		r.SetMessage(&request)
	case seen&backslash.SeenValidate != 0:
		r.SetMessage(&validate)
	case seen&backslash.SeenSecure != 0:
		r.SetMessage(&challenge)
	default:
		r.SetMessage(&other)
	}
	s.SayReading(whole)
}

// MatchKey lets the challenge answer the heartbeat, and nothing else:
// the server's proof answers the challenge, which is no request.
func MatchKey(m *wire.Message) wire.MatchKey {
	switch m.Info {
	case &request:
		return wire.MatchKey{Subjects: 1, Optional: true} // an announcement: a master may query the server, and owes no reply
	case &challenge:
		return wire.MatchKey{Subjects: 1, Challenge: true}
	}
	return wire.MatchKey{Subjects: 2, Challenge: m.Info == &validate}
}

// A Query holds the details of a heartbeat.
type Query struct {
	Port    uint16 // query port
	Game    string // gamename, "" for "ut"
	Version uint32 // of the game, 0 to leave it out
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Number("port", "query port", "7778", func(d *Query) *uint16 { return &d.Port }),
		ask.Text("game", "the game's name; default ut", "ut", func(d *Query) *string { return &d.Game }),
		ask.Number("query-version", "version of the game; default none", "", func(d *Query) *uint32 { return &d.Version }),
	}
}

// AppendRequest builds a heartbeat, with the version of the game if given.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != request.Name {
		return dst, ask.ErrNoSuchRequest
	}
	d := ask.DetailsOf[Query](q.Details)
	game := d.Game
	if game == "" {
		game = "ut"
	}
	if strings.IndexByte(game, '\\') >= 0 {
		return dst, ask.QueryError("a game name holds no backslash")
	}
	dst = wire.AppendStrings(dst, `\heartbeat\`, strconv.Itoa(int(d.Port)), `\gamename\`, game)
	if d.Version != 0 {
		dst = wire.AppendStrings(dst, `\gamever\`, strconv.FormatUint(uint64(d.Version), 10))
	}
	return dst, nil
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings}
