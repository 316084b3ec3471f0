package session

import (
	"fragscope/decoder/view"
	"fragscope/wasm/inspector/pack"
)

// Pasted writes how the paste was read: in which other ways it can be, and which
// parts of the text became which datagram or none. Without Options.Positions
// there are no parts.
func (s *Session) Pasted(w *pack.Writer) {
	w.Int(len(s.others))
	for _, r := range s.others {
		w.Text(r.String())
		w.Text(r.Format.String())
	}
	var parts []view.Passage
	if s.text != nil {
		parts = view.Passages(s.text, s.datagrams)
	}
	w.Int(len(parts))
	for i := range parts {
		p := &parts[i]
		w.U32(uint32(p.Line))
		w.U32(uint32(p.Unit))
		w.U32(uint32(p.Units))
		w.Int(int(p.Datagram))
	}
}
