package flow

import (
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Floods of the smallest fragments and segments, in the order that costs most,
// stay within the memory that is allowed and cost a bounded time each.
func TestFloods(t *testing.T) {
	const count = 40_000
	p := &capture.Packet{HasTime: true, Link: wire.LinkRawIP}
	ip := func(proto byte, id, field int, payload []byte) []byte {
		b := []byte{0x45, 0, 0, byte(20 + len(payload)), byte(id >> 8), byte(id), byte(field >> 8), byte(field), 64, proto, 0,
			0, 192, 0, 2, 1, 198, 51, 100, 9}
		return append(b, payload...)
	}
	var d decoder.Decoder
	d.Options.Link = wire.LinkRawIP
	feed := func(b []byte, use func(*capture.Packet, *wire.Frame)) {
		p.Number++
		p.Time += 1000
		p.Data, p.OrigLen = b, len(b)
		m := d.Decode(b)
		use(p, &m.Frame)
	}
	defrag := NewDefragmenter(DefragOptions{})
	streams := NewStreams(StreamOptions{})
	for name, send := range map[string]func(i int){
		"fragments of one packet, the last first": func(i int) {
			field := 0x2000 | (8188 - i%8180)
			feed(ip(17, i/8180, field, make([]byte, 8)), func(p *capture.Packet, f *wire.Frame) { defrag.Add(p, f) })
		},
		"fragments of as many packets": func(i int) {
			feed(ip(17, i, 0x2000, make([]byte, 8)), func(p *capture.Packet, f *wire.Frame) { defrag.Add(p, f) })
		},
		"the same fragment": func(i int) {
			feed(ip(17, 7, 0x2001, make([]byte, 8)), func(p *capture.Packet, f *wire.Frame) { defrag.Add(p, f) })
		},
		"segments of one byte, the last first": func(i int) {
			n := 1 << 30
			seq := n - 2*(i%n)
			tcp := []byte{0x9c, 0x40, 0x70, 0xe4, byte(seq >> 24), byte(seq >> 16), byte(seq >> 8), byte(seq), 0, 0, 0, 0, 0x50,
				0x10, 0, 0, 0, 0, 0, 0, 'x'}
			if i == 0 {
				tcp[4], tcp[5], tcp[6], tcp[7] = 0, 0, 0, 1
			}
			feed(ip(6, i, 0, tcp), streams.Add)
		},
		"openings": func(i int) {
			tcp := []byte{byte(i >> 8), byte(i), 0x70, 0xe4, 0, 0, 0, 1, 0, 0, 0, 0, 0x50, 2, 0, 0, 0, 0, 0, 0}
			feed(ip(6, i, 0, tcp), streams.Add)
		},
	} {
		start := time.Now()
		for i := range count {
			send(i)
			if defrag.held > 8<<20 || streams.held > 32<<20 || len(streams.open) > 4096 {
				t.Fatalf("%s: after %d packets %d and %d bytes are held, %d connections", name, i+1, defrag.held, streams.held,
					len(streams.open))
			}
		}
		t.Logf("%s: %v a packet", name, time.Since(start)/count)
	}
	if defrag.Stats().Bad > 0 || streams.stats.Segments == 0 {
		t.Errorf("%+v %+v", defrag.Stats(), streams.stats)
	}
}
