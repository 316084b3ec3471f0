package ui

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// dot stands for a byte that is no printable letter.
const dot = '·'

// A glyphSet is the letters of a hex view at one size in pixels, drawn once. A
// full screen of bytes is thousands of letters of about a hundred kinds.
type glyphSet struct {
	size   float64     // pixels
	width  int         // of a letter; all have the same
	height int         // of a line
	masks  [128][]byte // width*height, how much of each pixel is ink; 0 is the dot
}

var glyphSets = map[inkwellKey]*glyphSet{}

// glyphSetOf returns the letters of a size in the monospace font of the current
// theme.
func glyphSetOf(size float64) *glyphSet {
	key := inkwellKey{theme.Current().Font(fyne.TextStyle{Monospace: true}), size}
	g := glyphSets[key]
	if g == nil {
		if len(glyphSets) > 16 { // sizes that a zoom went through
			clear(glyphSets)
		}
		g = newGlyphSet(size)
		glyphSets[key] = g
	}
	return g
}

func newGlyphSet(size float64) *glyphSet {
	g := &glyphSet{size: size}
	face := monospace(theme.Current().Font(fyne.TextStyle{Monospace: true}), size)
	if face == nil {
		face = monospace(theme.DefaultTextMonospaceFont(), size)
	}
	defer face.Close()
	metrics := face.Metrics()
	advance, _ := face.GlyphAdvance('0')
	g.width = max(1, advance.Round())
	g.height = max(1, int(math.Ceil(size*1.5)))
	ink := (metrics.Ascent + metrics.Descent).Round()
	base := (g.height-ink)/2 + metrics.Ascent.Round()
	for c := range g.masks {
		r := rune(c)
		if c == 0 {
			r = dot
		} else if c < 32 || c == 127 {
			continue
		}
		mask := image.NewAlpha(image.Rect(0, 0, g.width, g.height))
		d := font.Drawer{Dst: mask, Src: image.NewUniform(color.Alpha{255}), Face: face, Dot: fixed.P(0, base)}
		d.DrawString(string(r))
		g.masks[c] = mask.Pix
	}
	return g
}

// monospace returns a face of a font file, nil when it cannot be read.
func monospace(file fyne.Resource, size float64) font.Face {
	parsed, err := opentype.Parse(file.Content())
	if err != nil {
		return nil
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil
	}
	return face
}

// A sheet is a picture that is drawn into from above; what lies outside of it is
// left out.
type sheet struct {
	*image.RGBA
	w, h int
}

// fill paints a rectangle.
func (s *sheet) fill(x, y, w, h int, c color.NRGBA) {
	x0, y0, x1, y1 := max(x, 0), max(y, 0), min(x+w, s.w), min(y+h, s.h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	first := s.Pix[y0*s.Stride+4*x0 : y0*s.Stride+4*x1]
	for i := 0; i < len(first); i += 4 {
		first[i], first[i+1], first[i+2], first[i+3] = c.R, c.G, c.B, 255
	}
	for row := y0 + 1; row < y1; row++ {
		copy(s.Pix[row*s.Stride+4*x0:], first)
	}
}

// hatch paints stripes from the lower left to the upper right.
func (s *sheet) hatch(x, y, w, h, step int, c color.NRGBA) {
	for row := max(y, 0); row < min(y+h, s.h); row++ {
		for col := max(x, 0); col < min(x+w, s.w); col++ {
			if (col+row)%step == 0 {
				i := row*s.Stride + 4*col
				s.Pix[i], s.Pix[i+1], s.Pix[i+2] = c.R, c.G, c.B
			}
		}
	}
}

// frame paints the edges of a rectangle.
func (s *sheet) frame(x, y, w, h, thick int, c color.NRGBA) {
	s.fill(x, y, w, thick, c)
	s.fill(x, y+h-thick, w, thick, c)
	s.fill(x, y, thick, h, c)
	s.fill(x+w-thick, y, thick, h, c)
}

// letter paints a letter; codes without one are left out.
func (s *sheet) letter(g *glyphSet, code byte, x, y int, c color.NRGBA) {
	if code >= 128 {
		return
	}
	mask := g.masks[code]
	if mask == nil || x < 0 || x+g.width > s.w {
		return
	}
	r, gr, b := int(c.R), int(c.G), int(c.B)
	for row := max(0, -y); row < g.height && y+row < s.h; row++ {
		ink := mask[row*g.width : (row+1)*g.width]
		at := s.Pix[(y+row)*s.Stride+4*x:]
		at = at[:4*g.width]
		for k, a := range ink {
			if a == 0 {
				continue
			}
			p := at[4*k : 4*k+3 : 4*k+3]
			w := int(a) + int(a)>>7 // 0 to 256
			p[0] = uint8(int(p[0]) + (r-int(p[0]))*w>>8)
			p[1] = uint8(int(p[1]) + (gr-int(p[1]))*w>>8)
			p[2] = uint8(int(p[2]) + (b-int(p[2]))*w>>8)
		}
	}
}
