package capture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"fragscope/decoder/promise"
)

func TestDamage(t *testing.T) {
	f := frames(t, 12)
	pcap := func(fill func(*composer)) []byte {
		c := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 65535, LinkEthernet)
		for i := range 6 {
			c.record(first+i, i, f[i])
		}
		fill(c)
		for i := 6; i < 12; i++ {
			c.record(first+i, i, f[i])
		}
		return c.b
	}
	ng := func(fill func(*composer)) []byte {
		c := (&composer{order: binary.LittleEndian}).section(nil).iface(LinkEthernet, 0, nil)
		for i := range 6 {
			c.packet(0, uint64(first+i)*1e6, f[i], nil)
		}
		fill(c)
		for i := 6; i < 12; i++ {
			c.packet(0, uint64(first+i)*1e6, f[i], nil)
		}
		return c.b
	}
	zeros := make([]byte, 1000)
	noise := make([]byte, 70_001)
	rnd := rand.NewChaCha8([32]byte{1})
	if _, err := rnd.Read(noise); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		data    []byte
		packets int
		code    Code
		at      int64 // packet that the problem stands before
	}{
		{"pcap, zeros", pcap(func(c *composer) { c.bytes(zeros) }), 12, CodeDamaged, 7},
		{"pcap, ff", pcap(func(c *composer) { c.bytes(bytes.Repeat([]byte{0xff}, 999)) }), 12, CodeDamaged, 7},
		{"pcap, noise", pcap(func(c *composer) { c.bytes(noise) }), 12, CodeDamaged, 7},
		{"pcap, a length too great", pcap(func(c *composer) { c.u32(first, 1, 1<<30, 1<<30).bytes(f[0]) }), 12, CodeDamaged,
			7},
		{"pcap, a length that swallows packets", pcap(func(c *composer) { c.u32(first, 1, 200, 200).bytes(f[0]) }), 12,
			CodeDamaged, 7},
		{"pcap, a length beyond the end", pcap(func(c *composer) { c.u32(first, 1, 60000, 60000).bytes(f[0]) }), 12,
			CodeDamaged, 7},
		{"pcap, a length too small", pcap(func(c *composer) { c.u32(first, 1, 20, 20).bytes(f[0]) }), 13, CodeDamaged, 8},
		{"pcap, captured more than there was", pcap(func(c *composer) { c.u32(first, 1, len(f[0]), 3).bytes(f[0]) }), 13,
			CodeOddRecord, 7},
		{"pcap, more than the snapshot length", pcap(func(c *composer) { c.record(first, 1, noise) }), 13, CodeOddRecord, 7},
		{"pcap, too many microseconds", pcap(func(c *composer) { c.record(first, 5_000_000, f[0]) }), 13, CodeOddRecord, 7},
		{"pcap, an empty packet", pcap(func(c *composer) { c.record(first, 0, nil) }), 13, CodeOddRecord, 7},
		{"pcap, another file", pcap(func(c *composer) { c.pcap(0xa1b2c3d4, 65535, LinkEthernet) }), 12, CodeJoined, 7},
		{"pcapng, zeros", ng(func(c *composer) { c.bytes(zeros) }), 12, CodeDamaged, 7},
		{"pcapng, noise", ng(func(c *composer) { c.bytes(noise) }), 12, CodeDamaged, 7},
		{"pcapng, a length too great", ng(func(c *composer) { c.u32(6, 1<<30).bytes(f[0]) }), 12, CodeDamaged, 7},
		{"pcapng, a length beyond the end", ng(func(c *composer) { c.u32(6, 1<<20).bytes(f[0]) }), 12, CodeDamaged, 7},
		{"pcapng, a length within the file", ng(func(c *composer) { c.u32(6, 200).bytes(f[0]) }), 12, CodeDamaged, 7},
		{"pcapng, an odd length", ng(func(c *composer) { c.u32(6, 63).bytes(f[0]) }), 12, CodeDamaged, 7},
		{"pcapng, a wrong trailer", ng(func(c *composer) { c.packet(0, 0, f[0], nil).b[len(c.b)-1] = 9 }), 13, CodeTrailer,
			7},
		{"pcapng, a section of no byte order", ng(func(c *composer) { c.u32(blockSection, 28).bytes(zeros[:20]) }), 12,
			CodeDamaged, 7},
		{"pcapng, a packet longer than its block", ng(func(c *composer) {
			c.block(blockPacket, func(c *composer) { c.u32(0, 0, 0, 400, 400).bytes(f[0]) })
		}), 12, CodeBlock, 7},
		{"pcapng, a packet block with no room",
			ng(func(c *composer) { c.block(blockPacket, func(c *composer) { c.u32(0, 0) }) }), 12, CodeBlock, 7},
		{"pcapng, an interface nobody described", ng(func(c *composer) { c.packet(9, 0, f[0], nil) }), 13, CodeInterface, 7},
		{"pcapng, statistics of no interface",
			ng(func(c *composer) { c.block(blockStatistics, func(c *composer) { c.u32(7, 0, 0) }) }), 12, CodeInterface, 7},
		{"pcapng, an option past the block", ng(func(c *composer) {
			c.packet(0, 0, f[0], func(c *composer) { c.u16(optComment, 500) })
		}), 13, CodeBlock, 7},
		{"pcapng, an impossible time", ng(func(c *composer) { c.packet(0, 1<<63, f[0], nil) }), 13, CodeTime, 7},
		{"pcapng, an impossible clock", ng(func(c *composer) {
			c.iface(1, 0, func(c *composer) { c.opt(optIfResolution, []byte{77}) })
		}), 12, CodeTime, 7},
		{"pcapng, a short interface", ng(func(c *composer) { c.block(blockInterface, func(c *composer) { c.u32(1) }) }), 12,
			CodeBlock, 7},
		{"pcapng, version 9", ng(func(c *composer) {
			c.block(blockSection, func(c *composer) { c.u32(0x1a2b3c4d).u16(9, 0).u32(-1, -1) }).iface(LinkEthernet, 0, nil)
		}), 12, CodeBlock, 7},
	} {
		r := open(t, c.data)
		got := readAll(t, r)
		if len(got) != c.packets {
			t.Errorf("%s: %d packets, want %d; %v", c.name, len(got), c.packets, r.Problems())
			continue
		}
		ps := r.Problems()
		if len(ps) == 0 || ps[0].Code != c.code || ps[0].Packet != c.at {
			t.Errorf("%s: problems %v, want %s before packet %d", c.name, ps, c.code, c.at)
		}
		for i, want := range f {
			at := i
			if i >= 6 {
				at = len(got) - 12 + i
			}
			if !bytes.Equal(got[at].Data, want) {
				t.Errorf("%s: packet %d is not what was written", c.name, at+1)
			}
		}
	}
}

