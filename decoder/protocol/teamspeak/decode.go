package teamspeak

import "fragscope/decoder/wire"

const (
	mark    = "TS3INIT1"
	welcome = "TS3\n\r" // begins what the console says
)

// Sizes in bytes.
const (
	clientHead = 18 // up to and with the step
	serverHead = 12
	randomSize = 4
	cookieSize = 16
	numberSize = 64
	secretSize = 100
	zerosSize  = 8
)

const (
	initType = 0x88 // not encrypted, type 8
	restart  = 0x7f
)

// recognise identifies packets by the mark, and who sent them by where the type
// is (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) >= len(welcome) && string(p[:len(welcome)]) == welcome:
		return wire.Reply, wire.Likely
	case len(p) < len(mark) || string(p[:len(mark)]) != mark:
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) < serverHead:
		return wire.DirectionUnknown, wire.Possible // cut
	case p[10] == initType && (int(p[11]) < len(messages) && p[11]&1 == 1 || p[11] == restart):
		return wire.Reply, wire.Certain
	}
	return wire.Request, wire.Certain
}

func decode(r *wire.Reader, dir wire.Direction) {
	if wire.StartsLike(r.Rest(), welcome) {
		r.SetMessage(&greeting)
		r.Constant(&console[0], welcome)
		if r.More() {
			r.AddText(&console[1], r.Left(), 0)
		}
		return
	}
	at := clientHead - 1
	if dir == wire.Reply {
		at = serverHead - 1
	}
	step := int(r.Peek(at))
	switch {
	case step < len(messages) && messages[step].Direction == dir:
		r.SetMessage(&messages[step])
	case dir == wire.Reply:
		r.SetMessage(&restartReply)
	default:
		r.SetMessage(&messages[0])
	}
	r.Constant(&head[0], mark)
	r.Field(&head[1])
	if dir != wire.Reply {
		r.Field(&head[headClient])
	}
	r.Field(&head[headType])
	if dir != wire.Reply {
		r.Field(&head[headVersion])
	}
	r.Field(&head[headStep])
	switch {
	case r.Stopped:
	case step == 0:
		r.Field(&start[0])
		r.Bytes(&start[1], randomSize)
		r.Bytes(&start[2], zerosSize)
	case step == 1 || step == 2:
		r.Bytes(&cookie[0], cookieSize)
		r.Bytes(&cookie[1], randomSize)
	case step == 3 || step == 4:
		readPuzzle(r, step == 4)
	}
}

func readPuzzle(r *wire.Reader, solved bool) {
	r.Bytes(&puzzle[0], numberSize)
	r.Bytes(&puzzle[1], numberSize)
	r.Field(&puzzle[2])
	r.Bytes(&puzzle[puzzleServer], secretSize)
	if !solved {
		return
	}
	r.Bytes(&puzzle[4], numberSize)
	if r.More() {
		r.AddText(&puzzle[5], r.Left(), 0)
	}
}

// MatchKey: the first reply has the random bytes of its request, in reverse order.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	if k := m.Find(start[1].Key, 0); k >= 0 && m.Fields[k].Length == randomSize {
		t.ID, t.HasID = uint64(wire.BE32(m.Bytes(k))), true
	}
	if k := m.Find(cookie[1].Key, 0); k >= 0 && m.Fields[k].Length == randomSize && m.Info == &messages[1] {
		t.ID, t.HasID = uint64(wire.LE32(m.Bytes(k))), true
	}
	return t
}
