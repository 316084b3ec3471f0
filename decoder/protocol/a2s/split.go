package a2s

import (
	"fragscope/decoder/internal/bunzip"
	"fragscope/decoder/wire"
)

// Replies that are longer than a datagram.

const (
	splitMarkBytes = "\xfe\xff\xff\xff"
	compressed     = 1 << 31 // bit of the ID, in Source

	goldHeader    = 9 // bytes before the data
	sourceHeader  = 12
	unsizedHeader = 10 // of Source before 2007

	mostPartSize = 4096 // in a header; a datagram of Source has 1400 bytes
	leastPart    = 128
)

// splitHeader returns the bytes of the header of a part, which tell whose it is.
// Only what follows the first nine bytes decides between the engines.
func splitHeader(p []byte) int {
	if len(p) < sourceHeader {
		return goldHeader
	}
	first := func(at int) bool { return len(p) >= at+4 && string(p[at:at+4]) == single }
	packed := func(at int) bool { return len(p) >= at+11 && string(p[at+8:at+11]) == bzipMagic }
	size := int(wire.LE16(p[unsizedHeader:]))
	source := p[9] < p[8]
	switch {
	case p[8]>>4 == 0 && first(goldHeader):
		return goldHeader
	case source && (first(sourceHeader) || packed(sourceHeader)):
		return sourceHeader
	case source && (first(unsizedHeader) || packed(unsizedHeader)):
		return unsizedHeader
	case source && size == partSize:
		return sourceHeader
	// A reply of GoldSource is likelier than one of Source in more than 17 parts,
	// whose size somebody has changed.
	case p[8]>>4 > 0 && p[8]>>4 < p[8]&15, !source:
		return goldHeader
	case size >= leastPart && size <= mostPartSize:
		return sourceHeader
	}
	return unsizedHeader
}

func recogniseSplit(p []byte) (wire.Direction, wire.Confidence) {
	if len(p) < 4 || string(p[:4]) != splitMarkBytes {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if len(p) < goldHeader {
		return wire.Reply, wire.Possible
	}
	number, total := p[8]>>4, p[8]&15
	if splitHeader(p) > goldHeader {
		number, total = p[9], p[8]
	}
	switch {
	case number >= total:
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) < sourceHeader+4:
		return wire.Reply, wire.Possible
	}
	return wire.Reply, wire.Likely
}

func readSplit(r *wire.Reader) {
	r.SetMessage(&splitReply)
	from, p := r.Pos, r.Rest()
	if len(p) < goldHeader {
		r.Problem(&problemSplitHeader, from, len(p), uint64(len(p)), 0)
	}
	r.Constant(&split[splitMark], splitMarkBytes)
	id := r.Field(&split[splitID])
	if r.Stopped {
		return
	}
	header := splitHeader(p)
	var number, total uint64
	// What may be cut off decides between the engines.
	r.Flags |= wire.FlagAmbiguous
	if header == goldHeader {
		number = r.Field(&split[splitPlace])
		number, total = number>>4, number&15
	} else {
		total, number = r.Field(&split[splitTotal]), r.Field(&split[splitNumber])
		if header == sourceHeader {
			r.Field(&split[splitSize])
		}
		if id&compressed != 0 && number == 0 {
			r.Read(split[splitUnpacked : splitChecksum+1])
		}
	}
	r.Flags &^= wire.FlagAmbiguous
	if r.Stopped {
		return
	}
	if number >= total {
		r.Problem(&problemPlace, from+8, 1, number, total)
	} else {
		r.Reply = wire.ReplyInfo{Numbered: true, Packet: int32(number), Final: number+1 == total, Set: id | total<<32}
	}
	if r.More() {
		r.Bytes(&split[splitData], r.Left())
	}
}

// Part returns the position of a part in its reply.
func Part(m *wire.Message) wire.Part {
	s := &m.Reply
	return wire.Part{Set: s.Set, Index: int(s.Packet), Last: s.Final, More: !s.Final, Numbered: s.Numbered}
}

// maxUnpacked bounds a compressed message. Real ones have a few kilobytes.
const (
	maxUnpacked = 64 << 10
	bzipMagic   = "BZh"
)

// Reassemble joins the parts of a reply, which have these places in r, and decodes
// it; nil when they are not all there, or cannot be decompressed. What is wrong
// is recorded with the last.
func Reassemble(r *wire.Revision, parts []int, _ []*wire.Message) *wire.Message {
	for i, n := range parts {
		m, p := r.Messages[n], Part(r.Messages[n])
		if m.Info != &splitReply || !p.Numbered || p.Index != i || p.Last != (i == len(parts)-1) ||
			p.Set != Part(r.Messages[parts[0]]).Set {
			return nil
		}
	}
	var b, head []byte
	for i, n := range parts {
		m := r.Messages[n]
		data := m.Find(split[splitData].Key, 0)
		if data < 0 {
			continue
		}
		more := m.Bytes(data)
		if unpacked := m.Find(split[splitUnpacked].Key, 0); i == 0 && unpacked >= 0 {
			at := m.Fields[unpacked].Offset
			head = m.Data[at : at+8]
		} else if len(head) > 0 && len(more) >= len(head) && string(more[:len(head)]) == string(head) {
			more = more[len(head):] // some servers repeat both in every part
		}
		b = append(b, more...)
	}
	if head != nil {
		b = unpack(b, head, r, parts[len(parts)-1])
	}
	if b == nil {
		return nil
	}
	reply := wire.Protocol{ID: ID, Recognise: Recognise, Decode: decode} // Protocol itself refers to Reassemble
	return reply.DecodeAs(b, wire.Options{Protocol: ID, From: wire.Reply, Link: wire.LinkNone})
}

// unpack decompresses b, whose size and checksum are in head. What is wrong is
// recorded with message n of r.
func unpack(b, head []byte, r *wire.Revision, n int) []byte {
	size, sum := uint64(wire.LE32(head)), wire.LE32(head[4:])
	say := func(p *wire.ProblemInfo, x, y uint64) { r.AddProblem(n, p, r.Messages[n].Frame.End, 0, x, y) }
	most := min(maxUnpacked, r.Unpack)
	if size > uint64(most) {
		say(&problemTooLarge, size, uint64(most))
		return nil
	}
	out, got, err := bunzip.Bunzip(b, most)
	switch {
	case err != nil:
		say(&problemCompressed, uint64(len(b)), 0)
		return nil
	case len(out) > most:
		say(&problemTooLarge, uint64(len(out)), uint64(most))
		return nil
	}
	r.Unpack -= len(out)
	if uint64(len(out)) != size {
		say(&problemUnpacked, uint64(len(out)), size)
	}
	if got != sum {
		say(&problemChecksum, uint64(got), uint64(sum))
	}
	return out
}

// Doubtful reports whether the message that parts were cut from is damaged.
func Doubtful(parts []*wire.Message) bool {
	if parts[0].Info != &splitReply {
		return false
	}
	places := make([]int, len(parts))
	for i := range places {
		places[i] = i
	}
	m := Reassemble(wire.Revise(parts), places, nil)
	if m == nil {
		return true
	}
	for i := range m.Problems {
		if p := m.Problems[i].Info; p.Damage || p.Severity == wire.SeverityError {
			return true
		}
	}
	return false
}
