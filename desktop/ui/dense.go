package ui

// dense has rows close together, for windows that are low.
var dense bool

// SetDense has rows close together, or apart as usual. What is shown follows when it is given its size.
func SetDense(on bool) { dense = on }

// spaced returns the height of a row for a text of a height, with space around it.
func spaced(text, space float32) float32 {
	if dense {
		space = min(space, 0.5)
	}
	return text + space
}
