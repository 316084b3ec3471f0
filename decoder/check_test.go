package decoder_test

import (
	"encoding/hex"
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
