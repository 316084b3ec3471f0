package shell

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
)

// TestTabOrder: in each view the Tab key goes on to the right, or down, or to the top of
// what is further right.
func TestTabOrder(t *testing.T) {
	r := asked(t)
	c := r.shell.win.Canvas()
	type stop struct {
		what     fyne.Focusable
		at, over fyne.Position
	}
	for _, view := range viewNames {
		for part := range r.shell.servers.details.tabs.Items {
			if view != viewServers && part > 0 {
				break
			}
			r.shell.Show(view)
			r.shell.servers.details.tabs.SelectIndex(part)
			c.Capture()
			c.Unfocus()
			var stops []stop
			for len(stops) < 60 {
				c.FocusNext()
				f := c.Focused()
				if f == nil || len(stops) > 0 && stops[0].what == f {
					break
				}
				o := f.(fyne.CanvasObject)
				at := r.shell.app.Driver().AbsolutePositionForObject(o)
				stops = append(stops, stop{f, at, at.Add(o.Size())})
			}
			if len(stops) < 4 {
				t.Errorf("%s has %d stops", view, len(stops))
			}
			for i := range stops[1:] {
				a, b := stops[i], stops[i+1]
				if above, left := b.over.Y <= a.at.Y, b.over.X <= a.at.X; above && b.at.X < a.over.X ||
					left && !above && b.at.Y < a.over.Y {
					t.Errorf("%s %d: from %s at %v to %s at %v", view, part, name(a.what), a.at, name(b.what), b.at)
				}
			}
		}
	}
}

// name says what a stop of the Tab key is.
func name(f fyne.Focusable) string {
	if a, ok := f.(fyne.Accessible); ok {
		return fmt.Sprintf("%T %q", f, a.AccessibilityLabel())
	}
	return fmt.Sprintf("%T", f)
}
