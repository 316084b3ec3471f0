package decoder

// gamespy1Request reads items until the datagram ends (protocol/gamespy1/SPEC.md#requests).
func (r *reader) gamespy1Request() {
	if r.plainCommand() {
		return
	}
	s := pairs{r: r, d: &gamespy1RequestDefs}
	r.say(&gamespy1OtherRequest)
	whole := r.rest()
	s.start()
	secure := false
	for s.more() {
		key, g := s.key()
		if s.count == 1 {
			r.info = itemRequest(key)
		} else {
			r.say(&gamespy1CombinedRequest)
		}
		secure = secure || string(key) == "secure"
		s.parameter(commandOf(key))
		s.done(g)
	}
	if secure {
		s.sayReading(whole)
	}
}

// parameter reads what follows the command of an item: an empty value, or a
// text that may have a backslash behind it.
func (s *pairs) parameter(c command) {
	r := s.r
	end := s.valueEnd()
	if end < 0 {
		s.noValue()
		return
	}
	text := r.data[r.pos+1 : end]
	bare, _ := trimBreak(r.data, r.pos+1, end)
	if c == commandPlain && commandOf(r.data[r.pos+1:bare]) != commandNone {
		r.problem(&problemMissingBackslash, r.pos, bare-r.pos, 0, 0)
		return
	}
	s.value(s.d.value, end)
	if len(text) > 0 && r.left() > 0 && (r.left() == 1 || r.peek(1) == '\\') {
		r.leaf(s.d.stray, KindPadding, 1, MarkRaw)
	}
}

// A contents set says which kinds of keys a reply holds.
type contents uint16

const (
	hasBasic contents = 1 << iota
	hasInfo
	hasRules
	hasPlayers
	hasTeams
	hasEcho
	hasValidate
	hasEnd
	hasOther
)

// Traits of a reply, noted while it is read.
const (
	traitFrags = 1 << iota // players have frags, so a score is something else
	traitSizes             // teams have sizes
)

// noteTraits notes what the key of a player or team says of the others.
//
//go:noinline
func noteTraits(p *standing, class keyClass, key []byte) {
	switch class {
	case classPlayerPart:
		if key[0] == 'f' && string(indexBase(key)) == "frags" {
			p.traits |= traitFrags
		}
	case classTeamPart:
		if key[0] == 's' && string(indexBase(key)) == "size" {
			p.traits |= traitSizes
		}
	}
}

// gamespy1Reply reads pairs until the datagram ends; plain says that it may
// read ordinary ones without looking at each field.
func (r *reader) gamespy1Reply(plain bool) {
	s := pairs{r: r, d: &backslashDefs}
	s.start()
	var has contents
	unknown := 0
	r.standing = standing{}
	for {
		if plain {
			has |= s.plainPairs(has)
		}
		if !s.more() {
			break
		}
		key, g := s.key()
		class, n := classify(key)
		has |= class.contents()
		noteTraits(&r.standing, class, key)
		switch class {
		case classQueryID:
			s.are(g, &gamespy1QueryID[0], &gamespy1QueryID[1])
			s.queryID()
			s.place(g)
		case classFinal:
			r.standing.final = true
			s.are(g, &gamespy1Final[0], &gamespy1Final[1])
			if end := s.valueEnd(); end < 0 {
				s.noValue()
			} else {
				s.plain(&gamespy1Final[2], r.data[r.pos+1:end], end)
			}
		case classValidate:
			if s.valueEnd() < 0 {
				s.noValue()
			} else {
				s.validate(&gamespy1Validate)
			}
		default:
			if class == classOther && unknown < maxMisspelt && len(key) >= minMisspelt && lookupKey(key) == nil {
				unknown++
				if nearKey(key) {
					f := &r.fields[g+1]
					r.problem(&problemKeyMisspelt, int(f.Offset)+1, int(f.Length)-1, 0, 0)
				}
			}
			s.pairValue(class, n, has)
		}
		s.done(g)
		if class == classPort || class == classCount || class == classPing {
			s.plausible(class, g)
		}
	}
	r.standing.subjects = uint32(has)
	r.info = has.message()
}

// place notes what the query id in group g says.
func (s *pairs) place(g int) {
	p := &s.r.standing
	for i := g + 2; i < len(s.r.fields); i++ {
		switch f := &s.r.fields[i]; {
		case f.Def == &gamespy1QueryID[2]:
			p.set = f.Value
		case f.Def == &gamespy1QueryID[3] && f.Kind == KindDecimal:
			p.packet, p.numbered = int32(min(f.Value, 1<<30)), true
		}
	}
}

