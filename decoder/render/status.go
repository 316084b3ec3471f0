package render

import (
	"slices"

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
		p.pad(name, len("Password required"))
		p.end(colorDim)
		p.str("  ")
		p.paragraph("", value, len("Password required")+2)
	})
	if len(s.Rules) > 0 {
		g := grid{{[]byte("Rule"), []byte("Value"), []byte("Meaning of the rule")}}
		for i := range s.Rules {
			key, value, name := ruleCells(s.Protocol, &s.Rules[i])
			g = append(g, [][]byte{key, value, []byte(name)})
		}
		p.grid(g)
	}
	p.grid(gridOf(s.Protocol, playerColumns, s.PlayerList))
	p.grid(gridOf(s.Protocol, teamColumns, s.Teams))
}

// particulars calls show for each value that s has about the server itself,
// with its name and its value, escaped.
func particulars(s *decoder.Status, show func(name string, value []byte)) {
	say := func(name string, known bool, value string) {
		if known {
			show(name, escaped(value))
		}
	}
	say("Server", s.Name.Known, s.Name.Value)
	say("Map", s.Map.Known, s.Map.Value)
	say("Map title", s.MapTitle.Known, s.MapTitle.Value)
	say("Game type", s.GameType.Known, s.GameType.Value)
	say("Game", s.Game.Known || s.GameTitle.Known, s.GameText())
	say("Version", s.Version.Known, s.Version.Value)
	say("Game port", s.GamePort.Known, s.GamePort.String())
	say("Query port", s.QueryPort.Value != 0, s.QueryPort.String())
	say("Players", s.Players.Known || s.MaxPlayers.Known, s.PlayersText("unknown"))
	say("Password required", s.Password.Known, map[bool]string{false: "no", true: "yes"}[s.Password.Value])
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
	say("Complete", s.Complete.Known && !s.Complete.Value, "no, parts of the reply are missing")
}

// escaped returns s as it can be shown on a terminal.
func escaped(s string) []byte {
	return shorten(wire.AppendEscaped(nil, []byte(s)), 0, false)
}

// ruleCells returns the cells of a rule: key, value, and what the rule is, ""
// when that is not known.
func ruleCells(p decoder.Protocol, r *wire.Rule) (key, value []byte, name string) {
	if k := decoder.LookupKey(p, r.Key); k != nil {
		name = k.Name
	}
	return escaped(r.Key), escaped(decoder.WithReading(p, r)), name
}

// A grid is a table whose first row is its heading; no rows are no table.
type grid [][][]byte

// A column of a list of players or teams.
type column[T any] struct {
	name string
	cell func(decoder.Protocol, *T) []byte // nil when it is unknown
}

func cell[T int64 | string | bool](v wire.Opt[T]) []byte {
	if !v.Known {
		return nil
	}
	return escaped(v.String())
}

var playerColumns = []column[wire.Player]{
	{"ID", func(_ decoder.Protocol, p *wire.Player) []byte { return cell(p.ID) }},
	{"Player", func(_ decoder.Protocol, p *wire.Player) []byte { return cell(p.Name) }},
	{"Score", func(_ decoder.Protocol, p *wire.Player) []byte { return cell(p.Score) }},
	{"Ping", func(_ decoder.Protocol, p *wire.Player) []byte { return cell(p.Ping) }},
	{"Team", func(_ decoder.Protocol, p *wire.Player) []byte { return cell(p.Team) }},
	{"More", func(id decoder.Protocol, p *wire.Player) []byte { return extraCell(id, p.Extra) }},
}

var teamColumns = []column[wire.Team]{
	{"ID", func(_ decoder.Protocol, t *wire.Team) []byte { return cell(t.ID) }},
	{"Team", func(_ decoder.Protocol, t *wire.Team) []byte { return cell(t.Name) }},
	{"Score", func(_ decoder.Protocol, t *wire.Team) []byte { return cell(t.Score) }},
	{"Players", func(_ decoder.Protocol, t *wire.Team) []byte { return cell(t.Size) }},
	{"More", func(id decoder.Protocol, t *wire.Team) []byte { return extraCell(id, t.Extra) }},
}

func extraCell(p decoder.Protocol, extra []wire.Rule) []byte {
	var dst []byte
	for i := range extra {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, escaped(extra[i].Key)...)
		dst = append(dst, ' ')
		dst = append(dst, escaped(decoder.WithReading(p, &extra[i]))...)
	}
	return dst
}

// gridOf makes a table of list, without columns that are empty.
func gridOf[T any](p decoder.Protocol, columns []column[T], list []T) grid {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c column[T]) bool {
		return !slices.ContainsFunc(list, func(row T) bool { return c.cell(p, &row) != nil })
	})
	if len(columns) == 0 { // nothing is known about the rows
		return nil
	}
	g := make(grid, len(list)+1)
	for _, c := range columns {
		g[0] = append(g[0], []byte(c.name))
		for i := range list {
			g[i+1] = append(g[i+1], c.cell(p, &list[i]))
		}
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
		p.endRow()
	}
}
