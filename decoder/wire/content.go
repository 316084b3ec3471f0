package wire

import "math/bits"

// Content returns a hash of what m says about a server, without what differs
// from one reply to the next although nothing has changed: pings, query
// numbers, echoed ids. Two replies with the same Content say the same.
func (m *Message) Content() uint64 {
	fields := m.Fields
	h := uint64(len(fields))
	from, to := uint32(0), uint32(0) // adjacent bytes count as one
	for i := 0; i < len(fields); i++ {
		f := &fields[i]
		last := f // of the fields that begin here, all of which count
		if f.Kind == KindGroup {
			n := 0
			switch f.Def.Role {
			case RoleRule: // half of all fields are in pairs all of which counts
				n = m.steadyPair(i)
			case RoleArray:
				if n = m.Next(i) - 1 - i; n > 0 && m.pings(i+1) {
					i += n
					continue
				}
			}
			if n == 0 {
				continue
			}
			i += n
			last = &fields[i]
		} else {
			switch contentDoubts[f.Def.Role] {
			case contentNever:
				continue
			case contentValue:
				if i > 0 && VolatileKey(m.Bytes(i-1)) {
					continue
				}
			case contentCell:
				if f.Def.Naming == NameInPacket && f.Value < uint64(len(m.Data)) && PingHead(m.Data[f.Value:]) {
					continue
				}
			}
		}
		if f.Offset != to {
			h = Hash(h, m.Data[from:to])
			from = f.Offset
		}
		to = last.Offset + last.Length
	}
	return Hash(h, m.Data[from:to])
}

// Which fields do not count as content.
const (
	contentNever = iota + 1
	contentValue // not after a key whose value changes with every reply
	contentCell  // not in a column of pings
)

// contentDoubts holds, for the roles of fields, when they do not count.
var contentDoubts = [roleCount]uint8{
	RoleNone: contentNever, RolePlayerPing: contentNever, RoleChecksum: contentNever, RoleLength: contentNever,
	RoleCount: contentNever,
	RoleValue: contentValue, RolePlayerExtra: contentCell,
}

// pings reports whether field i is the name of a field of all players that
// holds their pings.
func (m *Message) pings(i int) bool { return i < len(m.Fields) && PingHead(m.Bytes(i)) }

// steadyPair returns the number of fields in group i if it is a pair of which
// nothing is left out, judged by how its key begins; 0 when it may be another.
func (m *Message) steadyPair(i int) int {
	if i+4 >= len(m.Fields) || m.Fields[i].Kind != KindGroup {
		return 0
	}
	f := m.Fields[i : i+5]
	n := 1
	if f[1].Flags&FlagLength != 0 { // length, key, length, value
		n = 2
	}
	k, v := &f[n], &f[2*n]
	if k.Def.Role != RoleKey || v.Def.Role != RoleValue || k.Length == 0 || v.End() != f[0].End() ||
		n == 2 && (f[3].Def != v.Def || f[1].Def != k.Def) || f[0].Length != f[1].Length+f[2].Length+
		uint32(n-1)*(f[3].Length+f[4].Length) {
		return 0
	}
	c := m.Data[k.Offset]
	if c == '\\' && k.Length > 1 {
		c = m.Data[k.Offset+1]
	}
	if c&^1 == 'p' { // ping, queryid
		return 0
	}
	return 2 * n
}

// PingHead reports whether a column's head names pings.
func PingHead(b []byte) bool { return len(b) >= 6 && string(b[:6]) == "ping_\x00" }

// Hash continues from h with the bytes of b, 16 at a time, and two times 16 in
// parallel where there are more.
func Hash(h uint64, b []byte) uint64 {
	const k1, k2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	h ^= uint64(len(b)) * k1
	if len(b) >= 32 {
		g := h ^ k2
		for ; len(b) >= 32; b = b[32:] {
			hi, lo := bits.Mul64(LE64(b)^k1, LE64(b[8:])^h)
			h = hi ^ lo
			hi, lo = bits.Mul64(LE64(b[16:])^k2, LE64(b[24:])^g)
			g = hi ^ lo
		}
		hi, lo := bits.Mul64(h^k1, g)
		h = hi ^ lo
	}
	for ; len(b) >= 16; b = b[16:] {
		hi, lo := bits.Mul64(LE64(b)^k1, LE64(b[8:])^h)
		h = hi ^ lo
	}
	var x, y uint64
	switch n := len(b); {
	case n >= 8:
		x, y = LE64(b), LE64(b[n-8:])
	case n >= 4:
		x, y = uint64(LE32(b)), uint64(LE32(b[n-4:]))
	case n > 0:
		x = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	hi, lo := bits.Mul64(x^k2, y^h)
	return hi ^ lo
}

// VolatileKey reports whether the value of a key changes with every reply.
func VolatileKey(key []byte) bool {
	if len(key) > 0 && key[0] == '\\' {
		key = key[1:]
	}
	return len(key) > 4 && key[0]&^1 == 'p' && (string(key[:5]) == "ping_" || string(key) == "queryid")
}

// Entries returns the number of servers in a list that m holds.
func (m *Message) Entries() int64 {
	var n int64
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind == KindGroup && f.Def.Role == RoleServerEntry {
			n++
		}
	}
	return n
}
