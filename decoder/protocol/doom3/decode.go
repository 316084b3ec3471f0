package doom3

import (
	"strconv"

	"fragscope/decoder/wire"
)

// mark begins a packet out of band.
const mark = "\xff\xff"

const (
	slots     = 32 // of players; the number ends their list
	wolfSlots = 16
	leastCut  = 4 // characters of a word that is cut

	quake4Tail = 5 // bytes after the operating systems, of Quake 4 1.4.2
)

// verbs are the words after the mark, and what follows each; nil for bytes that
// are only named.
var verbs = [...]struct {
	word string
	info *wire.MessageInfo
	sure wire.Confidence
	read func(r *wire.Reader)
}{
	{"getInfo", &infoRequest, wire.Certain, readRequest},
	{"infoResponse", &infoReply, wire.Certain, readInfo},
	{"getInfoEx", &extendedRequest, wire.Certain, readRequest},
	{"infoExResponse", &extendedReply, wire.Certain, readInfo},
	{"getServers", &serversRequest, wire.Certain, readServersRequest},
	{"servers", &serversReply, wire.Likely, readServers},
	{"heartbeat", &heartbeat, wire.Likely, func(*wire.Reader) {}},
	{"challenge", &challengeRequest, wire.Likely, func(r *wire.Reader) { r.Bytes(&head[headChallenge], 4) }},
	{"challengeResponse", &challengeReply, wire.Certain, func(r *wire.Reader) {
		r.Bytes(&head[headChallenge], 4)
		r.Field(&answer4[0])
		r.CStrings(answer4[1:3])
	}},
	{"rcon", &rcon, wire.Likely, func(r *wire.Reader) { r.CStrings(remote[:]) }},
	{"print", &printReply, wire.Likely, readPrint},
	{"connect", &playerRequest, wire.Likely, nil},
	{"pureClient", &playerRequest, wire.Certain, nil},
	{"downloadRequest", &playerRequest, wire.Certain, nil},
	{"connectResponse", &playerReply, wire.Certain, nil},
	{"disconnect", &playerReply, wire.Likely, nil},
	{"pureServer", &playerReply, wire.Certain, nil},
	{"downloadInfo", &playerReply, wire.Certain, nil},
}

// find returns the place in verbs of the word that p has after the mark, or of
// one that p is cut in; -1 for none.
func find(p []byte, dir wire.Direction) int {
	if len(p) < len(mark)+leastCut || string(p[:len(mark)]) != mark || !wire.Letter(p[len(mark)]) {
		return -1
	}
	b := p[len(mark):]
	for i := range verbs {
		v := &verbs[i]
		n := len(v.word)
		switch {
		case b[0] != v.word[0], dir != wire.DirectionUnknown && v.info.Direction != dir:
		case len(b) <= n && string(b) == v.word[:len(b)], len(b) > n && b[n] == 0 && string(b[:n]) == v.word:
			return i
		}
	}
	return -1
}

// Recognise identifies messages by the mark and a word that a NUL ends
// (protocol/SPEC.md#identification).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	i := find(p, wire.DirectionUnknown)
	switch {
	case i < 0:
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) <= len(mark)+len(verbs[i].word):
		return verbs[i].info.Direction, wire.Possible
	}
	return verbs[i].info.Direction, verbs[i].sure
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourCaretDigit | wire.ColourIDTech4
	i := find(r.Rest(), dir)
	if i < 0 {
		i = 0
		if dir == wire.Reply {
			i = 1
		}
	}
	v := &verbs[i]
	r.SetMessage(v.info)
	r.Constant(&head[0], mark)
	r.CString(&head[1], 0)
	switch {
	case r.Stopped:
	case v.read != nil:
		v.read(r)
	case r.More():
		r.Leaf(&head[headArguments], wire.KindBytes, r.Left(), 0)
	}
}

// readRequest reads the challenge; that of Quake Wars has eight bytes.
func readRequest(r *wire.Reader) {
	if b := r.Rest(); len(b) >= 8 {
		r.Flags |= wire.FlagAmbiguous // four of them would be the challenge
		r.Bytes(&head[headTask], 4)
	} else if len(b) >= 4 {
		r.Flags |= wire.FlagAmbiguous
	}
	r.Bytes(&head[headChallenge], 4)
	r.Flags &^= wire.FlagAmbiguous
	pad(r)
}

func pad(r *wire.Reader) {
	b := r.Rest()
	n := 0
	for n < len(b) && b[n] == 0 {
		n++
	}
	if n > 0 && n == len(b) {
		r.Leaf(&head[headPadding], wire.KindPadding, n, wire.FlagAmbiguous)
	}
}

