package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Tables whose columns say nothing of sorting sort themselves: a tap on a head
// puts the smallest first, a second one the greatest, a third one the rows as they
// are. Rows are numbered as they are, wherever they are shown.

func (g *Grid) sortsItself() {
	for i := range g.columns {
		if g.columns[i].By != "" {
			return
		}
	}
	for i := range g.columns {
		c := &g.columns[i]
		c.By = cmp.Or(c.Title, "value")
	}
	g.own = true
}

// row returns the row that is shown at a place.
func (g *Grid) row(place int) int {
	if place >= 0 && place < len(g.order) {
		return int(g.order[place])
	}
	return place
}

// place returns where a row is shown.
func (g *Grid) place(row int) int {
	if g.order == nil || row < 0 {
		return row
	}
	return slices.Index(g.order, uint32(row))
}

// arrange puts the rows into their order.
func (g *Grid) arrange() {
	g.order = nil
	if !g.own || g.sorted < 0 {
		return
	}
	c := &g.columns[g.sorted]
	if g.orderer != nil {
		if order, ok := g.orderer(c.By, g.down); ok {
			g.order = order
			return
		}
	}
	g.order = sortedPlaces(g.count(), c.Cell, g.down)
}

// sortedPlaces returns the numbers of n cells in their order.
func sortedPlaces(n int, cell func(i int) Cell, down bool) []uint32 {
	keys, order := make([]sortKey, n), make([]uint32, n)
	for i := range keys {
		keys[i], order[i] = keyOf(cell(i)), uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return keys[a].compare(&keys[b], down) })
	return order
}

// Order returns by what the rows are sorted, with a dash when the greatest comes first; "" for as they are.
func (g *Grid) Order() string {
	if g.sorted < 0 {
		return ""
	}
	if g.down {
		return "-" + g.columns[g.sorted].By
	}
	return g.columns[g.sorted].By
}

// SetOrder sorts the rows as [Grid.Order] said, if there is such a column.
func (g *Grid) SetOrder(order string) {
	by, down := strings.CutPrefix(order, "-")
	if by == "" || !slices.ContainsFunc(g.columns, func(c Column) bool { return c.By == by }) {
		return
	}
	g.SetSorted(by, down)
	if g.OnSort != nil {
		g.OnSort(by, down)
	}
	g.reset()
}

// TypedRune implements fyne.Focusable: a digit sorts by that column.
func (g *Grid) TypedRune(r rune) {
	n := int(r - '1')
	for _, i := range g.sequence {
		if g.places[i].width == 0 {
			continue
		}
		if n == 0 {
			g.Sort(i)
		}
		n--
	}
}

// A sortKey is what a cell is sorted by: numbers come before texts, and what is empty comes last whatever the order.
type sortKey struct {
	kind   int8 // 0 number, 1 text, 2 nothing
	number float64
	text   string
}

func keyOf(c Cell) sortKey {
	text := strings.TrimSpace(c.Text)
	if c.Order != 0 {
		return sortKey{number: c.Order}
	}
	if text == "" {
		return sortKey{kind: 2}
	}
	if n, ok := quantity(text); ok {
		return sortKey{number: n}
	}
	return sortKey{kind: 1, text: strings.ToLower(text)}
}

// units are those that lists are written with.
var units = map[string]float64{
	"": 1, "%": 1, "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600,
	"B": 1, "bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
}

// quantity reads a number with a unit, or without.
func quantity(text string) (n float64, ok bool) {
	text = strings.ReplaceAll(text, ",", "")
	end := strings.LastIndexAny(text, "0123456789") + 1
	unit, known := units[strings.TrimSpace(text[end:])]
	n, err := strconv.ParseFloat(text[:end], 64)
	return n * unit, known && err == nil && n == n
}

func (a *sortKey) compare(b *sortKey, down bool) int {
	if a.kind != b.kind && (a.kind == 2 || b.kind == 2) {
		return cmp.Compare(a.kind, b.kind)
	}
	c := cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.number, b.number), natural(a.text, b.text))
	if down {
		return -c
	}
	return c
}

// natural compares texts; digits in them count as numbers: map2 is before map10.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
