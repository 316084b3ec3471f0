package capgen

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

type foreign struct {
	kind     string
	src, dst uint16 // usual ports, 0 for any
	tcp      bool
	build    func(m *foreignMaker)
}

// others lists the kinds. Payloads that end in noise are encrypted, or hold
// what is different in each.
var others = [...]foreign{
	{"dns query", 0, 53, false, func(m *foreignMaker) { m.dns(0x0100, 0) }},
	{"dns reply", 53, 0, false, func(m *foreignMaker) { m.dns(0x8180, 1+m.r.IntN(4)) }},
	{"mdns query", 5353, 5353, false, func(m *foreignMaker) { m.mdns(false) }},
	{"mdns reply", 5353, 5353, false, func(m *foreignMaker) { m.mdns(true) }},
	{"quic initial", 0, 443, false, func(m *foreignMaker) {
		m.bytes(0xc0|m.byte()&3).put32(1).id(8).id(m.r.IntN(21)).bytes(0, 0x44, 0x9e).noise(1182)
	}},
	{"quic handshake", 443, 0, false, func(m *foreignMaker) {
		m.bytes(0xe0 | m.byte()&3).put32(1).id(m.r.IntN(21)).id(8).put16(0x4000 | uint16(100)).noise(100)
	}},
	{"quic negotiation", 443, 0, false, func(m *foreignMaker) {
		// The lower seven bits of the first byte are the server's choice.
		first := byte(0x80)
		if m.r.IntN(2) == 0 {
			first |= m.byte()
		}
		m.bytes(first).put32(0).id(m.r.IntN(21)).id(m.r.IntN(21))
		for range 1 + m.r.IntN(6) {
			m.put32([]uint32{1, 0x6b3343cf, 0xff00001d, 0x1a2a3a4a, 0x51303530, 0xfaceb002}[m.r.IntN(6)])
		}
		m.put32(1)
	}},
	{"quic retry", 443, 0, false, func(m *foreignMaker) { m.bytes(0xf0).put32(1).id(8).id(8).noise(60 + m.r.IntN(100)) }},
	{"quic short", 443, 0, false, func(m *foreignMaker) { m.bytes(0x40 | m.byte()&63).noise(30 + m.r.IntN(400)) }},
	{"dtls hello", 0, 4433, false, func(m *foreignMaker) { m.dtls(22, 0, 180+m.r.IntN(60), true) }},
	{"dtls data", 4433, 0, false, func(m *foreignMaker) { m.dtls(23, 1, 30+m.r.IntN(1000), false) }},
	{"dtls alert", 4433, 0, false, func(m *foreignMaker) { m.dtls(21, 1, 26, false) }},
	{"tls hello", 0, 443, true, func(m *foreignMaker) {
		m.bytes(22, 3, 1).put16(512).bytes(1, 0).put16(508).put16(0x0303).noise(32).bytes(32).noise(32 + 440)
	}},
	{"tls data", 443, 0, true, func(m *foreignMaker) {
		n := 20 + m.r.IntN(1300)
		m.bytes(23, 3, 3).put16(uint16(n)).noise(n)
	}},
	{"http request", 0, 80, true, func(m *foreignMaker) {
		m.text([]string{"GET", "POST", "HEAD"}[m.r.IntN(3)], " /", m.word(), "/", m.word(), " HTTP/1.1\r\nHost: ", m.word(),
			".example\r\nUser-Agent: ", m.word(), "\r\n\r\n")
	}},
	{"http reply", 80, 0, true, func(m *foreignMaker) {
		m.text("HTTP/1.1 ", []string{"200 OK", "404 Not Found", "302 Found"}[m.r.IntN(3)], "\r\nServer: ", m.word(),
			"\r\nContent-Type: text/plain\r\n\r\n", m.word(), "\t", m.word(), "\n")
	}},
	{"source connect", 0, 27015, false, func(m *foreignMaker) {
		if m.text("\xff\xff\xff\xffqconnect0x00000000\x00"); m.r.IntN(2) == 0 {
			m.noise(4)
		}
	}},
	{"source login", 0, 27015, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xff", []string{"k", "s"}[m.r.IntN(2)]).noise(4)
	}},
	{"source challenge", 27015, 0, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xffA").noise(4).bytes(3, 0, 0, 0, 1)
	}},
	{"source reject", 27015, 0, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xff9\x11", m.word(), " ", m.word(), "\x00de_", m.word(), "\x00cstrike\x00Counter-Strike\x00")
		m.bytes(10, 0, m.byte()&31, 32, 0, 'd', 'l', 0, 1).text("1.0.0.70\x00")
	}},
	{"source accept", 27015, 0, false, func(m *foreignMaker) {
		n := m.r.IntN(20)
		m.text("\xff\xff\xff\xffB").bytes(byte(n))
		for i := range n {
			m.bytes(byte(i)).text(m.word(), "\x00").noise(8)
		}
	}},
	{"source log", 27015, 0, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xffR\x0a\x00")
		for range 10 {
			m.text("sv_", m.word(), "\x00", m.word(), "\x00")
		}
	}},
	{"source compressed", 27015, 0, false, func(m *foreignMaker) {
		m.text("\xfd\xff\xff\xff").noise(4).bytes(3, m.byte()&3, 0xe0, 4).noise(200)
	}},
	{"source rcon", 0, 27015, true, func(m *foreignMaker) {
		body := []string{"", "status", m.word(), "changelevel de_" + m.word(), "hostname: " + m.word() + "\n"}[m.r.IntN(5)]
		m.le32(uint32(10+len(body))).le32(uint32(m.r.IntN(50))).le32([]uint32{0, 2, 3}[m.r.IntN(3)]).text(body, "\x00\x00")
	}},
	{"rtp", 0, 0, false, func(m *foreignMaker) {
		m.bytes(0x80, byte(m.r.IntN(2)<<7)|[]byte{0, 8, 96, 111}[m.r.IntN(4)]).noise(10 + 160)
	}},
	{"rtp early", 0, 0, false, func(m *foreignMaker) { // a stream whose numbers begin at 0, as some phones send it
		m.bytes(0x80, 0).put16(uint16(m.r.IntN(4))).put32(uint32(m.r.IntN(4) * 160)).noise(4 + 160)
	}},
	{"rtcp", 0, 0, false, func(m *foreignMaker) { m.bytes(0x80, 200, 0, 6).noise(24) }},
	{"ntp request", 123, 123, false, func(m *foreignMaker) { m.bytes(0x23, 0, 6, 0xec).zeros(36).noise(8) }},
	{"ntp reply", 123, 123, false, func(m *foreignMaker) { m.bytes(0x24, 2, 6, 0xec).noise(44) }},
	{"stun", 0, 3478, false, func(m *foreignMaker) {
		m.bytes(0, 1, 0, 8).put32(0x2112a442).noise(12).bytes(0x80, 0x28, 0, 4).noise(4)
	}},
	{"stun reply", 3478, 0, false, func(m *foreignMaker) {
		m.bytes(1, 1, 0, 12).put32(0x2112a442).noise(12).bytes(0, 0x20, 0, 8, 0, 1).noise(6)
	}},
	{"turn data", 0, 3478, false, func(m *foreignMaker) { m.bytes(0x40, 0, 0, 160).noise(160) }},
	{"quake request", 0, 27960, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xff", []string{"getmotd x", "updateResponse 2"}[m.r.IntN(2)], "\n")
	}},
	{"quake motd", 27960, 0, false, func(m *foreignMaker) {
		m.text("\xff\xff\xff\xffmotd\n\\sv_hostname\\", m.word(), "\\mapname\\q3dm17\\sv_maxclients\\16\n12 48 \"", m.word(),
			"\"\n")
	}},
	{"dht", 6881, 6881, false, func(m *foreignMaker) {
		m.text("d1:ad2:id20:").noise(20).text("e1:q4:ping1:t2:").noise(2).text("1:y1:qe")
	}},
	{"dht peers", 6881, 6881, false, func(m *foreignMaker) {
		m.text("d1:rd2:id20:").noise(20).text("5:nodes208:").noise(208).text("e1:t2:").noise(2).text("1:y1:re")
	}},
	{"utp", 0, 6881, false, func(m *foreignMaker) {
		m.bytes(byte(m.r.IntN(5))<<4|1, 0).noise(10).put32(0x00100000).noise(4).noise(m.r.IntN(1400))
	}},
	{"bittorrent", 0, 6881, true, func(m *foreignMaker) { m.text("\x13BitTorrent protocol").zeros(8).noise(40) }},
	{"tracker", 0, 6969, false, func(m *foreignMaker) { m.put32(0x417).put32(0x27101980).put32(0).noise(4) }},
	{"ssdp", 0, 1900, false, func(m *foreignMaker) {
		m.text("M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 2\r\nST: ", m.word(),
			":all\r\n\r\n")
	}},
	{"ssdp reply", 1900, 0, false, func(m *foreignMaker) {
		m.text("HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=1800\r\nLOCATION: http://192.0.2.1:80/", m.word(),
			".xml\r\nST: upnp:rootdevice\r\n\r\n")
	}},
	{"sip", 5060, 5060, false, func(m *foreignMaker) {
		m.text([]string{"OPTIONS", "INVITE", "REGISTER"}[m.r.IntN(3)], " sip:", m.word(),
			".example SIP/2.0\r\nVia: SIP/2.0/UDP 192.0.2.1\r\nMax-Forwards: 70\r\n\r\n")
	}},
	{"sip reply", 5060, 5060, false, func(m *foreignMaker) {
		m.text("SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 192.0.2.1\r\nCSeq: 1 ", m.word(), "\r\n\r\n")
	}},
	{"dhcp", 68, 67, false, func(m *foreignMaker) {
		m.bytes(1, 1, 6, 0).noise(4).zeros(228).put32(0x63825363).bytes(53, 1,
			1, 255)
	}},
	{"dhcpv6", 546, 547, false, func(m *foreignMaker) {
		m.bytes(1).noise(3).bytes(0, 1, 0, 14, 0, 1, 0, 1).noise(10).bytes(0, 6, 0, 2, 0, 23)
	}},
	{"netbios", 137, 137, false, func(m *foreignMaker) {
		m.noise(2).bytes(1, 0x10, 0, 1, 0, 0, 0, 0, 0, 0, 32).text("CKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").bytes(0, 0, 0x21, 0, 1)
	}},
	{"wireguard hello", 51820, 51820, false, func(m *foreignMaker) { m.bytes(1, 0, 0, 0).noise(144) }},
	{"wireguard reply", 51820, 51820, false, func(m *foreignMaker) { m.bytes(2, 0, 0, 0).noise(88) }},
	{"wireguard", 51820, 51820, false, func(m *foreignMaker) {
		m.bytes(4, 0, 0, 0).noise(4).le32(uint32(m.r.IntN(1e6))).le32(0).noise(16 * (1 + m.r.IntN(80)))
	}},
	{"openvpn", 0, 1194, false, func(m *foreignMaker) { m.bytes(0x38).noise(8).bytes(0).put32(0) }},
	{"ike", 500, 500, false, func(m *foreignMaker) {
		m.noise(8).zeros(8).bytes(0x21, 0x20, 0x22, 8).put32(0).put32(200).noise(172)
	}},
	// a packet number, then bits
	{"game state", 7777, 0, false, func(m *foreignMaker) { m.le32(uint32(m.r.IntN(1 << 20))).noise(20 + m.r.IntN(300)) }},
	{"game input", 0, 7777, false, func(m *foreignMaker) { m.bytes(m.byte(), m.byte()&0x3f).noise(6 + m.r.IntN(30)) }},
	{"raknet connect", 0, 19132, false, func(m *foreignMaker) { m.bytes(7).noise(8).text(raknetMagic).noise(8) }},
	{"raknet message", 19132, 0, false, func(m *foreignMaker) {
		name := fmt.Sprintf("MCPE;%s;800;1.21;%d;20;1;%s;Survival;1;19132;19133;", m.word(), m.r.IntN(20), m.word())
		m.bytes(0x8c).noise(16).text(raknetMagic).put16(uint16(len(name))).text(name)
	}},
	{"raknet full", 19132, 0, false, func(m *foreignMaker) { m.bytes(0x14).text(raknetMagic).noise(8) }},
	{"raknet data", 19132, 0, false, func(m *foreignMaker) {
		m.bytes(0x84).bytes(m.byte(), m.byte(), 0, 0x40).put16(uint16(8 * 40)).noise(3 + 40)
	}},
	{"raknet ack", 19132, 0, false, func(m *foreignMaker) { m.bytes(0xc0, 0, 1, 1, m.byte(), m.byte(), 0) }},
	{"minecraft plugin reply", 0, 25565, true, func(m *foreignMaker) {
		host := m.word() + ".example"
		m.bytes(byte(7+len(host)), 2, 0xff, 5, byte(len(host))).text(host).put16(25565).bytes(1, 1, 0)
	}},
	{"minecraft login", 0, 25565, true, func(m *foreignMaker) { // of before 1.7
		m.bytes(0x02, 0x4e).wide("Heron").wide("quay.example").put32(25565)
	}},
	{"minecraft packet", 25565, 0, true, func(m *foreignMaker) {
		s := `{"version":{"name":"1.21","protocol":767},"players":{"max":20,"online":` + fmt.Sprint(m.r.IntN(20)) +
			`},"description":"` + m.word() + `"}`
		m.bytes(byte(len(s)+2)&0x7f|0x80, byte((len(s)+2)>>7), 0x40, byte(len(s))&0x7f|0x80, byte(len(s)>>7)).text(s)
	}},
	{"syslog", 0, 514, false, func(m *foreignMaker) {
		m.text("<34>Jan  1 00:00:00 ", m.word(), " su: 'su root' failed for ", m.word(), " on /dev/pts/8")
	}},
	{"tftp", 0, 69, false, func(m *foreignMaker) { m.text("\x00\x01", m.word(), ".bin\x00octet\x00") }},
	{"snmp", 0, 161, false, func(m *foreignMaker) {
		m.text("\x30\x26\x02\x01\x01\x04\x06public\xa0\x19\x02\x04").noise(4).text(
			"\x02\x01\x00\x02\x01\x00\x30\x0b\x30\x09\x06\x05\x2b\x06\x01\x02\x01\x05\x00")
	}},
	{"statsd", 0, 8125, false, func(m *foreignMaker) {
		m.text(m.word(), ".", m.word(), ":", fmt.Sprint(m.r.IntN(1000)), "|c\n")
	}},
	{"teamspeak", 0, 9987, false, func(m *foreignMaker) {
		m.text("TS3INIT1").bytes(0, 101, 0, 0, 0x88).noise(4).bytes(0).noise(8).zeros(8)
	}},
	{"text", 0, 0, false, func(m *foreignMaker) {
		for range 1 + m.r.IntN(20) {
			m.text(m.word(), []string{" ", "\n", "\t", "/", "=", "\x00"}[m.r.IntN(6)])
		}
	}},
	{"zeros", 0, 0, false, func(m *foreignMaker) { m.zeros(1 + m.r.IntN(500)) }},
	{"random", 0, 0, false, func(m *foreignMaker) { m.noise(1 + m.r.IntN(500)) }},
}

