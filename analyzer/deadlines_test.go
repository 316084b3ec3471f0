package analyzer

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Every deadline is handed out once, when its slot is over and not before; what
// no longer counts may be swept away at any time.
func TestDeadlines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q deadlines
		now := rapid.OneOf(rapid.Int64Range(0, 1<<60), rapid.Just(int64(1_767_225_600_000_000_000))).Draw(t, "start")
		waiting := map[uint32]int64{}
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1, 2:
				at := now + rapid.OneOf(rapid.Int64Range(-2e9, 5e9), rapid.Int64Range(0, 1e8)).Draw(t, "wait")
				var x uint32
				if len(waiting) > 0 && rapid.Bool().Draw(t, "again") {
					for x = range waiting {
						break
					}
				} else {
					x = q.place()
				}
				waiting[x] = max(at, now) // one that is over already waits for the end of this slot
				q.set(x, at, now)
			case 3:
				for x := range waiting {
					q.cancel(x)
					delete(waiting, x)
					break
				}
			case 4:
				q.sweep()
			}
			now += rapid.OneOf(rapid.Int64Range(0, 1e8), rapid.Int64Range(0, 20e9)).Draw(t, "passes")
			due := q.due(now)
			for x, ok := q.pop(now); ok; x, ok = q.pop(now) {
				at, found := waiting[x]
				switch {
				case !due:
					t.Fatal("something is handed out where nothing was due")
				case !found || at>>slotBits >= now>>slotBits:
					t.Fatalf("at %d: a deadline of %d, known %v", now, at, found)
				}
				delete(waiting, x)
			}
			for _, at := range waiting {
				if at>>slotBits < now>>slotBits {
					t.Fatalf("at %d: a deadline of %d still waits", now, at)
				}
			}
		}
		for x, ok := q.pop(math.MaxInt64); ok; x, ok = q.pop(math.MaxInt64) {
			delete(waiting, x)
		}
		if len(waiting) > 0 || q.n != 0 {
			t.Fatalf("%d deadlines were never handed out, %d are left", len(waiting), q.n)
		}
	})
}

// However many ask and whatever the clock says, what is kept of exchanges that
// are not over is bounded, and what was let go is counted.
func TestFlowsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("what is measured is memory")
	}
	const packets, flows = 12_000, 500
	for name, from := range map[string]func(i int) string{
		"one client": func(int) string { return client },
		"many":       func(i int) string { return fmt.Sprintf("192.0.2.%d:%d", 1+i/6000, 1024+i%6000) },
	} {
		for _, step := range []int64{0, 1000} {
			s := newScene()
			for i := range packets {
				s.now += step
				s.send(from(i), game, []byte(fmt.Sprintf("\\echo\\%d", i)))
			}
			// Who answers at once leaves nothing waiting but a late deadline.
			for i := range packets / 4 {
				s.send(client, game, []byte{0x80, 0, 0, 0, 0})
				s.send(game, client, unreal2Info("Quay", fmt.Sprint("DM-", i), 3))
			}
			a := New(Options{Workers: 1, MaxFlows: flows})
			most, deadlines := 0, 0
			for i := range s.packets {
				a.Add(&s.packets[i])
				most, deadlines = max(most, a.shards[0].live), max(deadlines, a.shards[0].waiting.n)
			}
			r := a.Finish()
			r.Settle()
			if bound := flows + maxOpen + batchSize; most > bound || deadlines > 4*bound+4096+batchSize {
				t.Errorf("%s, %d ns: %d exchanges and %d deadlines are kept at a time", name, step, most, deadlines)
			}
			totals := r.Protocols[1]
			if r.DroppedFlows == 0 || r.Packets != packets*3/2 || totals == nil {
				t.Errorf("%s, %d ns: %d were dropped of %d packets", name, step, r.DroppedFlows, r.Packets)
			}
		}
	}
}

// Servers and clients beyond the limits are counted, and the latest kept.
func TestServersBounded(t *testing.T) {
	const limit, servers = 100, 1000
	s := newScene()
	for i := range servers {
		from, to := fmt.Sprintf("192.0.2.%d:5000", i%250+1), fmt.Sprintf("198.51.%d.%d:7778", i/250, i%250+1)
		s.send(from, to, []byte{0x80, 0, 0, 0, 0}).wait(20)
		s.send(to, from, unreal2Info("Quay", "DM-Weir", i%8)).wait(8000)
	}
	a := New(Options{Workers: 1, MaxServers: limit, MaxClients: limit})
	for i := range s.packets {
		a.Add(&s.packets[i])
	}
	r := a.Finish()
	r.Settle()
	if n := len(r.Servers); n > limit || n < limit*3/4 || r.DroppedServers != int64(servers-n) {
		t.Errorf("%d servers are kept and %d dropped of %d, the limit is %d", n, r.DroppedServers, servers, limit)
	}
	if n := len(r.Clients); n != limit || r.DroppedClients == 0 {
		t.Errorf("%d clients are kept and %d exchanges of others, the limit is %d", n, r.DroppedClients, limit)
	}
	last := s.packets[len(s.packets)-1].Src
	if r.Servers[last] == nil {
		t.Errorf("the last server, %v, is not kept", last)
	}
}
