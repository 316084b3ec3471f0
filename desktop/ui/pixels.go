package ui

import (
	"math"

	"fyne.io/fyne/v2"
)

// pixelScale returns how many pixels a unit is in the window of o, 0 while it is
// in none. Scales between two hundredths are rounding.
func pixelScale(o fyne.CanvasObject) float64 {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return 0
	}
	const far = 4096
	pixels, _ := c.PixelCoordinateForPosition(fyne.NewPos(far, 0))
	return math.Round(float64(pixels)/far*50) / 50
}

// A picture whose size is not a whole number of pixels is drawn with one row of
// them too many or too few, which shows in characters.

// pixelsDown makes a length a whole number of pixels, not more than it is.
func pixelsDown(v float32, scale float64) float32 {
	return float32(math.Floor(float64(v)*scale+0.01) / scale)
}

// pixelsUp makes a length a whole number of pixels, not less than it is.
func pixelsUp(v float32, scale float64) float32 {
	return float32(math.Ceil(float64(v)*scale-0.01) / scale)
}