const raknetMagic = "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"

type foreignMaker struct {
	b []byte
	r *rand.Rand
}

func (m *foreignMaker) byte() byte { return byte(m.r.Uint32()) }

func (m *foreignMaker) bytes(b ...byte) *foreignMaker {
	m.b = append(m.b, b...)
	return m
}

func (m *foreignMaker) noise(n int) *foreignMaker {
	for range n {
		m.b = append(m.b, m.byte())
	}
	return m
}

func (m *foreignMaker) zeros(n int) *foreignMaker {
	m.b = append(m.b, make([]byte, n)...)
	return m
}

func (m *foreignMaker) text(s ...string) *foreignMaker {
	for _, s := range s {
		m.b = append(m.b, s...)
	}
	return m
}

// wide appends a text in two bytes a character, after its length.
func (m *foreignMaker) wide(s string) *foreignMaker {
	m.put16(uint16(len(s)))
	for _, c := range s {
		m.put16(uint16(c))
	}
	return m
}

func (m *foreignMaker) put16(v uint16) *foreignMaker {
	m.b = binary.BigEndian.AppendUint16(m.b, v)
	return m
}

func (m *foreignMaker) put32(v uint32) *foreignMaker {
	m.b = binary.BigEndian.AppendUint32(m.b, v)
	return m
}

