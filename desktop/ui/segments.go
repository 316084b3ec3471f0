package ui

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Segments are the tabs of a part of a view: buttons on a bar of their own, of
// which one is pressed. Views have tabs with icons, and what is known about one
// thing has tabs with a line below.
type Segments struct {
	widget.BaseWidget
	Items    []*container.TabItem
	Empty    func(item *container.TabItem) bool // which tabs cannot be chosen: nothing is in them; nil for none
	selected int
	ground   *canvas.Rectangle
	buttons  []*Button
}

// NewSegments returns tabs of which the first is in front.
func NewSegments(items ...*container.TabItem) *Segments {
	s := &Segments{Items: items, ground: canvas.NewRectangle(color.Transparent)}
	s.ExtendBaseWidget(s)
	s.SelectIndex(0)
	return s
}

// Append adds a tab.
func (s *Segments) Append(item *container.TabItem) {
	s.Items = append(s.Items, item)
	s.Refresh()
}

// Remove takes a tab away.
func (s *Segments) Remove(item *container.TabItem) {
	in := s.Selected()
	s.Items = slices.DeleteFunc(s.Items, func(o *container.TabItem) bool { return o == item })
	s.selected = max(0, slices.Index(s.Items, in))
	s.Refresh()
}

// Select brings a tab to the front.
func (s *Segments) Select(item *container.TabItem) { s.SelectIndex(slices.Index(s.Items, item)) }

// SelectIndex brings the tab at a place to the front.
func (s *Segments) SelectIndex(i int) {
	if i >= 0 && i < len(s.Items) {
		s.selected = i
		s.Refresh()
	}
}

// Selected returns the tab in front.
func (s *Segments) Selected() *container.TabItem { return s.Items[s.selected] }

// SelectedIndex returns its place.
func (s *Segments) SelectedIndex() int { return s.selected }

// name has the buttons say what the tabs are called.
func (s *Segments) name() {
	for i, t := range s.Items {
		if i == len(s.buttons) {
			s.buttons = append(s.buttons, nil)
		}
		if b := s.buttons[i]; b == nil || b.Icon != nil && t.Icon == nil { // which would keep the room of its icon
			s.buttons[i] = NewButton("", func() { s.SelectIndex(i) })
		}
		b := s.buttons[i]
		b.Text, b.Icon, b.Importance = t.Text, t.Icon, widget.LowImportance
		if i == s.selected {
			b.Importance = widget.MediumImportance
		}
		EnableIf(i == s.selected || s.Empty == nil || !s.Empty(t), b)
		b.Refresh()
		ShowIf(i == s.selected, t.Content)
	}
	s.ground.FillColor = CurrentPalette().Raised
	s.ground.Refresh()
}

// height returns that of the bar.
func (s *Segments) height() float32 {
	height := float32(0)
	for _, b := range s.buttons {
		height = max(height, b.MinSize().Height)
	}
	return height
}

// CreateRenderer implements fyne.Widget.
func (s *Segments) CreateRenderer() fyne.WidgetRenderer {
	s.name()
	return &renderer{
		min: func() fyne.Size {
			least := fyne.Size{}
			for _, t := range s.Items {
				least = least.Max(t.Content.MinSize())
			}
			return least.AddWidthHeight(0, s.height())
		},
		layout: s.lay,
		refresh: func() {
			s.name()
			s.lay(s.Size())
			canvas.Refresh(s)
		},
		objects: func() []fyne.CanvasObject {
			list := []fyne.CanvasObject{s.ground}
			for _, b := range s.buttons[:len(s.Items)] {
				list = append(list, b)
			}
			for _, t := range s.Items {
				list = append(list, t.Content)
			}
			return list
		},
	}
}

func (s *Segments) lay(size fyne.Size) {
	bar, all := s.height(), float32(0)
	for i := range s.Items {
		all += s.buttons[i].MinSize().Width
	}
	narrower, x := min(1, size.Width/max(1, all)), float32(0)
	for i, t := range s.Items {
		w := s.buttons[i].MinSize().Width * narrower
		put(s.buttons[i], x, 0, w, bar)
		x += w
		put(t.Content, 0, bar, size.Width, max(0, size.Height-bar))
	}
	put(s.ground, 0, 0, size.Width, bar)
}
