package ui

import (
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

var poster atomic.Pointer[func(func())]

// PostWith has post take the place of fyne.Do in tests, which have no loop that draws; tasks are waited for then.
func PostWith(post func(func())) {
	poster.Store(&post)
	patience = time.Minute
}

func ShowIf(on bool, list ...fyne.CanvasObject) {
	for _, o := range list {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

func EnableIf(on bool, list ...fyne.Disableable) {
	for _, o := range list {
		if on {
			o.Enable()
		} else {
			o.Disable()
		}
	}
}

// Do runs f on the goroutine that draws, soon. Whatever works elsewhere brings its results with it.
func Do(f func()) {
	if post := poster.Load(); post != nil {
		(*post)(f)
		return
	}
	fyne.Do(f)
}
