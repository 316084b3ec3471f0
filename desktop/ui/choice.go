package ui

import (
	"cmp"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Select is a list to choose from. Keys that mean nothing to it are the window's.
type Select struct {
	widget.Select
	asButton
}

func NewSelect(names []string, chosen string, changed func(name string)) *Select {
	s := &Select{}
	s.Options, s.Selected, s.OnChanged, s.PlaceHolder = names, chosen, changed, "(Select one)"
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget: with an edge, so that it is told from what is around it on any ground.
func (s *Select) CreateRenderer() fyne.WidgetRenderer {
	return newPainted(s.Select.CreateRenderer(), 0, func(ground *canvas.Rectangle) {
		ground.StrokeColor, ground.StrokeWidth = CurrentPalette().Edge, 1
	})
}

func (s *Select) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyUp, fyne.KeyDown:
		s.open()
	default:
		HandleKey(s, k)
	}
}

// TypedRune implements fyne.Focusable: it goes to what begins with the character.
func (s *Select) TypedRune(r rune) {
	if r == ' ' {
		return // which opens the list as a key
	}
	s.open()
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		if l, ok := c.Focused().(*choiceList); ok {
			l.TypedRune(r)
		}
	}
}

func (s *Select) Tapped(*fyne.PointEvent) {
	if !s.Disabled() {
		focusIn(s, s)
		s.open()
	}
}

func (s *Select) AccessibilityLabel() string {
	return cmp.Or(s.Selected, s.PlaceHolder) + ", list to choose from"
}

// Choose shows another name as chosen, and calls nothing.
func (s *Select) Choose(name string) {
	s.Selected = name
	s.Refresh()
}

// A Slider chooses a number. Keys that mean nothing to it are the window's.
type Slider struct {
	asText
	widget.Slider
	name string // for screen readers
}

// NewSlider returns a slider for a share; chosen is called when it is let go.
func NewSlider(name string, from, to, step, share float64, chosen func(float64)) *Slider {
	s := &Slider{name: name}
	s.Min, s.Max, s.Step, s.Value, s.OnChangeEnded = from, to, step, share, chosen
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget: with a track that can be seen.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	return newPainted(s.Slider.CreateRenderer(), 0, func(track *canvas.Rectangle) {
		track.FillColor = CurrentPalette().Edge
	})
}

func (s *Slider) TypedKey(k *fyne.KeyEvent) {
	if !HandleKey(s, k) {
		s.Slider.TypedKey(k)
	}
}

func (s *Slider) AccessibilityLabel() string { return fmt.Sprintf("%s, %.0f %%", s.name, 100*s.Value) }

// A Check is a box that is ticked or not. Keys that mean nothing to it are the window's.
type Check struct {
	widget.Check
	asButton
}

func NewCheck(name string, on bool, changed func(on bool)) *Check {
	c := &Check{}
	c.Text, c.Checked, c.OnChanged = name, on, changed
	c.ExtendBaseWidget(c)
	return c
}

func (c *Check) TypedKey(k *fyne.KeyEvent) {
	if !HandleKey(c, k) {
		c.Check.TypedKey(k)
	}
}

func (c *Check) AccessibilityLabel() string {
	return c.Text + map[bool]string{true: ", on", false: ", off"}[c.Checked]
}

// Tick ticks the box or not, and calls nothing.
func (c *Check) Tick(on bool) {
	c.Checked = on
	c.Refresh()
}

// A Button is a button. Keys that mean nothing to it are the window's.
type Button struct {
	widget.Button
	name    string // for screen readers, of a button without a text
	focused bool
}

// CreateRenderer draws a ring while the button has the keys: Fyne's ground for that is that of the main button.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return newPainted(b.Button.CreateRenderer(), 0, func(ground *canvas.Rectangle) {
		ground.StrokeColor, ground.StrokeWidth = CurrentPalette().Text, 0
		if b.focused {
			ground.StrokeWidth = 2
		}
	})
}

func (b *Button) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
}

func (b *Button) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

func NewButton(text string, tapped func()) *Button {
	return NewIconButton(text, nil, tapped)
}

func NewIconButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := &Button{}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// NewSign returns a button with an icon alone, and a name for screen readers.
func NewSign(name string, icon fyne.Resource, tapped func()) *Button {
	b := NewIconButton("", icon, tapped)
	b.name = name
	return b
}

// SetLabel gives the button a text, or its icon alone and the text for screen readers.
func (b *Button) SetLabel(text string, short bool) {
	b.name = text
	if short {
		text = ""
	}
	if b.Text != text {
		b.SetText(text)
	}
}

func (b *Button) AccessibilityLabel() string { return cmp.Or(b.Text, b.name) }

func (b *Button) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter: // Fyne's take the space bar alone
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case !HandleKey(b, k):
		b.Button.TypedKey(k)
	}
}

// Choices are values that have names.
type Choices[T comparable] []Choice[T]

type Choice[T comparable] = struct {
	Name  string
	Value T
}

// Named returns values by their own names, behind none for the zero value.
func Named[T interface {
	comparable
	String() string
}](none string, list ...T) Choices[T] {
	c := make(Choices[T], 1, 1+len(list))
	c[0].Name = none
	for _, v := range list {
		c = append(c, Choice[T]{v.String(), v})
	}
	return c
}

func (c Choices[T]) Names() []string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = c[i].Name
	}
	return names
}

// Of returns the value of a name, in letters of either case, the first one when nothing has it.
func (c Choices[T]) Of(name string) T {
	for _, v := range c {
		if strings.EqualFold(v.Name, name) {
			return v.Value
		}
	}
	return c[0].Value
}

// Name returns the name of a value, that of the first one when it has none.
func (c Choices[T]) Name(value T) string {
	for _, v := range c {
		if v.Value == value {
			return v.Name
		}
	}
	return c[0].Name
}
