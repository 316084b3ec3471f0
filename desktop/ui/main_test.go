package ui

import (
	"os"
	"testing"
	"time"

	"fragscope/samples"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// loop stands for Fyne's loop: what other goroutines bring waits until a test
// runs it.
var loop = make(chan func(), 4096)

func TestMain(m *testing.M) {
	PostWith(func(f func()) { loop <- f })
	os.Exit(m.Run())
}

// until runs what other goroutines bring until it is so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	late := time.After(30 * time.Second)
	for !so() {
		select {
		case f := <-loop:
			f()
		case <-late:
			t.Fatalf("waited too long for: %s", what)
		}
	}
}

// shown puts a widget into a window of a size, in a variant of the theme.
func shown(t testing.TB, o fyne.CanvasObject, variant string, w, h float32) fyne.Window {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme(ThemeOptions{Variant: variant}))
	window := test.NewTempWindow(t, o)
	window.SetPadded(false)
	window.Resize(fyne.NewSize(w, h))
	return window
}

// sample returns the text of a sample.
func sample(t testing.TB, name string) string {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("there is no sample %s", name)
	}
	return s.Text
}

// holding has modifier keys held for the rest of a test.
func holding(t testing.TB, keys fyne.KeyModifier) {
	was := Held
	Held = func() fyne.KeyModifier { return keys }
	t.Cleanup(func() { Held = was })
}
