package browse

import (
	"encoding/binary"
	"net/netip"

	"fragscope/decoder"
)

// An endpoint is an address and a port as they are kept. Words are compared
// and hashed faster than the bytes of an address.
type endpoint struct {
	high, low uint64 // bytes of the address, little endian; an IPv4 address is the first four of high
	port      uint16
	length    uint8 // bytes of the address: 4, 16, or 0 for none
}

func endpointOf(a netip.AddrPort) endpoint {
	if !a.IsValid() {
		return endpoint{}
	}
	ip := a.Addr().Unmap()
	if ip.Is4() {
		b := ip.As4()
		return endpoint{high: uint64(binary.LittleEndian.Uint32(b[:])), port: a.Port(), length: 4}
	}
	b := ip.As16()
	return endpoint{high: binary.LittleEndian.Uint64(b[:8]), low: binary.LittleEndian.Uint64(b[8:]), port: a.Port(), length: 16}
}

func endpointAt(a *decoder.Addr, port uint16) endpoint {
	return endpoint{high: binary.LittleEndian.Uint64(a.Bytes[:8]), low: binary.LittleEndian.Uint64(a.Bytes[8:]), port: port, length: a.Length}
}

// addr returns the address and the port; both are zero for none.
func (e *endpoint) addr() netip.AddrPort {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], e.high)
	binary.LittleEndian.PutUint64(b[8:], e.low)
	ip, ok := netip.AddrFromSlice(b[:e.length])
	if !ok {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(ip, e.port)
}

func (e *endpoint) hash() uint32 {
	h := (e.high ^ uint64(e.length)<<56) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ e.low) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32 ^ uint64(e.port)) * 0x94d049bb133111eb
	return uint32(h >> 32)
}

// endpoints gives each endpoint a number, from 1; 0 is none.
type endpoints struct {
	all   []endpoint // all[0] is none
	slots []uint32   // numbers by hash, 0 for a free slot; a power of two of them
}

// number returns the number of e, a new one if it is new.
func (t *endpoints) number(e endpoint) uint32 {
	if e.length == 0 {
		return 0
	}
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

func (t *endpoints) grow() {
	if len(t.all) == 0 {
		t.all = append(t.all, endpoint{})
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

// addr returns the endpoint with a number.
func (t *endpoints) addr(n uint32) netip.AddrPort {
	if int(n) >= len(t.all) {
		return netip.AddrPort{}
	}
	return t.all[n].addr()
}

// text appends host:port; only the host for port 0, which a packet without
// ports has; nothing for none.
func (t *endpoints) text(dst []byte, n uint32) []byte {
	a := t.addr(n)
	switch {
	case !a.IsValid():
		return dst
	case a.Port() == 0:
		return a.Addr().AppendTo(dst)
	}
	return a.AppendTo(dst)
}
