package ui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"fragscope/analyzer/export"
)

// The axes of a [Chart] have round numbers; y begins with 0, or below all values in a chart that fits them.
type axes struct {
	steps  int     // between the lines of y
	bottom float64 // of y
	top    float64
	ownTop float64 // of a curve that is scaled by itself, 0 for none
	x      []export.Tick
}

func (c *Chart) axes() axes {
	size, small := c.raster.Size(), smallFont()
	from, to, most := c.bounds()
	lines := max(1, min(5, int(size.Height/(1.7*small.height))))
	least := c.least()
	share := (most - least) / float64(lines)
	step := max(1, export.RoundUp(share)) // what is counted is whole
	if lines < 3 {                        // round numbers are far apart then
		step = math.Ceil(max(1, export.RoundUp(share, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)))
	}
	if c.fit && most-least < 1 && least != math.Trunc(least) { // of numbers that are not whole
		step = export.RoundUp(max(share, 0.1))
	}
	step = max(step, 1e-12*math.Abs(most)) // as fine as these numbers are
	a := axes{bottom: step * math.Floor(least/step+1e-9)}
	a.steps = max(1, int(math.Ceil((most-a.bottom)/step-1e-9)))
	a.top = a.bottom + step*float64(a.steps)
	for i := range c.curves {
		if c.curves[i].own {
			greatest := 1.0
			for _, y := range c.curves[i].Y {
				if y > greatest {
					greatest = y
				}
			}
			a.ownTop = export.RoundUp(greatest/float64(a.steps)) * float64(a.steps)
		}
	}
	if c.kind == chartLog {
		a.x = export.LogTicks(from, to)
	} else {
		a.x = export.TimeTicks(from, to, int(size.Width/(small.width("00:00:00")+28)), c.zone)
	}
	return a
}

func (c *Chart) lay(size fyne.Size) {
	p := CurrentPalette()
	for i := range c.curves {
		if v := &c.curves[i]; v.tint != nil {
			v.colour, v.below = v.tint(p)
		}
	}
	names, high := c.names(size.Width)
	if c.beside != nil {
		_, other := c.beside.names(size.Width)
		high = max(high, other)
	}
	c.head.set(fyne.NewSize(size.Width, high), names...)
	small := smallFont()
	top, foot := c.head.Size().Height+2, small.height+2
	height := max(0, size.Height-top-foot)
	left, right := float32(0), float32(0)
	c.raster.Resize(fyne.NewSize(size.Width, height)) // for the number of lines
	if c.has() {
		a := c.axes()
		// A piece that is narrower says nothing.
		left = max(small.width(figure(a.top)), small.width(figure(a.bottom)), small.advance('m')) + 8
		if a.ownTop > 0 {
			for i := range 1 + a.steps {
				right = max(right, small.width(c.ownFigure(a, i))+8)
			}
		}
	}
	width := max(0, size.Width-left-right)
	c.raster.Move(fyne.NewPos(left, top))
	c.raster.Resize(fyne.NewSize(width, height))
	c.left.Move(fyne.NewPos(0, 0))
	c.right.Move(fyne.NewPos(left+width, 0))
	c.sides(top, height, left, right)
	c.foot.Move(fyne.NewPos(0, size.Height-small.height))
	c.below("")
	c.raster.Refresh()
}

// ownFigure returns what is at line i of a curve that is scaled by itself.
func (c *Chart) ownFigure(a axes, i int) string {
	return export.Duration(int64(a.ownTop * float64(i) / float64(a.steps)))
}

// sides writes the axes of y.
func (c *Chart) sides(top, height, left, right float32) {
	var l, r []piece
	if c.has() {
		a, small, p := c.axes(), smallFont(), CurrentPalette()
		tone := p.Faint
		for i := range c.curves {
			if c.curves[i].own {
				tone = c.curves[i].colour
			}
		}
		for i := range 1 + a.steps {
			y := top + height - 2 - (height-6)*float32(i)/float32(a.steps) - small.height/2
			y = min(y, top+height-small.height)
			l = append(l, piece{y: y, height: small.height, width: left - 6, right: true,
				text: figure(a.bottom + (a.top-a.bottom)*float64(i)/float64(a.steps)), face: small, colour: p.Faint})
			if a.ownTop > 0 && i > 0 {
				r = append(r, piece{x: 6, y: y, height: small.height, width: right - 6, text: c.ownFigure(a, i), face: small,
					colour: tone})
			}
		}
	}
	c.left.set(fyne.NewSize(left, top+height), l...)
	c.right.set(fyne.NewSize(right, top+height), r...)
}

