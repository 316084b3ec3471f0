package ui

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
)

// Columns can be hidden and moved, by a menu of the heads.

// named returns what a column is called.
func (c *Column) named() string { return cmp.Or(c.Name, c.Title) }

// Columns returns the names of the columns that are shown, in their order, as far as there is room.
func (g *Grid) Columns() (names []string) {
	for _, i := range g.sequence {
		if !g.columns[i].Off {
			names = append(names, g.columns[i].named())
		}
	}
	return names
}

// SetColumns shows the columns of some names in their order, and no others.
func (g *Grid) SetColumns(names []string) {
	g.sequence = g.sequence[:0]
	for _, name := range names {
		i := slices.IndexFunc(g.columns, func(c Column) bool { return c.named() == name })
		if i >= 0 && !slices.Contains(g.sequence, i) {
			g.sequence = append(g.sequence, i)
		}
	}
	for i := range g.columns {
		g.columns[i].Off = !slices.Contains(g.sequence, i)
	}
	for i := range g.columns {
		if g.columns[i].Off {
			g.sequence = append(g.sequence, i)
		}
	}
	g.filledFor = -1
	g.reset()
	if g.OnColumns != nil {
		g.OnColumns()
	}
}

func (g *Grid) columnMenu(at int) *fyne.Menu {
	m := fyne.NewMenu("")
	names := g.Columns()
	move := func(label string, by int) {
		from := slices.Index(names, g.columns[at].named())
		item := fyne.NewMenuItem(label, func() {
			moved := slices.Clone(names)
			moved[from], moved[from+by] = moved[from+by], moved[from]
			g.SetColumns(moved)
		})
		item.Disabled = from < 0 || from+by < 0 || from+by >= len(names)
		m.Items = append(m.Items, item)
	}
	if at >= 0 {
		move("Move left", -1)
		move("Move right", 1)
		m.Items = append(m.Items, fyne.NewMenuItemSeparator())
	}
	for _, i := range g.sequence {
		name := g.columns[i].named()
		item := fyne.NewMenuItem(name, func() {
			if slices.Contains(names, name) {
				g.SetColumns(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name }))
			} else {
				g.SetColumns(append(slices.Clone(names), name))
			}
		})
		item.Checked = !g.columns[i].Off
		item.Disabled = item.Checked && len(names) == 1
		m.Items = append(m.Items, item)
	}
	return m
}

// Unsorted has a table leave its rows as they are: they belong together.
func (g *Grid) Unsorted() {
	g.own, g.sorted = false, -1
	for i := range g.columns {
		g.columns[i].By = ""
	}
}
