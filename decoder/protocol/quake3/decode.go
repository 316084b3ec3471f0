package quake3

import (
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

var engine = idtech.Engine{Verbs: verbs[:], Grammar: &idtech.Scores, Read: read, Fifth: &direction, Bytes: "\x01\x02",
	Choose: choose}

// verbs begins with the request and the reply that others are taken for.
var verbs = [...]idtech.Verb{
	{Word: "getinfo", Info: &infoRequest, Form: idtech.Challenge, Sure: wire.Certain},
	{Word: "infoResponse", Info: &infoReply, Form: idtech.Info, Sure: wire.Certain},
	{Word: "getstatus", Info: &statusRequest, Form: idtech.Challenge, Sure: wire.Certain},
	{Word: "statusResponse", Info: &statusReply, Form: idtech.Status, Sure: wire.Certain},
	{Word: "getservers", Info: &serversRequest, Form: idtech.ProtocolSpecific, Sure: wire.Certain},
	{Word: "getserversExt", Info: &serversRequest, Form: idtech.ProtocolSpecific, Sure: wire.Certain},
	{Word: "getserversResponse", Info: &serversReply, Form: idtech.ProtocolSpecific, Sure: wire.Certain},
	{Word: "getserversExtResponse", Info: &serversReply, Form: idtech.ProtocolSpecific, Sure: wire.Certain},
	{Word: "heartbeat", Info: &heartbeat, Form: idtech.ProtocolSpecific, Next: ' ', Sure: wire.Certain},
	{Word: "getchallenge", Info: &challengeRequest, Form: idtech.Challenge, Sure: wire.Likely},
	{Word: "challengeResponse", Info: &challengeReply, Form: idtech.Arguments, Sure: wire.Certain},
	{Word: "rcon", Info: &rcon, Form: idtech.ProtocolSpecific, Next: ' ', Sure: wire.Likely},
	{Word: "print", Info: &printReply, Form: idtech.Text, Next: '\n', Sure: wire.Likely},
	{Word: "connect", Info: &playerRequest, Form: idtech.ProtocolSpecific, Next: ' ', Sure: wire.Likely},
	{Word: "connectResponse", Info: &playerReply, Form: idtech.ProtocolSpecific, Sure: wire.Certain},
	{Word: "disconnect", Info: &playerReply, Form: idtech.ProtocolSpecific, Sure: wire.Likely},
	{Word: "echo", Info: &echoReply, Form: idtech.Arguments, Next: ' ', Sure: wire.Likely},
	{Word: "getKeyAuthorize", Info: &authorizeRequest, Form: idtech.Arguments, Sure: wire.Certain},
	{Word: "getIpAuthorize", Info: &authorizeRequest, Form: idtech.Arguments, Sure: wire.Certain},
	{Word: "keyAuthorize", Info: &authorizeReply, Form: idtech.Arguments, Sure: wire.Certain},
	{Word: "ipAuthorize", Info: &authorizeReply, Form: idtech.Arguments, Sure: wire.Certain},
}

func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	return engine.Recognise(p)
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourCaretDigit
	fifth := r.Peek(len(idtech.Mark))
	if dir == wire.DirectionUnknown && fifth < ' ' {
		dir = directions[fifth&3]
	}
	engine.Decode(r, dir)
}

// directions are those of the byte that Medal of Honor has after the mark.
var directions = [4]wire.Direction{1: wire.Reply, 2: wire.Request}

// A game is what differs between the games of the engine.
type game struct {
	key, value string // of a pair; an ending * is for any more
	colours    wire.ColourStyle
	grammar    *idtech.Grammar
}

var games = [...]game{
	{"gamename", "Nexuiz", wire.ColourCaretHex, &idtech.TeamScores},
	{"gamename", "Xonotic", wire.ColourCaretHex, &idtech.TeamScores},
	{"gameversion", "*", wire.ColourCaretHex, &idtech.TeamScores}, // DarkPlaces
	{"qcstatus", "*", wire.ColourCaretHex, &idtech.TeamScores},
	{"gamename", "Warsow", 0, &idtech.TeamScores},
	{"gamename", "Warfork", 0, &idtech.TeamScores},
	{"gamename", "basewsw", 0, &idtech.TeamScores},
	{"gamename", "basewf", 0, &idtech.TeamScores},
	{"version", "warsow*", 0, &idtech.TeamScores},
	{"gamename", "cpma", wire.ColourCaretLetter, nil},
	{"fs_game", "cpma", wire.ColourCaretLetter, nil},
	{"version", "SOF2MP*", wire.ColourCaretAny, &idtech.TeamScores},
	{"gamename", "sof2mp*", wire.ColourCaretAny, &idtech.TeamScores},
	{"protocol", "82", wire.ColourCaretLetter, nil}, // Enemy Territory
	{"protocol", "83", wire.ColourCaretLetter, nil},
	{"protocol", "84", wire.ColourCaretLetter, nil},
}

