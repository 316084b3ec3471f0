package idtech

import (
	"strings"

	"fragscope/decoder/wire"
)

// A Verb is a word after the mark, and what follows it.
type Verb struct {
	Word string
	Info *wire.MessageInfo
	Form Form
	Sure wire.Confidence
	Next byte // what follows the word in every real message, when the word alone says too little; 0 for anything
}

// A Form is how what follows a word is read.
type Form uint8

// The forms.
const (
	Challenge Form = iota
	Arguments
	Info             // line break and pairs
	Status           // the same, then lines of players; with pairs after the line break where that has to follow
	Lines            // pairs without a line break before them, then lines of players
	Text             // line break and text
	List             // a byte, then addresses
	ProtocolSpecific // by the protocol
)

// An Engine is what one of the engines says.
type Engine struct {
	Verbs   []Verb
	Grammar *Grammar
	Read    func(*wire.Reader) // reads what follows a word of the form ProtocolSpecific
	Fifth   *wire.FieldDef     // a byte that may follow the mark; nil for none
	Bytes   string             // which bytes it may be
	// Choose returns how the lines of players are written, by the pairs before
	// them; nil for Grammar always.
	Choose func(*wire.Reader) *Grammar
}

// fifth returns how many bytes follow the mark, before the word: b begins after it.
func (e *Engine) fifth(b []byte) int {
	if e.Fifth != nil && len(b) > 0 && strings.IndexByte(e.Bytes, b[0]) >= 0 {
		return 1
	}
	return 0
}

const leastCut = 4 // characters of a word that is cut

// find returns the verb that b, the bytes after the mark, are of; with cut, one
// that they are the beginning of.
func (e *Engine) find(b []byte, cut bool, dir wire.Direction) *Verb {
	if len(b) == 0 || cut && (len(b) < leastCut || len(Word(b)) < len(b)) {
		return nil
	}
	for i := range e.Verbs {
		v := &e.Verbs[i]
		if b[0] != v.Word[0] || dir != wire.DirectionUnknown && v.Info.Direction != dir || !wire.StartsLike(b, v.Word) ||
			cut != (len(b) < len(v.Word)) {
			continue
		}
		if cut {
			return v
		}
		after := b[len(v.Word):]
		switch {
		case len(after) > 0 && (wire.Letter(after[0]) || v.Next != 0 && after[0] != v.Next):
		case len(after) > 1 && (v.Form == Text && after[1] == '\\' || v.Form == Status && v.Next != 0 && after[1] != '\\'):
		default:
			return v
		}
	}
	return nil
}

// Recognise identifies messages by the mark and a word
// (protocol/SPEC.md#identification).
func (e *Engine) Recognise(p []byte) (wire.Direction, wire.Confidence) {
	if len(p) <= len(Mark) || string(p[:len(Mark)]) != Mark {
		return wire.DirectionUnknown, wire.Unlikely
	}
	b := p[len(Mark):]
	b = b[e.fifth(b):]
	v := e.find(b, false, wire.DirectionUnknown)
	switch {
	case v == nil && e.find(b, true, wire.Request) != nil: // cut in the word
		return wire.Request, wire.Possible
	case v == nil:
		return wire.DirectionUnknown, wire.Unlikely
	case v.Next != 0 && len(b) == len(v.Word):
		return v.Info.Direction, wire.Possible
	}
	return v.Info.Direction, v.Sure
}

// Decode reads a message.
func (e *Engine) Decode(r *wire.Reader, dir wire.Direction) {
	b := r.Rest()
	b = b[min(len(b), len(Mark)):]
	fifth := e.fifth(b)
	b = b[fifth:]
	v := e.find(b, false, dir)
	form, known := Info, true
	switch {
	case v != nil:
		r.SetMessage(v.Info)
		form = v.Form
	case dir == wire.Request:
		r.SetMessage(e.Verbs[0].Info)
		if v = e.find(b, true, dir); v != nil {
			r.SetMessage(v.Info)
		}
		known = false
	default:
		r.SetMessage(e.Verbs[1].Info)
	}
	r.Constant(&Head[HeadMark], Mark)
	if r.Stopped {
		return
	}
	if fifth > 0 {
		r.Add(e.Fifth, wire.KindConst, 1, 0)
	}
	if !known {
		r.Cut(&Head[HeadCommand], len(b)+1)
		return
	}
	r.CheckText(r.Add(&Head[HeadCommand], wire.KindText, len(Word(b)), 0))
	if v != nil && v.Next != 0 && v.Info.Direction == wire.Request && !r.More() {
		r.Cut(&Head[HeadEnd], 1)
		return
	}
	switch form {
	case Challenge:
		Words(r, Head[HeadChallenge:HeadArguments], true)
	case Arguments:
		Words(r, Head[HeadArguments:HeadText], true)
	case ProtocolSpecific:
		e.Read(r)
	case List:
		if r.More() {
			r.Add(&Head[HeadEnd], wire.KindPadding, 1, 0)
		}
		r.Groups(&Server[0], Server[ServerAddress:ServerAddress6], r.Left(), 0)
	default:
		if form != Lines {
			ReadBreak(r)
		}
		if form == Text {
			ReadText(r)
		} else {
			e.status(r, form == Status || form == Lines)
		}
	}
}
