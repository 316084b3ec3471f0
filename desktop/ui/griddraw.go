package ui

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// A columnPlace is where a column is; it is hidden when it has no width.
type columnPlace struct{ x, width float32 }

func (g *Grid) lay() {
	width, letter := g.width, textFont(false).advance('n')
	const gap = 10
	shown := make([]bool, len(g.columns))
	least, shares := float32(gap), float32(0)
	for i := range g.columns {
		if shown[i] = !g.columns[i].Off && (g.columns[i].Hidden == nil || !g.columns[i].Hidden()); shown[i] {
			least += g.columns[i].least(letter) + gap
		}
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
		least -= g.columns[worst].least(letter) + gap
	}
	for i := range g.columns {
		if shown[i] && g.columns[i].width == 0 {
			shares += g.columns[i].Share
		}
	}
	extra, squeeze := max(0, width-least), min(1, width/least)
	x := float32(gap) * squeeze
	for _, i := range g.sequence {
		c := &g.columns[i]
		g.places[i] = columnPlace{}
		if !shown[i] {
			continue
		}
		w := c.least(letter) * squeeze
		if shares > 0 && c.width == 0 {
			w += extra * c.Share / shares
		}
		g.places[i] = columnPlace{x, w}
		x += w + gap*squeeze
	}
}

// gap returns the space between a column and the next.
func (g *Grid) gap(column int) float32 {
	end := g.places[column].x + g.places[column].width
	for _, i := range g.sequence[1+slices.Index(g.sequence, column):] {
		if next := g.places[i]; next.width > 0 {
			return next.x - end
		}
	}
	return g.width - end
}

// The signs of order are arrows since the font that comes with Fyne has them:
// triangles would be of a font of the system, where it has one.
const ascends, descends = "↑", "↓"

func (g *Grid) writeHead(l *line) {
	g.lay()
	p, f := CurrentPalette(), smallFont()
	for i, at := range g.places {
		if at.width == 0 {
			continue
		}
		q := piece{x: at.x, width: at.width, text: g.columns[i].Title, face: f, colour: p.Faint, right: g.columns[i].Right}
		if i == g.sorted {
			sign := ascends
			if g.down {
				sign = descends
			}
			q.colour = p.Text
			// It is in the gap between columns, as far as that is wide enough.
			q.width -= max(0, f.width(sign)+2-g.gap(i))
			end := q.x + q.width
			if !q.right {
				end = q.x + f.width(f.fit(q.text, q.width))
			}
			l.add(piece{x: end + 1, text: sign, face: f, colour: p.Text})
		}
		l.add(q)
	}
}

func (g *Grid) write(l *line, place int) {
	p, row := CurrentPalette(), g.row(place)
	if row == g.selected || g.Picked != nil && g.Picked(row) {
		l.ground = p.AccentSoft
	}
	if row == g.selected && g.Picked != nil {
		l.edge = p.Accent
	}
	for i, at := range g.places {
		if at.width == 0 {
			continue
		}
		c := &g.columns[i]
		v := c.Cell(row)
		tone := cmp.Or(v.Tone, c.Tone)
		q := piece{
			x: at.x, width: at.width, text: v.Text, face: textFont(tone == ToneStrong), colour: tone.colour(p), right: c.Right,
		}
		switch {
		case v.Spark != nil:
			small := smallFont()
			room := small.width(v.Text) + 6
			l.add(piece{x: q.x + q.width - room, width: room, text: v.Text, face: small, colour: p.Faint, right: true})
			q.steps, q.face, q.text, q.width = v.Spark, nil, "", max(1, q.width-room)
		case c.Mono:
			q.face = monoFont()
		}
		l.add(q)
	}
}

// HeightFor returns how high the grid is with so many rows in sight.
func (g *Grid) HeightFor(rows int) float32 { return g.headHeight() + float32(rows)*g.rowHeight() }

func (g *Grid) MinSize() fyne.Size {
	g.ExtendBaseWidget(g)
	return fyne.NewSize(160, g.headHeight()+3*(theme.TextSize()+8))
}
