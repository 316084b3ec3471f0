package structure

import "math/bits"

// An algorithm computes a checksum.
type algorithm struct {
	name string
	size int // bytes
	poly uint64
	init uint64
	xor  uint64
	refl bool
	sum  func(p []byte) uint64 // instead of a CRC
	crc  *[256]uint64
}

// MD5 and SHA digests are named by their length; see digestName.

// crcs are the catalogued CRCs: width, polynomial, initial value, reflected, final XOR, name.
var crcs = [...]struct {
	width           uint8
	poly, init, xor uint32
	refl            bool
	name            string
}{
	{8, 0x07, 0x00, 0x00, false, "CRC-8/SMBUS"},
	{8, 0x07, 0x00, 0x55, false, "CRC-8/I-432-1"},
	{8, 0x07, 0xff, 0x00, true, "CRC-8/ROHC"},
	{8, 0x31, 0x00, 0x00, true, "CRC-8/MAXIM-DOW"},
	{8, 0x31, 0xff, 0x00, false, "CRC-8/NRSC-5"},
	{8, 0x1d, 0xfd, 0x00, false, "CRC-8/I-CODE"},
	{8, 0x1d, 0xff, 0x00, false, "CRC-8/HITAG"},
	{8, 0x1d, 0xff, 0xff, false, "CRC-8/SAE-J1850"},
	{8, 0x1d, 0x00, 0x00, false, "CRC-8/GSM-A"},
	{8, 0x1d, 0xc7, 0x00, false, "CRC-8/MIFARE-MAD"},
	{8, 0x1d, 0xff, 0x00, true, "CRC-8/TECH-3250"},
	{8, 0x2f, 0xff, 0xff, false, "CRC-8/AUTOSAR"},
	{8, 0x2f, 0x00, 0x00, false, "CRC-8/OPENSAFETY"},
	{8, 0x49, 0x00, 0xff, false, "CRC-8/GSM-B"},
	{8, 0x9b, 0x00, 0x00, true, "CRC-8/WCDMA"},
	{8, 0x9b, 0xff, 0x00, false, "CRC-8/CDMA2000"},
	{8, 0x9b, 0x00, 0x00, false, "CRC-8/LTE"},
	{8, 0x39, 0x00, 0x00, true, "CRC-8/DARC"},
	{8, 0xd5, 0x00, 0x00, false, "CRC-8/DVB-S2"},
	{8, 0xa7, 0x00, 0x00, true, "CRC-8/BLUETOOTH"},
	{16, 0x8005, 0x0000, 0x0000, true, "CRC-16/ARC"},
	{16, 0x8005, 0xffff, 0x0000, true, "CRC-16/MODBUS"},
	{16, 0x8005, 0xffff, 0xffff, true, "CRC-16/USB"},
	{16, 0x8005, 0x0000, 0xffff, true, "CRC-16/MAXIM-DOW"},
	{16, 0x8005, 0xffff, 0x0000, false, "CRC-16/CMS"},
	{16, 0x8005, 0x0000, 0x0000, false, "CRC-16/UMTS"},
	{16, 0x8005, 0x800d, 0x0000, false, "CRC-16/DDS-110"},
	{16, 0x1021, 0x0000, 0x0000, false, "CRC-16/XMODEM"},
	{16, 0x1021, 0xffff, 0x0000, false, "CRC-16/IBM-3740"},
	{16, 0x1021, 0x1d0f, 0x0000, false, "CRC-16/SPI-FUJITSU"},
	{16, 0x1021, 0xffff, 0xffff, false, "CRC-16/GENIBUS"},
	{16, 0x1021, 0x0000, 0xffff, false, "CRC-16/GSM"},
	{16, 0x1021, 0x0000, 0x0000, true, "CRC-16/KERMIT"},
	{16, 0x1021, 0xffff, 0x0000, true, "CRC-16/MCRF4XX"},
	{16, 0x1021, 0xffff, 0xffff, true, "CRC-16/IBM-SDLC"},
	{16, 0x1021, 0x89ec, 0x0000, true, "CRC-16/TMS37157"},
	{16, 0x1021, 0xc6c6, 0x0000, true, "CRC-16/ISO-IEC-14443-3-A"},
	{16, 0x1021, 0xb2aa, 0x0000, true, "CRC-16/RIELLO"},
	{16, 0x3d65, 0x0000, 0xffff, true, "CRC-16/DNP"},
	{16, 0x3d65, 0x0000, 0xffff, false, "CRC-16/EN-13757"},
	{16, 0x0589, 0x0000, 0x0000, false, "CRC-16/DECT-X"},
	{16, 0x0589, 0x0000, 0x0001, false, "CRC-16/DECT-R"},
	{16, 0x8bb7, 0x0000, 0x0000, false, "CRC-16/T10-DIF"},
	{16, 0xa097, 0x0000, 0x0000, false, "CRC-16/TELEDISK"},
	{16, 0xc867, 0xffff, 0x0000, false, "CRC-16/CDMA2000"},
	{16, 0x1dcf, 0xffff, 0xffff, false, "CRC-16/PROFIBUS"},
	{16, 0x5935, 0x0000, 0x0000, false, "CRC-16/OPENSAFETY-A"},
	{16, 0x755b, 0x0000, 0x0000, false, "CRC-16/OPENSAFETY-B"},
	{16, 0x6f63, 0x0000, 0x0000, false, "CRC-16/LJ1200"},
	{16, 0x080b, 0xffff, 0x0000, true, "CRC-16/NRSC-5"},
	{16, 0x5935, 0xffff, 0x0000, false, "CRC-16/M17"},
	{32, 0x04c11db7, 0xffffffff, 0xffffffff, true, "CRC-32"},
	{32, 0x04c11db7, 0xffffffff, 0xffffffff, false, "CRC-32/BZIP2"},
	{32, 0x04c11db7, 0xffffffff, 0x00000000, false, "CRC-32/MPEG-2"},
	{32, 0x04c11db7, 0x00000000, 0xffffffff, false, "CRC-32/CKSUM"},
	{32, 0x04c11db7, 0xffffffff, 0x00000000, true, "CRC-32/JAMCRC"},
	{32, 0x04c11db7, 0x00000000, 0x00000000, true, "CRC-32 without initial value"},
	{32, 0x1edc6f41, 0xffffffff, 0xffffffff, true, "CRC-32C"},
	{32, 0xa833982b, 0xffffffff, 0xffffffff, true, "CRC-32/BASE91-D"},
	{32, 0x814141ab, 0x00000000, 0x00000000, false, "CRC-32/AIXM"},
	{32, 0xf4acfb13, 0xffffffff, 0xffffffff, true, "CRC-32/AUTOSAR"},
	{32, 0x8001801b, 0x00000000, 0x00000000, true, "CRC-32/CD-ROM-EDC"},
	{32, 0x000000af, 0x00000000, 0x00000000, false, "CRC-32/XFER"},
	{32, 0x741b8cd7, 0xffffffff, 0x00000000, true, "CRC-32/MEF"},
}

