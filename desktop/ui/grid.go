package ui

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// A Tone is what a cell means, which decides its colour.
type Tone uint8

const (
	TonePlain Tone = iota
	ToneFaint
	ToneStrong
	ToneNote
	ToneWarning
	ToneError
)

func (t Tone) colour(p *Palette) color.NRGBA {
	switch t {
	case ToneFaint:
		return p.Faint
	case ToneNote:
		return p.Accent
	case ToneWarning:
		return p.Warning
	case ToneError:
		return p.Error
	}
	return p.Text
}

// A Column is a column of a [Grid]. Widths are in characters.
type Column struct {
	Title  string
	Name   string  // for screen readers, where the title is a sign
	Min    int     // never narrower, unless the grid is narrower than all of them
	Share  float32 // of the space that is left over
	Tone   Tone    // of its cells, unless they have one
	Right  bool    // aligned to the right, as numbers are
	Mono   bool
	Off    bool               // hidden by its user
	Hidden func() bool        // nothing is in it now; nil for never
	Drop   int                // columns with the greatest go first when there is no space for all; 0 never goes
	width  float32            // set by the user, 0 for none
	By     string             // what the rows are sorted by when its head is tapped, "" for nothing
	Down   bool               // then the greatest come first; a second tap turns the order round
	Cell   func(row int) Cell // what a row has in it
}

type Cell struct {
	Text  string
	Name  string // for screen readers, where the text is a sign
	Tone  Tone
	Order float64   // what rows are sorted by, 0 for the text
	Spark []float32 // a sparkline before the text: see bitmap.steps
}

// A Field is a [Column] of a table whose rows are values of a type.
type Field[T any] struct {
	Column
	Of func(T) Cell
}

// Text returns a field that is a text, in the tone of its column.
func Text[T any](c Column, of func(T) string) Field[T] {
	return Field[T]{c, func(v T) Cell { return Cell{Text: of(v)} }}
}

// NewTable returns a grid of the values that rows returns.
func NewTable[T any](rows func() []T, fields ...Field[T]) *Grid {
	g := NewGrid(columnsOf(func(row int) (v T, ok bool) {
		if all := rows(); row < len(all) {
			return all[row], true
		}
		return v, false
	}, fields...), func() int { return len(rows()) })
	g.sortsItself()
	return g
}

// columnsOf returns columns that show fields of what at returns for a row; ok is false for a row without anything.
func columnsOf[T any](at func(row int) (v T, ok bool), fields ...Field[T]) []Column {
	columns := make([]Column, len(fields))
	for i := range fields {
		columns[i] = fields[i].Column
		columns[i].Cell = func(row int) (c Cell) {
			if v, ok := at(row); ok {
				c = fields[i].Of(v)
			}
			return c
		}
	}
	return columns
}

// A Grid is a table of any number of rows of which one can be selected. It asks
// for the cells of the rows in sight only.
type Grid struct {
	rowPool
	columns []Column

	OnSelect  func(row int)                   // another row was selected, by mouse or key
	OnOpen    func(row int)                   // Enter was pressed on a row
	OnTap     func(row int)                   // a row was tapped, again or not
	OnTwice   func(row int)                   // a row was tapped twice in a short time
	OnSort    func(by string, down bool)      // the head of a column was tapped
	OnMenu    func(row int, at fyne.Position) // tapped with the other button, at a place of the canvas
	OnKey     func(row int, key fyne.KeyName) // a key that means nothing to the grid
	OnCopy    func(row int) string            // what copying puts on the clipboard
	OnCell    func(row, column int) bool      // a cell was tapped; true when nothing is to be selected
	OnPick    func(row int, how Pick)         // a row was chosen; nil where one row can be selected
	Picked    func(row int) bool              // whether a row is selected beside others; nil for never
	OnColumns func()                          // columns were hidden, shown or moved
	selected  int
	sorted    int
	down      bool
	own       bool                                                 // it sorts its rows itself
	order     []uint32                                             // then, the rows by their places; nil for as they are
	orderer   func(by string, down bool) (order []uint32, ok bool) // sorts the rows of the source; nil where the grid does
	atEdge    bool                                                 // the mouse is at the edge of a head
	resized   int                                                  // column whose edge is dragged, -1 for none
	places    []columnPlace
	sequence  []int // of the columns from the left
	tappedAt  time.Time
	tappedOn  int
}

