package ase

import (
	"math"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Style is what differs between the servers of games.
type Style struct {
	MTA bool // Multi Theft Auto: short replies too, all flags set
}

// Keys: nothing that a Status has in typed fields is a rule.
var Keys = answer.RuleKeys{}

// full is the number of bytes of a reply at most, far from what UDP carries, and
// short that of a browser reply.
const (
	full  = 32000
	short = 1340
)

func Replies(w *answer.Writer, question *wire.Message) {
	s, mta := w.Status, answer.StyleOf[Style](w.Game, Protocol.ID).MTA
	game := w.Game.Gamename
	if s.Game.Known {
		game = s.Game.Value
	}
	n := 0
	for n < len(requests) && question.Info != &requests[n] {
		n++
	}
	switch {
	case n == len(requests):
		w.Err = answer.ErrNoRequest
		return
	case n > 0 && !mta:
		w.Err = answer.ErrNotApplicable
		return
	}
	b := append(append(make([]byte, 0, 1024), mark...), "1223"[n])
	b = appendText(b, game)
	if n < 3 {
		b = appendText(b, digits(answer.Clamp(s.GamePort, 0, 65535)))
	}
	b = appendText(appendText(b, s.Name.Value), s.GameType.Value)
	count, slots := answer.Clamp(answer.PlayerCount(s), 0, math.MaxInt32), answer.Clamp(s.MaxPlayers, 0, math.MaxInt32)
	if n > 0 {
		more := "\x00" + digits(count) + "/" + digits(slots)
		if n < 3 {
			more += "\x009\x000\x00\x00\x000\x000" // build type and build, two texts that are empty, uptime, HTTP port
		}
		t := letterBytes(s.Map.Value, math.MaxUint8-1-len(more))
		b = append(append(append(b, byte(1+len(t)+len(more))), t...), more...)
		b = append(appendText(b, s.Version.Value), answer.Bit(s.Password.Value))
		if n < 3 {
			b = append(b, 0)
		}
		b = append(b, byte(min(count, 255)), byte(min(slots, 255)))
		for i := range s.PlayerList {
			if n < 3 && len(b) < short {
				b = appendText(b, s.PlayerList[i].Name.Value)
			}
		}
		w.Send(b)
		return
	}
	for _, text := range [...]string{s.Map.Value, s.Version.Value, digits(int64(answer.Bit(s.Password.Value))),
		digits(count), digits(slots)} {
		b = appendText(b, text)
	}
	for _, r := range s.Rules {
		if r.Key != "" && len(b)+len(r.Key)+len(r.Value) < full {
			b = appendText(appendText(b, r.Key), r.Value)
		}
	}
	b = append(b, 1)
	for i := range s.PlayerList {
		if len(b) < full {
			b = appendPlayer(b, &s.PlayerList[i], mta)
		}
	}
	w.Send(b)
}

func appendPlayer(b []byte, p *wire.Player, mta bool) []byte {
	at := len(b)
	b = append(b, 0)
	for i := range player[playerName:] {
		d, text, known := &player[playerName+i], "", false
		switch d.Role {
		case wire.RolePlayerName:
			text, known = p.Name.Value, true
		case wire.RolePlayerScore:
			text, known = digits(p.Score.Value), p.Score.Known
		case wire.RolePlayerPing:
			text, known = digits(p.Ping.Value), p.Ping.Known
		default:
			text, known = answer.ExtraValue(p.Extra, d.Name)
		}
		if !known {
			text = ""
		}
		if known || mta {
			b[at] |= 1 << i
			b = appendText(b, text)
		}
	}
	return b
}

// letterBytes returns s as the game has it, cut to most bytes.
func letterBytes(s string, most int) []byte {
	t := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	return t[:min(len(t), max(0, most))]
}

// appendText appends s after a length that counts itself.
func appendText(b []byte, s string) []byte {
	t := letterBytes(s, math.MaxUint8-1)
	return append(append(b, byte(len(t)+1)), t...)
}
