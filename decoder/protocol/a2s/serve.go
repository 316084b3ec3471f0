package a2s

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Style is what differs between the servers of games.
type Style struct {
	App      uint32 // Steam's number of the game
	Folder   string // its short name
	Protocol uint8  // network version of the engine
	Tags     bool   // counts of players are keywords too, as in Rust
}

// Replies answers a request. One that does not repeat the challenge gets it.
func Replies(w *answer.Writer, question *wire.Message) {
	asks, number := ChallengeOf(question)
	switch question.Info {
	case &infoRequest, &playersRequest, &rulesRequest:
		if w.Challenge != 0 && number != w.Challenge {
			asks = true
		} else {
			asks = false
		}
	case &challengeRequest:
	case &pingRequest, &goldRequests[3]:
		w.Send([]byte(single + "j00000000000000\x00"))
		return
	case &goldRequests[0], &goldRequests[1], &goldRequests[2]:
		if w.Challenge != 0 {
			return // as today's servers, whom these requests make reflectors of floods
		}
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	if asks {
		w.Send(wire.AppendLE32([]byte(single+"A"), uint32(w.Challenge)))
		return
	}
	switch b := []byte(single); question.Info {
	case &infoRequest:
		send(w, appendInfo(append(b, 'I'), w))
	case &goldRequests[0]:
		w.Send(appendGold(append(b, 'm'), w))
	case &playersRequest, &goldRequests[1]:
		send(w, appendPlayers(append(b, 'D'), w.Status))
	default:
		size, most := partsOf(w)
		send(w, appendRules(append(b, 'E'), w.Status, size*most))
	}
}

// How servers split a message.
const (
	full      = 1400 // bytes of a datagram at most
	partSize  = 1248 // of the message in a part of Source
	goldParts = 15

	oldestGold = 47 // network version of GoldSource, and what is greater
)

// partsOf returns the bytes of a message in a part, and how many parts there may be.
func partsOf(w *answer.Writer) (size, most int) {
	if answer.StyleOf[Style](w.Game, Protocol.ID).Protocol >= oldestGold {
		return full - goldHeader, goldParts
	}
	return partSize, math.MaxUint8
}

// send sends a message, in parts when it is longer than a datagram.
func send(w *answer.Writer, b []byte) {
	if len(b) <= full {
		w.Send(b)
		return
	}
	size, most := partsOf(w)
	b = b[:min(len(b), size*most)]
	total := (len(b) + size - 1) / size
	for n := range total {
		p := wire.AppendLE32([]byte(splitMarkBytes), w.Number&^compressed)
		if most == goldParts {
			p = append(p, byte(n<<4|total))
		} else {
			p = wire.AppendLE16(append(p, byte(total), byte(n)), partSize)
		}
		w.Send(append(p, b[n*size:min((n+1)*size, len(b))]...))
	}
}

// appendText appends s with its NUL. Texts are UTF-8.
func appendText(b []byte, s string) []byte { return append(append(b, answer.ReplyText(s)...), 0) }

func orElse(v wire.Opt[string], otherwise string) string {
	if v.Known {
		return v.Value
	}
	return otherwise
}

func appendTitles(b []byte, w *answer.Writer, style *Style) []byte {
	s := w.Status
	b = appendText(appendText(b, s.Name.Value), s.Map.Value)
	return appendText(appendText(b, orElse(s.Game, style.Folder)), orElse(s.GameType, w.Game.Title))
}

func appendInfo(b []byte, w *answer.Writer) []byte {
	s, style := w.Status, answer.StyleOf[Style](w.Game, Protocol.ID)
	b = appendTitles(append(b, style.Protocol), w, &style)
	b = wire.AppendLE16(b, uint16(style.App))
	count, slots := answer.Clamp(answer.PlayerCount(s), 0, math.MaxInt32), answer.Clamp(s.MaxPlayers, 0, math.MaxInt32)
	b = append(b, byte(min(count, math.MaxUint8)), byte(min(slots, math.MaxUint8)), 0, 'd', 'l', answer.Bit(s.Password.Value), 0)
	b = appendText(b, s.Version.Value)
	flags, words := byte(hasGameID), ""
	if tags, ok := answer.StatusRule(s, keywordRule); ok {
		words = tags
	} else if style.Tags {
		words = "mp" + strconv.FormatInt(slots, 10) + ",cp" + strconv.FormatInt(count, 10)
	}
	if words != "" {
		flags |= hasKeywords
	}
	if s.GamePort.Known {
		flags |= hasPort
	}
	if b = append(b, flags); s.GamePort.Known {
		b = wire.AppendLE16(b, uint16(answer.Clamp(s.GamePort, 0, 65535)))
	}
	if words != "" {
		b = appendText(b, words)
	}
	return wire.AppendLE32(wire.AppendLE32(b, style.App), 0)
}

func appendGold(b []byte, w *answer.Writer) []byte {
	s, style := w.Status, answer.StyleOf[Style](w.Game, Protocol.ID)
	b = append(wire.AppendIPv4(b, w.Address[:]), ':')
	b = append(strconv.AppendInt(b, answer.Clamp(s.GamePort, 0, 65535), 10), 0)
	b = appendTitles(b, w, &style)
	return append(b, byte(answer.Clamp(answer.PlayerCount(s), 0, 255)), byte(answer.Clamp(s.MaxPlayers, 0, 255)),
		style.Protocol, 'd', 'l', answer.Bit(s.Password.Value), 0, 0, 0)
}

func appendPlayers(b []byte, s *wire.Status) []byte {
	list := s.PlayerList[:min(len(s.PlayerList), 255)]
	b = append(b, byte(len(list)))
	for i := range list {
		p := &list[i]
		seconds, _ := answer.ExtraValue(p.Extra, players[playerDuration].Name)
		time, err := strconv.ParseFloat(seconds, 32)
		if err != nil {
			time = 0
		}
		b = appendText(append(b, 0), p.Name.Value)
		b = wire.AppendLE32(b, uint32(answer.Clamp(p.Score, math.MinInt32, math.MaxInt32)))
		b = wire.AppendLE32(b, math.Float32bits(float32(time)))
	}
	return b
}

// appendRules appends the rules that fit into limit bytes.
func appendRules(b []byte, s *wire.Status, limit int) []byte {
	n := 0
	at := len(b)
	b = append(b, 0, 0)
	for _, r := range s.Rules {
		if r.Key != keywordRule && n < math.MaxUint16 && len(b)+len(r.Key)+len(r.Value)+2 <= limit {
			b = appendText(appendText(b, r.Key), r.Value)
			n++
		}
	}
	b[at], b[at+1] = byte(n), byte(n>>8)
	return b
}
