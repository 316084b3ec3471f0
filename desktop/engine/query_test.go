package engine

import (
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/servers"
)

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