func TestOnlyDamage(t *testing.T) {
	noise := make([]byte, 300_000)
	if _, err := rand.NewChaCha8([32]byte{2}).Read(noise); err != nil {
		t.Fatal(err)
	}
	for _, head := range [][]byte{
		(&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 65535, 1).b,
		(&composer{order: binary.BigEndian}).section(nil).b,
	} {
		r := open(t, slices.Concat(head, noise))
		if got := readAll(t, r); len(got) != 0 {
			t.Errorf("%d packets in noise", len(got))
		}
		ps := r.Problems()
		if len(ps) == 0 || ps[0].Code != CodeDamaged || r.Stats().Skipped != int64(len(noise)) {
			t.Errorf("%v, %+v", ps, r.Stats())
		}
	}
}

// A packet lost to damage costs itself, never its neighbours: one byte of each
// block or record in turn is changed to every other value that matters.
func TestOneByteWrong(t *testing.T) {
	for name, c := range compositions(t) {
		want := readAll(t, open(t, c.data))
		for at := int(want[0].Offset); at < len(c.data); at++ {
			for _, x := range []byte{0x01, 0x80, 0xff} {
				b := slices.Clone(c.data)
				b[at] ^= x
				r := open(t, b)
				got := readAll(t, r)
				kept := 0
				for _, g := range got {
					for _, w := range want {
						if g.Offset == w.Offset && bytes.Equal(g.Data, w.Data) {
							kept++
							break
						}
					}
				}
				// Two: the packet itself and, where its length was changed to
				// another that holds, what stands right behind it. Between two
				// sections, an interface that is lost takes the lengths of the
				// three simple packets along.
				least := len(want) - 2
				if name == "pcapng-two-sections" && at >= len(c.data)/2 && at < int(want[12].Offset) {
					least = len(want) - 3
				}
				if kept < least {
					t.Fatalf("%s, byte %d changed by %#x: %d of %d packets are left; %v", name, at, x, kept, len(want), r.Problems())
				}
			}
		}
	}
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		resol  byte
		offset int64
		ts     uint64
		ns     int64
		ok     bool
	}{
		{6, 0, 1_500_000, 1_500_000_000, true},
		{9, 0, 1_500_000, 1_500_000, true},
		{0, 0, 5, 5_000_000_000, true},
		{3, 100, 5, 100_005_000_000, true},
		{12, 0, 5_999, 5, true},
		{0x80 | 10, 0, 1536, 1_500_000_000, true},
		{0x80, 0, 7, 7_000_000_000, true},
		{0x80 | 63, 0, 1 << 62, 500_000_000, true},
		{6, -1, 1_000_000, 0, true},
		{6, -10, 1_000_000, -9_000_000_000, true},
		{6, 0, 1 << 63, 0, false},
		{9, 0, 1 << 63, 0, false},
		{6, 1 << 62, 0, 0, false},
		{9, 9_223_372_036, 1 << 62, 0, false},
		{19, 0, 10_000_000_000, 1, true},
	} {
		k, err := newClock(c.resol, c.offset)
		if err != nil {
			t.Fatal(err)
		}
		if ns, ok := k.ns(c.ts); ns != c.ns && c.ok || ok != c.ok {
			t.Errorf("%#x %+d: %d is %d, %v; want %d, %v", c.resol, c.offset, c.ts, ns, ok, c.ns, c.ok)
		}
	}
}

