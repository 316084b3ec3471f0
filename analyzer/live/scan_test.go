package live

import (
	"context"
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder/wire"
)

// town serves n servers of several protocols on addresses of 127.0.0.0/8, and
// returns their targets. All servers of a kind answer on one socket each, as
// real ones do.
func town(t *testing.T, n int, faults []emulator.Fault) []Target {
	t.Helper()
	// its replies have no name
	kinds := slices.DeleteFunc(servings(t)[1:], func(s serving) bool { return s.plan.Protocol == "mumble" })
	var targets []Target
	for i := range n {
		k := kinds[i%len(kinds)]
		status := crowd(i%5+1, 6)
		status.Name = wire.Some(fmt.Sprintf("Server %d", i))
		at := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 1, byte(i >> 8), byte(i)}), 0)
		s, err := emulator.Listen(context.Background(), at.String(), emulator.Options{
			Source: emulator.FromStatus(k.plan.Protocol, status), Game: k.game, Faults: faults, Seed: uint64(i),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		targets = append(targets, TargetAt(s.Addr(), k.plan))
	}
	return targets
}

// TestScan asks 2,000 servers over few sockets (200 under the race detector). It
// takes one or two seconds, on a busy machine ten; one after the other, or waiting
// for each to be quiet, it would be five minutes.
func TestScan(t *testing.T) {
	for _, test := range []struct {
		name, faults string
	}{
		{"all answer", ""},
		{"loss of 20 %", "loss=20%"},
	} {
		t.Run(test.name, func(t *testing.T) {
			faults, err := emulator.ParseFaults(test.faults)
			if err != nil {
				t.Fatal(err)
			}
			targets := town(t, crowdSize, faults)
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			servers := sockets(t)
			c := New(Options{Rate: 20000, Retries: 12, Timeout: 400 * time.Millisecond, Quiet: 150 * time.Millisecond,
				Backoff: 1.2})
			defer c.Close()
			names := map[string]int{}
			failed, most, seen := 0, 0, 0
			start := time.Now()
			err = c.Scan(context.Background(), slices.Values(targets), func(s *Session) {
				if seen++; seen%250 == 0 { // counting takes a while
					most = max(most, sockets(t)-servers)
				}
				if s.Status == nil || !s.Status.Name.Known {
					t.Errorf("%s: %v", s.Addr, s.Err)
					return
				}
				if s.Err != nil {
					failed++
				}
				names[s.Status.Name.Value]++
			})
			if err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			used := int64(after.Sys) - int64(before.Sys)
			t.Logf("%d servers in %v over %d sockets, %d MB more from the system, %d incomplete", len(names), time.Since(start),
				most, used>>20, failed)
			if len(names) != len(targets) {
				t.Errorf("found %d of %d servers", len(names), len(targets))
			}
			if most >= 64 {
				t.Errorf("%d sockets were open", most)
			}
			if used > 100<<20 {
				t.Errorf("it took %d MB", used>>20)
			}
		})
	}
}
