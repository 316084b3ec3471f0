package ui

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A glyph is a letter as a picture: how much of each pixel is ink.
type glyph struct {
	ink           []byte
	x, y          int // of the picture, from the pixel where the letter begins on its line
	width, height int
}

type glyphKey struct {
	letter rune
	part   uint8 // where in a pixel it begins, in quarters
}

// An inkwell draws the letters of a font at one size in pixels, each once.
// Letters that the font lacks come from Fyne's symbols, and from its monospace
// font, which has arrows and marks that no machine has to have fonts for.
type inkwell struct {
	faces  []font.Face
	files  []*sfnt.Font
	glyphs map[glyphKey]glyph
	ascent float64
	buf    sfnt.Buffer
	known  map[rune]int8 // face of a letter, -1 for none
}

type inkwellKey struct {
	file fyne.Resource
	size float64
}

var (
	inkwells  = map[inkwellKey]*inkwell{}
	fontFiles = map[fyne.Resource]*sfnt.Font{}
)

// parsed returns a font file, nil for one that cannot be read.
func parsed(file fyne.Resource) *sfnt.Font {
	f, known := fontFiles[file]
	if !known {
		f, _ = opentype.Parse(file.Content())
		fontFiles[file] = f
	}
	return f
}

// inkwellOf returns what draws the letters of a style at a size in pixels.
func inkwellOf(style fyne.TextStyle, size float64) *inkwell {
	key := inkwellKey{theme.Current().Font(style), size}
	if w := inkwells[key]; w != nil {
		return w
	}
	if len(inkwells) > 32 { // sizes that a zoom went through
		clear(inkwells)
	}
	w := &inkwell{glyphs: map[glyphKey]glyph{}, known: map[rune]int8{}}
	for _, file := range []fyne.Resource{key.file, theme.DefaultSymbolFont(), theme.DefaultTextMonospaceFont()} {
		f := parsed(file)
		if f == nil {
			continue
		}
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			continue
		}
		if len(w.faces) == 0 {
			w.ascent = float64(face.Metrics().Ascent) / 64
		}
		w.faces, w.files = append(w.faces, face), append(w.files, f)
	}
	inkwells[key] = w
	return w
}

// face returns which face has a letter, -1 for none.
func (w *inkwell) face(r rune) int {
	if k, ok := w.known[r]; ok {
		return int(k)
	}
	found := -1
	for i, f := range w.files {
		if n, err := f.GlyphIndex(&w.buf, r); err == nil && n != 0 {
			found = i
			break
		}
	}
	if len(w.known) > 1<<14 {
		clear(w.known)
	}
	w.known[r] = int8(found)
	return found
}

// simple reports whether every letter of s can be drawn one after the other:
// the fonts have it, and it is of a script that needs no more than that.
func (w *inkwell) simple(s string) bool {
	for _, r := range s {
		if r > 0x24f && (r < 0x370 || r > 0x52f) && (r < 0x2010 || r > 0x2bff) || w.face(r) < 0 {
			return false
		}
	}
	return true
}

// glyph returns a letter that begins so many quarters into a pixel.
func (w *inkwell) glyph(r rune, part uint8) glyph {
	key := glyphKey{r, part}
	g, ok := w.glyphs[key]
	if ok {
		return g
	}
	if len(w.glyphs) > 4096 {
		clear(w.glyphs)
	}
	if i := w.face(r); i >= 0 {
		dot := fixed.Point26_6{X: fixed.Int26_6(part) * 16}
		box, mask, at, _, ok := w.faces[i].Glyph(dot, r)
		if alpha, isAlpha := mask.(*image.Alpha); ok && isAlpha && !box.Empty() {
			g = glyph{x: box.Min.X, y: box.Min.Y, width: box.Dx(), height: box.Dy(), ink: make([]byte, box.Dx()*box.Dy())}
			for y := range g.height {
				for x := range g.width {
					g.ink[y*g.width+x] = alpha.AlphaAt(at.X+x, at.Y+y).A
				}
			}
		}
	}
	w.glyphs[key] = g
	return g
}

// write puts a text into a picture. Its line begins at x; y is the top.
func (w *inkwell) write(dst *image.RGBA, s string, f *typeface, scale, x, y float64, c colour) {
	base := int(math.Round(y + w.ascent))
	for _, r := range s {
		whole := math.Floor(x)
		g := w.glyph(r, uint8((x-whole)*4))
		g.blend(dst, int(whole)+g.x, base+g.y, c)
		x += float64(f.advance(r)) * scale
	}
}

// blend puts a letter over what is in dst.
func (g *glyph) blend(dst *image.RGBA, x, y int, c colour) {
	for row := max(0, -y); row < g.height && y+row < dst.Rect.Dy(); row++ {
		ink := g.ink[row*g.width : (row+1)*g.width]
		for k := max(0, -x); k < g.width && x+k < dst.Rect.Dx(); k++ {
			a := uint32(ink[k])
			if a == 0 {
				continue
			}
			p := dst.Pix[(y+row)*dst.Stride+4*(x+k):]
			p = p[:4:4]
			rest := 255 - a
			p[0] = uint8((uint32(c.R)*a + uint32(p[0])*rest + 127) / 255)
			p[1] = uint8((uint32(c.G)*a + uint32(p[1])*rest + 127) / 255)
			p[2] = uint8((uint32(c.B)*a + uint32(p[2])*rest + 127) / 255)
			p[3] = uint8(a + (uint32(p[3])*rest+127)/255)
		}
	}
}
