package tribes

import (
	"fragscope/decoder/wire"
)

// First bytes of queries; a reply begins with the next.
const (
	askInfo      = 0x60
	askDetails   = 0x62
	askStarsiege = 0x72
)

// Types of a master's messages, after its version.
const (
	masterVersion = "\x10"
	askServers    = 3
	tellServers   = 6
)

// Sizes in bytes.
const (
	requestSize = 3
	replySize   = 4
	listSize    = 6 // of a list request; an old client sends one less
	listHead    = 8
	entrySize   = 7
	longestName = 40 // of a game or version in a reply
)

func begins(c byte) bool {
	return c == masterVersion[0] || c>>1 == askInfo>>1 || c>>1 == askDetails>>1 || c>>1 == askStarsiege>>1
}

// recognise identifies messages by the first byte, which a reply has once more,
// and by the texts of a reply (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) == 0:
	case p[0] == masterVersion[0]:
		return recogniseMaster(p)
	case p[0]&1 == 0:
		if len(p) != requestSize {
			break
		}
		switch {
		// keys of known clients
		case p[1] == p[2] && (p[1] == '*' || p[1] == '+'), wire.LE16(p[1:]) == 1, ports.KnowsPort(opts.DstPort):
			return wire.Request, wire.Likely
		case opts.Protocol == ID, p[1] <= ' ' || p[1] >= 0x7f: // no word of three letters
			return wire.Request, wire.Possible
		}
	case len(p) >= replySize && p[replySize-1] == p[0]-1:
		return wire.Reply, likeReply(p[replySize:])
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// likeReply reports how much b looks like what follows the head of a reply: the
// names of a game and of a version after their lengths.
func likeReply(b []byte) wire.Confidence {
	for n := range 2 {
		switch {
		case len(b) == 0:
			return wire.Possible // cut
		case b[0] == 0 && n == 0 || b[0] > longestName:
			return wire.Unlikely
		}
		size := int(b[0])
		for _, c := range b[1:min(1+size, len(b))] {
			if !wire.BeginsText(c) {
				return wire.Unlikely
			}
		}
		if len(b) < 1+size {
			return wire.Possible
		}
		b = b[1+size:]
	}
	return wire.Likely
}

// recogniseMaster is recognise for what masters say and are asked.
func recogniseMaster(p []byte) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) >= requestSize && len(p) <= listSize+2 && p[1] == askServers:
		switch {
		case p[2] == 0xff && len(p) >= listSize-1:
			return wire.Request, wire.Likely
		case p[2] == 0xff, p[2] == 0 && (len(p) == requestSize || p[3] != 0): // cut, or for one packet
			return wire.Request, wire.Possible
		}
	case len(p) > listHead && p[1] == tellServers && p[2] > 0 && p[2] <= p[3]:
		b := p[listHead:]
		if p[2] == 1 { // after the names
			for range 2 {
				if len(b) == 0 || len(b) <= int(b[0])+1 {
					return wire.Reply, wire.Possible
				}
				b = b[b[0]+1:]
			}
		}
		if len(b) < 2 || b[0] != 0 || len(b)-2 > int(b[1])*entrySize || len(b) > 2 && b[2] != entrySize-1 {
			break
		}
		return wire.Reply, wire.Likely
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	if r.Peek(0) == masterVersion[0] {
		if dir == wire.Reply {
			readServers(r)
		} else {
			readServersRequest(r)
		}
		return
	}
	about := aboutDetails
	switch r.Peek(0) &^ 1 {
	case askInfo:
		about = aboutInfo
	case askStarsiege:
		about = aboutStarsiege
	}
	if dir != wire.Reply {
		r.SetMessage(&requests[about])
		r.Field(&head[0])
		r.Bytes(&head[headKey], 2)
		return
	}
	r.SetMessage(&replies[about])
	kind := r.Field(&head[0])
	r.Bytes(&head[headKey], 2)
	if again := r.Field(&head[2]); !r.Stopped && again+1 != kind {
		r.Problem(&problemRepeats, r.Pos-1, 1, again, kind-1)
	}
	older := wire.StartsLike(r.Rest(), olderGame) && r.Left() >= len(olderGame)
	read(r, info[:infoDedicated])
	if about != aboutInfo && older {
		readStarsiege(r)
		return
	}
	read(r, info[infoDedicated:infoPlayers])
	players := r.Field(&info[infoPlayers])
	r.Field(&info[infoPlayers+1])
	if about != aboutInfo {
		readDetails(r, players)
	}
}

