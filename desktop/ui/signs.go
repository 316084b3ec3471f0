package ui

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The signs for what is watched and what is a favourite, and for what is not. No font
// that comes along has a bell, and stars are small in them.
const (
	Bell      = "⍾"
	BellEmpty = "␇"
	Star      = "★"
	StarEmpty = "☆"
	Lock      = "⚿"
)

// Outlines in a square of 24; the second part of the empty one is a hole.
const (
	bellOutline = "M 12 2 C 7.6 2 5.6 5.4 5.6 9.4 L 5.6 14 L 3.4 17.6 L 20.6 17.6 L 18.4 14 L 18.4 9.4 C 18.4 5.4 16.4 " +
		"2 12 2 Z M 9.4 19 C 9.4 22.6 14.6 22.6 14.6 19 Z"
	bellHole = " M 12 4 C 15 4 16.4 6.4 16.4 9.4 L 16.4 14.6 L 17.1 15.7 L 6.9 15.7 L 7.6 14.6 L 7.6 9.4 C 7.6 6.4 9 4 " +
		"12 4 Z"
)

const lockOutline = "M 5 11 L 19 11 L 19 22 L 5 22 Z M 7 11 L 7 8 C 7 1.5 17 1.5 17 8 L 17 11 L 15 11 L 15 8 C 15 " +
	"4.2 9 4.2 9 8 L 9 11 Z"

var signs = map[rune]string{
	first(Lock): lockOutline,
	first(Bell): bellOutline, first(BellEmpty): bellOutline + bellHole,
	first(Star): starPath(10.5, 1), first(StarEmpty): starPath(10.5, 1) + starPath(7, -1),
}

func first(sign string) rune { return []rune(sign)[0] }

// starPath returns the outline of a star of a size, clockwise or, for -1, the other way round.
func starPath(size float64, way int) string {
	var b strings.Builder
	for i := range 10 {
		r, a, to := size, math.Pi*float64(i*way)/5, "L"
		if i%2 == 1 {
			r *= 0.42
		}
		if i == 0 {
			to = "M"
		}
		fmt.Fprintf(&b, "%s %.2f %.2f ", to, 12+r*math.Sin(a), 12.8-r*math.Cos(a))
	}
	return b.String() + "Z "
}

// SignIcon returns a sign as an icon in the colour of texts.
func SignIcon(sign string) fyne.Resource {
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path fill="#000000" d="` +
		signs[first(sign)] + `"/></svg>`
	return theme.NewThemedResource(fyne.NewStaticResource("sign-"+strconv.Itoa(int(first(sign)))+".svg", []byte(svg)))
}

// A signFace is a font of signs, of a size in pixels, as far as a glyphAtlas uses one.
type signFace struct {
	font.Face
	size float32
}

func (f signFace) GlyphAdvance(rune) (fixed.Int26_6, bool) { return fixed.Int26_6(f.size * 64), true }

func (f signFace) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	const baseline = 20.5 // of 24
	side, above := int(f.size)+2, int(f.size*baseline/24)+1
	z := vector.NewRasterizer(side, side)
	from := [2]float32{float32(dot.X) / 64, float32(above) - f.size*baseline/24}
	words := strings.Fields(signs[r])
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
