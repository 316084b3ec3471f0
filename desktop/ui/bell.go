package ui

import (
	"image"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The signs for what is watched and what is not. No font that comes along has a bell.
const (
	Bell      = "⍾"
	BellEmpty = "␇"
)

// Outlines in a square of 24; the second part of the empty one is a hole.
const (
	bellOutline = "M 12 2 C 7.6 2 5.6 5.4 5.6 9.4 L 5.6 14 L 3.4 17.6 L 20.6 17.6 L 18.4 14 L 18.4 9.4 C 18.4 5.4 16.4 2 12 2 Z M 9.4 19 C 9.4 22.6 14.6 22.6 14.6 19 Z"
	bellHole    = " M 12 4 C 15 4 16.4 6.4 16.4 9.4 L 16.4 14.6 L 17.1 15.7 L 6.9 15.7 L 7.6 14.6 L 7.6 9.4 C 7.6 6.4 9 4 12 4 Z"
)

var bells = map[rune]string{[]rune(Bell)[0]: bellOutline, []rune(BellEmpty)[0]: bellOutline + bellHole}

// BellIcon returns a bell in the colour of texts, full for what is watched.
func BellIcon(full bool) fyne.Resource {
	name, path := "bell-full.svg", bellOutline
	if !full {
		name, path = "bell-empty.svg", bellOutline+bellHole
	}
	return PathIcon(name, path)
}

// PathIcon returns an icon of an outline in a square of 24, in the colour of texts.
func PathIcon(name, path string) fyne.Resource {
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path fill="#000000" d="` + path + `"/></svg>`
	return theme.NewThemedResource(fyne.NewStaticResource(name, []byte(svg)))
}

// A bellFace is a font of bells, of a size in pixels, as far as a glyphAtlas uses one.
type bellFace struct {
	font.Face
	size float32
}

// GlyphAdvance implements font.Face.
func (f bellFace) GlyphAdvance(rune) (fixed.Int26_6, bool) { return fixed.Int26_6(f.size * 64), true }

// Glyph implements font.Face.
func (f bellFace) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	const baseline = 20.5 // of 24
	side, above := int(f.size)+2, int(f.size*baseline/24)+1
	z := vector.NewRasterizer(side, side)
	from := [2]float32{float32(dot.X) / 64, float32(above) - f.size*baseline/24}
	words := strings.Fields(bells[r])
	for len(words) > 0 {
		n := map[string]int{"M": 2, "L": 2, "C": 6}[words[0]]
		var p [6]float32
		for k := range n {
			u, _ := strconv.ParseFloat(words[1+k], 32)
			p[k] = from[k%2] + float32(u)*f.size/24
		}
		switch words[0] {
		case "M":
			z.MoveTo(p[0], p[1])
		case "L":
			z.LineTo(p[0], p[1])
		case "C":
			z.CubeTo(p[0], p[1], p[2], p[3], p[4], p[5])
		default:
			z.ClosePath()
		}
		words = words[1+n:]
	}
	mask := image.NewAlpha(z.Bounds())
	z.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	return mask.Bounds().Sub(image.Pt(0, above)), mask, image.Point{}, 0, true
}
