package emulator

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"
)

const (
	echoTime  = 2 * time.Second // for how long at least, twice that at most
	maxEchoes = 1024            // in each half of that time; beyond, none are sent
)

// echoes remember which echoes were sent. Some protocols answer a ping with the
// same bytes, which are a ping for the next server: two servers that hear each
// other's would exchange one datagram for ever.
type echoes struct {
	mu       sync.Mutex
	seed     maphash.Seed
	since    time.Time
	now, old map[uint64]struct{}
}

// first reports whether the echo of p was not sent to an address lately.
func (e *echoes) first(to netip.AddrPort, p []byte, at time.Time) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if age := at.Sub(e.since); age >= echoTime {
		e.old, e.now = e.now, make(map[uint64]struct{})
		if age >= 2*echoTime {
			e.old, e.seed = nil, maphash.MakeSeed()
		}
		e.since = at
	}
	var h maphash.Hash
	h.SetSeed(e.seed)
	maphash.WriteComparable(&h, to)
	h.Write(p)
	key := h.Sum64()
	_, current := e.now[key]
	_, before := e.old[key]
	if current || before || len(e.now) >= maxEchoes {
		return false
	}
	e.now[key] = struct{}{}
	return true
}
