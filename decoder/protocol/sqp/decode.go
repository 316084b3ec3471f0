package sqp

import "fragscope/decoder/wire"

const (
	gamePort = 8000

	typeChallenge = 0
	typeQuery     = 1
	typeU32       = 2 // of values
	typeText      = 4
	chunkPlayers  = 4
	chunkTeams    = 8
	mostVersion   = 2

	tokenAt       = 1
	tokenSize     = 4
	challengeSize = 5
	versionAt     = 5
	chunksAt      = 7
	querySize     = 8
	packetAt      = 7
	lengthAt      = 9
	headSize      = 11 // of a reply
	lengthSize    = 4  // of a chunk
)

// recognise identifies queries by type, version and size, and whole replies by lengths
// that fit each other. Nothing tells a challenge: a request is five zeros, as in Unreal2, and a
// reply any four bytes after one, so that it takes the port, or a caller who expects it
// (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < challengeSize || p[0] > typeQuery {
		return wire.DirectionUnknown, wire.Unlikely
	}
	token := wire.BE32(p[tokenAt:]) != 0
	switch {
	case p[0] == typeChallenge && len(p) > challengeSize:
	case p[0] == typeChallenge && token:
		if opts.From == wire.Reply || usual.KnowsPort(opts.SrcPort) {
			return wire.Reply, wire.Possible
		}
	case p[0] == typeChallenge && usual.KnowsPort(opts.DstPort):
		return wire.Request, wire.Likely
	case p[0] == typeChallenge && opts.Protocol == ID && opts.From != wire.Reply:
		return wire.Request, wire.Possible
	case p[0] == typeChallenge:
	case len(p) < querySize || p[versionAt] != 0 || p[versionAt+1] == 0 || p[versionAt+1] > mostVersion:
	case len(p) == querySize && p[chunksAt] != 0 && uint64(p[chunksAt])&^chunks.Known() == 0 && opts.From != wire.Reply:
		if token {
			return wire.Request, wire.Likely
		}
		return wire.Request, wire.Possible
	case len(p) >= headSize && p[packetAt] <= p[packetAt+1]:
		return wire.Reply, fit(p)
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// fit returns how well the lengths in a reply fit each other.
func fit(p []byte) wire.Confidence {
	b := p[headSize:]
	size := int(wire.BE16(p[lengthAt:]))
	whole := size == len(b)
	if p[packetAt+1] > 0 { // a part of chunks
		if whole && size > 0 {
			return wire.Likely
		}
		return wire.Unlikely
	}
	for at := 0; whole && at < size; {
		if size-at < lengthSize {
			return wire.Unlikely
		}
		if at += lengthSize + int(wire.BE32(b[at:])); at > size {
			return wire.Unlikely
		}
	}
	switch {
	case whole && size > 0:
		return wire.Certain
	case whole:
		return wire.Likely
	case len(b) >= lengthSize && wire.BE32(b) <= uint32(max(size-lengthSize, 0)):
		return wire.Possible // cut, or followed by other bytes
	}
	return wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.UTF8 = true
	isQuery, isReply := r.Peek(0) == typeQuery, dir == wire.Reply
	switch {
	case isQuery && isReply:
		r.SetMessage(&queryReply)
	case isQuery:
		r.SetMessage(&queryRequest)
	case isReply:
		r.SetMessage(&challengeReply)
	default:
		r.SetMessage(&challengeRequest)
	}
	r.Field(&head[0])
	id := r.Bytes(&head[1], tokenSize)
	switch {
	case isQuery && isReply:
		readReply(r, id)
	case isQuery:
		r.Read(request[:])
	}
}

// readReply reads what follows the token id of a reply.
func readReply(r *wire.Reader, id []byte) {
	r.Field(&response[0])
	packet := r.Field(&response[1])
	last := r.Field(&response[2])
	size := int(r.Field(&response[3]))
	if r.Stopped {
		return
	}
	if size > r.Left() {
		r.Problem(&wire.ProblemLengthPastEnd, r.Pos-2, 2, uint64(size), uint64(r.Left()))
	}
	end, flags := r.End, r.Flags
	if size < r.Left() {
		r.End = r.Pos + size
	}
	if last > 0 {
		r.SetMessage(&partReply)
		r.Reply = wire.ReplyInfo{Numbered: packet <= last, Packet: int32(packet), Final: packet == last,
			Set: uint64(wire.BE32(id)) | last<<32}
		if r.More() {
			r.Bytes(&response[responsePart], r.Left())
		}
	}
	to := r.End
	for kind, first := 0, true; r.More() && !r.Stopped; first = false {
		kind = readChunk(r, kind, first) + 1
		r.End, r.Flags = to, flags
	}
	r.End = end
}

// layouts are those of the chunks, in their order.
var layouts = [...]func(r *wire.Reader){readInfo, readRules, readPlayers, readTeams, readMetrics}

// readChunk reads a chunk as the first of the layouts from kind on that ends where its
// length says, and returns which one it is. The first of a reply is the info if it can be,
// also where it is cut or has further fields.
func readChunk(r *wire.Reader, kind int, first bool) int {
	start, left := r.Checkpoint(), r.Left()-lengthSize
	if left < 0 || int(wire.BE32(r.Rest())) > left { // cut
		kind = min(kind, len(layouts)-1)
		layouts[kind](r)
		r.Reply.Subjects |= aboutChunk << kind
		return kind
	}
	r.End = r.Pos + lengthSize + int(wire.BE32(r.Rest()))
	for ; kind < len(layouts); kind++ {
		if layouts[kind](r); !r.Stopped && !r.More() {
			r.Reply.Subjects |= aboutChunk << kind
			return kind
		}
		r.Reset(start)
		r.Flags |= wire.FlagAmbiguous // cut, it may look like that
	}
	if first {
		if readInfo(r); !r.Stopped {
			r.Reply.Subjects |= aboutChunk
			r.Leaf(&info[infoFurther], wire.KindUnknown, r.Left(), wire.FlagRaw)
			return 0
		}
		r.Reset(start)
	}
	r.Flags |= wire.FlagAmbiguous
	g := r.Begin(&other[0], 0)
	size := r.Field(&other[chunkLength])
	r.Problem(&problemChunk, r.Pos, int(size), size, 0)
	if r.More() {
		r.Leaf(&other[chunkFields], wire.KindUnknown, r.Left(), wire.FlagRaw)
	}
	r.Done(g)
	return len(layouts)
}

func readInfo(r *wire.Reader) {
	g := r.Begin(&info[0], 0)
	for i := chunkLength; i < infoFurther; i++ {
		if info[i].Kind == wire.KindText {
			r.PrefixedString(&info[i], wire.KindU8)
		} else {
			r.Field(&info[i])
		}
	}
	r.Done(g)
}

func readRules(r *wire.Reader) {
	g := r.Begin(&rules[0], 0)
	r.Field(&rules[chunkLength])
	for n := 0; r.More() && !r.Stopped; n++ {
		h := r.Begin(&rule[0], n)
		r.PrefixedString(&rule[1], wire.KindU8)
		readValue(r, rule[:], nil, r.Field(&rule[ruleType]))
		r.Done(h)
	}
	r.Done(g)
}

// readValue reads a value of a type, as the field known, or as one of the last in l for nil.
// Where one of another type ends is unknown.
func readValue(r *wire.Reader, l wire.Layout, known *wire.FieldDef, as uint64) {
	switch {
	case r.Stopped:
	case as >= uint64(len(kinds)):
		r.Stopped = true
	case as == typeText:
		r.PrefixedString(defOf(l, known, wire.KindText), wire.KindU8)
	default:
		k := kinds[as]
		if d := defOf(l, known, k); r.Has(d, k.Size()) {
			r.Add(d, k, k.Size(), wire.ReadNumber(k, r.Rest()))
		}
	}
}

// defOf returns the field for a value of kind k: known, or one of the last in l.
func defOf(l wire.Layout, known *wire.FieldDef, k wire.Kind) *wire.FieldDef {
	n := len(l)
	switch {
	case k.Float():
		return &l[n-1]
	case known != nil:
		return known
	case k.Number():
		return &l[n-2]
	}
	return &l[n-valueDefs]
}

func readPlayers(r *wire.Reader) { readTable(r, players[:], player[:]) }

func readTeams(r *wire.Reader) { readTable(r, teams[:], team[:]) }

// readTable reads a count, columns, and as many rows, each a group of values.
func readTable(r *wire.Reader, l, row wire.Layout) {
	g := r.Begin(&l[0], 0)
	r.Field(&l[chunkLength])
	count, columns := int(r.Field(&l[chunkFields])), int(r.Field(&l[chunkFields+1]))
	first := len(r.Fields)
	for n := 0; n < columns && !r.Stopped; n++ {
		h, at := r.Begin(&column[0], n), r.Pos+1
		r.LongName(at, r.PrefixedString(&column[columnName], wire.KindU8))
		r.Field(&column[columnType])
		r.Done(h)
	}
	for n := 0; n < count && columns > 0 && r.More() && !r.Stopped; n++ {
		h := r.Begin(&row[0], n)
		for k := 0; k < columns && !r.Stopped; k++ {
			at := first + k*fieldsPerColumn + columnName + 1 // after the length
			name := r.Data[r.Fields[at].Offset:r.Fields[at].End()]
			readValue(r, row, columnOf(row, name), r.Fields[at+1].Value)
		}
		r.Done(h)
	}
	r.Done(g)
}

// columnOf returns the field of row for a column: the one with that name, perhaps after
// that of the row as in PlayerName; nil for none.
func columnOf(row wire.Layout, name []byte) *wire.FieldDef {
	if n := len(row[0].Name); len(name) > n && wire.EqualFold(name[:n], row[0].Name) {
		name = name[n:]
	}
	for i := 1; i < len(row)-valueDefs; i++ {
		if wire.EqualFold(name, row[i].Name) {
			return &row[i]
		}
	}
	return nil
}

func readMetrics(r *wire.Reader) {
	g := r.Begin(&metrics[0], 0)
	r.Field(&metrics[chunkLength])
	for n := int(r.Field(&metrics[chunkFields])); n > 0 && !r.Stopped; n-- {
		r.Field(&metrics[metricValue])
	}
	r.Done(g)
}
