package zandronum

import "fragscope/decoder/wire"

const (
	codeSize = 4
	wholeAsk = codeSize + 8 // of an info request, without what is optional
	blockAt  = codeSize + 1 // of a list, after code and number
	headMax  = 24           // bytes that a compressed message is recognised by
	endSize  = 2            // of a list: no further address, and what that ends
)

// A kind of message has a code, and after it numbers, the last of which may be missing.
type kind struct {
	code     uint32
	info     *wire.MessageInfo
	numbers  wire.Layout
	optional int
}

// kinds begins with what stands for an unknown request and for an unknown reply.
var kinds = [...]kind{
	{codeChallenge, &challenge, request[:], 2},
	{codeInfo, &infoReply, reply[:1], 0},
	{codeInfo + 1, &ignored, reply[:1], 0},
	{codeInfo + 2, &banned, reply[:1], 0},
	{codeSegment, &segment, part[:5], 0},
	{codeListRequest, &listQuery, listing[:], 0},
	{codeList, &listReply, listed[:], 0},
	{3, &refused, nil, 0},
	{4, &refused, nil, 0},
	{5, &refused, nil, 0},
	{codeHeartbeat, &heartbeat, nil, 0},
	{codeListRequest + 1, &verified, nil, 0},
	{codeListRequest + 2, &receipt, nil, 0},
}

// kindOf returns which of kinds the message b is, -1 for none.
func kindOf(b []byte) int {
	if len(b) < codeSize {
		return -1
	}
	code := wire.LE32(b)
	for i := range kinds {
		if kinds[i].code == code {
			return i
		}
	}
	return -1
}

// size returns how many bytes a message of the kind has at least.
func (k *kind) size() int {
	n := codeSize
	for i := range k.numbers {
		if k.optional == 0 || i < k.optional {
			n += k.numbers[i].Kind.Size()
		}
	}
	return n
}

// recognise identifies messages by their code, and short ones by their sizes too
// (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	var stack [headMax]byte
	b, whole := unpack(stack[:0], p, headMax)
	n := kindOf(b)
	if n < 0 || p[0] > unusedMax && p[0] != plainMark {
		return wire.DirectionUnknown, wire.Unlikely
	}
	k, sure := &kinds[n], wire.Certain
	if len(b) < k.size() {
		return k.info.Direction, wire.Possible
	}
	switch last := lastOf(p); {
	case k.info == &challenge:
		if sure = wire.Possible; whole && (len(b) == wholeAsk || len(b) == wholeAsk+4 || len(b) == wholeAsk+5) {
			sure = wire.Likely
		}
	case k.info == &listReply && len(b) > blockAt && b[blockAt] != startBlock:
		sure = wire.Unlikely
	case k.info == &listReply:
		if sure = wire.Possible; len(b) > blockAt+endSize && (last == endList || last == endPart) {
			sure = wire.Likely
		}
	case k.info == &refused:
		if sure = wire.Unlikely; whole && len(b) == codeSize && (ports.KnowsPort(opts.SrcPort) || opts.Protocol == ID) {
			sure = wire.Likely
		}
	}
	if sure == wire.Unlikely {
		return wire.DirectionUnknown, sure
	}
	return k.info.Direction, sure
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourZDoom
	p := r.Rest()
	if r.Field(&packet[0]) == plainMark || r.Stopped {
		readPlain(r, dir)
		return
	}
	var stack [headMax]byte
	b, _ := unpack(stack[:0], p, headMax)
	k := kindFor(b, dir)
	r.SetMessage(k.info)
	// No bytes are those of one number.
	b = unpacked(r, &packet[2], b)
	for i := range k.numbers {
		b = unpacked(r, &k.numbers[i], b)
	}
	if r.More() {
		r.Leaf(&packet[1], wire.KindBytes, r.Left(), 0)
	}
	note(r, lastOf(p), true)
}

// unpacked records a number that b begins with, without bytes of the datagram, and
// returns the rest of b. The bytes after it decide whether it is there.
func unpacked(r *wire.Reader, d *wire.FieldDef, b []byte) []byte {
	n := d.Kind.Size()
	if len(b) < n {
		return nil
	}
	r.Add(d, d.Kind, 0, wire.ReadNumber(d.Kind, b)).Flags |= wire.FlagRaw | wire.FlagAmbiguous
	return b[n:]
}

// kindFor is kindOf for a message that has to be of some kind.
func kindFor(b []byte, dir wire.Direction) *kind {
	n := kindOf(b)
	switch {
	case n >= 0:
	case dir == wire.Reply:
		n = 1
	default:
		n = 0
	}
	return &kinds[n]
}

// note notes the position of a reply, which ends with the byte last, among the
// datagrams of its answer. One that is all of the answer has none, unless it is
// compressed, so that it stands for another message.
func note(r *wire.Reader, last byte, packed bool) {
	value := func(d *wire.FieldDef) uint64 {
		for i := range r.Fields {
			if r.Fields[i].Def == d {
				return r.Fields[i].Value
			}
		}
		return 0
	}
	switch r.Info {
	case &segment:
		number, count := value(&part[0]), value(&part[1])
		r.Reply = wire.ReplyInfo{Numbered: number < count, Packet: int32(number), Final: number+1 == count,
			Set: value(&part[4])<<8 | count}
	case &listReply:
		number, final := value(&listed[0]), last == endList
		r.Reply = wire.ReplyInfo{Numbered: packed || number > 0 || !final, Packet: int32(number), Final: final, Set: 1 << 62}
	case &infoReply, &ignored, &banned, &refused:
		r.Reply = wire.ReplyInfo{Numbered: packed, Final: true, Set: 1<<32 | value(&reply[0])}
	}
}

