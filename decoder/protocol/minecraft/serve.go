package minecraft

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// mostSample is the number of players that a status names at most.
const mostSample = 12

// Replies answers what a client sent on a connection: each request and ping in
// it, in their order.
func Replies(w *answer.Writer, question *wire.Message) {
	if question.Info.Direction != wire.Request || question.Info == &loginRequest {
		w.Err = answer.ErrNoRequest
		return
	}
	if question.Info == &legacyRequest {
		serveLegacy(w, question)
		return
	}
	for i := range question.Fields {
		if question.Fields[i].Def != &packet[packetGroup] {
			continue
		}
		id, at := int64(-1), -1
		for j, end := i+1, question.Next(i); j < end; j++ {
			switch f := &question.Fields[j]; {
			case f.Kind == wire.KindUnknown:
			case f.Def == &packet[packetID]:
				id = f.Int()
			case f.Def == &packet[packetTime]:
				at = j
			case f.Def == &handshake[helloProtocol]:
				id = -1 // asks for nothing itself
			}
		}
		switch {
		case id == 1 && at >= 0:
			w.Send(append([]byte{pingSize, 1}, question.Bytes(at)...))
		case id == 0:
			w.Send(appendStatus(nil, w.Status))
		}
	}
}

func appendStatus(dst []byte, s *wire.Status) []byte {
	version, others := int64(767), []byte(nil)
	for _, r := range s.Rules {
		switch {
		case r.Key == "protocol":
			version = answer.NumberOr(r.Value, version)
		case (r.Value == "true" || r.Value == "false") && len(others) < 4096:
			others = append(appendText(append(others, ','), r.Key), ':')
			others = append(others, r.Value...)
		}
	}
	b := appendText([]byte(`{"version":{"name":`), s.Version.Or("1.21"))
	b = strconv.AppendInt(append(b, `,"protocol":`...), version, 10)
	b = strconv.AppendInt(append(b, `},"players":{"max":`...), answer.Clamp(s.MaxPlayers, 0, 1<<31-1), 10)
	b = strconv.AppendInt(append(b, `,"online":`...), answer.Clamp(answer.PlayerCount(s), 0, 1<<31-1), 10)
	for i := range s.PlayerList[:min(len(s.PlayerList), mostSample)] {
		if i == 0 {
			b = append(b, `,"sample":[`...)
		} else {
			b = append(b, ',')
		}
		p := &s.PlayerList[i]
		id, ok := answer.ExtraValue(p.Extra, "UUID")
		if !ok {
			id = "00000000-0000-4000-8000-" + strconv.FormatInt(100_000_000_000+int64(i), 10)
		}
		b = appendText(append(b, `{"name":`...), p.Name.Value)
		b = append(appendText(append(b, `,"id":`...), id), '}')
		if i+1 == min(len(s.PlayerList), mostSample) {
			b = append(b, ']')
		}
	}
	b = appendText(append(b, `},"description":{"text":`...), s.Name.Value)
	b = append(append(append(b, '}'), others...), '}')
	body := append(wire.AppendVarInt([]byte{0}, int64(len(b))), b...)
	return append(wire.AppendVarInt(dst, int64(len(body))), body...)
}

// appendText appends a text in quotes, in UTF-8.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	s = answer.ReplyText(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ' && c != 0x7f:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
