package sqp

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"fragscope/decoder/answer"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples,
	Replay: answer.ReplayRules{PatchID: patchID, Challenge: challengeOf}}

// patchID puts the token of request into a copy of reply.
func patchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	if reply.Info == &challengeReply {
		return append(dst, reply.PayloadBytes()...)
	}
	return answer.AppendEchoes(dst, reply, request)
}

// challengeOf reads the token of a request.
func challengeOf(request *wire.Message) (asks bool, number int32) {
	b := token(request)
	if request.Info == &challengeRequest || len(b) < tokenSize {
		return request.Info == &challengeRequest, 0
	}
	return false, int32(wire.BE32(b))
}

// Keys: the build and a password are no rules.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: ID, Title: "Multiplay", GamePort: gamePort, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Offset: 1}}}}

var Examples = []answer.Example{{Game: ID, Name: "Orchard Lane", Title: "Team Deathmatch", Version: "1042", Most: 16,
	Teams: []string{"Red", "Blue"}, Maps: []string{"Granary", "Footbridge", "Old Mill"},
	Rules: []wire.Rule{{Key: "mode", Value: "ranked"}, {Key: "score limit", Value: "50"}},
	Extra: []wire.Rule{{Key: "duration", Value: "+"}}}}

const (
	mostPart = 1400 // bytes of chunks in a packet
	mostText = 255

	mostColumns = 32
)

// replies answers a request, in several packets where one is too small.
func replies(w *answer.Writer, question *wire.Message) {
	asks, number := challengeOf(question)
	switch {
	case asks:
		if number = w.Challenge; number == 0 {
			number = 1 // zeros ask for one
		}
		w.Send(wire.AppendBE32([]byte{typeChallenge}, uint32(number)))
		return
	case question.Info != &queryRequest || len(question.PayloadBytes()) < querySize:
		w.Err = answer.ErrNoRequest
		return
	case w.Challenge != 0 && number != w.Challenge:
		w.Err = answer.ErrChallenge
		return
	}
	p, b := question.PayloadBytes(), []byte(nil)
	for k, appendTo := range [...]func([]byte, *wire.Status) []byte{appendInfo, appendRules, appendPlayers, appendTeams} {
		if p[chunksAt]>>k&1 != 0 {
			chunk := appendTo(nil, w.Status)
			b = append(wire.AppendBE32(b, uint32(len(chunk))), chunk...)
		}
	}
	last := min(max(len(b)-1, 0)/mostPart, 255)
	for n := 0; n <= last; n++ {
		c := b[n*mostPart : min((n+1)*mostPart, len(b))]
		out := append(append([]byte(nil), p[:chunksAt]...), byte(n), byte(last))
		w.Send(append(wire.AppendBE16(out, uint16(len(c))), c...))
	}
}

func appendInfo(b []byte, s *wire.Status) []byte {
	b = wire.AppendBE16(b, uint16(answer.Clamp(answer.PlayerCount(s), 0, 1<<16-1)))
	b = wire.AppendBE16(b, uint16(answer.Clamp(s.MaxPlayers, 0, 1<<16-1)))
	for _, text := range [...]wire.Opt[string]{s.Name, s.GameType, s.Version, s.Map} {
		b = appendText(b, text.Value)
	}
	return wire.AppendBE16(b, uint16(answer.Clamp(s.GamePort, 0, 1<<16-1)))
}

// appendText appends as much of a text as its length can count.
func appendText(b []byte, text string) []byte {
	text = answer.ReplyText(text)
	n := min(len(text), mostText)
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return append(append(b, byte(n)), text[:n]...)
}

// valueType returns the type that a value is sent as: a number where all digits of one can be
// told from it.
func valueType(text string) byte {
	if n, err := strconv.ParseUint(text, 10, 32); err == nil && strconv.FormatUint(n, 10) == text {
		return typeU32
	}
	return typeText
}

func appendValue(b []byte, as byte, text string) []byte {
	if as == typeText {
		return appendText(b, text)
	}
	return wire.AppendBE32(b, uint32(answer.NumberOr(text, 0)))
}

func appendRules(b []byte, s *wire.Status) []byte {
	for _, r := range answer.StatusRules(s, &Keys) {
		as := valueType(r.Value)
		b = appendValue(append(appendText(b, r.Key), as), as, r.Value)
	}
	return b
}

func appendPlayers(b []byte, s *wire.Status) []byte {
	var rows [][]wire.Rule
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		rows = append(rows, rowOf(p.Name, p.Extra, player[:], p.Score, p.Ping, p.Team, p.ID))
	}
	return appendTable(b, rows)
}

func appendTeams(b []byte, s *wire.Status) []byte {
	var rows [][]wire.Rule
	for i := range s.Teams {
		t := &s.Teams[i]
		rows = append(rows, rowOf(t.Name, t.Extra, team[:], t.Score, t.Size, t.ID))
	}
	return appendTable(b, rows)
}

// rowOf returns the values of a row under the names of their columns, those of l.
func rowOf(name wire.Opt[string], extra []wire.Rule, l wire.Layout, numbers ...wire.Opt[int64]) []wire.Rule {
	row := []wire.Rule{{Key: "name", Value: name.Value}}
	for i, v := range numbers {
		if v.Known {
			row = append(row, wire.Rule{Key: string(wire.Lower(l[i+2].Name[0])) + l[i+2].Name[1:], Value: v.String()})
		}
	}
	return append(row, extra...)
}

// appendTable appends rows with a column for each key that they have.
func appendTable(b []byte, rows [][]wire.Rule) []byte {
	var keys []string
	rows = rows[:min(len(rows), math.MaxUint16)]
	for _, row := range rows {
		for _, v := range row {
			if len(keys) < mostColumns && !slices.Contains(keys, v.Key) {
				keys = append(keys, v.Key)
			}
		}
	}
	b = append(wire.AppendBE16(b, uint16(len(rows))), byte(len(keys)))
	as := make([]byte, len(keys))
	for k, key := range keys {
		as[k] = typeU32
		for _, row := range rows {
			if v, _ := answer.ExtraValue(row, key); valueType(v) == typeText {
				as[k] = typeText
				break
			}
		}
		b = append(appendText(b, key), as[k])
	}
	for _, row := range rows {
		for k, key := range keys {
			v, _ := answer.ExtraValue(row, key)
			b = appendValue(b, as[k], v)
		}
	}
	return b
}
