package capgen

import (
	"encoding/binary"
	"fmt"
	"net/netip"

	"fragscope/decoder"
)

// hostile sends a datagram that is made to be kept: what never recurs, unsolicited, long, or broadcast.
func (g *generator) hostile() {
	b := g.scratch[:0]
	src, dst := g.anyHost(), g.anyHost()
	if g.rnd.IntN(4) == 0 { // a few that change all the time
		src = netip.AddrPortFrom(addr6(7, g.rnd.IntN(50)), 7778)
	}
	if g.rnd.IntN(4) == 0 {
		dst = netip.AddrPortFrom(addr6(9, g.rnd.IntN(50)), 5000)
	}
	text := func(n int) { // as Unreal2 has them
		b = append(b, byte(n+1))
		for range n {
			b = append(b, byte('a'+g.rnd.IntN(26)))
		}
		b = append(b, 0)
	}
	mtu := 1500
	switch g.rnd.IntN(8) {
	case 0: // a player list; rarely one of the maximum size
		b = append(b, 0x80, 0, 0, 0, 2)
		most := 1200
		if g.rnd.IntN(40) == 0 {
			most, mtu = 50_000, 9000
		}
		for i := uint32(1); len(b) < most; i++ {
			b = binary.LittleEndian.AppendUint32(b, i)
			text(40)
			b = binary.LittleEndian.AppendUint32(b, g.rnd.Uint32()%200)
			b = binary.LittleEndian.AppendUint32(b, g.rnd.Uint32()%1000)
			b = binary.LittleEndian.AppendUint32(b, 0)
		}
	case 1: // rules
		b = append(b, 0x80, 0, 0, 0, 1)
		for len(b) < 1000 {
			text(20)
			text(20)
		}
	case 2, 3: // info
		b = append(b, 0x80, 0, 0, 0, 0)
		b = binary.LittleEndian.AppendUint32(b, 0)
		b = append(b, 0)
		b = binary.LittleEndian.AppendUint32(b, 7777)
		b = binary.LittleEndian.AppendUint32(b, 7778)
		text(30)
		text(20)
		text(12)
		b = binary.LittleEndian.AppendUint32(b, g.rnd.Uint32()%16)
		b = binary.LittleEndian.AppendUint32(b, 16)
	case 4:
		b = append(b, 0x80, 0, 0, 0, byte(g.rnd.IntN(4)))
	case 5: // to everybody
		b = append(b, 0x80, 0, 0, 0, 0)
		src = netip.AddrPortFrom(
			netip.AddrFrom4([4]byte{10, byte(g.rnd.IntN(256)), byte(g.rnd.IntN(256)), byte(g.rnd.IntN(256))}),
			uint16(1024+g.rnd.IntN(60_000)))
		dst = netip.AddrPortFrom(netip.AddrFrom4([4]byte{255, 255, 255, 255}), 10777)
	case 6:
		b = fmt.Appendf(b, "\\hostname\\%x\\mapname\\%x\\numplayers\\3\\player_0\\%x\\final\\\\queryid\\%d.1", g.rnd.Uint64(),
			g.rnd.Uint64(), g.rnd.Uint64(), g.rnd.IntN(1000))
	default:
		b = AppendOther(b, Others[g.rnd.IntN(len(Others))], g.rnd)
	}
	g.scratch = b
	g.send(g.now, src, dst, nil, decoder.Unknown, b).mtu = mtu
}

func (g *generator) anyHost() netip.AddrPort {
	a := [16]byte{0x20, 0x01, 0x0d, 0xb8}
	binary.BigEndian.PutUint64(a[8:], g.rnd.Uint64())
	return netip.AddrPortFrom(netip.AddrFrom16(a), uint16(1024+g.rnd.IntN(60_000)))
}