// is reports whether a pair is that of g.
func (g *game) is(key, value []byte) bool {
	want := g.value
	if n := len(want) - 1; want[n] == '*' {
		want, value = want[:n], value[:min(n, len(value))]
	}
	return wire.EqualFold(key, g.key) && wire.EqualFold(value, want)
}

// choose returns how the game of a reply writes its lines of players. It also tells
// the reader which letters after a caret are colour codes in this game: in other
// games a caret and a letter are part of a name.
func choose(r *wire.Reader) *idtech.Grammar {
	grammar := &idtech.Scores
	for i := 1; i < len(r.Fields); i++ {
		key, value := &r.Fields[i-1], &r.Fields[i]
		if value.Def == &direction {
			grammar = &idtech.Pings
		}
		if key.Def.Role != wire.RoleKey || value.Def.Role != wire.RoleValue {
			continue
		}
		k := r.Data[key.Offset+uint32(key.Lead) : key.End()-int(key.Trail)]
		v := r.Data[value.Offset+uint32(value.Lead) : value.End()-int(value.Trail)]
		for n := range games {
			if g := &games[n]; g.is(k, v) {
				r.Colours |= g.colours
				if g.grammar != nil {
					grammar = g.grammar
				}
			}
		}
	}
	return grammar
}

func read(r *wire.Reader) {
	switch r.Info {
	case &serversRequest:
		readServersRequest(r)
	case &serversReply:
		readServers(r)
	case &heartbeat:
		idtech.Words(r, beat[:], false)
	case &playerRequest, &playerReply:
		if r.More() {
			r.Leaf(&arguments, wire.KindBytes, r.Left(), 0)
		}
	default:
		idtech.Words(r, remote[:], true)
	}
}

// readServersRequest reads the name of a game, its protocol and filters. Masters
// of a single game get no name.
func readServersRequest(r *wire.Reader) {
	b := r.Rest()
	n := 1
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	l := list[:]
	if n > 1 && (n == len(b) || b[n] == ' ' || idtech.Ended(b[n:])) {
		l = list[1:]
	}
	idtech.Words(r, l, false)
}

// readServers reads a list of addresses.
func readServers(r *wire.Reader) {
	b := r.Rest()
	n := 0
	for n < len(b) && idtech.Ended(b[n:n+1]) { // Call of Duty
		n++
	}
	if n > 0 {
		r.Add(&idtech.Head[idtech.HeadEnd], wire.KindPadding, n, 0)
	}
	for i := 0; r.More(); i++ {
		b = r.Rest()
		if b[0] != '\\' && b[0] != '/' {
			r.Problem(&problemEntry, r.Pos, len(b), uint64(len(b)), 0)
			r.Leaf(&wire.DefUnparsed, wire.KindUnknown, len(b), wire.FlagRaw)
			return
		}
		r.Add(&idtech.Server[idtech.ServerSeparator], wire.KindConst, 1, 0)
		b = b[1:]
		last := len(b) >= 3 && b[0] == 'E' && b[1] == 'O' && (b[2] == 'T' || b[2] == 'F')
		if last && idtech.Ended(b[3:]) {
			r.Add(&idtech.Server[idtech.ServerEnd], wire.KindConst, len(b), 0)
			return
		}
		if last {
			r.Flags |= wire.FlagAmbiguous // these bytes would end a datagram that ended with them
		}
		g := r.Begin(&idtech.Server[0], i)
		address := &idtech.Server[idtech.ServerAddress]
		if r.Data[r.Pos-1] == '/' {
			address = &idtech.Server[idtech.ServerAddress6]
		}
		r.Field(address)
		r.Field(&idtech.Server[idtech.ServerPort])
		r.Done(g)
		r.Flags &^= wire.FlagAmbiguous
	}
	if !r.Stopped {
		r.Problem(&problemContinues, r.Pos, 0, 0, 0)
	}
}

// Status counts the players of a status reply, which has no number in most games.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	before := len(b.PlayerList)
	b.Generic(m)
	if m.Info != &statusReply {
		countHumans(b)
		return
	}
	idtech.Count(b, m, before)
	if b.Bots.Known || !b.Players.Known {
		return
	}
	bots := int64(0)
	for _, p := range b.PlayerList[before:] {
		if p.Ping.Known && p.Ping.Value == 0 {
			bots++
		}
	}
	b.Bots = wire.Some(bots)
}

// countHumans says how many players are bots where the others are counted.
func countHumans(b *wire.StatusBuilder) {
	if !b.Players.Known {
		return
	}
	for i := range b.Rules {
		if n, ok := wire.ParseWhole(b.Rules[i].Value); ok && wire.EqualFold(b.Rules[i].Key, "g_humanplayers") && n >= 0 &&
			n <= b.Players.Value {
			b.Bots = wire.Some(b.Players.Value - n)
		}
	}
}
