package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// ngBlock makes a block of pcapng.
func ngBlock(o byteOrder, kind uint32, body []byte) []byte {
	for len(body)%4 != 0 {
		body = append(body, 0)
	}
	b := o.AppendUint32(nil, kind)
	b = o.AppendUint32(b, uint32(12+len(body)))
	b = append(b, body...)
	return o.AppendUint32(b, uint32(12+len(body)))
}

// drawBlocks draws the blocks of a section.
func drawBlocks(t *rapid.T, o byteOrder) (blocks [][]byte) {
	add := func(kind uint32, parts ...any) {
		var body []byte
		for _, p := range parts {
			switch p := p.(type) {
			case uint16:
				body = o.AppendUint16(body, p)
			case uint32:
				body = o.AppendUint32(body, p)
			case uint64:
				body = o.AppendUint64(body, p)
			case []byte:
				body = append(body, p...)
				body = append(body, make([]byte, -len(p)&3)...)
			}
		}
		blocks = append(blocks, ngBlock(o, kind, body))
	}
	comment := func(text string) []any { return []any{uint16(optComment), uint16(len(text)), []byte(text)} }
	end := []any{uint16(0), uint16(0)}
	add(blockSection, slices.Concat([]any{uint32(0x1a2b3c4d), uint16(1), uint16(0), uint64(1<<64 - 1)},
		comment("a section"), end)...)
	add(blockInterface, slices.Concat([]any{uint16(1), uint16(0), uint32(0), uint16(optIfResolution), uint16(1),
		[]byte{9}}, comment("an interface"), end)...)
	for range rapid.IntRange(0, 20).Draw(t, "blocks") {
		data := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "data")
		n := uint32(len(data))
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			add(blockStatistics, slices.Concat([]any{uint32(0), uint64(5), uint16(optDropped), uint16(8), uint64(7)},
				comment("drops"), end)...)
		case 1:
			add(0xa, uint32(0x544c534b), n, data) // decryption secrets
		case 2:
			add(0xbad, uint32(32473), data) // custom, to be copied
		case 3:
			add(0x40000bad, uint32(32473), data)
		case 4:
			add(9, data) // a journal entry
		case 5:
			add(blockNames, uint16(1), uint16(8), []byte{192, 0, 2, 1, 'a', 'b', 'c', 0}, uint16(0), uint16(0),
				uint16(optComment), uint16(2), []byte("dn"), uint16(0), uint16(0))
		case 6:
			add(blockSimple, n, data)
		case 7:
			add(blockOldPacket, uint16(0), uint16(3), uint64(9), n, n, data)
		case 8:
			add(blockPacket, uint32(0), uint64(9), n, n, data)
		case 9:
			add(blockPacket, slices.Concat([]any{uint32(0), uint64(9), n, n + 5, data}, comment("one"), comment("two"),
				[]any{uint16(optFlags), uint16(4), uint32(1)}, end)...)
		}
	}
	return blocks
}

// blocksOf splits a file into its blocks.
func blocksOf(t *rapid.T, b []byte) (blocks [][]byte) {
	for len(b) > 0 {
		var o byteOrder = binary.LittleEndian
		for _, other := range []byteOrder{binary.LittleEndian, binary.BigEndian} {
			if n := other.Uint32(b[4:]); n >= 12 && int(n) <= len(b) && other.Uint32(b[n-4:]) == n {
				o = other
				break
			}
		}
		n := o.Uint32(b[4:])
		if int(n) > len(b) {
			t.Fatalf("a block of %d bytes, %d are left", n, len(b))
		}
		blocks, b = append(blocks, b[:n]), b[n:]
	}
	return blocks
}

// What is written again has the blocks of the original, byte by byte and in their
// order; packets with a comment have that in addition.
func TestBlocksAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want [][]byte
		for range rapid.IntRange(1, 3).Draw(t, "sections") {
			var o byteOrder = binary.LittleEndian
			if rapid.Bool().Draw(t, "big endian") {
				o = binary.BigEndian
			}
			want = append(want, drawBlocks(t, o)...)
		}
		each := rapid.IntRange(0, 3).Draw(t, "one packet in so many has a comment")
		file := bytes.Join(want, nil)
		r, err := NewReader(bytes.NewReader(file), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		n, err := Annotate(&out, r, rapid.IntRange(1, 3).Draw(t, "workers"), func() Comment {
			return func(dst []byte, p *Packet) []byte {
				if each == 0 || p.Number%int64(each) != 0 {
					return dst
				}
				return fmt.Appendf(dst, "packet %d", p.Number)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if p := r.Problems(); len(p) > 0 && p[0].Code != CodeEmpty {
			t.Fatalf("problems %v", p)
		}
		got := blocksOf(t, out.Bytes())
		if len(got) != len(want) {
			t.Fatalf("%d blocks, want %d", len(got), len(want))
		}
		number := int64(0)
		for i := range want {
			kind := min(binary.LittleEndian.Uint32(want[i]), binary.BigEndian.Uint32(want[i]))
			packet := kind == blockSimple || kind == blockPacket || kind == blockOldPacket
			if packet {
				number++
			}
			if packet && each > 0 && number%int64(each) == 0 {
				if !bytes.Contains(got[i], fmt.Appendf(nil, "packet %d", number)) {
					t.Fatalf("packet %d has no comment: %x", number, got[i])
				}
				continue
			}
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("block %d\n%x, want\n%x", i, got[i], want[i])
			}
		}
		if n != number {
			t.Fatalf("%d packets written of %d", n, number)
		}
		// Read again, packets and comments are those of the original and the new ones.
		a, _ := NewReader(bytes.NewReader(file), Options{})
		b, err := NewReader(bytes.NewReader(out.Bytes()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for a.Next() {
			if !b.Next() || !bytes.Equal(a.Packet().Data, b.Packet().Data) || a.Packet().OrigLen != b.Packet().OrigLen ||
				a.Packet().Flags != b.Packet().Flags {
				t.Fatalf("packet %d is %+v, want %+v", a.Packet().Number, b.Packet(), a.Packet())
			}
			old := a.Packet().Comments
			if all := b.Packet().Comments; len(all) < len(old) || !slices.EqualFunc(all[:len(old)], old, bytes.Equal) {
				t.Fatalf("comments %q, want %q first", all, old)
			}
		}
		if b.Next() || len(b.Problems()) > len(r.Problems()) {
			t.Fatalf("more packets, or problems %v", b.Problems())
		}
	})
}

// An interface whose times cannot be read is one problem, not one for each packet.
func TestResolutionIsOneProblem(t *testing.T) {
	o := binary.LittleEndian
	body := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	file := ngBlock(o, blockSection, body(o.AppendUint32(nil, 0x1a2b3c4d), []byte{1, 0, 0, 0},
		bytes.Repeat([]byte{0xff}, 8)))
	file = append(file, ngBlock(o, blockInterface, []byte{1, 0, 0, 0, 0, 0, 0, 0, optIfResolution, 0, 1, 0, 30, 0, 0, 0, 0,
		0, 0, 0})...)
	for range 100 {
		file = append(file, ngBlock(o, blockPacket, make([]byte, 20))...)
	}
	r := open(t, file)
	for r.Next() {
		if r.Packet().HasTime {
			t.Fatal("a packet has a time")
		}
	}
	if len(r.Problems()) != 1 || r.Stats().Packets != 100 {
		t.Errorf("%d packets, problems %v", r.Stats().Packets, r.Problems())
	}
}
