package ase

import (
	"strconv"

	"fragscope/decoder/wire"
)

const (
	mark     = "EYE"
	markSize = 4
)

func begins(c byte) bool { return c == mark[0] || letter(c) < len(letters) }

// letter returns which request c is, len(letters) for none.
func letter(c byte) int {
	for i := range len(letters) {
		if letters[i] == c {
			return i
		}
	}
	return len(letters)
}

// recognise identifies replies by the mark and the length after it
// (protocol/SPEC.md#identification). A request is a letter, and only its port
// makes it likely.
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) == 1 && letter(p[0]) < len(letters) {
		if usual.KnowsPort(opts.DstPort) {
			return wire.Request, wire.Likely
		}
		return wire.Request, wire.Possible
	}
	switch {
	case len(p) < markSize || string(p[:len(mark)]) != mark || p[3] < '1' || p[3] > '3':
		return wire.DirectionUnknown, wire.Unlikely
	case len(p) > markSize && p[markSize] > 0 && p[markSize] < 0x40:
		return wire.Reply, wire.Certain
	}
	return wire.Reply, wire.Possible
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.UTF8 = true
	if dir == wire.Request {
		n := letter(r.Peek(0))
		r.SetMessage(&requests[n%len(letters)])
		if n < len(letters) {
			r.AddText(&request[0], 1, 0)
		} else {
			r.Cut(&request[0], r.Left()+1)
		}
		return
	}
	n := int(r.Peek(markSize-1)-'1') % len(replies)
	r.SetMessage(&replies[n])
	if !r.Has(&header[0], markSize) {
		return
	}
	r.AddText(&header[0], markSize, 0)
	switch n {
	case 0:
		texts(r, info[:])
		if readRules(r) {
			readPlayers(r)
		}
	case 1:
		texts(r, info[:infoMap])
		readMap(r)
		texts(r, info[infoVersion:infoVersion+1])
		r.Read(lite[:leftOut])
		for n := 0; r.More(); n++ {
			if r.Peek(0) == 1 {
				r.PrefixedString(&lite[leftOut], wire.KindU8)
				continue
			}
			g := r.Begin(&player[0], n)
			r.PrefixedString(&player[playerName], wire.KindU8)
			r.Done(g)
		}
	default:
		texts(r, info[:1])
		texts(r, info[2:infoMap])
		readMap(r)
		texts(r, info[infoVersion:infoVersion+1])
		r.Field(&lite[0])
		r.Read(lite[2:leftOut])
	}
}

// texts reads the texts of l.
func texts(r *wire.Reader, l wire.Layout) {
	for i := range l {
		r.PrefixedString(&l[i], wire.KindU8)
	}
}

// readRules reads pairs up to an empty key, and reports whether there is one.
func readRules(r *wire.Reader) bool {
	for n := 0; r.More(); n++ {
		if r.Peek(0) == 1 {
			r.Add(&rules[ruleEnd], wire.KindConst, 1, 0)
			return true
		}
		g := r.Begin(&rules[0], n)
		texts(r, rules[ruleKey:ruleEnd])
		r.Done(g)
	}
	if !r.Stopped {
		r.Problem(&problemOpen, r.Pos, 0, 0, 0)
	}
	return false
}

// readPlayers reads players, each with what its flags say.
func readPlayers(r *wire.Reader) {
	n := 0
	for ; r.More() && r.Peek(0)&(1<<(len(player)-playerName)-1) != 0; n++ {
		g := r.Begin(&player[0], n)
		flags := r.Field(&player[playerFlag])
		for i := range player[playerName:] {
			if flags>>i&1 != 0 {
				r.PrefixedString(&player[playerName+i], wire.KindU8)
			}
		}
		r.Done(g)
	}
	if count := number(r.Data, r.Fields); count > n && !r.Stopped {
		r.Problem(&problemFewer, r.Pos, 0, uint64(count), uint64(n))
	}
}

// number returns how many players the server says it has, 0 for unknown.
func number(data []byte, fields []wire.Field) int {
	for i := range fields {
		if f := &fields[i]; f.Def == &info[infoPlayers] && f.Flags&wire.FlagLength == 0 {
			if v, ok := wire.ParseWhole(string(data[f.Offset:f.End()])); ok && v < 1<<16 {
				return int(v)
			}
		}
	}
	return 0
}

// readMap reads the map and the texts that are within its length.
func readMap(r *wire.Reader) {
	g := r.Begin(&places[0], 0)
	at := r.Pos
	end := at + max(1, int(r.Field(&places[1])))
	if end > r.End && !r.Stopped {
		r.Problem(&wire.ProblemLengthPastEnd, at, 1, uint64(end-at), uint64(r.End-at-1))
	}
	for i := placeMap; !r.Stopped; i++ {
		b := r.Data[r.Pos:min(end, r.End)]
		lead := 0
		if i > placeMap {
			lead = 1 // the NUL
		}
		size := lead
		for size < len(b) && b[size] != 0 {
			size++
		}
		f := r.Add(&places[min(i, placeMore)], wire.KindText, size, 0)
		f.Lead = uint8(lead)
		r.CheckText(f)
		if r.Pos == min(end, r.End) {
			r.Stopped = end > r.End // the text may be whole
			break
		}
	}
	r.Done(g)
}

// Status takes what a reply says. A player's texts that are empty say nothing,
// and the counts beside the map replace those that end at 255.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	from := len(b.PlayerList)
	b.Generic(m)
	for i := range b.PlayerList[from:] {
		p := &b.PlayerList[from+i]
		kept := p.Extra[:0]
		for _, e := range p.Extra {
			if e.Value != "" {
				kept = append(kept, e)
			}
		}
		if p.Extra = kept; len(kept) == 0 {
			p.Extra = nil
		}
	}
	if i := m.Find(places[placeCount].Key, 0); i >= 0 {
		text := b.Texts.Plain(m, i)
		for at := range len(text) {
			if text[at] == '/' {
				b.Set(wire.RolePlayers, text[:at])
				b.Set(wire.RoleMaxPlayers, text[at+1:])
				break
			}
		}
	}
}

// usualMost is longer than most replies.
const usualMost = 8192

// Flaw says that players were added to a long reply, "" for nothing.
func Flaw(m *wire.Message) string {
	if m.Info == &replies[0] && len(m.PayloadBytes()) > usualMost && int(m.Rows(wire.RolePlayer)) > number(m.Data,
		m.Fields) {
		return "It lists more players than it counts."
	}
	return ""
}

// digits returns v in decimal.
func digits(v int64) string { return strconv.FormatInt(v, 10) }
