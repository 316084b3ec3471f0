package browse

import (
	"encoding/binary"
	"net/netip"
)

// A host is an address as it is kept. Words are compared and hashed faster than
// the bytes of an address. Ports are kept beside it: there are far more pairs of
// both than hosts, and a table of them would be cold wherever it is asked.
type host struct {
	high, low uint64 // bytes of the address, little endian; an IPv4 address is the first four of high
	length    uint8  // bytes of the address: 4, 16, or 0 for none
}

func hostOf(ip netip.Addr) host {
	switch ip = ip.Unmap(); {
	case !ip.IsValid():
		return host{}
	case ip.Is4():
		b := ip.As4()
		return host{high: uint64(binary.LittleEndian.Uint32(b[:])), length: 4}
	}
	b := ip.As16()
	return host{high: binary.LittleEndian.Uint64(b[:8]), low: binary.LittleEndian.Uint64(b[8:]), length: 16}
}

func (e *host) addr() netip.Addr {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], e.high)
	binary.LittleEndian.PutUint64(b[8:], e.low)
	ip, _ := netip.AddrFromSlice(b[:e.length])
	return ip
}

func (e *host) hash() uint32 {
	h := (e.high ^ uint64(e.length)<<56) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ e.low) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32) * 0x94d049bb133111eb
	return uint32(h >> 32)
}

// hosts gives each host a number, from 1; 0 is none.
type hosts struct {
	all   []host    // all[0] is none
	slots []uint32  // numbers by hash, 0 for a free slot; a power of two of them
	last  [2]uint32 // that were met last: most packets have one of them
}

func (t *hosts) ranks() []uint64 {
	addrs := make([]netip.Addr, len(t.all))
	for i := range addrs {
		addrs[i] = t.addr(uint32(i), 0).Addr()
	}
	return ranks(addrs, netip.Addr.Compare)
}

// number returns the number of e, a new one if it is new.
func (t *hosts) number(e host) uint32 {
	if e.length == 0 {
		return 0
	}
	if len(t.all) > 0 {
		for _, n := range t.last {
			if t.all[n] == e {
				return n
			}
		}
	}
	n := t.find(e)
	t.last[0], t.last[1] = n, t.last[0]
	return n
}

func (t *hosts) find(e host) uint32 {
	if 2*len(t.all) >= len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	for i := e.hash() & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 {
			n = uint32(len(t.all))
			t.all = append(t.all, e)
			t.slots[i] = n
			return n
		}
		if t.all[n] == e {
			return n
		}
	}
}

func (t *hosts) grow() {
	if len(t.all) == 0 {
		t.all = append(t.all, host{})
	}
	t.slots = make([]uint32, max(1024, 2*len(t.slots)))
	mask := uint32(len(t.slots) - 1)
	for n := 1; n < len(t.all); n++ {
		i := t.all[n].hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(n)
	}
}

func (t *hosts) addr(n uint32, port uint16) netip.AddrPort {
	if int(n) >= len(t.all) {
		return netip.AddrPort{}
	}
	ip := t.all[n].addr()
	if !ip.IsValid() {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(ip, port)
}
