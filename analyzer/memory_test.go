package analyzer

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// hostile is traffic that is made to be kept: packet i of it, all at one time.
var hostile = map[string]func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte){
	"servers with all their texts new": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		src = anyHost(r, 1<<14)
		switch i % 3 {
		case 0:
			payload = unreal2Info(noise(r, 60), noise(r, 60), r.IntN(32))
		case 1:
			var players []any
			for range 20 {
				players = append(players, noise(r, 100), r.IntN(1000))
			}
			payload = unreal2Players(players...)
		default:
			var pairs []string
			for range 40 {
				pairs = append(pairs, noise(r, 20))
			}
			payload = unreal2Rules(pairs...)
		}
		return src, hosts[0], payload
	},
	"unsolicited replies from anywhere to anywhere": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		return anyHost(r, 1<<30), anyHost(r, 1<<30), unreal2Info("a", "b", i%32)
	},
	"many servers flood many clients": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		return anyHost(r, 1<<30), anyHost(r, 1<<6), unreal2Info("a", "b", i%32)
	},
	"requests from anywhere": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		return anyHost(r, 1<<30), anyHost(r, 1<<30), []byte{0x80, 0, 0, 0, 0}
	},
	"requests to everybody": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		return anyHost(r, 1<<(10+i%20)), hosts[5], []byte{0x80, 0, 0, 0, 0}
	},
	"large replies that go on": func(r *rand.Rand, i int) (src, dst netip.AddrPort, payload []byte) {
		payload = unreal2Players(noise(r, 60), i)
		for len(payload) < 60_000 {
			payload = append(payload, unreal2Players(noise(r, 60), i)[5:]...)
		}
		return anyHost(r, 1<<12), hosts[0], payload
	},
}

// anyHost returns one of n addresses, of IPv6 for most.
func anyHost(r *rand.Rand, n int) netip.AddrPort {
	a := [16]byte{0x20, 0x01, 0x0d, 0xb8}
	binary.BigEndian.PutUint32(a[12:], uint32(r.IntN(n)))
	return netip.AddrPortFrom(netip.AddrFrom16(a), 7778)
}

func noise(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'a' + byte(r.IntN(26))
	}
	return string(b)
}

// Whatever the traffic, what is kept stays within the memory that is allowed,
// and what was let go is counted. The factor is what Go's maps and the room in
// growing slices may take on top.
func TestMemoryBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	const memory, packets = 8 << 20, 24_000
	for name, make := range hostile {
		for _, workers := range []int{1, 2} {
			before := heap()
			most := int64(0)
			r := rand.New(rand.NewPCG(1, 2))
			a := New(record.Options{Workers: workers, Memory: memory})
			n := packets
			if name == "large replies that go on" {
				n = packets / 40
			}
			for i := range n {
				src, dst, payload := make(r, i)
				a.Add(&record.Packet{Time: 1_700_000_000_000_000_000 + int64(i)*1000, Number: int64(i + 1), Link: decoder.LinkNone,
					Data: payload, Src: src, Dst: dst})
				if i%(n/6) == n/6-1 {
					most = max(most, heap()-before)
				}
			}
			report := a.Finish()
			report.Settle()
			most = max(most, heap()-before)
			dropped := report.DroppedFlows + report.DroppedServers + report.DroppedClients + report.DroppedFindings
			t.Logf("%s, %d workers: %d MB, %d dropped", name, workers, most>>20, dropped)
			if most > 2*memory+8<<20*int64(workers) {
				t.Errorf("%s, %d workers: %d bytes are in use, %d are allowed", name, workers, most, memory)
			}
			if report.Packets != int64(n) || report.Game != int64(n) {
				t.Errorf("%s: %d packets and %d messages of %d", name, report.Packets, report.Game, n)
			}
		}
	}
}

// Reports of many captures take no more memory than that of one.
func TestSumBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	const memory, files = 8 << 20, 8
	before, most := heap(), int64(0)
	sum := NewSum(record.Options{Memory: memory})
	var packets int64
	for file := range files {
		r := rand.New(rand.NewPCG(uint64(file), 2))
		a := New(record.Options{Name: fmt.Sprint(file), Workers: 1, Memory: memory})
		for i := range 4000 {
			src, dst, payload := hostile["servers with all their texts new"](r, i)
			if i%2 == 0 {
				src, dst, payload = hostile["unsolicited replies from anywhere to anywhere"](r, i)
			}
			packets++
			a.Add(&record.Packet{Time: int64(file)*1e12 + int64(i+1)*1e6, Number: int64(i + 1), Link: decoder.LinkNone,
				Data: payload, Src: src, Dst: dst})
		}
		sum.Add(a.Finish())
		most = max(most, heap()-before)
	}
	r := sum.Report()
	if most > 4*memory {
		t.Errorf("%d bytes are in use, %d are allowed", most, memory)
	}
	if r.Packets != packets || len(r.Files) != files || r.DroppedServers == 0 || len(r.Servers) == 0 {
		t.Errorf("%d packets of %d in %d files, %d servers and %d dropped", r.Packets, packets, len(r.Files), len(r.Servers),
			r.DroppedServers)
	}
	t.Logf("%d MB", most>>20)
}