// olderGame is the game whose replies have another layout, after its length.
const olderGame = "\x09Starsiege"

// read reads fields, texts after a length of one byte.
func read(r *wire.Reader, l wire.Layout) {
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.PrefixedString(&l[i], wire.KindU8)
		} else {
			r.Field(&l[i])
		}
	}
}

// readDetails reads teams and so many players, and remarks on rows that do not
// fit their heads.
func readDetails(r *wire.Reader, players uint64) {
	read(r, details[:detailsTeams])
	teams := int(r.Field(&details[detailsTeams]))
	teamHeads := tabs(r.PrefixedString(&details[detailsTeams+1], wire.KindU8))
	playerHeads := tabs(r.PrefixedString(&details[detailsPlayers], wire.KindU8))
	for n := 0; n < teams && !r.Stopped; n++ {
		g := r.Begin(&team[0], n)
		r.PrefixedString(&team[nameAt], wire.KindU8)
		row(r, &team[rowAt], teamHeads)
		r.Done(g)
	}
	n := 0
	for ; r.More(); n++ {
		g := r.Begin(&player[0], n)
		read(r, player[playerPing:playerRow])
		row(r, &player[playerRow], playerHeads)
		r.Done(g)
	}
	if !r.Stopped && uint64(n) != players {
		r.Problem(&problemPlayers, r.Pos, 0, players, uint64(n))
	}
}

// row reads a row of values under so many heads.
func row(r *wire.Reader, d *wire.FieldDef, heads int) {
	at := r.Pos + 1
	if b := r.PrefixedString(d, wire.KindU8); !r.Stopped && len(b) > 0 && tabs(b) != heads {
		r.Problem(&problemColumns, at, len(b), uint64(tabs(b)), uint64(heads))
	}
}

// tabs returns how many texts b has, with tabs between them.
func tabs(b []byte) int {
	n := min(len(b), 1)
	for _, c := range b {
		if c == '\t' {
			n++
		}
	}
	return n
}

func readStarsiege(r *wire.Reader) {
	read(r, starsiege[:starsiegeSent])
	at := r.Pos
	sent := r.Field(&starsiege[starsiegeSent])
	n := 0
	for ; r.More(); n++ {
		g := r.Begin(&pilot[0], n)
		read(r, pilot[nameAt:])
		r.Done(g)
	}
	if !r.Stopped && uint64(n) != sent {
		r.Problem(&problemPlayers, at, 4, sent, uint64(n))
	}
}

func readServersRequest(r *wire.Reader) {
	r.SetMessage(&requests[aboutServers])
	r.Constant(&master[0], masterVersion)
	r.Read(master[1:masterKey])
	r.Bytes(&master[masterKey], 2)
	if r.More() {
		r.Leaf(&master[masterRest], wire.KindPadding, r.Left(), 0)
	}
}

func readServers(r *wire.Reader) {
	r.SetMessage(&replies[aboutServers])
	r.Constant(&master[0], masterVersion)
	r.Field(&master[1])
	first := r.Field(&master[2]) == 1
	r.Field(&master[3])
	r.Bytes(&master[masterKey], 2)
	r.Field(&master[masterKey+1])
	if first {
		read(r, master[masterName:masterReserved])
	}
	r.Field(&master[masterReserved])
	r.Field(&master[masterCount])
	for n := 0; r.More(); n++ { // the count is what a master says; the entries are what is there
		g := r.Begin(&server[0], n)
		r.Constant(&server[1], string([]byte{entrySize - 1}))
		r.Read(server[2:])
		r.Done(g)
	}
}

