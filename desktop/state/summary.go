package state

import (
	"fmt"
	"strings"

	"fragscope/decoder"
)

// A Summary is a server as a person reads it.
type Summary struct {
	Title  []Span // its name, nil when it does not say
	Facts  []Fact
	Tables []Table
}

// A Fact is one line about a server.
type Fact struct {
	Name  string
	Value []Span
}

// A Table is its players, teams or rules.
type Table struct {
	Name    string
	Columns []Column
	Rows    [][][]Span // a row, a cell, its spans
}

// A Column is the head of a column.
type Column struct {
	Name   string
	Number bool // stands at the right
}

// Summary returns what the current datagram and those related to it say about
// their server, nil for nothing.
func (x *Inspector) Summary() *Summary {
	if x.message == nil {
		return nil
	}
	s := x.source.Status(x.current)
	if s == nil {
		return nil
	}
	b := summarizer{coloured: map[string][]Span{}}
	for _, i := range x.source.Related(x.current) {
		if m := x.messageAt(i); m != nil {
			b.colours(m)
		}
	}
	return b.summary(s)
}

// A summarizer knows the texts that have colours: a status has lost them.
type summarizer struct {
	coloured map[string][]Span
}

func (b *summarizer) colours(m *decoder.Message) {
	for i := range m.Fields {
		if spans := spansOf(m, i); spans != nil {
			b.coloured[string(m.AppendPlain(nil, i))] = spans
		}
	}
}

// text returns a text in its colours.
func (b *summarizer) text(s string) []Span {
	if spans := b.coloured[s]; spans != nil {
		return spans
	}
	return []Span{{Text: escaped([]byte(s)), Plain: true}}
}

func (b *summarizer) summary(s *decoder.Status) *Summary {
	out := &Summary{}
	if s.Name.Known {
		out.Title = b.text(s.Name.Value)
	}
	add := func(name string, value []Span) { out.Facts = append(out.Facts, Fact{name, value}) }
	text := func(name string, v decoder.Opt[string]) {
		if v.Value != "" {
			add(name, b.text(v.Value))
		}
	}
	number := func(name string, v decoder.Opt[int64]) {
		if v.Known {
			add(name, word(v.String()))
		}
	}
	text("Map", s.Map)
	text("Map title", s.MapTitle)
	text("Game type", s.GameType)
	text("Game", s.Game)
	if s.Players.Known || s.MaxPlayers.Known {
		add("Players", word(orUnknown(s.Players)+" of "+orUnknown(s.MaxPlayers)))
	}
	if s.Password.Known {
		add("Password required", word(choose(s.Password.Value, "yes", "no")))
	}
	text("Version", s.Version)
	number("Game port", s.GamePort)
	number("Query port", s.QueryPort)
	add("Protocol", word(decoder.Title(s.Protocol)))
	if len(s.Mutators) > 0 {
		add("Mutators", b.text(strings.Join(s.Mutators, ", ")))
	}
	if s.Complete.Known {
		add("Reply", word(choose(s.Complete.Value, "complete", "parts are missing")))
	}
	b.players(out, s)
	b.teams(out, s)
	b.rules(out, s)
	return out
}

func (b *summarizer) players(out *Summary, s *decoder.Status) {
	if len(s.PlayerList) == 0 {
		return
	}
	t := Table{Name: fmt.Sprintf("Players (%d)", len(s.PlayerList)), Columns: []Column{{"Name", false}, {"Score", true}, {"Ping", true}, {"Team", true}, {"More", false}}}
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		name := word(p.ID.String())
		if p.Name.Known {
			name = b.text(p.Name.Value)
		}
		ping := p.Ping.String()
		if ping != "" {
			ping += " ms"
		}
		t.Rows = append(t.Rows, [][]Span{name, word(p.Score.String()), word(ping), word(p.Team.String()), more(p.Extra)})
	}
	out.Tables = append(out.Tables, t.lean())
}

func (b *summarizer) teams(out *Summary, s *decoder.Status) {
	if len(s.Teams) == 0 {
		return
	}
	t := Table{Name: fmt.Sprintf("Teams (%d)", len(s.Teams)), Columns: []Column{{"Team", false}, {"Score", true}, {"Players", true}, {"More", false}}}
	for i := range s.Teams {
		m := &s.Teams[i]
		name := word(m.ID.String())
		if m.Name.Known {
			name = b.text(m.Name.Value)
		}
		t.Rows = append(t.Rows, [][]Span{name, word(m.Score.String()), word(m.Size.String()), more(m.Extra)})
	}
	out.Tables = append(out.Tables, t.lean())
}

func (b *summarizer) rules(out *Summary, s *decoder.Status) {
	if len(s.Rules) == 0 {
		return
	}
	t := Table{Name: fmt.Sprintf("Rules (%d)", len(s.Rules)), Columns: []Column{{"Key", false}, {"Value", false}}}
	for _, r := range s.Rules {
		t.Rows = append(t.Rows, [][]Span{b.text(r.Key), b.text(r.Value)})
	}
	out.Tables = append(out.Tables, t)
}

// lean returns t without the columns that are empty in every row.
func (t Table) lean() Table {
	out := Table{Name: t.Name, Rows: make([][][]Span, len(t.Rows))}
	for c := range t.Columns {
		used := c == 0
		for _, r := range t.Rows {
			used = used || len(r[c]) > 0
		}
		if !used {
			continue
		}
		out.Columns = append(out.Columns, t.Columns[c])
		for i, r := range t.Rows {
			out.Rows[i] = append(out.Rows[i], r[c])
		}
	}
	return out
}

// word returns an escaped text as spans, nil for "".
func word(s string) []Span {
	if s == "" {
		return nil
	}
	return []Span{{Text: s, Plain: true}}
}

func more(extra []decoder.Rule) []Span {
	parts := make([]string, len(extra))
	for i, r := range extra {
		parts[i] = r.Key + " " + r.Value
	}
	return word(escaped([]byte(strings.Join(parts, ", "))))
}

func orUnknown(v decoder.Opt[int64]) string {
	return choose(v.Known, v.String(), "?")
}

func choose(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}
