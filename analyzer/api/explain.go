package api

import (
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/explain"
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
	var list Names
	seen := map[Name]bool{}
	for _, e := range explain.Explanations() {
		n := Name{e.Kind(), e.Name}
		if !seen[n] {
			seen[n] = true
			list.Names = append(list.Names, n)
		}
	}
	return c.give(func(j *jsonText) {
		j.name("names")
		j.open('[')
		for _, n := range list.Names {
			j.next()
			j.open('{')
			j.member("kind", n.Kind)
			j.member("name", n.Name)
			j.close('}')
		}
		j.close(']')
	})
}

func (c *Call) explain() error {
	found := explain.Explain(c.name)
	if len(found) == 0 {
		p := notFound.problem("Nothing is named ", strconv.Quote(cut(c.name)), "; /api/explain lists what can be explained.")
		p.Suggestions = explain.Suggest(cut(c.name))
		return p
	}
	return c.give(func(j *jsonText) {
		j.member("name", c.name)
		j.name("meanings")
		j.open('[')
		for i := range found {
			x := explanation(&found[i])
			j.next()
			x.write(j)
		}
		j.close(']')
	})
}

func (x *Explanation) write(j *jsonText) {
	j.open('{')
	j.member("kind", x.Kind)
	j.member("name", x.Name)
	if x.Protocol != nil {
		j.member("protocol", *x.Protocol)
	} else {
		j.word("protocol", "null")
	}
	j.member("title", x.Title)
	j.member("severity", x.Severity)
	j.member("layout", x.Layout)
	j.member("text", x.Text)
	j.member("advice", x.Advice)
	j.member("story", x.Story)
	j.member("source", x.Source)
	j.number("atMost", int64(x.AtMost))
	j.word("flags", strconv.FormatBool(x.Flags))
	j.name("values")
	j.open('[')
	for _, v := range x.Values {
		j.next()
		j.open('{')
		switch n := v.Value.(type) {
		case uint64:
			j.word("value", strconv.FormatUint(n, 10))
		case string:
			j.member("value", n)
		}
		j.member("name", v.Name)
		j.member("doc", v.Doc)
		j.close('}')
	}
	j.close(']')
	j.close('}')
}

func explanation(e *explain.Explanation) Explanation {
	x := Explanation{Kind: e.Kind(), Name: e.Name, Title: e.Name, Source: e.Source(), Values: []Value{}}
	if e.Protocol != decoder.Unknown {
		name := e.Protocol.String()
		x.Protocol = &name
	}
	switch {
	case e.Problem != nil:
		p := e.Problem
		x.Severity, x.Story = p.Severity.String(), p.Story
		x.Text, x.Advice = p.General()
	case e.Field != nil:
		f := e.Field
		x.Title, x.Layout, x.Text, x.Advice, x.AtMost = f.Name, f.Kind.String(), f.Doc, f.Note, f.AtMost
		x.symbols(f.Symbols)
	case e.Rule != nil:
		k := e.Rule
		x.Title, x.Text = k.Name, k.Doc
		x.symbols(k.Symbols)
		for _, v := range k.Values {
			x.Values = append(x.Values, Value{Value: v.Text, Name: v.Name})
		}
	default:
		x.Title, x.Text = decoder.Title(e.Protocol), decoder.DocOf(e.Protocol)
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
