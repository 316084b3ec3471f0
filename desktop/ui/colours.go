package ui

import (
	"image/color"
	"math"

	"fragscope/decoder"
	"fragscope/decoder/view"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// A Palette is all colours of one variant. They are those of the browser's
// page, so that the same packet looks the same in both.
type Palette struct {
	Background, Raised, Header color.NRGBA // behind content, behind bars, behind the heads of tables
	Over, Button               color.NRGBA // behind menus and dialogs, behind what is pressed, in them too
	Line, Edge                 color.NRGBA // between rows, around what can be typed into
	Text, Faint                color.NRGBA
	Accent, OnAccent           color.NRGBA
	AccentSoft, AccentFaint    color.NRGBA // selected row, row under the mouse
	Error, Warning, Note       color.NRGBA
	hues                       [view.CategoryCount]color.NRGBA
	shades                     [view.CategoryCount][4]color.NRGBA
	theme                      map[fyne.ThemeColorName]color.NRGBA
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// The palettes. The hues of fields are those of Okabe and Ito, which any colour vision can tell apart.
var (
	light = (Palette{
		Background: rgb(0xffffff), Raised: rgb(0xf4f5f7), Header: rgb(0xe9ebef), Over: rgb(0xf0f2f5), Button: rgb(0xe0e4ea),
		Line: rgb(0xd8dbe1), Edge: rgb(0x858c99),
		Text: rgb(0x1a1d23), Faint: rgb(0x535a66), Accent: rgb(0x0b57c2), OnAccent: rgb(0xffffff), AccentSoft: rgb(0xd9e6fb),
		AccentFaint: rgb(0xeef4fd),
		Error:       rgb(0xb3261e), Warning: rgb(0x8a5200), Note: rgb(0x2b5c8a),
		hues: hues(0x0072b2, 0xe69f00, 0x7a828f, 0x009e73, 0xcc79a7, 0xc9bb00),
	}).shaded().themed()
	dark = (Palette{
		Background: rgb(0x14171c), Raised: rgb(0x1b1f26), Header: rgb(0x262b34), Over: rgb(0x22272f), Button: rgb(0x2e3540),
		Line: rgb(0x333a45), Edge: rgb(0x7d8796),
		Text: rgb(0xe6e8ec), Faint: rgb(0xa7afbc), Accent: rgb(0x82b1ff), OnAccent: rgb(0x0c1420), AccentSoft: rgb(0x21395f),
		AccentFaint: rgb(0x1b2a43),
		Error:       rgb(0xff9c94), Warning: rgb(0xf5c069), Note: rgb(0x9cc4ee),
		hues: hues(0x56b4e9, 0xe69f00, 0x8b94a3, 0x21c296, 0xd98cb8, 0xd8cd3f),
	}).shaded().themed()
)

func hues(number, text, length, name, address, raw uint32) (h [view.CategoryCount]color.NRGBA) {
	h[view.CategoryNumber], h[view.CategoryText], h[view.CategoryLength] = rgb(number), rgb(text), rgb(length)
	h[view.CategoryName], h[view.CategoryAddress], h[view.CategoryRaw] = rgb(name), rgb(address), rgb(raw)
	return h
}

// shaded returns p with its shades: the deeper a field is, the stronger.
func (p Palette) shaded() Palette {
	for h := range view.CategoryCount {
		for depth := range 4 {
			c := mixed(p.hues[h], p.Background, 0.15+0.06*float64(depth))
			if h == view.CategoryPadding {
				c = p.Raised
			}
			if h == view.CategoryUnknown || h == view.CategoryGroup {
				c = p.Background
			}
			p.shades[h][depth] = c
		}
	}
	return p
}

// mixed returns share of a and the rest of b.
func mixed(a, b color.NRGBA, share float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*share + float64(y)*(1-share))) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

func (p *Palette) Shade(h view.Category, depth int) color.NRGBA {
	return p.shades[h][max(0, min(depth, 3))]
}

func (p *Palette) Severity(s decoder.Severity) color.NRGBA {
	return [...]color.NRGBA{p.Note, p.Warning, p.Error}[s]
}

func paletteOf(v fyne.ThemeVariant) *Palette {
	if v == theme.VariantLight {
		return &light
	}
	return &dark
}

// CurrentPalette returns the palette that the app shows now.
func CurrentPalette() *Palette {
	app := fyne.CurrentApp()
	if app == nil {
		return &dark
	}
	if t, ok := app.Settings().Theme().(*Theme); ok {
		return paletteOf(t.variant(app.Settings().ThemeVariant()))
	}
	return paletteOf(app.Settings().ThemeVariant())
}

// game is the ground that text with a game's colour codes is on, as it is
// in the game: its colours were chosen for a dark one.
var (
	gameGround = rgb(0x14171c)
	gameText   = rgb(0xf2f3f5)
)

// readable returns the colour of a colour code on the ground that such text
// always has: what would be too dark to read is lightened just enough.
func readable(r, g, b uint8) color.NRGBA {
	c := color.NRGBA{r, g, b, 255}
	for step := 0; step < 32 && luminance(c) < 0.24; step++ {
		c = mixed(color.NRGBA{255, 255, 255, 255}, c, 0.08)
	}
	return c
}

// leastContrast is what WCAG 2 asks for between a text and what is behind it.
const leastContrast = 4.5

// legible returns c, as much nearer to the text's colour as it takes to be read as
// text itself: the accent is that of links, tabs and heads.
func (p *Palette) legible(c color.NRGBA) color.NRGBA {
	for step := 0; step < 32 && (contrast(c, p.Background) < leastContrast ||
		contrast(c, p.Over) < leastContrast); step++ {
		c = mixed(p.Text, c, 0.08)
	}
	return c
}

// onto returns the colour of text on c: black or white, what differs more.
func onto(c color.NRGBA) color.NRGBA {
	black, white := rgb(0x000000), rgb(0xffffff)
	if contrast(black, c) > contrast(white, c) {
		return black
	}
	return white
}

// contrast is the contrast of WCAG 2 between two colours, 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2, 0 to 1.
func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// colour is short for what every colour here is.
type colour = color.NRGBA
