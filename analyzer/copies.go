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

// copies are the datagrams of the last moments, the newest of each set first. Some
// thousands between a datagram and its copy are too many.
type copies struct{ sets [][4]sighting }

// copySets is a power of two.
const copySets = 1 << 12

// A sighting is when a datagram was captured.
type sighting struct {
	id   uint64 // its identity
	time int64
}

// add reports whether r, a message or a fragment, is a copy.
func (c *copies) add(r *record.Record) bool {
	id := r.Identity()
	if id == 0 {
		return false
	}
	if c.sets == nil {
		c.sets = make([][4]sighting, copySets)
	}
	set := &c.sets[id/2%copySets]
	for i := range set {
		s := &set[i]
		if s.id != id {
			continue
		}
		within := int64(copyTime)
		if r.ID == 0 {
			within = unprovenTime
		}
		if d := r.Time - s.time; d <= within && d >= -within && (r.ID != 0 || !r.NoTime) {
			r.Copy = true
			return true
		}
		s.time = r.Time
		return false
	}
	copy(set[1:], set[:3])
	set[0] = sighting{id, r.Time}
	return false
}
