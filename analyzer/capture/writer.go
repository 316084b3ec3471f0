package capture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
)

// A PcapWriter writes a pcap file, little endian, times in nanoseconds or
// microseconds.
type PcapWriter struct {
	w    io.Writer
	nano bool
	buf  []byte
}

// NewPcapWriter writes the file header. linkType is the LINKTYPE_ number of
// all packets. Times are kept to the nanosecond when nano is set, to the
// microsecond otherwise, which every reader understands.
func NewPcapWriter(w io.Writer, linkType int, nano bool) (*PcapWriter, error) {
	if linkType < 0 || linkType > 0x03ffffff {
		return nil, fmt.Errorf("pcap has no link type %d", linkType)
	}
	magic := uint32(0xa1b2c3d4)
	if nano {
		magic = 0xa1b23c4d
	}

	h := le.AppendUint32(nil, magic)
	h = le.AppendUint16(h, 2)
	h = le.AppendUint16(h, 4)
	h = append(h, make([]byte, 8)...) // time zone, accuracy: unused
	h = le.AppendUint32(h, MaxPacket)
	h = le.AppendUint32(h, uint32(linkType))
	_, err := w.Write(h)
	return &PcapWriter{w: w, nano: nano}, err
}

// WritePacket writes p: its time, its bytes and its length on the wire. pcap
// has no place for interfaces and comments.
func (w *PcapWriter) WritePacket(p *Packet) error {
	if p.Time < 0 || p.Time/1e9 > 1<<32-1 {
		return fmt.Errorf("pcap cannot hold the time %d ns: only 1970 to 2106", p.Time)
	}
	if err := checkLength(p); err != nil {
		return err
	}

	frac := uint32(p.Time % 1e9)
	if !w.nano {
		frac /= 1000
	}
	b := le.AppendUint32(w.buf[:0], uint32(p.Time/1e9))
	b = le.AppendUint32(b, frac)
	b = le.AppendUint32(b, uint32(len(p.Data)))
	b = le.AppendUint32(b, uint32(max(p.OrigLen, len(p.Data))))
	w.buf = append(b, p.Data...)
	_, err := w.w.Write(w.buf)
	return err
}

func checkLength(p *Packet) error {
	if len(p.Data) > MaxPacket {
		return fmt.Errorf("a packet of %d bytes: readers accept at most %d", len(p.Data), MaxPacket)
	}
	if uint64(max(p.OrigLen, 0)) > math.MaxUint32 {
		return fmt.Errorf("a packet of %d bytes on the wire: captures have 32 bits for that", p.OrigLen)
	}
	return nil
}

// An NgWriter writes a pcapng file of one section, little endian, times in
// nanoseconds.
type NgWriter struct {
	w     io.Writer
	buf   []byte
	links []int
}

// NewNgWriter writes the section header. s.BigEndian is ignored.
func NewNgWriter(w io.Writer, s Section) (*NgWriter, error) {
	n := &NgWriter{w: w}
	b := n.begin(blockSection)
	b = le.AppendUint32(b, 0x1a2b3c4d)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint16(b, 0)
	b = le.AppendUint64(b, 1<<64-1) // length of the section: unknown
	b = appendOption(b, optHardware, s.Hardware)
	b = appendOption(b, optOS, s.OS)
	b = appendOption(b, optApplication, s.Application)
	b = appendOption(b, optComment, s.Comment)
	return n, n.end(appendEnd(b))
}

var le = binary.LittleEndian

func (w *NgWriter) begin(kind uint32) []byte {
	return le.AppendUint32(le.AppendUint32(w.buf[:0], kind), 0)
}

func (w *NgWriter) end(b []byte) error {
	n := uint32(len(b) + 4)
	le.PutUint32(b[4:], n)
	w.buf = le.AppendUint32(b, n)
	_, err := w.w.Write(w.buf)
	return err
}

// appendOption cuts text that does not fit: an option has at most 65535 bytes.
func appendOption[T string | []byte](b []byte, code uint16, v T) []byte {
	if len(v) == 0 {
		return b
	}
	if len(v) > 0xffff {
		n := 0xffff
		for n > 0xffff-4 && v[n]&0xc0 == 0x80 { // not inside a character
			n--
		}
		v = v[:n]
	}
	b = le.AppendUint16(b, code)
	b = le.AppendUint16(b, uint16(len(v)))
	return pad(append(b, v...))
}

func appendEnd(b []byte) []byte { return append(b, 0, 0, 0, 0) }

func pad(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}

