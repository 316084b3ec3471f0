package teeworlds

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Style is what differs between the servers.
type Style struct {
	Six bool // answers requests of 0.6 and DDNet too, as DDNet does
}

// Keys: what an info has no field of its own for is a rule.
var Keys answer.RuleKeys

const (
	mostPlayers = 16   // of an info reply
	mostMany    = 64   // of 0.7 and of replies for 64 players
	full        = 1376 // bytes of a datagram of an extended reply after its head
	longName    = 15   // bytes of a player's name
	longClan    = 11
)

func Replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	both := w.Game == nil || answer.StyleOf[Style](w.Game, ID).Six
	six := question.Info == &infoRequest || question.Info == &extendedRequest || question.Info == &manyRequest
	switch {
	case question.Info != &tokenRequest && question.Info != &sevenRequest && !six,
		six && len(p) != headSize+len(oob)+commandSize+1, question.Info == &sevenRequest && len(p) < sevenSize+len(oob)+
			commandSize+1:
		w.Err = answer.ErrNoRequest
	case question.Info == &tokenRequest && len(p) < tokenSize, six && !both:
		w.Err = answer.ErrNotApplicable
	case question.Info == &tokenRequest:
		b := append(append([]byte{control, 0, 0}, p[tokenAt:tokenEnd]...), controlToken)
		w.Send(wire.AppendBE32(b, uint32(w.Challenge)))
	case question.Info == &sevenRequest:
		answerSeven(w, p)
	case question.Info == &extendedRequest:
		answerExtended(w, tokenOf(question))
	case question.Info == &manyRequest:
		answerMany(w, tokenOf(question))
	default:
		s := clipped(w.Status, mostPlayers)
		b := appendInfo(begin("inf3", tokenOf(question)&0xff), s, false)
		for i := range s.PlayerList {
			b = appendPlayer(b, &s.PlayerList[i], false)
		}
		w.Send(b)
	}
}

// clipped returns s with no more players than a reply can count.
func clipped(s *wire.Status, most int) *wire.Status {
	c := *s
	c.PlayerList = c.PlayerList[:min(len(c.PlayerList), most)]
	c.Players = wire.Some(answer.Clamp(answer.PlayerCount(s), int64(len(c.PlayerList)), int64(most)))
	c.MaxPlayers = wire.Some(answer.Clamp(s.MaxPlayers, c.Players.Value, int64(most)))
	return &c
}

// begin begins a reply of 0.6.
func begin(word string, token int64) []byte {
	return appendNumber(append(make([]byte, 0, 512), mark+oob+word...), token)
}

func appendNumber(b []byte, v int64) []byte { return append(append(b, strconv.FormatInt(v, 10)...), 0) }

// appendZ appends s in UTF-8, which every client reads, and a NUL.
func appendZ(b []byte, s string) []byte { return append(append(b, answer.ReplyText(s)...), 0) }

// rule returns the number that a rule holds, or otherwise.
func rule(s *wire.Status, key string, otherwise int64) int64 {
	v, _ := answer.StatusRule(s, key)
	return min(max(answer.NumberOr(v, otherwise), math.MinInt32), math.MaxInt32)
}

// playing returns how many of the players are no spectators.
func playing(s *wire.Status) (now, most int64) {
	now = answer.Clamp(answer.PlayerCount(s), 0, math.MaxInt16)
	for i := range s.PlayerList {
		if watches(&s.PlayerList[i]) && now > 0 {
			now--
		}
	}
	most = answer.Clamp(s.MaxPlayers, 0, math.MaxInt16)
	return now, min(rule(s, "max_playing", most), most)
}

// watches reports whether p is a spectator.
func watches(p *wire.Player) bool {
	plays, _ := answer.ExtraValue(p.Extra, player[5].Name)
	kind, _ := answer.ExtraValue(p.Extra, player7[5].Name)
	return plays == "0" || kind == "1"
}

func flagsOf(s *wire.Status) int64 {
	if s.Password.Value {
		return 1
	}
	return 0
}

