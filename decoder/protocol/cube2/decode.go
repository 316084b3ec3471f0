package cube2

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	wide16 = 0x80
	wide32 = 0x81

	ack        = -1
	idsFollow  = -10
	oneFollows = -11
	password   = 4 // master mode

	extCube2   = 105
	extAssault = 104
)

// next reads a number that b begins with, and returns its size, 0 where it is cut.
func next(b []byte) (v int64, n int) {
	switch {
	case len(b) == 0:
	case b[0] == wide16 && len(b) >= 3:
		return int64(int16(wire.LE16(b[1:]))), 3
	case b[0] == wide32 && len(b) >= 5:
		return int64(int32(wire.LE32(b[1:]))), 5
	case b[0] != wide16 && b[0] != wide32:
		return int64(int8(b[0])), 1
	}
	return 0, 0
}

// appendNumber appends v as short as it can be.
func appendNumber(b []byte, v int64) []byte {
	switch {
	case v > -127 && v < 128:
		return append(b, byte(v))
	case v == int64(int16(v)):
		return wire.AppendLE16(append(b, wide16), uint16(v))
	}
	return wire.AppendLE32(append(b, wide32), uint32(v))
}

// number reads a number.
func number(r *wire.Reader, d *wire.FieldDef) int64 {
	if r.Stopped {
		return 0
	}
	v, n := next(r.Rest())
	kind := wire.KindI8
	if n != 1 {
		c := r.Peek(0)
		if r.Left() == 0 || c != wide16 && c != wide32 {
			r.Cut(d, 1)
			return 0
		}
		r.Add(&common[commonWide], wire.KindConst, 1, 0)
		if kind = wire.KindI16LE; c == wide32 {
			kind = wire.KindI32LE
		}
		if n == 0 {
			r.Cut(d, kind.Size())
			return 0
		}
	}
	r.Add(d, kind, kind.Size(), uint64(v))
	r.Check(d, uint64(v))
	return v
}

// A form is what a datagram looks like by its beginning.
type form struct {
	info *wire.MessageInfo
	at   int // where what follows the repeated request begins
}

// formOf returns what p looks like, no info for nothing.
func formOf(p []byte) form {
	echo, n := next(p)
	if n == 0 {
		return form{}
	}
	if echo != 0 {
		switch {
		case n == len(p):
			return form{&infoRequest, n}
		case isInfo(p[n:]):
			return form{&infoReply, n}
		case isAssault(p[n:]):
			return form{&assaultReply, n}
		}
		return form{}
	}
	if len(p) < 2 || p[1] > 2 {
		return form{}
	}
	at := 2
	if p[1] == 1 {
		_, k := next(p[at:])
		if at += k; k == 0 {
			return form{}
		}
	}
	if at == len(p) {
		return form{[...]*wire.MessageInfo{&uptimeRequest, &playersRequest, &teamsRequest}[p[1]], at}
	}
	if len(p) < at+3 || p[at] != 0xff || p[at+1] != extCube2 && p[at+1] != extAssault {
		return form{}
	}
	switch {
	case p[1] == 0:
		return form{&uptimeReply, at}
	case p[at+2] == 1 && (p[1] == 1 || p[1] == 2 && len(p) == at+3):
		return form{&errorReply, at}
	case p[1] == 2:
		return form{&teamsReply, at}
	}
	switch v, _ := next(p[min(at+3, len(p)):]); v {
	case idsFollow:
		return form{&idsReply, at}
	case oneFollows:
		return form{&playerReply, at}
	}
	return form{}
}

// numbers reads count numbers of b, which are within least and most, and returns the rest;
// false where they are not, or not there.
func numbers(b []byte, count int, least, most int64) ([]byte, bool) {
	for ; count > 0; count-- {
		v, n := next(b)
		if n == 0 || v < least || v > most {
			return nil, false
		}
		b = b[n:]
	}
	return b, true
}

// longest is how long texts are at most.
const longest = 260

// texts reports whether b is the name of a map and a description, and then as many numbers
// as follow.
func texts(b []byte, follow int) bool {
	for name := range 2 {
		n := bytes.IndexByte(b, 0)
		if n < 0 || n > longest {
			return false
		}
		for _, c := range b[:n] {
			if c < ' ' && (name == 0 || c != '\f' && c != '\t') || c >= 0x7f && name == 0 {
				return false
			}
		}
		b = b[n+1:]
	}
	b, ok := numbers(b, follow, 0, 255)
	return ok && len(b) == 0
}

const mostAttributes = 16

func isInfo(b []byte) bool {
	_, n := next(b)
	count, k := next(b[n:])
	if n == 0 || k == 0 || count < 5 || count > mostAttributes {
		return false
	}
	b, ok := numbers(b, 1, 0, 255)
	if !ok {
		return false
	}
	b, ok = numbers(b[k:], 1, 100, 10000)
	if !ok {
		return false
	}
	b, ok = numbers(b, int(count)-1, -1, 1<<31-1)
	return ok && texts(b, 0)
}

