//go:build !js

package export

import (
	"cmp"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"fragscope/analyzer/report"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A Plot is a picture that can be written as SVG or PNG.
type Plot struct {
	Name              string // for a file: "players", "rtt" or "exchanges"
	title, unit, axis string
	curves            []Curve
	kind              svgKind
}

var plotNames = [...]string{"players", "rtt", "exchanges"}

// Plots draws the players over time, the round-trip times, and the exchanges
// over time, a plot of each even when there is nothing to show in it. r must
// be settled.
func Plots(r *report.Report, a *Activity) []*Plot {
	players, rtt, exchanges := Curves(r, a)
	unit := "exchanges"
	if a != nil && a.width > 0 {
		unit = "exchanges in " + Duration(a.width)
	}
	return []*Plot{
		{plotNames[0], "Players over time", "players", "time (UTC)", players, svgTime},
		{plotNames[1], "Round-trip times to the first reply", "exchanges", "time to the first reply", rtt, svgLog},
		{plotNames[2], "Exchanges over time", unit, "time (UTC)", exchanges, svgStack},
	}
}

// Write writes the plot; format is "svg" or "png".
func (p *Plot) Write(w io.Writer, format string) error {
	if format == "svg" {
		c := &svgCanvas{}
		p.draw(c)
		_, err := fmt.Fprintf(w,
			"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n%s</svg>\n",
			plotFrame.Width, plotFrame.Height, c.b.String())
		return err
	}
	c := &pngCanvas{image.NewRGBA(image.Rect(0, 0, plotFrame.Width*plotScale, plotFrame.Height*plotScale))}
	p.draw(c)
	return png.Encode(w, c.m)
}

// The title, the unit and the legend are above the plane.
var plotFrame = frame{Width: 900, Height: 488, Left: 64, Right: 880, Top: 60, Bottom: 440}

const (
	plotScale  = 2 // pixels of a PNG for one of the frame
	textSize   = 12
	titleSize  = 16
	legendLine = 18
)

var (
	ink  = rgb(0x202020)
	rule = rgb(0xe0e0e0)
)

type canvas interface {
	polygon(points []point, c color.NRGBA)
	line(points []point, c color.NRGBA, width float64)
	text(x, y float64, anchor string, size float64, text string) // anchor is start, middle or end
}

func (p *Plot) draw(c canvas) {
	f := plotFrame
	box := func(left, top, right, bottom float64, fill color.NRGBA) {
		c.polygon([]point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, fill)
	}
	box(0, 0, float64(f.Width), float64(f.Height), rgb(0xffffff))
	if len(p.curves) == 0 {
		c.text(float64(f.Width)/2, 28, "middle", titleSize, p.title+": nothing was seen")
		return
	}
	c.text(float64(f.Width)/2, 28, "middle", titleSize, p.title)
	// The legend has as many lines as it needs.
	x, y := float64(f.Left), 50.0
	places := make([]point, len(p.curves))
	for i := range p.curves {
		width := 32 + textWidth(p.curves[i].Name, textSize)
		if x > float64(f.Left) && x+width > float64(f.Right) {
			x, y = float64(f.Left), y+legendLine
		}
		places[i] = point{x, y}
		x += width + 12
	}
	f.Top = int(y) + 30
	s := newSVG(p.title, p.unit, p.curves, p.kind, f)
	left, right, top, bottom := float64(s.Left), float64(s.Right), float64(s.Top), float64(s.Bottom)
	for _, t := range s.YTicks {
		c.line([]point{{left, t.At}, {right, t.At}}, rule, 1)
		c.text(left-6, t.At+4, "end", textSize, t.Text)
	}
	for _, t := range s.XTicks {
		c.line([]point{{t.At, top}, {t.At, bottom}}, rule, 1)
		c.text(t.At, bottom+18, "middle", textSize, t.Text)
	}
	c.text(6, top-8, "start", textSize, p.unit)
	c.text((left+right)/2, bottom+38, "middle", textSize, p.axis)
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Filled {
			c.polygon(l.Points, OutcomeColors[l.Name])
		} else {
			c.line(l.Points, lineColor(l), 1.5)
		}
	}
	for i := range s.Lines {
		l, at := &s.Lines[i], places[i]
		if l.Filled { // the others are in the order of the curves
			at = places[len(places)-1-i]
		}
		box(at.x, at.y-9, at.x+20, at.y, cmp.Or(OutcomeColors[l.Name], lineColor(l)))
		c.text(at.x+26, at.y, "start", textSize, l.Name)
	}
}

func lineColor(l *svgLine) color.NRGBA {
	n, _ := strconv.Atoi(strings.TrimPrefix(l.Class, "c"))
	return PlotColors[n%len(PlotColors)]
}

type svgCanvas struct{ b strings.Builder }

func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *svgCanvas) polygon(points []point, c color.NRGBA) {
	fmt.Fprintf(&s.b, "<polygon points=\"%s\" fill=\"%s\"/>\n", svgPoints(points), hexColor(c))
}

func (s *svgCanvas) line(points []point, c color.NRGBA, width float64) {
	fmt.Fprintf(&s.b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", svgPoints(points),
		hexColor(c), number(width))
}

func (s *svgCanvas) text(x, y float64, anchor string, size float64, text string) {
	fmt.Fprintf(&s.b, "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"%s\" fill=\"%s\">%s</text>\n",
		number(x), number(y), anchor, number(size), hexColor(ink), html.EscapeString(text))
}

type pngCanvas struct{ m *image.RGBA }

func (p *pngCanvas) fill(z *vector.Rasterizer, c color.NRGBA) {
	z.Draw(p.m, p.m.Bounds(), image.NewUniform(c), image.Point{})
}

func (p *pngCanvas) rasterizer() *vector.Rasterizer {
	return vector.NewRasterizer(p.m.Bounds().Dx(), p.m.Bounds().Dy())
}

func outline(z *vector.Rasterizer, points ...point) {
	for i, at := range points {
		if x, y := float32(at.x*plotScale), float32(at.y*plotScale); i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
}

func (p *pngCanvas) polygon(points []point, c color.NRGBA) {
	z := p.rasterizer()
	outline(z, points...)
	p.fill(z, c)
}

// Each part is half the width longer at both ends, so that there is no gap in a corner.
func (p *pngCanvas) line(points []point, c color.NRGBA, width float64) {
	z := p.rasterizer()
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		long := math.Hypot(b.x-a.x, b.y-a.y)
		if long == 0 {
			continue
		}
		x, y := (b.x-a.x)/long*width/2, (b.y-a.y)/long*width/2
		outline(z, point{a.x - x - y, a.y - y + x}, point{a.x - x + y, a.y - y - x}, point{b.x + x + y, b.y + y - x},
			point{b.x + x - y, b.y + y + x})
	}
	p.fill(z, c)
}

func (p *pngCanvas) text(x, y float64, anchor string, size float64, text string) {
	d := font.Drawer{Dst: draw.Image(p.m), Src: image.NewUniform(ink), Face: face(size * plotScale)}
	at := fixed.Int26_6(x * plotScale * 64)
	at -= d.MeasureString(text) * fixed.Int26_6(map[string]int{"middle": 1, "end": 2}[anchor]) / 2
	d.Dot = fixed.Point26_6{X: at, Y: fixed.Int26_6(y * plotScale * 64)}
	d.DrawString(text)
}

var typeface = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
})

func face(size float64) font.Face {
	f, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err) // the size is one of two
	}
	return f
}

// textWidth returns how wide a text is, in pixels of the frame.
func textWidth(text string, size float64) float64 {
	return float64(font.MeasureString(face(size), text)) / 64
}
