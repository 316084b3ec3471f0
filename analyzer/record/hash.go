package record

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"fragscope/decoder/wire"
)

// seed makes the hashes of this process unpredictable: senders of packets
// choose the addresses in them, and with a known hash could choose addresses
// that collide. Nothing in the output depends on it.
var seed = [4]uint64{rand.Uint64(), rand.Uint64(), rand.Uint64(), rand.Uint64()}

// Hash is for the places of a table.
func (e *Endpoint) Hash() uint64 {
	le := binary.LittleEndian
	hi, lo := bits.Mul64(le.Uint64(e.IP[8:])^seed[0], le.Uint64(e.IP[:])^seed[1])
	hi, lo = bits.Mul64(hi^lo^seed[2], uint64(e.Port)^seed[3])
	// With some seeds the product alone leaves neighbours, such as the ports of
	// one address, near each other.
	h := hi ^ lo
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// Spread is for sharing out servers among shards, and among the buckets of
// parts, which may be made by different processes: it is always the same. An
// attacker who sends all to one shard only slows that one.
func (e *Endpoint) Spread() uint32 {
	le := binary.LittleEndian
	h := le.Uint64(e.IP[8:])*0x9e3779b97f4a7c15 ^ (le.Uint64(e.IP[:])+uint64(e.Port))*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0xff51afd7ed558ccd
	return uint32(h >> 32)
}

// flowHash is for the pair of a server and a client of these hashes.
func flowHash(server, client uint64) uint32 {
	hi, lo := bits.Mul64(server^seed[1], client^seed[0])
	return uint32(hi ^ lo)
}

// A HashSet counts distinct hashes; of 64 bits no two are equal by chance.
type HashSet struct {
	Places []uint64 // a power of two, at most half of them taken; 0 for free
	N      int
}

// Add adds a hash unless it is there.
func (s *HashSet) Add(h uint64) {
	h |= 1 // 0 is for free
	if 2*s.N >= len(s.Places) {
		old := s.Places
		s.Places = make([]uint64, max(4, 2*len(old)))
		s.N = 0
		for _, h := range old {
			if h != 0 {
				s.Add(h)
			}
		}
	}
	for i := h >> 1; ; i++ {
		switch p := &s.Places[i&uint64(len(s.Places)-1)]; *p {
		case h:
			return
		case 0:
			*p = h
			s.N++
			return
		}
	}
}

// hashBytes is good enough to distinguish requests or replies.
func hashBytes(b []byte) uint64 {
	const k1, k2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	le := binary.LittleEndian
	n := len(b)
	h := uint64(n) * k1
	for ; len(b) > 16; b = b[16:] {
		hi, lo := bits.Mul64(le.Uint64(b)^k2, le.Uint64(b[8:])^h)
		h = hi ^ lo
	}
	var x, y uint64
	switch n := len(b); {
	case n >= 8:
		x, y = le.Uint64(b), le.Uint64(b[n-8:])
	case n >= 4:
		x, y = uint64(le.Uint32(b)), uint64(le.Uint32(b[n-4:]))
	case n > 0:
		x = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	hi, lo := bits.Mul64(x^k1, y^h^k2)
	return Mix(hi ^ lo)
}

func Mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	return h ^ h>>33
}

// Identity is a hash of the datagram or fragment that r is, without what changes
// on its way; 0 for a payload without a frame, which says nothing of that.
func (r *Record) Identity() uint64 {
	if r.Link == wire.LinkNone {
		return 0
	}
	const k1, k2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	src, dst, bytes, at := r.Src.Hash(), r.Dst.Hash(), r.Hash, uint32(0)
	if r.Class == ClassFragment {
		bytes, at = hashBytes(r.Payload), r.Stray.Head.FragOffset
	}
	hi, lo := bits.Mul64(src^k1, dst^k2)
	hi, lo = bits.Mul64(hi^lo^bytes, uint64(r.ID)<<32^uint64(at)^seed[0])
	return Mix(hi^lo) | 1
}
