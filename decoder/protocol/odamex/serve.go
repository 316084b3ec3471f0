package odamex

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}

// Keys are the settings that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Known: &known}

var Games = []answer.Game{{Name: ID, Title: "Odamex", GamePort: 10666, Join: "odamex://", Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: 10666}}}}

var Examples = []answer.Example{{Game: ID, Name: "Tidal Basin", Title: "Team Deathmatch", Version: "10.4.0", Most: 24,
	Teams: []string{"BLUE", "RED"}, Maps: []string{"MAP11", "MAP16"},
	Rules: []wire.Rule{{Key: "sv_fraglimit", Value: "50"}, {Key: "sv_skill", Value: "4"}, {Key: "wad", Value: "freedoom2.wad"},
		{Key: "sv_itemsrespawn", Value: "1"}},
	Extra: []wire.Rule{{Key: "Minutes", Value: "3"}, {Key: "Deaths", Value: "*"}}}}

const (
	serverVersion = 10*256 + 40
	mostRows      = 64  // players, and files
	mostCvars     = 200 // with those that typed values become
	mostText      = 200 // bytes
	hashSize      = 16
)

// replies answers a request with a tag.
func replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	isInfo := question.Info == &infoRequest
	if !isInfo && question.Info != &versionRequest || len(p) != tagSize && len(p) != wholeSize {
		w.Err = answer.ErrNoRequest
		return
	}
	time, protocol := []byte{0, 0, 0, 0}, uint32(usualProtocol)
	if len(p) == wholeSize {
		time, protocol = p[12:], min(wire.LE32(p[8:]), usualProtocol)
	}
	if !isInfo {
		b := wire.AppendLE32(wire.AppendLE32(wire.AppendLE32(nil, toldVersion), serverVersion), usualProtocol)
		w.Send(append(b, time...))
		return
	}
	b := wire.AppendLE32(wire.AppendLE32(wire.AppendLE32(nil, toldInfo), serverVersion), protocol)
	b = wire.AppendLE32(append(b, time...), usualProtocol)
	w.Send(appendInfo(b, w.Status, protocol))
}

func appendInfo(b []byte, s *wire.Status, protocol uint32) []byte {
	if protocol >= textProtocol {
		b = appendText(b, s.Version.Value)
	} else {
		b = wire.AppendLE32(b, uint32(answer.NumberOr(s.Version.Value, 0)))
	}
	mode := modeOf(s)
	teams := s.Teams[:min(len(s.Teams), mostRows)]
	cvars := cvarsOf(s, mode)
	b, limit := append(b, byte(len(cvars))), false
	for _, r := range cvars {
		b = appendText(b, r.Key)
		switch n := answer.NumberOr(r.Value, -1); {
		case r.Key == "sv_gametype" || r.Key == "sv_maxclients" || r.Key == "sv_maxplayers":
			b = append(b, typeByte, byte(n))
		case r.Value == "1":
			b = append(b, typeOn)
			limit = limit || r.Key == "sv_timelimit"
		default:
			b = appendText(append(b, typeText), r.Value)
			limit = limit || r.Key == "sv_timelimit" && integer([]byte(r.Value)) != 0
		}
	}
	if b = append(b, 0); s.Password.Value {
		b[len(b)-1] = hashSize
		b = append(b, make([]byte, hashSize)...)
	}
	b = appendText(b, s.Map.Value)
	if limit || protocol < limitRule {
		left, _ := answer.StatusRule(s, "time_left")
		b = wire.AppendLE16(b, uint16(answer.NumberOr(left, 0)))
	}
	teamed := mode == 2 || mode == 3
	if teamed {
		b = append(b, byte(len(teams)))
		for i := range teams {
			b = answer.Team(&teams[i]).Append(b, team[1:], answer.All, appendText)
		}
	}
	patches, wads := rulesOf(s, "patch"), rulesOf(s, "wad")
	b = append(b, byte(len(patches)))
	for _, v := range patches {
		b = appendText(b, v)
	}
	b = append(b, byte(len(wads)))
	for _, v := range wads {
		b = append(appendText(b, v), 0)
	}
	players := s.PlayerList[:min(len(s.PlayerList), mostRows)]
	b = append(b, byte(len(players)))
	for i := range players {
		source := answer.Player(&players[i], i)
		b = source.Append(b, player[1:playerTeam], answer.All, appendText)
		if teamed {
			b = source.Append(b, player[playerTeam:playerTeam+1], answer.All, appendText)
		}
		b = source.Append(b, player[playerTeam+1:], answer.All, appendText)
	}
	return b
}

// cvarsOf returns the settings of s, without those that are off.
func cvarsOf(s *wire.Status, mode uint64) []wire.Rule {
	all := []wire.Rule{{Key: "sv_hostname", Value: s.Name.Value},
		{Key: "sv_maxclients", Value: strconv.FormatInt(answer.Clamp(s.MaxPlayers, 0, 255), 10)},
		{Key: "sv_gametype", Value: strconv.FormatUint(mode, 10)}}
	for _, r := range answer.StatusRules(s, &Keys) {
		k := known.Find([]byte(r.Key))
		if own := k != nil && k.Role != wire.RoleNone; !own && r.Key != "patch" && r.Key != "wad" && r.Key != "time_left" &&
			r.Key != "" && len(all) < mostCvars {
			all = append(all, r)
		}
	}
	kept := all[:0]
	for _, r := range all {
		if r.Value != "" && r.Value != "0" {
			kept = append(kept, r)
		}
	}
	return kept
}

// modeOf returns the number of the game type.
func modeOf(s *wire.Status) uint64 {
	for i := range modes.List {
		if y := &modes.List[i]; wire.EqualFold(y.Name, s.GameType.Value) {
			return y.Value
		}
	}
	return uint64(min(max(answer.NumberOr(s.GameType.Value, 0), 0), 255))
}

func rulesOf(s *wire.Status, key string) (all []string) {
	for i := range s.Rules {
		if s.Rules[i].Key == key && len(all) < mostRows {
			all = append(all, s.Rules[i].Value)
		}
	}
	return all
}

func appendText(b []byte, s string) []byte {
	t := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	return append(append(b, t[:min(len(t), mostText)]...), 0)
}
