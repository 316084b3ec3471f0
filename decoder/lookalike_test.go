package decoder_test

import (
	"bytes"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// What is none of ours is named, and what begins like a query but is explained
// whole by another protocol is none of ours either.
func TestLooksLike(t *testing.T) {
	rtp := append([]byte{0x80, 0, 0, 0, 0, 0, 1, 0xe0, 1, 2, 3, 4}, bytes.Repeat([]byte{0x5a, 0x7f, 0xd5}, 54)[:160]...)
	for _, c := range []struct {
		name string
		p    []byte
	}{
		{"QUIC version negotiation", unhex(t, "80 00000000 08 6b9b6ab1c7d2ad12 08 f067a5502a4262b5 00000001 6b3343cf")},
		{"QUIC version negotiation", unhex(t, "80 00000000 00 04 ff018001 1a2a3a4a 00000001")},
		{"QUIC version negotiation", unhex(t, "d3 00000000 08 8394c8f03e515708 00 ff00001d")},
		{"QUIC", append(unhex(t, "c3 00000001 08 8394c8f03e515708 00 00 449e"), make([]byte, 1180)...)},
		{"DNS", unhex(t, "1a2b 0100 0001 0000 0000 0000 04706c6179 076578616d706c65 00 0001 0001")},
		{"DNS", unhex(t, "8000 0000 0001 0000 0000 0000 04706c6179 076578616d706c65 00 0001 0001")},
		{"STUN", unhex(t, "0001 0000 2112a442 0102030405060708090a0b0c")},
		{"RTP", append(unhex(t, "80 60 1234 00112233 01020304"), make([]byte, 100)...)},
		{"RTP", rtp},
		{"RTCP", unhex(t, "80 c8 0006 01020304 0102030405060708 0000000000000000 00000000")},
		{"NTP", append(unhex(t, "23 00 06 ec"), make([]byte, 44)...)},
		{"TLS", append(unhex(t, "16 03 01 0200 01 0001fc 0303"), make([]byte, 506)...)},
		{"DTLS", append(unhex(t, "16 feff 0000 000000000000 0040"), make([]byte, 64)...)},
		{"HTTP", []byte("GET /servers HTTP/1.1\r\nHost: a.example\r\n\r\n")},
		{"HTTP", []byte("HTTP/1.1 200 OK\r\n\r\n")},
		{"HTTP", []byte("M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\n\r\n")},
		{"SIP", []byte("OPTIONS sip:a.example SIP/2.0\r\n\r\n")},
		{"RakNet",
			append([]byte{0x12},
				"\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78\x01\x02\x03\x04\x05\x06\x07\x08"...)},
		{"WireGuard", append([]byte{1, 0, 0, 0}, bytes.Repeat([]byte{0xa5}, 144)...)},
		{"BitTorrent", []byte("d1:ad2:id20:abcdefghij0123456789e1:q4:ping1:t2:aa1:y1:qe")},
	} {
		m := decoder.Decode(c.p, wire.Options{Link: wire.LinkNone})
		checkMessage(t, m)
		checkTruncation(t, m, wire.Options{Link: wire.LinkNone})
		if m.Info != &wire.UnknownMessage || len(m.Problems) != 2 || m.Problems[0].Info != &wire.ProblemUnknownProtocol ||
			m.Problems[1].Info != &lookalike.Problem {
			t.Errorf("%s:\n%s", c.name, dump(m))
			continue
		}
		if got, want := m.Message(&m.Problems[1]), "By its first bytes it looks like "+c.name+"."; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		// In a frame it is the same, and with the protocol named it is read as that.
		if f := decoder.Decode(udp4(c.p), wire.Options{Link: wire.LinkRawIP}); f.Info != &wire.UnknownMessage ||
			len(f.Problems) != 2 || f.Problems[1].Info != &lookalike.Problem {
			t.Errorf("%s in a frame:\n%s", c.name, dump(f))
		}
		if m := decoder.Decode(c.p, wire.Options{Link: wire.LinkNone, Protocol: "unreal2"}); m.Protocol() ==
			wire.UnknownProtocol {
			t.Errorf("%s is not read as unreal2 when asked to", c.name)
		}
	}
}

// Five bytes alone make no reply of which an analyzer may be sure: what
// follows them has to read, as far as its first text.
func TestReplyIsBorneOut(t *testing.T) {
	for name, c := range map[string]struct {
		p    []byte
		want wire.Confidence
	}{
		"whole":                  {unhex(t, cleanInfo), wire.Likely},
		"cut in the hostname":    {unhex(t, cleanInfo)[:30], wire.Likely},
		"cut after the map":      {unhex(t, cleanInfo)[:60], wire.Likely},
		"cut before any text":    {unhex(t, cleanInfo)[:12], wire.Possible},
		"a rule cut":             {[]byte("\x80\x00\x00\x00\x01\x0bServerMode\x00\x0adedic"), wire.Likely},
		"a rule that is damaged": {[]byte("\x80\x00\x00\x00\x01\x0bServerMode\x00\x05abcdefg"), wire.Likely},
		"noise behind the head": {
			unhex(t, "80 00000000 00 00 a0 5f 25 50 21 2e 39 00 81 b0 3e b0 24 03 da 24 28 38 b0 fd e5 b8"), wire.Possible},
		"players, noise": {unhex(t, "80 00000002 77 03 0d cc 07 85 fd a1 0e 85 cd 1e d4 7d f0 d2 6b 33 43 ce"),
			wire.Possible},
		"zeros": {append([]byte{0x7d}, make([]byte, 99)...), wire.Possible},
	} {
		m := decoder.Decode(c.p, wire.Options{})
		if m.Protocol() != "unreal2" || m.Info.Direction != wire.Reply || m.Confidence != c.want {
			t.Errorf("%s: confidence %d, want %d\n%s", name, m.Confidence, c.want, dump(m))
		}
	}
}
