package ui

import (
	"cmp"
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/font"
)

// A piece is a text at a place of a row, or a chip in the colour of its ground, or a sparkline.
type piece struct {
	x, width  float32 // width 0 for all that is left
	y, height float32 // height 0 for all of the row
	text      string
	face      *typeface
	colour    colour
	ground    colour // none when it is transparent
	right     bool   // aligned to the right, as numbers are
	centred   bool
	striped   bool // a chip for undocumented bytes
	steps     []float32
}

// lay cuts a text to its width and puts it in the middle of its height; size is that of the row.
func (q *piece) lay(size fyne.Size) {
	q.height = cmp.Or(q.height, size.Height-q.y)
	room := size.Width - q.x
	q.width = max(0, min(cmp.Or(q.width, room), room))
	if q.face == nil {
		return
	}
	if q.text = q.face.fit(q.text, q.width); q.face.width(q.text) > q.width { // not even an ellipsis fits
		q.text = ""
	}
	wide := q.face.width(q.text)
	switch {
	case q.right:
		q.x += max(0, q.width-wide)
	case q.centred:
		q.x += max(0, q.width-wide) / 2
	}
	q.width = wide
	q.y += (q.height - q.face.height) / 2
	q.height = q.face.height
}

// A textLayer draws the pieces of a row as one picture. Fyne keeps a picture of
// every text that was ever shown, for a minute: scrolling through a million
// packets would fill the memory with them, and shaping each takes longer than
// drawing the whole row. What needs shaping, or fonts that only Fyne can find, is
// left to Fyne all the same.
type textLayer struct {
	widget.BaseWidget
	pieces  []piece
	raster  *canvas.Raster
	shaped  []*canvas.Text // texts that are left to Fyne
	picture *bitmap
	at      fyne.Position // of the picture, which is no larger than the pieces
	scale   float64       // pixels to a unit, as it was laid out for
}

func newTextLayer() *textLayer {
	t := &textLayer{}
	t.ExtendBaseWidget(t)
	t.raster = canvas.NewRaster(t.paint)
	t.raster.ScaleMode = canvas.ImageScalePixels
	return t
}

func (t *textLayer) set(size fyne.Size, pieces ...piece) {
	t.pieces = append(t.pieces[:0], pieces...)
	for i := range t.pieces {
		t.pieces[i].lay(size)
	}
	if t.Size() != size {
		t.Resize(size) // which arranges them
		return
	}
	t.arrange()
}

// drawn reports whether a piece is drawn here, not left to Fyne.
func (q *piece) drawn() bool {
	return q.text == "" || atlasOf(q.face.style, float64(q.face.size), font.HintingNone).simple(q.text)
}

// arrange has the pieces drawn after they were changed.
func (t *textLayer) arrange() {
	n := 0
	low, high := fyne.NewPos(math.MaxFloat32, math.MaxFloat32), fyne.Position{}
	for i := range t.pieces {
		q := &t.pieces[i]
		if q.text == "" && q.ground.A == 0 && q.steps == nil {
			continue
		}
		if q.drawn() || q.ground.A > 0 {
			low = fyne.NewPos(min(low.X, q.x), min(low.Y, q.y))
			high = fyne.NewPos(max(high.X, q.x+q.width), max(high.Y, q.y+q.height))
		}
		if q.drawn() {
			continue
		}
		if n == len(t.shaped) {
			t.shaped = append(t.shaped, canvas.NewText("", color.Transparent))
		}
		o := t.shaped[n]
		if o.Text != q.text || o.Color != color.Color(q.colour) || o.TextSize != q.face.size || o.TextStyle != q.face.style {
			o.Text, o.Color, o.TextSize, o.TextStyle = q.text, q.colour, q.face.size, q.face.style
			o.Refresh()
		}
		o.Move(fyne.NewPos(q.x, q.y))
		o.Show()
		n++
	}
	for _, o := range t.shaped[n:] {
		o.Hide()
	}
	t.fit(low, high)
}

// fit makes the picture as large as the pieces between two corners, with a little room for characters that lean over.
func (t *textLayer) fit(low, high fyne.Position) {
	t.scale = cmp.Or(pixelScale(t), 1)
	down := func(v float32) float32 { return max(0, pixelsDown(v, t.scale)) }
	up := func(v, most float32) float32 { return min(pixelsUp(v, t.scale), pixelsDown(most, t.scale)) }
	size := t.Size()
	at := fyne.NewPos(down(low.X-2), down(low.Y-1))
	large := fyne.NewSize(up(high.X+3, size.Width)-at.X, up(high.Y+1, size.Height)-at.Y)
	if high.IsZero() || large.Width <= 0 || large.Height <= 0 {
		t.raster.Hide()
		return
	}
	t.at = at
	t.raster.Move(at)
	t.raster.Resize(large)
	t.raster.Show()
	t.raster.Refresh()
}

func (t *textLayer) paint(w, h int) image.Image {
	t.picture = newBitmap(t.picture, w, h)
	scale := cmp.Or(pixelScale(t), t.scale)
	if scale != t.scale {
		Do(t.arrange) // it was laid out before it was in a window
	}
	pixels := func(v float32) int { return int(math.Round(float64(v) * scale)) }
	for i := range t.pieces { // all grounds first: they reach below their neighbours' texts
		q := &t.pieces[i]
		x, y := q.x-t.at.X, q.y-t.at.Y
		switch {
		case q.steps != nil:
			t.picture.steps(pixels(x), pixels(y+3), pixels(q.width), pixels(q.height-6), q.steps, CurrentPalette())
		case q.ground.A == 0:
		case q.face == nil:
			t.chip(q, pixels(x), pixels(y+3), pixels(q.width), pixels(q.height-7), max(1, pixels(1)))
		case q.text != "":
			t.picture.fill(pixels(x-2), pixels(y-1), pixels(q.width+4), pixels(q.height+2), q.ground)
		}
	}
	for i := range t.pieces {
		if q := &t.pieces[i]; q.text != "" && q.drawn() {
			atlas := atlasOf(q.face.style, float64(q.face.size)*scale, font.HintingNone)
			atlas.write(t.picture, q.text, q.face, scale, float64(q.x-t.at.X)*scale, float64(q.y-t.at.Y)*scale, q.colour)
		}
	}
	return t.picture
}

// chip paints the chip that shows the shade of a field.
func (t *textLayer) chip(q *piece, x, y, w, h, thin int) {
	p := CurrentPalette()
	t.picture.fill(x, y, w, h, q.ground)
	if q.striped {
		t.picture.hatch(x, y, w, h, 4*thin, mixed(p.Text, p.Background, 0.4))
	}
	t.picture.frame(x, y, w, h, thin, mixed(p.Text, p.Background, 0.3))
}

func (t *textLayer) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	return &renderer{
		min: func() fyne.Size { return fyne.Size{} }, layout: func(fyne.Size) { t.arrange() }, refresh: t.arrange,
		objects: func() []fyne.CanvasObject {
			if len(objects) != 1+len(t.shaped) {
				objects = append(objects[:0:0], t.raster)
				for _, o := range t.shaped {
					objects = append(objects, o)
				}
			}
			return objects
		},
	}
}
