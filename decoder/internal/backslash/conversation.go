package backslash

import (
	"bytes"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Conversation reads the pairs that masters, clients and servers exchange, and
// returns which it saw.
func (s *Pairs) Conversation() (seen seenKeys) {
	r := s.R
	s.Start()
	servers := 0
	for {
		key, g, ok := s.Next()
		if !ok {
			break
		}
		end, plain := s.ValueEnd()
		var value []byte
		if end >= 0 {
			value = r.Data[r.Pos+1 : end]
		}
		d := s.D.Value
		what := findWord(key).seen
		seen |= what
		switch what {
		case SeenServer:
			s.Are(g, &MasterServer[0], &MasterServer[1])
			r.Fields[g].Value = uint64(servers)
			servers++
		case SeenFinal:
			s.Are(g, &Final[0], &Final[1])
			d = &Final[2]
		case seenQueryID:
			s.Are(g, &QueryID[0], &QueryID[1])
		case SeenSecure:
			s.Challenge = value
		case SeenGame:
			s.Gamename = value
		}
		switch {
		case end < 0:
			s.NoValue()
		case what == SeenServer:
			s.server(end)
		case what == seenQueryID:
			s.QueryID()
		case what == SeenHeartbeat:
			port := &HeartbeatLayout[0]
			if n, _ := TrimBreak(value, 0, len(value)); string(value[:n]) == "0" {
				port = &HeartbeatLayout[1]
			}
			s.number(port, r.Pos, end)
		case what == SeenValidate:
			s.Validate(&Validate)
		case what&(seenBasic|SeenList|SeenFinal) != 0:
			s.Plain(d, value, end, plain)
		default:
			s.Value(d, end, plain)
		}
		s.Done(g)
	}
	return seen
}

// Plain reads a value that is empty as a rule. Where the next key takes its
// place, a backslash is missing.
func (s *Pairs) Plain(d *wire.FieldDef, value []byte, end int, plain bool) {
	n, _ := TrimBreak(value, 0, len(value))
	if findWord(value[:n]).seen&(SeenSecure|SeenGame|SeenList|seenQueryID|SeenValidate) != 0 {
		s.R.Problem(&ProblemMissingBackslash, s.R.Pos, 1+n, 0, 0)
		return
	}
	s.Value(d, end, plain)
}

// server reads address:port up to end.
func (s *Pairs) server(end int) {
	r := s.R
	from := r.Pos + 1
	colon := from
	for colon < end && r.Data[colon] != ':' {
		colon++
	}
	good := colon > from && colon < end
	dots := 0
	for _, c := range r.Data[from:colon] {
		good = good && (c >= '0' && c <= '9' || c == '.')
		if c == '.' {
			dots++
		}
	}
	if colon == end {
		s.text(&MasterServer[2], end, false)
		r.Problem(&ProblemServerAddress, from, end-from, 0, 0)
		return
	}
	f := r.Add(&MasterServer[2], wire.KindText, colon-r.Pos, 0)
	f.Lead = 1
	if n, _ := TrimBreak(r.Data, from, colon); n < colon {
		f.Flags |= wire.FlagAmbiguous // without the colon the break would end the text
	}
	r.CheckText(f)
	textEnd, _ := TrimBreak(r.Data, colon+1, end)
	if _, ok := wire.ParseDecimal(r.Data[colon+1 : textEnd]); !ok || !good || dots != 3 {
		r.Problem(&ProblemServerAddress, from, end-from, 0, 0)
	}
	s.number(&MasterServer[3], colon, end)
}

// SayReading records that the bytes alone would fit another protocol as well.
func (s *Pairs) SayReading(whole []byte) {
	r := s.R
	if r.Opts.Protocol != wire.UnknownProtocol {
		return
	}
	if _, _, _, shared := backslashReading(whole, r.Opts); shared {
		r.Problem(&ProblemSecureReading, len(r.Data)-len(whole), len(whole), 0, 0)
	}
}

// QueryID reads N.M, which other engines may write in other ways.
func (s *Pairs) QueryID() {
	r := s.R
	end, plain := s.ValueEnd()
	if end < 0 {
		s.NoValue()
		return
	}
	at := r.Pos
	dot := r.Pos + 1
	for dot < end && r.Data[dot] >= '0' && r.Data[dot] <= '9' {
		dot++
	}
	textEnd, blanks := TrimBreak(r.Data, r.Pos+1, end)
	if _, ok := wire.ParseDecimal(r.Data[at+1 : dot]); !ok || dot < textEnd && r.Data[dot] != '.' {
		s.text(&QueryID[4], end, plain)
		r.Problem(&ProblemQueryID, at+1, textEnd-at-1, 0, 0)
		return
	}
	s.number(&QueryID[2], r.Pos, dot)
	if blanks && dot == textEnd { // with more after them they would make it a text
		r.Fields[len(r.Fields)-1].Flags |= wire.FlagAmbiguous
	}
	if dot == textEnd {
		r.Problem(&ProblemQueryID, at+1, textEnd-at-1, 0, 0)
		if textEnd < end {
			s.breakLeaf(end)
		}
		return
	}
	if _, ok := wire.ParseDecimal(r.Data[dot+1 : textEnd]); !ok {
		r.Problem(&ProblemQueryID, at+1, textEnd-at-1, 0, 0)
	}
	s.number(&QueryID[3], r.Pos, end)
}

// Validate reads the value of the key validate: an answer to a challenge. It
// determines whose answer it is when the challenge is in the same text, or is
// Epic's, and reads a backslash in it as the slash that was meant.
func (s *Pairs) Validate(d *wire.FieldDef) {
	r := s.R
	from := r.Pos + 1
	end := Token(r.Data, from, r.End)
	var buf [16]byte
	first, _ := TrimBreak(r.Data, from, end)
	first = min(first, from+12)
	answer := wire.CatBytes(buf[:0], r.Data[from:first])
	printed := end
	for printed < r.End && len(answer) < 8 {
		next := Token(r.Data, printed+1, r.End)
		if next == r.End || len(answer)+1+next-printed-1 > 8 || string(r.Data[printed+1:next]) == "final" ||
			string(r.Data[printed+1:next]) == "queryid" {
			break
		}
		answer = wire.CatBytes(append(answer, '/'), r.Data[printed+1:next])
		printed = next
	}
	if len(answer) != 8 {
		printed = end
		answer = wire.CatBytes(buf[:0], r.Data[from:first])
	}
	f := s.text(d, printed, false)
	if printed > end {
		f.Flags |= wire.FlagAmbiguous
		s.After = wire.FlagAmbiguous
		r.Problem(&ProblemValidateBackslash, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
	if s.validates++; s.validates > maxValidates {
		return
	}
	if s.Challenge == nil {
		f.Value = WhoseAnswer(answer)
		return
	}
	var wrong bool
	named := namedGame(s.Gamename)
	if f.Value, wrong = judgeAnswer(s.Challenge, r.Data[f.Offset+1:f.End()], named); wrong {
		r.Problem(&ProblemValidateWrong, int(f.Offset)+1, int(f.Length)-1, named.count(), 0)
	}
}

// maxValidates bounds the answers that are computed for one datagram.
const maxValidates = 4

// WhoseAnswer returns the place plus 1 of the game whose answer to wookie b is, 0 for none.
func WhoseAnswer(b []byte) uint64 {
	for i := range keys.List {
		if keys.List[i].EpicAnswer == string(b) {
			return uint64(i + 1)
		}
	}
	return 0
}

// PairText is plain for a key or value, without the line breaks of a page.
func PairText(t *wire.Texts, m *wire.Message, i int) string {
	f := &m.Fields[i]
	from := int(f.Offset) + int(f.Lead)
	if f.Kind != wire.KindText || f.Flags&wire.FlagSpecial == 0 || bytes.IndexByte(m.Data[from:f.End()], '\n') < 0 {
		return t.Plain(m, i)
	}
	text := Unwrap(nil, m.Data, from, f.End())
	one := wire.Message{Data: text, Colours: m.Colours,
		Fields: []wire.Field{{Def: f.Def, Kind: wire.KindText, Length: uint32(len(text)), Flags: wire.FlagSpecial}}}
	return one.Plain(0)
}

// UnrealGame reports whether a game runs on the Unreal engine, whose texts use
// no caret colours.
func UnrealGame(name []byte) bool {
	switch string(name) {
	case "ut", "ut2", "ut2004", "killingfloor", "undying", "dnf", "swat4", "tribesv", "unreal2demo", "unrealdemo":
		return true
	}
	return keys.GameIndex(name) >= 0
}
