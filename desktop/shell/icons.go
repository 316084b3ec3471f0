package shell

import (
	"fmt"
	"math"
	"strings"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
)

// starIcon returns a star in the colour of texts, full for a favourite. Not every
// machine has a font with one.
func starIcon(full bool) fyne.Resource {
	name, path := "star-full.svg", starPath(10.5, 1)
	if !full {
		name, path = "star-empty.svg", path+" "+starPath(7, -1) // a hole
	}
	return ui.PathIcon(name, path)
}

// starPath returns the outline of a star of a size, clockwise or, for -1, the
// other way round.
func starPath(size float64, way int) string {
	var b strings.Builder
	for i := range 10 {
		r, a, to := size, math.Pi*float64(i*way)/5, "L"
		if i%2 == 1 {
			r *= 0.42
		}
		if i == 0 {
			to = "M"
		}
		fmt.Fprintf(&b, "%s%.2f %.2f", to, 12+r*math.Sin(a), 12.8-r*math.Cos(a))
	}
	return b.String() + "Z"
}
