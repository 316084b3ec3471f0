package decoder

// Replies that were recorded, sent again to somebody else: what ties a reply
// to its request is put in anew.

// Confirms reports whether request proves that its sender received the
// challenge, and so that its address is not forged.
func Confirms(request *Message, challenge int32) bool {
	asked := replays[request.Protocol()].challenge
	if asked == nil || challenge == 0 || request.Info.Direction != Request {
		return false
	}
	_, number := asked(request)
	return number == challenge
}

// AppendReplay appends those of the recorded replies that answer request, in
// their order, with its id or the query number of a in them. whole reports
// that they tell all that is asked for. A request for a challenge gets nothing
// here, and one that does not repeat a.Challenge an error.
func AppendReplay(dst [][]byte, request *Message, replies []*Message, a *Answer) (out [][]byte, whole bool, err error) {
	if request.Info.Direction != Request || request.Confidence == Unlikely {
		return dst, false, ErrNoRequest
	}
	if asks, err := Challenged(request, a.Challenge); asks || err != nil {
		return dst, false, err
	}
	p, want := request.Protocol(), request.Topic().Subjects
	var told uint32
	for _, m := range replies {
		if m.Info.Direction != Reply || m.Protocol() != p {
			continue
		}
		topic := m.Topic().Subjects
		beside := incidental(p, want)
		if topic&want == 0 || topic&^want&^beside != 0 {
			continue
		}
		told |= topic
		dst = append(dst, AppendStamped(nil, m, request, a.Number))
	}
	return dst, want&^told&^incidental(p, 0) == 0, nil
}

// Challenged looks at what a request has to do with a challenge. asks reports
// that it asks for one; the error that it should repeat the given one, which
// is not 0, and does not.
func Challenged(request *Message, challenge int32) (asks bool, err error) {
	asked := replays[request.Protocol()].challenge
	if asked == nil {
		return false, nil
	}
	asks, number := asked(request)
	if !asks && challenge != 0 && number != challenge {
		return false, ErrChallenge
	}
	return asks, nil
}

// AppendStamped appends the payload of a recorded reply with the id of request
// in it, or with the query number where the server numbers its answers.
func AppendStamped(dst []byte, reply, request *Message, number uint32) []byte {
	if stamp := replays[reply.Protocol()].stamp; stamp != nil {
		return stamp(dst, reply, request, number)
	}
	return append(dst, reply.payload()...)
}

// AppendWrongID appends a copy of a reply that carries the id, or the number,
// of another request than the one that it answers. It is the same as the reply
// where the protocol echoes nothing.
func AppendWrongID(dst, reply []byte) []byte {
	m := Decode(reply, Options{From: Reply, Link: LinkNone})
	if stamp := replays[m.Protocol()].stamp; stamp != nil && m.Info.Direction == Reply {
		return stamp(dst, m, nil, 0)
	}
	return append(dst, reply...)
}

// incidental returns the subjects that a reply may have beside those that were
// queried.
func incidental(p Protocol, want uint32) uint32 {
	if beside := replays[p].beside; beside != nil {
		return beside(want)
	}
	return 0
}

// AppendQuestion appends the payload of a request without what is different
// each time, an id or a challenge: two requests that ask for the same append the
// same.
func AppendQuestion(dst []byte, request *Message) []byte {
	n := len(dst)
	dst = append(dst, request.payload()...)
	if question := replays[request.Protocol()].question; question != nil {
		dst = append(dst[:n], question(dst[n:], request)...)
	}
	return dst
}

// blank sets size bytes of p from offset from on to 0, as far as they are there.
func blank(p []byte, from, size int) {
	for i := from; i < from+size && i < len(p); i++ {
		p[i] = 0
	}
}
