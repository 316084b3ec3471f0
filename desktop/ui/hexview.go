package ui

import (
	"image"
	"math"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A HexView shows bytes as digits and characters; a click selects a field, a drag or Shift with arrows bytes.
type HexView struct {
	asText
	widget.BaseWidget
	x       *state.Inspector
	view    state.Viewport
	head    *canvas.Raster // the numbers of the columns, which stay
	raster  *canvas.Raster
	bar     *scrollBar
	frame   *edges
	glyphs  cellFont
	grid    hexGrid
	picture *bitmap
	styles  []uint16
	scale   float64 // pixels of the picture to a unit
	focused bool
	anchor  int // where a drag began, -1 for none
	dragged bool
	OnMenu  func(at fyne.Position) // called for a click with the other button
}

func NewHexView(x *state.Inspector) *HexView {
	h := &HexView{x: x, scale: 1, anchor: -1}
	h.ExtendBaseWidget(h)
	h.raster = canvas.NewRaster(h.paint)
	h.head = canvas.NewRaster(h.paintHead)
	h.raster.ScaleMode, h.head.ScaleMode = canvas.ImageScalePixels, canvas.ImageScalePixels
	h.bar = newScrollBar(&h.view, h.repaint)
	h.frame = newEdges(1)
	h.restyle()
	x.Listen(state.TopicCurrent|state.TopicSelect|state.TopicHover|state.TopicSearch, h.changed)
	return h
}

func (h *HexView) changed(t state.Topic) {
	if t&state.TopicCurrent != 0 {
		h.restyle()
		h.view.SetTop(0)
		h.measure()
		h.head.Refresh()
	}
	if t&(state.TopicSearch|state.TopicCurrent) != 0 {
		for i := range h.styles {
			h.styles[i] &^= byteHit
		}
		for _, r := range h.x.HitBytes(nil) {
			for o := r.Start; o < min(r.End, len(h.styles)); o++ {
				h.styles[o] |= byteHit
			}
		}
	}
	if t&state.TopicSelect != 0 {
		h.revealSelection()
	}
	h.repaint()
}

// revealSelection scrolls to where the keyboard is, or to the selection.
func (h *HexView) revealSelection() {
	r, ok := h.x.Selection()
	if !ok || h.grid.per == 0 {
		return
	}
	if !h.focused {
		h.view.Reveal(max(r.Start, r.End-1) / h.grid.per)
		h.view.Reveal(r.Start / h.grid.per)
		return
	}
	h.view.Reveal(h.x.Cursor() / h.grid.per)
}

func (h *HexView) restyle() { h.styles = byteStyles(h.x.Tree()) }

// repaint has the picture drawn again.
func (h *HexView) repaint() {
	h.bar.place()
	p := CurrentPalette()
	c := p.Line
	if h.focused {
		c = p.Accent
	}
	h.frame.paint(c)
	// The picture is no larger than the rows: below them the window shows.
	size := fyne.NewSize(pixelsDown(h.Size().Width, h.scale), pixelsUp(float32(min(h.view.Full(), h.view.Height)),
		h.scale))
	h.raster.Move(fyne.NewPos(0, h.headHeight()))
	h.raster.Resize(size)
	h.raster.Refresh()
}

// measure finds out how many bytes fit into a row, and how many rows there are.
func (h *HexView) measure() {
	size := float64(theme.TextSize()) * h.scale
	h.glyphs = cellFontOf(size)
	width := float64(h.Size().Width-scrollBarWidth()) * h.scale
	n := len(h.x.Data())
	h.grid = gridFor(h.glyphs, n, int(width))
	h.view.RowHeight = float64(h.grid.row) / h.scale
	h.view.Height = max(0, float64(h.Size().Height-h.headHeight()))
	h.view.Count = (n + h.grid.per - 1) / h.grid.per
	h.view.Clamp()
}

// rescaled makes room for rows that are of another height than was thought.
func (h *HexView) rescaled() {
	h.measure()
	h.head.Resize(fyne.NewSize(pixelsDown(h.Size().Width, h.scale), h.headHeight()))
	h.bar.Move(fyne.NewPos(h.Size().Width-scrollBarWidth(), h.headHeight()))
	h.bar.Resize(fyne.NewSize(scrollBarWidth(), float32(h.view.Height)))
	h.head.Refresh()
	h.repaint()
}

func (h *HexView) heightFor(rows int) float32 {
	row := float64(gridFor(cellFontOf(float64(theme.TextSize())*h.scale), 1<<16, 1<<16).row) / h.scale
	return float32(1+rows) * float32(row)
}

// headHeight is how high the numbers of the columns are: as a row.
func (h *HexView) headHeight() float32 { return float32(h.view.RowHeight) }

func (h *HexView) paintHead(w, ht int) image.Image {
	h.measure()
	p := hexPicture{grid: h.grid, glyphs: h.glyphs, palette: CurrentPalette()}
	b := newBitmap(nil, w, ht)
	p.head(b)
	return b
}

func (h *HexView) paint(w, ht int) image.Image {
	h.picture = newBitmap(h.picture, w, ht)
	// What comes in is rounded to whole pixels: scales between two hundredths are rounding.
	if width := float64(h.raster.Size().Width); width > 0 {
		if s := math.Round(float64(w)/width*50) / 50; s != h.scale && s > 0 {
			h.scale = s
			Do(h.rescaled)
		}
	}
	h.measure()
	first := int(h.view.Top() / h.view.RowHeight)
	p := hexPicture{
		grid: h.grid, glyphs: h.glyphs, palette: CurrentPalette(), data: h.x.Data(), styles: h.styles, first: first,
		shift: int(math.Round((h.view.Top() - float64(first)*h.view.RowHeight) * h.scale)),
		thin:  max(1, int(math.Round(h.scale))), cursor: -1,
	}
	p.selected, _ = h.x.Selection()
	p.near, _ = h.x.Near()
	if r := h.x.Hovered(); r >= 0 {
		p.hover = h.x.Tree().Range(r)
	}
	if h.focused {
		p.cursor = h.x.Cursor()
	}
	p.draw(h.picture)
	return h.picture
}

func (h *HexView) widthFor(per int) float32 {
	most := float32(0)
	// Pixels are rounded to other widths at other scales, and the first picture is made before anybody knows the scale.
	for _, scale := range []float64{1, 2, h.scale} {
		glyphs := cellFontOf(float64(theme.TextSize()) * scale)
		for w := 0; ; w += glyphs.width {
			if g := gridFor(glyphs, len(h.x.Data()), w); g.per >= per {
				most = max(most, float32(float64(g.width)/scale))
				break
			}
		}
	}
	return most
}

// byteAt returns the byte at a place of the widget, -1 for none.
func (h *HexView) byteAt(pos fyne.Position) int {
	row := h.view.At(float64(pos.Y - h.headHeight()))
	if row < 0 {
		return -1
	}
	i := h.grid.byteAt(int(float64(pos.X) * h.scale))
	o := row*h.grid.per + i
	if i < 0 || o >= len(h.x.Data()) {
		return -1
	}
	return o
}

// Offset returns where a byte is in the widget, for tests and menus; ok is false when it is out of sight.
func (h *HexView) Offset(o int) (pos fyne.Position, ok bool) {
	if o < 0 || o >= len(h.x.Data()) || h.grid.per == 0 {
		return pos, false
	}
	y := h.view.Y(o/h.grid.per) + h.view.RowHeight/2
	x := float64(h.grid.hexX(o%h.grid.per)+h.grid.cell/2) / h.scale
	return fyne.NewPos(float32(x), float32(y)+h.headHeight()), y >= 0 && y < h.view.Height
}

func (h *HexView) Scrolled(e *fyne.ScrollEvent) {
	if h.view.ScrollBy(-float64(e.Scrolled.DY)) {
		h.repaint()
	}
}

// MouseDown implements desktop.Mouseable: a drag may begin.
func (h *HexView) MouseDown(e *desktop.MouseEvent) {
	focusIn(h, h)
	h.anchor, h.dragged = -1, false
	o := h.byteAt(e.Position)
	if o < 0 || e.Button != desktop.MouseButtonPrimary {
		return
	}
	if r, ok := h.x.Selection(); ok && e.Modifier&fyne.KeyModifierShift != 0 {
		h.anchor, h.dragged = r.Start, true
		h.x.SelectBytes(r.Start, o)
		return
	}
	h.anchor = o
}

// MouseUp implements desktop.Mouseable: without a drag, it was a click, which takes the whole field.
func (h *HexView) MouseUp(e *desktop.MouseEvent) {
	if h.anchor >= 0 && !h.dragged && e.Button == desktop.MouseButtonPrimary {
		h.x.SelectByte(h.anchor)
	}
	h.anchor = -1
}

func (h *HexView) Dragged(e *fyne.DragEvent) {
	if h.anchor < 0 {
		return
	}
	// Beyond the edge the view follows.
	y := float64(e.Position.Y - h.headHeight())
	if y < 0 {
		h.view.ScrollBy(-h.view.RowHeight)
	} else if y > h.view.Height {
		h.view.ScrollBy(h.view.RowHeight)
	}
	pos := e.Position
	pos.Y = h.headHeight() + float32(max(0, min(y, h.view.Height-1)))
	if o := h.byteAt(pos); o >= 0 && (o != h.anchor || h.dragged) {
		h.dragged = true
		h.x.SelectBytes(h.anchor, o)
	}
}

func (h *HexView) DragEnd() { h.anchor = -1 }

func (h *HexView) TappedSecondary(e *fyne.PointEvent) {
	if o := h.byteAt(e.Position); o >= 0 {
		if r, ok := h.x.Selection(); !ok || !r.Has(o) {
			h.x.SelectByte(o)
		}
	}
	if h.OnMenu != nil {
		h.OnMenu(e.AbsolutePosition)
	}
}

func (h *HexView) MouseIn(e *desktop.MouseEvent)    { h.MouseMoved(e) }
func (h *HexView) MouseMoved(e *desktop.MouseEvent) { h.x.HoverByte(h.byteAt(e.Position)) }
func (h *HexView) MouseOut()                        { h.x.Hover(-1) }
func (h *HexView) Cursor() desktop.Cursor           { return desktop.TextCursor }
func (h *HexView) AccessibilityLabel() string       { return "Bytes of the datagram. " + h.x.Where() }

func (h *HexView) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: func() fyne.Size { // room for four bytes a row
			g := fontOf(theme.TextSize(), fyne.TextStyle{Monospace: true}).advance('0')
			return fyne.NewSize(26*g+scrollBarWidth(), 60)
		},
		layout: func(size fyne.Size) {
			h.frame.lay(size)
			h.rescaled()
		},
		refresh: func() {
			h.restyle()
			h.rescaled()
			canvas.Refresh(h)
		},
		objects: always(append([]fyne.CanvasObject{h.raster, h.head, h.bar}, h.frame.objects()...)...),
	}
}
