package structure

import "slices"

// Bounds of the search. A kind is searched in a sample of its packets, each up to
// headLimit, and what is found is then checked in all of them.
const (
	sampleSize = 24
	headLimit  = 400
	maxChains  = 160
	maxNodes   = 6000
	textWork   = 24 << 20 // bytes
	listWork   = 8 << 20
)

// A packet is a datagram with what the search compares it with.
type packet struct {
	data   []byte
	index  int
	before []byte // what it may repeat: the packet before it from the other side
	after  []byte // what may repeat it
	prev   int    // the number of the packet that before is, counted from 1, 0 for none
	time   int64
	src    Endpoint
	dst    Endpoint
	group  [sequences]int32
	rank   [sequences]int32
}

// Sequences in which a counter may count: the packets of the kind, of the
// direction, and all; those of the direction and all of a flow.
const sequences = 5

// A search finds the layout that explains most bits of a sample of packets.
//
// Places are vectors: an offset in each packet. Vectors that differ by the same
// number of bytes in all packets are one chain, so that what follows a
// variable part is a chain of its own, and what is counted from the back too.
// From place to place lead parts; the layout is the path of parts from the
// front to the end of all packets that saves most, found place by place in the
// order of the sum of the offsets.
type search struct {
	e        *engine
	hints    []hint
	prefer   Order // byte order of the other numbers
	packs    map[[3]int]bool
	sumAt    *sumKey // where the only sum is
	sums     map[sumKey]foundSum
	veils    int   // keys that were looked for
	deep     bool  // checksums as well
	budget   int   // bytes that may still be summed
	work     int   // bytes that may still be read as text
	listWork int   // bytes that may still be read as lists
	at       int32 // the node that is expanded

	ps     []packet
	n      int
	least  int // the shortest of them
	chains []*chain
	byHash map[uint64][]int32
	nodes  []node
	heap   []int32
	lead   float64
	end    int32 // the chain of the ends of the packets

	vals  [2][]uint64
	tally tally
	tmp   []int32
	refs  []reference
	kept  []part
	fits  []fit
}

// A chain is a set of places that differ by the same number of bytes in all packets.
type chain struct {
	off   []int32 // of a place in each packet, less that in the first packet
	sum   int
	first int // least and greatest offset in the first packet
	last  int
	at    map[int32]int32 // nodes by their offset in the first packet
	same  map[int32]int16 // byte that all packets have there, -1 for none
	vars  int
}

// A node is a place that was reached, and the best way to it.
type node struct {
	chain int32
	at    int32
	from  int32
	key   int
	save  float64
	part  part
	done  bool
	blobs uint8
}

// A reference is a field in the front whose value may be the length or the count
// of what comes later.
type reference struct {
	c        *chain
	at, size int
	order    Order
	scale    int
	add      int // what follows the field, less scale times the value
}

// run finds the best layout of ps.
func (s *search) run(ps []packet) ([]part, float64) {
	s.ps, s.n = ps, len(ps)
	s.chains, s.nodes, s.heap, s.refs = s.chains[:0], s.nodes[:0], s.heap[:0], s.refs[:0]
	s.byHash = map[uint64][]int32{}
	s.lead, s.veils = 0, 0
	s.tmp = make([]int32, s.n)
	for k := range s.vals {
		s.vals[k] = make([]uint64, s.n)
	}
	s.least = 0
	for i := range ps {
		if len(ps[i].data) < len(ps[s.least].data) {
			s.least = i
		}
	}
	for i := range s.tmp {
		s.tmp[i] = 0
	}
	s.reach(-1, s.tmp, part{}, 0)
	for i := range s.tmp {
		s.tmp[i] = int32(len(ps[i].data))
	}
	s.end = s.chain(s.tmp, 1)
	end, endAt := s.end, s.tmp[0]
	if s.deep {
		s.tails()
	}
	margin := 48 + 4*float64(s.n)
	for len(s.heap) > 0 {
		x := s.pop()
		nd := &s.nodes[x]
		nd.done = true
		if nd.chain == end && nd.at == endAt {
			continue
		}
		if nd.save < s.lead-margin {
			continue
		}
		s.lead = max(s.lead, nd.save)
		s.expand(x)
	}
	x, ok := s.chains[end].at[endAt]
	if !ok {
		return nil, 0
	}
	save := s.nodes[x].save
	var path []part
	for ; s.nodes[x].from >= 0; x = s.nodes[x].from {
		path = append(path, s.nodes[x].part)
	}
	slices.Reverse(path)
	return path, save
}

