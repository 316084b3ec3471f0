package capgen

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"

	"fragscope/decoder"
)

// Others names the kinds of traffic that [AppendOther] makes: what else is
// seen on UDP, much of it from games.
var Others = []string{
	"dns query", "dns reply", "quic initial", "quic short", "a2s request", "a2s info", "a2s players", "rtp", "rtcp", "ntp request", "ntp reply",
	"stun", "quake request", "quake status", "dht", "ssdp", "sip", "dhcp", "wireguard", "game state", "game input", "raknet", "syslog", "tftp", "snmp", "random",
}

var otherPorts = map[string][2]uint16{
	"dns query": {0, 53}, "dns reply": {53, 0}, "quic initial": {0, 443}, "quic short": {443, 0}, "a2s request": {0, 27015}, "a2s info": {27015, 0},
	"a2s players": {27015, 0}, "ntp request": {123, 123}, "ntp reply": {123, 123}, "stun": {0, 3478}, "quake request": {0, 27960}, "quake status": {27960, 0},
	"dht": {6881, 6881}, "ssdp": {0, 1900}, "sip": {5060, 5060}, "dhcp": {68, 67}, "wireguard": {51820, 51820}, "game state": {7777, 0}, "game input": {0, 7777},
	"raknet": {0, 19132}, "syslog": {0, 514}, "tftp": {0, 69}, "snmp": {0, 161},
}

// AppendOther appends a datagram of the given kind, one of [Others].
func AppendOther(b []byte, kind string, r *rand.Rand) []byte {
	be := binary.BigEndian
	noise := func(n int) {
		for range n {
			b = append(b, byte(r.Uint32()))
		}
	}
	text := func(s string) { b = append(b, s...) }
	switch kind {
	case "dns query", "dns reply":
		b = be.AppendUint16(b, uint16(r.Uint32()))
		flags, answers := uint16(0x0100), uint16(0)
		if kind == "dns reply" {
			flags, answers = 0x8180, 1
		}
		b = be.AppendUint16(b, flags)
		for _, n := range []uint16{1, answers, 0, 0} {
			b = be.AppendUint16(b, n)
		}
		for _, label := range []string{"play" + string(rune('a'+r.IntN(26))), "harbour", "example"} {
			b = append(append(b, byte(len(label))), label...)
		}
		b = append(b, 0, 0, 1, 0, 1)
		if answers > 0 {
			b = append(b, 0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 44, 0, 4, 198, 51, 100)
			noise(1)
		}
	case "quic initial":
		b = append(b, 0xc0|byte(r.IntN(4)), 0, 0, 0, 1, 8)
		noise(8)
		b = append(b, 0, 0, 0x44, 0x9e)
		noise(1180)
	case "quic short":
		b = append(b, 0x40|byte(r.IntN(64)))
		noise(30 + r.IntN(400))
	case "a2s request":
		text("\xff\xff\xff\xffTSource Engine Query\x00")
		if r.IntN(2) == 0 {
			noise(4)
		}
	case "a2s info":
		text("\xff\xff\xff\xffI\x11Harbour Lights\x00de_quay\x00cstrike\x00Counter-Strike\x00")
		b = append(b, 10, 0, byte(r.IntN(32)), 32, 0, 'd', 'l', 0, 1)
		text("1.0.0.70\x00")
	case "a2s players":
		text("\xff\xff\xff\xffD\x02\x00Kelp\x00")
		noise(8)
		text("\x01Gull\x00")
		noise(8)
	case "rtp":
		b = append(b, 0x80, byte(r.IntN(2)<<7)|byte([]int{0, 8, 96, 111}[r.IntN(4)]))
		noise(10 + 160)
	case "rtcp":
		b = append(b, 0x80, 200, 0, 6)
		noise(24)
	case "ntp request":
		b = append(b, 0x23, 0, 6, 0xec)
		b = append(b, make([]byte, 36)...)
		noise(8)
	case "ntp reply":
		b = append(b, 0x24, 2, 6, 0xec)
		noise(44)
	case "stun":
		b = append(b, 0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42)
		noise(12)
		b = append(b, 0x80, 0x28, 0, 4)
		noise(4)
	case "quake request":
		text("\xff\xff\xff\xffgetstatus\n")
	case "quake status":
		text("\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\Harbour\\mapname\\q3dm17\\sv_maxclients\\16\n12 48 \"Kelp\"\n")
	case "dht":
		text("d1:ad2:id20:")
		noise(20)
		text("e1:q4:ping1:t2:aa1:y1:qe")
	case "ssdp":
		text("M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 2\r\nST: ssdp:all\r\n\r\n")
	case "sip":
		text("OPTIONS sip:harbour.example SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.1\r\nMax-Forwards: 70\r\n\r\n")
	case "dhcp":
		b = append(b, 1, 1, 6, 0)
		noise(4)
		b = append(b, make([]byte, 228)...)
		b = append(b, 0x63, 0x82, 0x53, 0x63, 53, 1, 1, 255)
	case "wireguard":
		b = append(b, 4, 0, 0, 0)
		noise(4)
		b = binary.LittleEndian.AppendUint64(b, uint64(r.IntN(1e6)))
		noise(16 * (1 + r.IntN(80)))
	case "game state":
		b = binary.LittleEndian.AppendUint32(b, uint32(r.IntN(1<<20))) // a packet number, then bits
		noise(20 + r.IntN(300))
	case "game input":
		b = binary.LittleEndian.AppendUint16(b, uint16(r.IntN(1<<14)))
		noise(6 + r.IntN(30))
	case "raknet":
		b = append(b, 1)
		noise(8)
		text("\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78")
		noise(8)
	case "syslog":
		text("<34>Jan  1 00:00:00 harbour su: 'su root' failed for kelp on /dev/pts/8")
	case "tftp":
		text("\x00\x01firmware.bin\x00octet\x00")
	case "snmp":
		text("\x30\x26\x02\x01\x01\x04\x06public\xa0\x19\x02\x04")
		noise(4)
		text("\x02\x01\x00\x02\x01\x00\x30\x0b\x30\x09\x06\x05\x2b\x06\x01\x02\x01\x05\x00")
	default:
		noise(1 + r.IntN(500))
	}
	return b
}

// other sends one or three datagrams that are no queries.
func (g *generator) other() {
	kind := Others[g.rnd.IntN(len(Others))]
	c := g.clients[g.rnd.IntN(len(g.clients))]
	client := netip.AddrPortFrom(c.addr4, uint16(1024+g.rnd.IntN(64000)))
	server := netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, byte(g.rnd.IntN(250))}), uint16(1024+g.rnd.IntN(64000)))
	p := otherPorts[kind]
	src, dst := client, server
	if p[0] != 0 && p[1] == 0 {
		src, dst = netip.AddrPortFrom(server.Addr(), p[0]), client
	} else if p[1] != 0 {
		dst = netip.AddrPortFrom(server.Addr(), p[1])
		if p[0] != 0 {
			src = netip.AddrPortFrom(client.Addr(), p[0])
		}
	}
	for i := range 1 + 2*g.rnd.IntN(2) {
		g.scratch = AppendOther(g.scratch[:0], kind, g.rnd)
		g.send(g.now+int64(i)*5e6, src, dst, nil, decoder.Unknown, g.scratch)
	}
}
