package ui

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A ProgressBar shows how far something is. Fyne's writes on the part that is not
// done in a colour that cannot be read there.
type ProgressBar struct {
	widget.BaseWidget
	Value         float64       // from 0 to 1
	TextFormatter func() string // what is written on it, nil for the share
	ground, done  *canvas.Rectangle
	text          *canvas.Text
}

// NewProgressBar returns a bar that shows a share.
func NewProgressBar() *ProgressBar {
	b := &ProgressBar{ground: canvas.NewRectangle(color.Transparent), done: canvas.NewRectangle(color.Transparent)}
	b.text = canvas.NewText("", color.Transparent)
	b.text.Alignment = fyne.TextAlignCenter
	b.ExtendBaseWidget(b)
	return b
}

// SetValue shows another share.
func (b *ProgressBar) SetValue(share float64) {
	b.Value = max(0, min(1, share))
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *ProgressBar) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: func() fyne.Size {
			text := fyne.MeasureText("100 %", theme.TextSize(), fyne.TextStyle{})
			return text.AddWidthHeight(4*theme.InnerPadding(), 2*theme.InnerPadding())
		},
		layout: b.show,
		refresh: func() {
			b.show(b.Size())
			canvas.Refresh(b)
		},
		objects: always(b.ground, b.done, b.text),
	}
}

func (b *ProgressBar) show(size fyne.Size) {
	p := CurrentPalette()
	b.ground.FillColor, b.done.FillColor, b.text.Color = p.Header, mixed(p.Accent, p.Background, 0.35), p.Text
	b.ground.CornerRadius, b.done.CornerRadius = theme.InputRadiusSize(), theme.InputRadiusSize()
	b.text.TextSize = theme.TextSize()
	if b.text.Text = fmt.Sprintf("%.0f %%", 100*b.Value); b.TextFormatter != nil {
		b.text.Text = b.TextFormatter()
	}
	put(b.ground, 0, 0, size.Width, size.Height)
	put(b.done, 0, 0, size.Width*float32(b.Value), size.Height)
	put(b.text, 0, (size.Height-b.text.MinSize().Height)/2, size.Width, b.text.MinSize().Height)
}
