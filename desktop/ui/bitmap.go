package ui

import (
	"image"
	"image/color"
)

// A bitmap is a picture that is drawn into; what lies outside of it is left out.
type bitmap struct {
	*image.RGBA
	w, h int
}

// newBitmap returns a transparent bitmap; b is used again when it is as large.
func newBitmap(b *bitmap, w, h int) *bitmap {
	if b != nil && b.w == w && b.h == h {
		clear(b.Pix)
		return b
	}
	return &bitmap{image.NewRGBA(image.Rect(0, 0, w, h)), w, h}
}

func (b *bitmap) fill(x, y, w, h int, c color.NRGBA) {
	x0, y0, x1, y1 := max(x, 0), max(y, 0), min(x+w, b.w), min(y+h, b.h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	first := b.Pix[y0*b.Stride+4*x0 : y0*b.Stride+4*x1]
	for i := 0; i < len(first); i += 4 {
		first[i], first[i+1], first[i+2], first[i+3] = c.R, c.G, c.B, 255
	}
	for row := y0 + 1; row < y1; row++ {
		copy(b.Pix[row*b.Stride+4*x0:], first)
	}
}

// hatch paints stripes from the lower left to the upper right.
func (b *bitmap) hatch(x, y, w, h, step int, c color.NRGBA) {
	for row := max(y, 0); row < min(y+h, b.h); row++ {
		for col := max(x, 0); col < min(x+w, b.w); col++ {
			if (col+row)%step == 0 {
				i := row*b.Stride + 4*col
				b.Pix[i], b.Pix[i+1], b.Pix[i+2], b.Pix[i+3] = c.R, c.G, c.B, 255
			}
		}
	}
}

func (b *bitmap) frame(x, y, w, h, thick int, c color.NRGBA) {
	b.fill(x, y, w, thick, c)
	b.fill(x, y+h-thick, w, thick, c)
	b.fill(x, y, thick, h, c)
	b.fill(x+w-thick, y, thick, h, c)
}

// steps paints a sparkline, the latest at the right: shares from 0 to 1, below 0 for no answer, NaN for unknown.
func (b *bitmap) steps(x, y, w, h int, values []float32, p *Palette) {
	if len(values) == 0 || w < 2 || h < 3 {
		return
	}
	step := max(2, min(float64(w)/float64(len(values)), float64(h)/3))
	values = values[max(0, len(values)-int(float64(w)/step)):]
	at := float64(x+w) - step*float64(len(values))
	b.fill(int(at), y, x+w-int(at), 1, p.Line)
	below := mixed(p.Accent, p.Background, 0.5) // which is seen on a selected row too
	last := -1                                  // height of the line before, -1 for none
	for _, v := range values {
		from := int(at)
		at += step
		wide := int(at) - from
		if v != v { // NaN: a gap
			last = -1
			continue
		}
		if v < 0 {
			b.fill(from, y+h-1, wide, 1, p.Error)
			last = -1
			continue
		}
		tall := max(1, int(float64(min(v, 1))*float64(h)+0.999))
		b.fill(from, y+h-tall, wide, tall, below)
		b.fill(from, y+h-tall, wide, 1, p.Accent)
		if last >= 0 {
			b.fill(from, y+h-max(tall, last), 1, max(tall, last)-min(tall, last)+1, p.Accent)
		}
		last = tall
	}
}
