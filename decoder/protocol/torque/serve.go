package torque

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: every setting is a rule of the name of its field.
var Keys answer.RuleKeys

const (
	usualVersion  = "VER5"
	usualProtocol = 51    // of Tribes 2
	usualBuild    = 25034 // its last
	longestName   = 24    // of a server, in characters
	full          = 32000 // bytes of content at most
)

// Replies answers a ping or a query for info.
func Replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	isPing := question.Info == &requests[aboutPing]
	if !isPing && question.Info != &requests[aboutInfo] || len(p) != headSize {
		w.Err = answer.ErrNoRequest
		return
	}
	if p[1]&plain == 0 || p[1]&offline != 0 { // texts are not compressed here, and the server is for the Internet
		w.Err = answer.ErrNotApplicable
		return
	}
	b := append(append(make([]byte, 0, 512), p[0]+2), p[1:headSize]...)
	if isPing {
		b = appendPing(b, w.Status)
	} else {
		b = appendInfo(b, w.Status, w.Game)
	}
	w.Send(b)
}

// ruleOr returns the number of a rule.
func ruleOr(s *wire.Status, key string, otherwise int64) uint64 {
	if v, ok := answer.StatusRule(s, key); ok {
		otherwise = answer.NumberOr(v, otherwise)
	}
	return uint64(min(max(otherwise, 0), math.MaxUint32))
}

func appendPing(b []byte, s *wire.Status) []byte {
	version, ok := answer.StatusRule(s, ruleNames[0])
	if !ok || len(version) != len(usualVersion) || version[:3] != usualVersion[:3] {
		version = usualVersion
	}
	b = answer.AppendCounted(b, version)
	if version != "VER3" {
		b = wire.AppendLE32(b, uint32(ruleOr(s, ruleNames[1], usualProtocol)))
	}
	b = wire.AppendLE32(b, uint32(ruleOr(s, ruleNames[2], usualProtocol)))
	b = wire.AppendLE32(b, uint32(min(max(answer.NumberOr(s.Version.Value, usualBuild), 0), math.MaxUint32)))
	return answer.AppendCountedMax(b, s.Name.Value, longestName)
}

func appendInfo(b []byte, s *wire.Status, game *answer.Game) []byte {
	for _, text := range [...]string{s.Game.Or(game.Gamename), s.GameType.Value, s.Map.Value} {
		b = answer.AppendCounted(b, text)
	}
	state := byte(0)
	for k, name := range stateNames {
		if name != "" && ruleOr(s, name, 0) != 0 {
			state |= 1 << k
		}
	}
	if s.Password.Value {
		state |= 2
	}
	b = append(b, state,
		byte(answer.Clamp(answer.PlayerCount(s), 0, math.MaxUint8)), byte(answer.Clamp(s.MaxPlayers, 0, math.MaxUint8)),
		byte(min(ruleOr(s, "bots", 0), math.MaxUint8)))
	b = wire.AppendLE16(b, uint16(min(ruleOr(s, "cpu", 800), math.MaxUint16)))
	about, _ := answer.StatusRule(s, "info")
	b = answer.AppendCounted(b, about)
	c := appendContent(nil, s)
	return append(wire.AppendLE16(b, uint16(len(c))), c...)
}

// item appends a text of a line, which ends with end.
func item(b []byte, s string, end byte) []byte {
	for _, c := range answer.AppendReplyBytes(nil, answer.ReplyText(s)) {
		if c != '\t' {
			b = append(b, c)
		}
	}
	return append(b, end)
}

func appendContent(b []byte, s *wire.Status) []byte {
	b = append(strconv.AppendInt(b, int64(len(s.Teams)), 10), '\n')
	for i := range s.Teams {
		b = item(b, s.Teams[i].Name.Value, '\t')
		b = append(strconv.AppendInt(b, s.Teams[i].Score.Value, 10), '\n')
	}
	b = append(strconv.AppendInt(b, int64(len(s.PlayerList)), 10), '\n')
	for i := range s.PlayerList {
		p, team := &s.PlayerList[i], "Unassigned"
		if t := p.Team.Or(-1); t >= 0 && t < int64(len(s.Teams)) {
			team = s.Teams[t].Name.Value
		}
		b = item(item(b, p.Name.Value, '\t'), team, '\t')
		b = append(strconv.AppendInt(b, p.Score.Value, 10), '\n')
		if len(b) > full {
			break
		}
	}
	return b
}
