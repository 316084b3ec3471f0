//go:build endtoend

package endtoend

import (
	"strconv"
	"testing"
	"time"

	"fragscope/desktop/shell"
)

// TestMapOfServer walks as a new user does from opening the program to "what is
// the map of this server", with a live server that is known by name: three
// actions and 15 seconds, in a window as small as 800 by 600.
func TestMapOfServer(t *testing.T) {
	g := newGame(t, "")
	name := "localhost:" + strconv.Itoa(int(g.Addr().Port()))
	began := time.Now()
	p := newScreen(t).start(t.TempDir())
	p.screen.xdo("windowsize", "--sync", p.window, "800", "600")
	actions := 0
	act := func(what string, do func()) {
		actions++
		t.Logf("%2d. %s after %v", actions, what, time.Since(began).Round(10*time.Millisecond))
		do()
	}
	act("go to the address", func() { p.key("ctrl+n") })
	act("type "+name, func() { p.typed(name) })
	act("press Enter", func() { p.key("Return") })
	s := p.until("the map", func(s shell.Snapshot) bool {
		row := find(s, name)
		return row != nil && row.Map == "DM-Bellfounder" && s.Server != nil && s.Server.Address == name
	})
	took := time.Since(began)
	t.Logf("the map is there after %v and %d actions", took.Round(10*time.Millisecond), actions)
	if actions > 3 || took > 15*time.Second {
		t.Errorf("it took %d actions and %v", actions, took)
	}
	// It is in sight: its row is selected, in the list, and the details begin with it.
	s = p.until("the row in sight", func(s shell.Snapshot) bool {
		for i := range s.Rows {
			if at, ok := s.Places["row"+strconv.Itoa(i)]; ok && s.Rows[i].Address == name && at[1] > 0 && at[1] < 340 {
				return true
			}
		}
		return false
	})
	if s.Details != 0 || s.Failed {
		t.Errorf("the details show tab %d, the line at the bottom says %q", s.Details, s.Said)
	}
	p.keep("map")
	p.quit()
}
