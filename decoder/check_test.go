package decoder_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

var (
	checkMessage    = promise.Message
	checkTruncation = promise.Truncation
	checkEncode     = promise.Encode
	dump            = promise.Dump
	samplePackets   = promise.Packets
	unhex           = promise.Unhex
	z               = promise.NULs

	buildEthernet, buildVLAN, buildSLL, buildSLL2 = promise.Ethernet, promise.VLAN, promise.SLL, promise.SLL2
	buildIPv4, buildIPv6, buildUDP, buildTCP      = promise.IPv4, promise.IPv6, promise.UDP, promise.TCP
	udp4, udp6                                    = promise.UDP4, promise.UDP6
	server4, client4                              = promise.Server4, promise.Client4
	server6, client6                              = promise.Server6, promise.Client6
	join                                          = slices.Concat[[]byte]
)

// cleanInfo is an info reply of UT2004, in hexadecimal digits.
var cleanInfo = func() string {
	s, _ := samples.Get("ut2004-info-reply")
	return hex.EncodeToString(s.Datagrams()[0])
}()

func TestCaptures(t *testing.T) {
	for name, datagrams := range captures(t) {
		for i, p := range datagrams {
			m := decoder.Decode(p, wire.Options{})
			checkMessage(t, m)
			checkTruncation(t, m, wire.Options{})
			if worst, _ := m.Worst(); worst == wire.SeverityError {
				t.Errorf("%s, datagram %d:\n%s", name, i+1, dump(m))
			}
		}
	}
}
