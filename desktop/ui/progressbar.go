package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// NewProgressBar returns a bar that shows how far something is, and what to put into a
// window: Fyne's own colours cannot be read on the part that is not done.
func NewProgressBar() (*widget.ProgressBar, fyne.CanvasObject) {
	b := widget.NewProgressBar()
	return b, container.NewThemeOverride(b, variation{colours: map[fyne.ThemeColorName]func(*Palette) colour{
		theme.ColorNamePrimary:             func(p *Palette) colour { return mixed(p.Accent, p.Background, 0.35) },
		theme.ColorNameForegroundOnPrimary: func(p *Palette) colour { return p.Text },
	}})
}
