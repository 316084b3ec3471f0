package match

import (
	"net/netip"
	"testing"

	"fragscope/analyzer/record"
)

// Hashes spread addresses as they are in real networks.
func TestHashSpreads(t *testing.T) {
	for name, e := range map[string]func(i int) record.Endpoint{
		"hosts of a network": func(i int) record.Endpoint {
			return record.EndpointOf(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 7778))
		},
		"ports": func(i int) record.Endpoint {
			return record.EndpointOf(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 1}), uint16(i)))
		},
		"IPv6 networks": func(i int) record.Endpoint {
			return record.EndpointOf(netip.AddrPortFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, byte(i >> 8), byte(i)}),
				7778))
		},
	} {
		const n = 1 << 14
		var table hostTable[int]
		longest := 0
		for i := range n {
			k := e(i)
			table.add(k.Hash(), &k, &i)
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
		var s record.HashSet
		for i := range 2 * n {
			k := e(i % n)
			s.Add(k.Hash())
		}
		if s.N != n {
			t.Errorf("%s: %d hashes of %d", name, s.N, n)
		}
	}
}
