package shell

import (
	"strings"
	"testing"
	"time"
)

// TestStopEndsHiddenQueries: Stop ends the queries of servers that the filter hides
// as well; those can be queried again, and are when they are watched.
func TestStopEndsHiddenQueries(t *testing.T) {
	const shown, hidden = "10.0.0.1:7778", "10.0.0.2:7778"
	r := several(t, 2)
	v := r.shell.servers
	v.bell(v.list.Rows())
	hold := make(chan struct{})
	r.world.mu.Lock()
	r.world.hold = hold
	r.world.mu.Unlock()
	v.refreshAll()
	v.filter.SetText("server == 10.0.0.1")
	v.show()
	if rows := v.list.Rows(); len(rows) != 1 || rows[0].Address != shown || !v.poller.Asking(hidden) {
		t.Fatalf("%d rows, the hidden server is queried: %v", len(rows), v.poller.Asking(hidden))
	}
	v.cancel()
	r.world.mu.Lock()
	r.world.hold = nil
	before := r.world.asked[hidden]
	r.world.mu.Unlock()
	close(hold)
	r.shell.settings.RefreshS = 1
	v.list.Find(hidden).Last.Time = time.Now().Add(-time.Hour) // its turn
	v.tick()
	r.until("the watched server to be queried again", func() bool {
		r.world.mu.Lock()
		defer r.world.mu.Unlock()
		return r.world.asked[hidden] > before && v.poller.Querying() == 0
	})
}

// TestLastKnownAfterRestart: what a server said before the window was closed is shown
// with its age and not counted as an answer, and the gap is no outage.
func TestLastKnownAfterRestart(t *testing.T) {
	const address = "10.0.0.1:7778"
	r := asked(t)
	r.world.set(address, status("One", "DM-B", "ann", "bob"))
	r.shell.servers.refreshSelected()
	r.until("another map", func() bool { s := r.shell.Snapshot().Server; return s != nil && len(s.Events) == 2 })
	r.shell.Close()
	again := newRigIn(t, r.dir)
	again.world.set(address, status("One", "DM-B", "ann"))
	v := again.shell.servers
	s := v.list.Find(address)
	if s == nil || !s.Restored() || s.Known().Map.Value != "DM-B" || s.Known().Players.Value != 2 || s.Answered() {
		t.Fatalf("came back as %+v", s)
	}
	if c := v.nameCell(s); !strings.HasPrefix(c.Text, "just now · ") {
		t.Errorf("its age is shown as %q", c.Text)
	}
	v.draw()
	if !strings.Contains(v.count.Text, "0 of 0 queried answered, 0 players, 1 as last known") {
		t.Errorf("counted as %q", v.count.Text)
	}
	shares, most := s.Spark(60)
	for _, share := range shares {
		if share < 0 {
			t.Errorf("an outage in the trend %v", shares)
		}
	}
	if most != 2 {
		t.Errorf("at most %d players", most)
	}
	v.choose(address)
	again.until("an answer", func() bool { return s.Answered() })
	if s.Restored() {
		t.Error("what it says now is taken for what it said then")
	}
}
