package structure

func xor8(p []byte) (v uint64) {
	for _, c := range p {
		v ^= uint64(c)
	}
	return v
}

func sum(p []byte) (v uint64) {
	for _, c := range p {
		v += uint64(c)
	}
	return v
}

func internet(p []byte) uint64 {
	v := words(p, 2, BigEndian)
	for v > 0xffff {
		v = v&0xffff + v>>16
	}
	return v
}

// at16 calls f with the numbers of size bytes in p; the last is filled with zeros.
func each(p []byte, size int, o Order, f func(uint64)) {
	for len(p) >= size {
		f(number(p, size, o))
		p = p[size:]
	}
	if len(p) > 0 {
		var last [8]byte
		copy(last[:], p)
		f(number(last[:size], size, o))
	}
}

func words(p []byte, size int, o Order) (v uint64) {
	each(p, size, o, func(x uint64) { v += x })
	return v
}

func xors(p []byte, size int, o Order) (v uint64) {
	each(p, size, o, func(x uint64) { v ^= x })
	return v
}

func fletcher16(p []byte) uint64 {
	var a, b uint64
	for _, c := range p {
		a = (a + uint64(c)) % 255
		b = (b + a) % 255
	}
	return b<<8 | a
}

func fletcher32(p []byte, o Order) uint64 {
	var a, b uint64
	each(p, 2, o, func(x uint64) {
		a = (a + x) % 65535
		b = (b + a) % 65535
	})
	return b<<16 | a
}

func adler(p []byte) uint64 {
	a, b := uint64(1), uint64(0)
	for _, c := range p {
		a = (a + uint64(c)) % 65521
		b = (b + a) % 65521
	}
	return b<<16 | a
}

func fnv(p []byte, a bool) uint64 {
	v := uint32(2166136261)
	for _, c := range p {
		if a {
			v = (v ^ uint32(c)) * 16777619
		} else {
			v = v*16777619 ^ uint32(c)
		}
	}
	return uint64(v)
}

func djb2(p []byte) uint64 {
	v := uint32(5381)
	for _, c := range p {
		v = v*33 + uint32(c)
	}
	return uint64(v)
}
