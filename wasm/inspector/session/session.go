// Package session holds what a page shows at a time, the datagrams of a paste,
// and answers what the page asks about them. It is the part of the browser's
// decoder program that does not depend on a browser.
//
// Every answer goes into a [pack.Writer]; the order of what is in it is the
// order in which web/src/api/decoder.ts reads it.
package session

import (
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/render"
	"fragscope/wasm/inspector/pack"
)

// Options say how to decode a paste.
type Options struct {
	Format    hexdump.Format // FormatUnknown finds it out
	Decode    decoder.Options
	Positions bool // say where in the text each byte stands
}

// spare are decoders of sessions that were closed: the memory that they have is
// what the next ones need.
var spare []*decoder.Decoder

const mostSpare = 64

// Close lets go of everything.
func (s *Session) Close() {
	spare = append(spare, s.decoders[:min(len(s.decoders), mostSpare-len(spare))]...)
	*s = Session{}
}

// A Session is a list of datagrams that belong together. It is closed when
// nobody needs it any more.
type Session struct {
	datagrams []hexdump.Datagram
	messages  []*decoder.Message
	decoders  []*decoder.Decoder // each holds a message
	together  *render.Report     // made when it is asked for
}

// Parse reads a paste and decodes what is in it. The answer is the error, or
// what the paste is, the summaries of its datagrams, and the rows of the first.
func (s *Session) Parse(w *pack.Writer, text []byte, o Options) {
	*s = Session{}
	result, err := hexdump.Parse(text, hexdump.Options{Format: o.Format, Positions: o.Positions})
	if err != nil {
		w.Bool(false)
		e, ok := err.(*hexdump.Error)
		if !ok {
			e = &hexdump.Error{Found: err.Error()}
		}
		w.Int(e.Line)
		w.Int(e.Column)
		w.Text(e.Found)
		w.Text(e.Expected)
		w.Text(e.Advice)
		return
	}
	w.Bool(true)
	w.Text(result.Format.String())
	w.Text(result.Format.Describe())
	w.Text(result.Why)
	w.Int(len(result.Notes))
	for _, n := range result.Notes {
		w.Int(n.Line)
		w.Int(n.Column)
		w.Text(n.Text)
	}
	s.datagrams = result.Datagrams
	s.decode(o.Decode)
	s.all(w)
}

// Load decodes datagrams as they are. The answer is the summaries and the rows
// of the first.
func (s *Session) Load(w *pack.Writer, datagrams [][]byte, o decoder.Options) {
	*s = Session{datagrams: make([]hexdump.Datagram, len(datagrams))}
	for i, d := range datagrams {
		s.datagrams[i].Data = d
	}
	s.decode(o)
	s.all(w)
}

// all writes the summaries and, since it is shown at once, the rows of the
// first message.
func (s *Session) all(w *pack.Writer) {
	s.summaries(w)
	s.Rows(w, 0)
}

// decode decodes all datagrams, as fragscope decode does.
func (s *Session) decode(o decoder.Options) {
	s.messages = make([]*decoder.Message, len(s.datagrams))
	s.decoders = make([]*decoder.Decoder, len(s.datagrams))
	for i := range s.datagrams {
		d := &s.datagrams[i]
		options := o
		if options.From == decoder.DirectionUnknown {
			switch d.Direction {
			case hexdump.DirectionSent:
				options.From = decoder.Request
			case hexdump.DirectionReceived:
				options.From = decoder.Reply
			}
		}
		e := &decoder.Decoder{}
		if n := len(spare); n > 0 {
			e, spare[n-1] = spare[n-1], nil
			spare = spare[:n-1]
		}
		e.Options = options
		s.decoders[i], s.messages[i] = e, e.Decode(d.Data)
	}
}

// summaries writes a line for each datagram.
func (s *Session) summaries(w *pack.Writer) {
	w.Int(len(s.messages))
	for i, m := range s.messages {
		d := &s.datagrams[i]
		w.Int(len(m.Data))
		w.U32(uint32(m.Protocol()))
		w.U32(uint32(m.Info.Direction))
		w.U32(uint32(m.Confidence))
		w.Int(m.Payload)
		w.U32(uint32(m.Frame.Link))
		w.Int(worst(m))
		w.Int(len(m.Problems))
		w.U32(uint32(d.Direction))
		w.Int(d.Line)
		w.Text(m.Info.Name)
		w.Text(m.Info.Doc)
		w.Text(d.Comment)
	}
}

// worst returns 1 plus the severity of the worst problem, 0 for none.
func worst(m *decoder.Message) int {
	if v, ok := m.Worst(); ok {
		return 1 + int(v)
	}
	return 0
}

// Message returns message i, nil when there is none.
func (s *Session) Message(i int) *decoder.Message {
	if i < 0 || i >= len(s.messages) {
		return nil
	}
	return s.messages[i]
}

// Data returns the bytes of datagram i.
func (s *Session) Data(i int) []byte {
	if m := s.Message(i); m != nil {
		return m.Data
	}
	return nil
}

// Positions writes where in the text each byte of datagram i stands: line,
// column and width, three words a byte.
func (s *Session) Positions(w *pack.Writer, i int) {
	if s.Message(i) == nil {
		w.Int(0)
		return
	}
	all := s.datagrams[i].Positions
	w.Int(len(all))
	for _, p := range all {
		w.U32(uint32(p.Line))
		w.U32(uint32(p.Column))
		w.U32(uint32(p.Width))
	}
}

// report puts the parts of replies together.
func (s *Session) report() *render.Report {
	if s.together == nil {
		s.together = render.NewReport(s.messages)
	}
	return s.together
}

// Status appends the status of all datagrams together as JSON.
func (s *Session) Status(dst []byte) []byte {
	return render.AppendStatusJSON(dst, s.report().Status)
}

// Replies writes which datagrams belong together.
func (s *Session) Replies(w *pack.Writer) {
	sets := decoder.Assemble(s.messages)
	w.Int(len(sets))
	for i := range sets {
		r := &sets[i]
		w.U32(uint32(r.Protocol))
		w.U32(uint32(r.Completeness))
		for _, list := range [][]int{r.Datagrams, r.Duplicates, r.Missing} {
			w.Int(len(list))
			for _, n := range list {
				w.Int(n)
			}
		}
	}
}
