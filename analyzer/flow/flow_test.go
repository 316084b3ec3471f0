package flow

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
)

// A feeder gives frames to the decoder and what it says of them to a func, as
// the analyzer does.
type feeder struct {
	d      decoder.Decoder
	number int64
	now    int64
}

func (f *feeder) feed(t testing.TB, link int, data []byte, use func(*capture.Packet, *wire.Frame)) {
	t.Helper()
	f.number++
	f.now += 1e6
	p := &capture.Packet{Number: f.number, Time: f.now, HasTime: true, Data: data, OrigLen: len(data), LinkType: link}
	p.Link, _ = frame.LinkFromPcap(link)
	f.d.Options.Link = p.Link
	m := f.d.Decode(data)
	use(p, &m.Frame)
}

var (
	links = []int{capture.LinkEthernet, capture.LinkNull, capture.LinkLoop, capture.LinkRaw, capture.LinkSLL,
		capture.LinkSLL2}
	ends = [][2]netip.AddrPort{
		{netip.MustParseAddrPort("192.0.2.1:40000"), netip.MustParseAddrPort("198.51.100.9:28900")},
		{netip.MustParseAddrPort("[2001:db8::1]:40000"), netip.MustParseAddrPort("[2001:db8::9]:28900")},
	}
)

// noise returns n bytes, the same for every seed.
func noise(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func equal(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes are not the %d that were sent", what, len(got), len(want))
	}
}

func netipPort(a netip.AddrPort, port uint16) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr(), port)
}