// position is wire.Protocol.Part.
func position(m *wire.Message) wire.Part {
	s := &m.Reply
	return wire.Part{Set: s.Set, Index: int(s.Packet), Last: s.Final, More: !s.Final, Numbered: s.Numbered}
}

func readPlain(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourZDoom
	b := r.Rest()
	k := kindFor(b, dir)
	r.SetMessage(k.info)
	r.Field(&packet[2])
	for i := range k.numbers {
		if k.optional == 0 || i < k.optional || r.More() {
			r.Field(&k.numbers[i])
		}
	}
	last := byte(0)
	if len(b) > 0 {
		last = b[len(b)-1]
	}
	note(r, last, false)
	switch k.info {
	case &infoReply:
		r.CString(&reply[1], 0)
		flags := r.Field(&reply[2])
		readParts(r, 0, flags, 0, false)
	case &segment:
		if r.More() {
			r.Bytes(&part[5], r.Left())
		}
	case &listReply:
		readList(r)
	case &heartbeat:
		r.CString(&registration[0], 0)
		if r.More() {
			r.Read(registration[1:3])
		}
	case &verified:
		r.CString(&registration[0], 0)
		r.Field(&registration[3])
	case &receipt:
		r.CString(&registration[0], 0)
	}
}

// readParts reads the parts from a bit on, players and their teams if they have any.
func readParts(r *wire.Reader, bit int, flags, players uint64, teamed bool) {
	mode, teams := uint64(0), uint64(0)
	for ; bit < len(parts) && !r.Stopped; bit++ {
		if flags>>bit&1 == 0 {
			continue
		}
		l := parts[bit]
		switch bit {
		case bitPWADs, bitWords, bitOptional, bitPatches:
			readCounted(r, l)
		case bitMode:
			mode = r.Field(&l[0])
			read(r, l[1:])
		case bitLimits:
			r.Field(&l[0])
			if r.Field(&l[1]) != 0 {
				r.Field(&l[2])
			}
			read(r, l[3:])
		case bitPlayers:
			players = r.Field(&l[0])
		case bitPlayerList:
			if players >= unsure {
				readPlayers(r, players-unsure, teamed)
				continue
			}
			if flags&teamBits != 0 {
				readPlayers(r, players, true)
				continue
			}
			readUnsure(r, flags, players, teamModes>>min(mode, 63)&1 != 0)
			return
		case bitTeams:
			teams = r.Field(&l[0])
		case bitTeamNames, bitTeamColours, bitTeamScores:
			for n := uint64(0); n < teams && !r.Stopped; n++ {
				if l[0].Kind == wire.KindText {
					r.CString(&l[0], n)
				} else {
					r.Field(&l[0])
				}
			}
		case bitFurther:
			readFurther(r, r.Field(&l[0]))
		default:
			read(r, l)
		}
	}
}

// unsure is added to the number of players while it is tried whether they have teams.
const unsure = 1 << 32

// readUnsure reads the players and what follows them, with teams or without: which the
// server does shows the mode, unless its own definition says otherwise, or where it all ends.
func readUnsure(r *wire.Reader, flags, players uint64, teamed bool) {
	r.Flags |= wire.FlagAmbiguous
	start := r.Checkpoint()
	readParts(r, bitPlayerList, flags, players+unsure, teamed)
	if r.Stopped || r.More() {
		score := r.Score(start)
		r.Reset(start)
		if readParts(r, bitPlayerList, flags, players+unsure, !teamed); r.Score(start) <= score {
			r.Reset(start)
			readParts(r, bitPlayerList, flags, players+unsure, teamed)
		}
	}
	r.Flags &^= wire.FlagAmbiguous
}

// read reads numbers and texts.
func read(r *wire.Reader, l wire.Layout) {
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.CString(&l[i], 0)
		} else {
			r.Field(&l[i])
		}
	}
}

// readCounted reads a count and as many fields, for the last of which there may be more.
func readCounted(r *wire.Reader, l wire.Layout) {
	n := int(r.Field(&l[0]))
	for i := 1; i <= n && !r.Stopped; i++ {
		at := min(i, len(l)-1)
		read(r, l[at:at+1])
	}
}

func readPlayers(r *wire.Reader, n uint64, teamed bool) {
	l := parts[bitPlayerList]
	for i := uint64(0); i < n && r.More(); i++ {
		g := r.Begin(&l[0], int(i))
		read(r, l[1:playerTeam])
		if teamed {
			r.Field(&l[playerTeam])
		}
		read(r, l[playerTeam+1:])
		r.Done(g)
	}
}

func readFurther(r *wire.Reader, flags uint64) {
	for bit := range further {
		l := further[bit]
		switch {
		case flags>>bit&1 == 0:
		case bit == bitHashes:
			readCounted(r, l)
		case bit == bitCountry:
			if r.Has(&l[0], countrySize) {
				r.AddText(&l[0], countrySize, 0)
			}
		default:
			read(r, l)
		}
	}
}

// readList reads blocks of addresses, each with the ports of its servers.
func readList(r *wire.Reader) {
	for r.Field(&list[0]) == startBlock && !r.Stopped {
		servers := 0
		for n := r.Field(&list[1]); n > 0 && !r.Stopped; n = r.Field(&list[1]) {
			for i := range n {
				g := r.Begin(&list[2], servers)
				if i == 0 {
					r.Field(&list[3])
				}
				r.Field(&list[4])
				r.Done(g)
				servers++
			}
		}
	}
}
