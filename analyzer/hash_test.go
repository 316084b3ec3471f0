package analyzer

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder"
)

// inverse returns the number whose product with the odd k is 1.
func inverse(k uint64) uint64 {
	x := k
	for range 6 {
		x *= 2 - k*x
	}
	return x
}

// Addresses chosen such that what shares servers out takes all for one do not
// make its tables slow.
func TestChosenAddresses(t *testing.T) {
	const servers, k1, k2 = 20_000, 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	run := func(addr func(i int) [16]byte) time.Duration {
		a := New(Options{Workers: 1})
		start := time.Now()
		for i := range servers {
			a.Add(&Packet{
				Time: int64(i+1) * 1e6, Number: int64(i + 1), Link: decoder.LinkNone, Data: []byte{0x80, 0, 0, 0, 0},
				Src: netip.MustParseAddrPort("[2001:db8::1]:5000"), Dst: netip.AddrPortFrom(netip.AddrFrom16(addr(i)), 7778),
			})
		}
		r := a.Finish()
		if len(r.Servers) != servers {
			t.Fatalf("%d servers, want %d", len(r.Servers), servers)
		}
		return time.Since(start)
	}
	chosen := func(i int) (a [16]byte) {
		hi := uint64(0x20) | uint64(i)<<8
		binary.LittleEndian.PutUint64(a[:], hi)
		binary.LittleEndian.PutUint64(a[8:], (12345^(hi+7778)*k2)*inverse(k1))
		return a
	}
	e, f := endpoint{chosen(1), 7778}, endpoint{chosen(2), 7778}
	if e.spread() != f.spread() {
		t.Fatal("the addresses are not what they should be")
	}
	random := func(int) (a [16]byte) {
		binary.LittleEndian.PutUint64(a[:], rand.Uint64()&^0xff|0x20)
		binary.LittleEndian.PutUint64(a[8:], rand.Uint64())
		return a
	}
	usual, worst := time.Duration(1<<62), time.Duration(1<<62)
	for range 3 {
		usual, worst = min(usual, run(random)), min(worst, run(chosen))
	}
	if worst > 3*usual {
		t.Errorf("%d chosen addresses take %v, others %v", servers, worst, usual)
	}
}

// Hashes spread addresses as they are in real networks.
func TestHashSpreads(t *testing.T) {
	for name, e := range map[string]func(i int) endpoint{
		"hosts of a network": func(i int) endpoint {
			return endpointOf(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 7778))
		},
		"ports": func(i int) endpoint {
			return endpointOf(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 1}), uint16(i)))
		},
		"IPv6 networks": func(i int) endpoint {
			return endpointOf(netip.AddrPortFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, byte(i >> 8), byte(i)}), 7778))
		},
	} {
		const n = 1 << 14
		var table hostTable[int]
		longest := 0
		for i := range n {
			k := e(i)
			table.add(k.hash(), &k, &i)
		}
		run := 0
		for i := range 2 * len(table.places) {
			if run++; table.places[i%len(table.places)].v == nil {
				run = 0
			}
			longest = max(longest, run)
		}
		if longest > 200 {
			t.Errorf("%s: %d places in a row are taken", name, longest)
		}
		var s hashSet
		for i := range 2 * n {
			k := e(i % n)
			s.add(k.hash())
		}
		if s.n != n {
			t.Errorf("%s: %d hashes of %d", name, s.n, n)
		}
	}
}

// What is reported and handed over does not depend on the seed.
func TestSeedDoesNotShow(t *testing.T) {
	s := newScene()
	for i := range 3000 {
		from, to := fmt.Sprintf("192.0.2.%d:%d", i%250, 1024+i), fmt.Sprintf("198.51.100.%d:7778", i*7%250)
		s.send(from, to, []byte{0x80, 0, 0, 0, 0}).wait(20)
		s.send(to, from, unreal2Info("Quay", fmt.Sprint("DM-", i%9), i%8)).wait(30)
	}
	kept := seed
	defer func() { seed = kept }()
	var want string
	for i := range 4 {
		seed[0], seed[3] = seed[0]+uint64(i)*77, seed[3]^uint64(i)<<40
		a := New(Options{Workers: 2, MaxServers: 64, MaxFlows: 64, MaxClients: 64, MaxDetails: 256})
		p := NewPart(Options{}, 3)
		for i := range s.packets {
			a.Add(&s.packets[i])
			p.Add(&s.packets[i])
		}
		r := a.Finish()
		r.Settle()
		got := fmt.Sprint(r.DroppedFlows, r.DroppedServers, r.DroppedClients, len(r.Servers), len(r.Clients), hashBytes(p.Finish(nil)))
		for _, p := range s.packets {
			if sv := r.Servers[p.Dst]; sv != nil {
				got += fmt.Sprint(p.Dst, sv.Exchanges, sv.Map)
			}
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("with another seed:\n%.200s\nwant\n%.200s", got, want)
		}
	}
}
