package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Tone says how a cell is meant.
type Tone uint8

// The tones.
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

// A Column is a column of a [Grid]. Widths are in letters.
type Column struct {
	Title string
	Min   int     // never narrower, unless the grid is narrower than all of them
	Share float32 // of the room that is left over
	Right bool    // numbers stand at the right
	Mono  bool
	Mark  bool // cells and title are signs such as a star
	Spark bool // cells are a Spark rather than text
	Drop  int  // columns with the greatest go first when there is no room for all; 0 never goes
}

// A Cell is what stands in one place of a [Grid].
type Cell struct {
	Text  string
	Tone  Tone
	Spark []float32 // see NewSpark
}

// A Grid is a table of any number of rows of which one can be selected. It asks
// for the cells of the rows in sight only.
type Grid struct {
	rowPool
	columns []Column
	rows    func() int
	cell    func(row, column int) Cell

	OnSelect func(row int)                   // another row was selected, by mouse or key
	OnOpen   func(row int)                   // Enter was pressed on a row
	OnTap    func(row int)                   // a row was tapped, again or not
	OnHead   func(column int)                // the head of a column was tapped
	OnMenu   func(row int, at fyne.Position) // tapped with the other button, at a place of the canvas
	OnKey    func(row int, key fyne.KeyName) // a key that means nothing to the grid
	OnCopy   func(row int) string            // what copying puts on the clipboard
	Empty    string                          // said when there are no rows
	empty    *canvas.Text
	selected int
	sorted   int
	down     bool

	heads  []*canvas.Text
	arrow  *canvas.Text // beside the head of the column that the rows are in order of
	ground *canvas.Rectangle
	places []columnPlace
	placed float32
}

// A columnPlace is where a column is; it is hidden when it has no width.
type columnPlace struct{ x, width float32 }

// NewGrid returns a grid of rows() rows, whose cells cell returns.
func NewGrid(columns []Column, rows func() int, cell func(row, column int) Cell) *Grid {
	g := &Grid{columns: columns, rows: rows, cell: cell, selected: -1, sorted: -1}
	g.places = make([]columnPlace, len(columns))
	g.ground = canvas.NewRectangle(color.Transparent)
	g.empty = canvas.NewText("", color.Transparent)
	g.empty.Alignment = fyne.TextAlignCenter
	g.top = append(g.top, g.ground)
	for range columns {
		t := canvas.NewText("", color.Transparent)
		g.heads = append(g.heads, t)
		g.top = append(g.top, t)
	}
	g.arrow = canvas.NewText("", color.Transparent)
	g.top = append(g.top, g.arrow, g.empty)
	g.rowHeight = func() float32 { return textFont(false).height + 6 }
	g.head = func() float32 { return smallFont().height + 8 }
	g.count = rows
	g.make = g.makeCells
	g.fill = g.fillCells
	g.layHead = g.layHeads
	g.tapped = func(i int, _ float32) {
		g.choose(i)
		if g.OnTap != nil {
			g.OnTap(i)
		}
	}
	g.second = g.menu
	g.key = g.pressed
	g.shortcut = g.copied
	g.setup(g)
	return g
}

// Selected returns the row that is selected, -1 for none.
func (g *Grid) Selected() int { return g.selected }

// Select selects a row without telling OnSelect; -1 for none.
func (g *Grid) Select(row int) {
	if row == g.selected {
		return
	}
	g.selected = row
	if row >= 0 {
		g.reveal(row)
	}
	g.reset()
}

// SetSorted says which column the rows are in order of, and whether the
// greatest comes first; its head shows it.
func (g *Grid) SetSorted(column int, down bool) {
	g.sorted, g.down = column, down
	g.draw()
}

// SetTitle gives a column another title.
func (g *Grid) SetTitle(column int, title string) {
	g.columns[column].Title = title
	g.draw()
}