// below writes the axis of x, or what the mouse reads.
func (c *Chart) below(read string) {
	p, small, size := CurrentPalette(), smallFont(), c.Size()
	var list []piece
	switch {
	case read != "":
		x := c.raster.Position().X
		list = append(list, piece{text: read, face: small, colour: p.Text, x: x, width: max(1, size.Width-x)})
	case c.has():
		from, to, _ := c.bounds()
		end := float32(-20)
		for _, t := range c.axes().x {
			width := small.width(t.Text) + 1
			x := c.raster.Position().X + float32(c.share(t.At, from, to))*c.raster.Size().Width - width/2
			if x = max(0, min(size.Width-width, x)); x < end+8 {
				continue
			}
			list = append(list, piece{text: t.Text, face: small, colour: p.Faint, x: x, width: width})
			end = x + width
		}
	}
	c.foot.set(fyne.NewSize(size.Width, small.height), list...)
}

// moreNames is written where there is no room for all names.
const moreNames = "and %d more"

// names returns the title with the unit, and the names in their colours, with how high they are.
func (c *Chart) names(width float32) (list []piece, high float32) {
	p, small, bold := CurrentPalette(), smallFont(), textFont(true)
	height, x, y := bold.height, float32(0), float32(0)
	put := func(s string, f *typeface, k colour) {
		if s != "" {
			list = append(list, piece{x: x, y: y, height: height, text: s, face: f, colour: k})
			x += f.width(f.fit(s, width-x))
		}
	}
	if put(c.title, bold, p.Text); c.title != "" {
		x += 8
	}
	if !c.has() {
		put(c.empty, small, p.Faint)
	} else {
		put(c.about(), small, p.Faint)
		x += 14
	}
	for i := range c.curves {
		name := small.fit(c.name(i), 230)
		end := x + small.width(name) + small.advance('■') + 14
		if y > 0 && i+1 < len(c.curves) {
			end += small.width(moreNames)
		}
		if end > width {
			if y > 0 { // two lines of names are enough
				put(fmt.Sprintf(moreNames, len(c.curves)-i), small, p.Faint)
				break
			}
			x, y = 0, height-2
		}
		put("■", small, c.curves[i].colour)
		x += 4
		put(name, small, p.Text)
		x += 10
	}
	return list, height + y
}

// about says what is counted, how much of it there is at most, and how times are written.
func (c *Chart) about() string {
	_, _, most := c.bounds()
	s := "max " + figure(most)
	switch numbers := len(c.marks) == 0; {
	case c.fit && numbers:
		s = exactly(c.least()) + " to " + exactly(most)
	case c.fit:
		s = fmt.Sprintf("values: %d", len(c.marks))
	}
	if !strings.HasPrefix(strings.ToLower(c.title), c.unit) {
		s = c.unit + ", " + s
	}
	switch {
	case c.kind == chartLog:
		s += ", by round-trip time"
	case c.zone == time.UTC:
		s += ", UTC"
	}
	return s
}

func (c *Chart) x(v float64) string {
	if c.kind == chartLog {
		return export.Duration(int64(v * 1e6))
	}
	if from, to, _ := c.bounds(); to-from < 60 {
		return moment(v).In(c.zone).Format("15:04:05.000")
	}
	return moment(v).In(c.zone).Format("15:04:05")
}

// label returns what a screen reader says of the curves.
func (c *Chart) label() string {
	if !c.has() {
		return c.title + ": " + c.empty
	}
	from, to, _ := c.bounds()
	s := fmt.Sprintf("%s: %s, from %s to %s", c.title, c.about(), c.x(from), c.x(to))
	for i := range c.curves {
		s += "; " + c.name(i)
	}
	return s
}