// pairValue reads the value of an ordinary pair.
func (s *pairs) pairValue(class keyClass, n int64, has contents) {
	r := s.r
	end := s.valueEnd()
	if end < 0 {
		s.noValue()
		return
	}
	joined := end
	if class == className || class == classPlayer || class == classAdmin {
		joined = s.nameEnd(end, class, n)
	}
	f := s.value(s.d.value, joined)
	if joined > end {
		f.Marks |= MarkAmbiguous
		s.after = MarkAmbiguous
		r.problem(&problemNameBackslash, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
	switch class {
	case classGame:
		s.gamename = r.data[f.Offset+1 : f.End()]
		if !unrealGame(s.gamename) {
			r.colours |= ColourCaretDigit
		}
	case classSecure:
		s.challenge = r.data[f.Offset+1 : f.End()]
	case classTeam:
		if has&hasPlayers != 0 && f.Length > 1 && !numeric(r.data[f.Offset+1:f.End()]) {
			r.problem(&problemTeamOdd, int(f.Offset)+1, int(f.Length)-1, 0, 0)
		}
	}
}

// queryID reads N.M, which other engines may write in other ways.
func (s *pairs) queryID() {
	r := s.r
	end := s.valueEnd()
	if end < 0 {
		s.noValue()
		return
	}
	at := r.pos
	dot := r.pos + 1
	for dot < end && r.data[dot] >= '0' && r.data[dot] <= '9' {
		dot++
	}
	textEnd, blanks := trimBreak(r.data, r.pos+1, end)
	if _, ok := parseDecimal(r.data[at+1 : dot]); !ok || dot < textEnd && r.data[dot] != '.' {
		s.text(&gamespy1QueryID[4], end)
		r.problem(&problemQueryID, at+1, textEnd-at-1, 0, 0)
		return
	}
	s.number(&gamespy1QueryID[2], r.pos, dot)
	if blanks && dot == textEnd { // with more behind them they would make it a text
		r.fields[len(r.fields)-1].Marks |= MarkAmbiguous
	}
	if dot == textEnd {
		r.problem(&problemQueryID, at+1, textEnd-at-1, 0, 0)
		if textEnd < end {
			s.breakLeaf(end)
		}
		return
	}
	if _, ok := parseDecimal(r.data[dot+1 : textEnd]); !ok {
		r.problem(&problemQueryID, at+1, textEnd-at-1, 0, 0)
	}
	s.number(&gamespy1QueryID[3], r.pos, end)
}

// mostOf returns the greatest plausible number of a key.
//
//go:noinline
func mostOf(class keyClass) uint64 {
	switch class {
	case classCount:
		return 255
	case classPing:
		return 100000
	}
	return 65535
}

// plausible checks the number in the pair of group g.
func (s *pairs) plausible(class keyClass, g int) {
	r := s.r
	if g+2 >= len(r.fields) {
		return
	}
	f := &r.fields[g+2]
	b := trimLeft(r.data[f.Offset+uint32(f.Lead) : f.End()])
	most := mostOf(class)
	whole := b
	if dot := indexByte(b, '.'); dot > 0 && numeric(b) {
		whole = b[:dot]
	}
	v, ok := parseDecimal(whole)
	switch {
	case ok && v > most || !ok && numeric(b) && b[0] != '-':
		if !ok {
			v = 1<<63 - 1
		}
		group := &r.fields[g]
		r.problem(&problemImplausible, int(group.Offset), int(group.Length), v, most)
	case !ok && len(b) > 0 && !numeric(b):
		r.problem(&problemNoNumber, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
}

func trimLeft(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	return b
}

// numeric reports whether b is a number: blanks, a sign, digits, and perhaps
// a fraction.
//
//go:noinline
func numeric(b []byte) bool {
	b = trimLeft(b)
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	digits, dots := 0, 0
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			dots++
		default:
			return false
		}
	}
	return digits > 0 && dots <= 1
}

// message returns the message that a reply with these contents is.
func (has contents) message() *MessageInfo {
	if has&(hasPlayers|hasTeams) == hasPlayers|hasTeams {
		has &^= hasTeams // a player's team
	}
	switch has &^ (hasEnd | hasOther) {
	case 0:
		if has == hasEnd {
			return &gamespy1EndReply
		}
		return &gamespy1OtherReply
	case hasBasic:
		return &gamespy1BasicReply
	case hasInfo:
		return &gamespy1InfoReply
	case hasRules:
		return &gamespy1RulesReply
	case hasPlayers:
		return &gamespy1PlayersReply
	case hasTeams:
		return &gamespy1TeamsReply
	case hasEcho:
		return &gamespy1EchoReply
	case hasValidate:
		return &gamespy1ValidateReply
	}
	return &gamespy1StatusReply
}
