package browse

import (
	"encoding/binary"
	"net/netip"

	"fragscope/decoder"
)

// An endpoint is an address and a port as they are kept: how many bytes the
// address has (4, 16, or 0 for none), the address, the port.
type endpoint [19]byte

func endpointOf(a netip.AddrPort) (e endpoint) {
	if !a.IsValid() {
		return e
	}
	ip := a.Addr().Unmap()
	e[0] = byte(ip.BitLen() / 8)
	copy(e[1:17], ip.AsSlice())
	binary.BigEndian.PutUint16(e[17:], a.Port())
	return e
}

func endpointAt(a *decoder.Addr, port uint16) (e endpoint) {
	e[0] = a.Length
	copy(e[1:17], a.Bytes[:])
	binary.BigEndian.PutUint16(e[17:], port)
	return e
}

// addr returns the address and the port; both are zero for none.
func (e *endpoint) addr() netip.AddrPort {
	ip, ok := netip.AddrFromSlice(e[1 : 1+e[0]])
	if !ok {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(ip, binary.BigEndian.Uint16(e[17:]))
}

func (e *endpoint) hash() uint32 {
	h := binary.LittleEndian.Uint64(e[0:]) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ binary.LittleEndian.Uint64(e[8:])) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32 ^ uint64(e[16]) ^ uint64(e[17])<<8 ^ uint64(e[18])<<16) * 0x94d049bb133111eb
	return uint32(h >> 32)
}

// endpoints gives each endpoint a number, from 1; 0 is none.
type endpoints struct {
	all   []endpoint // all[0] is none
	slots []uint32   // numbers by hash, 0 for a free slot; a power of two of them
}

// number returns the number of e, a new one if it is new.
func (t *endpoints) number(e endpoint) uint32 {
	if e[0] == 0 {
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
