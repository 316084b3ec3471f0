package serve

import (
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Recorded replies, sent to another client: what ties a reply to its request is
// replaced.

// Confirms reports whether request proves that its sender received the
// challenge, and so that its address is not forged.
func Confirms(request *wire.Message, challenge int32) bool {
	asked := decoder.ServerOf(request.Protocol()).Replay.Challenge
	if asked == nil || challenge == 0 || request.Info.Direction != wire.Request {
		return false
	}
	_, number := asked(request)
	return number == challenge
}

// AppendReplay appends those of the recorded replies that answer request, in
// their order, with its id or the query number of a in them. whole reports that
// they contain all that is requested. A request for a challenge gets nothing
// here, and one that does not repeat a.Challenge an error.
func AppendReplay(dst [][]byte, request *wire.Message, replies []*wire.Message, a *answer.Answer) (
	out [][]byte, whole bool, err error,
) {
	if request.Info.Direction != wire.Request || request.Confidence == wire.Unlikely {
		return dst, false, answer.ErrNoRequest
	}
	if asks, err := Challenged(request, a.Challenge); asks || err != nil {
		return dst, false, err
	}
	p, want := request.Protocol(), request.MatchKey().Subjects
	var told uint32
	for _, m := range replies {
		if m.Info.Direction != wire.Reply || m.Protocol() != p {
			continue
		}
		topic := m.MatchKey().Subjects
		beside := incidental(p, want)
		if topic&want == 0 || topic&^want&^beside != 0 {
			continue
		}
		told |= topic
		dst = append(dst, AppendPatched(nil, m, request, a.Number))
	}
	return dst, want&^told&^incidental(p, 0) == 0, nil
}

// Challenged checks the challenge of a request. asks reports that it requests
// one; the error that it should repeat the given one, which is not 0, and does
// not.
func Challenged(request *wire.Message, challenge int32) (asks bool, err error) {
	asked := decoder.ServerOf(request.Protocol()).Replay.Challenge
	if asked == nil {
		return false, nil
	}
	asks, number := asked(request)
	if !asks && challenge != 0 && number != challenge {
		return false, answer.ErrChallenge
	}
	return asks, nil
}

// AppendStamped appends the payload of a recorded reply with the id of request
// in it, or with the query number where the server numbers its answers.
func AppendPatched(dst []byte, reply, request *wire.Message, number uint32) []byte {
	if patch := decoder.ServerOf(reply.Protocol()).Replay.PatchID; patch != nil {
		return patch(dst, reply, request, number)
	}
	return answer.AppendEchoes(dst, reply, request)
}

// AppendWrongID appends a copy of a reply that carries the id, or the number,
// of another request than the one that it answers. It is the same as the reply
// where the protocol echoes nothing.
func AppendWrongID(dst, reply []byte) []byte {
	m := decoder.Decode(reply, wire.Options{From: wire.Reply, Link: wire.LinkNone})
	if m.Info.Direction != wire.Reply {
		return append(dst, reply...)
	}
	return AppendPatched(dst, m, nil, 0)
}

// incidental returns the subjects that a reply may have in addition to those that were
// requested.
func incidental(p wire.ProtocolID, want uint32) uint32 {
	if beside := decoder.ServerOf(p).Replay.Extras; beside != nil {
		return beside(want)
	}
	return 0
}

// AppendQuestion appends the payload of a request without what is different
// each time, an id or a challenge: two requests for the same append the same.
func AppendCanonical(dst []byte, request *wire.Message) []byte {
	n := len(dst)
	dst = append(dst, request.PayloadBytes()...)
	for f := range request.Echoes {
		clear(dst[n+int(f.Offset)-request.Payload : n+f.End()-request.Payload])
	}
	if question := decoder.ServerOf(request.Protocol()).Replay.Canonicalize; question != nil {
		dst = append(dst[:n], question(dst[n:], request)...)
	}
	return dst
}
