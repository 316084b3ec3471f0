package ui

import (
	"image/color"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// Whatever a field is, whatever is said about it, its text can be read: 4.5 is
// what WCAG asks for.
func TestContrast(t *testing.T) {
	for name, p := range map[string]*Palette{"light": &light, "dark": &dark} {
		check := func(what string, text, ground color.NRGBA, least float64) {
			t.Helper()
			if c := contrast(text, ground); c < least {
				t.Errorf("%s: %s has a contrast of %.2f, expected %.1f", name, what, c, least)
			}
		}
		for h := range view.CategoryCount {
			for depth := range 5 {
				check("text on "+h.String(), p.Text, p.Shade(h, depth), 4.5)
			}
		}
		for s := decoder.SeverityNote; s <= decoder.SeverityError; s++ {
			check(s.String(), p.Severity(s), p.Background, 4.5)
			check(s.String()+" on a selected row", p.Severity(s), p.AccentFaint, 4.5)
		}
		check("faint text", p.Faint, p.Background, 4.5)
		check("faint text on a bar", p.Faint, p.Raised, 4.5)
		check("faint text in a dialog", p.Faint, p.Over, 4.5)
		check("faint text on a button", p.Faint, p.Button, 4.5)
		check("a menu over the content", p.Over, p.Background, 1.1)
		check("a button in a dialog", p.Button, p.Over, 1.1)
		check("selected text", p.OnAccent, p.Accent, 4.5)
		check("text of a selected row", p.Text, p.AccentSoft, 4.5)
		check("edge", p.Edge, p.Background, 3)
		for ground, c := range map[string]color.NRGBA{"a dialog": p.Over, "a button": p.Button, "an entry": p.Raised,
			"a head": p.Header} {
			check("text on "+ground, p.Text, c, 4.5)
			for s := decoder.SeverityNote; s <= decoder.SeverityError && ground == "a dialog"; s++ {
				check(s.String()+" on "+ground, p.Severity(s), c, 4.5)
			}
		}
	}
}

// An accent that somebody chose is seen as text, and text is seen on it.
func TestAccentContrast(t *testing.T) {
	for _, variant := range []string{Light, Dark} {
		for _, accent := range []color.Color{
			nil, color.NRGBA{0xd5, 0x7f, 0x00, 0xff}, color.NRGBA{0x00, 0x92, 0x6b, 0xff}, color.NRGBA{0xb4, 0x63, 0x97, 0xff},
			color.NRGBA{0x7a, 0x82, 0x8f, 0xff},
			color.White, color.Black,
		} {
			th := NewTheme(ThemeOptions{Variant: variant, Accent: accent})
			of := func(name fyne.ThemeColorName) color.NRGBA {
				return color.NRGBAModel.Convert(th.Color(name, theme.VariantDark)).(color.NRGBA)
			}
			primary := of(theme.ColorNamePrimary)
			for name, other := range map[string]color.NRGBA{
				"the window": of(theme.ColorNameBackground), "a dialog": of(theme.ColorNameOverlayBackground),
				"text on it": of(theme.ColorNameForegroundOnPrimary),
			} {
				if c := contrast(primary, other); c < 4.5 {
					t.Errorf("%s, accent %v: %.2f against %s", variant, accent, c, name)
				}
			}
		}
	}
}

// Grounds that stand beside each other have to differ for an eye that sees only
// how light they are, or in hue.
func TestHuesDiffer(t *testing.T) {
	for name, p := range map[string]*Palette{"light": &light, "dark": &dark} {
		seen := map[color.NRGBA]view.Category{}
		for h := range view.CategoryPadding {
			for depth := range 4 {
				c := p.Shade(h, depth)
				if other, there := seen[c]; there {
					t.Errorf("%s: %s and %s share %v", name, h, other, c)
				}
				seen[c] = h
			}
		}
	}
}

func TestReadable(t *testing.T) {
	for _, c := range []color.NRGBA{{0, 0, 0, 255}, {1, 1, 1, 255}, {0, 0, 255, 255}, {255, 255, 1, 255},
		{80, 0, 0, 255}} {
		if got := contrast(readable(c.R, c.G, c.B), gameGround); got < 4.5 {
			t.Errorf("%v becomes %v, contrast %.2f", c, readable(c.R, c.G, c.B), got)
		}
	}
	if got := readable(255, 255, 1); got != (color.NRGBA{255, 255, 1, 255}) {
		t.Errorf("a light colour became %v", got)
	}
}

// TestProgressContrast: the text of a progress bar can be read on what is done and
// on what is not.
func TestProgressContrast(t *testing.T) {
	for _, variant := range []string{Light, Dark} {
		b, around := NewProgressBar()
		shown(t, around, variant, 300, 40)
		b.SetValue(0.5)
		list := test.WidgetRenderer(b).Objects()
		fill := func(i int) color.NRGBA {
			c := color.NRGBAModel.Convert(list[i].(*canvas.Rectangle).FillColor).(color.NRGBA)
			return mixed(c, CurrentPalette().Background, float64(c.A)/255)
		}
		text := list[2].(*canvas.Text).Color.(color.NRGBA)
		for i, part := range []string{"what is not done", "what is done"} {
			if c := contrast(text, fill(i)); c < 4.5 {
				t.Errorf("%s: the text on %s has a contrast of %.1f", variant, part, c)
			}
		}
		if contrast(fill(1), fill(0)) < 1.3 {
			t.Errorf("%s: what is done, %v, looks as what is not, %v", variant, fill(1), fill(0))
		}
	}
}

func TestTheme(t *testing.T) {
	app := test.NewTempApp(t)
	for _, c := range []struct {
		variant string
		want    *Palette
	}{{Light, &light}, {Dark, &dark}} {
		th := NewTheme(ThemeOptions{Variant: c.variant})
		test.AssertAllColorNamesDefined(t, th, c.variant)
		app.Settings().SetTheme(th)
		if CurrentPalette() != c.want {
			t.Errorf("%s gives another palette", c.variant)
		}
		if got := theme.Color(theme.ColorNameBackground); got != color.Color(c.want.Background) {
			t.Errorf("%s: the background is %v", c.variant, got)
		}
	}
	th := NewTheme(ThemeOptions{TextSize: 20, Accent: color.NRGBA{1, 2, 3, 255}})
	// which can be read on white
	if th.Size(theme.SizeNameText) != 20 || th.Color(theme.ColorNamePrimary, theme.VariantLight) != color.Color(
		color.NRGBA{1, 2, 3, 255}) {
		t.Error("size or accent do not come through")
	}
	var _ fyne.Theme = th
}
