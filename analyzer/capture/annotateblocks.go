package capture

import (
	"encoding/binary"
	"io"
)

// A blockCopy holds the blocks of pcapng as they are in the file.
type blockCopy struct {
	before []byte // since the packet before this one
	begins bool   // a section among them
	packet []byte // that of the packet; valid like its data
	big    bool   // its byte order
}

func (c *blockCopy) block(kind uint32, b []byte, packet, big bool) {
	switch {
	case packet:
		c.packet, c.big = b, big
		return
	case kind == blockPacket || kind == blockSimple || kind == blockOldPacket: // it is damaged
		return
	}
	at := len(c.before)
	c.before = append(c.before, b...)
	b = c.before[at:]
	order(big).PutUint32(b[len(b)-4:], uint32(len(b))) // where it says something else it is read anyway
	c.begins = c.begins || kind == blockSection
	if kind == blockSection && len(b) >= 28 {
		order(big).PutUint64(b[16:], 1<<64-1) // its length is not known: comments are added
	}
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

func order(big bool) byteOrder {
	if big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

type blockWriter struct {
	w    io.Writer
	buf  []byte
	time [8]byte // of the latest packet of the section's first interface, as its block has it
}

func (w *blockWriter) write(p *rawPacket, comment []byte) error {
	o, b := order(p.big), append(w.buf[:0], p.before...)
	start := len(b)
	kind := o.Uint32(p.block)
	if p.begins {
		w.time = [8]byte{}
	}
	options := 0 // where they begin in the block
	switch {
	case kind != blockSimple:
		if o.Uint32(p.block[8:]) == 0 || kind == blockOldPacket && o.Uint16(p.block[8:]) == 0 {
			copy(w.time[:], p.block[12:20])
		}
		options = 28 + int(o.Uint32(p.block[20:])+3)&^3
		b = append(b, p.block...)
	case len(comment) == 0:
		b = append(b, p.block...)
	default:
		// A simple packet has no place for a comment.
		b = o.AppendUint32(b, blockPacket)
		b = o.AppendUint32(b, 0)
		b = o.AppendUint32(b, 0) // interface
		b = append(b, w.time[:]...)
		b = o.AppendUint32(b, uint32(len(p.packet.Data)))
		b = o.AppendUint32(b, uint32(max(p.packet.OrigLen, len(p.packet.Data))))
		b = append(b, p.packet.Data...)
		b = append(b, make([]byte, -len(p.packet.Data)&3)...)
		options = len(b) - start
		b = o.AppendUint32(b, 0)
	}
	if len(comment) > 0 {
		rest := b[start:]
		at := start + endOfOptions(rest[:len(rest)-4], options, o)
		b = appendComment(b[:at], comment, o)
		if kind == blockSimple {
			b = appendComment(b, []byte(untimed), o)
		}
		b = o.AppendUint32(b, 0) // end of the options
		b = o.AppendUint32(b, 0)
	}
	o.PutUint32(b[start+4:], uint32(len(b)-start))
	o.PutUint32(b[len(b)-4:], uint32(len(b)-start))
	w.buf = b
	_, err := w.w.Write(b)
	return err
}

// endOfOptions drops what follows damage: nothing after it can be read.
func endOfOptions(block []byte, at int, o byteOrder) int {
	for at = min(at, len(block)); len(block)-at >= 4; {
		code, n := o.Uint16(block[at:]), int(o.Uint16(block[at+2:]))
		next := at + 4 + (n+3)&^3
		if code == optEnd || next > len(block) {
			return at
		}
		at = next
	}
	return at
}

// appendComment cuts a text that is longer than an option may be.
func appendComment(b, text []byte, o byteOrder) []byte {
	le := appendOption(nil, optComment, text)
	n := le[2:4]
	b = o.AppendUint16(b, optComment)
	b = o.AppendUint16(b, binary.LittleEndian.Uint16(n))
	return append(b, le[4:]...)
}
