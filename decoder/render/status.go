package render

import (
	"slices"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// AppendStatus appends what datagrams say about a server together, for a
// terminal; nothing for nil.
func AppendStatus(dst []byte, s *decoder.Status, o Options) []byte {
	p := page{&out{dst: dst, o: o}}
	p.status(s)
	return p.dst
}

func (p *page) status(s *decoder.Status) {
	if s == nil {
		return
	}
	p.str("\n")
	p.colored(colorBold, "What the server says")
	p.str("\n")
	first := true
	particulars(s, func(name string, value []byte) {
		if first {
			p.str("\n")
		}
		first = false
		p.color(colorDim)
		p.pad(name, 10)
		p.end(colorDim)
		p.str("  ")
		p.paragraph("", value, 12)
	})
	if len(s.Rules) > 0 {
		g := grid{{[]byte("Rule"), []byte("Value"), []byte("Meaning of the rule")}}
		for i := range s.Rules {
			key, value, name := ruleCells(s.Protocol, &s.Rules[i])
			g = append(g, [][]byte{key, value, []byte(name)})
		}
		p.grid(g)
	}
	p.grid(playerGrid(s.PlayerList))
	p.grid(teamGrid(s.Teams))
}

// particulars calls show for each thing that s says about the server itself,
// with its name and its value, escaped.
func particulars(s *decoder.Status, show func(name string, value []byte)) {
	text := func(name string, v wire.Opt[string]) {
		if v.Known {
			show(name, escaped(v.Value))
		}
	}
	text("Server", s.Name)
	text("Map", s.Map)
	text("Map title", s.MapTitle)
	text("Game type", s.GameType)
	text("Game", s.Game)
	text("Version", s.Version)
	number := func(name string, v wire.Opt[int64]) {
		if v.Known {
			show(name, strconv.AppendInt(nil, v.Value, 10))
		}
	}
	number("Game port", s.GamePort)
	if s.QueryPort.Value != 0 {
		number("Query port", s.QueryPort)
	}
	if s.Players.Known || s.MaxPlayers.Known {
		b := orUnknown(nil, s.Players)
		b = append(b, " of "...)
		show("Players", orUnknown(b, s.MaxPlayers))
	}
	if s.Password.Known {
		yes := "no"
		if s.Password.Value {
			yes = "yes"
		}
		show("Password", []byte(yes))
	}
	var list []byte
	for i, m := range s.Mutators {
		if i > 0 {
			list = append(list, ", "...)
		}
		list = append(list, escaped(m)...)
	}
	if list != nil {
		show("Mutators", list)
	}
	if s.Complete.Known && !s.Complete.Value {
		show("Complete", []byte("no, parts of the reply are missing"))
	}
}

func orUnknown(dst []byte, v wire.Opt[int64]) []byte {
	if !v.Known {
		return append(dst, "unknown"...)
	}
	return strconv.AppendInt(dst, v.Value, 10)
}

// escaped returns s as it can be shown on a terminal.
func escaped(s string) []byte {
	return shorten(wire.AppendEscaped(nil, []byte(s)), 0, false)
}

// ruleCells returns the cells of a rule: key, value, and what the rule is, ""
// when that is not known.
func ruleCells(p decoder.Protocol, r *decoder.Rule) (key, value []byte, name string) {
	if k := decoder.LookupKey(p, r.Key); k != nil {
		name = k.Name
	}
	return escaped(r.Key), escaped(r.Value), name
}

// A grid is a table whose first row is its heading; no rows are no table.
type grid [][][]byte

// A column of a list of players or teams.
type column[T any] struct {
	name string
	cell func(*T) []byte // nil when it is unknown
}

func textCell(v wire.Opt[string]) []byte {
	if !v.Known {
		return nil
	}
	return escaped(v.Value)
}

func intCell(v wire.Opt[int64]) []byte {
	if !v.Known {
		return nil
	}
	return strconv.AppendInt(nil, v.Value, 10)
}

var playerColumns = []column[decoder.Player]{
	{"ID", func(p *decoder.Player) []byte { return intCell(p.ID) }},
	{"Player", func(p *decoder.Player) []byte { return textCell(p.Name) }},
	{"Score", func(p *decoder.Player) []byte { return intCell(p.Score) }},
	{"Ping", func(p *decoder.Player) []byte { return intCell(p.Ping) }},
	{"Team", func(p *decoder.Player) []byte { return intCell(p.Team) }},
	{"More", func(p *decoder.Player) []byte { return extraCell(p.Extra) }},
}

var teamColumns = []column[decoder.Team]{
	{"ID", func(t *decoder.Team) []byte { return intCell(t.ID) }},
	{"Team", func(t *decoder.Team) []byte { return textCell(t.Name) }},
	{"Score", func(t *decoder.Team) []byte { return intCell(t.Score) }},
	{"Players", func(t *decoder.Team) []byte { return intCell(t.Size) }},
	{"More", func(t *decoder.Team) []byte { return extraCell(t.Extra) }},
}

func extraCell(extra []decoder.Rule) []byte {
	var dst []byte
	for i := range extra {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, escaped(extra[i].Key)...)
		dst = append(dst, ' ')
		dst = append(dst, escaped(extra[i].Value)...)
	}
	return dst
}

func playerGrid(list []decoder.Player) grid { return gridOf(playerColumns, list) }

func teamGrid(list []decoder.Team) grid { return gridOf(teamColumns, list) }

// gridOf makes a table of list, without the columns that nobody fills.
func gridOf[T any](columns []column[T], list []T) grid {
	if len(list) == 0 {
		return nil
	}
	g := make(grid, len(list)+1)
	for _, c := range columns {
		filled := false
		for i := range list {
			cell := c.cell(&list[i])
			filled = filled || cell != nil
			g[i+1] = append(g[i+1], cell)
		}
		if filled {
			g[0] = append(g[0], []byte(c.name))
			continue
		}
		for i := range list {
			g[i+1] = g[i+1][:len(g[i+1])-1]
		}
	}
	if len(g[0]) == 0 { // rows of which nothing is known
		return nil
	}
	return g
}

// grid writes a table whose columns are as wide as their cells, or what the
// page leaves them, the last one wrapped.
func (p *page) grid(g grid) {
	if len(g) == 0 {
		return
	}
	const widest, leastLast = 40, 20
	width := make([]int, len(g[0]))
	for _, row := range g {
		for i, c := range row {
			width[i] = min(max(width[i], columns(c)), widest)
		}
	}
	before := width[:len(width)-1]
	all := len(before) * gap
	for _, n := range before {
		all += n
	}
	for ; all > p.o.width()-leastLast && all > len(before)*(gap+1); all-- {
		before[slices.Index(before, slices.Max(before))]--
	}
	p.str("\n")
	c := colorDim // of the heading
	for _, row := range g {
		left, last := 0, len(row)-1
		for i, cell := range row[:last] {
			p.column(c, cell, width[i])
			left += width[i] + gap
		}
		p.paragraph(c, row[last], left)
		c = ""
	}
}
