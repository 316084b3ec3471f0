package mumble

import (
	"strconv"

	"fragscope/decoder/wire"
)

// Sizes in bytes.
const (
	pingSize = 12
	pongSize = 24
	idSize   = 8
)

// Bounds of what a reply can be told by.
const (
	manyUsers   = 1 << 16
	mostBits    = 1 << 26 // per second; 558,000 is usual
	newestMajor = 2
	newestMinor = 20
)

// recognise identifies messages by their lengths and by numbers that are zero
// or small (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) == pingSize:
		if wire.BE32(p) == 0 && wire.BE32(p[4:])|wire.BE32(p[8:]) != 0 {
			return wire.Request, wire.Likely
		}
	case len(p) == pongSize && p[0] == 0 && p[1]-1 < newestMajor && p[2] < newestMinor:
		if users, most, bits := wire.BE32(p[12:]), wire.BE32(p[16:]), wire.BE32(p[20:]); users < manyUsers && most-
			1 < manyUsers && bits-1 < mostBits {
			return wire.Reply, wire.Likely
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request || dir == wire.DirectionUnknown && r.Left() <= pingSize {
		r.SetMessage(&pingRequest)
		r.Field(&ping[0])
		r.Bytes(&ping[identifier], idSize)
		return
	}
	r.SetMessage(&pingReply)
	r.Field(&pong[pongVersion])
	r.Bytes(&pong[identifier], idSize)
	at := r.Pos
	users := r.Field(&pong[pongUsers])
	most := r.Field(&pong[pongMax])
	if !r.Stopped && users > most {
		r.Problem(&problemUsers, at, 4, users, most)
	}
	r.Field(&pong[pongBandwidth])
}

// Status takes what a reply says.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		switch f := &m.Fields[i]; {
		case f.Kind == wire.KindUnknown:
		case f.Def == &pong[pongVersion]:
			var text [11]byte
			v := strconv.AppendUint(text[:0], f.Value>>16&0xff, 10)
			v = strconv.AppendUint(append(v, '.'), f.Value>>8&0xff, 10)
			b.Version = wire.Some(string(strconv.AppendUint(append(v, '.'), f.Value&0xff, 10)))
		case f.Def == &pong[pongBandwidth]:
			b.Rules = append(b.Rules, wire.Rule{Key: bandwidth, Value: b.Texts.Plain(m, i)})
		}
	}
}

// bandwidth is the key of the rule that holds it.
const bandwidth = "bandwidth"
