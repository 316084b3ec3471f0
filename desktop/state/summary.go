package state

import (
	"fragscope/decoder"
	"fragscope/decoder/view"
)

// What is shown of a server.
type (
	Summary = view.Summary
	Table   = view.Table
	Column  = view.Column
	Span    = view.Span
)

// shown appends a text as the window shows it.
func shown(dst, text []byte) []byte { return append(dst, escaped(text)...) }

// Summary returns what the current datagram and those related to it say about
// their server, nil for nothing.
func (x *Inspector) Summary() *Summary {
	if x.message == nil {
		return nil
	}
	s := x.source.Status(x.current)
	if s == nil {
		return nil
	}
	var messages []*decoder.Message
	for _, i := range x.source.Related(x.current) {
		if m := x.messageAt(i); m != nil {
			messages = append(messages, m)
		}
	}
	return view.Summarize(s, messages, shown)
}
