package capgen

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"

	"fragscope/analyzer/capture"
	"fragscope/decoder/keys"
)

type tcpTalk struct {
	g    *generator
	ends [2]netip.AddrPort // client, server
	seq  [2]uint32
	at   int64 // of the next segment, ns
	rtt  int64
}

// segment sometimes retransmits, as without an ACK.
func (k *tcpTalk) segment(from int, flags uint8, data []byte) {
	e := k.g.enqueue(k.at, k.ends[from], k.ends[1-from], "unreal-master", data)
	e.tcp, e.flags, e.seq, e.ack = true, flags, k.seq[from], k.seq[1-from]
	if flags&capture.SYN != 0 && flags&capture.ACK == 0 {
		e.ack = 0
	}
	if k.g.share(k.g.c.Duplicate) {
		d := k.g.enqueue(k.at+k.rtt*2, e.src, e.dst, e.proto, data)
		d.tcp, d.flags, d.seq, d.ack = true, flags, e.seq, e.ack
		k.g.truth.Resent++
	}
	k.seq[from] += uint32(len(data))
	if flags&(capture.SYN|capture.FIN) != 0 {
		k.seq[from]++
	}
	k.at += 80_000
}

func (k *tcpTalk) say(from int, data []byte) {
	k.at += k.rtt / 2
	for len(data) > 0 {
		n := min(len(data), 1+k.g.rnd.IntN(1400))
		k.segment(from, capture.PSH|capture.ACK, data[:n])
		data = data[n:]
	}
	k.at += k.rtt / 2
	k.segment(1-from, capture.ACK, nil)
}

// masterTalk fetches a server list, as text or, half the time, in the binary form of UT2004.
func (g *generator) masterTalk() {
	c := g.clients[g.rnd.IntN(len(g.clients))]
	c.port++
	c.port |= 32768
	port := uint16(28900)
	binaryList := g.rnd.IntN(2) == 0
	if binaryList {
		port = 28902
	}
	g.truth.Conversations++
	k := &tcpTalk{
		g: g, at: g.now, rtt: g.jitter(30e6), seq: [2]uint32{g.rnd.Uint32(), g.rnd.Uint32()},
		ends: [2]netip.AddrPort{netip.AddrPortFrom(c.addr4, c.port),
			netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, 6}), port)},
	}
	k.segment(0, capture.SYN, nil)
	k.at += k.rtt
	k.segment(1, capture.SYN|capture.ACK, nil)
	k.segment(0, capture.ACK, nil)
	if binaryList {
		k.binaryList()
	} else {
		k.textList()
	}
	k.segment(1, capture.FIN|capture.ACK, nil)
	k.segment(0, capture.FIN|capture.ACK, nil)
	k.segment(1, capture.ACK, nil)
}

// decoder/protocol/unrealmaster/SPEC.md#text-masters.
func (k *tcpTalk) textList() {
	challenge := make([]byte, 6)
	for i := range challenge {
		challenge[i] = byte('a' + k.g.rnd.IntN(26))
	}
	answer, _ := keys.Validate(string(challenge), "ut")
	k.say(1, fmt.Appendf(nil, `\basic\\secure\%s`, challenge))
	k.say(0, fmt.Appendf(nil, `\gamename\ut\location\0\validate\%s\final\`, answer))
	k.say(0, []byte(`\list\\gamename\ut\final\`))
	var list []byte
	for _, s := range k.g.servers {
		if s.game == ut99 && s.addr.Addr().Is4() {
			list = pair(list, "ip", s.addr.String())
		}
	}
	k.say(1, append(list, `\final\`...))
}

// decoder/protocol/unrealmaster/SPEC.md#binary-masters: every message is its length and its body.
func (k *tcpTalk) binaryList() {
	message := func(b []byte, body []byte) []byte { return append(le.AppendUint32(b, uint32(len(body))), body...) }
	k.say(1, message(nil, fstring(nil, strconv.Itoa(int(k.g.rnd.Uint32()>>4)))))
	login := fstring(fstring(nil, k.hex32()), k.hex32())
	login = le.AppendUint32(fstring(login, "UT2K4CLIENT"), 3369)
	login = fstring(append(login, 0), "int")
	login = le.AppendUint32(le.AppendUint32(le.AppendUint32(login, 0x6819), 0x1002), 3400)
	k.say(0, message(nil, append(login, 1)))
	k.say(1, message(nil, le.AppendUint32(fstring(nil, "APPROVED"), 3)))
	k.say(0, message(nil, fstring(nil, k.hex32())))
	k.say(1, message(nil, fstring(nil, "VERIFIED")))
	k.say(0, message(nil, append(fstring(fstring([]byte{0, 1}, "gametype"), "xDeathMatch"), 0)))
	var list []byte
	count := uint32(0)
	for _, s := range k.g.servers {
		if s.game != ut2004 || !s.addr.Addr().Is4() {
			continue
		}
		s.at(k.at)
		count++
		a := s.addr.Addr().As4()
		b := le.AppendUint16(le.AppendUint16(a[:], s.addr.Port()-1), s.addr.Port())
		b = fstring(fstring(fstring(b, s.name), s.currentMap()), kinds[s.game].gameType)
		b = le.AppendUint32(append(b, byte(len(s.players)), byte(s.most)), 0)
		list = message(list, fstring(b, strconv.Itoa(s.id%8)))
	}
	k.say(1, append(message(nil, append(binary.LittleEndian.AppendUint32(nil, count), 1)), list...))
}

func (k *tcpTalk) hex32() string {
	return fmt.Sprintf("%016x%016x", k.g.rnd.Uint64(), k.g.rnd.Uint64())
}
