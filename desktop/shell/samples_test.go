package shell

import (
	"os"
	"path/filepath"
	"testing"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestSamples: packets and captures that come with the program are found by their
// words and opened; the files of captures are gone with the window.
func TestSamples(t *testing.T) {
	r := newRig(t)
	s := r.shell
	find := func(words string) (table *ui.Grid) {
		s.askSample()
		in := s.win.Canvas().Focused()
		for _, c := range words {
			in.TypedRune(c)
		}
		each(r.dialogs()[0], func(o fyne.CanvasObject) {
			if g, ok := o.(*ui.Grid); ok {
				table = g
			}
		})
		return table
	}
	s.Show(viewPaste)
	if n := find("no such sample").Selected(); n != -1 {
		t.Errorf("row %d is selected of none", n)
	}
	r.look("samples-none")
	r.press(fyne.KeyReturn)
	if len(r.dialogs()) != 1 || !s.Snapshot().Failed {
		t.Error("opening nothing is not said")
	}
	r.press(fyne.KeyEscape)
	find("UT2004 info")
	r.look("samples")
	r.press(fyne.KeyReturn)
	r.until("the packet", func() bool { return s.Snapshot().Shown.Message == "server info reply" })
	if len(r.dialogs()) != 0 || s.view() != viewPaste || s.Snapshot().Failed {
		t.Errorf("%d dialogs, view %s, %q", len(r.dialogs()), s.view(), s.status.text)
	}
	s.Show(viewCaptures)
	table := find("challenge")
	if cell := table.Cell(0, 1); table.Cell(0, 0) != "ut3-challenge.pcapng" || cell == "" {
		t.Errorf("found %q: %q", table.Cell(0, 0), cell)
	}
	r.look("sample-captures")
	each(r.dialogs()[0], func(o fyne.CanvasObject) {
		if b, ok := o.(*ui.Button); ok && b.Text == "Open" {
			test.Tap(b)
		}
	})
	r.until("the capture", func() bool { c := s.captures.Snapshot(); return c.Loaded && !c.Working && c.Packets > 0 })
	path := s.captures.Path()
	if filepath.Base(path) != "ut3-challenge.pcapng" || len(s.settings.Recent) != 0 {
		t.Errorf("%s is open, recent are %q", path, s.settings.Recent)
	}
	s.Close()
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
}
