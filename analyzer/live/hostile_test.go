package live

import (
	"errors"
	"net"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/hostile"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// heap returns the bytes of the live and the not yet collected objects.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// peakHeap returns how many more bytes the heap has at most while do runs. The
// garbage that it counts is kept small.
func peakHeap(do func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	debug.FreeOSMemory()
	before, most := heap(), uint64(0)
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				most = max(most, heap())
			}
		}
	})
	do()
	close(done)
	watch.Wait()
	return int(max(most, before) - before)
}

// flooders starts n servers that answer every datagram with all replies.
func flooders(t *testing.T, n int, replies [][]byte) []Target {
	t.Helper()
	var targets []Target
	for range n {
		conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		var ended sync.WaitGroup
		ended.Go(func() {
			buf := make([]byte, 2048)
			for {
				_, from, err := conn.ReadFromUDPAddrPort(buf)
				if errors.Is(err, net.ErrClosed) {
					return
				}
				for _, p := range replies {
					conn.WriteToUDPAddrPort(p, from) // the system may have no room
				}
			}
		})
		t.Cleanup(func() { conn.Close(); ended.Wait() })
		targets = append(targets, TargetAt(conn.LocalAddr().(*net.UDPAddr).AddrPort(), nil))
	}
	return targets
}

// costly returns the replies of a protocol that cost most, each as long as UDP
// allows.
func costly(list []hostile.Case) [][]byte {
	var all [][]byte
	for _, c := range list {
		all = append(all, c.Data)
	}
	return all
}

// Hostile servers make the client use no more memory than Options.MaxMemory,
// however many there are and whatever they send.
func TestHostileServers(t *testing.T) {
	const memory = 96 << 20
	servers := 48 / (slow * slow)
	for _, test := range []struct {
		plan    string
		replies [][]byte
	}{
		{"unreal2", costly(hostile.Of("unreal2", hostile.MaxPayload))},
		{"gamespy1", costly(hostile.Of("gamespy1", hostile.MaxPayload))},
		{"gamespy2", costly(hostile.Of("gamespy2", hostile.MaxPayload))},
		{"gamespy3", costly(hostile.Of("gamespy3", hostile.MaxPayload))},
		{"ugp", costly(hostile.Of("ugp", hostile.MaxPayload))},
	} {
		t.Run(test.plan, func(t *testing.T) {
			targets := flooders(t, servers, test.replies)
			plan, ok := query.PlanByName(test.plan)
			if !ok {
				t.Fatal("there is no such plan")
			}
			for i := range targets {
				targets[i].Plan = plan
			}
			c := New(Options{Timeout: 200 * time.Millisecond, Quiet: 50 * time.Millisecond, Retries: 1, Limit: 5 * time.Second,
				MaxMemory: memory, Parallel: servers})
			defer c.Close()
			sessions := 0
			peak := peakHeap(func() {
				err := c.Scan(t.Context(), slices.Values(targets), func(s *Session) {
					sessions++
					if s.Err == nil && s.Dropped > 0 {
						t.Errorf("%s: %d datagrams were dropped, and nothing says so", s.Target, s.Dropped)
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
			t.Logf("%d servers, at most %d MB", servers, peak/1e6)
			if sessions != servers {
				t.Errorf("%d sessions of %d servers", sessions, servers)
			}
			// Statuses, and the garbage of decoding, come on top.
			if peak > 2*memory {
				t.Errorf("%d MB, expected less than %d", peak/1e6, 2*memory/1000000)
			}
			if used := c.memory.used; used != 0 {
				t.Errorf("%d bytes are still reserved", used)
			}
		})
	}
}

// An honest server is heard while hostile ones take all there is.
func TestHonestAmongHostile(t *testing.T) {
	targets := flooders(t, 16, costly(hostile.Of("unreal2", hostile.MaxPayload)))
	plan, _ := query.PlanByName("unreal2")
	for i := range targets {
		targets[i].Plan = plan
	}
	c := New(Options{Timeout: 500 * time.Millisecond, Quiet: 100 * time.Millisecond, Limit: 10 * time.Second,
		MaxMemory: 24 << 20, Parallel: 32})
	defer c.Close()
	c.memory.used = c.memory.pool // as if others had it
	name := "Harbour Lights"
	honest, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{
		Source: emulator.FromStatus("unreal2", &decoder.Status{Name: wire.Some(name),
			Rules: []wire.Rule{{Key: "GoalScore", Value: "25"}}}),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer honest.Close()
	s := c.Query(t.Context(), TargetAt(honest.Addr(), plan))
	if s.Err != nil || s.Status == nil {
		t.Errorf("an honest server gets %v", s.Err)
	}
	h := c.Query(t.Context(), targets[0])
	if !errors.Is(h.Err, &Error{Kind: TooMuch}) {
		t.Errorf("a hostile server gets %v", h.Err)
	}
}
