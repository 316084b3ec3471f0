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

type glyph struct {
	mask          []byte // coverage of each pixel
	x, y          int    // of the mask, from the pixel where the character begins on its baseline
	width, height int
}

type glyphKey struct {
	char rune
	part uint8 // where in a pixel it begins, in quarters
}

// A glyphAtlas holds the glyphs of a font at one size in pixels; what it lacks comes from other fonts of Fyne's.
type glyphAtlas struct {
	faces  []font.Face
	files  []*sfnt.Font
	glyphs map[glyphKey]glyph
	ascent float64
	buf    sfnt.Buffer
	known  map[rune]int8 // face of a character, -1 for none
}

type atlasKey struct {
	file    fyne.Resource
	size    float64
	hinting font.Hinting
}

var (
	atlases   = map[atlasKey]*glyphAtlas{}
	fontFiles = map[fyne.Resource]*sfnt.Font{}
)

func parsed(file fyne.Resource) *sfnt.Font {
	f, known := fontFiles[file]
	if !known {
		f, _ = opentype.Parse(file.Content())
		fontFiles[file] = f
	}
	return f
}

func atlasOf(style fyne.TextStyle, size float64, hinting font.Hinting) *glyphAtlas {
	key := atlasKey{theme.Current().Font(style), size, hinting}
	if a := atlases[key]; a != nil {
		return a
	}
	if len(atlases) > 32 { // sizes that a zoom passed
		clear(atlases)
	}
	a := &glyphAtlas{glyphs: map[glyphKey]glyph{}, known: map[rune]int8{}}
	for _, file := range []fyne.Resource{key.file, theme.DefaultSymbolFont(), theme.DefaultTextMonospaceFont()} {
		f := parsed(file)
		if f == nil {
			continue
		}
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: hinting})
		if err != nil {
			continue
		}
		if len(a.faces) == 0 {
			a.ascent = float64(face.Metrics().Ascent) / 64
		}
		a.faces, a.files = append(a.faces, face), append(a.files, f)
	}
	a.faces = append(a.faces, signFace{size: float32(size)})
	atlases[key] = a
	return a
}

// face returns which face has a character, -1 for none.
func (a *glyphAtlas) face(r rune) int {
	if k, ok := a.known[r]; ok {
		return int(k)
	}
	found := -1
	if _, ok := signs[r]; ok {
		found = len(a.faces) - 1
		a.known[r] = int8(found)
		return found
	}
	for i, f := range a.files {
		if n, err := f.GlyphIndex(&a.buf, r); err == nil && n != 0 {
			found = i
			break
		}
	}
	if len(a.known) > 1<<14 {
		clear(a.known)
	}
	a.known[r] = int8(found)
	return found
}

// fallback returns the width of a character that another font of Fyne's has: Fyne would ask the system's.
func (a *glyphAtlas) fallback(r rune) (width float32, ok bool) {
	i := a.face(r)
	if i < 1 {
		return 0, false
	}
	advance, ok := a.faces[i].GlyphAdvance(r)
	return float32(advance) / 64, ok
}

// simple reports whether every character of s can be drawn one after the other:
// the fonts have it, and its script needs no shaping.
func (a *glyphAtlas) simple(s string) bool {
	for _, r := range s {
		if r > 0x24f && (r < 0x370 || r > 0x52f) && (r < 0x2010 || r > 0x2bff) || a.face(r) < 0 {
			return false
		}
	}
	return true
}

// glyph returns a character that begins so many quarters into a pixel.
func (a *glyphAtlas) glyph(r rune, part uint8) glyph {
	key := glyphKey{r, part}
	g, ok := a.glyphs[key]
	if ok {
		return g
	}
	if len(a.glyphs) > 4096 {
		clear(a.glyphs)
	}
	if i := a.face(r); i >= 0 {
		box, mask, at, _, ok := a.faces[i].Glyph(fixed.Point26_6{X: fixed.Int26_6(part) * 16}, r)
		if alpha, isAlpha := mask.(*image.Alpha); ok && isAlpha && !box.Empty() {
			g = glyph{x: box.Min.X, y: box.Min.Y, width: box.Dx(), height: box.Dy()}
			for y := range g.height {
				from := alpha.PixOffset(at.X, at.Y+y)
				g.mask = append(g.mask, alpha.Pix[from:from+g.width]...)
			}
		}
	}
	a.glyphs[key] = g
	return g
}

// write draws a text. Its line begins at x; y is the top.
func (a *glyphAtlas) write(dst *bitmap, s string, f *typeface, scale, x, y float64, c colour) {
	base := int(math.Round(y + a.ascent))
	for _, r := range s {
		whole := math.Floor(x)
		a.draw(dst, r, uint8((x-whole)*4), int(whole), base, c)
		x += float64(f.advance(r)) * scale
	}
}

// draw blends a character over what is in dst.
func (a *glyphAtlas) draw(dst *bitmap, r rune, part uint8, x, y int, c colour) {
	g := a.glyph(r, part)
	x, y = x+g.x, y+g.y
	for row := max(0, -y); row < g.height && y+row < dst.h; row++ {
		mask := g.mask[row*g.width : (row+1)*g.width]
		for k := max(0, -x); k < g.width && x+k < dst.w; k++ {
			a := uint32(mask[k])
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

// A cellFont is the monospace font of the hex view at one size: all characters
// have whole pixels of width, and hinted outlines.
type cellFont struct {
	*glyphAtlas
	width, height, base int
}

func cellFontOf(size float64) cellFont {
	a := atlasOf(fyne.TextStyle{Monospace: true}, size, font.HintingFull)
	metrics := a.faces[0].Metrics()
	advance, _ := a.faces[0].GlyphAdvance('0')
	f := cellFont{glyphAtlas: a, width: max(1, advance.Round()), height: max(1, int(math.Ceil(size*1.5)))}
	f.base = (f.height-(metrics.Ascent+metrics.Descent).Round())/2 + metrics.Ascent.Round()
	return f
}

func (f *cellFont) put(dst *bitmap, r rune, x, y int, c colour) { f.draw(dst, r, 0, x, y+f.base, c) }
