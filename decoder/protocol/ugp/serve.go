package ugp

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Replies of UGP (protocol/ugp/SPEC.md#query-reply). What is asked for and known is answered;
// the flags of the reply say what that is. Extra server information and teams
// have no documented layout: asked for, they are written as ugpreply.go reads
// them.

// Replies answers a request.
func Replies(r *answer.Writer, request *wire.Message) {
	head := append(append(make([]byte, 0, 256), identifier...), 1)
	switch request.Info {
	case &pingRequest:
		r.Send(append(head, 0x80))
		return
	case &queryRequest:
	default:
		r.Err = answer.ErrNoRequest
		return
	}
	var asked [len(ugpRequest)]uint8
	for i := range request.Fields {
		for k := range ugpRequest {
			if f := &request.Fields[i]; f.Def == &ugpRequest[k] {
				asked[k] = uint8(f.Value)
			}
		}
	}
	flags := asked[ugpRequestFlags] & (serverSection | playerSection | teamSection | ruleSection)
	if len(r.Status.Teams) == 0 {
		flags &^= teamSection
	}
	if flags == 0 {
		return
	}
	b := append(head, 0x81, game(r), flags)
	if flags&serverSection != 0 {
		b = serveServer(r, b, asked[requestServer], asked[requestServerExtra])
	}
	if flags&teamSection != 0 {
		b = serveTeams(r, b, asked[requestTeams])
	}
	if flags&playerSection != 0 {
		b = servePlayers(r, b, asked[requestPlayers], asked[requestPlayersExtra])
	}
	if flags&ruleSection != 0 {
		rules := r.Status.Rules[:min(len(r.Status.Rules), 255)]
		b = append(b, byte(len(rules)))
		for _, rule := range rules {
			b = appendPString(appendPString(b, rule.Key), rule.Value)
		}
	}
	r.Send(b)
}

// game returns the number of the game.
func game(r *answer.Writer) byte {
	for _, s := range games.List {
		if r.Status.Game.Known && wire.EqualFold(s.Name, r.Status.Game.Value) {
			return byte(s.Value)
		}
	}
	return byte(games.List[1].Value)
}

// appendPString appends a length of one byte, which counts the closing NUL, and
// the text.
func appendPString(b []byte, s string) []byte {
	text := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	if len(text) == 0 {
		return append(b, 0)
	}
	text = text[:min(len(text), 254)]
	return append(append(append(b, byte(len(text)+1)), text...), 0)
}

func serveServer(r *answer.Writer, b []byte, asked, extra uint8) []byte {
	s := r.Status
	known := uint8(0x20)
	for bit, ok := range [...]bool{s.Game.Known, s.Password.Known || s.Version.Known, s.Name.Known, s.GameType.Known, s.Map.Known, false, s.MaxPlayers.Known} {
		if ok {
			known |= 1 << bit
		}
	}
	if !s.Password.Known {
		extra &^= 1
	}
	if !s.Version.Known {
		extra &^= 2
	}
	if extra &= 3; extra == 0 { // of the operating system a status says nothing
		known &^= serverMore
	}
	flags := asked & known
	b = append(b, flags)
	text := func(bit uint8, s wire.Opt[string]) {
		if flags&bit != 0 {
			b = appendPString(b, s.Value)
		}
	}
	text(0x01, s.Game)
	if flags&serverMore != 0 {
		b = append(b, extra)
		if extra&1 != 0 {
			yes := byte(0)
			if s.Password.Value {
				yes = 1
			}
			b = append(b, yes)
		}
		if extra&2 != 0 {
			b = appendPString(b, s.Version.Value)
		}
	}
	text(0x04, s.Name)
	text(0x08, s.GameType)
	text(0x10, s.Map)
	if flags&0x20 != 0 {
		b = append(b, byte(answer.Within(answer.Count(s), 0, 255)))
	}
	if flags&0x40 != 0 {
		b = append(b, byte(answer.Within(s.MaxPlayers, 0, 255)))
	}
	return b
}

// extras are the pairs of a player that have a place of their own, and their
// bits among the player flags and the extra ones.
var extras = [...]struct {
	def   *wire.FieldDef
	flag  uint8
	extra uint8
}{
	{&playerRecord[4], 0x10, 0}, {&playerRecord[5], 0x20, 0},
	{&playerMoreRecord[3], 0, 0x08}, {&playerMoreRecord[4], 0, 0x10}, {&playerMoreRecord[5], 0, 0x20},
}

func servePlayers(r *answer.Writer, b []byte, asked, askedExtra uint8) []byte {
	players := r.Status.PlayerList[:min(len(r.Status.PlayerList), 255)]
	b = append(b, byte(len(players)))
	if len(players) == 0 {
		return b
	}
	known, extra := uint8(0x01), uint8(0)
	for i := range players {
		p := &players[i]
		for bit, ok := range [...]bool{false, p.Name.Known, p.Team.Known, p.Score.Known} {
			if ok {
				known |= 1 << bit
			}
		}
		if p.Ping.Known {
			extra |= 0x01
		}
		for _, e := range extras {
			if _, ok := answer.ExtraValue(p.Extra, e.def.Name); ok {
				known |= e.flag
				extra |= e.extra
			}
		}
	}
	flags := asked & known
	extra &= askedExtra
	if asked&playerMore != 0 && extra != 0 {
		flags |= playerMore
	} else {
		extra = 0
	}
	if b = append(b, flags); extra != 0 {
		b = append(b, extra)
	}
	for i := range players {
		b = playerRow(b, &players[i], i, flags, extra)
	}
	return b
}

func playerRow(b []byte, p *wire.Player, i int, flags, extra uint8) []byte {
	number := func(def *wire.FieldDef) uint32 {
		v, _ := answer.ExtraValue(p.Extra, def.Name)
		return uint32(answer.NumberOr(v, 0))
	}
	if flags&0x01 != 0 {
		id := int64(i)
		if p.ID.Known {
			id = answer.Within(p.ID, 0, 255)
		}
		b = append(b, byte(id))
	}
	if flags&0x02 != 0 {
		b = appendPString(b, p.Name.Value)
	}
	if flags&0x04 != 0 {
		team := int64(255)
		if p.Team.Known {
			team = answer.Within(p.Team, 0, 255)
		}
		b = append(b, byte(team))
	}
	if flags&0x08 != 0 {
		b = wire.AppendLE32(b, uint32(int32(answer.Within(p.Score, -1<<31, 1<<31-1))))
	}
	if flags&0x10 != 0 {
		b = wire.AppendLE32(b, number(&playerRecord[4]))
	}
	if flags&0x20 != 0 {
		b = wire.AppendLE32(b, number(&playerRecord[5]))
	}
	if extra&0x01 != 0 {
		b = wire.AppendLE16(b, uint16(answer.Within(p.Ping, 0, 65535)))
	}
	for _, e := range extras[2:] {
		if extra&e.extra != 0 {
			b = append(b, byte(number(e.def)))
		}
	}
	return b
}

func serveTeams(r *answer.Writer, b []byte, asked uint8) []byte {
	teams := r.Status.Teams[:min(len(r.Status.Teams), 255)]
	known := uint8(0)
	for i := range teams {
		for bit, ok := range [...]bool{teams[i].Name.Known, teams[i].Score.Known, teams[i].Size.Known} {
			if ok {
				known |= 1 << bit
			}
		}
	}
	flags := asked & known
	b = append(b, byte(len(teams)), flags)
	for i := range teams {
		t := &teams[i]
		if flags&0x01 != 0 {
			b = appendPString(b, t.Name.Value)
		}
		if flags&0x02 != 0 {
			b = wire.AppendLE32(b, uint32(int32(answer.Within(t.Score, -1<<31, 1<<31-1))))
		}
		if flags&0x04 != 0 {
			b = append(b, byte(answer.Within(t.Size, 0, 255)))
		}
	}
	return b
}