// Whatever the bytes, reading ends, in memory bounded by what is there, and
// every packet lies inside the file.
func FuzzReader(f *testing.F) {
	for _, c := range compositions(f) {
		promise.Add(f, c.data)
	}
	one := frames(f, 1)[0][:20]
	small := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 0, 1).record(first, 1, one).record(first, 2, one).b
	promise.Add(f, small)
	f.Add((&composer{order: binary.BigEndian}).section(nil).iface(1, 0, nil).packet(0, 1, one, nil).b)
	f.Add((&composer{order: binary.BigEndian}).snoop(4).snoopRecord(first, 1, 99, one).snoopRecord(first, 2, len(one),
		one).b)
	f.Add([]byte{})
	f.Add([]byte("\x1f\x8b\x08\x00"))
	for name := range packers {
		f.Add(pack(f, name, small))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := allocated()
		unpacked := checkReader(t, b)
		bound := 64<<10 + 32*(int64(len(b))+unpacked)
		if compression(b) != "" {
			bound += 32 << 20 // what decompressors need, whatever there is for them
		}
		if n := allocated() - before; n > bound {
			t.Fatalf("%d bytes, %d unpacked, make it allocate %d, more than %d", len(b), unpacked, n, bound)
		}
	})
}

// checkReader reads b and returns the number of bytes that it unpacks to.
func checkReader(t *testing.T, b []byte) int64 {
	r, err := NewReader(bytes.NewReader(b), Options{Limit: 1 << 20})
	if err != nil {
		return 0
	}
	defer r.Close()
	packed := compression(b) != ""
	var n, last int64
	for r.Next() {
		p := r.Packet()
		n++
		if p.Number != n || p.Offset < last || p.OrigLen < len(p.Data) || p.Interface >= len(r.Interfaces()) {
			t.Fatalf("packet %d after offset %d: %+v", n, last, p)
		}
		if last = p.Offset; !packed && !bytes.Contains(b[p.Offset:], p.Data) {
			t.Fatalf("packet %d is not in the file", n)
		}
	}
	if err := r.Err(); err != nil && (!packed || !errors.Is(err, ErrLimit)) {
		t.Fatal(err)
	}
	if len(r.Problems()) > problemsKept {
		t.Fatal("too many problems")
	}
	unpacked := r.win.base + int64(r.win.w)
	if int64(len(r.win.buf)) > 4*unpacked+windowLeast {
		t.Fatalf("a window of %d bytes for %d", len(r.win.buf), unpacked)
	}
	return unpacked
}

// allocated returns the number of bytes that were allocated so far.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}