func isAssault(b []byte) bool {
	version, n := next(b)
	if version < 0 { // that of versions in development
		version = -version
	}
	if n == 0 || version < 1000 || version > 10000 {
		return false
	}
	b, ok := numbers(b[n:], 3, -1, 255)
	return ok && texts(b, 2)
}

// recognise identifies replies by what they repeat and how they go on; of a request
// there are too few bytes without its port (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	f := formOf(p)
	switch {
	case f.info == nil:
		return wire.DirectionUnknown, wire.Unlikely
	case f.info == &uptimeRequest && ports.KnowsPort(opts.DstPort): // two zeros, which anything may send
		return wire.Request, wire.Possible
	case f.info.Direction == wire.Request && ports.KnowsPort(opts.DstPort):
		return wire.Request, wire.Likely
	case f.info.Direction == wire.Request && (opts.From == wire.Request || opts.Protocol == ID):
		return wire.Request, wire.Possible
	case f.info.Direction == wire.Request:
		return wire.DirectionUnknown, wire.Unlikely
	case f.info == &uptimeReply || f.info == &errorReply:
		return wire.Reply, wire.Possible
	}
	return wire.Reply, wire.Likely
}

func decode(r *wire.Reader, dir wire.Direction) {
	f, first := formOf(r.Rest()), len(r.Fields)
	if f.info == nil || dir != wire.DirectionUnknown && f.info.Direction != dir {
		if f.info = &infoRequest; dir == wire.Reply {
			f.info = &infoReply
		}
	}
	r.SetMessage(f.info)
	if v, _ := next(r.Rest()); v != 0 || !r.More() {
		number(r, &common[commonEcho])
	} else {
		r.Constant(&common[commonExtended], "\x00")
		number(r, &common[commonCommand])
		if f.info != &uptimeRequest && f.info != &uptimeReply && r.More() && r.Data[r.Pos-1] == 1 {
			number(r, &common[commonWanted])
		}
		if f.info.Direction == wire.Reply {
			number(r, &common[commonAck])
			number(r, &common[commonVersion])
		}
	}
	// What these bytes are is only certain when the rest is there.
	for i := range r.Fields[first:] {
		r.Fields[first+i].Flags |= wire.FlagAmbiguous
	}
	r.Flags |= wire.FlagAmbiguous
	read(r, f.info)
}

// read reads what follows the repeated request.
func read(r *wire.Reader, m *wire.MessageInfo) {
	switch m {
	case &infoReply:
		readInfo(r)
	case &assaultReply:
		fields(r, assault[:])
	case &uptimeReply:
		number(r, &common[commonUptime])
	case &errorReply:
		number(r, &common[commonError])
	case &idsReply:
		number(r, &common[commonError])
		number(r, &player[playerIDs])
		for r.More() {
			number(r, &player[playerListed])
		}
	case &playerReply:
		number(r, &common[commonError])
		number(r, &player[playerIDs])
		g := r.Begin(&player[playerGroup], 0)
		fields(r, player[playerGroup+1:playerAddress])
		r.Bytes(&player[playerAddress], 3)
		r.Done(g)
	case &teamsReply:
		number(r, &common[commonError])
		fields(r, team[:teamGroup])
		for n := 0; r.More(); n++ {
			g := r.Begin(&team[teamGroup], n)
			fields(r, team[teamGroup+1:teamBases])
			for bases := number(r, &team[teamBases]); bases > 0 && r.More(); bases-- {
				number(r, &team[teamBase])
			}
			r.Done(g)
		}
	}
}

// fields reads numbers and texts.
func fields(r *wire.Reader, l wire.Layout) {
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.CString(&l[i], 0)
		} else {
			number(r, &l[i])
		}
	}
}

func readInfo(r *wire.Reader) {
	number(r, &info[0])
	count := number(r, &info[infoAttributes])
	for n := int64(1); n <= count && r.More(); n++ {
		number(r, &info[min(infoAttributes+n, infoAttribute)])
	}
	fields(r, info[infoMap:])
}

// status takes what a reply says. Attributes without a place of their own are rules, but
// for the time.
func status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		f := &m.Fields[i]
		switch f.Def {
		case &info[infoMode], &assault[assaultMode]:
			if s := f.Def.Symbols.Lookup(f.Value); s != nil && f.Kind.Number() {
				b.GameType = wire.Some(s.Name)
			}
		case &info[infoMasterMode]:
			if f.Kind.Number() {
				b.Password = wire.Some(f.Value == password)
				b.Rules = append(b.Rules, wire.Rule{Key: "master_mode", Value: b.Texts.Plain(m, i)})
			}
		case &assault[assaultFlags]:
			if f.Kind.Number() {
				b.Password = wire.Some(f.Value&1 != 0)
			}
		}
	}
}
