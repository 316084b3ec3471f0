package session

import (
	"fragscope/decoder"
	"fragscope/decoder/render"
)

// Show appends all datagrams and their status in a format, as the command
// fragscope decode writes it; for i >= 0 only datagram i, without a status.
func (s *Session) Show(dst []byte, f render.Format, i int, o render.Options) []byte {
	if i < 0 {
		return render.Append(dst, f, s.report(), o)
	}
	m := s.Message(i)
	if m == nil {
		return dst
	}
	return render.Append(dst, f, &render.Report{Datagrams: []*decoder.Message{m}}, o)
}
