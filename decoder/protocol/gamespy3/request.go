package gamespy3

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Requests of GameSpy 3 (protocol/gamespy3/SPEC.md#exchange).

func decodeGamespy3(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request || dir == wire.DirectionUnknown && r.Peek(0) == 0xfe {
		readRequest(r)
		return
	}
	reply(r)
}

func readRequest(r *wire.Reader) {
	r.SetMessage(&otherRequest)
	r.Constant(&gamespy3Request[0], "\xfe\xfd")
	kind := r.Field(&gamespy3Request[1])
	r.Bytes(&gamespy3Request[2], 4)
	if r.Stopped {
		return
	}
	// What follows the id is determined by its length alone.
	marks := r.Flags
	r.Flags |= wire.FlagAmbiguous
	switch kind {
	case 0:
		r.SetMessage(&DataRequest)
		dataRequest(r)
	case 9:
		r.SetMessage(&ChallengeRequest)
		if r.More() {
			readOptions(r)
		}
	}
	r.Flags = marks
}

// dataRequest reads the challenge, which may be left out, and the options.
func dataRequest(r *wire.Reader) {
	b := r.Rest()
	if len(b) == 0 {
		r.Problem(&problemNothingAsked, r.Pos, 0, 0, 0)
		return
	}
	if len(b) < 4 || optionBytes(b) && b[0]|b[1]|b[2] != 0 {
		readOptions(r)
		return
	}
	r.Field(&gamespy3Request[3])
	if r.More() {
		readOptions(r)
	}
}

// readOptions reads what is requested of each section, everything, nothing or
// some fields by number, and the format of the reply.
func readOptions(r *wire.Reader) {
	for i := range 3 {
		n := r.Field(&options[i])
		if n == 0xff {
			continue
		}
		for ; n > 0 && !r.Stopped; n-- {
			r.Field(&options[optionField])
		}
	}
	if r.More() {
		r.Field(&options[3])
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
	return len(b) == 0 || len(b) == 1 && b[0] <= 2
}

// AppendRequest builds a challenge request or a data request. The plain data
// request has no challenge: some servers answer it at once.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	dst = append(dst, 0xfe, 0xfd)
	switch q.Message {
	case ChallengeRequest.Name:
		dst = append(append(dst, 9), q.ID[:4]...)
		if d.Options != nil {
			dst = append(dst, d.Options[:]...)
		}
		return dst, nil
	case "", DataRequest.Name:
	default:
		return dst[:len(dst)-2], ask.ErrNoSuchRequest
	}
	dst = append(append(dst, 0), q.ID[:4]...)
	if d.Challenge != nil && *d.Challenge != 0 {
		dst = wire.AppendNumber(dst, wire.KindI32BE, uint64(uint32(*d.Challenge)))
	}
	if d.Options != nil {
		return append(dst, d.Options[:]...), nil
	}
	return append(dst, 0xff, 0xff, 0xff, 1), nil
}
