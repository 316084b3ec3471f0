package teeworlds

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	mark     = "\xff\xff\xff\xff\xff\xff" // of 0.6
	extended = "xe"
	oob      = "\xff\xff\xff\xff"

	control      = 0x04 // flags of 0.7
	connless     = 0x21
	controlToken = 5

	headSize     = 6 // of 0.6
	sevenSize    = 9
	tokenAt      = 8
	tokenEnd     = 12
	tokenSize    = 7 + 1 + 512 // of a request: shorter ones get no answer
	commandSize  = 4
	mappedPrefix = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff"
	entrySize    = 18
)

// A command is the word of a message.
type command struct {
	word string
	info *wire.MessageInfo
}

var commands = [...]command{
	{"gie3", &infoRequest}, {"inf3", &infoReply}, {"fstd", &manyRequest}, {"dtsf", &manyReply}, {"iext", &extendedReply},
	{"iex+", &moreReply},
	{"req2", &listRequest}, {"lis2", &listReply}, {"cou2", &countRequest}, {"siz2", &countReply}, {"bea2", &heartbeat},
	{"fw??", &checkRequest}, {"fw!!", &checkReply}, {"fwok", &checkPassed}, {"fwer", &checkFailed}, {"chal", &challenge},
}

func begins(c byte) bool { return c == mark[0] || c == extended[0] || c == connless || c == control }

// sizeOf returns the length of the head that p begins with, 0 for none.
func sizeOf(p []byte) int {
	switch {
	case wire.StartsLike(p, mark), wire.StartsLike(p, extended):
		return headSize
	case p[0] == connless:
		return sevenSize
	}
	return 0
}

// commandOf returns which of commands b is or begins, -1 for none.
func commandOf(b []byte) int {
	for i := range commands {
		if wire.StartsLike(b, commands[i].word) {
			return i
		}
	}
	return -1
}

// recognise identifies messages by the frame, four bytes FF and a command
// (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) == 0 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if p[0] == control {
		return recogniseToken(p, opts)
	}
	at := sizeOf(p)
	end := at + len(oob)
	if at == 0 || len(p) <= end || string(p[at:end]) != oob {
		return wire.DirectionUnknown, wire.Unlikely
	}
	n := commandOf(p[end:])
	switch {
	case n < 0:
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) < end+commandSize:
		return commands[n].info.Direction, wire.Possible
	}
	return commands[n].info.Direction, wire.Certain
}

// recogniseToken is recognise for the exchange of tokens, which has no word.
func recogniseToken(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) < tokenEnd || p[1]|p[2] != 0 || p[7] != controlToken:
	case string(p[3:7]) == oob:
		if len(p) == tokenSize {
			return wire.Request, wire.Certain
		}
		return wire.Request, wire.Possible
	case len(p) == tokenEnd && (p[3] != 0 || ports.KnowsPort(opts.SrcPort)):
		return wire.Reply, wire.Likely
	case len(p) == tokenEnd:
		return wire.Reply, wire.Possible
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, _ wire.Direction) {
	r.UTF8 = true
	first := r.Peek(0)
	if first == control {
		readToken(r)
		return
	}
	b := r.Rest()
	at := 0
	if len(b) > 0 {
		at = sizeOf(b)
	}
	n := max(commandOf(b[min(at+len(oob), len(b)):]), 0)
	c := commands[n].info
	switch {
	case first == connless && c == &infoRequest:
		c = &sevenRequest
	case first == connless && c == &infoReply:
		c = &sevenReply
	case first == extended[0] && c == &infoRequest:
		c = &extendedRequest
	}
	r.SetMessage(c)
	switch first {
	case connless:
		r.Field(&head[headFlags])
		r.Field(&head[headToken])
		r.Field(&head[headOwn])
	case extended[0]:
		r.Constant(&head[headExtended], extended)
		r.Field(&head[headExtra])
		r.Bytes(&head[headReserved], 2)
	default:
		r.Constant(&head[headMark], mark)
	}
	r.Constant(&head[headOOB], oob)
	if !r.Has(&head[headCommand], commandSize) {
		return
	}
	r.AddText(&head[headCommand], commandSize, 0)
	read(r, c)
}

func readToken(r *wire.Reader) {
	r.SetMessage(&tokenReply)
	r.Field(&head[headFlags])
	r.Field(&head[headAck])
	r.Field(&head[headChunks])
	if r.Field(&head[headToken]) == 1<<32-1 {
		r.SetMessage(&tokenRequest)
	}
	r.Field(&head[headControl])
	r.Field(&head[headOwn])
	if r.Info == &tokenRequest && r.Has(&head[headPadding], tokenSize-tokenEnd) {
		r.Leaf(&head[headPadding], wire.KindPadding, r.Left(), 0)
	}
}

// read reads what follows a command.
func read(r *wire.Reader, c *wire.MessageInfo) {
	switch c {
	case &infoRequest, &extendedRequest, &manyRequest:
		r.Field(&ask6)
	case &sevenRequest:
		r.Packed(&ask7)
	case &infoReply, &extendedReply, &manyReply, &moreReply:
		readInfo(r, c)
	case &sevenReply:
		readInfo7(r)
	case &listReply:
		readServers(r)
	case &countReply:
		r.Field(&masters[masterCount])
	case &heartbeat:
		r.Field(&masters[masterPort])
	case &challenge:
		r.CStrings(masters[masterSecret:])
	}
}