// Update draws the rows again: their number or cells changed.
func (g *Grid) Update() {
	if n := g.rows(); g.selected >= n {
		g.selected = -1
	}
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

// HeadAt returns where the head of a column is, for tests and for menus.
func (g *Grid) HeadAt(column int) fyne.Position {
	p := g.places[column]
	return fyne.NewPos(p.x+p.width/2, g.headHeight()/2)
}

// RowAt returns where the middle of a row is, when it is in sight.
func (g *Grid) RowAt(row int) fyne.Position {
	return fyne.NewPos(g.width/2, g.headHeight()+float32(g.view.Y(row)+g.view.RowHeight/2))
}

// Tapped implements fyne.Tappable.
func (g *Grid) Tapped(e *fyne.PointEvent) {
	if e.Position.Y < g.headHeight() {
		if c := g.ColumnAt(e.Position.X); c >= 0 && g.OnHead != nil && !g.columns[c].Spark {
			g.OnHead(c)
		}
		return
	}
	g.rowPool.Tapped(e)
}

func (g *Grid) choose(i int) {
	changed := i != g.selected
	g.selected = i
	g.reset()
	if changed && g.OnSelect != nil {
		g.OnSelect(i)
	}
}

func (g *Grid) menu(e *fyne.PointEvent) {
	if i := g.at(e.Position); i >= 0 && g.OnMenu != nil {
		g.OnMenu(i, e.AbsolutePosition)
	}
}

func (g *Grid) pressed(k *fyne.KeyEvent) {
	n := g.rows()
	if to, ok := g.stepped(k, g.selected, n); ok {
		g.reveal(to)
		g.choose(to)
		return
	}
	switch k.Name {
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

func (g *Grid) copied(s fyne.Shortcut) {
	if c, ok := s.(*fyne.ShortcutCopy); ok && g.OnCopy != nil && g.selected >= 0 {
		c.Clipboard.SetContent(g.OnCopy(g.selected))
	}
}

// lay gives each column its place.
func (g *Grid) lay(width float32) {
	if width == g.placed {
		return
	}
	g.placed = width
	letter := textFont(false).advance('n')
	const gap = 10
	shown := make([]bool, len(g.columns))
	least, shares := float32(gap), float32(0)
	for i := range g.columns {
		shown[i] = true
		least += float32(g.columns[i].Min)*letter + gap
	}
	for least > width { // the columns that matter least go first
		worst := -1
		for i := range g.columns {
			if shown[i] && g.columns[i].Drop > 0 && (worst < 0 || g.columns[i].Drop > g.columns[worst].Drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		shown[worst] = false
		least -= float32(g.columns[worst].Min)*letter + gap
	}
	for i := range g.columns {
		if shown[i] {
			shares += g.columns[i].Share
		}
	}
	extra, squeeze := max(0, width-least), min(1, width/least)
	x := float32(gap) * squeeze
	for i := range g.columns {
		c := &g.columns[i]
		if !shown[i] {
			g.places[i] = columnPlace{}
			continue
		}
		w := float32(c.Min) * letter * squeeze
		if shares > 0 {
			w += extra * c.Share / shares
		}
		g.places[i] = columnPlace{x, w}
		x += w + gap*squeeze
	}
}

func (g *Grid) layHeads(width float32) {
	g.lay(g.width)
	p, f := CurrentPalette(), smallFont()
	height := g.headHeight()
	setFill(g.ground, p.Header)
	g.ground.Resize(fyne.NewSize(width, height))
	// Every machine has these in the monospace font, and perhaps nowhere else.
	marks := fontOf(f.size, fyne.TextStyle{Monospace: true})
	setText(g.arrow, "", marks, p.Text)
	for i, t := range g.heads {
		at, face, c := g.places[i], f, p.Faint
		if g.columns[i].Mark {
			face = marks
		}
		if i == g.sorted && at.width > 0 {
			sign := "▴"
			if g.down {
				sign = "▾"
			}
			c = p.Text
			need := marks.advance('▾') + 2
			at.width = max(0, at.width-need)
			end := at.x + at.width
			if !g.columns[i].Right {
				end = at.x + f.width(f.fit(g.columns[i].Title, at.width))
			}
			putText(g.arrow, sign, marks, c, end+2, 0, need, height, false)
		}
		putText(t, g.columns[i].Title, face, c, at.x, 0, at.width, height, g.columns[i].Right)
	}
	message := ""
	if g.rows() == 0 {
		message = g.Empty
	}
	size := g.Size()
	g.empty.Resize(fyne.NewSize(size.Width, f.height))
	setText(g.empty, textFont(false).fit(message, size.Width-20), textFont(false), p.Faint)
	g.empty.Move(fyne.NewPos(0, height+max(4, (size.Height-height)/3)))
}

// gridCells are the objects of a row.
type gridCells struct {
	all    *fyne.Container
	ground *canvas.Rectangle
	texts  []*canvas.Text
	sparks []*Spark
}

func (c *gridCells) box() *fyne.Container { return c.all }

func (g *Grid) makeCells() cells {
	c := &gridCells{ground: canvas.NewRectangle(color.Transparent), texts: make([]*canvas.Text, len(g.columns)), sparks: make([]*Spark, len(g.columns))}
	objects := []fyne.CanvasObject{c.ground}
	for i := range g.columns {
		if g.columns[i].Spark {
			c.sparks[i] = NewSpark()
			objects = append(objects, c.sparks[i])
			continue
		}
		c.texts[i] = canvas.NewText("", color.Transparent)
		objects = append(objects, c.texts[i])
	}
	c.all = &fyne.Container{Objects: objects}
	return c
}

func (g *Grid) fillCells(row cells, i int) {
	c := row.(*gridCells)
	p := CurrentPalette()
	height := float32(g.view.RowHeight)
	ground := color.NRGBA{}
	if i == g.selected {
		ground = p.AccentSoft
	}
	setGround(c.ground, ground)
	c.ground.Resize(fyne.NewSize(g.width, height))
	g.lay(g.width)
	for k := range g.columns {
		at := g.places[k]
		if at.width == 0 {
			if c.texts[k] != nil {
				setText(c.texts[k], "", textFont(false), p.Text)
			} else {
				c.sparks[k].Hide()
			}
			continue
		}
		v := g.cell(i, k)
		if s := c.sparks[k]; s != nil {
			s.Show()
			s.Move(fyne.NewPos(at.x, 3))
			s.Resize(fyne.NewSize(at.width, height-6))
			s.Set(v.Spark)
			continue
		}
		f := textFont(v.Tone == ToneStrong)
		if g.columns[k].Mono {
			f = monoFont()
		}
		if g.columns[k].Mark {
			f = fontOf(f.size, fyne.TextStyle{Monospace: true})
		}
		putText(c.texts[k], v.Text, f, v.Tone.colour(p), at.x, 0, at.width, height, g.columns[k].Right)
	}
}

// MinSize implements fyne.Widget.
func (g *Grid) MinSize() fyne.Size {
	g.ExtendBaseWidget(g)
	return fyne.NewSize(160, g.headHeight()+3*(theme.TextSize()+8))
}
