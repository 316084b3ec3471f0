package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// A Column is one of a table.
type Column struct {
	Title string
	Right bool
	Max   int  // columns of the screen that it takes at most, and is cut to; 0 for as many as it needs
	Spare bool // left out of a page that is too narrow
}

// A Table is text in columns as wide as what is in them, narrower where the
// page ends.
type Table struct {
	Columns []Column
	Rows    [][]string
	Indent  int
	Empty   bool // columns without a text are shown as well

	Title, Note string // of its section
}

const tableGap = 2

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// When cells need more than the page has, the widest of the flexible columns give.
func (t *Table) widths(page int) []int {
	w := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		for _, row := range t.Rows {
			w[i] = max(w[i], width(row[i]))
		}
		if w[i] == 0 && !t.Empty { // nothing in it: no title either
			continue
		}
		w[i] = max(w[i], width(c.Title))
		if c.Max > 0 {
			w[i] = min(w[i], c.Max)
		}
	}
	if t.need(w) > page && !t.Empty { // columns that say nothing go first
		for i := range w {
			if w[i] > 0 && !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != "" && row[i] != none }) {
				w[i] = 0
			}
		}
	}
	t.shrink(w, page, 20)
	for i := range w {
		if t.Columns[i].Spare && t.need(w) > page {
			w[i] = 0
		}
	}
	t.shrink(w, page, 8)
	return w
}

// shrink takes from the widest of the flexible columns.
func (t *Table) shrink(w []int, page, least int) {
	for t.need(w) > page {
		widest := -1
		for i := range w {
			if t.Columns[i].Max > 0 && w[i] > least && (widest < 0 || w[i] > w[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		w[widest]--
	}
}

func (t *Table) need(widths []int) int {
	n := t.Indent - tableGap
	for _, w := range widths {
		if w > 0 || t.Empty {
			n += w + tableGap
		}
	}
	return n
}

// Text returns t for a page of some columns, 0 for any number.
func (t *Table) Text(page int, colored bool) string {
	page = cmp.Or(page, 1<<20)
	w := t.widths(page)
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c.Title
	}
	var b strings.Builder
	for i, row := range append([][]string{titles}, t.Rows...) {
		line := t.row(w, row, page)
		if i == 0 && colored {
			line = ansi(dim, line)
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *Table) row(w []int, cells []string, page int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", t.Indent))
	first := true
	for i, c := range cells {
		if w[i] == 0 && !t.Empty {
			continue
		}
		if !first {
			b.WriteString(strings.Repeat(" ", tableGap))
		}
		first = false
		c = Cut(c, w[i])
		blanks := strings.Repeat(" ", max(0, w[i]-width(c)))
		if t.Columns[i].Right {
			b.WriteString(blanks + c)
		} else {
			b.WriteString(c + blanks)
		}
	}
	line := strings.TrimRight(b.String(), " ")
	if t.Empty { // whoever reads it may scroll
		return line
	}
	return Cut(line, page)
}

func width(text string) int { return uniseg.StringWidth(text) }

// Cut shortens text to n columns; what is cut is marked with an ellipsis.
func Cut(text string, n int) string {
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

// Wrap breaks text into lines of at most n columns, at blanks where it can.
func Wrap(text string, n int) []string {
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
