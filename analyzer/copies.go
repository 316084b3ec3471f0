package analyzer

import "fragscope/analyzer/record"

// A copy is a datagram that was captured more than once: on a mirror port, on two
// interfaces, or because the network delivered it twice. It has the addresses,
// ports and bytes of the one captured before, and its IP identification, which a
// sender does not use twice so soon. What links and routers change on the way
// (MAC addresses, VLAN tags, TTL, checksum) does not count.
//
// IPv6, and IPv4 that may not be fragmented, have no identification (RFC 6864).
// Then the same bytes within a shorter time are a copy: a client that waits for an
// answer does not retry so soon. It is not proven.
const (
	copyTime     = 100_000_000 // nanoseconds
	unprovenTime = 5_000_000
)

// maxCopies is how many datagrams are known at least.
const maxCopies = 1 << 11

// copies are the times of the datagrams of the last moments, by their identity.
// Those of the map before came earlier.
type copies struct{ times, before map[uint64]int64 }

// add reports whether r, a message or a fragment, is a copy.
func (c *copies) add(r *record.Record) bool {
	id := r.Identity()
	if id == 0 {
		return false
	}
	t, known := c.times[id]
	if !known {
		t, known = c.before[id]
	}
	within := int64(copyTime)
	if r.ID == 0 {
		within = unprovenTime
	}
	if d := r.Time - t; known && d <= within && d >= -within && (r.ID != 0 || !r.NoTime) {
		r.Copy = true
		return true
	}
	if len(c.times) >= maxCopies {
		c.before, c.times = c.times, c.before
		clear(c.times)
	}
	if c.times == nil {
		c.times = make(map[uint64]int64, maxCopies)
	}
	c.times[id] = r.Time
	return false
}
