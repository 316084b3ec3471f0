package device

import (
	"encoding/binary"
	"time"

	"github.com/google/gopacket"
)

// The header is that which BSD's BPF puts before each packet; a number of the time has 4 or 8 bytes.
type bpfLayout struct {
	second, secondSize, micro, microSize int
	captured, length, header             int // of 4, 4 and 2 bytes
	align                                int // of the next header
}

// size returns the bytes that a header has at least.
func (l *bpfLayout) size() int { return l.header + 2 }

func (l *bpfLayout) number(b []byte, at, size int) int64 {
	if size == 8 {
		return int64(binary.NativeEndian.Uint64(b[at:]))
	}
	return int64(int32(binary.NativeEndian.Uint32(b[at:])))
}

// next returns ok false when there is no packet.
func (l *bpfLayout) next(b []byte) (data []byte, info gopacket.CaptureInfo, rest []byte, ok bool) {
	if len(b) < l.size() {
		return nil, info, nil, false
	}
	captured, length := uint64(binary.NativeEndian.Uint32(b[l.captured:])), binary.NativeEndian.Uint32(b[l.length:])
	header := uint64(binary.NativeEndian.Uint16(b[l.header:]))
	end := header + captured
	if header < uint64(l.size()) || end > uint64(len(b)) {
		return nil, info, nil, false
	}
	info.Timestamp = time.Unix(l.number(b, l.second, l.secondSize), l.number(b, l.micro, l.microSize)*1000)
	info.CaptureLength, info.Length = int(captured), int(max(uint64(length), captured))
	aligned := (end + uint64(l.align) - 1) / uint64(l.align) * uint64(l.align)
	return b[header:end], info, b[min(aligned, uint64(len(b))):], true
}

func linkTypeOfDLT(dlt int, openBSD bool) int {
	switch {
	case dlt == 12 && openBSD:
		return 108 // LOOP
	case dlt == 12 || dlt == 14:
		return 101 // RAW
	}
	return dlt
}
