package gamespy1

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// readRequest reads items until the datagram ends (protocol/gamespy1/SPEC.md#requests).
func readRequest(r *wire.Reader) {
	if wire.Quick && plainCommand(r) {
		return
	}
	s := backslash.Pairs{R: r, D: &requestDefs}
	r.Say(&otherRequest)
	whole := r.Rest()
	s.Start()
	secure := false
	for s.More() {
		key, g := s.Key()
		if s.Count == 1 {
			r.Info = itemRequest(key)
		} else {
			r.Say(&combinedRequest)
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
// text that may have a backslash behind it.
func parameter(s *backslash.Pairs, c backslash.Command) {
	r := s.R
	end := s.ValueEnd()
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
	s.Value(s.D.Value, end)
	if len(text) > 0 && r.Left() > 0 && (r.Left() == 1 || r.Peek(1) == '\\') {
		r.Leaf(s.D.Stray, wire.KindPadding, 1, wire.MarkRaw)
	}
}

// Traits of a reply, noted while it is read.
const (
	traitFrags = 1 << iota // players have frags, so a score is something else
	traitSizes             // teams have sizes
)

// noteTraits notes what the key of a player or team says of the others.
func noteTraits(p *wire.Standing, class backslash.KeyClass, key []byte) {
	switch class {
	case backslash.ClassPlayerPart:
		if key[0] == 'f' && string(wire.IndexBase(key)) == "frags" {
			p.Traits |= traitFrags
		}
	case backslash.ClassTeamPart:
		if key[0] == 's' && string(wire.IndexBase(key)) == "size" {
			p.Traits |= traitSizes
		}
	}
}

// ReadReply reads pairs until the datagram ends; plain says that it may
// read ordinary ones without looking at each field.
func ReadReply(r *wire.Reader, plain bool) {
	s := backslash.Pairs{R: r, D: &backslash.BackslashDefs}
	s.Start()
	var has backslash.Contents
	unknown := 0
	r.Standing = wire.Standing{}
	for {
		if wire.Quick && plain {
			has |= plainPairs(&s, has)
		}
		if !s.More() {
			break
		}
		key, g := s.Key()
		class, n := backslash.Classify(key)
		has |= class.Contents()
		noteTraits(&r.Standing, class, key)
		switch class {
		case backslash.ClassQueryID:
			s.Are(g, &backslash.Gamespy1QueryID[0], &backslash.Gamespy1QueryID[1])
			s.QueryID()
			place(&s, g)
		case backslash.ClassFinal:
			r.Standing.Final = true
			s.Are(g, &backslash.Gamespy1Final[0], &backslash.Gamespy1Final[1])
			if end := s.ValueEnd(); end < 0 {
				s.NoValue()
			} else {
				s.Plain(&backslash.Gamespy1Final[2], r.Data[r.Pos+1:end], end)
			}
		case backslash.ClassValidate:
			if s.ValueEnd() < 0 {
				s.NoValue()
			} else {
				s.Validate(&backslash.Gamespy1Validate)
			}
		default:
			if class == backslash.ClassOther && unknown < maxMisspelt && len(key) >= minMisspelt && keys.Lookup(key) == nil {
				unknown++
				if nearKey(key) {
					f := &r.Fields[g+1]
					r.Problem(&problemKeyMisspelt, int(f.Offset)+1, int(f.Length)-1, 0, 0)
				}
			}
			pairValue(&s, class, n, has)
		}
		s.Done(g)
		if class == backslash.ClassPort || class == backslash.ClassCount || class == backslash.ClassPing {
			plausible(&s, class, g)
		}
	}
	r.Standing.Subjects = uint32(has)
	r.Info = message(has)
}

// place notes what the query id in group g says.
func place(s *backslash.Pairs, g int) {
	p := &s.R.Standing
	for i := g + 2; i < len(s.R.Fields); i++ {
		switch f := &s.R.Fields[i]; {
		case f.Def == &backslash.Gamespy1QueryID[2]:
			p.Set = f.Value
		case f.Def == &backslash.Gamespy1QueryID[3] && f.Kind == wire.KindDecimal:
			p.Packet, p.Numbered = int32(min(f.Value, 1<<30)), true
		}
	}
}

// pairValue reads the value of an ordinary pair.
func pairValue(s *backslash.Pairs, class backslash.KeyClass, n int64, has backslash.Contents) {
	r := s.R
	end := s.ValueEnd()
	if end < 0 {
		s.NoValue()
		return
	}
	joined := end
	if class == backslash.ClassName || class == backslash.ClassPlayer || class == backslash.ClassAdmin {
		joined = nameEnd(s, end, class, n)
	}
	f := s.Value(s.D.Value, joined)
	if joined > end {
		f.Marks |= wire.MarkAmbiguous
		s.After = wire.MarkAmbiguous
		r.Problem(&problemNameBackslash, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
	switch class {
	case backslash.ClassGame:
		s.Gamename = r.Data[f.Offset+1 : f.End()]
		if !backslash.UnrealGame(s.Gamename) {
			r.Colours |= wire.ColourCaretDigit
		}
	case backslash.ClassSecure:
		s.Challenge = r.Data[f.Offset+1 : f.End()]
	case backslash.ClassTeam:
		if has&backslash.HasPlayers != 0 && f.Length > 1 && !wire.Numeric(r.Data[f.Offset+1:f.End()]) {
			r.Problem(&problemTeamOdd, int(f.Offset)+1, int(f.Length)-1, 0, 0)
		}
	}
}

// mostOf returns the greatest plausible number of a key.
func mostOf(class backslash.KeyClass) uint64 {
	switch class {
	case backslash.ClassCount:
		return 255
	case backslash.ClassPing:
		return 100000
	}
	return 65535
}

// plausible checks the number in the pair of group g.
func plausible(s *backslash.Pairs, class backslash.KeyClass, g int) {
	r := s.R
	if g+2 >= len(r.Fields) {
		return
	}
	f := &r.Fields[g+2]
	b := wire.TrimLeft(r.Data[f.Offset+uint32(f.Lead) : f.End()])
	most := mostOf(class)
	whole := b
	if dot := wire.IndexByte(b, '.'); dot > 0 && wire.Numeric(b) {
		whole = b[:dot]
	}
	v, ok := wire.ParseDecimal(whole)
	switch {
	case ok && v > most || !ok && wire.Numeric(b) && b[0] != '-':
		if !ok {
			v = 1<<63 - 1
		}
		group := &r.Fields[g]
		r.Problem(&wire.ProblemImplausible, int(group.Offset), int(group.Length), v, most)
	case !ok && len(b) > 0 && !wire.Numeric(b):
		r.Problem(&problemNoNumber, int(f.Offset)+1, int(f.Length)-1, 0, 0)
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
