package openttd

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

var Plan = ask.Plan{
	Name: ID, Title: "game info", Protocol: ID,
	Probes: []string{infoRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: infoRequest.Name, Parts: ask.PartInfo}}}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != infoRequest.Name {
		return dst, ask.ErrNoSuchRequest
	}
	return append(dst, headSize, 0, typeGameRequest), nil
}

// size returns how many bytes the packet has that b begins with.
func size(b []byte) int {
	if len(b) < headSize {
		return 0
	}
	if n := int(wire.LE16(b)); n >= headSize {
		return n
	}
	return -1
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Plans: []*ask.Plan{&Plan}, Size: size}

var Server = exchange.Server{ID: ID, Replies: replies, Games: &Games, Examples: &Examples}

// Keys: what a game info has no typed field for is a rule.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: "openttd", Title: "OpenTTD", GamePort: 3979, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: 3979}}}}

var Examples = []answer.Example{{Game: "openttd", Name: "Quay Freight & Ferries 日本", Version: "13.4", Most: 25,
	Maps: []string{"Saltmarsh Estuary", "Upper Weir"},
	Rules: []wire.Rule{{Key: "start", Value: "712223"}, {Key: "max_companies", Value: "15"},
		{Key: "companies", Value: "3"},
		{Key: "width", Value: "512"}, {Key: "height", Value: "256"}, {Key: "landscape", Value: "1"},
		{Key: "dedicated", Value: "1"}},
	Mutators: []string{"Harbour Cranes 2", "Weir Bridges"}}}

const (
	served    = 6    // the layout
	servedMap = 5    // that of a server which names its map and no NewGRFs
	mostSize  = 1460 // of a packet
)

// replies answers a request.
func replies(w *answer.Writer, question *wire.Message) {
	if question.Info != &infoRequest {
		w.Err = answer.ErrNoRequest
		return
	}
	s := w.Status
	layout := uint64(served)
	if s.Map.Value != "" && len(s.Mutators) == 0 {
		layout = servedMap
	}
	b := []byte{0, 0, typeGame, byte(layout)}
	for i := range info {
		if layout < spans[i].from || layout > spans[i].to {
			continue
		}
		if d := &info[i]; d.Kind == wire.KindText {
			b = append(append(b, answer.ReplyText(textOf(s, d))...), 0)
		} else if b = wire.AppendNumber(b, d.Kind, uint64(number(s, d))); i == infoNewGRFs && layout == served {
			b = appendNewGRFs(b, s.Mutators)
		}
	}
	wire.AppendLE16(b[:0], uint16(len(b)))
	w.Send(b)
}

func textOf(s *wire.Status, d *wire.FieldDef) string {
	switch d.Role {
	case wire.RoleServerName:
		return s.Name.Value
	case wire.RoleVersion:
		return s.Version.Or("13.4")
	case wire.RoleMap:
		return s.Map.Value
	}
	v, _ := answer.StatusRule(s, d.Key[len(infoPrefix):])
	return v
}

// number returns what a field has of s, within what it can hold.
func number(s *wire.Status, d *wire.FieldDef) int64 {
	most := int64(1)<<(8*d.Kind.Size()) - 1
	key := d.Key[len(infoPrefix):]
	switch d.Role {
	case wire.RolePlayers:
		return answer.Clamp(answer.PlayerCount(s), 0, most)
	case wire.RoleMaxPlayers:
		return answer.Clamp(s.MaxPlayers, 0, most)
	case wire.RolePassword:
		key = ""
		if s.Password.Value {
			return 1
		}
	}
	switch key {
	case "newgrf_form":
		return 1
	case "newgrfs":
		return 0 // corrected when they are there
	case "date":
		key = "start"
	case "script_version":
		if _, ok := answer.StatusRule(s, key); !ok {
			return -1
		}
	}
	v, _ := answer.StatusRule(s, key)
	return min(max(answer.NumberOr(v, 0), -1), most)
}

// appendNewGRFs appends mods by their names alone, as many as fit, and corrects the count
// before them, which is the last byte of b.
func appendNewGRFs(b []byte, names []string) []byte {
	count := len(b) - 1
	b[count] = 0
	for _, name := range names {
		name = answer.ReplyText(name)
		if len(b)+4+md5Size+len(name)+1 > mostSize/2 || b[count] == 255 {
			break
		}
		b = append(append(append(b, make([]byte, 4+md5Size)...), name...), 0)
		b[count]++
	}
	return b
}
