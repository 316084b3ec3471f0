package engine

import (
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/servers"
)

// TestQueriedAsItsGame: a sample server of each game answers at the first try, and again by
// the plan by which it answered.
func TestQueriedAsItsGame(t *testing.T) {
	town, err := elsewhere(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer town.Close()
	e := New(Options{Timeout: time.Second, Quiet: 50 * time.Millisecond})
	defer e.Close()
	list := targets(town)
	if len(list) < 40 {
		t.Errorf("only %d servers", len(list))
	}
	var all sync.WaitGroup
	for _, target := range list {
		all.Go(func() {
			first := e.Query(t.Context(), target)
			again := e.Query(t.Context(), servers.Target{Address: target.Address, Plan: first.Plan})
			for _, a := range []servers.Answer{first, again} {
				if a.Status == nil || a.Plan == "" || a.Tried != nil {
					t.Errorf("%s as %s: %v, tried %v", target.Plan, a.Target.Plan, a.Err, a.Tried)
				}
			}
		})
	}
	all.Wait()
}

// TestNotFound: where nothing answers, that is said in one line, and what was tried
// is listed once for each port.
func TestNotFound(t *testing.T) {
	e := New(Options{Timeout: 20 * time.Millisecond, Quiet: 10 * time.Millisecond})
	defer e.Close()
	a := e.Query(t.Context(), servers.Target{Address: "127.0.9.9:9"})
	if a.Err == nil || len(a.Err.Error()) > 120 || !strings.Contains(a.Err.Error(), "behind a firewall") {
		t.Errorf("the error is %v", a.Err)
	}
	ports := map[string]bool{}
	for _, place := range a.Tried {
		address, protocols, _ := strings.Cut(place, ", ")
		if ports[address] || !strings.HasPrefix(address, "127.0.9.9:") || !strings.Contains(protocols, ": ") {
			t.Errorf("tried %q", place)
		}
		ports[address] = true
	}
	if len(a.Tried) < 2 || !strings.Contains(a.Tried[0], "127.0.9.9:9, ") || !strings.Contains(a.Tried[0], "unreal2, ") {
		t.Errorf("tried %q", a.Tried)
	}
}
