package shell

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// TestHistoryAfterRestart: what a server was like is there again when the window
// is opened the next time; a damaged file is kept and said.
func TestHistoryAfterRestart(t *testing.T) {
	r := asked(t)
	r.world.set("10.0.0.1:7778", status("One", "DM-B", "ann", "bob"))
	r.shell.servers.refreshSelected()
	r.until("another map", func() bool { s := r.shell.Snapshot().Server; return s != nil && len(s.Events) == 2 })
	r.shell.servers.written = time.Now().Add(-2 * historyEvery) // long ago
	r.shell.servers.tick()
	r.shell.historySaver.wait()
	path := filepath.Join(r.dir, "history.json")
	if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), "DM-B") {
		t.Errorf("it is not written while the window is open: %v", err)
	}
	r.shell.Close()
	again := newRigIn(t, r.dir)
	row := again.row("10.0.0.1:7778")
	s := again.shell.servers.list.Find("10.0.0.1:7778")
	if row == nil || row.Samples != 3 || len(s.Events) != 2 || s.Samples[1].Map != "DM-B" {
		t.Fatalf("came back as %+v", row)
	}
	again.shell.servers.choose("10.0.0.1:7778")
	again.until("an answer", func() bool { return again.row("10.0.0.1:7778").Samples == 4 })
	again.shell.Close()
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	third := newRigIn(t, r.dir)
	if s := third.shell.Snapshot(); !s.Failed || !strings.Contains(s.Said, "history.json.damaged") {
		t.Errorf("a damaged history: %q", s.Said)
	}
	if b, err := os.ReadFile(path + ".damaged"); err != nil || string(b) != "{" {
		t.Errorf("it is kept as %q (%v)", b, err)
	}
}

// TestOrderIsRemembered sorts tables and opens the window again.
func TestOrderIsRemembered(t *testing.T) {
	r := asked(t)
	r.shell.servers.details.players.Sort(1) // from the greatest first
	r.shell.captures.Tables()["exchanges"].Sort(3)
	r.shell.captures.Statistics()["Messages"] = "-Bytes"
	r.shell.rememberWindow()
	r.shell.Close()
	again := newRigIn(t, r.dir)
	if got := again.shell.servers.details.players.Order(); got != "Score" {
		t.Errorf("players are sorted by %q", got)
	}
	if got := again.shell.captures.Tables()["exchanges"].Order(); got != "server" {
		t.Errorf("exchanges are sorted by %q", got)
	}
	if got := again.shell.captures.Statistics()["Messages"]; got != "-Bytes" {
		t.Errorf("messages are sorted by %q", got)
	}
}

// TestWidthsAreRemembered drags edges of columns and opens the window again.
func TestWidthsAreRemembered(t *testing.T) {
	r := asked(t)
	want := map[string]map[string]float32{}
	for _, name := range []string{"servers", "packets", "exchanges", "players"} {
		g := r.shell.wide()[name]
		g.Resize(fyne.NewSize(900, 300))
		for x := range 900 {
			at := fyne.PointEvent{Position: fyne.NewPos(float32(x), 4)}
			if g.MouseMoved(&desktop.MouseEvent{PointEvent: at}); g.Cursor() == desktop.HResizeCursor {
				g.Dragged(&fyne.DragEvent{PointEvent: at})
				g.DragEnd()
				break
			}
		}
		if want[name] = g.Widths(); len(want[name]) != 1 {
			t.Fatalf("%s: once an edge was dragged the widths are %v", name, want[name])
		}
	}
	r.shell.rememberWindow()
	r.shell.Close()
	again := newRigIn(t, r.dir)
	for name, widths := range want {
		if got := again.shell.wide()[name].Widths(); !maps.Equal(got, widths) {
			t.Errorf("%s: columns are %v wide, want %v", name, got, widths)
		}
	}
}

// TestDamagedHistory: a file that cannot be read is kept beside, and that is said.
func TestDamagedHistory(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":   `{"servers":[{"address":"10.0.0.1:7`,
		"no sample": `{"servers":[{"address":"10.0.0.1:7778","samples":"1700000000 1 x"}]}`,
		"no event":  `{"servers":[{"address":"10.0.0.1:7778","samples":"","changes":[{"kind":7}]}]}`,
	} {
		path := filepath.Join(t.TempDir(), "history.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, h, err := openHistory(filepath.Dir(path))
		if err == nil || !strings.Contains(err.Error(), "kept as "+path+".damaged") || len(h.Servers) != 0 {
			t.Errorf("%s: %v, %v", name, h, err)
		}
		if b, err := os.ReadFile(path + ".damaged"); err != nil || string(b) != text {
			t.Errorf("%s: kept as %q (%v)", name, b, err)
		}
	}
}
