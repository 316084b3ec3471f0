package ui

import (
	"image/color"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A scrollBar shows where a viewport is and moves it.
type scrollBar struct {
	asContainer
	widget.BaseWidget
	view   *state.Viewport
	moved  func()
	thumb  *canvas.Rectangle
	grab   float64 // of the thumb, where the mouse took it
	held   bool
	inside bool
}

func newScrollBar(view *state.Viewport, moved func()) *scrollBar {
	s := &scrollBar{view: view, moved: moved, thumb: canvas.NewRectangle(color.Transparent)}
	s.ExtendBaseWidget(s)
	return s
}

const thumbRoom = 24

func scrollBarWidth() float32 { return theme.ScrollBarSize() }

func (s *scrollBar) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min:    func() fyne.Size { return fyne.NewSize(scrollBarWidth(), thumbRoom) },
		layout: func(fyne.Size) { s.place() }, refresh: s.place, objects: always(s.thumb),
	}
}

func (s *scrollBar) place() {
	at, length := s.view.Thumb()
	if length == 0 {
		s.thumb.Hide()
		return
	}
	p := CurrentPalette()
	c := p.Edge
	c.A = 130
	if s.inside || s.held {
		c.A = 220
	}
	w := s.Size().Width - 4
	s.thumb.CornerRadius = w / 2
	s.thumb.Move(fyne.NewPos(2, float32(at)))
	s.thumb.Resize(fyne.NewSize(w, float32(length)))
	setFill(s.thumb, c)
	s.thumb.Show()
}

func (s *scrollBar) Dragged(e *fyne.DragEvent) {
	if s.view.SetThumb(float64(e.Position.Y) - s.grab) {
		s.moved()
	}
}

func (s *scrollBar) DragEnd() {
	s.held = false
	s.place()
}

// MouseDown takes the thumb, or moves it to the mouse and takes it there.
func (s *scrollBar) MouseDown(e *desktop.MouseEvent) {
	at, length := s.view.Thumb()
	y := float64(e.Position.Y)
	s.held = true
	s.grab = y - at
	if y < at || y > at+length {
		s.grab = length / 2
		if s.view.SetThumb(y - s.grab) {
			s.moved()
		}
	}
	s.place()
}

func (s *scrollBar) MouseUp(*desktop.MouseEvent) { s.DragEnd() }

func (s *scrollBar) MouseIn(*desktop.MouseEvent) {
	s.inside = true
	s.place()
}

func (s *scrollBar) MouseMoved(*desktop.MouseEvent) {}

func (s *scrollBar) MouseOut() {
	s.inside = false
	s.place()
}

func (s *scrollBar) AccessibilityLabel() string { return "Scroll bar" }