// appendInfo appends what a reply of 0.6 says of the server.
func appendInfo(b []byte, s *wire.Status, extended bool) []byte {
	b = appendZ(appendZ(appendZ(b, s.Version.Or("0.6.4")), s.Name.Value), s.Map.Value)
	if extended {
		b = appendNumber(appendNumber(b, rule(s, "map_crc", 0)), rule(s, "map_size", 0))
	}
	b = appendNumber(appendZ(b, s.GameType.Value), flagsOf(s))
	now, most := playing(s)
	b = appendNumber(appendNumber(b, now), most)
	b = appendNumber(b, answer.Clamp(answer.PlayerCount(s), 0, math.MaxInt16))
	return appendNumber(b, answer.Clamp(s.MaxPlayers, 0, math.MaxInt16))
}

// shortened returns s with at most n bytes, no character of it divided.
func shortened(s string, n int) string {
	for s = answer.ReplyText(s); len(s) > n; {
		cut := n
		for cut > 0 && s[cut]&0xc0 == 0x80 {
			cut--
		}
		s = s[:cut]
	}
	return s
}

// about returns what a player's row holds beside its name.
func about(p *wire.Player) (clan string, country, score int64) {
	clan, _ = answer.ExtraValue(p.Extra, player[2].Name)
	v, _ := answer.ExtraValue(p.Extra, player[3].Name)
	country = min(max(answer.NumberOr(v, -1), -1), math.MaxInt16)
	return clan, country, answer.Clamp(p.Score, math.MinInt32, math.MaxInt32)
}

func appendPlayer(b []byte, p *wire.Player, extended bool) []byte {
	clan, country, score := about(p)
	b = appendZ(appendZ(b, shortened(p.Name.Value, longName)), shortened(clan, longClan))
	b = appendNumber(appendNumber(b, country), score)
	plays := int64(1)
	if watches(p) {
		plays = 0
	}
	if b = appendNumber(b, plays); extended {
		b = append(b, 0)
	}
	return b
}

// answerExtended answers with as many datagrams as the players need.
func answerExtended(w *answer.Writer, token int64) {
	b := append(appendInfo(begin("iext", token), w.Status, true), 0)
	parts := int64(1)
	for i := range w.Status.PlayerList {
		row := appendPlayer(nil, &w.Status.PlayerList[i], true)
		if len(b)+len(row) > full {
			w.Send(b)
			b = append(appendNumber(begin("iex+", token), parts), 0)
			parts++
		}
		b = append(b, row...)
	}
	w.Send(b)
}

// answerMany answers with 24 players in a datagram.
func answerMany(w *answer.Writer, token int64) {
	s := clipped(w.Status, mostMany)
	for i := 0; ; i += manyRows {
		b := wire.AppendPacked(appendInfo(begin("dtsf", token&0xff), s, false), int64(i))
		for n := i; n < min(i+manyRows, len(s.PlayerList)); n++ {
			b = appendPlayer(b, &s.PlayerList[n], false)
		}
		if w.Send(b); i+manyRows >= len(s.PlayerList) {
			return
		}
	}
}

// answerSeven answers a request of 0.7 that has the token of its sender.
func answerSeven(w *answer.Writer, p []byte) {
	if w.Challenge != 0 && wire.BE32(p[1:]) != uint32(w.Challenge) {
		w.Err = answer.ErrChallenge
		return
	}
	number, n := wire.ReadPacked(p[sevenSize+len(oob)+commandSize:])
	if n == 0 {
		w.Err = answer.ErrNoRequest
		return
	}
	s := clipped(w.Status, mostMany)
	b := append(append([]byte{connless}, p[5:9]...), p[1:5]...)
	b = wire.AppendPacked(append(b, oob+"inf3"...), number)
	host, _ := answer.StatusRule(s, "host")
	b = appendZ(appendZ(appendZ(b, s.Version.Or("0.7.5")), s.Name.Value), host)
	b = appendZ(appendZ(b, s.Map.Value), s.GameType.Value)
	now, most := playing(s)
	for _, v := range [...]int64{flagsOf(s), rule(s, "skill_level", 1), now, most, s.Players.Value, s.MaxPlayers.Value} {
		b = wire.AppendPacked(b, v)
	}
	for i := range s.PlayerList {
		row := &s.PlayerList[i]
		clan, country, score := about(row)
		b = appendZ(appendZ(b, shortened(row.Name.Value, longName)), shortened(clan, longClan))
		kind := int64(0)
		if watches(row) {
			kind = 1
		}
		b = wire.AppendPacked(wire.AppendPacked(wire.AppendPacked(b, country), score), kind)
	}
	w.Send(b)
}
