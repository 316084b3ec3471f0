package ui

import (
	"fmt"
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestListOpensAtItsValue: a list begins at what is chosen and ticks it, takes what is
// typed, and is no higher than the window.
func TestListOpensAtItsValue(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("Every %d s", i))
	}
	names = append(names, "quake 3", "quake 4", "unreal2")
	got := ""
	s := NewSelect(names, "Every 30 s", func(name string) { got = name })
	w := shown(t, container.NewVBox(s), Dark, 400, 300)
	keys := func(list ...fyne.KeyName) {
		for _, k := range list {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	w.Canvas().Focus(s)
	for _, c := range []struct {
		keys  []fyne.KeyName
		typed string
		want  string
	}{
		{[]fyne.KeyName{fyne.KeySpace, fyne.KeyDown, fyne.KeyReturn}, "", "Every 31 s"},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn}, "", "Every 30 s"},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyEnd, fyne.KeySpace}, "", "unreal2"},
		{nil, "Quake", "quake 3"},
		{nil, "quake 4", "quake 4"},
		{nil, "u", "unreal2"},
	} {
		keys(c.keys...)
		for _, r := range c.typed {
			w.Canvas().Focused().TypedRune(r)
		}
		if l, ok := w.Canvas().Focused().(*choiceList); ok {
			if bottom := place(l, fyne.Position{}).Y + l.Size().Height; bottom > 300 ||
				l.view.Top() > float64(l.at)*l.view.RowHeight || l.at < 0 {
				t.Errorf("the list ends at %v, row %d", bottom, l.at)
			}
			keys(fyne.KeyReturn)
		}
		if got != c.want || s.Selected != c.want || w.Canvas().Focused() != s {
			t.Errorf("%v %q: %q was chosen, want %q; the keys are in %T", c.keys, c.typed, got, c.want, w.Canvas().Focused())
		}
	}
	test.Tap(s)
	keys(fyne.KeyEscape)
	if len(w.Canvas().Overlays().List()) != 0 || s.Selected != "unreal2" {
		t.Errorf("Escape leaves %d lists and chooses %s", len(w.Canvas().Overlays().List()), s.Selected)
	}
}

// TestButtonFocus: a button with the keys looks otherwise than one without, the main
// button of a dialog among them.
func TestButtonFocus(t *testing.T) {
	for _, theme := range []string{Dark, Light} {
		for _, importance := range []widget.Importance{widget.MediumImportance, widget.HighImportance,
			widget.DangerImportance} {
			b := NewButton("Query", nil)
			b.Importance = importance
			w := shown(t, container.NewVBox(b), theme, 200, 80)
			before := w.Canvas().Capture()
			w.Canvas().Focus(b)
			if n := differing(before, w.Canvas().Capture()); n < 200 {
				t.Errorf("%s, importance %d: focus changes %d pixels", theme, importance, n)
			}
		}
	}
}

func differing(a, b image.Image) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}