// plausible reports whether v can be a network protocol, and an earlier field of
// it cannot be: challenges are as a rule random, or letters.
func plausible(v uint32) bool { return v>>16 > 0 && v>>16 < 100 && v&0xffff < 1000 }

// readInfo reads an info reply. Only its bytes show which game it is from: Quake
// Wars repeats eight bytes of the request, and sends a size.
func readInfo(r *wire.Reader) {
	b := r.Rest()
	r.Flags |= wire.FlagAmbiguous
	wars := r.Info == &extendedReply || len(b) >= 12 && plausible(wire.LE32(b[8:])) &&
		!(plausible(wire.LE32(b[4:])) && (len(b) == 12 || b[8] == 0 || wire.BeginsText(b[8])))
	if wars {
		r.Bytes(&head[headTask], 4)
	}
	r.Bytes(&head[headChallenge], 4)
	v := uint32(r.Field(&info[0]))
	if b = r.Rest(); wars || len(b) >= 4 && b[2]|b[3] == 0 {
		r.Field(&info[1])
		wars = true
	}
	r.Flags &^= wire.FlagAmbiguous
	if !readSettings(r) {
		return
	}
	r.Flags |= wire.FlagAmbiguous // which form the rows have, all of them decide
	switch major := v >> 16; {
	case v == 13<<16|9 || v == 13<<16|10:
		r.Problem(&problemBits, r.Pos, r.Left(), 0, 0)
		r.Leaf(&player[playerUnknown], wire.KindUnknown, r.Left(), wire.FlagRaw)
	case wars && v < 10<<16|17:
		whole(r, warsFirst, wars17, warsNow)
	case wars && v < 10<<16|19:
		whole(r, wars17, warsNow, warsFirst)
	case wars:
		whole(r, warsNow, wars17, warsFirst)
	case major == 2:
		whole(r, clan, doom, wolf)
	default:
		whole(r, doom, clan, wolf)
	}
	r.Flags &^= wire.FlagAmbiguous
}

// settingPair is what a setting is made of, as [wire.Reader.CStringGroup] takes it.
var settingPair = [...]wire.Field{{Value: 1}, {Value: 2}}

// readSettings reads settings up to their end, and reports whether it is there.
func readSettings(r *wire.Reader) bool {
	for n := 0; r.More(); n++ {
		b := r.Rest()
		if b[0] == 0 && (len(b) == 1 || b[1] == 0) {
			r.Constant(&setting[settingEnd], "\x00\x00")
			return !r.Stopped
		}
		if b[0] == 0 {
			r.Flags |= wire.FlagAmbiguous // another NUL would make it the end
		}
		if !r.CStringGroup(setting[:], 0, n, settingPair[:]) {
			r.CString(&setting[2], 0) // says that it is cut
		}
		r.Flags &^= wire.FlagAmbiguous
	}
	if !r.Stopped {
		r.Problem(&problemOpen, r.Pos, 0, 0, 0)
	}
	return false
}

// whole reads with the first form that leaves nothing over and has no problem,
// and with the first of all when none does.
func whole(r *wire.Reader, forms ...form) {
	start := r.Checkpoint()
	for _, f := range forms {
		if f.rows(r); r.Score(start) == 0 {
			return
		}
		r.Reset(start)
	}
	forms[0].rows(r)
}

// A form is what each row has, as a set of places in its layout, and the number that
// ends the rows.
type form struct{ has, end int }

const (
	rowDoom      = 1<<playerID | 1<<playerPing | 1<<playerRate | 1<<playerName
	rowWarsFirst = rowDoom | 1<<playerBot
	rowWars17    = rowWarsFirst | 1<<playerPlace | 1<<playerClan
)

// The forms of rows.
var (
	doom      = form{rowDoom, slots}
	clan      = form{rowDoom | 1<<playerClan, slots}
	wolf      = form{rowDoom, wolfSlots}
	warsFirst = form{rowWarsFirst, slots}
	wars17    = form{rowWars17, slots}
	warsNow   = form{rowWars17 &^ (1 << playerRate), slots}
)

