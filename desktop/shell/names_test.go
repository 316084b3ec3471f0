package shell

import (
	"reflect"
	"strings"
	"testing"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// TestNames: everything of this program that can be clicked, typed into or pointed
// at has a name for screen readers, in every view and in the dialogs.
func TestNames(t *testing.T) {
	r := asked(t)
	seen := map[string]bool{}
	look := func(where string) {
		r.shell.win.Canvas().Capture()
		named := func(o fyne.CanvasObject) {
			_, tapped := o.(fyne.Tappable)
			_, focused := o.(fyne.Focusable)
			_, pointed := o.(desktop.Hoverable)
			kind := reflect.TypeOf(o).Elem()
			if !tapped && !focused && !pointed || !strings.HasPrefix(kind.PkgPath(), "fragscope/") {
				return
			}
			seen[kind.Name()] = true
			if a, ok := o.(fyne.Accessible); !ok || strings.Trim(a.AccessibilityLabel(), " ,") == "" ||
				a.AccessibilityRole() == "" {
				t.Errorf("%s: %v has no name", where, kind)
			}
		}
		each(r.shell.win.Content(), named)
		for _, d := range r.dialogs() {
			each(d, named)
		}
	}
	for _, view := range viewNames {
		r.shell.Show(view)
		look(view)
	}
	for i := range ui.CaptureTabs {
		r.shell.Show(viewCaptures)
		r.shell.captures.ShowTab(i)
		look("captures")
	}
	r.shell.Show(viewServers)
	for i := range r.shell.servers.details.tabs.Items {
		r.shell.servers.details.tabs.SelectIndex(i)
		look("details")
	}
	r.shell.showPreferences()
	look("preferences")
	for _, kind := range []string{"Grid", "Chart", "HexView", "FieldTree", "Entry", "Select", "Button"} {
		if !seen[kind] {
			t.Errorf("no %s was looked at", kind)
		}
	}
	if got := r.shell.servers.grid.AccessibilityLabel(); !strings.Contains(got, "Name One") ||
		!strings.Contains(got, "Players 1/16") {
		t.Errorf("the selected server is called %q", got)
	}
}

// TestFunctionKeysEverywhere: function keys are the window's, whatever in a view
// has the keyboard.
func TestFunctionKeysEverywhere(t *testing.T) {
	r := asked(t)
	for i, view := range viewNames {
		r.shell.Show(view)
		var list []fyne.Focusable
		each(r.shell.tabs.Items[i].Content, func(o fyne.CanvasObject) {
			if e, ok := o.(*widget.Entry); ok && e.PlaceHolder == "" { // within a larger one
				return
			}
			if f, ok := o.(fyne.Focusable); ok && o.Visible() {
				list = append(list, f)
			}
		})
		if len(list) < 5 {
			t.Errorf("%s: %d things take the keyboard", view, len(list))
		}
		for _, f := range list {
			r.shell.Show(view)
			r.shell.win.Canvas().Focus(f)
			if r.shell.win.Canvas().Focused() != f {
				continue // it is not in front
			}
			r.press(fyne.KeyF6)
			if r.shell.view() == view {
				t.Errorf("%s: F6 does nothing in %T", view, f)
			}
		}
	}
}
