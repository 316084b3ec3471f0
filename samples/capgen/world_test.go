package capgen

import (
	"net/netip"
	"testing"
)

// Every server has an address of its own, and none is a broadcast.
func TestAddresses(t *testing.T) {
	seen := map[netip.Addr]int{}
	for i := range 60000 {
		a := addr4(i)
		b := a.As4()
		if j, ok := seen[a]; ok || b[3] == 0 || b[3] == 255 {
			t.Fatalf("server %d is at %v, like server %d", i, a, j)
		}
		seen[a] = i
	}
}
