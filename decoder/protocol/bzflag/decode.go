package bzflag

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	header     = "BZFLAG\r\n\r\n"
	magic      = "BZFS"
	noHeader   = "\r\n\r\n"
	helloSize  = len(magic) + versionSize + 1
	leastHello = 4

	versionSize = 4
	headSize    = 4
	mostSize    = 1024 // of a message, with its head
	gameSize    = 2 * len(game)
	countsSize  = 4
	teamSizes   = 8
	callsign    = 32
	motto       = 128
	playerSize  = 11 + callsign + motto
	rejectText  = 128
	rejectSize  = 2 + rejectText
	pingSize    = 56 // of its reply
	paddingSize = 6  // of that

	reservedSize = 2 // of a ping
)

// recognise identifies the header of a client and of a server, messages by codes and
// lengths that fit each other, and pings (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) < leastHello:
	case wire.StartsLike(p, header):
		if len(p) >= len(header) {
			return wire.Request, wire.Certain
		}
		return wire.Request, wire.Possible
	case string(p[:len(magic)]) == magic && isVersion(p[len(magic):]):
		if len(p) < helloSize {
			return wire.Reply, wire.Possible
		}
		return wire.Reply, max(chain(p[helloSize:]), wire.Likely)
	case p[0] == 0:
		return direction(p), chain(p)
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// isVersion reports whether b begins with a version, or is cut in it.
func isVersion(b []byte) bool {
	for _, c := range b[:min(len(b), versionSize)] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// isQuery reports whether a message of this code and length is a request.
func isQuery(code, length int) bool {
	return length == 0 && (code == codeGame || code == codePlayers) || length == reservedSize && code == codePingRequest
}

// direction returns where messages go that begin with p.
func direction(p []byte) wire.Direction {
	if isQuery(int(wire.BE16(p[2:])), int(wire.BE16(p))) {
		return wire.Request
	}
	return wire.Reply
}

// chain says how much b looks like messages of a query, one after the other; without
// one of them nothing does.
func chain(b []byte) wire.Confidence {
	n := 0
	for ; len(b) >= headSize; n++ {
		length, code := int(wire.BE16(b)), int(wire.BE16(b[2:]))
		if !isQuery(code, length) && !sized(code, length) {
			return wire.Unlikely
		}
		if b = b[headSize:]; length > len(b) {
			if n > 0 || len(b) > 0 {
				return wire.Possible
			}
			return wire.Unlikely
		}
		b = b[length:]
	}
	switch {
	case n == 0:
		return wire.Unlikely
	case len(b) > 0:
		return wire.Possible
	}
	return wire.Likely
}

// sized reports whether a message of a server, of this code, has this length.
func sized(code, length int) bool {
	switch code {
	case codeGame:
		return length == gameSize
	case codePlayers:
		return length == countsSize
	case codeTeams:
		return length%teamSizes == 1 && length < mostSize
	case codePlayer:
		return length == playerSize
	case codeReject:
		return length == rejectSize
	case codePingReply:
		return length == pingSize
	case codeSuperKill:
		return length == 0
	}
	return false
}

func decode(r *wire.Reader, dir wire.Direction) {
	b := r.Rest()
	if len(b) >= headSize && b[0] == 0 && dir == wire.DirectionUnknown {
		dir = direction(b)
	}
	isRequest := dir == wire.Request
	first := b[:min(len(b), len(magic))] // no message is as long as text says
	switch {
	case len(b) > 0 && wire.StartsLike(first, header) && (len(b) > 2 || isRequest):
		isRequest = true
		r.Reply.Subjects = aboutConnection
		r.Constant(&hello[helloHeader], header)
	case len(b) > 0 && wire.BeginsText(b[0]):
		isRequest = false
		readHello(r)
		// No message is as long as these bytes would say.
		if rest := r.Rest(); string(rest[:min(len(rest), len(noHeader))]) == noHeader {
			r.Reply.Subjects = aboutNotice
			r.Constant(&hello[helloEnd], noHeader)
			break
		}
		r.Reply.Subjects = aboutConnection
		r.Field(&hello[helloID])
	}
	players := 0
	for n := 0; r.More(); n++ {
		g := r.Begin(&message[messageGroup], n)
		players += readMessage(r, isRequest, players)
		r.Done(g)
	}
	r.SetMessage(kindOf(r.Reply.Subjects, isRequest))
}

// readHello reads what a server begins with.
func readHello(r *wire.Reader) {
	r.Constant(&hello[helloMagic], magic)
	if r.Has(&hello[helloVersion], versionSize) {
		r.AddText(&hello[helloVersion], versionSize, 0)
	}
}

// readMessage reads a message, which so many players precede, and notes what it is
// about. It returns how many players are in it.
func readMessage(r *wire.Reader, isRequest bool, players int) int {
	length := int(r.Field(&message[messageLength]))
	code := int(r.Field(&message[messageCode]))
	if r.Stopped {
		return 0
	}
	r.Reply.Subjects |= subjectOf(code, isRequest || sized(code, length))
	switch {
	case isRequest && code == codePingRequest && length == reservedSize:
		r.Field(&ping[pingReserved])
	case isRequest || !sized(code, length):
		if length > 0 {
			r.Bytes(&message[messageData], length)
		}
	case code == codeGame:
		r.Read(game[:])
	case code == codePlayers:
		r.Read(counts[:])
	case code == codeTeams:
		r.Field(&team[teamCount])
		for n := 0; n < length/teamSizes && r.More(); n++ {
			g := r.Begin(&team[teamGroup], n)
			r.Read(team[teamID:])
			r.Done(g)
		}
	case code == codePlayer:
		g := r.Begin(&player[playerGroup], players)
		r.Read(player[playerID:playerCallsign])
		readPadded(r, &player[playerCallsign], callsign)
		readPadded(r, &player[playerMotto], motto)
		r.Done(g)
		return 1
	case code == codePingReply:
		readHello(r)
		r.Read(ping[pingAddress:pingPadding])
		r.Bytes(&ping[pingPadding], paddingSize)
	case code == codeReject:
		r.Field(&reject[0])
		readPadded(r, &reject[1], rejectText)
	}
	return 0
}

// subjectOf returns what a message is about whose code is known, or is not.
func subjectOf(code int, known bool) uint32 {
	switch {
	case known && code == codePlayers:
		return aboutPlayers
	case known && code == codeGame:
		return aboutGame
	case known && (code == codePingRequest || code == codePingReply):
		return aboutPing
	case known && code == codeReject:
		return aboutReject
	}
	return aboutOther
}

// kindOf returns what messages about these subjects are.
func kindOf(about uint32, isRequest bool) *wire.MessageInfo {
	for i := range kinds {
		if k := &kinds[i]; about&k.about != 0 && isRequest {
			return k.request
		} else if about&k.about != 0 {
			return k.reply
		}
	}
	if isRequest {
		return &otherRequest
	}
	return &otherReply
}

// readPadded reads a text of n bytes, of which NULs fill the rest.
func readPadded(r *wire.Reader, d *wire.FieldDef, n int) {
	if !r.Has(d, n) {
		return
	}
	b := r.Rest()[:n]
	size := bytes.IndexByte(b, 0)
	if size < 0 {
		size = n
	}
	f := r.AddText(d, n, uint8(n-size))
	for _, c := range b[size:] {
		if c != 0 {
			f.Flags |= wire.FlagRaw
			break
		}
	}
}

// status takes what replies say: scores are wins less losses, the names of styles and
// teams are known, and what a game has beside them is a rule.
func status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info == &otherReply || m.Info == &rejectReply {
		return
	}
	p, t := len(b.PlayerList)-1, len(b.Teams)-1
	b.Generic(m)
	tanks, listed, rabbit, known := int64(0), int64(0), false, false
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown || f.Flags&wire.FlagLength != 0 {
			continue
		}
		switch d := f.Def; {
		case d == &team[teamGroup]:
			t++
		case d == &player[playerGroup]:
			p++
			listed++
		case d == &team[teamID]:
			b.Teams[t].Name = nameOf(&teams, f.Value)
		case d == &team[teamWins]:
			b.Teams[t].Score = wire.Some(f.Int())
		case d == &team[teamLosses]:
			b.Teams[t].Score.Value -= f.Int()
		case d == &player[playerTeam] && f.Value == teamObservers:
			listed--
		case d == &player[playerWins]:
			b.PlayerList[p].Score = wire.Some(f.Int())
		case d == &player[playerLosses]:
			b.PlayerList[p].Score.Value -= f.Int()
		case d.Symbols == &styles:
			known, rabbit = true, f.Value == styleRabbit
			b.GameType = nameOf(&styles, f.Value)
		case d.Symbols == &options:
			for _, y := range options.List {
				v := "0"
				if f.Value&y.Value != 0 {
					v = "1"
				}
				b.Rules = append(b.Rules, wire.Rule{Key: y.Name, Value: v})
			}
		default:
			if isTanks(d) {
				tanks += f.Int()
			} else if key := ruleKey(d); key != "" {
				b.Rules = append(b.Rules, wire.Rule{Key: key, Value: b.Texts.Plain(m, i)})
			}
		}
	}
	switch {
	case m.Info == &playersReply:
		b.Players = wire.Some(listed)
	case known && !rabbit:
		b.Players = wire.Some(tanks)
	}
}

// nameOf returns the name of a value.
func nameOf(s *wire.Symbols, v uint64) wire.Opt[string] {
	if y := s.Lookup(v); y != nil {
		return wire.Some(y.Name)
	}
	return wire.Opt[string]{}
}

// isTanks reports whether d counts the players of a team that plays.
func isTanks(d *wire.FieldDef) bool {
	for n := range ctfTeams {
		if d == &game[gameRogue+n] || d == &ping[pingRogue+2*n] {
			return true
		}
	}
	return false
}

// ruleKey returns the key of the rule that d is, "" for none.
func ruleKey(d *wire.FieldDef) string {
	const gamePrefix, pingPrefix = len("bzflag.game."), len("bzflag.ping.")
	for i := range game {
		if d == &game[i] && d.Role == wire.RoleNone {
			return d.Key[gamePrefix:]
		}
	}
	for i := pingStyle; i < pingPadding; i++ {
		if d == &ping[i] && d.Role == wire.RoleNone {
			return d.Key[pingPrefix:]
		}
	}
	return ""
}
