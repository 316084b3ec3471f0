package report

import (
	"net/netip"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// A timeline of more changes than there is room for tells the whole time.
func TestTimelineThins(t *testing.T) {
	var l Timeline[int64]
	const changes = 10 * maxRuns
	for i := range int64(changes) {
		l.See(Sight{Time: i, Packet: i}, i)
	}
	if n := len(l.Runs); n > maxRuns || n < maxRuns/2 || l.Runs[0].Value != 0 || l.Runs[n-1].Value != changes-1 ||
		n+l.Dropped != changes {
		t.Errorf("%d runs from %d to %d, %d dropped", n, l.Runs[0].Value, l.Runs[n-1].Value, l.Dropped)
	}
	widest := int64(0)
	for i := 1; i < len(l.Runs); i++ {
		widest = max(widest, l.Runs[i].From-l.Runs[i-1].From)
	}
	if widest > 2*changes/(maxRuns/2) {
		t.Errorf("a gap of %d of %d", widest, changes)
	}
}

// Bounds hold whatever the times are.
func TestTimelineBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.OneOf(rapid.Int64(), rapid.Int64Range(0, 1000)), 1, 8).Draw(t, "times")
		step := rapid.Int64Range(-1000, 1000).Draw(t, "step")
		var l Timeline[int64]
		for i := range int64(3 * maxRuns) {
			l.See(Sight{Time: times[int(i)%len(times)] + i*step, Packet: i}, i)
			if len(l.Runs) > maxRuns {
				t.Fatalf("%d runs", len(l.Runs))
			}
		}
		if n := len(l.Runs); n+l.Dropped != 3*maxRuns || l.Runs[n-1].Value != 3*maxRuns-1 {
			t.Fatalf("%d runs and %d dropped, the last is %+v", n, l.Dropped, l.Runs[n-1])
		}
	})
}

// The clients who asked most stay, and of the others the exchanges are counted.
func TestKeepClients(t *testing.T) {
	r := NewReport()
	for i := range 1000 {
		r.Clients[netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})] = &Client{
			Counts: Counts{Exchanges: [Outcomes]int64{int64(i), 1}}}
	}
	r.KeepClients(1000)
	if len(r.Clients) != 1000 || r.DroppedClients != 0 {
		t.Fatalf("%d clients, %d exchanges dropped", len(r.Clients), r.DroppedClients)
	}
	r.KeepClients(10)
	if len(r.Clients) != 10 || r.DroppedClients != 990*989/2+990 {
		t.Errorf("%d clients, %d exchanges dropped", len(r.Clients), r.DroppedClients)
	}
	for i := 990; i < 1000; i++ {
		if r.Clients[netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})] == nil {
			t.Errorf("client %d is gone", i)
		}
	}
}
