package ui

import (
	"slices"
	"testing"

	"fragscope/analyzer/filter"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestSuggestions: the filter of a capture offers names, comparisons and values, by
// keys and mouse, and what was used before.
func TestSuggestions(t *testing.T) {
	v := NewCaptureView()
	w := shown(t, v.Content, Light, 1280, 800)
	loaded(t, v, sampled(t, "scan-with-other-traffic.pcapng"))
	s := v.suggester
	key := func(names ...fyne.KeyName) {
		for _, k := range names {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	want := func(when, text, first string) {
		t.Helper()
		got := ""
		if s.Visible() {
			got = s.found[0].Name
		}
		if v.filter.Text != text || got != first || w.Canvas().Focused() != v.filter || v.filter.CursorColumn != len(text) {
			t.Errorf("%s the filter is %q with the cursor at %d, first offered is %q; want %q and %q", when, v.filter.Text,
				v.filter.CursorColumn, got, text, first)
		}
	}
	v.FocusFilter()
	want("empty", "", "")
	test.Type(v.filter, "prot")
	want("begun", "prot", "protocol")
	if text := s.slots[0].text.pieces[0].text; text != "protocol" || s.Size().Height < s.rowHeight() ||
		s.Position().Y < v.filter.Size().Height {
		t.Errorf("the list at %v, %v large, says %q", s.Position(), s.Size(), text)
	}
	if !v.filter.AcceptsTab() {
		t.Error("Tab leaves the filter while something is offered")
	}
	key(fyne.KeyTab)
	want("after Tab", "protocol", "")
	test.Type(v.filter, " ")
	want("behind a name", "protocol ", `== "unreal2"`)
	key(fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn)
	want("after Return", `protocol == "unreal2"`, "")
	if v.view != nil {
		t.Error("Return on a suggestion applied the filter")
	}
	key(fyne.KeyReturn)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if got := v.Snapshot(); got.Filter != `protocol == "unreal2"` || v.Filters()[0] != got.Filter {
		t.Errorf("the filter is %q, remembered %q", got.Filter, v.Filters())
	}

	// Escape closes the list first, then empties the filter.
	test.Type(v.filter, " a")
	want("more", `protocol == "unreal2" a`, "and")
	key(fyne.KeyEscape)
	want("after Escape", `protocol == "unreal2" a`, "")
	if v.filter.AcceptsTab() {
		t.Error("Tab stays in the filter with nothing offered")
	}
	key(fyne.KeyEscape)
	want("after another", "", "")
	key(fyne.KeyDown)
	want("after Down", "", `protocol == "unreal2"`)

	// The mouse takes one; a function goes on with what it can be called with.
	v.filter.SetText("")
	test.Type(v.filter, "prob")
	row := slices.IndexFunc(s.found, func(f filter.Suggestion) bool { return f.Insert == `problem("` })
	at := fyne.NewPos(30, s.rowHeight()*(float32(row)+0.5))
	test.MoveMouse(w.Canvas(), place(s, at))
	v.filter.FocusLost() // as a press on the list does
	test.TapCanvas(w.Canvas(), place(s, at))
	want("after a click", `problem("`, "cut")
	if len(s.found) != suggestionsShown {
		t.Errorf("%d codes are offered", len(s.found))
	}
	test.Type(v.filter, "a2s-info-o")
	want("a value", `problem("a2s-info-o`, "a2s-info-old")
	key(fyne.KeyTab)
	want("taken", `problem("a2s-info-old"`, "")
	// What leaves the filter closes it; a filter from elsewhere opens nothing.
	test.Type(v.filter, ") and ")
	test.MoveMouse(w.Canvas(), fyne.NewPos(5, 700))
	w.Canvas().Focus(v.overview.text)
	if s.Visible() {
		t.Error("the list is still there when the keyboard is elsewhere")
	}
	v.filterFor(filterExample)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if got := v.Snapshot(); got.Error != "" || got.Shown == 0 {
		t.Errorf("the example shows %d packets: %s", got.Shown, got.Error)
	}
	if s.Visible() {
		t.Error("a filter that nobody typed offers something")
	}
	v.Close()
}
