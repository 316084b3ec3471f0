package satisfactory

import (
	"math"
	"unicode/utf8"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

var Plan = ask.Plan{
	Name: ID, Title: "state and name", Protocol: ID,
	Probes: []string{request.Name}, Steps: []ask.Step{{Protocol: ID, Message: request.Name, Parts: ask.PartInfo}}}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != request.Name {
		return dst, ask.ErrNoSuchRequest
	}
	return append(append(append(append(dst, magic...), typePoll, version), q.ID[:]...), end...), nil
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Settings: settings,
	Plans: []*ask.Plan{&Plan}}

func settings() []ask.Setting { return []ask.Setting{ask.ID("cookie", cookieSize)} }

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}

// Keys: state and mods are rules.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: "satisfactory", Title: "Satisfactory", GamePort: port, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: port}}}}

var Examples = []answer.Example{{Game: "satisfactory", Name: "Weir Works 7", Version: "366202", Most: 4,
	Maps: []string{"Grass Fields", "Rocky Desert", "Dune Desert"}, Rules: []wire.Rule{{Key: "state", Value: "playing"},
		{Key: modded, Value: "no"}}}}

// replies answers a request with version 1 of each sub-state that servers without mods
// have.
func replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	if question.Info != &request || len(p) < pollSize {
		w.Err = answer.ErrNoRequest
		return
	}
	s := w.Status
	b := append(append(make([]byte, 0, maxDatagram), magic...), typeState, version)
	b = append(append(b, p[cookieAt:cookieAt+cookieSize]...), stateOf(s))
	b = wire.AppendLE32(b, uint32(min(max(answer.NumberOr(s.Version.Value, 0), 0), math.MaxUint32)))
	flag := uint64(0)
	if v, _ := answer.StatusRule(s, modded); wire.ParseBool(v).Value {
		flag = 1
	}
	b = append(wire.AppendNumber(b, wire.KindU64LE, flag), 4, 0, 1, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0)
	text := answer.ReplyText(s.Name.Value)
	if most := maxDatagram - len(b) - 2 - len(end); len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	w.Send(append(append(wire.AppendLE16(b, uint16(len(text))), text...), end...))
}

// stateOf returns the state that the rule of s names, playing where there is none.
func stateOf(s *wire.Status) byte {
	const playing = 3
	v, _ := answer.StatusRule(s, "state")
	for n := range uint64(playing) {
		if states.Lookup(n).Name == v {
			return byte(n)
		}
	}
	return byte(min(max(answer.NumberOr(v, playing), 0), math.MaxUint8))
}
