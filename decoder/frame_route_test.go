package decoder_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Where a source route or a home address is on the way, a checksum guards other
// addresses than those of the IP header: it is not called wrong.
func TestFrameChecksumOfRoutes(t *testing.T) {
	last4, last6 := []byte{203, 0, 113, 9}, join(server6[:15], []byte{99})
	route4 := func(kind, pointer byte) []byte {
		return join([]byte{1, kind, 11, pointer}, []byte{203, 0, 113, 1}, last4)
	}
	routing := func(kind, left byte, addresses ...[]byte) []byte {
		b := join(addresses...)
		return join([]byte{17, byte(len(b) / 8), kind, left, 0, 0, 0, 0}, b)
	}
	home := join([]byte{17, 2, 0xc9, 16}, last6, []byte{1, 2, 0, 0})
	udp := func(src, dst []byte) []byte { return buildUDP(src, dst, 7778, 50123, []byte(`\status\`)) }
	for _, test := range []struct {
		name  string
		frame []byte
		want  string // the problem of the checksum
	}{
		{"loose route", buildIPv4(17, 0, route4(0x83, 4), udp(server4, last4)), "checksum-unchecked"},
		{"strict route, one stop left", buildIPv4(17, 0, route4(0x89, 8), udp(server4, last4)), "checksum-unchecked"},
		{"route at its end", buildIPv4(17, 0, route4(0x83, 12), udp(server4, client4)), "checksum-unchecked"},
		{"recorded route", buildIPv4(17, 0, route4(7, 4), udp(server4, client4)), ""},
		{"TCP on a loose route", buildIPv4(6, 0, route4(0x83, 4), buildTCP(server4, last4, 7778, 50123, 0x18, nil,
			[]byte("x"))), "checksum-unchecked"},
		{"type 0", buildIPv6(43, join(routing(0, 2, client6, last6), udp(server6, last6))), "checksum-unchecked"},
		{"type 0 at its end", buildIPv6(43, join(routing(0, 0, server6, last6), udp(server6, client6))), ""},
		{"type 2", buildIPv6(43, join(routing(2, 1, last6), udp(server6, last6))), "checksum-unchecked"},
		{"type 4, written backwards", buildIPv6(43, join(routing(4, 1, last6, server6), udp(server6, last6))),
			"checksum-unchecked"},
		{"home address", buildIPv6(60, join(home, udp(last6, client6))), "checksum-unchecked"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := decoder.Decode(test.frame, wire.Options{Link: wire.LinkRawIP})
			got := ""
			for i := range m.Problems {
				if code := m.Problems[i].Info.Code; strings.HasPrefix(code, "checksum") {
					got = code
				}
			}
			if got != test.want {
				t.Errorf("%q, want %q\n%x", got, test.want, test.frame)
			}
			for n := range test.frame { // cut anywhere, it is read without a panic
				decoder.Decode(test.frame[:n], wire.Options{Link: wire.LinkRawIP})
			}
		})
	}
}