func (m *foreignMaker) le32(v uint32) *foreignMaker {
	m.b = binary.LittleEndian.AppendUint32(m.b, v)
	return m
}

// id appends a connection id of QUIC: its length, and n bytes.
func (m *foreignMaker) id(n int) *foreignMaker { return m.bytes(byte(n)).noise(n) }

func (m *foreignMaker) word() string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	b := make([]byte, 1+m.r.IntN(14))
	for i := range b {
		b[i] = letters[m.r.IntN(len(letters))]
	}
	return string(b)
}

func (m *foreignMaker) labels(labels ...string) *foreignMaker {
	for _, l := range labels {
		m.bytes(byte(len(l))).text(l)
	}
	return m.bytes(0)
}

func (m *foreignMaker) dns(flags uint16, answers int) {
	kind := []uint16{1, 28, 33}[m.r.IntN(3)]
	m.noise(2).put16(flags).put16(1).put16(uint16(answers)).put32(0).labels(m.word(), "harbour", "example").put16(
		kind).put16(1)
	for range answers {
		m.put16(0xc00c).put16(kind).put16(1).put32(uint32(m.r.IntN(4000)))
		switch kind {
		case 1:
			m.put16(4).noise(4)
		case 28:
			m.put16(16).noise(16)
		default:
			m.put16(8).put32(0).put16(7777).put16(0xc00c)
		}
	}
}

func (m *foreignMaker) mdns(reply bool) {
	flags, questions, answers := uint16(0), uint16(1), uint16(0)
	if reply {
		flags, questions, answers = 0x8400, 0, 1
	}
	m.put16(0).put16(flags).put16(questions).put16(answers).put32(0).labels("_"+m.word(), "_udp", "local").put16(12).put16(
		1)
	if reply {
		name := m.word()
		m.put32(120).put16(uint16(len(name) + 3)).bytes(byte(len(name))).text(name).put16(0xc00c)
	}
}

func (m *foreignMaker) dtls(kind byte, epoch uint16, n int, hello bool) {
	m.bytes(kind, 0xfe, 0xfd).put16(epoch).zeros(4).put16(uint16(m.r.IntN(1000))).put16(uint16(n))
	if hello {
		m.bytes(1, 0).put16(uint16(n - 12)).put16(0).put32(0).put16(uint16(n - 12)).put16(0xfefd)
		n -= 14
	}
	m.noise(n)
}
