package samp

import (
	"strings"

	"fragscope/decoder/wire"
)

const (
	magic     = "SAMP"
	viceAsks  = "VCMP" // Vice City Multiplayer
	viceTells = "MP04"
	headSize  = 11
	pingSize  = headSize + 4
	most      = 100   // players in a list; servers do not send longer ones
	omp       = "omp" // begins the version of open.mp
)

// recognise identifies messages by the mark and the opcode
// (protocol/SPEC.md#identification). A request is the head alone; a ping is the
// same in both directions, and the console has texts in both.
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < len(magic) {
		return wire.DirectionUnknown, wire.Unlikely
	}
	switch string(p[:len(magic)]) {
	case magic:
	case viceAsks, viceTells:
		return recogniseVice(p)
	default:
		return wire.DirectionUnknown, wire.Unlikely
	}
	if len(p) < headSize {
		return wire.Request, wire.Possible
	}
	sure := wire.Certain
	if words(p[len(magic) : headSize-1]) {
		sure = wire.Possible // a text that begins so
	}
	b, dir := p[headSize:], opts.From
	if dir == wire.DirectionUnknown {
		dir = wire.Request
		if n := wire.LE16(p[headSize-3:]); opts.SrcPort == n && opts.DstPort != n {
			dir = wire.Reply
		}
	}
	n := about(p[headSize-1])
	switch {
	case n == len(ops):
		return wire.DirectionUnknown, wire.Unlikely
	case n == aboutPing:
	case n == aboutRcon:
		if end := after(b, 0); end == len(b) {
			dir = wire.Reply
		} else if after(b, end) == len(b) {
			dir = wire.Request
		} else {
			sure = min(sure, wire.Likely) // cut
		}
	case len(b) == 0:
		dir = wire.Request
	default:
		dir = wire.Reply
	}
	return dir, sure
}

// recogniseVice is recognise for Vice City Multiplayer, whose replies have
// another mark.
func recogniseVice(p []byte) (wire.Direction, wire.Confidence) {
	dir, sure := wire.Request, wire.Certain
	if p[0] == viceTells[0] {
		dir = wire.Reply
	}
	switch {
	case len(p) < headSize || words(p[len(magic):headSize-1]):
		sure = wire.Possible
	case viceAbout(p[headSize-1]) < 0, dir == wire.Request && len(p) > headSize:
		return wire.DirectionUnknown, wire.Unlikely
	case dir == wire.Reply && len(p) == headSize:
		sure = wire.Possible
	}
	return dir, sure
}

// viceAbout returns which of viceOps c is, -1 for none.
func viceAbout(c byte) int {
	for i := range len(viceOps) {
		if viceOps[i] == c {
			return i
		}
	}
	return -1
}

// about returns which opcode c is, len(ops) for none.
func about(c byte) int {
	for i := range len(ops) {
		if ops[i] == c {
			return i
		}
	}
	return len(ops)
}

// after returns where the text ends whose length is at offset at of b, a number
// beyond its end for none.
func after(b []byte, at int) int {
	if at+2 > len(b) {
		return len(b) + 1
	}
	return at + 2 + int(wire.LE16(b[at:]))
}

// words reports whether all of b are characters of words.
func words(b []byte) bool {
	for _, c := range b {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if c != ' ' && c != '_' && c != '-' {
				return false
			}
		}
	}
	return true
}

// A body is what follows a head.
type body struct {
	l      wire.Layout
	length wire.Kind       // of the lengths of texts
	from   uint8           // in a list, the first member of its groups; 0 without
	marks  wire.FieldFlags // of its groups
}

// bodies are those of replies, in the order of ops.
var bodies = [len(ops)]body{
	{l: info[:], length: wire.KindU32LE},
	{l: rules[:], length: wire.KindU8, from: ruleKey},
	{l: players[:playerPing], length: wire.KindU8, from: playerName},
	{l: players[:], length: wire.KindU8, from: playerID},
	{l: ping[:]},
	{l: extra[:], length: wire.KindU32LE},
	{l: rcon[rconLine:], length: wire.KindU16LE},
}

func decode(r *wire.Reader, dir wire.Direction) {
	if c := r.Peek(0); c == viceAsks[0] || c == viceTells[0] {
		decodeVice(r, dir)
		return
	}
	n := about(r.Peek(headSize - 1))
	say := &requests
	if dir == wire.Reply {
		say = &replies
	}
	r.SetMessage(&say[n])
	r.Constant(&head[0], magic)
	r.Read(head[1:])
	if r.Stopped || n == len(ops) {
		return
	}
	switch b := &bodies[n]; {
	case n == aboutPing:
		r.Bytes(&ping[0], pingSize-headSize)
	case dir != wire.Reply:
		if n == aboutRcon {
			texts(r, rcon[:rconLine], wire.KindU16LE)
		}
	case b.from > 0:
		if n == aboutDetails {
			r.Reply.Flags = listed
		}
		list(r, b)
	default:
		texts(r, b.l, b.length)
	}
}

// versionSize is the length of a version of Vice City Multiplayer.
const versionSize = 12

