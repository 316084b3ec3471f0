package decoder

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// AppendReplies appends the datagrams that a server sends back for request, in
// the order in which it sends them. What the status does not say is left out
// where the protocol allows it, and 0 or empty where not. Rules that a typed
// value implies and the status does not list (a version, a password, mutators)
// are added under the usual key of the game.
//
// It answers requests of every protocol that can express the status, whatever
// Status.Protocol is: a server of one protocol compares request.Protocol() first.
//
// The error is a ReplyError that says why there is nothing to send. Layouts
// are those of the SPEC.md of each protocol.
func AppendReplies(dst [][]byte, request *wire.Message, a *answer.Answer) ([][]byte, error) {
	if request == nil || request.Info.Direction != wire.Request || request.Confidence == wire.Unlikely {
		return dst, answer.ErrNoRequest
	}
	p := request.Protocol()
	build := ServerOf(p).Replies
	if build == nil {
		return dst, answer.ErrNoReplies
	}
	r := answer.Writer{Answer: *a, Out: dst}
	if r.Game == nil {
		r.Game = GameOf(p, a.Status)
	}
	if r.Status == nil {
		r.Status = &wire.Status{}
	}
	before := len(dst)
	build(&r, request)
	if r.Err == "" && len(r.Out) == before {
		r.Err = answer.ErrNotApplicable
	}
	if r.Err != "" {
		return dst[:before], r.Err
	}
	return r.Out, nil
}

// Answered returns the protocols whose replies AppendReplies builds.
func Answered() []wire.ProtocolID {
	var all []wire.ProtocolID
	for _, p := range protocols {
		if ServerOf(p.ID).Replies != nil {
			all = append(all, p.ID)
		}
	}
	return all
}

// AppendRequest appends the bytes of the request that q describes.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	return ClientOf(q.Protocol).Append(dst, q)
}
