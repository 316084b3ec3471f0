package export

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// A column is one of a table.
type column struct {
	title string
	right bool
	most  int  // columns of the screen that it takes at most, 0 for as many as it needs
	spare bool // left out of a page that is too narrow
}

// A table is text in columns.
type table struct {
	title, note string
	columns     []column
	rows        [][]string
}

const (
	tableIndent = 2
	tableGap    = 2
)

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// widths returns how wide each column gets on a page of some width: what its
// cells need, and when that is too much the widest of the flexible columns give.
func (t *table) widths(page int) []int {
	w := make([]int, len(t.columns))
	for i, c := range t.columns {
		for _, row := range t.rows {
			w[i] = max(w[i], width(row[i]))
		}
		if w[i] == 0 { // nothing in it: no title either
			continue
		}
		w[i] = max(w[i], width(c.title))
		if c.most > 0 {
			w[i] = min(w[i], c.most)
		}
	}
	if need(w) > page { // columns that say nothing go first
		for i := range w {
			if w[i] > 0 && !slices.ContainsFunc(t.rows, func(row []string) bool { return row[i] != "" && row[i] != none }) {
				w[i] = 0
			}
		}
	}
	t.shrink(w, page, 20)
	for i := range w {
		if t.columns[i].spare && need(w) > page {
			w[i] = 0
		}
	}
	t.shrink(w, page, 8)
	return w
}

// shrink takes from the widest of the flexible columns until all fit the page
// or have the least width.
func (t *table) shrink(w []int, page, least int) {
	for need(w) > page {
		widest := -1
		for i := range w {
			if t.columns[i].most > 0 && w[i] > least && (widest < 0 || w[i] > w[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		w[widest]--
	}
}

// need returns the columns of the screen that a table with such widths takes.
func need(widths []int) int {
	n := tableIndent - tableGap
	for _, w := range widths {
		if w > 0 {
			n += w + tableGap
		}
	}
	return n
}

// table writes t.
func (s *screen) table(t *table) {
	w := t.widths(s.o.Width)
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	s.row(t, w, titles, dim)
	for _, row := range t.rows {
		s.row(t, w, row, "")
	}
}

func (s *screen) row(t *table, w []int, cells []string, color string) {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", tableIndent))
	first := true
	for i, c := range cells {
		if w[i] == 0 {
			continue
		}
		if !first {
			b.WriteString(strings.Repeat(" ", tableGap))
		}
		first = false
		c = cut(c, w[i])
		blanks := strings.Repeat(" ", max(0, w[i]-width(c)))
		if t.columns[i].right {
			b.WriteString(blanks + c)
		} else {
			b.WriteString(c + blanks)
		}
	}
	s.b.WriteString(s.colored(color, cut(strings.TrimRight(b.String(), " "), s.o.Width)))
	s.b.WriteByte('\n')
}

// width returns the columns of the screen that text takes.
func width(text string) int { return uniseg.StringWidth(text) }

// cut shortens text to n columns; what is cut is marked with an ellipsis.
func cut(text string, n int) string {
	if len(text) <= n || width(text) <= n { // no letter takes more columns than bytes
		return text
	}
	end := fit(text, n-1)
	return text[:end] + "…"
}

// fit returns the number of bytes of text that take at most n columns.
func fit(text string, n int) int {
	used := 0
	g := uniseg.NewGraphemes(text)
	for g.Next() {
		if used += g.Width(); used > n {
			from, _ := g.Positions()
			return from
		}
	}
	return len(text)
}

// wrap breaks text into lines of at most n columns, at blanks where it can.
func wrap(text string, n int) []string {
	n = max(n, 16)
	var lines []string
	for len(text) > n && width(text) > n {
		end := fit(text, n)
		if blank := strings.LastIndexByte(text[:end+1], ' '); blank > end/2 {
			lines = append(lines, text[:blank])
			text = text[blank+1:]
			continue
		}
		lines = append(lines, text[:end])
		text = text[end:]
	}
	return append(lines, text)
}
