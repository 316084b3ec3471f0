// Package session holds what a page shows at a time, the datagrams of a paste,
// and answers what the page asks about them. It is the part of the browser's
// decoder program that does not depend on a browser.
//
// Every answer goes into a [pack.Writer]; the order of what is in it is the
// order in which web/src/api/decoder.ts reads it.
package session

import (
	"cmp"
	"slices"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/render"
	"fragscope/decoder/view"
	"fragscope/wasm/inspector/pack"
)

// Options say how to decode a paste.
type Options struct {
	Format    paste.Format // FormatUnknown finds it out
	Decode    decoder.Options
	Positions bool // say where in the text each byte stands
}

// What closed sessions leave is what the next ones need: their decoders, and
// the memory of a few. A page that decodes one packet after the other, or a
// paste at each key, makes no garbage that way.
var (
	spare []*decoder.Decoder
	free  []*Session
)

const (
	mostSpare = 64
	mostFree  = 4
	mostInput = 64 << 10 // bytes of input whose memory is kept
)

// New returns a session that holds nothing yet.
func New() *Session {
	if n := len(free); n > 0 {
		s := free[n-1]
		free = free[:n-1]
		return s
	}
	return &Session{}
}

// Close lets go of everything. The session is not used any more.
func (s *Session) Close() {
	spare = append(spare, s.decoders[:min(len(s.decoders), mostSpare-len(spare))]...)
	kept := Session{}
	if cap(s.input) <= mostInput && len(s.datagrams) <= mostSpare {
		clear(s.datagrams)
		clear(s.messages)
		clear(s.decoders)
		s.shown.Reset(nil)
		kept = Session{input: s.input[:0], datagrams: s.datagrams[:0], messages: s.messages[:0], decoders: s.decoders[:0],
			shown: s.shown}
	}
	*s = kept
	if len(free) < mostFree {
		free = append(free, s)
	}
}

// A Session is a list of datagrams that belong together. It is closed when
// nobody needs it any more.
type Session struct {
	input     []byte // copied, when the datagrams refer to it
	datagrams []paste.Datagram
	messages  []*decoder.Message
	decoders  []*decoder.Decoder // each holds a message
	shown     view.Tree          // of the message that was asked for last
	together  *render.Report     // made when it is asked for
	others    []paste.Reading    // of the paste
	text      []byte             // the paste, when the datagrams have Positions
}

// Copy returns a copy of b that holds until the session is closed, for Parse or
// Load.
func (s *Session) Copy(b []byte) []byte {
	s.input = append(s.input[:0], b...)
	return s.input[:len(b):len(b)]
}

// Parse reads a paste and decodes what is in it. The answer is the error, or
// what the paste is, the summaries of its datagrams, and the rows of the first.
func (s *Session) Parse(w *pack.Writer, text []byte, o Options) {
	s.empty()
	extra := 0 // line of the first datagram that is too many
	result, err := paste.Walk(text, paste.Options{Format: o.Format, Positions: o.Positions, Decode: &o.Decode},
		func(d *paste.Datagram) {
			switch len(s.datagrams) {
			case MaxDatagrams:
				extra = cmp.Or(extra, d.Line)
			default:
				keep := *d
				keep.Data = slices.Clone(d.Data)
				s.datagrams = append(s.datagrams, keep)
			}
		})
	if err != nil {
		s.empty()
		w.Bool(false)
		e, ok := err.(*paste.Error)
		if !ok {
			e = &paste.Error{Found: err.Error()}
		}
		w.Int(e.Line)
		w.Int(e.Column)
		w.Text(e.Found)
		w.Text(e.Expected)
		w.Text(e.Advice)
		return
	}
	s.others = result.Others
	if o.Positions {
		s.text = text
	}
	w.Bool(true)
	w.Text(result.Format.String())
	w.Text(result.Format.Describe())
	w.Text(result.Why)
	if extra > 0 {
		result.Notes = append(
			[]paste.Note{{Line: extra, Column: 1, Text: "only the first " + strconv.Itoa(MaxDatagrams) + " of " +
				strconv.Itoa(result.Count) +
				" datagrams are shown and counted; for the others paste fewer, use fragscope decode, or open them as a capture " +
				"file"}}, result.Notes...)
	}
	w.Int(len(result.Notes))
	for _, n := range result.Notes {
		w.Int(n.Line)
		w.Int(n.Column)
		w.Text(n.Text)
	}
	s.decode(o.Decode)
	s.all(w)
}

