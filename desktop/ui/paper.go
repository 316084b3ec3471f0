package ui

import (
	"cmp"
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A paper holds the texts of a row and draws them as one picture. Fyne keeps a
// picture of every text that was ever shown, for a minute: scrolling through a
// million packets would fill the memory with them, and shaping each takes longer
// than drawing the whole row. What needs shaping, or fonts that only Fyne can
// find, is left to Fyne all the same.
type paper struct {
	widget.BaseWidget
	labels  []*label
	raster  *canvas.Raster
	shaped  []*canvas.Text // texts that are left to Fyne
	picture *image.RGBA
	at      fyne.Position // of the picture, which is no larger than the texts
	scale   float64       // pixels to a unit, as it was laid out for
}

// A label is a text on a paper.
type label struct {
	Text   string
	face   *typeface
	colour colour
	x, y   float32
	hidden bool
}

// Hide leaves a label out.
func (l *label) Hide() { l.hidden = true }

// Show puts a label in.
func (l *label) Show() { l.hidden = false }

func newPaper() *paper {
	p := &paper{}
	p.ExtendBaseWidget(p)
	p.raster = canvas.NewRaster(p.paint)
	p.raster.ScaleMode = canvas.ImageScalePixels
	return p
}

// label puts one more text on p.
func (p *paper) label() *label {
	l := &label{hidden: true}
	p.labels = append(p.labels, l)
	return l
}

// settle has the texts drawn after they were changed.
func (p *paper) settle() {
	n := 0
	low, high := fyne.NewPos(math.MaxFloat32, math.MaxFloat32), fyne.Position{}
	for _, l := range p.labels {
		if l.hidden || l.Text == "" {
			continue
		}
		if inkwellOf(l.face.style, float64(l.face.size)).simple(l.Text) {
			low = fyne.NewPos(min(low.X, l.x), min(low.Y, l.y))
			high = fyne.NewPos(max(high.X, l.x+l.face.width(l.Text)), max(high.Y, l.y+l.face.height))
			continue
		}
		if n == len(p.shaped) {
			p.shaped = append(p.shaped, canvas.NewText("", color.Transparent))
		}
		t := p.shaped[n]
		setText(t, l.Text, l.face, l.colour)
		t.Move(fyne.NewPos(l.x, l.y))
		t.Show()
		n++
	}
	for _, t := range p.shaped[n:] {
		t.Hide()
	}
	p.frame(low, high)
}

// frame makes the picture as large as the texts between two corners, with a
// little room for letters that lean over.
func (p *paper) frame(low, high fyne.Position) {
	p.scale = cmp.Or(pixelScale(p), 1)
	down := func(v float32) float32 { return max(0, pixelsDown(v, p.scale)) }
	up := func(v, most float32) float32 { return min(pixelsUp(v, p.scale), pixelsDown(most, p.scale)) }
	size := p.Size()
	at := fyne.NewPos(down(low.X-2), down(low.Y-1))
	large := fyne.NewSize(up(high.X+3, size.Width)-at.X, up(high.Y+1, size.Height)-at.Y)
	if high.IsZero() || large.Width <= 0 || large.Height <= 0 {
		p.raster.Hide()
		return
	}
	p.at = at
	p.raster.Move(at)
	p.raster.Resize(large)
	p.raster.Show()
	p.raster.Refresh()
}

// paint draws the texts into a picture of w times h pixels.
func (p *paper) paint(w, h int) image.Image {
	if p.picture == nil || p.picture.Rect.Dx() != w || p.picture.Rect.Dy() != h {
		p.picture = image.NewRGBA(image.Rect(0, 0, w, h))
	} else {
		clear(p.picture.Pix)
	}
	scale := cmp.Or(pixelScale(p), p.scale)
	if scale != p.scale {
		do(p.settle) // it was laid out before it stood in a window
	}
	for _, l := range p.labels {
		if l.hidden || l.Text == "" {
			continue
		}
		ink := inkwellOf(l.face.style, float64(l.face.size)*scale)
		if ink.simple(l.Text) {
			ink.write(p.picture, l.Text, l.face, scale, float64(l.x-p.at.X)*scale, float64(l.y-p.at.Y)*scale, l.colour)
		}
	}
	return p.picture
}

// CreateRenderer implements fyne.Widget.
func (p *paper) CreateRenderer() fyne.WidgetRenderer { return &paperRenderer{p: p} }

type paperRenderer struct {
	p       *paper
	objects []fyne.CanvasObject
}

func (r *paperRenderer) Destroy()           {}
func (r *paperRenderer) Layout(fyne.Size)   { r.p.settle() }
func (r *paperRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *paperRenderer) Refresh()           { r.p.settle() }

func (r *paperRenderer) Objects() []fyne.CanvasObject {
	if r.objects == nil || len(r.objects) != 1+len(r.p.shaped) {
		r.objects = append(r.objects[:0:0], r.p.raster)
		for _, t := range r.p.shaped {
			r.objects = append(r.objects, t)
		}
	}
	return r.objects
}

// put puts a text at a place of a row, cut to a width, in the middle of the
// height. Numbers stand at the right.
func (l *label) put(s string, f *typeface, c colour, x, y, width, height float32, right bool) {
	if width < f.advance('m') {
		s = ""
	}
	s = f.fit(s, width)
	if right {
		x += max(0, width-f.width(s))
	}
	l.Text, l.face, l.colour, l.x, l.y, l.hidden = s, f, c, x, y+(height-f.height)/2, false
}
