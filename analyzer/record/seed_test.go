package record_test

import (
	"fmt"
	"net/netip"
	"testing"

	"fragscope/analyzer"
	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// What is reported and handed over does not depend on the seed.
func TestSeedDoesNotShow(t *testing.T) {
	var packets []record.Packet
	send := func(from, to string, payload []byte) {
		n := int64(len(packets) + 1)
		packets = append(packets, record.Packet{
			Time: 1_700_000_000_000_000_000 + n*25e6, Number: n, Link: decoder.LinkNone, Data: payload,
			Src: netip.MustParseAddrPort(from), Dst: netip.MustParseAddrPort(to),
		})
	}
	for i := range 3000 {
		from, to := fmt.Sprintf("192.0.2.%d:%d", i%250, 1024+i), fmt.Sprintf("198.51.100.%d:7778", i*7%250)
		send(from, to, []byte(`\info\`))
		send(to, from, []byte(fmt.Sprintf(`\hostname\Quay\mapname\DM-%d\numplayers\%d\queryid\%d.1\final\`, i%9, i%8, i)))
	}
	kept := *record.Seed
	defer func() { *record.Seed = kept }()
	var want string
	for i := range 4 {
		record.Seed[0], record.Seed[3] = record.Seed[0]+uint64(i)*77, record.Seed[3]^uint64(i)<<40
		a := analyzer.New(record.Options{Workers: 2, MaxServers: 64, MaxFlows: 64, MaxClients: 64, MaxDetails: 256})
		p := analyzer.NewPart(record.Options{}, 3)
		for i := range packets {
			a.Add(&packets[i])
			p.Add(&packets[i])
		}
		r := a.Finish()
		r.Settle()
		got := fmt.Sprint(r.DroppedFlows, r.DroppedServers, r.DroppedClients, len(r.Servers), len(r.Clients))
		maps := 0
		for _, p := range packets {
			if sv := r.Servers[p.Dst]; sv != nil {
				got += fmt.Sprint(p.Dst, sv.Exchanges, sv.Map)
				maps += len(sv.Map.Runs)
			}
		}
		if got += string(p.Finish(nil)); want == "" {
			want = got
		}
		if got != want || maps == 0 {
			t.Fatalf("with another seed, %d maps:\n%.200q\nwant\n%.200q", maps, got, want)
		}
	}
}
