package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Variants of a Theme.
const (
	System = "system" // as the desktop has it
	Light  = "light"
	Dark   = "dark"
)

// ThemeOptions say what a [Theme] looks like. The zero value follows the system.
type ThemeOptions struct {
	Variant  string      // System, Light or Dark; "" for System
	TextSize float32     // of plain text in Fyne's units, 0 for 13
	Accent   color.Color // nil for the palette's own
}

// A Theme gives Fyne's widgets the colours of a [Palette] and lets them be
// closer together than usual: an inspector shows many rows.
type Theme struct {
	fyne.Theme // for all that is not said here
	opts       ThemeOptions
}

func NewTheme(o ThemeOptions) *Theme {
	if o.TextSize == 0 {
		o.TextSize = 13
	}
	return &Theme{theme.DefaultTheme(), o}
}

func (t *Theme) variant(system fyne.ThemeVariant) fyne.ThemeVariant {
	switch t.opts.Variant {
	case Light:
		return theme.VariantLight
	case Dark:
		return theme.VariantDark
	}
	return system
}

func (t *Theme) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	v := t.variant(system)
	p := paletteOf(v)
	accent := p.Accent
	if t.opts.Accent != nil {
		accent = p.legible(color.NRGBAModel.Convert(t.opts.Accent).(color.NRGBA))
	}
	switch name {
	case theme.ColorNameForegroundOnPrimary:
		return onto(accent)
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return accent
	case theme.ColorNameFocus:
		return color.NRGBA{accent.R, accent.G, accent.B, 90}
	}
	if c, ok := p.theme[name]; ok {
		return c
	}
	return t.Theme.Color(name, v)
}

// themed returns p with the colours that Fyne's widgets have in it.
func (p Palette) themed() Palette {
	p.theme = map[fyne.ThemeColorName]color.NRGBA{
		theme.ColorNameBackground:        p.Background,
		theme.ColorNameOverlayBackground: p.Over,
		theme.ColorNameMenuBackground:    p.Over,
		theme.ColorNameForeground:        p.Text,
		theme.ColorNamePlaceHolder:       p.Faint,
		theme.ColorNameDisabled:          p.Faint,
		theme.ColorNameButton:            p.Button,
		theme.ColorNameHeaderBackground:  p.Header,
		theme.ColorNameDisabledButton:    p.Button,
		theme.ColorNameInputBackground:   p.Raised,
		theme.ColorNameInputBorder:       p.Edge,
		theme.ColorNameSeparator:         p.Line,
		theme.ColorNameSelection:         p.AccentSoft,
		theme.ColorNameError:             p.Error,
		theme.ColorNameWarning:           p.Warning,
		theme.ColorNameScrollBar:         {p.Edge.R, p.Edge.G, p.Edge.B, 170},
		theme.ColorNameShadow:            {A: 110},
	}
	return p
}

// Sizes: those that follow the size of text, and those that do not.
var (
	textSizes = map[fyne.ThemeSizeName]float32{
		theme.SizeNameText: 1, theme.SizeNameCaptionText: 0.88, theme.SizeNameSubHeadingText: 1.15,
		theme.SizeNameHeadingText: 1.4, theme.SizeNameInlineIcon: 1.3,
	}
	sizes = map[fyne.ThemeSizeName]float32{
		theme.SizeNamePadding: 3, theme.SizeNameInnerPadding: 5, theme.SizeNameLineSpacing: 3, theme.SizeNameScrollBar: 12,
		theme.SizeNameScrollBarSmall: 6,
		theme.SizeNameInputRadius:    3, theme.SizeNameSelectionRadius: 3,
	}
)

func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if share, ok := textSizes[name]; ok {
		return t.opts.TextSize * share
	}
	if size, ok := sizes[name]; ok {
		return size
	}
	return t.Theme.Size(name)
}

// A variation is the theme of the app with a few other colours and sizes.
type variation struct {
	colours map[fyne.ThemeColorName]func(*Palette) colour
	sizes   map[fyne.ThemeSizeName]float32
}

func (variation) Font(s fyne.TextStyle) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Font(s)
}

func (variation) Icon(n fyne.ThemeIconName) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Icon(n)
}

func (t variation) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if c, ok := t.colours[n]; ok {
		return c(CurrentPalette())
	}
	return fyne.CurrentApp().Settings().Theme().Color(n, v)
}

func (t variation) Size(n fyne.ThemeSizeName) float32 {
	if size, ok := t.sizes[n]; ok {
		return size
	}
	return fyne.CurrentApp().Settings().Theme().Size(n)
}

// plain is for a large entry: grounds and round corners cost more than all other parts
// of the window where no graphics hardware helps.
var plain = variation{
	colours: map[fyne.ThemeColorName]func(*Palette) colour{
		theme.ColorNameInputBackground: func(*Palette) colour { return colour{} },
		theme.ColorNameInputBorder:     func(*Palette) colour { return colour{} },
	},
	sizes: map[fyne.ThemeSizeName]float32{theme.SizeNameInputRadius: 0},
}