func decodeVice(r *wire.Reader, dir wire.Direction) {
	n := max(viceAbout(r.Peek(headSize-1)), 0)
	if dir != wire.Reply {
		r.SetMessage(&viceRequests[n])
		r.Constant(&head[0], viceAsks)
		r.Read(head[1:])
		return
	}
	r.SetMessage(&viceReplies[n])
	r.Constant(&head[0], viceTells)
	r.Read(head[1:])
	switch {
	case r.Stopped:
	case viceOps[n] == ops[aboutPlayers]:
		names := body{players[:playerName+1], wire.KindU8, playerName, wire.FlagAmbiguous}
		start := r.Checkpoint()
		if list(r, &names); r.Score(start) != 0 { // one client reads scores as well
			r.Reset(start)
			scores := body{players[:playerPing], wire.KindU8, playerName, wire.FlagAmbiguous}
			if list(r, &scores); r.Score(start) != 0 {
				r.Reset(start)
				list(r, &names)
			}
		}
	case r.Has(&vice[0], versionSize):
		b := r.Rest()[:versionSize]
		trail := 0
		for trail < versionSize && b[versionSize-1-trail] == 0 {
			trail++
		}
		r.AddText(&vice[0], versionSize, uint8(trail))
		texts(r, info[:], wire.KindU32LE)
	}
}

// texts reads the fields of l, numbers and texts after lengths of kind length,
// and remarks on what is special about them.
func texts(r *wire.Reader, l wire.Layout, length wire.Kind) {
	for i := range l {
		d := &l[i]
		if d.Kind != wire.KindText {
			if v := r.Field(d); d == &info[infoPlayers] && v > most {
				r.Problem(&problemSilent, r.Pos-2, 2, v, most)
				r.Reply.Flags = crowded
			}
			continue
		}
		if d == &extra[logo] && !r.More() {
			return // older servers have none
		}
		b := r.PrefixedString(d, length)
		at := r.Pos - len(b)
		if !wire.ASCII(b) && !wire.ValidMultibyte(b) {
			r.Fields[len(r.Fields)-1].Flags |= wire.FlagAmbiguous // what code page it is in, no byte says
		}
		switch {
		case cyrillic(b) && !wire.ValidMultibyte(b):
			r.Problem(&problemCodePage, at, len(b), 0, 0)
		case d == &rules[ruleValue] && wire.StartsLike(b, omp) && len(b) >= len(omp) && r.Data[at-2] == 'n':
			r.Reply.Flags = openMP // of the key version
		}
	}
}

// cyrillic reports whether b reads like Russian in code page 1251: words of
// three and more bytes above BF, where the languages of code page 1252 have one
// or two beside each other, and hardly any of the bytes from 80 to BF.
func cyrillic(b []byte) bool {
	run, longest, others := 0, 0, 0
	for _, c := range b {
		if c >= 0xc0 || c == 0xa8 || c == 0xb8 {
			run++
			longest = max(longest, run)
			continue
		}
		run = 0
		if c >= 0x80 {
			others++
		}
	}
	return longest > 2 && others <= len(b)/8
}

// list reads a count and as many groups.
func list(r *wire.Reader, b *body) {
	at := r.Pos
	want := int(r.Field(&b.l[count]))
	n := 0
	r.Flags |= b.marks
	for ; n < want && r.More(); n++ {
		g := r.Begin(&b.l[group], n)
		texts(r, b.l[b.from:], b.length)
		r.Done(g)
	}
	r.Flags &^= b.marks
	if n < want && !r.Stopped {
		r.Problem(&problemFewer, at, 2, uint64(want), uint64(n))
	}
}

// Status takes what a reply says. Players with their details replace a list
// without, and a language is a rule like that of open.mp.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	switch m.Info {
	case &replies[aboutPlayers], &viceReplies[1]:
		if len(b.PlayerList) > 0 {
			return
		}
	case &replies[aboutDetails]:
		b.PlayerList = b.PlayerList[:0]
	}
	before := len(b.Rules)
	b.Generic(m)
	if game := gameOf(b, m); game != "" {
		b.Game = wire.Some(game)
	}
	switch m.Info {
	case &replies[aboutInfo], &viceReplies[0]:
		if i := m.Find(info[infoLanguage].Key, 0); i >= 0 && m.Fields[i].Length > 0 {
			b.AddRule(&known, languageKey, b.Texts.Plain(m, i))
		}
	case &replies[aboutRules]:
		if before == 0 || b.Rules[before-1].Key != languageKey {
			return
		}
		for i := before; i < len(b.Rules); i++ {
			if b.Rules[i].Key == languageKey { // that of the info again
				b.Rules = append(b.Rules[:before-1], b.Rules[before:]...)
				return
			}
		}
	}
}

// gameOf returns the name of the game whose server sent m, "" where that is not
// known: Vice City Multiplayer answers with a mark of its own, and open.mp says so
// in its version, which is one of the rules.
func gameOf(b *wire.StatusBuilder, m *wire.Message) string {
	switch {
	case m.Info == &viceReplies[0], m.Info == &viceReplies[1]:
		return viceGame
	case strings.HasPrefix(b.Version.Value, omp):
		return openGame
	case b.Version.Known:
		return sampGame
	}
	return ""
}

// languageKey is the rule that the language of an info reply becomes.
const languageKey = "language"

// Traits of messages.
const (
	openMP  = 1 << iota // rules with the version of open.mp
	crowded             // info with too many players for a list
	listed              // player details
)