// Status takes what a reply says. Values of rows go to the heads over them.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info == &replies[aboutServers] {
		return
	}
	teamsBefore, playersBefore := len(b.Teams), len(b.PlayerList)
	b.Generic(m)
	var teamHeads, playerHeads []byte
	for i, t, p := 0, teamsBefore, playersBefore; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown || f.Flags&wire.FlagLength != 0 {
			continue
		}
		switch d := f.Def; d {
		case &details[detailsTeams+1]:
			teamHeads = m.Bytes(i)
		case &details[detailsPlayers]:
			playerHeads = m.Bytes(i)
		case &team[0]:
			t++
			b.Teams[t-1].ID = wire.Some(int64(t - 1 - teamsBefore))
		case &team[rowAt]:
			values(teamHeads, m.Bytes(i), func(head, value []byte) { teamValue(&b.Teams[t-1], head, value, b.SkipExtras) })
		case &player[0]:
			p++
		case &player[playerPing]:
			b.PlayerList[p-1].Ping = wire.Some(int64(f.Value) * pingUnit)
		case &player[playerRow]:
			values(playerHeads, m.Bytes(i), func(head, value []byte) {
				playerValue(&b.PlayerList[p-1], head, value, b.SkipExtras)
			})
		default:
			if rule := ruleOf(d); rule != "" {
				b.Rules = append(b.Rules, wire.Rule{Key: rule, Value: b.Texts.Plain(m, i)})
			}
		}
	}
}

// pingUnit is what a ping is counted in, in milliseconds.
const pingUnit = 4

// ruleOf returns the rule that a field becomes which has no place of its own, ""
// for none.
func ruleOf(d *wire.FieldDef) string {
	if d.Role != wire.RoleNone {
		return ""
	}
	for _, l := range [...]struct {
		prefix string
		layout wire.Layout
	}{{"tribes.info.", info[:]}, {"tribes.details.", details[:]}, {"tribes.starsiege.", starsiege[:]}} {
		for i := range l.layout {
			if d == &l.layout[i] {
				return d.Key[len(l.prefix):]
			}
		}
	}
	return ""
}

// longestHead is the length of a head that is shown with every row, at most.
const longestHead = 24

// values calls set with each value of a row and the head over it. A head but the
// first begins with a byte that says where its column is on the screen.
func values(heads, row []byte, set func(head, value []byte)) {
	for n := 0; len(heads) > 0 && len(row) > 0; n++ {
		var head, value []byte
		head, heads = cut(heads)
		value, row = cut(row)
		head = head[min(min(n, 1), len(head)):]
		if len(head) > 0 && len(head) <= longestHead {
			set(head, value)
		}
	}
}

// cut returns what is before and after the first tab.
func cut(b []byte) (before, after []byte) {
	for i := range b {
		if b[i] == '\t' {
			return b[:i], b[i+1:]
		}
	}
	return b, nil
}

// text returns a value of a row as displayed.
func text(b []byte) string {
	kept := make([]byte, 0, len(b))
	for _, c := range b {
		if c >= ' ' && c != 0x7f {
			kept = append(kept, c)
		}
	}
	f := wire.Field{Length: uint32(len(kept)), Kind: wire.KindText}
	if wire.ValidMultibyte(kept) {
		f.Flags = wire.FlagUTF8
	}
	return wire.TrimBlanks(string(wire.AppendText(nil, kept, &f)))
}

func teamValue(t *wire.Team, head, value []byte, brief bool) {
	v, number := wire.ParseWhole(wire.TrimBlanks(string(value)))
	switch {
	case string(value) == "%t" || wire.EqualFold(string(head), "team name"):
	case wire.EqualFold(string(head), "score"):
		t.Score = wire.Opt[int64]{Value: v, Known: number}
	case wire.EqualFold(string(head), "players"):
		t.Size = wire.Opt[int64]{Value: v, Known: number}
	case !brief:
		t.Extra = append(t.Extra, wire.Rule{Key: text(head), Value: text(value)})
	}
}

func playerValue(p *wire.Player, head, value []byte, brief bool) {
	switch {
	case len(value) == 2 && value[0] == '%' || wire.EqualFold(string(head), "player name"):
	case wire.EqualFold(string(head), "score"):
		p.Score.Value, p.Score.Known = wire.ParseWhole(wire.TrimBlanks(string(value)))
	case !brief:
		p.Extra = append(p.Extra, wire.Rule{Key: text(head), Value: text(value)})
	}
}
