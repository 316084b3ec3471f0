package browse

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"fragscope/analyzer/parts"
	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Helper decodes pieces of a capture for a [Capture], which may be in another
// worker of the browser: everything goes as bytes. It keeps nothing of them.
type Helper struct {
	Layouts *wire.Layouts // describe what no protocol recognises, nil for none
	answer  []byte        // that was given last
}

func ask(p *parts.Piece) []byte {
	le := binary.LittleEndian
	b := le.AppendUint64(nil, uint64(p.Before))
	b = le.AppendUint64(b, uint64(p.Time))
	b = le.AppendUint64(b, uint64(p.Packets))
	b = le.AppendUint32(b, uint32(len(p.Head)))
	return append(b, p.Head...)
}

var errAsked = errors.New("a piece of a capture came damaged")

// Answer decodes a piece. b is what was given to [Helpers]. The answer is for
// [Capture.Take], and holds until the next one is asked for.
func (h *Helper) Answer(b []byte) ([]byte, error) {
	le := binary.LittleEndian
	if len(b) < 28 {
		return nil, errAsked
	}
	p := parts.Piece{Before: int64(le.Uint64(b)), Time: int64(le.Uint64(b[8:])), Packets: int64(le.Uint64(b[16:]))}
	n := int(le.Uint32(b[24:]))
	if b = b[28:]; n > len(b) {
		return nil, errAsked
	}
	p.Head, p.End = b[:n], int64(len(b)-n)
	return h.analyze(context.Background(), &p, bytes.NewReader(b[n:]))
}

// analyze appends the rows to an [analyzer.Part], then their length, u32 little endian.
func (h *Helper) analyze(ctx context.Context, p *parts.Piece, src io.Reader) ([]byte, error) {
	s := &sights{list: make([]sight, 0, max(0, min(p.Packets, (p.End-p.Start)/16)))}
	options := parts.Options{Buckets: 1, Near: true, Into: h.answer[:0]}
	options.Analyzer.Look, options.Analyzer.Layouts = func() record.Look { return s.look }, h.Layouts
	part, err := p.Analyze(ctx, src, options)
	if err != nil {
		return nil, err
	}
	from := len(part)
	part = s.bytes(part)
	h.answer = binary.LittleEndian.AppendUint32(part, uint32(len(part)-from))
	return h.answer, nil
}

// Hosts and kinds are numbered within sights.
type sights struct {
	index index
	list  []sight
}

func (s *sights) look(m *decoder.Message, _ *record.Packet, seems string) {
	s.list = append(s.list, s.index.sight(m, seems))
}

const (
	hostBytes  = 17
	sightBytes = 15
)

// Hosts, kinds and packets are preceded by how many they are, u32 little endian.
func (s *sights) bytes(b []byte) []byte {
	le := binary.LittleEndian
	hosts := s.index.hosts.all
	b = le.AppendUint32(slices.Grow(b, 64+hostBytes*len(hosts)+64*len(s.index.kinds)+sightBytes*len(s.list)),
		uint32(len(hosts)))
	for i := range hosts {
		e := &hosts[i]
		b = le.AppendUint64(b, e.high)
		b = le.AppendUint64(b, e.low)
		b = append(b, e.length)
	}
	b = le.AppendUint32(b, uint32(len(s.index.kinds)))
	for i := range s.index.kinds {
		k := &s.index.kinds[i]
		described := byte(0)
		if k.described {
			described = 1
		}
		b = appendText(appendText(append(b, byte(k.direction), described), string(k.protocol)), k.name)
	}
	b = le.AppendUint32(b, uint32(len(s.list)))
	for i := range s.list {
		t := &s.list[i]
		b = le.AppendUint32(b, t.src)
		b = le.AppendUint32(b, t.dst)
		b = le.AppendUint16(b, t.from)
		b = le.AppendUint16(b, t.to)
		b = le.AppendUint16(b, t.kind)
		b = append(b, t.worst|t.transport<<2)
	}
	return b
}

// appendText appends a text after its length, u32 little endian.
func appendText(b []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(text))), text...)
}

// cutText returns the text that b begins with, and what follows.
func cutText(b []byte) (text string, rest []byte, ok bool) {
	if len(b) < 4 {
		return "", nil, false
	}
	n := int(binary.LittleEndian.Uint32(b))
	if b = b[4:]; n > len(b) {
		return "", nil, false
	}
	return string(b[:n]), b[n:], true
}

// takeSights reports whether b has as many packets as there should be.
func (x *index) takeSights(b []byte, packets int) bool {
	le := binary.LittleEndian
	count := func(size int) int {
		if len(b) < 4 {
			return -1
		}
		n := int(le.Uint32(b))
		if b = b[4:]; n > len(b)/size {
			return -1
		}
		return n
	}
	n := count(hostBytes)
	if n < 0 {
		return false
	}
	hosts := make([]uint32, n)
	for i := range hosts {
		hosts[i] = x.hosts.number(host{high: le.Uint64(b), low: le.Uint64(b[8:]), length: min(b[16], 16)})
		b = b[hostBytes:]
	}
	if n = count(2 + 2*4); n < 0 {
		return false
	}
	kinds := make([]uint16, n)
	for i := range kinds {
		if len(b) < 2 {
			return false
		}
		k := kind{direction: decoder.Direction(b[0]), described: b[1] != 0}
		protocol, rest, ok := cutText(b[2:])
		if !ok {
			return false
		}
		k.protocol = decoder.Protocol(protocol)
		if k.name, b, ok = cutText(rest); !ok {
			return false
		}
		kinds[i] = x.kindOf(k)
	}
	if n = count(sightBytes); n != packets || x.ready+n > x.read {
		return false
	}
	number := func(b []byte) uint32 {
		if i := le.Uint32(b); int(i) < len(hosts) {
			return hosts[i]
		}
		return 0
	}
	for range n {
		t := sight{src: number(b), dst: number(b[4:]), from: le.Uint16(b[8:]), to: le.Uint16(b[10:]), worst: b[14],
			transport: b[14] >> 2}
		k := le.Uint16(b[12:])
		if int(k) >= len(kinds) {
			return false
		}
		t.kind = kinds[k]
		x.take(t)
		b = b[sightBytes:]
	}
	return true
}
