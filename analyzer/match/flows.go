package match

import "fragscope/analyzer/record"

// A pair is the pair of addresses that an exchange is between.
type pair struct{ client, server record.Endpoint }

// A conversation is a flow: the exchanges of a pair that are not over.
type conversation struct {
	pair
	hash  uint32
	next  *conversation // in the same slot of the table
	open  *exchange     // the latest one; exchange.older links the others
	sv    *server       // once something is known about it
	fresh bool          // its client has not counted it
}

func (c *conversation) oldest() (x *exchange, n int) {
	for y := c.open; y != nil; y = y.older {
		x = y
		n++
	}
	return x, n
}

// flows is a table of conversations. Most last for one exchange, so each packet
// uses it: the workers compute the hash, and a Go map, which computes it again,
// takes three times as long.
type flows struct {
	places []*conversation // a power of two
	n      int
}

func (f *flows) find(hash uint32, client, server *record.Endpoint) *conversation {
	if len(f.places) == 0 {
		return nil
	}
	c := f.places[hash&uint32(len(f.places)-1)]
	for c != nil && (c.hash != hash || c.client != *client || c.server != *server) {
		c = c.next
	}
	return c
}

func (f *flows) add(c *conversation) {
	if f.n >= len(f.places) {
		f.grow()
	}
	f.n++
	place := &f.places[c.hash&uint32(len(f.places)-1)]
	c.next, *place = *place, c
}

func (f *flows) grow() {
	old := f.places
	f.places = make([]*conversation, max(64, 2*len(old)))
	for _, c := range old {
		for c != nil {
			next := c.next
			place := &f.places[c.hash&uint32(len(f.places)-1)]
			c.next, *place = *place, c
			c = next
		}
	}
}

func (f *flows) remove(c *conversation) {
	at := &f.places[c.hash&uint32(len(f.places)-1)]
	for *at != c {
		at = &(*at).next
	}
	*at, c.next = c.next, nil
	f.n--
}
