//go:build !js

package decoder_test

import (
	"encoding/binary"
	"math/rand/v2"
)

// le and be write numbers of 32 bits, as the rows of strangers need them.
func le(v uint32) string { return string(binary.LittleEndian.AppendUint32(nil, v)) }

func be(v uint32) string { return string(binary.BigEndian.AppendUint32(nil, v)) }

// A stranger makes payloads of a protocol that is no query, as its
// specification says, the numbers in it different each time. The generator of
// captures makes those that people meet everywhere (capgen.Others); these are
// the games' own traffic, and what stands closest to a query.
type stranger struct {
	name string
	make func(r *rand.Rand) string
}

var strangers = []stranger{
	// Quake and Quake II: sequence, acknowledged sequence, both with a bit for
	// reliable data, of a client the port, then commands.
	{"quake netchan client", func(r *rand.Rand) string {
		return netchan(r) + string(noise(r, 2)) + string(noise(r, 10+r.IntN(40)))
	}},
	{"quake netchan server", func(r *rand.Rand) string { return netchan(r) + string(noise(r, 10+r.IntN(900))) }},
	// Quake III: sequence with a bit for fragments, then bits in Huffman code.
	{"quake3 netchan", func(r *rand.Rand) string {
		return le(sequence(r)|uint32(r.IntN(2))<<31) + string(noise(r, 12+r.IntN(900)))
	}},
	// The first packets of a connection, with the small numbers that queries hold.
	{"netchan at its start", func(r *rand.Rand) string {
		return le(uint32(r.IntN(256))) + le(uint32(r.IntN(256))) + string(noise(r, 4+r.IntN(200)))
	}},
	// NetQuake: type and length in one word, most significant byte first.
	{"netquake", func(r *rand.Rand) string {
		b := be(sequence(r)) + string(noise(r, r.IntN(400)))
		return be(uint32([]int{1, 2, 9, 16}[r.IntN(4)])<<16|uint32(len(b)+4)) + b
	}},
	// Source: sequence, acknowledged sequence, flags, checksum, state of the
	// reliable streams, choked packets, messages.
	{"source netchan", func(r *rand.Rand) string {
		return netchan(r) + string([]byte{byte(r.IntN(64))}) + string(noise(r, 2)) + string([]byte{byte(r.IntN(256))}) +
			string(noise(r, 8+r.IntN(1100)))
	}},
	// GoldSource the same, its messages scrambled.
	{"goldsource netchan", func(r *rand.Rand) string { return netchan(r) + string(noise(r, 8+r.IntN(900))) }},
	// Unreal 1 and 2: the number of the packet in 14 bits, then bits of
	// acknowledgements and bunches, the last of them set.
	{"unreal packet", func(r *rand.Rand) string {
		b := append(binary.LittleEndian.AppendUint16(nil, uint16(r.IntN(1<<14))), noise(r, 1+r.IntN(400))...)
		b[len(b)-1] |= 1 << r.IntN(8)
		return string(b)
	}},
	{"unreal keep-alive", func(r *rand.Rand) string {
		return string(binary.LittleEndian.AppendUint16(nil, uint16(r.IntN(1<<14)))) + string([]byte{byte(1 + r.IntN(255))})
	}},
	// RakNet when connected: a number of 24 bits, then each message with its
	// reliability and length in bits; and what acknowledges it.
	{"raknet connected", func(r *rand.Rand) string {
		n := 1 + r.IntN(1200)
		bits := string(binary.BigEndian.AppendUint16(nil, uint16(8*n)))
		return string([]byte{0x80 | byte(r.IntN(16))}) + string(noise(r, 3)) + string([]byte{byte(r.IntN(5)) << 5}) + bits +
			string(noise(r, 3+n))
	}},
	{"raknet acknowledgement", func(r *rand.Rand) string {
		kind := []byte{0xc0, 0xa0}[r.IntN(2)]
		return string([]byte{kind, 0, 1, 1, byte(r.IntN(256)), byte(r.IntN(256)), 0})
	}},
	// The older RakNet of SA-MP, scrambled with the port: any bytes.
	{"steam in-home discovery", func(r *rand.Rand) string {
		header := "\x08" + string(noise(r, 8)) + "\x10\x00"
		body := "\x08\x00\x10\x06\x18\x9c\xd3\x01" + "\x22\x0b" + "workstation" + "\x30\x02"
		return "\xff\xff\xff\xff\x21\x4c\x5f\xa0" + le(uint32(len(header))) + header + le(uint32(len(body))) + body
	}},
	{"steam datagram relay", func(r *rand.Rand) string { return "\x53\x44" + string(noise(r, 30+r.IntN(1200))) }},
	{"coap", func(r *rand.Rand) string {
		return "\x42" + string([]byte{byte(1 + r.IntN(4))}) + string(noise(r, 4)) + "\xbb.well-known\x04core"
	}},
	{"coap reply", func(r *rand.Rand) string { return "\x62\x45" + string(noise(r, 4)) + "\xc1\x28\xff</sensors>;ct=40" }},
	{"snmp v3", func(r *rand.Rand) string {
		return "\x30\x3e\x02\x01\x03\x30\x11\x02\x04" + string(noise(r, 4)) + "\x02\x03\x00\xff\xe3\x04\x01\x04\x02\x01\x03" +
			"\x04\x10\x30\x0e\x04\x00\x02\x01\x00\x02\x01\x00\x04\x00\x04\x00\x04\x00\x30\x14\x04\x00\x04\x00\xa0\x0e\x02\x04" +
			string(noise(r, 4)) + "\x02\x01\x00\x02\x01\x00\x30\x00"
	}},
	{"tftp data", func(r *rand.Rand) string { return "\x00\x03\x00" + string(noise(r, 1+512)) }},
	{"tftp acknowledgement", func(r *rand.Rand) string { return "\x00\x04\x00" + string(noise(r, 1)) }},
	{"syslog rfc5424", func(r *rand.Rand) string {
		return "<165>1 2024-10-11T22:14:15.003Z host app " + string([]byte{'1' + byte(r.IntN(9))}) +
			" ID47 [x@1 k=\"v\"] text"
	}},
	{"dht find_node", func(r *rand.Rand) string {
		return "d1:ad2:id20:" + string(noise(r, 20)) + "6:target20:" + string(noise(r, 20)) + "e1:q9:find_node1:t2:" +
			string(noise(r, 2)) + "1:y1:qe"
	}},
	{"stun classic", func(r *rand.Rand) string { return "\x00\x01\x00\x00" + string(noise(r, 16)) }},
	{"radius", func(r *rand.Rand) string {
		return "\x01" + string(noise(r, 1)) + "\x00\x1b" + string(noise(r, 16)) + "\x01\x07steve"
	}},
	{"netflow v5", func(r *rand.Rand) string {
		return "\x00\x05\x00\x01" + be(r.Uint32()>>4) + be(0x671234ff) + be(0) + be(sequence(r)) + be(0) +
			string(noise(r, 48))
	}},
	{"vxlan", func(r *rand.Rand) string {
		return "\x08\x00\x00\x00\x00\x01\x00\x00" + string(noise(r, 60+r.IntN(400)))
	}},
	{"gtp-u", func(r *rand.Rand) string { return "\x30\xff\x00\x40" + string(noise(r, 4+64)) }},
	{"kerberos", func(r *rand.Rand) string {
		return "\x6a\x81\xa0\x30\x81\x9d\xa1\x03\x02\x01\x05\xa2\x03\x02\x01\x0a" + string(noise(r, 140))
	}},
	{"memcached", func(r *rand.Rand) string { return string(noise(r, 2)) + "\x00\x00\x00\x01\x00\x00get key\r\n" }},
	{"discord voice", func(r *rand.Rand) string {
		return "\x90\x78" + string(noise(r, 10)) + "\xbe\xde\x00\x01" + string(noise(r, 60+r.IntN(200)))
	}},
}

// noise returns n bytes that are encrypted, compressed or different each time.
func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// sequence is the number of a packet: a game sends a few ten thousand an hour.
func sequence(r *rand.Rand) uint32 { return uint32(r.IntN(1 << (8 + r.IntN(12)))) }

// netchan is the header of the engines that descend from Quake's.
func netchan(r *rand.Rand) string {
	s := sequence(r)
	return le(s|uint32(r.IntN(2))<<31) + le(s+uint32(r.IntN(8))|uint32(r.IntN(2))<<31)
}
