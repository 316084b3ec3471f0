package tribes

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: every setting is a rule of the name of its field.
var Keys answer.RuleKeys

// full is the number of bytes of a reply at most, far from what UDP carries.
const full = 32000

// What the scripts of Tribes put over the rows, and into them. The character
// after a tab says where the column is on the screen.
const (
	headsOfTeams   = "Team Name\t\xd6Score"
	headsOfPlayers = "Player Name\t\x6fTeam\t\xa6Score\t\xcfPing\t\xefPL"
	rowOfTeam      = "%t\t  "
	rowOfPlayer    = "%n\t%t\t  "
	rowOfPlayerEnd = "\t%p\t%l"
)

// Replies answers a query with what the server is.
func Replies(w *answer.Writer, question *wire.Message) {
	p, about := question.PayloadBytes(), -1
	for i := range firsts {
		if question.Info == &requests[i] && len(p) == requestSize {
			about = i
		}
	}
	if about < 0 {
		w.Err = answer.ErrNoRequest
		return
	}
	s := w.Status
	game := w.Game.Gamename
	if about == aboutStarsiege { // whoever asks for it asks Starsiege
		game = olderGame[1:]
	}
	b := append(make([]byte, 0, 512), p[0]+1, p[1], p[2], p[0])
	for _, text := range [...]string{game, s.Version.Value, s.Name.Value} {
		b = answer.AppendCounted(b, text)
	}
	switch {
	case about != aboutInfo && game == olderGame[1:]:
		b = appendStarsiege(b, s)
	case about == aboutDetails:
		b = appendDetails(appendInfo(b, s), s)
	default:
		b = appendInfo(b, s)
	}
	w.Send(b)
}

// ruleNumber returns the number of the rule that field d becomes.
func ruleNumber(s *wire.Status, d *wire.FieldDef, otherwise int64) uint64 {
	v, ok := answer.StatusRule(s, ruleOf(d))
	switch {
	case !ok:
	case v == "yes":
		return 1
	case v == "no":
		return 0
	default:
		otherwise = answer.NumberOr(v, otherwise)
	}
	return uint64(min(max(otherwise, 0), math.MaxUint32))
}

func appendInfo(b []byte, s *wire.Status) []byte {
	return append(b, byte(min(ruleNumber(s, &info[infoDedicated], 1), 1)), answer.Bit(s.Password.Value),
		byte(answer.Clamp(answer.PlayerCount(s), 0, math.MaxUint8)), byte(answer.Clamp(s.MaxPlayers, 0, math.MaxUint8)))
}

func appendDetails(b []byte, s *wire.Status) []byte {
	b = wire.AppendLE16(b, uint16(min(ruleNumber(s, &details[0], 800), math.MaxUint16)))
	mods, ok := answer.StatusRule(s, ruleOf(&details[1]))
	if !ok {
		mods = "base"
	}
	about, _ := answer.StatusRule(s, ruleOf(&details[detailsTeams-1]))
	for _, text := range [...]string{mods, s.GameType.Value, s.Map.Value, about} {
		b = answer.AppendCounted(b, text)
	}
	teams := s.Teams[:min(len(s.Teams), math.MaxUint8-1)]
	b = append(b, byte(len(teams)))
	b = append(append(b, byte(len(headsOfTeams))), headsOfTeams...)
	b = append(append(b, byte(len(headsOfPlayers))), headsOfPlayers...)
	for i := range teams {
		b = answer.AppendCounted(answer.AppendCounted(b, teams[i].Name.Value),
			rowOfTeam+strconv.FormatInt(teams[i].Score.Value, 10))
	}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		if len(b) > full {
			break
		}
		loss, _ := answer.ExtraValue(p.Extra, player[2].Name)
		b = append(b, byte(answer.Clamp(p.Ping, 0, math.MaxUint8*pingUnit)/pingUnit),
			byte(min(max(answer.NumberOr(loss, 0), 0), 100)),
			byte(min(max(p.Team.Or(math.MaxUint8), 0), math.MaxUint8)))
		b = answer.AppendCounted(b, p.Name.Value)
		b = answer.AppendCounted(b, rowOfPlayer+strconv.FormatInt(p.Score.Value, 10)+rowOfPlayerEnd)
	}
	return b
}

func appendStarsiege(b []byte, s *wire.Status) []byte {
	players := s.PlayerList
	for i := range starsiege {
		d := &starsiege[i]
		switch {
		case d.Role == wire.RolePassword:
			b = append(b, answer.Bit(s.Password.Value))
		case d.Role == wire.RoleMap:
			b = answer.AppendCounted(b, s.Map.Value)
		case d.Role == wire.RolePlayers:
			b = wire.AppendLE32(b, uint32(answer.Clamp(answer.PlayerCount(s), 0, math.MaxUint32)))
		case d.Role == wire.RoleMaxPlayers:
			b = wire.AppendLE32(b, uint32(answer.Clamp(s.MaxPlayers, 0, math.MaxUint32)))
		case i == starsiegeSent:
			b = wire.AppendLE32(b, uint32(len(players)))
		default:
			b = wire.AppendNumber(b, d.Kind, min(ruleNumber(s, d, 0), 1<<(8*d.Kind.Size())-1))
		}
	}
	for i := range players {
		b = append(answer.AppendCounted(b, players[i].Name.Value), byte(answer.Clamp(players[i].Team, 0, math.MaxUint8)))
	}
	return b
}
