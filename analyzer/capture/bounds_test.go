package capture

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// zeros writes n bytes of 0 without holding them.
func zeros(t *testing.T, w io.Writer, n int) {
	t.Helper()
	room := make([]byte, 1<<20)
	for ; n > 0; n -= len(room) {
		if _, err := w.Write(room[:min(n, len(room))]); err != nil {
			t.Fatal(err)
		}
	}
}

// longPackets writes a capture of packets of size zeros, each with a short one
// behind it, compressed with zstd to next to nothing.
func longPackets(t *testing.T, kind string, count, size int, short []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	put := func(c *composer) {
		if _, err := w.Write(c.b); err != nil {
			t.Fatal(err)
		}
	}
	new := func() *composer { return &composer{order: binary.LittleEndian} }
	if kind == "pcap" {
		put(new().pcap(0xa1b2c3d4, 0, LinkEthernet))
	} else {
		put(new().section(nil).iface(LinkEthernet, 0, nil))
	}
	for i := range count {
		if kind == "pcap" {
			put(new().u32(first+i, 0, size, size))
			zeros(t, w, size)
			put(new().record(first+i, 1, short))
		} else {
			ts := uint64(first+i) * 1e6
			put(new().u32(blockPacket, size+32, 0, int(ts>>32), int(ts&0xffffffff), size, size))
			zeros(t, w, size)
			put(new().u32(size+32).packet(0, ts, short, nil))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// A packet is given with no more bytes than any network carries, and a block
// that is too long for that is passed over by its length: neither takes memory
// in proportion to what a compressed capture unpacks to, nor a search.
func TestLongPackets(t *testing.T) {
	short := frames(t, 1)[0]
	const count = 6
	for _, c := range []struct {
		kind  string
		size  int
		given bool
		code  Code
	}{
		{"pcap", MaxPacket + 4, true, CodeOddRecord},
		{"pcap", maxRecord - 100, true, CodeOddRecord},
		{"pcapng", MaxPacket + 4, true, CodeOddRecord},
		{"pcapng", maxRecord - 32, true, CodeOddRecord},
		{"pcapng", maxRecord - 28, false, CodeBlock}, // just over the limit
		{"pcapng", maxSkipped - 32, false, CodeBlock},
		{"pcapng", maxSkipped - 28, false, CodeDamaged}, // too long to look behind it
	} {
		r := open(t, longPackets(t, c.kind, count, c.size, short))
		got := 0
		for r.Next() {
			p := r.Packet()
			got++
			long := c.given && got%2 == 1
			switch {
			case len(p.Data) > MaxPacket:
				t.Fatalf("%s of %d: %d bytes are given", c.kind, c.size, len(p.Data))
			case long && (len(p.Data) != MaxPacket || p.OrigLen != c.size):
				t.Errorf("%s of %d: packet %d has %d of %d bytes", c.kind, c.size, got, len(p.Data), p.OrigLen)
			case !long && !bytes.Equal(p.Data, short):
				t.Errorf("%s of %d: packet %d is not what was written", c.kind, c.size, got)
			}
		}
		want := count
		if c.given {
			want += count
		}
		s := r.Stats()
		if got != want || s.Problems != count || r.Problems()[0].Code != c.code || c.code != CodeDamaged && s.Skipped != 0 {
			t.Errorf("%s of %d: %d packets, want %d; %d bytes skipped; %v", c.kind, c.size, got, want, s.Skipped, r.Problems())
		}
		if len(r.win.buf) > windowMost {
			t.Errorf("%s of %d: a window of %d bytes", c.kind, c.size, len(r.win.buf))
		}
	}
}

// What is kept of a file beside its packets is bounded, however much of it
// there is, and a problem says what was left out.
func TestTextBounds(t *testing.T) {
	f := frames(t, 1)[0]
	long := bytes.Repeat([]byte("x"), 60_000)
	c := (&composer{order: binary.LittleEndian}).section(func(c *composer) {
		c.opt(optHardware, long).opt(optComment, long).opt(optComment, []byte("more"))
		for range 1 << 20 {
			c.opt(optComment, nil)
		}
	})
	for range 200 {
		c.iface(LinkEthernet, 0, func(c *composer) { c.opt(optIfName, long).opt(optComment, long) })
	}
	c.packet(0, 1, f, func(c *composer) {
		for range 10 {
			c.opt(optComment, long)
		}
		for range 1 << 20 {
			c.opt(optComment, nil)
		}
	})
	c.packet(199, 1, f, nil)
	r := open(t, c.b)
	texts, packets := 0, 0
	for r.Next() {
		packets++
		n := 0
		for _, c := range r.Packet().Comments {
			n += 4 + len(c)
		}
		if n > MaxPacket {
			t.Errorf("packet %d: %d bytes of comments", packets, n)
		}
	}
	for _, s := range r.Sections() {
		texts += len(s.Hardware) + len(s.OS) + len(s.Application) + len(s.Comment)
	}
	for _, f := range r.Interfaces() {
		texts += len(f.Name) + len(f.Description) + len(f.OS) + len(f.Comment)
	}
	if texts > textKept || texts < textKept/2 || packets != 2 || cap(r.head) > 4*headKept {
		t.Errorf("%d bytes of texts of %d, %d packets, %d bytes for a head", texts, textKept, packets, cap(r.head))
	}
	var said []string
	for _, p := range r.Problems() {
		said = append(said, string(p.Code))
	}
	if got := strings.Join(said, " "); got != "capture-names capture-names" {
		t.Errorf("problems %v", r.Problems())
	}
}

// A compressed file that unpacks to more than is allowed is an error, also
// where nothing in it is a packet; one that unpacks to as much is not.
func TestLimit(t *testing.T) {
	c := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 0, LinkEthernet)
	for i := range 1000 {
		c.record(first+i, 0, make([]byte, 100))
	}
	for name, data := range map[string][]byte{"packets": c.b, "damage": append(bytes.Clone(c.b[:2000]),
		make([]byte, 1<<20)...)} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for limit, want := range map[int64]error{int64(len(data)): nil, int64(len(data)) - 1: ErrLimit, 5000: ErrLimit,
			2: ErrLimit} {
			r, err := NewReader(bytes.NewReader(packed.Bytes()), Options{Limit: limit})
			if err == nil {
				for r.Next() {
				}
				err = r.Err()
				if r.Offset() > limit {
					t.Errorf("%s, limit %d: read up to %d", name, limit, r.Offset())
				}
				r.Close()
			}
			if !errors.Is(err, want) {
				t.Errorf("%s, limit %d: %v, want %v", name, limit, err, want)
			}
		}
	}
}

// To find out what a file is takes little memory, whatever its header asks for.
func TestSniffMemory(t *testing.T) {
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithWindowSize(128<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	c := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 0, LinkEthernet).record(first, 0, make([]byte, 100))
	for range 3 { // in several writes, so that the window is not made shorter
		if _, err := w.Write(c.b); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	is := Is(packed.Bytes())
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; !is || n > 32<<20 {
		t.Errorf("a capture: %v; %d bytes", is, n)
	}
	r := open(t, packed.Bytes())
	if got := readAll(t, r); len(got) == 0 {
		t.Error(r.Problems())
	}
}

// Members, frames and blocks to skip that hold nothing, of which a file may
// have one every few bytes, take no memory each.
func TestEmptyFrames(t *testing.T) {
	const count = 3000
	c := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 0, LinkEthernet).record(first, 0, make([]byte, 100))
	skip := []byte{0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0}
	for name := range packers {
		whole := pack(t, name, c.b)
		for kind, one := range map[string][]byte{"empty": pack(t, name, nil), "to skip": skip} {
			if name == "gzip" && kind == "to skip" {
				continue
			}
			data := append(bytes.Clone(whole), bytes.Repeat(one, count)...)
			data = append(data, pack(t, name, c.b[pcapHeader:])...)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := readAll(t, open(t, data))
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; len(got) != 2 || n > 64<<20 {
				t.Errorf("%s, %d %s: %d packets of 2, %d MiB", name, count, kind, len(got), n>>20)
			}
		}
	}
}
