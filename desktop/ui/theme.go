package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Variants that a Theme can be told to have.
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
	opts ThemeOptions
	base fyne.Theme
}

// NewTheme returns a theme.
func NewTheme(o ThemeOptions) *Theme {
	if o.TextSize == 0 {
		o.TextSize = 13
	}
	return &Theme{opts: o, base: theme.DefaultTheme()}
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

// Color implements fyne.Theme.
func (t *Theme) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	v := t.variant(system)
	p := paletteOf(v)
	accent := p.Accent
	if t.opts.Accent != nil {
		accent = color.NRGBAModel.Convert(t.opts.Accent).(color.NRGBA)
	}
	switch name {
	case theme.ColorNameBackground, theme.ColorNameOverlayBackground, theme.ColorNameMenuBackground:
		return p.Background
	case theme.ColorNameForeground:
		return p.Text
	case theme.ColorNamePlaceHolder, theme.ColorNameDisabled:
		return p.Faint
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return accent
	case theme.ColorNameForegroundOnPrimary:
		return p.OnAccent
	case theme.ColorNameButton, theme.ColorNameHeaderBackground, theme.ColorNameDisabledButton:
		return p.Header
	case theme.ColorNameInputBackground:
		return p.Raised
	case theme.ColorNameInputBorder:
		return p.Edge
	case theme.ColorNameSeparator:
		return p.Line
	case theme.ColorNameSelection:
		return p.AccentSoft
	case theme.ColorNameError:
		return p.Error
	case theme.ColorNameWarning:
		return p.Warning
	case theme.ColorNameFocus:
		return color.NRGBA{accent.R, accent.G, accent.B, 90}
	case theme.ColorNameScrollBar:
		return color.NRGBA{p.Edge.R, p.Edge.G, p.Edge.B, 170}
	case theme.ColorNameShadow:
		return color.NRGBA{A: 60}
	}
	return t.base.Color(name, v)
}

// Font implements fyne.Theme.
func (t *Theme) Font(s fyne.TextStyle) fyne.Resource { return t.base.Font(s) }

// Icon implements fyne.Theme.
func (t *Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return t.base.Icon(n) }

// Size implements fyne.Theme.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	text := t.opts.TextSize
	switch name {
	case theme.SizeNameText:
		return text
	case theme.SizeNameCaptionText:
		return text * 0.88
	case theme.SizeNameSubHeadingText:
		return text * 1.15
	case theme.SizeNameHeadingText:
		return text * 1.4
	case theme.SizeNameInlineIcon:
		return text * 1.3
	case theme.SizeNamePadding:
		return 3
	case theme.SizeNameInnerPadding:
		return 5
	case theme.SizeNameLineSpacing:
		return 3
	case theme.SizeNameScrollBar:
		return 12
	case theme.SizeNameScrollBarSmall:
		return 6
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 3
	}
	return t.base.Size(name)
}
