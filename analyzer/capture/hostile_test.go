package capture

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// Bytes that look like the beginning of a block or record at every turn must
// not make a search for the next sound one start over and over.
func TestHostileFiles(t *testing.T) {
	const size = 4 << 20
	fill := func(head []byte, pattern ...uint32) []byte {
		b := bytes.Clone(head)
		for len(b) < size {
			for _, v := range pattern {
				b = binary.LittleEndian.AppendUint32(b, v)
			}
		}
		return b
	}
	ng := (&composer{order: binary.LittleEndian}).section(nil).iface(1, 0, nil).b
	pcap := (&composer{order: binary.LittleEndian}).pcap(0xa1b2c3d4, 0, 1).b
	for name, b := range map[string][]byte{
		"packet blocks of the longest length":   fill(ng, blockPacket, maxFound&^3),
		"blocks of many lengths":                fill(ng, 6, 300000, 3, 200000, 2, 100000, 5, 327000),
		"blocks longer than the file":           fill(ng, blockPacket, maxRecord),
		"blocks a bit longer than what is left": fill(ng, blockNames, size-1024&^3),
		"sections":                              fill(ng, blockSection, 327000, 0x1a2b3c4d),
		"sections of both byte orders": fill(ng, blockSection, 28, 0x1a2b3c4d, 0, 0, 0, 28, blockSection, 28<<24,
			0x4d3c2b1a, 0, 0, 0, 28<<24),
		"interfaces":                               fill(ng, blockInterface, 20, 1, 0, 20),
		"names":                                    fill(ng, blockNames, 32, 1|12<<16, 7, 0x41414141, 0x41414141, 0, 32),
		"options that lie":                         fill(ng, blockPacket, 48, 0, 0, 0, 0, 0, 1|0xffff<<16, 1, 1, 1, 48),
		"records of the longest length":            fill(pcap, first, 5, MaxPacket, MaxPacket),
		"records that lead to other beginnings":    fill(pcap, first, 5, 65536+4, 65536+4, 1<<31),
		"records longer than the file, then short": fill(pcap, first, 5, 200000, 200000, 7),
		"empty records":                            fill(pcap, first, 5, 0, 0),
		"snoop, empty records":                     bigFill(newSnoop(4).b, size, 0, 0, 24, 0, 1, 1),
		"snoop, records that lead to no other":     bigFill(newSnoop(4).b, size, 300000, 300000, 300024, 7, 1, 1),
		"snoop, the longest records": bigFill(newSnoop(4).b, size, 1, 1, maxRecord, 0, maxRecord-24,
			maxRecord-24),
		"file headers": fill(nil, 0xa1b2c3d4, 2|4<<16, 0, 0, 65535, 1),
	} {
		r, err := NewReader(bytes.NewReader(b), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
		}
		t.Logf("%s: %d packets, %d problems", name, r.Stats().Packets, r.Stats().Problems)
		if len(r.Problems()) > problemsKept || len(r.Interfaces()) > listKept || len(r.Sections()) > listKept ||
			len(r.Names()) > namesKept {
			t.Errorf("%s: %d problems, %d interfaces, %d sections, %d names are kept", name, len(r.Problems()),
				len(r.Interfaces()), len(r.Sections()), len(r.Names()))
		}
	}
}

// bigFill repeats a pattern after head, in big endian.
func bigFill(head []byte, size int, pattern ...uint32) []byte {
	b := bytes.Clone(head)
	for len(b) < size {
		for _, v := range pattern {
			b = binary.BigEndian.AppendUint32(b, v)
		}
	}
	return b
}
