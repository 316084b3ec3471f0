package ui

import (
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// What is known about each byte as long as the datagram stays the same.
const (
	byteHue     = 0x00f // a view.Category
	byteDepth   = 0x030 // 0 to 3
	byteStart   = 0x040 // a field begins here
	byteProblem = 0x300 // 1 + severity, 0 for none
	byteHit     = 0x400 // the search found it
)

func byteStyles(t *state.Tree) []uint16 {
	bytes := t.Bytes()
	styles := make([]uint16, len(bytes))
	row, style := -1, uint16(0)
	for o, b := range bytes {
		styles[o] = style
		if r := b.Row(); r >= 0 && r != row {
			row, style = r, uint16(t.Category(r))|uint16(min(t.Depth(r), 3))<<4
			styles[o] = style | byteStart
		}
		styles[o] |= uint16(b.Problem()) << 8
	}
	return styles
}

// A hexGrid is where things are in a hex view, in pixels of the picture.
type hexGrid struct {
	per    int // bytes a row
	digits int // of an offset
	mark   int // width of the column of marks
	offset int // where offsets begin
	hex    int // where the digits of bytes begin
	cell   int // width of a byte in digits
	gap    int // between the two halves of a row
	text   int // where the characters begin
	letter int // width of a byte as a character
	row    int // height
	width  int // of everything
}

// gridFor returns the grid for n bytes with as many bytes a row as fit into width: 16, 8 or 4.
func gridFor(g cellFont, n, width int) hexGrid {
	grid := hexGrid{digits: 4, mark: g.width * 4 / 3, letter: g.width, row: g.height}
	base := state.Base()
	for most := base * base * base * base; n > most; most *= base {
		grid.digits++
	}
	for _, grid.per = range []int{16, 8, 4} {
		grid.offset = grid.mark
		grid.hex = grid.offset + grid.digits*g.width + g.width
		grid.cell = g.width * 13 / 5
		grid.gap = 0
		if grid.per > 8 {
			grid.gap = g.width
		}
		grid.text = grid.hex + grid.per*grid.cell + grid.gap + g.width
		grid.width = grid.text + grid.per*grid.letter + g.width/2
		if grid.width <= width {
			break
		}
	}
	return grid
}

// hexX returns where the digits of byte i of a row begin.
func (g *hexGrid) hexX(i int) int {
	x := g.hex + i*g.cell
	if i >= 8 {
		x += g.gap
	}
	return x
}

// byteAt returns which byte of a row is at x, -1 for none.
func (g *hexGrid) byteAt(x int) int {
	if x >= g.text && x < g.text+g.per*g.letter {
		return (x - g.text) / g.letter
	}
	if x < g.hex || x >= g.text-g.letter/2 {
		return -1
	}
	i := (x - g.hex) / g.cell
	if i >= 8 && g.gap > 0 {
		if x < g.hex+8*g.cell+g.gap {
			return 8 // the gap belongs to the byte after it
		}
		i = (x - g.hex - g.gap) / g.cell
	}
	if i >= g.per {
		return -1
	}
	return i
}

// A hexPicture is all that a picture of bytes is made from.
type hexPicture struct {
	grid     hexGrid
	glyphs   cellFont
	palette  *Palette
	data     []byte
	styles   []uint16
	first    int // row
	shift    int // pixels of the first row that are out of sight
	thin     int // width of a thin line
	selected state.Range
	hover    state.Range
	near     state.Range
	cursor   int // -1 for none
}

const upperHex = "0123456789ABCDEF"

func (h *hexPicture) draw(s *bitmap) {
	s.fill(0, 0, s.w, s.h, h.palette.Background)
	for r, y := h.first, -h.shift; y < s.h && r*h.grid.per < len(h.data); r, y = r+1, y+h.grid.row {
		h.row(s, r, y)
	}
}

// head paints the numbers of the columns, in the base of the offsets.
func (h *hexPicture) head(s *bitmap) {
	g, p, base := &h.grid, h.palette, state.Base()
	s.fill(0, 0, s.w, s.h, p.Header)
	for i := range g.per {
		x := g.hexX(i) + (g.cell-2*h.glyphs.width)/2
		h.glyphs.put(s, rune(upperHex[i/base]), x, 0, p.Faint)
		h.glyphs.put(s, rune(upperHex[i%base]), x+h.glyphs.width, 0, p.Faint)
	}
}

func (h *hexPicture) row(s *bitmap, r, y int) {
	g, p := &h.grid, h.palette
	base := r * g.per
	end := min(base+g.per, len(h.data))
	worst := uint16(0)
	for o := base; o < end; o++ {
		worst = max(worst, h.styles[o]&byteProblem)
	}
	if worst > 0 {
		side := g.mark / 2
		s.fill((g.mark-side)/2, y+(g.row-side)/2, side, side, p.Severity(decoder.Severity(worst>>8-1)))
	}
	for d, rest := g.digits-1, base; d >= 0; d-- {
		h.glyphs.put(s, rune(upperHex[rest%state.Base()]), g.offset+d*h.glyphs.width, y, p.Faint)
		rest /= state.Base()
	}
	for o := base; o < end; o++ {
		h.byte(s, o, g.hexX(o-base), g.text+(o-base)*g.letter, y)
	}
}

// byte paints a byte twice: as digits at x, as a character at tx.
func (h *hexPicture) byte(s *bitmap, o, x, tx, y int) {
	g, p := &h.grid, h.palette
	b, style := h.data[o], h.styles[o]
	hue := view.Category(style & byteHue)
	ground, ink := p.Shade(hue, int(style&byteDepth>>4)), p.Text
	printable := b >= 32 && b < 127
	selected, hovered := h.selected.Has(o), h.hover.Has(o)
	switch {
	case selected:
		ground, ink = p.Accent, p.OnAccent
	case hovered:
		ground = p.AccentSoft
	}
	wide := g.cell
	if o%g.per == 7 && g.gap > 0 {
		// What continues across the gap is painted across it.
		if next := o + 1; next < len(h.data) && h.styles[next]&byteStart == 0 && h.selected.Has(next) == selected {
			wide += g.gap
		}
	}
	s.fill(x, y, wide, g.row, ground)
	s.fill(tx, y, g.letter, g.row, ground)
	if hue == view.CategoryUnknown && !selected && !hovered {
		stripe := mixed(p.Text, ground, 0.22)
		s.hatch(x, y, wide, g.row, 5*h.thin, stripe)
		s.hatch(tx, y, g.letter, g.row, 5*h.thin, stripe)
	}
	if style&byteStart != 0 && !selected {
		line := mixed(p.Text, ground, 0.3)
		s.fill(x, y, h.thin, g.row, line)
		s.fill(tx, y, h.thin, g.row, line)
	}
	digits, letter := ink, ink
	if !selected && b == 0 {
		digits = p.Faint
	}
	if !selected && !printable {
		letter = p.Faint
	}
	dx := (g.cell - 2*h.glyphs.width) / 2
	h.glyphs.put(s, rune(upperHex[b>>4]), x+dx, y, digits)
	h.glyphs.put(s, rune(upperHex[b&15]), x+dx+h.glyphs.width, y, digits)
	char := rune(b)
	if !printable {
		char = '·'
	}
	h.glyphs.put(s, char, tx, y, letter)

	for _, place := range [2][2]int{{x, wide}, {tx, g.letter}} {
		at, w := place[0], place[1]
		if style&byteProblem != 0 {
			s.fill(at, y+g.row-3*h.thin, w, 2*h.thin, p.Severity(decoder.Severity(style>>8&3-1)))
		}
		if hovered || !selected && h.near.Has(o) {
			s.fill(at, y, w, h.thin, p.Accent)
			s.fill(at, y+g.row-h.thin, w, h.thin, p.Accent)
		}
		if style&byteHit != 0 {
			s.fill(at, y+g.row-3*h.thin, w, 3*h.thin, p.Accent)
		}
		if o == h.cursor {
			s.frame(at, y, w, g.row, h.thin, p.Text)
		}
	}
}
