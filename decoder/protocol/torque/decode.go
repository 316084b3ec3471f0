package torque

import (
	"bytes"

	"fragscope/decoder/wire"
)

// First bytes; that of a reply is two more than that of its request.
const (
	askTypes      = 2
	askServers    = 6
	askMasterInfo = 10
	askPing       = 14
	askInfo       = 18
	beat          = 22
)

// askedBy are the first bytes of requests, in their order.
var askedBy = [...]byte{askInfo, askPing, askTypes, askServers, askMasterInfo, beat}

// Bits of the flags.
const (
	offline  = 1
	plain    = 2
	extended = 0x80
)

// Sizes in bytes.
const (
	headSize    = 6
	entrySize   = 6
	buddySize   = 4
	filterSize  = 15 // of what follows the texts of a list request, without friends
	leastFilter = headSize + 3
	numbersSize = 6 // between the texts of an info reply
)

const querySign = "\x04VER" // begins the version of a query

func begins(c byte) bool { return c >= askTypes && c <= beat && c&1 == 0 }

// about returns which message c begins, -1 for none.
func about(c byte) (n int, dir wire.Direction) {
	for i, first := range askedBy {
		if c == first {
			return i, wire.Request
		}
		if c == first+2 && i < len(replies) {
			return i, wire.Reply
		}
	}
	return -1, wire.DirectionUnknown
}

// recognise identifies messages by type, flags and length, replies by all that
// they have (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < headSize || p[1]&^(offline|plain|extended) != 0 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	n, dir := about(p[0])
	b, sure := p[headSize:], wire.Unlikely
	switch {
	case n < 0:
	case dir == wire.Request && n != aboutBeat && p[1]|p[2]|p[3] == 0 && !ports.KnowsPort(opts.DstPort):
		// a number in four bytes, as other protocols begin with; only a heartbeat has such a key as a rule
	case dir == wire.Request && n == aboutServers:
		sure = likeFilter(b)
	case dir == wire.Request:
		switch {
		case len(b) > 0:
		case (n == aboutInfo || n == aboutPing) && p[1]&extended == 0, ports.KnowsPort(opts.DstPort):
			sure = wire.Likely
		default:
			sure = wire.Possible
		}
	case n == aboutTypes:
		sure = likeTypes(b)
	case n == aboutServers:
		if len(b) > 4 && b[0] < b[1] && int(wire.LE16(b[2:]))*entrySize == len(b)-4 {
			sure = wire.Likely
		}
	case n == aboutMaster:
		if rest := after(after(b)); len(b) > 0 && b[0] > 0 && len(rest) >= filterSize-2 {
			sure = wire.Likely
		}
	case p[1]&plain == 0:
		if len(b) > 0 && ports.KnowsPort(opts.SrcPort) {
			sure = wire.Likely
		}
	case n == aboutPing:
		if len(b) >= len(querySign) && wire.StartsLike(b, querySign) {
			sure = wire.Certain
		}
	default:
		rest := after(after(after(b)))
		if len(b) > 0 && b[0] > 0 && len(rest) > numbersSize {
			if rest = after(rest[numbersSize:]); len(rest) >= 2 && int(wire.LE16(rest)) >= len(rest)-2 {
				sure = wire.Likely
			}
		}
	}
	return dir, sure
}

// after returns what follows a text and its length, nil where there is none.
func after(b []byte) []byte {
	if len(b) == 0 || len(b) < 1+int(b[0]) {
		return nil
	}
	end := 1 + int(b[0])
	for _, c := range b[1:end] {
		if c < ' ' && !wire.BeginsText(c) && (c < 0x08 || c > 0x11) { // Tribes 2 has colours from 08 to 11
			return nil
		}
	}
	return b[end:]
}

// likeFilter reports how much b looks like what a list request has after its
// head.
func likeFilter(b []byte) wire.Confidence {
	if len(b) < leastFilter-headSize {
		return wire.Unlikely
	}
	rest := after(after(b[1:]))
	switch {
	case len(rest) >= filterSize && len(rest) == filterSize+buddySize*int(rest[filterSize-1]):
		return wire.Likely
	case b[1] > 0 && (rest != nil && len(rest) < filterSize || rest == nil && wire.BeginsLetter(b[2])):
		return wire.Possible // cut
	}
	return wire.Unlikely
}

// likeTypes reports whether b is two counts, each with as many texts.
func likeTypes(b []byte) wire.Confidence {
	for range 2 {
		if len(b) == 0 || b[0] == 0 {
			return wire.Unlikely
		}
		n := int(b[0])
		for b = b[1:]; n > 0; n-- {
			if len(b) == 0 || b[0] == 0 || len(b) < 1+int(b[0]) {
				return wire.Unlikely
			}
			b = after(b)
		}
	}
	if len(b) > 0 {
		return wire.Unlikely
	}
	return wire.Likely
}