// AddInterface describes the next interface and returns its index, as
// Packet.Interface takes it. Times are nanoseconds whatever f.TSResol says.
func (w *NgWriter) AddInterface(f Interface) (int, error) {
	if f.LinkType < 0 || f.LinkType > 0xffff {
		return 0, fmt.Errorf("pcapng has no link type %d", f.LinkType)
	}
	b := w.begin(blockInterface)
	b = le.AppendUint16(b, uint16(f.LinkType))
	b = le.AppendUint16(b, 0)
	b = le.AppendUint32(b, uint32(f.SnapLen))
	b = appendOption(b, optIfName, f.Name)
	b = appendOption(b, optIfDescription, f.Description)
	for _, n := range f.Networks {
		if n.Addr().Is4() && n.IsValid() {
			mask := binary.BigEndian.AppendUint32(nil, ^uint32(0)<<(32-n.Bits()))
			b = appendOption(b, optIfIPv4, append(n.Addr().AsSlice(), mask...))
		}
	}
	b = appendOption(b, optIfResolution, "\x09")
	b = appendOption(b, optIfOS, f.OS)
	if f.FCSLen > 0 && f.FCSLen < 256 {
		b = appendOption(b, optIfFCSLen, []byte{byte(f.FCSLen)})
	}
	b = appendOption(b, optComment, f.Comment)
	w.links = append(w.links, f.LinkType)
	return len(w.links) - 1, w.end(appendEnd(b))
}

// WritePacket writes p: time, bytes, length on the wire, flags and comments.
// p.Interface must have been added.
func (w *NgWriter) WritePacket(p *Packet) error {
	if p.Interface < 0 || p.Interface >= len(w.links) {
		return fmt.Errorf("the packet is of interface %d, %d were added", p.Interface, len(w.links))
	}
	if !p.HasTime && p.Interface == 0 && len(p.Comments) == 0 {
		return w.writeSimple(p)
	}
	if p.Time < 0 {
		return errors.New("pcapng with nanoseconds cannot hold a time before 1970")
	}
	if err := checkLength(p); err != nil {
		return err
	}
	b := w.begin(blockPacket)
	b = le.AppendUint32(b, uint32(p.Interface))
	b = le.AppendUint32(b, uint32(p.Time>>32))
	b = le.AppendUint32(b, uint32(p.Time))
	b = le.AppendUint32(b, uint32(len(p.Data)))
	b = le.AppendUint32(b, uint32(max(p.OrigLen, len(p.Data))))
	b = pad(append(b, p.Data...))
	if p.Flags != 0 || len(p.Comments) > 0 {
		for _, c := range p.Comments {
			b = appendOption(b, optComment, c)
		}
		if p.Flags != 0 {
			b = le.AppendUint16(b, optFlags)
			b = le.AppendUint16(b, 4)
			b = le.AppendUint32(b, p.Flags)
		}
		b = appendEnd(b)
	}
	return w.end(b)
}

// WriteStatistics writes how many packets of an interface were received and
// dropped up to a time, as [Interface] has it.
func (w *NgWriter) WriteStatistics(iface int, time int64, received, dropped uint64) error {
	if iface < 0 || iface >= len(w.links) || time < 0 {
		return fmt.Errorf("statistics of interface %d at %d ns: %d were added, and no time before 1970 can be held", iface,
			time, len(w.links))
	}
	b := w.begin(blockStatistics)
	b = le.AppendUint32(b, uint32(iface))
	b = le.AppendUint32(b, uint32(time>>32))
	b = le.AppendUint32(b, uint32(time))
	b = appendOption(b, optReceived, le.AppendUint64(nil, received))
	b = appendOption(b, optDropped, le.AppendUint64(nil, dropped))
	return w.end(appendEnd(b))
}

func (w *NgWriter) writeSimple(p *Packet) error {
	if err := checkLength(p); err != nil {
		return err
	}
	b := w.begin(blockSimple)
	b = le.AppendUint32(b, uint32(max(p.OrigLen, len(p.Data))))
	return w.end(pad(append(b, p.Data...)))
}

// WriteNames writes a name resolution block.
func (w *NgWriter) WriteNames(names []Name) error {
	b := w.begin(blockNames)
	for _, n := range names {
		addr := n.Addr.Unmap().AsSlice()
		kind := uint16(1)
		if len(addr) == netip.IPv6Unspecified().BitLen()/8 {
			kind = 2
		}
		if len(addr) == 0 || len(n.Name) > 1000 {
			continue
		}
		b = le.AppendUint16(b, kind)
		b = le.AppendUint16(b, uint16(len(addr)+len(n.Name)+1))
		b = append(b, addr...)
		b = pad(append(append(b, n.Name...), 0))
		if len(b) > 64<<10 { // another block before this one gets too long
			if err := w.end(appendEnd(b)); err != nil {
				return err
			}
			b = w.begin(blockNames)
		}
	}
	return w.end(appendEnd(b))
}
