package gamespy1

import (
	"bytes"
	"strings"

	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// readRequest reads items until the datagram ends (protocol/gamespy1/SPEC.md#requests).
func readRequest(r *wire.Reader) {
	s := backslash.Pairs{R: r, D: &requestDefs}
	r.SetMessage(&otherRequest)
	whole := r.Rest()
	s.Start()
	secure := false
	for {
		key, g, ok := s.Next()
		if !ok {
			break
		}
		if s.Count == 1 {
			r.Info = itemOf(key).info
		} else {
			r.SetMessage(&combinedRequest)
		}
		secure = secure || string(key) == "secure"
		parameter(&s, backslash.CommandOf(key))
		s.Done(g)
	}
	if secure {
		s.SayReading(whole)
	}
}

// parameter reads what follows the command of an item: an empty value, or a
// text that may have a backslash after it.
func parameter(s *backslash.Pairs, c backslash.Command) {
	r := s.R
	end, plain := s.ValueEnd()
	if end < 0 {
		s.NoValue()
		return
	}
	text := r.Data[r.Pos+1 : end]
	bare, _ := backslash.TrimBreak(r.Data, r.Pos+1, end)
	if c == backslash.CommandPlain && backslash.CommandOf(r.Data[r.Pos+1:bare]) != backslash.CommandNone {
		r.Problem(&backslash.ProblemMissingBackslash, r.Pos, bare-r.Pos, 0, 0)
		return
	}
	s.Value(s.D.Value, end, plain)
	if len(text) > 0 && r.Left() > 0 && (r.Left() == 1 || r.Peek(1) == '\\') {
		r.Leaf(s.D.Stray, wire.KindPadding, 1, wire.FlagRaw)
	}
}

// What follows the pairs of each datagram of AdminMod of SWAT 4, and how many
// datagrams there may be
// (protocol/gamespy1/SPEC.md#adminmod).
const (
	frameEnds = "eof"
	maxFrames = 1 << 10
)

// Traits of a reply, noted while reading it.
const (
	traitFrags = 1 << iota // players have frags, so a score is something else
	traitSizes             // teams have sizes
)

// readReply reads pairs until the datagram ends.
func readReply(r *wire.Reader) {
	s := backslash.Pairs{R: r, D: &backslash.Defs}
	s.Start()
	if b := r.Rest(); bytes.Contains(b, []byte("[c=")) || bytes.Contains(b, []byte("[C=")) {
		r.Colours |= wire.ColourBrackets
	}
	var has backslash.Contents
	unknown, framed, marks := 0, false, r.Flags
	doubtful := 0 // pairs without which what is before them would be read otherwise
	r.Reply = wire.ReplyInfo{}
	for {
		key, g, ok := s.Next()
		if !ok {
			break
		}
		class, n := backslash.Classify(key)
		has |= class.Contents()
		switch class {
		case backslash.ClassQueryID:
			s.Are(g, &backslash.QueryID[0], &backslash.QueryID[1])
			if framed { // the name of the mod that answers
				s.Ordinary()
				break
			}
			s.QueryID()
			place(&s, g)
		case backslash.ClassFinal:
			r.Reply.Final = true
			s.Are(g, &backslash.Final[0], &backslash.Final[1])
			if end, plain := s.ValueEnd(); end < 0 {
				s.NoValue()
			} else {
				s.Plain(&backslash.Final[2], r.Data[r.Pos+1:end], end, plain)
			}
		case backslash.ClassValidate:
			if end, _ := s.ValueEnd(); end < 0 {
				s.NoValue()
			} else {
				s.Validate(&backslash.Validate)
			}
		case backslash.ClassName, backslash.ClassAdmin, backslash.ClassPlayer:
			name(&s, class, n)
		case backslash.ClassGame:
			if f := s.Ordinary(); f != nil {
				s.Gamename = r.Data[f.Offset+1 : f.End()]
				if !backslash.UnrealGame(s.Gamename) {
					r.Colours |= wire.ColourCaretDigit
				}
			}
		case backslash.ClassSecure:
			if f := s.Ordinary(); f != nil {
				s.Challenge = r.Data[f.Offset+1 : f.End()]
			}
		case backslash.ClassTeam:
			if f := s.Ordinary(); f != nil && has&backslash.HasPlayers != 0 && f.Length > 1 &&
				!wire.Numeric(r.Data[f.Offset+1:f.End()]) {
				r.Problem(&problemTeamOdd, int(f.Offset)+1, int(f.Length)-1, 0, 0)
			}
		case backslash.ClassPort:
			s.Ordinary()
			plausible(r, g, 65535)
		case backslash.ClassCount:
			s.Ordinary()
			plausible(r, g, 255)
		case backslash.ClassPing:
			s.Ordinary()
			plausible(r, g, 100000)
		case backslash.ClassOther:
			if begins := s.Count == 1 && string(key) == backslash.FrameBegins; begins || framed && string(key) == frameEnds {
				s.Are(g, &frame[0], &frame[1])
				framed = framed || begins
				if f := s.Ordinary(); f != nil && begins {
					number, ok := wire.ParseDecimal(r.Data[f.Offset+1 : f.End()])
					if p := &r.Reply; ok && number < maxFrames {
						p.Set, p.Packet, p.Numbered = wire.UnnumberedSet, int32(number)+1, true
					}
				}
				break
			}
			if continues(&s, g) {
				doubtful = 2
				continue
			}
			if string(key) == "gamevariant" {
				if f := s.Ordinary(); f != nil && strings.HasPrefix(string(r.Data[f.Offset+1:f.End()]), "SWAT") {
					r.Colours |= wire.ColourBrackets
				}
				break
			}
			if unknown < maxMisspelt && len(key) >= minMisspelt && keys.Lookup(key) == nil {
				unknown++
				if nearKey(key) {
					f := &r.Fields[g+1]
					r.Problem(&problemKeyMisspelt, int(f.Offset)+1, int(f.Length)-1, 0, 0)
				}
			}
			s.Ordinary()
		case backslash.ClassPlayerPart:
			if string(key[:min(len(key), len("frags_"))]) == "frags_" {
				r.Reply.Flags |= traitFrags
			}
			s.Ordinary()
		case backslash.ClassTeamPart:
			if key[0] == 's' && string(wire.IndexBase(key)) == "size" {
				r.Reply.Flags |= traitSizes
			}
			s.Ordinary()
		default:
			s.Ordinary()
		}
		s.Done(g)
		if doubtful--; doubtful < 1 {
			r.Flags = marks
		}
	}
	r.Flags = marks
	r.Reply.Subjects = uint32(has)
	r.Info = message(has)
}

// place records the query id in group g.
func place(s *backslash.Pairs, g int) {
	p := &s.R.Reply
	for i := g + 2; i < len(s.R.Fields); i++ {
		switch f := &s.R.Fields[i]; {
		case f.Def == &backslash.QueryID[2]:
			p.Set = f.Value
		case f.Def == &backslash.QueryID[3] && f.Kind == wire.KindDecimal:
			p.Packet, p.Numbered = int32(min(f.Value, 1<<30)), true
		}
	}
}

// name reads the value of a pair that may hold backslashes.
func name(s *backslash.Pairs, class backslash.KeyClass, n int64) {
	end, plain := s.ValueEnd()
	if end < 0 {
		s.NoValue()
		return
	}
	joined := nameEnd(s, end, class, n)
	if joined == end {
		s.Value(s.D.Value, end, plain)
		return
	}
	f := s.Value(s.D.Value, joined, false)
	f.Flags |= wire.FlagAmbiguous
	s.After = wire.FlagAmbiguous
	s.R.Problem(&problemNameBackslash, int(f.Offset)+1, int(f.Length)-1, 0, 0)
}

// continues reports whether what was read as the key of group g is the rest of the value
// before it, which has a backslash, and makes it a part of that.
func continues(s *backslash.Pairs, g int) bool {
	r := s.R
	key := r.Fields[g+1]
	end := keys.Continues(r.Data[:r.End], int(key.Offset)+1, '\\')
	if end == 0 || g < 3 || r.Fields[g-1].Def != s.D.Value || r.Fields[g-3].Def != s.D.Pair {
		return false
	}
	s.Drop(g)
	pair, value := &r.Fields[g-3], &r.Fields[g-1]
	r.Pos = end
	pair.Length, value.Length = uint32(end)-pair.Offset, uint32(end)-value.Offset
	pair.Flags |= wire.FlagAmbiguous
	value.Flags |= wire.FlagAmbiguous
	r.Flags |= wire.FlagAmbiguous // of the pairs that show it
	r.CheckText(value)
	r.Problem(&problemNameBackslash, int(value.Offset)+1, int(value.Length)-1, 0, 0)
	return true
}

// plausible checks that the value of the pair of group g, which was read just
// now, is a number and not greater than most.
func plausible(r *wire.Reader, g int, most uint64) {
	if g+2 >= len(r.Fields) {
		return
	}
	f := &r.Fields[g+2]
	b := wire.TrimLeft(r.Data[f.Offset+uint32(f.Lead) : f.End()])
	v, ok := wire.ParseDecimal(b)
	if ok && v <= most || len(b) == 0 {
		return
	}
	if !wire.Numeric(b) {
		r.Problem(&problemNoNumber, int(f.Offset)+1, int(f.Length)-1, 0, 0)
		return
	}
	if dot := bytes.IndexByte(b, '.'); dot > 0 {
		v, ok = wire.ParseDecimal(b[:dot])
	}
	if !ok && b[0] != '-' { // too long for any number that is looked for
		v = 1<<63 - 1
	}
	if v > most {
		at := int(r.Fields[g].Offset)
		r.Problem(&wire.ProblemImplausible, at, r.Pos-at, v, most)
	}
}

// message returns the message that a reply with these contents is.
func message(has backslash.Contents) *wire.MessageInfo {
	if has&(backslash.HasPlayers|backslash.HasTeams) == backslash.HasPlayers|backslash.HasTeams {
		has &^= backslash.HasTeams // a player's team
	}
	switch has &^ (backslash.HasEnd | backslash.HasOther) {
	case 0:
		if has == backslash.HasEnd {
			return &endReply
		}
		return &otherReply
	case backslash.HasBasic:
		return &basicReply
	case backslash.HasInfo:
		return &infoReply
	case backslash.HasRules:
		return &rulesReply
	case backslash.HasPlayers:
		return &playersReply
	case backslash.HasTeams:
		return &teamsReply
	case backslash.HasEcho:
		return &echoReply
	case backslash.HasValidate:
		return &validateReply
	}
	return &statusReply
}