// algorithms are by their size in bytes: sums first, which are computed quickest.
var algorithms = makeAlgorithms()

func makeAlgorithms() (a [5][]algorithm) {
	for _, s := range [...]algorithm{
		{name: "XOR of the bytes", size: 1, sum: xor8},
		{name: "sum of the bytes", size: 1, sum: sum},
		{name: "negated sum of the bytes", size: 1, sum: func(p []byte) uint64 { return -sum(p) }},
		{name: "complement of the sum of the bytes", size: 1, sum: func(p []byte) uint64 { return ^sum(p) }},
		{name: "sum of the bytes with carry", size: 1, sum: func(p []byte) uint64 { v := sum(p); return v&0xff + v>>8 }},
		{name: "sum of the bytes", size: 2, sum: sum},
		{name: "negated sum of the bytes", size: 2, sum: func(p []byte) uint64 { return -sum(p) }},
		{name: "complement of the sum of the bytes", size: 2, sum: func(p []byte) uint64 { return ^sum(p) }},
		{name: "Internet checksum", size: 2, sum: func(p []byte) uint64 { return ^internet(p) }},
		{name: "Internet checksum, not complemented", size: 2, sum: internet},
		{name: "sum of 16-bit numbers, little endian", size: 2, sum: folded(words, 2, LittleEndian)},
		{name: "sum of 16-bit numbers, big endian", size: 2, sum: folded(words, 2, BigEndian)},
		{name: "XOR of 16-bit numbers, little endian", size: 2, sum: folded(xors, 2, LittleEndian)},
		{name: "XOR of 16-bit numbers, big endian", size: 2, sum: folded(xors, 2, BigEndian)},
		{name: "Fletcher-16", size: 2, sum: fletcher16},
		{name: "sum of the bytes", size: 4, sum: sum},
		{name: "negated sum of the bytes", size: 4, sum: func(p []byte) uint64 { return -sum(p) }},
		{name: "Adler-32", size: 4, sum: adler},
		{name: "Fletcher-32", size: 4, sum: func(p []byte) uint64 { return fletcher32(p, LittleEndian) }},
		{name: "Fletcher-32 of big-endian numbers", size: 4, sum: func(p []byte) uint64 { return fletcher32(p, BigEndian) }},
		{name: "sum of 32-bit numbers, little endian", size: 4, sum: folded(words, 4, LittleEndian)},
		{name: "sum of 32-bit numbers, big endian", size: 4, sum: folded(words, 4, BigEndian)},
		{name: "XOR of 32-bit numbers, little endian", size: 4, sum: folded(xors, 4, LittleEndian)},
		{name: "XOR of 32-bit numbers, big endian", size: 4, sum: folded(xors, 4, BigEndian)},
		{name: "FNV-1a", size: 4, sum: func(p []byte) uint64 { return fnv(p, true) }},
		{name: "FNV-1", size: 4, sum: func(p []byte) uint64 { return fnv(p, false) }},
		{name: "DJB2", size: 4, sum: djb2},
	} {
		a[s.size] = append(a[s.size], s)
	}
	tables := map[[3]uint64]*[256]uint64{}
	for _, c := range crcs {
		g := algorithm{name: c.name, size: int(c.width / 8), poly: uint64(c.poly), refl: c.refl}
		g.init, g.xor = uint64(c.init), uint64(c.xor)
		key := [3]uint64{uint64(c.width), g.poly, 0}
		if c.refl {
			key[2] = 1
		}
		if g.crc = tables[key]; g.crc == nil {
			g.crc = crcTable(int(c.width), g.poly, c.refl)
			tables[key] = g.crc
		}
		a[g.size] = append(a[g.size], g)
	}
	return a
}

