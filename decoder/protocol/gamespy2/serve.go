package gamespy2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

// Replies of GameSpy 2 (protocol/gamespy2/SPEC.md), and the pairs and columns that
// GameSpy 3 has as well.

// Replies answers a request with the sections that it requests. What is too
// long for a datagram is cut, as the games do.
func Replies(r *answer.Writer, request *wire.Message) {
	p := request.PayloadBytes()
	if request.Info != &StatusRequest || len(p) < 10 {
		r.Err = answer.ErrNoRequest
		return
	}
	if p[7]|p[8]|p[9] == 0 {
		return
	}
	b := append(make([]byte, 0, sections.Full), 0)
	b = sections.AppendBody(r, append(b, p[3:7]...), [3]sections.Wanted{{All: p[7] != 0}, {All: p[8] != 0},
		{All: p[9] != 0}}, answer.StyleOf[sections.Style](r.Game, ID))
	r.Send(b[:min(len(b), sections.Full)])
}
