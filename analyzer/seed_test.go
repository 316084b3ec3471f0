package analyzer

import (
	"fmt"
	"testing"
)

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
