package state

import "math"

// A Viewport is a window on rows of one height. It counts in float64: a million
// rows are more than the numbers of a screen toolkit can tell apart.
type Viewport struct {
	Count     int     // rows
	RowHeight float64 // above 0
	Height    float64 // of the window
	top       float64
}

func (v *Viewport) Top() float64  { return v.top }
func (v *Viewport) Full() float64 { return float64(v.Count) * v.RowHeight }

// SetTop scrolls to top, or as near as the rows go.
func (v *Viewport) SetTop(top float64) bool {
	if math.IsNaN(top) {
		top = 0
	}
	top = max(0, min(top, v.Full()-v.Height))
	moved := top != v.top
	v.top = top
	return moved
}

// ScrollBy scrolls by so many units. It reports whether that moved anything.
func (v *Viewport) ScrollBy(d float64) bool { return v.SetTop(v.top + d) }

// Clamp keeps the window on the rows after their number or its height changed.
func (v *Viewport) Clamp() bool { return v.SetTop(v.top) }

// Rows returns the rows [first, last) that are in sight, in part or whole.
func (v *Viewport) Rows() (first, last int) {
	if v.RowHeight <= 0 || v.Height <= 0 {
		return 0, 0
	}
	first = int(v.top / v.RowHeight)
	last = int(math.Ceil((v.top + v.Height) / v.RowHeight))
	return max(0, min(first, v.Count)), max(0, min(last, v.Count))
}

// Y returns where row i begins in the window.
func (v *Viewport) Y(i int) float64 { return float64(i)*v.RowHeight - v.top }

// At returns the row at a height of the window, -1 where there is none.
func (v *Viewport) At(y float64) int {
	if y < 0 || y >= v.Height || v.RowHeight <= 0 {
		return -1
	}
	i := int((v.top + y) / v.RowHeight)
	if i >= v.Count {
		return -1
	}
	return i
}

func (v *Viewport) Page() int {
	if v.RowHeight <= 0 {
		return 1
	}
	return max(1, int(v.Height/v.RowHeight))
}

// Reveal scrolls just as far as it takes for row i to be in sight.
func (v *Viewport) Reveal(i int) bool {
	if i < 0 || i >= v.Count || v.Height <= 0 {
		return false
	}
	y := float64(i) * v.RowHeight
	switch {
	case y < v.top:
		return v.SetTop(y)
	case y+v.RowHeight > v.top+v.Height:
		return v.SetTop(y + v.RowHeight - v.Height)
	}
	return false
}

// thumbLeast is how short the thumb of a scroll bar gets: it has to be grabbed.
const thumbLeast = 24

// Thumb returns where the thumb of a scroll bar of the window's height stands.
// Its length is 0 when there is nothing to scroll.
func (v *Viewport) Thumb() (at, length float64) {
	full := v.Full()
	if full <= v.Height || v.Height <= 0 {
		return 0, 0
	}
	length = min(v.Height, max(thumbLeast, v.Height*v.Height/full))
	return (v.Height - length) * v.top / (full - v.Height), length
}

// SetThumb scrolls to where the thumb stands at.
func (v *Viewport) SetThumb(at float64) bool {
	_, length := v.Thumb()
	if length == 0 || length >= v.Height {
		return false
	}
	return v.SetTop(at / (v.Height - length) * (v.Full() - v.Height))
}
