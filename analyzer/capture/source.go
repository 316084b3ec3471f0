//go:build !js

// A page and a Worker have no such sources, and gopacket would double what they
// load.

package capture

import (
	"fmt"
	"io"

	"github.com/google/gopacket"
)

// A Counter is a source that counts what it received and what it had to drop,
// of which [Reader.Stats] and [Reader.Interfaces] then report.
type Counter interface {
	Counts() (received, dropped uint64)
}

// FromSource returns a Reader of the packets of a gopacket source: a live
// capture, or any of gopacket's readers of files. linkType is the LINKTYPE_
// number of its packets. The source's io.EOF ends reading; any other error does
// as well and is that of [Reader.Err], and so is a panic of the source.
//
// A Reader copies nothing and keeps nothing of the packets: memory is that of
// the source. Offsets count the bytes of the packets before.
func FromSource(src gopacket.ZeroCopyPacketDataSource, linkType int, opts Options) *Reader {
	r := &Reader{opts: opts, format: "packets of link type " + fmt.Sprint(linkType),
		packet: Packet{Number: opts.Before, Time: opts.Time}}
	r.sections = []Section{{}}
	r.interfaces = []Interface{{LinkType: linkType, TSResol: 9, Section: 1}}
	r.packet.LinkType, r.packet.Link = linkType, link(linkType)
	if c, ok := src.(Counter); ok {
		r.counts = c.Counts
	}
	r.next = func() bool {
		data, info, err := readSource(src)
		if err != nil {
			if err != io.EOF {
				r.err = fmt.Errorf("after packet %d: %w", r.packet.Number, err)
				if opts.Name != "" {
					r.err = fmt.Errorf("%s: %w", opts.Name, r.err)
				}
			}
			return false
		}
		r.sourcePacket(data, &info)
		return true
	}
	return r
}

// gopacket's readers have panicked on malformed input.
func readSource(src gopacket.ZeroCopyPacketDataSource) (data []byte, info gopacket.CaptureInfo, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the source of the packets failed: %v", p)
		}
	}()
	return src.ZeroCopyReadPacketData()
}

func (r *Reader) sourcePacket(data []byte, info *gopacket.CaptureInfo) {
	q := &r.packet
	off := r.win.base
	r.win.base += int64(len(data))
	if len(data) > MaxPacket {
		r.longPacket(int64(len(data)), off)
	}
	q.Offset, q.DataAt = off, off
	q.OrigLen = max(info.Length, len(data))
	q.Data = data[:min(len(data), MaxPacket)]
	// Times outside of 1678 to 2262 do not fit nanoseconds.
	year := info.Timestamp.Year()
	if q.HasTime = !info.Timestamp.IsZero() && year > 1677 && year < 2262; q.HasTime {
		q.Time = info.Timestamp.UnixNano()
	} else if !info.Timestamp.IsZero() {
		r.problem(CodeTime, off, "the time of the packet is in the year %d, outside of 1678 to 2262; it has none", year)
	}
	q.Number++
}
