package ui

import "fyne.io/fyne/v2"

// do runs f on the goroutine that draws, soon. Whatever works elsewhere brings
// its results with it. Tests, which have no loop that draws, run what came when
// they want to.
var do = fyne.Do
