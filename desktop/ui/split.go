package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Split shows two things beside each other, or one above the other, with a line
// of one unit between them that can be dragged.
type Split struct {
	widget.BaseWidget
	Horizontal        bool
	Offset            float64 // share of the first one
	Leading, Trailing fyne.CanvasObject
	line              *splitLine
}

func NewHSplit(leading, trailing fyne.CanvasObject) *Split { return newSplit(true, leading, trailing) }
func NewVSplit(leading, trailing fyne.CanvasObject) *Split { return newSplit(false, leading, trailing) }

func newSplit(horizontal bool, leading, trailing fyne.CanvasObject) *Split {
	s := &Split{Horizontal: horizontal, Offset: 0.5, Leading: leading, Trailing: trailing}
	s.line = &splitLine{split: s, seen: canvas.NewRectangle(color.Transparent)}
	s.line.ExtendBaseWidget(s.line)
	s.ExtendBaseWidget(s)
	return s
}

// SetOffset gives the first one a share of the room.
func (s *Split) SetOffset(share float64) {
	s.Offset = share
	s.Refresh()
}

// The line takes splitGap of the room and is drawn one unit thick in the middle of
// it; splitGrip around it is where the mouse takes it.
const (
	splitGap  = 5
	splitGrip = 9
)

func (s *Split) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: func() fyne.Size {
			a, b := s.Leading.MinSize(), s.Trailing.MinSize()
			if s.Horizontal {
				return fyne.NewSize(a.Width+b.Width+splitGap, max(a.Height, b.Height))
			}
			return fyne.NewSize(max(a.Width, b.Width), a.Height+b.Height+splitGap)
		},
		layout: s.lay,
		refresh: func() {
			s.line.show()
			s.lay(s.Size())
			canvas.Refresh(s)
		},
		objects: always(s.Leading, s.line, s.Trailing), // in the order of the Tab key
	}
}

func (s *Split) along(size fyne.Size) float32 {
	if s.Horizontal {
		return size.Width
	}
	return size.Height
}

// first returns how much room the first one has of so much: its share, as far as neither is smaller than it can be.
func (s *Split) first(room float32) float32 {
	a, b := s.along(s.Leading.MinSize()), s.along(s.Trailing.MinSize())
	if a+b > room {
		return room * a / (a + b)
	}
	return max(a, min(room-b, room*float32(s.Offset)))
}

// Room returns how much of a length is divided.
func (s *Split) Room(length float32) float32 { return max(0, length-splitGap) }

func (s *Split) lay(size fyne.Size) {
	room := s.Room(s.along(size))
	first := s.first(room)
	if s.Horizontal {
		put(s.Leading, 0, 0, first, size.Height)
		put(s.Trailing, first+splitGap, 0, room-first, size.Height)
		put(s.line, first+splitGap/2-splitGrip/2, 0, splitGrip, size.Height)
		return
	}
	put(s.Leading, 0, 0, size.Width, first)
	put(s.Trailing, 0, first+splitGap, size.Width, room-first)
	put(s.line, 0, first+splitGap/2-splitGrip/2, size.Width, splitGrip)
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

// A splitLine is what is dragged.
type splitLine struct {
	asContainer
	widget.BaseWidget
	split   *Split
	seen    *canvas.Rectangle
	hovered bool
	dragged bool
	at      float32 // where the mouse has it, which may be out of bounds
}

// show paints the line: thicker where the mouse can take it.
func (l *splitLine) show() {
	p, size := CurrentPalette(), l.Size()
	colour, thick := p.Line, float32(1)
	if l.hovered {
		colour, thick = p.Accent, 3
	}
	setFill(l.seen, colour)
	if l.split.Horizontal {
		put(l.seen, (size.Width-thick)/2, 0, thick, size.Height)
	} else {
		put(l.seen, 0, (size.Height-thick)/2, size.Width, thick)
	}
}

func (l *splitLine) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: func() fyne.Size { return fyne.NewSize(splitGrip, splitGrip) }, layout: func(fyne.Size) { l.show() },
		refresh: l.show, objects: always(l.seen),
	}
}

func (l *splitLine) Dragged(e *fyne.DragEvent) {
	s := l.split
	room := s.Room(s.along(s.Size()))
	if room == 0 {
		return
	}
	if !l.dragged {
		l.dragged, l.at = true, s.first(room)
	}
	if l.at += e.Dragged.DY; s.Horizontal {
		l.at += e.Dragged.DX - e.Dragged.DY
	}
	s.Offset = float64(l.at) / float64(room)
	s.Offset = float64(s.first(room)) / float64(room)
	s.Refresh()
}

// TypedKey implements fyne.Focusable: arrows move the line, Home and End as far as it goes.
func (l *splitLine) TypedKey(k *fyne.KeyEvent) {
	s := l.split
	room := s.Room(s.along(s.Size()))
	step, ok := map[fyne.KeyName]float32{
		fyne.KeyLeft: -0.03, fyne.KeyUp: -0.03, fyne.KeyRight: 0.03, fyne.KeyDown: 0.03, fyne.KeyHome: -1, fyne.KeyEnd: 1,
	}[k.Name]
	if !ok || room == 0 {
		HandleKey(l, k)
		return
	}
	by := fyne.NewDelta(step*room, 0)
	if !s.Horizontal {
		by = fyne.NewDelta(0, step*room)
	}
	l.Dragged(&fyne.DragEvent{Dragged: by})
	l.DragEnd()
}

func (l *splitLine) TypedRune(rune) {}
func (l *splitLine) FocusGained()   { l.hover(true) }
func (l *splitLine) FocusLost()     { l.hover(false) }
func (l *splitLine) DragEnd()       { l.dragged = false }

func (l *splitLine) Cursor() desktop.Cursor {
	if l.split.Horizontal {
		return desktop.HResizeCursor
	}
	return desktop.VResizeCursor
}

func (l *splitLine) MouseIn(*desktop.MouseEvent)    { l.hover(true) }
func (l *splitLine) MouseMoved(*desktop.MouseEvent) {}
func (l *splitLine) MouseOut()                      { l.hover(false) }

func (l *splitLine) hover(on bool) {
	l.hovered = on
	l.show()
	l.Refresh()
}

func (l *splitLine) AccessibilityLabel() string { return "Splitter" }
