package decoder

// Requests of GameSpy 3 (protocol/gamespy3/SPEC.md#exchange).

func decodeGamespy3(r *reader, dir Direction) {
	if dir == Request || dir == DirectionUnknown && r.peek(0) == 0xfe {
		r.gamespy3Request()
		return
	}
	r.gamespy3Reply()
}

func (r *reader) gamespy3Request() {
	r.say(&gamespy3OtherRequest)
	r.constant(&gamespy3Request[0], "\xfe\xfd")
	kind := r.field(&gamespy3Request[1])
	r.bytes(&gamespy3Request[2], 4)
	if r.stopped {
		return
	}
	// What follows the id is told by its length alone.
	marks := r.marks
	r.marks |= MarkAmbiguous
	switch kind {
	case 0:
		r.say(&gamespy3DataRequest)
		r.gamespy3DataRequest()
	case 9:
		r.say(&gamespy3ChallengeRequest)
		if r.more() {
			r.gamespy3Options()
		}
	}
	r.marks = marks
}

// gamespy3DataRequest reads the challenge, which may be left out, and the options.
func (r *reader) gamespy3DataRequest() {
	b := r.rest()
	if len(b) == 0 {
		r.problem(&problemNothingAsked, r.pos, 0, 0, 0)
		return
	}
	if len(b) < 4 || optionBytes(b) && b[0]|b[1]|b[2] != 0 {
		r.gamespy3Options()
		return
	}
	r.field(&gamespy3Request[3])
	if r.more() {
		r.gamespy3Options()
	}
}

// gamespy3Options reads what is wanted of each section, everything, nothing
// or some fields by number, and the format of the reply.
func (r *reader) gamespy3Options() {
	for i := range 3 {
		n := r.field(&gamespy3Options[i])
		if n == 0xff {
			continue
		}
		for ; n > 0 && !r.stopped; n-- {
			r.field(&gamespy3Options[4])
		}
	}
	if r.more() {
		r.field(&gamespy3Options[3])
	}
}

// optionBytes reports whether b is options as a whole: three sections, each
// everything (FF), nothing (00), or a count and that many fields by number,
// then the format or nothing.
func optionBytes(b []byte) bool {
	for range 3 {
		if len(b) == 0 {
			return false
		}
		n := int(b[0])
		b = b[1:]
		if n == 0xff {
			continue
		}
		if n > len(b) {
			return false
		}
		for _, c := range b[:n] {
			if c == 0 || c > 0x7f {
				return false
			}
		}
		b = b[n:]
	}
	return len(b) == 0 || len(b) == 1 && b[0] <= 1
}

// gamespy3Query builds a challenge request or a data request. The plain data
// request has no challenge: some servers answer it at once.
func gamespy3Query(dst []byte, q *Query) ([]byte, error) {
	dst = append(dst, 0xfe, 0xfd)
	switch q.Message {
	case gamespy3ChallengeRequest.Name:
		dst = append(append(dst, 9), q.ID[:]...)
		if q.Options != nil {
			dst = append(dst, q.Options[:]...)
		}
		return dst, nil
	case "", gamespy3DataRequest.Name:
	default:
		return dst[:len(dst)-2], errNoSuchRequest
	}
	dst = append(append(dst, 0), q.ID[:]...)
	if q.Challenge != nil && *q.Challenge != 0 {
		dst = appendNumber(dst, KindI32BE, uint64(uint32(*q.Challenge)))
	}
	if q.Options != nil {
		return append(dst, q.Options[:]...), nil
	}
	return append(dst, 0xff, 0xff, 0xff, 1), nil
}
