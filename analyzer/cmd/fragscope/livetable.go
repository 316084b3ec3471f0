package main

import (
	"strings"

	"github.com/rivo/uniseg"
)

// A liveTable is a table whose columns are as wide as what is in them, and
// narrower where the page ends.
type liveTable struct {
	titles []string
	right  []bool // columns of numbers
	flex   []bool // columns that may be cut
	rows   [][]string
}

// least is how narrow a column may be cut.
const least = 8

// render returns the table for a page of some columns, 0 for any width.
func (t *liveTable) render(page int, colored bool) string {
	w := make([]int, len(t.titles))
	for i, title := range t.titles {
		w[i] = uniseg.StringWidth(title)
		for _, row := range t.rows {
			w[i] = max(w[i], uniseg.StringWidth(row[i]))
		}
	}
	for page > 0 {
		total, widest := -2, -1
		for i := range w {
			total += w[i] + 2
			if t.flex[i] && w[i] > least && (widest < 0 || w[i] > w[widest]) {
				widest = i
			}
		}
		if total <= page || widest < 0 {
			break
		}
		w[widest]--
	}
	var b strings.Builder
	if colored {
		b.WriteString("\x1b[2m")
	}
	t.row(&b, t.titles, w)
	if colored {
		b.WriteString("\x1b[0m")
	}
	b.WriteByte('\n')
	for _, row := range t.rows {
		t.row(&b, row, w)
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *liveTable) row(b *strings.Builder, cells []string, w []int) {
	var line strings.Builder
	for i, c := range cells {
		if i > 0 {
			line.WriteString("  ")
		}
		c = clip(c, w[i])
		blanks := strings.Repeat(" ", max(0, w[i]-uniseg.StringWidth(c)))
		if t.right[i] {
			line.WriteString(blanks + c)
		} else {
			line.WriteString(c + blanks)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " "))
}

// clip shortens text to n columns; an ellipsis stands for what is cut.
func clip(text string, n int) string {
	if len(text) <= n || uniseg.StringWidth(text) <= n {
		return text
	}
	used, end := 0, 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if used += g.Width(); used > n-1 {
			break
		}
		_, end = g.Positions()
	}
	return text[:end] + "…"
}