// number reads a number in digits that a NUL ends.
func number(r *wire.Reader, d *wire.FieldDef) int64 {
	if r.Stopped {
		return 0
	}
	at := r.Pos
	n := bytes.IndexByte(r.Rest(), 0)
	text := r.Rest()[:max(n, 0)]
	v, ok := wire.ParseSigned(text)
	if !ok {
		r.CString(d, 0)
		if !r.Stopped {
			r.Problem(&problemNumber, at, n, 0, 0)
		}
		return 0
	}
	f := r.Add(d, wire.KindDecimal, n+1, uint64(v))
	f.Trail = 1
	if !wire.Canonical(text) {
		f.Flags |= wire.FlagRaw
	}
	r.Check(d, uint64(v))
	return v
}

// fields reads numbers and texts of 0.6.
func fields(r *wire.Reader, l wire.Layout) {
	for i := range l {
		if l[i].Kind == wire.KindDecimal {
			number(r, &l[i])
		} else {
			r.CString(&l[i], 0)
		}
	}
}

func readInfo(r *wire.Reader, c *wire.MessageInfo) {
	start := r.Pos
	token := number(r, &info[infoToken])
	r.Reply.Set, r.Reply.Numbered = uint64(token), c != &infoReply
	row := player[1:]
	if c == &infoReply || c == &manyReply {
		row = player[1:playerExtra]
	}
	counted, before := int64(-1), int64(0)
	if c == &moreReply {
		r.Reply.Packet = int32(number(r, &info[infoPacket]) & 0xffff)
		r.CString(&info[infoExtra], 0)
	} else {
		fields(r, info[infoVersion:infoCRC])
		if c == &extendedReply {
			fields(r, info[infoCRC:infoType])
		}
		fields(r, info[infoType:infoPlayers])
		counted = number(r, &info[infoPlayers])
		number(r, &info[infoMaxPlayers])
		switch c {
		case &extendedReply:
			r.CString(&info[infoExtra], 0)
		case &manyReply:
			// The token has 8 bits, but every datagram repeats all that is said of the server.
			r.Reply.Set = wire.Hash(0, r.Data[start:r.Pos])
			before = r.Packed(&info[infoOffset])
			r.Reply.Packet = int32((before + manyRows - 1) / manyRows & 0xffff)
		}
	}
	at := r.Pos
	n := 0
	for ; r.More(); n++ {
		g := r.Begin(&player[0], n)
		fields(r, row)
		r.Done(g)
	}
	if r.Stopped {
		return
	}
	r.Reply.Final = before+int64(n) >= counted && counted >= 0
	if c == &infoReply && int64(n) != counted {
		r.Problem(&problemPlayers, at, r.Pos-at, uint64(counted), uint64(n))
	}
}

// manyRows is how many players a 64-player reply has, but for its last datagram.
const manyRows = 24

// packed reads numbers and texts of 0.7.
func packed(r *wire.Reader, l wire.Layout) (last int64) {
	for i := range l {
		if l[i].Kind == wire.KindPacked {
			last = r.Packed(&l[i])
		} else {
			r.CString(&l[i], 0)
		}
	}
	return last
}

func readInfo7(r *wire.Reader) {
	counted := packed(r, info7[:infoPlayers7+1])
	packed(r, info7[infoPlayers7+1:])
	at := r.Pos
	n := 0
	for ; r.More(); n++ {
		g := r.Begin(&player7[0], n)
		packed(r, player7[1:])
		r.Done(g)
	}
	if !r.Stopped && int64(n) != counted {
		r.Problem(&problemPlayers, at, r.Pos-at, uint64(counted), uint64(n))
	}
}

func readServers(r *wire.Reader) {
	for n := 0; r.More(); n++ {
		g := r.Begin(&server[0], n)
		if wire.StartsLike(r.Rest(), mappedPrefix) {
			r.Constant(&server[serverPrefix], mappedPrefix)
			r.Field(&server[serverAddress])
		} else {
			r.Field(&server[serverAddress6])
		}
		r.Field(&server[serverPort])
		r.Done(g)
	}
}

// Part returns the position of a datagram in its reply.
func Part(m *wire.Message) wire.Part {
	s := &m.Reply
	return wire.Part{Set: s.Set, Index: int(s.Packet), Last: s.Final, More: !s.Final, Numbered: s.Numbered}
}

// join finds out whether the datagrams of an extended reply list all players that
// the first one counts: nothing else marks the last.
func join(r *wire.Revision, parts []int, _ []*wire.Message) {
	first := r.Messages[parts[0]]
	i := first.Find(info[infoPlayers].Key, 0)
	if i < 0 || first.Info != &extendedReply {
		return
	}
	left := first.Fields[i].Int()
	for _, n := range parts {
		m := r.Messages[n]
		for k := range m.Fields {
			if m.Fields[k].Def == &player[0] {
				left--
			}
		}
	}
	if last := parts[len(parts)-1]; left <= 0 && !r.Messages[last].Reply.Final {
		r.Fields(last) // makes it a copy
		r.Messages[last].Reply.Final = true
	}
}

// Status takes what a reply says. Fields without a place of their own are rules, but
// for the number of those who play, which changes with the players.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	switch m.Info {
	case &infoReply, &extendedReply, &moreReply, &manyReply, &sevenReply:
	default:
		return
	}
	if b.Generic(m); m.Info == &manyReply && m.Reply.Packet > 0 {
		return // its datagrams all say the same of the server
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown {
			continue
		}
		switch f.Def {
		case &info[infoFlags], &info7[infoFlags7]:
			if f.Kind.Number() {
				b.Password = wire.Some(f.Value&1 != 0)
			}
		case &info[infoCRC], &info[infoSize], &info[infoMaxPlaying]:
			b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[len("teeworlds.info."):], Value: b.Texts.Plain(m, i)})
		case &info7[infoHost7], &info7[infoSkill7], &info7[infoMaxPlaying7]:
			if f.Length > 1 || f.Def != &info7[infoHost7] {
				b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[len("teeworlds.info7."):], Value: b.Texts.Plain(m, i)})
			}
		}
	}
}
