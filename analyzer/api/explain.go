package api

import (
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// A Value is a value or bit with its meaning.
type Value struct {
	Value any    `json:"value"` // uint64, or text of a rule
	Name  string `json:"name"`
	Doc   string `json:"doc"`
}

// An Explanation describes a name. What does not apply is empty.
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
	var names []object
	seen := map[Name]bool{}
	for _, e := range explain.Explanations() {
		n := Name{e.Kind(), e.Name}
		if !seen[n] {
			seen[n] = true
			names = append(names, object{{"kind", n.Kind}, {"name", n.Name}})
		}
	}
	return c.give(object{{"names", names}})
}

func (c *Call) explain() error {
	found := explain.Explain(c.name)
	if len(found) == 0 {
		p := notFound.problem("Nothing is named ", strconv.Quote(cut(c.name)), "; /api/explain lists what can be explained.")
		p.Suggestions = explain.Suggest(cut(c.name))
		return p
	}
	var meanings []object
	for i := range found {
		meanings = append(meanings, explanation(&found[i]))
	}
	return c.give(object{{"name", c.name}, {"meanings", meanings}})
}

func explanation(e *explain.Explanation) object {
	var protocol any
	if e.Protocol != decoder.Unknown {
		protocol = e.Protocol.String()
	}
	title, severity, layout, text, advice, story, atMost, flags := e.Name, "", "", "", "", "", uint64(0), false
	var values []object
	symbols := func(s *wire.Symbols) {
		if s != nil {
			flags = s.Flags
			for _, y := range s.List {
				values = append(values, object{{"value", y.Value}, {"name", y.Name}, {"doc", y.Doc}})
			}
		}
	}
	switch {
	case e.Problem != nil:
		severity, story = e.Problem.Severity.String(), e.Problem.Story
		text, advice = e.Problem.General()
	case e.Field != nil:
		f := e.Field
		title, layout, text, advice, atMost = f.Name, f.Kind.String(), f.Doc, f.Note, uint64(f.AtMost)
		symbols(f.Symbols)
	case e.Rule != nil:
		title, text = e.Rule.Name, e.Rule.Doc
		symbols(e.Rule.Symbols)
		for _, v := range e.Rule.Values {
			values = append(values, object{{"value", v.Text}, {"name", v.Name}, {"doc", ""}})
		}
	default:
		title, text = decoder.Descriptor(e.Protocol).Title, decoder.Descriptor(e.Protocol).Doc
	}
	return object{
		{"kind", e.Kind()}, {"name", e.Name}, {"protocol", protocol}, {"title", title}, {"severity", severity},
		{"layout", layout}, {"text", text},
		{"advice", advice}, {"story", story}, {"source", e.Source()}, {"atMost", atMost}, {"flags", flags},
		{"values", values},
	}
}
