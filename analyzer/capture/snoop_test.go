package capture

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/google/gopacket/pcapgo"
)

func (c *composer) snoop(link int) *composer { return c.bytes(snoopMagic).u32(2, link) }

// snoopRecord adds a record of data, padded to four bytes.
func (c *composer) snoopRecord(sec, micros, length int, data []byte) *composer {
	padded := (len(data) + 3) &^ 3
	c.u32(length, len(data), snoopRecord+padded, 3, sec, micros).bytes(data)
	return c.bytes(make([]byte, padded-len(data)))
}

func newSnoop(link int) *composer { return (&composer{order: binary.BigEndian}).snoop(link) }

// TestSnoopPeer: pcapgo reads the same from an intact capture of short packets.
// It loses its place after a packet that was captured in part, and a long one
// ends its reading: that is why the Reader has its own.
func TestSnoopPeer(t *testing.T) {
	f := frames(t, 9)
	for _, test := range []struct {
		name  string
		data  []byte
		same  bool
		count int
	}{
		{"intact", func() []byte {
			c := newSnoop(4)
			for i, b := range f {
				c.snoopRecord(first+i, i, len(b), b)
			}
			return c.b
		}(), true, 9},
		{"captured in part", newSnoop(4).snoopRecord(first, 1, 1500, f[0]).snoopRecord(first, 2, len(f[1]), f[1]).b, false,
			2},
		{"long", newSnoop(4).snoopRecord(first, 1, 9000, make([]byte, 9000)).snoopRecord(first, 2, len(f[1]), f[1]).b, false,
			2},
	} {
		ours := readAll(t, open(t, test.data))
		if len(ours) != test.count {
			t.Errorf("%s: %d packets, want %d", test.name, len(ours), test.count)
		}
		peer, err := pcapgo.NewSnoopReader(bytes.NewReader(test.data))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		func() {
			defer func() { _ = recover() }() // a negative length
			for {
				data, info, err := peer.ReadPacketData()
				if err != nil {
					return
				}
				if test.same && (!bytes.Equal(data, ours[n].Data) || info.Length != ours[n].OrigLen ||
					info.Timestamp.UnixNano() != ours[n].Time) {
					t.Errorf("%s: packet %d is %x, pcapgo says %x at %v", test.name, n+1, ours[n].Data, data, info.Timestamp)
				}
				n++
			}
		}()
		if (n == len(ours)) != test.same {
			t.Errorf("%s: pcapgo reads %d packets of %d", test.name, n, len(ours))
		}
	}
}

// TestSnoopDamage: impossible numbers are a problem, and cost nothing but their
// own record.
func TestSnoopDamage(t *testing.T) {
	f := frames(t, 2)
	begin := func() *composer { return newSnoop(4).snoopRecord(first, 1, len(f[0]), f[0]) }
	for name, test := range map[string]struct {
		c       *composer
		packets int
		code    Code
	}{
		"record of 4 GiB":             {begin().u32(60, 60, -1, 0, first, 0).bytes(f[1]), 1, CodeDamaged},
		"record of nothing":           {begin().u32(60, 60, 0, 0, first, 0).bytes(f[1]), 1, CodeDamaged},
		"record shorter than packet":  {begin().u32(60, 60, 80, 0, first, 0).bytes(f[1]), 1, CodeDamaged},
		"captured more than there is": {begin().u32(10, 60, 84, 0, first, 0).bytes(f[1]), 1, CodeDamaged},
		"captured 4 GiB":              {begin().u32(-1, -1, -1, 0, first, 0).bytes(f[1]), 1, CodeDamaged},
		"parts of a second":           {begin().snoopRecord(first, 1e6, len(f[1]), f[1]), 1, CodeDamaged},
		"padding of 1 MiB": {begin().u32(60, 60, 1<<20, 0, first, 0).bytes(make([]byte, 1<<20-24)), 1,
			CodeDamaged},
		"damage, then more": {begin().u32(10, 60, 84, 0, first, 0).bytes(f[1]).snoopRecord(first, 2, len(f[1]),
			f[1]).snoopRecord(first, 2, len(f[1]), f[1]), 3, CodeDamaged},
		"cut in a header":      {begin().u32(60, 60), 1, CodeCut},
		"cut in a packet":      {begin().u32(200, 200, 224, 0, first, 0).bytes(f[1]), 1, CodeCut},
		"longer than the rest": {begin().u32(60, 60, 88, 0, first, 0).bytes(make([]byte, 60)), 2, ""},
		"a packet of 1 MiB": {begin().snoopRecord(first, 1, 1<<20, make([]byte, 1<<20)).snoopRecord(first, 2, 4, f[1][:4]),
			3, CodeOddRecord},
		"none": {newSnoop(4), 0, CodeEmpty},
	} {
		r := open(t, test.c.b)
		all := readAll(t, r)
		code := Code("")
		if p := r.Problems(); len(p) > 0 {
			code = p[0].Code
		}
		if len(all) != test.packets || code != test.code || len(r.Problems()) > 1 {
			t.Errorf("%s: %d packets, %v; want %d, %s", name, len(all), r.Problems(), test.packets, test.code)
		}
		for _, p := range all {
			if len(p.Data) > MaxPacket || p.OrigLen < len(p.Data) {
				t.Errorf("%s: %d bytes of %d", name, len(p.Data), p.OrigLen)
			}
		}
		if r.Format() != "snoop" || len(all) > 0 && r.Stats().Dropped != 3 && test.packets == 1 {
			t.Errorf("%s: %s, %+v", name, r.Format(), r.Stats())
		}
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"version":  {(&composer{order: binary.BigEndian}).bytes(snoopMagic).u32(3, 4).b, "version 3"},
		"datalink": {newSnoop(9).b, "datalink type 9"},
		"cut":      {newSnoop(4).b[:12], "12 are there"},
	} {
		if _, err := NewReader(bytes.NewReader(test.data), Options{}); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !Is(newSnoop(4).b) || Is(snoopMagic[:7]) {
		t.Error("it is not recognised by its first bytes")
	}
}

// TestSnoopMemory: a window, not the file.
func TestSnoopMemory(t *testing.T) {
	record := newSnoop(4).snoopRecord(first, 1, 60000, make([]byte, 60000)).b
	repeat := func(n int) io.Reader {
		all := []io.Reader{bytes.NewReader(record)}
		for range n {
			all = append(all, bytes.NewReader(record[snoopHeader:]))
		}
		return io.MultiReader(all...)
	}
	before := allocated()
	r, err := NewReader(repeat(5000), Options{}) // 300 MB
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
	}
	if n := allocated() - before; r.Stats().Packets != 5001 || n > 4<<20 {
		t.Errorf("%d packets, %d bytes allocated", r.Stats().Packets, n)
	}
}
