package capture

// headKept bounds what is kept of a section's interfaces.
const headKept = 1 << 20

// Head returns the bytes that have to precede the current packet and those
// after it for them to be read as here: the header of a pcap file, or the
// section header and interfaces of pcapng. It is nil when these are too many.
// With it a capture can be read from any of its packets on.
func (r *Reader) Head() []byte {
	if len(r.head) > headKept {
		return nil
	}
	return r.head
}

// Compressed reports whether the file is compressed, so that it can only be
// read from its beginning.
func (r *Reader) Compressed() bool { return r.packing != "" }

func (r *Reader) keepHead(kind uint32, block []byte) {
	switch {
	case kind == blockSection:
		r.head = append(r.head[:0], block[:min(len(block), headKept+1)]...)
	case kind == blockInterface && len(r.head) <= headKept:
		r.head = append(r.head, block[:min(len(block), headKept+1)]...)
	}
}