// NewGrid returns a grid of rows() rows.
func NewGrid(columns []Column, rows func() int) *Grid {
	g := &Grid{columns: columns, selected: -1, sorted: -1, resized: -1, places: make([]columnPlace, len(columns))}
	for i := range columns {
		g.sequence = append(g.sequence, i)
	}
	g.rowHeight = func() float32 { return spaced(textFont(false).height, 6) }
	g.head = func() float32 { return spaced(smallFont().height, 8) }
	g.count, g.fill, g.fillHead = rows, g.write, g.writeHead
	g.tapped = func(i int, x float32) {
		row := g.row(i)
		if g.OnCell != nil && how() == PickOne && g.OnCell(row, g.ColumnAt(x)) {
			return
		}
		again := row == g.tappedOn && row == g.selected && time.Since(g.tappedAt) < twice
		g.tappedOn, g.tappedAt = row, time.Now()
		g.choose(row)
		if again && how() == PickOne && g.OnTwice != nil {
			g.OnTwice(row)
		}
		if g.OnTap != nil {
			g.OnTap(row)
		}
	}
	g.second, g.key = g.menu, g.pressed
	g.copied = func() string {
		if g.OnCopy == nil || g.selected < 0 {
			return ""
		}
		return g.OnCopy(g.selected)
	}
	g.setup(g, "Table of "+strings.Join(titles(columns), ", "))
	return g
}

func titles(columns []Column) (list []string) {
	for _, c := range columns {
		if name := cmp.Or(c.Name, c.Title); name != "" {
			list = append(list, name)
		}
	}
	return list
}

func (g *Grid) Cell(row, column int) string { return g.columns[column].Cell(row).Text }

// AccessibilityLabel implements fyne.Accessible: what is selected is said with the names of its columns.
func (g *Grid) AccessibilityLabel() string {
	n := g.count()
	text := g.name + ", " + state.Plural(n, "row")
	if g.selected < 0 || g.selected >= n {
		return text
	}
	text += ", row " + strconv.Itoa(1+g.place(g.selected))
	for i := range g.columns {
		c := &g.columns[i]
		cell := c.Cell(g.selected)
		if v := cmp.Or(cell.Name, cell.Text); v != "" {
			text += ", " + cmp.Or(c.Name, c.Title) + " " + v
		}
	}
	return text
}

func (g *Grid) Selected() int { return g.selected }

// Select selects a row without calling OnSelect; -1 for none.
func (g *Grid) Select(row int) {
	if row == g.selected {
		return
	}
	g.selected = row
	g.Reveal()
	g.reset()
}

func (g *Grid) Reveal() {
	if g.selected >= 0 {
		g.reveal(g.place(g.selected))
	}
}

// SetSorted says by what the rows are sorted, and whether the greatest comes first: the head of that column shows it.
func (g *Grid) SetSorted(by string, down bool) {
	g.sorted, g.down = slices.IndexFunc(g.columns, func(c Column) bool { return c.By == by && by != "" }), down
	g.arrange()
	g.reset()
}

// Sort has the rows sorted by a column, the other way round when they are already.
func (g *Grid) Sort(column int) {
	c := &g.columns[column]
	if c.By == "" || g.OnSort == nil && !g.own {
		return
	}
	by, down := c.By, c.Down
	if column == g.sorted {
		if down = !g.down; g.own && down == c.Down {
			by = ""
		}
	}
	g.SetSorted(by, down)
	if g.OnSort != nil {
		g.OnSort(by, down)
	}
}

func (g *Grid) SetTitle(column int, title string) {
	g.columns[column].Title = title
	g.draw()
}

// Update draws the rows again: their number or cells changed.
func (g *Grid) Update() {
	if g.selected >= g.count() {
		g.selected = -1
	}
	g.arrange()
	g.reset()
}

// ColumnAt returns the column at a place of the grid, -1 for none.
func (g *Grid) ColumnAt(x float32) int {
	for i, p := range g.places {
		if p.width > 0 && x >= p.x && x < p.x+p.width {
			return i
		}
	}
	return -1
}

func (g *Grid) Tapped(e *fyne.PointEvent) {
	if e.Position.Y < g.headHeight() {
		if c := g.ColumnAt(e.Position.X); c >= 0 {
			g.Sort(c)
		}
		return
	}
	g.rowPool.Tapped(e)
}

func (g *Grid) choose(i int) {
	if g.OnPick != nil {
		how := how()
		if g.OnPick(i, how); how != PickOne {
			return // OnPick decides what is selected
		}
	}
	changed := i != g.selected
	g.selected = i
	g.reset()
	if changed && g.OnSelect != nil {
		g.OnSelect(i)
	}
}

func (g *Grid) menu(e *fyne.PointEvent) {
	if i := g.row(g.at(e.Position)); i >= 0 && g.OnMenu != nil {
		g.OnMenu(i, e.AbsolutePosition)
	}
}

func (g *Grid) pressed(k *fyne.KeyEvent) {
	if to, ok := g.stepped(k, g.place(g.selected), g.count()); ok {
		g.reveal(to)
		g.choose(g.row(to))
		return
	}
	switch k.Name {
	case fyne.KeyLeft, fyne.KeyRight:
		if c := max(0, g.sorted); shiftHeld() && g.places[c].width > 0 {
			g.widen(c, map[fyne.KeyName]float32{fyne.KeyLeft: -10, fyne.KeyRight: 10}[k.Name])
		} else if g.OnKey != nil {
			g.OnKey(g.selected, k.Name)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if g.selected >= 0 && g.OnOpen != nil {
			g.OnOpen(g.selected)
		}
	default:
		if g.OnKey != nil {
			g.OnKey(g.selected, k.Name)
		}
	}
}
