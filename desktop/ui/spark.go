package ui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Spark is a small picture of how a number went: a bar for each of its
// values, the latest at the right.
type Spark struct {
	widget.BaseWidget
	values []float32
	raster *canvas.Raster
}

// NewSpark returns a Spark without values.
func NewSpark() *Spark {
	s := &Spark{}
	s.raster = canvas.NewRaster(s.paint)
	s.ExtendBaseWidget(s)
	return s
}

// Set gives it other values: shares of the greatest, from 0 to 1, or less than
// 0 where nothing is known.
func (s *Spark) Set(values []float32) {
	if slices.Equal(s.values, values) {
		return
	}
	s.values = slices.Clone(values)
	s.raster.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *Spark) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.raster) }

// MinSize implements fyne.Widget.
func (s *Spark) MinSize() fyne.Size { return fyne.NewSize(20, 8) }

// paint draws the bars into w × h pixels.
func (s *Spark) paint(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	n := len(s.values)
	if n == 0 || w < 2 || h < 2 {
		return img
	}
	p := CurrentPalette()
	step := max(2, min(float64(w)/float64(n), float64(h)/3))
	room := int(float64(w) / step)
	values := s.values[max(0, n-room):]
	x := float64(w) - step*float64(len(values))
	for _, v := range values {
		from, to := int(x), max(int(x)+1, int(x+step)-1)
		x += step
		switch {
		case v < 0:
			fillRect(img, from, h-1, to, h, p.Error)
		case v == 0:
			fillRect(img, from, h-1, to, h, p.Faint)
		default:
			height := int(math.Ceil(float64(min(v, 1)) * float64(h)))
			fillRect(img, from, h-max(2, height), to, h, p.Accent)
		}
	}
	return img
}

func fillRect(img *image.NRGBA, x0, y0, x1, y1 int, c color.NRGBA) {
	r := image.Rect(x0, y0, x1, y1).Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetNRGBA(x, y, c)
		}
	}
}
