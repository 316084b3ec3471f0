package api

import (
	"encoding/json"

	"fragscope/decoder"
)

// json makes v the answer.
func (c *Call) json(v any) error {
	c.kind = TypeJSON
	e := json.NewEncoder(c)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// A Value is a value or bit with its meaning.
type Value struct {
	Value any    `json:"value"` // number, or text of a rule
	Name  string `json:"name"`
	Doc   string `json:"doc"`
}

// An Explanation is what is known about a name. What does not apply is empty.
type Explanation struct {
	Kind     string  `json:"kind"` // "problem", "field", "rule" or "protocol"
	Name     string  `json:"name"`
	Protocol *string `json:"protocol"` // null for what any protocol has
	Title    string  `json:"title"`    // for people
	Severity string  `json:"severity"` // of a problem: "note", "warning" or "error"
	Layout   string  `json:"layout"`   // of a field: kind as in the answers of decode
	Text     string  `json:"text"`
	Advice   string  `json:"advice"`
	Story    string  `json:"story"`
	Source   string  `json:"source"` // where it is known from
	AtMost   uint32  `json:"atMost"` // of a field: more is reported as implausible; 0 for no bound
	Flags    bool    `json:"flags"`  // the values are bits
	Values   []Value `json:"values"`
}

// Explained is the answer of /api/explain/{name}. A name may have several
// meanings.
type Explained struct {
	Name     string        `json:"name"`
	Meanings []Explanation `json:"meanings"`
}

// A Name is something that can be explained.
type Name struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Names is the answer of /api/explain.
type Names struct {
	Names []Name `json:"names"`
}

func (c *Call) explainable() error {
	var list Names
	seen := map[Name]bool{}
	for _, e := range decoder.Explanations() {
		n := Name{e.Kind(), e.Name}
		if !seen[n] {
			seen[n] = true
			list.Names = append(list.Names, n)
		}
	}
	return c.json(&list)
}

func (c *Call) explain() error {
	found := decoder.Explain(c.name)
	if len(found) == 0 {
		p := notFound.problem("Nothing is called %q; /api/explain lists what can be explained.", cut(c.name))
		p.Suggestions = decoder.Suggest(cut(c.name))
		return p
	}
	x := Explained{Name: c.name, Meanings: make([]Explanation, 0, len(found))}
	for i := range found {
		x.Meanings = append(x.Meanings, explanation(&found[i]))
	}
	return c.json(&x)
}

func explanation(e *decoder.Explanation) Explanation {
	x := Explanation{Kind: e.Kind(), Name: e.Name, Title: e.Name, Values: []Value{}}
	if e.Protocol != decoder.Unknown {
		name := e.Protocol.String()
		x.Protocol = &name
	}
	switch {
	case e.Problem != nil:
		p := e.Problem
		x.Severity, x.Story, x.Source = p.Severity.String(), p.Story, p.Source
		x.Text, x.Advice = p.General()
	case e.Field != nil:
		f := e.Field
		x.Title, x.Layout, x.Text, x.Advice, x.Source, x.AtMost = f.Name, f.Kind.String(), f.Doc, f.Note, f.Source, f.AtMost
		x.symbols(f.Symbols)
	case e.Rule != nil:
		k := e.Rule
		x.Title, x.Text = k.Name, k.Doc
		x.symbols(k.Symbols)
		for _, v := range k.Values {
			x.Values = append(x.Values, Value{Value: v.Text, Name: v.Name})
		}
	default:
		x.Title, x.Text = e.Protocol.Title(), e.Protocol.Doc()
	}
	return x
}

func (x *Explanation) symbols(s *decoder.Symbols) {
	if s == nil {
		return
	}
	x.Flags = s.Flags
	for _, y := range s.List {
		x.Values = append(x.Values, Value{y.Value, y.Name, y.Doc})
	}
}

// A Protocol is a query protocol.
type Protocol struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Doc      string    `json:"doc"`
	Ports    []Port    `json:"ports"`
	Messages []Message `json:"messages"`
	Requests []string  `json:"requests"` // that /api/request can build
}

// A Port is where servers of a game usually answer queries.
type Port struct {
	Number int    `json:"number"`   // query port
	Game   *int   `json:"gamePort"` // the game port that it goes with, null when it goes with none
	Name   string `json:"name"`
}

// A Message is a kind of message.
type Message struct {
	Name      string `json:"name"`
	Direction string `json:"direction"` // "request" or "reply"
	Doc       string `json:"doc"`
}

// Protocols is the answer of /api/protocols.
type Protocols struct {
	Protocols []Protocol `json:"protocols"`
}

func (c *Call) protocols() error {
	var all Protocols
	for _, p := range decoder.Protocols() {
		x := Protocol{Name: p.String(), Title: p.Title(), Doc: p.Doc(), Ports: []Port{}, Messages: []Message{}, Requests: append([]string{}, decoder.Requests(p)...)}
		for _, q := range p.Ports() {
			port := Port{Number: int(q.Number), Name: q.Name}
			if q.Number == 0 {
				game := int(q.Game)
				port.Number, port.Game = game+q.Offset, &game
			}
			x.Ports = append(x.Ports, port)
		}
		for _, m := range p.Messages() {
			direction := "reply"
			if m.Direction == decoder.Request {
				direction = "request"
			}
			x.Messages = append(x.Messages, Message{m.Name, direction, m.Doc})
		}
		all.Protocols = append(all.Protocols, x)
	}
	return c.json(&all)
}
