package samp

import (
	"math"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Style is what differs between the servers.
type Style struct {
	Open bool // open.mp: extra info, and no player details
}

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "version", Known: &known}

// full is the number of bytes of a list at most, far from what UDP carries.
const full = 32000

// Replies answers a request with the head that it had.
func Replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	for i := range viceRequests {
		if question.Info == &viceRequests[i] && len(p) == headSize {
			answerVice(w, p, viceOps[i])
			return
		}
	}
	n := len(ops)
	if len(p) >= headSize {
		n = about(p[headSize-1])
	}
	if n == len(ops) || question.Info != &requests[n] {
		w.Err = answer.ErrNoRequest
		return
	}
	open := answer.StyleOf[Style](w.Game, Protocol.ID).Open
	b, s := append(make([]byte, 0, 512), p[:headSize]...), w.Status
	switch n {
	case aboutInfo:
		b = appendBody(b, s)
	case aboutRules:
		b = appendRules(b, s, open)
	case aboutPlayers, aboutDetails:
		if n == aboutDetails && open || len(s.PlayerList) > most || answer.PlayerCount(s).Value > most {
			w.Err = answer.ErrNotApplicable
			return
		}
		b = appendPlayers(b, s, n == aboutDetails)
	case aboutPing:
		if len(p) != pingSize {
			w.Err = answer.ErrNotApplicable
			return
		}
		b = append(b, p[headSize:]...)
	case aboutExtra:
		if !open {
			w.Err = answer.ErrNotApplicable
			return
		}
		for range extra {
			b = wire.AppendLE32(b, 0)
		}
	default: // a console that nobody has the password of
		w.Err = answer.ErrNotApplicable
		return
	}
	w.Send(b)
}

// answerVice answers as Vice City Multiplayer does, whatever the game is: nobody
// else is asked so.
func answerVice(w *answer.Writer, p []byte, op byte) {
	s := w.Status
	b := append(append(make([]byte, 0, 512), viceTells...), p[len(magic):]...)
	switch {
	case op == ops[aboutInfo]:
		var version [versionSize]byte
		copy(version[:], answer.AppendReplyBytes(nil, answer.ReplyText(s.Version.Value)))
		b = appendBody(append(b, version[:]...), s)
	case len(s.PlayerList) > most || answer.PlayerCount(s).Value > most:
		w.Err = answer.ErrNotApplicable
		return
	default:
		b = wire.AppendLE16(b, uint16(len(s.PlayerList)))
		for i := range s.PlayerList {
			b = answer.AppendCounted(b, s.PlayerList[i].Name.Value)
		}
	}
	w.Send(b)
}

// appendBody appends what an info reply says.
func appendBody(b []byte, s *wire.Status) []byte {
	b = append(b, answer.Bit(s.Password.Value))
	b = wire.AppendLE16(b, uint16(answer.Clamp(answer.PlayerCount(s), 0, math.MaxUint16)))
	b = wire.AppendLE16(b, uint16(answer.Clamp(s.MaxPlayers, 0, math.MaxUint16)))
	language, _ := answer.StatusRule(s, languageKey)
	for _, text := range [...]string{s.Name.Value, s.GameType.Value, language} {
		t := answer.AppendReplyBytes(nil, answer.ReplyText(text))
		b = append(wire.AppendLE32(b, uint32(len(t))), t...)
	}
	return b
}

func appendRules(b []byte, s *wire.Status, open bool) []byte {
	all := answer.StatusRules(s, &Keys)
	if s.Map.Known && !Keys.HasRole(s, wire.RoleMap) {
		all = append(all, wire.Rule{Key: "mapname", Value: s.Map.Value})
	}
	if open && !Keys.HasRole(s, wire.RoleVersion) && !s.Version.Known {
		all = append(all, wire.Rule{Key: Keys.Version, Value: omp}) // clients know it by that
	}
	at, n := len(b), 0
	b = append(b, 0, 0)
	for _, r := range all {
		if r.Key == "" || r.Key == languageKey || len(b)+len(r.Key)+len(r.Value) > full {
			continue
		}
		b = answer.AppendCounted(answer.AppendCounted(b, r.Key), r.Value)
		n++
	}
	wire.AppendLE16(b[:at], uint16(n))
	return b
}

func appendPlayers(b []byte, s *wire.Status, details bool) []byte {
	b = wire.AppendLE16(b, uint16(len(s.PlayerList)))
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		if details {
			b = append(b, byte(p.ID.Or(int64(i))))
		}
		b = answer.AppendCounted(b, p.Name.Value)
		b = wire.AppendLE32(b, uint32(answer.Clamp(p.Score, math.MinInt32, math.MaxInt32)))
		if details {
			b = wire.AppendLE32(b, uint32(answer.Clamp(p.Ping, 0, math.MaxInt32)))
		}
	}
	return b
}
