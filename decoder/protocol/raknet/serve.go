package raknet

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Values of a server whose status does not say them.
const (
	newest  = "685" // network protocol of newVersion
	version = "1.21.0"
	guid    = 0x00c0ffee00c0ffee
	port    = 19132
)

// Replies answers a ping. A full server does not answer the one for open
// connections.
func Replies(w *answer.Writer, question *wire.Message) {
	p, s := question.PayloadBytes(), w.Status
	players, most := answer.Clamp(answer.PlayerCount(s), 0, 1<<31-1), answer.Clamp(s.MaxPlayers, 0, 1<<31-1)
	switch {
	case len(p) < pingAt+len(magic) || question.Info != &pingRequest && question.Info != &openRequest:
		w.Err = answer.ErrNoRequest
		return
	case question.Info == &openRequest && players >= most:
		return
	}
	id := appendPart(nil, s.Game.Or(bedrock))
	id = appendPart(id, s.Name.Value)
	id = appendPart(id, ruleOr(s, protocolOf, newest))
	id = appendPart(id, s.Version.Or(version))
	id = appendPart(id, strconv.FormatInt(players, 10))
	id = appendPart(id, strconv.FormatInt(most, 10))
	number := ruleOr(s, guidOf, strconv.FormatUint(guid, 10))
	id = appendPart(id, number)
	id = appendPart(id, s.Map.Value)
	id = appendPart(id, s.GameType.Or("Survival"))
	id = appendPart(id, ruleOr(s, gameModeNumbers, "1"))
	id = appendPart(id, strconv.FormatInt(answer.Clamp(wire.Some(s.GamePort.Or(port)), 0, 65535), 10))
	id = appendPart(id, ruleOr(s, port6Of, strconv.Itoa(port+1)))
	head, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		signed, _ := strconv.ParseInt(number, 10, 64) // some servers write it with a sign
		head = uint64(signed)
	}
	b := append([]byte{0x1c}, p[1:pingAt]...)
	b = append(wire.AppendNumber(b, wire.KindU64BE, head), magic...)
	w.Send(append(wire.AppendBE16(b, uint16(len(id))), id...))
}

// ruleOr returns the value of a rule, or otherwise.
func ruleOr(s *wire.Status, key, otherwise string) string {
	if v, ok := answer.StatusRule(s, key); ok {
		return v
	}
	return otherwise
}

// appendPart appends a part in UTF-8, with a backslash before each semicolon and
// none at its end.
func appendPart(b []byte, s string) []byte {
	s = answer.ReplyText(s)
	for s != "" && s[len(s)-1] == '\\' {
		s = s[:len(s)-1]
	}
	for i := range len(s) {
		if s[i] == ';' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, ';')
}