func decode(r *wire.Reader, dir wire.Direction) {
	n, _ := about(r.Peek(0))
	if n < 0 || dir == wire.Reply && n >= len(replies) {
		n = aboutInfo
	}
	reply := dir == wire.Reply
	if reply {
		r.SetMessage(&replies[n])
	} else {
		r.SetMessage(&requests[n])
	}
	r.Field(&head[0])
	flags := r.Field(&head[1])
	r.Field(&head[headKey])
	switch {
	case r.Stopped:
	case n == aboutServers && !reply:
		read(r, filter[:filterBuddies])
		for friends := r.Field(&filter[filterBuddies]); friends > 0 && !r.Stopped; friends-- {
			r.Field(&filter[filterBuddies+1])
		}
	case !reply:
	case n == aboutTypes:
		for i := 0; i < len(types); i += 2 {
			for texts := r.Field(&types[i]); texts > 0 && !r.Stopped; texts-- {
				r.PrefixedString(&types[i+1], wire.KindU8)
			}
		}
	case n == aboutServers:
		r.Read(list[:listServer])
		for i := 0; r.More(); i++ {
			g := r.Begin(&list[listServer], i)
			r.Read(list[listServer+1:])
			r.Done(g)
		}
	case n == aboutMaster:
		read(r, told[:2])
		if r.More() {
			r.Leaf(&told[2], wire.KindBytes, r.Left(), 0)
		}
	case flags&plain == 0:
		if r.More() {
			r.Problem(&problemCompressed, r.Pos, r.Left(), uint64(r.Left()), 0)
			r.Leaf(&head[headCompressed], wire.KindBytes, r.Left(), 0)
		}
	case n == aboutPing:
		readPing(r)
	default:
		read(r, info[:infoLength])
		readContent(r)
	}
}

// read reads fields, texts after a length of one byte.
func read(r *wire.Reader, l wire.Layout) {
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.PrefixedString(&l[i], wire.KindU8)
		} else {
			r.Field(&l[i])
		}
	}
}

// readPing reads a ping reply; the oldest version has one number less.
func readPing(r *wire.Reader) {
	version := r.PrefixedString(&ping[pingVersion], wire.KindU8)
	from := pingProtocol
	if string(version) == "VER3" {
		from++
	}
	read(r, ping[from:])
}

// readContent reads what a script writes: lines whose items have tabs between
// them, a count before the teams and before the players.
func readContent(r *wire.Reader) {
	size := int(r.Field(&info[infoLength]))
	if r.Stopped {
		return
	}
	end, cut := r.Pos+size, false
	if end > r.End {
		r.Problem(&wire.ProblemLengthPastEnd, r.Pos-2, 2, uint64(size), uint64(r.Left()))
		end, cut = r.End, true
	}
	whole := rows(r, end, contentTeams, contentPlayers) && rows(r, end, contentPlayers, contentRest)
	switch {
	case r.Pos == end:
	case cut:
		r.AddText(&content[contentRest], end-r.Pos, 0).Flags |= wire.FlagCut | wire.FlagRaw
	case !whole || r.Pos < end:
		r.Problem(&problemContent, r.Pos, end-r.Pos, 0, 0)
		r.AddText(&content[contentRest], end-r.Pos, 0)
	}
	r.Stopped = cut
}

// rows reads the count in the field at place n of content, and as many groups of
// the fields from the next one on up to place last; it reports whether all of them
// are there.
func rows(r *wire.Reader, end, n, last int) bool {
	b := r.Data[r.Pos:end]
	size := bytes.IndexByte(b, '\n')
	v, ok := wire.ParseDecimal(b[:max(size, 0)])
	if size <= 0 || !ok {
		return false
	}
	r.Digits(&content[n], 0, r.Pos+size, 1)
	for i := range v {
		if r.Pos == end {
			return false
		}
		g := r.Begin(&content[n+1], int(i))
		whole := row(r, end, content[n+2:last])
		r.Done(g)
		if !whole {
			return false
		}
	}
	return true
}

// row reads a line of texts, with tabs between them, and reports whether it is
// whole.
func row(r *wire.Reader, end int, l wire.Layout) bool {
	for i := range l {
		c := byte('\t')
		if i == len(l)-1 {
			c = '\n'
		}
		b := r.Data[r.Pos:end]
		size := bytes.IndexByte(b, c)
		if size < 0 || c == '\t' && bytes.IndexByte(b[:size], '\n') >= 0 {
			return false
		}
		r.AddText(&l[i], size+1, 1)
	}
	return true
}

// Rules that fields become which have no place of their own.
var ruleFields = [...]*wire.FieldDef{&ping[0], &ping[1], &ping[2], &info[infoBots], &info[infoCPU], &info[infoText]}

var ruleNames = [len(ruleFields)]string{"query_version", "protocol", "min_protocol", "bots", "cpu", "info"}

// manyTeams bounds the search for a player's team.
const manyTeams = 32

// Status takes what a reply says.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info != &replies[aboutInfo] && m.Info != &replies[aboutPing] {
		return
	}
	teams, players := len(b.Teams), len(b.PlayerList)
	b.Generic(m)
	for i := teams; i < len(b.Teams); i++ {
		b.Teams[i].ID = wire.Some(int64(i - teams))
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown || f.Flags&wire.FlagLength != 0 {
			continue
		}
		switch f.Def {
		case &info[infoStatus]:
			b.Password = wire.Some(f.Value&2 != 0)
			for k, name := range stateNames {
				if k != 1 && f.Value>>k&1 != 0 {
					b.Rules = append(b.Rules, wire.Rule{Key: name, Value: "1"})
				}
			}
		case &content[contentPlayer]:
			players++
		case &content[contentMember]:
			name := b.Texts.Plain(m, i)
			for k := teams; k < min(len(b.Teams), teams+manyTeams); k++ {
				if b.Teams[k].Name.Value == name {
					b.PlayerList[players-1].Team = wire.Some(int64(k - teams))
					break
				}
			}
		default:
			for k, d := range ruleFields {
				if d == f.Def {
					b.Rules = append(b.Rules, wire.Rule{Key: ruleNames[k], Value: b.Texts.Plain(m, i)})
				}
			}
		}
	}
}

// stateNames are rules of bits of the status.
var stateNames = [...]string{"dedicated", "", "linux", "tournament", "no_aliases", "team_damage"}
