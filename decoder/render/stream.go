package render

import "fragscope/decoder"

// A Stream shows datagrams one after the other, as a [Printer] does, and at the
// end what they say together of each server, in memory that does not grow with their number.
// It holds the first ones back until they are reassembled, StreamHeld bytes of
// them; those beyond are shown as they arrive and are not in the status, which
// the problem "status-limit" says. Call Datagram for each, then End.
type Stream struct {
	Printer Printer        // Format and Options are to be set
	Write   func(p []byte) // takes the next piece of output, which it does not keep
	Alone   bool           // hold nothing back: each datagram is shown alone, and there is no status

	buf     []byte
	held    []*decoder.Message
	size    int // of what is held
	begun   bool
	servers []*decoder.Status
	said    decoder.Challenges
	worst   decoder.Severity
	odd     bool // something that was shown has a problem
}

// What a Stream holds back: datagrams that take this much memory, about, with
// their fields. It is room for more than a thousand datagrams as servers send
// them, and the longest reply has 128.
const (
	StreamHeld = 16 << 20

	fieldSize, datagramSize = 64, 512
)

// Datagram shows m, or holds a copy of it back.
func (s *Stream) Datagram(m *decoder.Message) {
	m, _ = s.said.Check(m)
	if s.begun || s.Alone {
		s.show(m)
		return
	}
	s.size += len(m.Data) + fieldSize*len(m.Fields) + datagramSize
	if s.size <= StreamHeld || len(s.held) == 0 {
		s.held = append(s.held, m.Clone())
		return
	}
	s.release()
	s.show(decoder.OutsideStatus(m))
}

// End shows what is still held back, and the status.
func (s *Stream) End() {
	if !s.begun && !s.Alone {
		s.Printer.Total = len(s.held)
		s.release()
	}
	s.begin()
	s.append(func(dst []byte) []byte { return s.Printer.End(dst, s.servers...) })
}

func (s *Stream) begin() {
	if !s.begun {
		s.begun = true
		s.Printer.Flush = s.flush
		s.append(s.Printer.Begin)
	}
}

func (s *Stream) show(m *decoder.Message) {
	s.begin()
	s.append(func(dst []byte) []byte { return s.Printer.Datagram(dst, m) })
	if worst, ok := m.Worst(); ok {
		s.worst, s.odd = max(s.worst, worst), true
	}
}

// append writes what add appends.
func (s *Stream) append(add func(dst []byte) []byte) {
	s.buf = add(s.buf[:0])
	s.Write(s.buf)
}

// flush writes the rows in dst, and returns the room for others.
func (s *Stream) flush(dst []byte) []byte {
	s.Write(dst)
	return dst[:0]
}

// Worst returns the severity of the worst problem that was shown; ok is false
// without any.
func (s *Stream) Worst() (worst decoder.Severity, ok bool) { return s.worst, s.odd }

// release shows what is held back.
func (s *Stream) release() {
	together := NewReport(s.held)
	s.held, s.servers = nil, together.Statuses()
	s.begin()
	for i, m := range together.Datagrams {
		s.show(m)
		together.Datagrams[i] = nil
	}
}