// rows reads players whose rows have the form, and what follows them.
func (f form) rows(r *wire.Reader) {
	last, numbers := -1, playerName
	if f.has&(1<<playerRate) == 0 {
		numbers = playerRate
	}
	for n := 0; ; n++ {
		b := r.Rest()
		switch {
		case r.Stopped:
			return
		case len(b) == 0:
			r.Problem(&problemPlayers, r.Pos, 0, 0, 0)
			return
		case int(b[0]) == f.end:
			r.Field(&player[playerEnd])
			readTail(r, f)
			return
		case int(b[0]) <= last || b[0] > slots:
			r.Problem(&problemPlayer, r.Pos, 1, uint64(b[0]), uint64(max(last, 0)))
			r.Leaf(&player[playerUnknown], wire.KindUnknown, len(b), wire.FlagRaw)
			return
		}
		last = int(b[0])
		g := r.Begin(&player[0], n)
		r.Read(player[playerID:numbers])
		r.CString(&player[playerName], 0)
		for i := playerPlace; i < playerEnd; i++ {
			switch {
			case f.has&(1<<i) == 0:
			case i == playerClan:
				r.CString(&player[i], 0)
			default:
				r.Field(&player[i])
			}
		}
		r.Done(g)
	}
}

// readTail reads what follows the players.
func readTail(r *wire.Reader, f form) {
	r.Field(&tail[0])
	if f.has&(1<<playerBot) == 0 {
		if f == clan && r.Left() == quake4Tail {
			r.Leaf(&tail[tailQuake4], wire.KindBytes, quake4Tail, wire.FlagAmbiguous) // fewer are unknown
		}
		return
	}
	if r.Read(tail[tailRanked:tailInterested]) == 1 {
		r.Read(tail[tailConnected:tailQuake4])
	} else {
		r.Field(&tail[tailInterested])
	}
	if r.Info != &extendedReply {
		return
	}
	for n := 0; r.More() && r.Peek(0) != slots; n++ {
		g := r.Begin(&stats[0], n)
		r.Read(stats[1:3])
		r.CString(&stats[3], 0)
		r.Read(stats[4:statsEnd])
		r.Done(g)
	}
	r.Field(&stats[statsEnd])
}

func readServersRequest(r *wire.Reader) {
	r.Field(&list[0])
	r.CString(&list[1], 0)
	if r.Left() > 1 {
		r.Flags |= wire.FlagAmbiguous // one byte would be the filter
		r.CStrings(list[2:4])
		r.Flags &^= wire.FlagAmbiguous
	}
	r.Flags |= wire.FlagAmbiguous
	r.Field(&list[4])
	r.Flags &^= wire.FlagAmbiguous
	pad(r)
}

func readServers(r *wire.Reader) { r.Groups(&server[0], server[1:], r.Left(), wire.KindU8) }

func readPrint(r *wire.Reader) {
	if r.Field(&answer4[3]) == 3 {
		r.Field(&answer4[4])
	}
	r.CString(&answer4[5], 0)
}

// Status takes settings and players, and what else an info reply says as rules.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	before := len(b.PlayerList)
	b.Generic(m)
	if m.Info != &infoReply && m.Info != &extendedReply {
		return
	}
	b.Map.Value = cutMap(b.Map.Value)
	for i := range m.Fields {
		f := &m.Fields[i]
		switch f.Def {
		case &player[playerEnd]:
			b.Players = wire.Some(int64(len(b.PlayerList) - before))
		case &info[0]:
			b.Rules = append(b.Rules, wire.Rule{Key: protocolRule, Value: strconv.FormatUint(f.Value>>16&0x7fff, 10) + "." +
				strconv.FormatUint(f.Value&0xffff, 10)})
		case &tail[0], &tail[1], &tail[2], &tail[3], &tail[4], &tail[5], &tail[6], &tail[7]:
			if f.Kind != wire.KindUnknown {
				b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[len(tailPrefix):], Value: b.Texts.Plain(m, i)})
			}
		case &stats[0]:
			if !b.SkipExtras {
				addStatistics(b.PlayerList[before:], m, i)
			}
		}
	}
}

// Keys of rules that are no settings.
const (
	protocolRule = "protocol"
	tailPrefix   = "doom3.tail."
)

// cutMap returns a map without what Quake Wars puts around it.
func cutMap(s string) string {
	const dir, end = "maps/", ".entities"
	if len(s) > len(dir) && s[:len(dir)] == dir {
		s = s[len(dir):]
	}
	if n := len(s) - len(end); n > 0 && s[n:] == end {
		s = s[:n]
	}
	return s
}

// addStatistics gives those of group i to the player in their slot.
func addStatistics(players []wire.Player, m *wire.Message, i int) {
	if m.Next(i) == i+1 {
		return
	}
	for k := range players {
		p := &players[k]
		if p.ID.Value != int64(m.Fields[i+1].Value) {
			continue
		}
		for j, end := i+2, m.Next(i); j < end; j++ {
			if m.Fields[j].Kind != wire.KindUnknown {
				p.Extra = append(p.Extra, wire.Rule{Key: m.Fields[j].Def.Name, Value: m.Plain(j)})
			}
		}
		return
	}
}