// MaxDatagrams is how many datagrams of a paste are shown. Four characters are
// enough for one, each takes 2 kB however short it is, and a page does nothing
// else while it decodes them all, searches them or sums them up.
const MaxDatagrams = 1 << 11

// Load decodes datagrams as they are. With only, that one of them, from 1, is
// left: it is read knowing the others. The answer is the summaries and the rows
// of the first.
func (s *Session) Load(w *pack.Writer, datagrams [][]byte, only int, o decoder.Options) {
	s.empty()
	for _, d := range datagrams {
		s.datagrams = append(s.datagrams, paste.Datagram{Data: d})
	}
	s.decode(o)
	if only > 0 && only <= len(s.messages) {
		s.datagrams = append(s.datagrams[:0], s.datagrams[only-1])
		s.messages = append(s.messages[:0], s.messages[only-1])
	}
	s.all(w)
}

// empty takes out what was in the session.
func (s *Session) empty() {
	s.datagrams, s.messages, s.decoders, s.together = s.datagrams[:0], s.messages[:0], s.decoders[:0], nil
	s.others, s.text = nil, nil
	s.shown.Reset(nil)
}

// all writes the summaries and, since it is shown at once, the rows of the
// first message.
func (s *Session) all(w *pack.Writer) {
	s.summaries(w)
	s.Rows(w, 0)
}

// decode decodes all datagrams, as fragscope decode does.
func (s *Session) decode(o decoder.Options) {
	s.messages = slices.Grow(s.messages[:0], len(s.datagrams))
	s.decoders = slices.Grow(s.decoders[:0], len(s.datagrams))
	for i := range s.datagrams {
		d := &s.datagrams[i]
		var e *decoder.Decoder
		if n := len(spare); n > 0 {
			e, spare[n-1] = spare[n-1], nil
			spare = spare[:n-1]
		} else {
			e = &decoder.Decoder{}
		}
		e.Options = d.DecodeOptions(o)
		s.decoders, s.messages = append(s.decoders, e), append(s.messages, e.Decode(d.Data))
	}
	if len(s.messages) > 1 {
		// What shows only among several.
		s.messages = append(s.messages[:0], decoder.ReadTogether(s.messages).Messages...)
	}
}

// summaries writes a line for each datagram.
func (s *Session) summaries(w *pack.Writer) {
	w.Int(len(s.messages))
	for i, m := range s.messages {
		d := &s.datagrams[i]
		w.Int(len(m.Data))
		w.Text(string(m.Protocol())) // that of a layout has no number
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

// Way returns which way datagram i went: as the paste says, or as it is recognised.
func (s *Session) Way(i int) decoder.Direction {
	m := s.Message(i)
	if m == nil {
		return decoder.DirectionUnknown
	}
	if o := s.datagrams[i].DecodeOptions(decoder.Options{}); o.From != decoder.DirectionUnknown {
		return o.From
	}
	return m.Info.Direction
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

// Status appends the status of the first server, which with most pastes is that
// of all datagrams together, as JSON.
func (s *Session) Status(dst []byte) []byte {
	var first *decoder.Status
	if all := s.report().Statuses(); len(all) > 0 {
		first = all[0]
	}
	return render.AppendStatusJSON(dst, first)
}

// server returns the server that datagram i is of; nil when there is none.
func (s *Session) server(i int) *decoder.Server {
	all := s.report().Servers
	for k := range all {
		if _, found := slices.BinarySearch(all[k].Datagrams, i); found {
			return &all[k]
		}
	}
	return nil
}

// Replies writes which datagrams belong together.
func (s *Session) Replies(w *pack.Writer) {
	sets := s.report().Replies
	w.Int(len(sets))
	for i := range sets {
		r := &sets[i]
		w.Int(protocolNumber(r.Protocol))
		w.U32(uint32(r.Completeness))
		for _, list := range [][]int{r.Datagrams, r.Duplicates, r.Missing} {
			w.Ints(list)
		}
	}
}
