package shell

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// starIcon returns a star in the colour of texts, full for a favourite. Not every
// machine has a font with one.
func starIcon(full bool) fyne.Resource {
	name, fill := "star-empty.svg", "none"
	if full {
		name, fill = "star-full.svg", "#000000"
	}
	var points []string
	for i := range 10 {
		r, a := 10.0, math.Pi*float64(i)/5
		if i%2 == 1 {
			r = 4.2
		}
		points = append(points, fmt.Sprintf("%.2f,%.2f", 12+r*math.Sin(a), 12.6-r*math.Cos(a)))
	}
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><polygon points="%s" fill="%s" stroke="#000000" stroke-width="1.8" stroke-linejoin="round"/></svg>`,
		strings.Join(points, " "), fill)
	return theme.NewThemedResource(fyne.NewStaticResource(name, []byte(svg)))
}