func crcTable(width int, poly uint64, refl bool) *[256]uint64 {
	var t [256]uint64
	mask := uint64(1)<<width - 1
	for i := range t {
		if refl {
			v := uint64(i)
			p := bits.Reverse64(poly) >> (64 - width)
			for range 8 {
				v = v>>1 ^ p*(v&1)
			}
			t[i] = v
			continue
		}
		v := uint64(i) << (width - 8)
		for range 8 {
			v = v<<1 ^ poly*(v>>(width-1)&1)
		}
		t[i] = v & mask
	}
	return &t
}

// of returns the checksum of the parts of a message.
func (g *algorithm) of(parts ...[]byte) uint64 {
	w := 8 * g.size
	mask := ^uint64(0) >> (64 - w)
	if g.sum != nil {
		p := parts[0]
		for _, q := range parts[1:] {
			p = append(p[:len(p):len(p)], q...)
		}
		return g.sum(p) & mask
	}
	v := g.init
	if g.refl {
		v = bits.Reverse64(v) >> (64 - w)
		for _, p := range parts {
			for _, c := range p {
				v = v>>8 ^ g.crc[byte(v)^c]
			}
		}
	} else {
		for _, p := range parts {
			for _, c := range p {
				v = (v<<8 ^ g.crc[byte(v>>(w-8))^c]) & mask
			}
		}
	}
	return v ^ g.xor
}

// folded returns the checksum that f makes of numbers of size bytes.
func folded(f func([]byte, int, Order) uint64, size int, o Order) func([]byte) uint64 {
	return func(p []byte) uint64 { return f(p, size, o) }
}
