package unrealmaster

import (
	"strings"

	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The text half of the master servers
// (protocol/unrealmaster/SPEC.md#text-masters). The master sends a challenge,
// the client its answer and then the list request; the list comes as text, or
// as six bytes per server.

// A server in the list. TCP may cut the text anywhere.
var (
	masterCompact = [...]wire.FieldDef{
		{Key: "compact", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry,
			Doc: "Six bytes, sent to clients that ask for list\\cmp."},
		{Key: "compact.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "compact.port", Name: "Query port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort,
			Doc: "The port that answers queries, most significant byte first."},
	}
)

var (
	masterLogin       = wire.NewRequest("login", "The client names its game and answers the challenge.")
	masterListRequest = wire.NewRequest("server list request",
		"Asks for the servers of a game, as text or in six bytes each.")
	masterBothRequest = wire.NewRequest("login and server list request",
		"The client names its game, answers the challenge and asks for the servers.")
	masterOtherRequest = wire.NewRequest("request", "Pairs that a client sends to a master.")
	masterChallenge    = wire.NewReply("secure challenge",
		"The master's first words: a challenge for the client to answer.")
	masterListReply    = wire.NewReply("server list reply", "Addresses and query ports as text.")
	MasterCompactReply = wire.NewReply("compact server list reply", "Addresses and query ports in six bytes each.")
	masterOtherReply   = wire.NewReply("reply", "Pairs that a master sends.")
)

// recogniseText identifies the session by its first words; on a TCP connection
// less is enough than in a paste.
func recogniseText(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) > 0 && p[0] == '\\' {
		if spoken, dir, c := backslash.MasterWords(p, opts); spoken == ID {
			return dir, c
		}
	}
	switch {
	case compactList(p):
		return wire.Reply, wire.Possible
	case !opts.Stream && opts.Protocol != ID:
		return wire.DirectionUnknown, wire.Unlikely
	case backslash.HasKey(p, "ip"): // the middle of a list
		return wire.Reply, wire.Possible
	}
	if len(p) == 0 || p[0] != '\\' {
		return wire.DirectionUnknown, wire.Unlikely
	}
	switch string(backslash.FirstKey(p)) {
	case "gamename", "validate", "location", "queryid":
		return wire.Request, wire.Possible
	case "basic", "secure", "final", "error":
		return wire.Reply, wire.Possible
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// compactList reports whether p is a whole list of six bytes per server.
func compactList(p []byte) bool {
	n := len(p) - len(backslash.FinalText)
	if n < 6 || n%6 != 0 || string(p[n:]) != backslash.FinalText || !compactStart(p) {
		return false
	}
	for i := 0; i < n; i += 6 {
		if p[i] == 0 || p[i] >= 240 || p[i+4]|p[i+5] == 0 {
			return false
		}
	}
	return true
}

// compactStart reports whether b begins as a list of six bytes per server: text
// begins with a backslash and a letter, or, where TCP cut it, with what an
// entry is made of.
func compactStart(b []byte) bool {
	if len(b) > 1 && b[0] == '\\' && (b[1] >= 'a' && b[1] <= 'z' || b[1] == '\\') {
		return false
	}
	for i := 0; i < len(b) && i < 4; i++ {
		if c := b[i]; (c < '0' || c > ':') && c != '.' && c != 'i' && c != 'p' && c != '\\' {
			return true
		}
	}
	return false
}

// masterText reads pairs until the text ends: one message or several.
func masterText(r *wire.Reader, dir wire.Direction) {
	whole := r.Rest()
	if dir == wire.Reply && compactStart(whole) {
		r.SetMessage(&MasterCompactReply)
		masterCompactList(r)
		return
	}
	s := backslash.Pairs{R: r, D: &backslash.Defs}
	seen := s.Conversation()
	switch list := seen&backslash.SeenList != 0; {
	case dir != wire.Reply && list && seen&backslash.SeenValidate != 0:
		r.SetMessage(&masterBothRequest)
	case dir != wire.Reply && list:
		r.SetMessage(&masterListRequest)
	case dir != wire.Reply && seen&(backslash.SeenValidate|backslash.SeenGame) != 0:
		r.SetMessage(&masterLogin)
	case dir != wire.Reply:
		r.SetMessage(&masterOtherRequest)
	case seen&backslash.SeenServer != 0, seen == backslash.SeenFinal:
		r.SetMessage(&masterListReply)
	case seen&backslash.SeenSecure != 0:
		r.SetMessage(&masterChallenge)
	default:
		r.SetMessage(&masterOtherReply)
	}
	s.SayReading(whole)
}

// masterCompactList reads six bytes per server until the mark of the end.
func masterCompactList(r *wire.Reader) {
	for n := 0; r.More(); n++ {
		if mark := backslash.FinalText[:len(backslash.FinalText)-1]; r.Left() >= len(mark) &&
			string(r.Rest()[:len(mark)]) == mark {
			s := backslash.Pairs{R: r, D: &backslash.Defs}
			s.Conversation()
			return
		}
		g := r.Begin(&masterCompact[0], n)
		r.Read(masterCompact[1:])
		r.Done(g)
	}
}

// masterQuery builds what a client sends to a master.
func masterQuery(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	game, challenge := d.Game, d.Challenge
	if game == "" {
		game = "ut"
	}
	if challenge == "" {
		challenge = keys.EpicChallenge
	}
	if strings.IndexByte(game, '\\') >= 0 {
		return dst, ask.QueryError("a game name holds no backslash")
	}
	login := q.Message == masterLogin.Name || q.Message == "" || q.Message == masterBothRequest.Name
	if !login && q.Message != masterListRequest.Name {
		return dst, ask.ErrNoSuchRequest
	}
	if login {
		answer, ok := keys.Validate(challenge, game)
		if !ok {
			return dst, ask.QueryError("the key of " + game + " is not known, or the challenge is too long")
		}
		dst = wire.AppendStrings(dst, `\gamename\`, game, `\location\0\validate\`, answer, backslash.FinalText)
	}
	if q.Message == masterLogin.Name {
		return dst, nil
	}
	list := `\list\`
	if d.Compact {
		list = `\list\cmp`
	}
	return wire.AppendStrings(dst, list, `\gamename\`, game, backslash.FinalText), nil
}