// chain returns the chain of the place pos.
func (s *search) chain(pos []int32, vars int) int32 {
	h := uint64(14695981039346656037)
	for _, p := range pos {
		h = (h ^ uint64(uint32(p-pos[0]))) * 1099511628211
	}
next:
	for _, c := range s.byHash[h] {
		for i, o := range s.chains[c].off {
			if o != pos[i]-pos[0] {
				continue next
			}
		}
		return c
	}
	if len(s.chains) >= maxChains {
		return -1
	}
	c := &chain{off: make([]int32, s.n), at: map[int32]int32{}, same: map[int32]int16{}, vars: vars, last: 1 << 30}
	for i := range pos {
		o := pos[i] - pos[0]
		c.off[i] = o
		c.sum += int(o)
		c.last = min(c.last, len(s.ps[i].data)-int(o))
		c.first = max(c.first, int(-o))
	}
	s.chains = append(s.chains, c)
	s.byHash[h] = append(s.byHash[h], int32(len(s.chains)-1))
	return int32(len(s.chains) - 1)
}

// reach notes that p leads from node x to the place pos.
func (s *search) reach(x int32, pos []int32, p part, save float64) {
	vars := 0
	if x >= 0 {
		vars = s.chains[s.nodes[x].chain].vars + 1
	}
	c := s.chain(pos, vars)
	if c >= 0 {
		s.relax(x, c, pos[0], p, save)
	}
}

// step notes that p leads from node x to the place size bytes later.
func (s *search) step(x int32, size int, p part, save float64) {
	n := &s.nodes[x]
	s.relax(x, n.chain, n.at+int32(size), p, save)
}

func (s *search) relax(x, c, at int32, p part, save float64) {
	ch := s.chains[c]
	if int(at) > ch.last || int(at) < ch.first {
		return
	}
	var blobs uint8
	total := save
	if x >= 0 {
		from := &s.nodes[x]
		total += from.save
		blobs = from.blobs
		if p.shape == prefixed && !p.text {
			blobs++
		}
	}
	p.save = save
	y, ok := ch.at[at]
	if !ok {
		if len(s.nodes) >= maxNodes {
			return
		}
		y = int32(len(s.nodes))
		ch.at[at] = y
		nd := node{chain: c, at: at, from: x, key: int(at)*s.n + ch.sum, save: total, part: p, blobs: blobs}
		s.nodes = append(s.nodes, nd)
		s.push(y)
		return
	}
	nd := &s.nodes[y]
	if !nd.done && total > nd.save {
		nd.save, nd.part, nd.from, nd.blobs = total, p, x, blobs
	}
}

func (s *search) push(y int32) {
	s.heap = append(s.heap, y)
	for i := len(s.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if s.nodes[s.heap[up]].key <= s.nodes[s.heap[i]].key {
			break
		}
		s.heap[up], s.heap[i] = s.heap[i], s.heap[up]
		i = up
	}
}

func (s *search) pop() int32 {
	top, last := s.heap[0], len(s.heap)-1
	s.heap[0] = s.heap[last]
	s.heap = s.heap[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && s.nodes[s.heap[c+1]].key < s.nodes[s.heap[c]].key {
			c++
		}
		if s.nodes[s.heap[i]].key <= s.nodes[s.heap[c]].key {
			break
		}
		s.heap[i], s.heap[c] = s.heap[c], s.heap[i]
		i = c
	}
	return top
}

// sameByte returns the byte that all packets have at offset at of c, -1 where they differ.
func (s *search) sameByte(c *chain, at int) int16 {
	b, ok := c.same[int32(at)]
	if ok {
		return b
	}
	b = int16(s.ps[0].data[at+int(c.off[0])])
	for i := 1; i < s.n; i++ {
		if int16(s.ps[i].data[at+int(c.off[i])]) != b {
			b = -1
			break
		}
	}
	c.same[int32(at)] = b
	return b
}

// expand follows the parts that can begin at node x.
func (s *search) expand(x int32) {
	n := s.nodes[x]
	s.at = x
	c := s.chains[n.chain]
	at, room := int(n.at), c.last-int(n.at)
	if room > 0 && at-c.first < headLimit {
		s.constants(x, c, at, room)
		for _, size := range [...]int{1, 2, 4, 8, 12, 16, 20} {
			// Bytes that nothing explains are a part as well; fields have these sizes.
			save := -10.0
			switch {
			case n.part.raw:
				save = -4
			case size == 1:
				save = -14
			case size > 4:
				save = -12
			}
			if size <= room && (size == 1 || !n.part.raw) {
				s.step(x, size, part{raw: true, typ: Random, size: size}, save)
			}
		}
		for _, size := range [...]int{1, 2, 4, 8, 16} {
			if size <= room {
				s.number(x, n.chain, at, size)
			}
		}
	}
	s.variable(x, n.chain, at)
}

// constants are parts of bytes that are the same in all packets.
func (s *search) constants(x int32, c *chain, at, room int) {
	cost := float64(overhead)
	for k := 0; k < min(room, 64); k++ {
		b := s.sameByte(c, at+k)
		if b < 0 {
			return
		}
		cost += 8
		save := float64(8*s.n*(k+1)) - cost
		s.step(x, k+1, part{typ: Constant, size: k + 1, rel: relation{kind: same, bytes: s.ps[0].data[at : at+k+1]},
			evidence: float64(8 * (s.n - 1) * (k + 1))}, save)
	}
}
