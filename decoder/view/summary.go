package view

import (
	"math"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
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

// A Table is its players, teams or rules, or the first of them.
type Table struct {
	Name    string
	Columns []Column
	Rows    [][][]Span // a row, a cell, its spans
	Total   int        // how many rows there are
}

// A Column is the head of a column.
type Column struct {
	Name   string
	Number bool // flush right
}

// Summarize returns what status says of a server, which the messages it was
// made from give their colours: a status has lost them. Nil for a nil status.
func Summarize(status *wire.Status, messages []*wire.Message, escape Escaper) *Summary {
	return SummarizeFirst(status, messages, escape, math.MaxInt)
}

// SummarizeFirst is [Summarize] with at most so many rows of each table.
func SummarizeFirst(status *wire.Status, messages []*wire.Message, escape Escaper, rows int) *Summary {
	if status == nil {
		return nil
	}
	b := summarizer{escape: escape, coloured: map[string][]Span{}, most: rows}
	for _, m := range messages {
		for i := range m.Fields {
			if Shown(m, i) != i {
				continue // its value comes by itself
			}
			if spans := SpansOf(m, i, escape); spans != nil {
				b.coloured[string(m.AppendPlain(nil, i))] = spans
			}
		}
	}
	b.facts(status)
	b.players(status.Protocol, status.PlayerList)
	b.teams(status.Protocol, status.Teams)
	b.rules(status.Protocol, status.Rules)
	return &b.Summary
}

type summarizer struct {
	Summary
	escape   Escaper
	coloured map[string][]Span // texts that have colours
	most     int               // rows of a table
}

// text returns a text in its colours.
func (b *summarizer) text(s string) []Span {
	if spans := b.coloured[s]; spans != nil {
		return spans
	}
	return Plain(b.escape.text(s))
}

// Plain returns a text as spans, nil for "".
func Plain(s string) []Span {
	if s == "" {
		return nil
	}
	return []Span{{Text: s, Plain: true}}
}

func (b *summarizer) facts(s *wire.Status) {
	if s.Name.Known {
		b.Title = b.text(s.Name.Value)
	}
	add := func(name string, value []Span) {
		if value != nil {
			b.Facts = append(b.Facts, Fact{name, value})
		}
	}
	yes := func(name string, v wire.Opt[bool], yes, no string) {
		if v.Known && v.Value {
			add(name, Plain(yes))
		} else if v.Known {
			add(name, Plain(no))
		}
	}
	add("Map", b.text(s.Map.Value))
	add("Map title", b.text(s.MapTitle.Value))
	add("Game type", b.text(s.GameType.Value))
	add("Game", b.text(s.GameText()))
	if s.Players.Known || s.MaxPlayers.Known {
		add("Players", Plain(s.PlayersText("?")))
	}
	yes("Password required", s.Password, "yes", "no")
	add("Version", b.text(s.Version.Value))
	add("Game port", Plain(s.GamePort.String()))
	add("Query port", Plain(s.QueryPort.String()))
	add("Protocol", Plain(decoder.Descriptor(s.Protocol).Title))
	add("Mutators", b.text(strings.Join(s.Mutators, ", ")))
	yes("Reply", s.Complete, "complete", "parts are missing")
}

// named returns the name of a player or team, or else its number.
func (b *summarizer) named(name wire.Opt[string], id wire.Opt[int64]) []Span {
	if name.Known {
		return b.text(name.Value)
	}
	return Plain(id.String())
}

func (b *summarizer) players(id decoder.Protocol, list []wire.Player) {
	columns := []Column{{"Name", false}, {"Score", true}, {"Ping", true}, {"Team", true}, {"More", false}}
	b.add("Players", columns, len(list), func(i int) [][]Span {
		p := &list[i]
		ping := p.Ping.String()
		if ping != "" {
			ping += " ms"
		}
		return [][]Span{
			b.named(p.Name, p.ID), Plain(p.Score.String()), Plain(ping), Plain(p.Team.String()), b.more(id, p.Extra),
		}
	})
}

func (b *summarizer) teams(id decoder.Protocol, list []wire.Team) {
	columns := []Column{{"Team", false}, {"Score", true}, {"Players", true}, {"More", false}}
	b.add("Teams", columns, len(list), func(i int) [][]Span {
		m := &list[i]
		return [][]Span{b.named(m.Name, m.ID), Plain(m.Score.String()), Plain(m.Size.String()), b.more(id, m.Extra)}
	})
}

func (b *summarizer) rules(id decoder.Protocol, list []wire.Rule) {
	b.add("Rules", []Column{{"Key", false}, {"Value", false}}, len(list), func(i int) [][]Span {
		return [][]Span{b.text(list[i].Key), b.text(decoder.WithReading(id, &list[i]))}
	})
}

func (b *summarizer) more(id decoder.Protocol, extra []wire.Rule) []Span {
	parts := make([]string, len(extra))
	for i := range extra {
		parts[i] = extra[i].Key + " " + decoder.WithReading(id, &extra[i])
	}
	return Plain(b.escape.text(strings.Join(parts, ", ")))
}

// add adds a table of n rows, if it has any, with their number in its name,
// without the columns that are empty in every row.
func (b *summarizer) add(name string, columns []Column, n int, row func(i int) [][]Span) {
	if n == 0 {
		return
	}
	used := make([]bool, len(columns))
	used[0] = true
	unused := len(columns) - 1
	var rows [][][]Span
	for i := 0; i < n && (i < b.most || unused > 0); i++ {
		r := row(i)
		for c := range r {
			if !used[c] && len(r[c]) > 0 {
				used[c] = true
				unused--
			}
		}
		if i < b.most {
			rows = append(rows, r)
		}
	}
	out := Table{Name: name + " (" + strconv.Itoa(n) + ")", Rows: make([][][]Span, len(rows)), Total: n}
	for c := range columns {
		if !used[c] {
			continue
		}
		out.Columns = append(out.Columns, columns[c])
		for i, r := range rows {
			out.Rows[i] = append(out.Rows[i], r[c])
		}
	}
	b.Tables = append(b.Tables, out)
}
