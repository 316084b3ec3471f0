package zandronum

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

var Server = exchange.Server{ID: ID, Replies: replies,
	Replay: answer.ReplayRules{PatchID: patchTime, Canonicalize: canonicalize}, Games: &Games, Examples: &Examples}

// Keys: a part that has no place of its own in a status is a rule.
var Keys answer.RuleKeys

var Games = []answer.Game{{Name: ID, Title: "Zandronum", GamePort: 10666, Keys: &Keys,
	Services: []answer.Service{{Protocol: ID, Port: 10666}}}}

var Examples = []answer.Example{{Game: ID, Name: "Sluice Gate CTF", Title: "Capture the Flag", Version: "3.2 on Linux",
	Most: 32, Teams: []string{"Blue", "Red"}, Maps: []string{"MAP01", "MAP07", "MAP12"},
	Rules: []wire.Rule{{Key: "iwad", Value: "freedoom2.wad"}, {Key: "pwad", Value: "sluice.wad"}, {Key: "skill", Value: "3"},
		{Key: "pointlimit", Value: "7"}, {Key: "dmflags", Value: "20612"}, {Key: "max_players", Value: "16"},
		{Key: "country", Value: "XUN"}},
	Extra: []wire.Rule{{Key: "Minutes", Value: "3"}}}}

const (
	mostRows    = 64   // players, and files of a kind
	mostText    = 200  // bytes
	segmentSize = 1024 // with its head
	allFlags    = 1<<32 - 1 - 1<<15
)

// replies answers an info request with the parts that it requests and the server has.
func replies(w *answer.Writer, question *wire.Message) {
	p, _ := unpack(nil, question.PayloadBytes(), headMax)
	if question.Info != &challenge || len(p) < wholeAsk {
		w.Err = answer.ErrNoRequest
		return
	}
	flags, flags2, segments := wire.LE32(p[codeSize:])&allFlags, uint32(0), false
	if rest := p[wholeAsk:]; len(rest) >= 4 {
		flags2, segments = wire.LE32(rest)&usualFurther, len(rest) > 4 && rest[4] == wantSegments
	}
	b := append([]byte(nil), p[codeSize+4:wholeAsk]...) // the time
	b = appendText(b, w.Status.Version.Or("3.2"))
	b = appendParts(b, w.Status, flags, flags2)
	if !segments {
		w.Send(pack(nil, append(wire.AppendLE32(nil, codeInfo), b...)))
		return
	}
	const most = segmentSize - codeSize - 8
	count := (len(b) + most - 1) / most
	for n := range count {
		data := b[n*most : min((n+1)*most, len(b))]
		out := append(wire.AppendLE32(nil, codeSegment), byte(n), byte(count))
		for _, v := range [...]int{n * most, len(data), len(b)} {
			out = wire.AppendLE16(out, uint16(v))
		}
		w.Send(pack(nil, append(out, data...)))
	}
}

// appendParts appends flags and parts, without those that the server does not have.
func appendParts(b []byte, s *wire.Status, flags, flags2 uint32) []byte {
	players := s.PlayerList[:min(len(s.PlayerList), mostRows)]
	teams := s.Teams[:min(len(s.Teams), mostRows)]
	if len(teams) == 0 {
		flags &^= teamBits
	}
	if flags>>bitPlayerList&1 != 0 {
		flags |= 1 << bitPlayers
	}
	for _, bit := range [...]int{bitOptional, bitPatches} {
		if len(values(s, &parts[bit][1])) == 0 {
			flags &^= 1 << bit
		}
	}
	if !s.Game.Known {
		flags &^= 1 << bitGame
	}
	if flags2 == 0 {
		flags &^= 1 << bitFurther
	}
	teamed := flags&teamBits != 0 || len(teams) > 0 || teamModes>>min(modeOf(s), 63)&1 != 0
	b = wire.AppendLE32(b, flags)
	for bit := range parts {
		if flags>>bit&1 == 0 {
			continue
		}
		l := parts[bit]
		switch bit {
		case bitPWADs, bitOptional, bitPatches:
			b = appendCounted(b, s, l)
		case bitWords:
			b = appendFields(append(b, byte(len(l)-2)), s, l[1:len(l)-1])
		case bitMode:
			b = appendFields(append(b, byte(modeOf(s))), s, l[1:])
		case bitLimits:
			b = appendFields(b, s, l[:2])
			if wire.LE16(b[len(b)-2:]) != 0 {
				b = appendFields(b, s, l[2:3])
			}
			b = appendFields(b, s, l[3:])
		case bitPlayers:
			n := answer.Clamp(answer.PlayerCount(s), 0, math.MaxUint8)
			if flags>>bitPlayerList&1 != 0 {
				n = int64(len(players))
			}
			b = append(b, byte(n))
		case bitPlayerList:
			for i := range players {
				known := uint8(answer.All)
				if !teamed {
					known &^= 1 << (playerTeam - 1)
				}
				b = answer.Player(&players[i], i).Append(b, l[1:], known, appendText)
			}
		case bitTeams:
			b = append(b, byte(len(teams)))
		case bitTeamNames, bitTeamScores:
			for i := range teams {
				b = answer.Team(&teams[i]).Append(b, l, answer.All, appendText)
			}
		case bitTeamColours:
			for i := range teams {
				colour, _ := answer.ExtraValue(teams[i].Extra, "Colour")
				b = wire.AppendLE32(b, uint32(answer.NumberOr(colour, 0)))
			}
		case bitFurther:
			b = appendFurther(wire.AppendLE32(b, flags2), s, flags2)
		default:
			b = appendFields(b, s, l)
		}
	}
	return b
}

func appendFurther(b []byte, s *wire.Status, flags uint32) []byte {
	for bit := range further {
		l := further[bit]
		switch {
		case flags>>bit&1 == 0:
		case bit == bitHashes:
			b = appendCounted(b, s, l)
		case bit == bitCountry:
			country := "XUN"
			if v := values(s, &l[0]); len(v) > 0 && len(v[0]) == countrySize {
				country = v[0]
			}
			b = append(b, country...)
		default:
			b = appendFields(b, s, l)
		}
	}
	return b
}

// modeOf returns the number of the game mode.
func modeOf(s *wire.Status) uint64 {
	for i := range modes.List {
		if y := &modes.List[i]; wire.EqualFold(y.Name, s.GameType.Value) {
			return y.Value
		}
	}
	return uint64(min(max(answer.NumberOr(s.GameType.Value, 0), 0), math.MaxUint8))
}

// values returns what the rules have for a field.
func values(s *wire.Status, d *wire.FieldDef) (all []string) {
	key := ruleOf(d)
	for i := range s.Rules {
		if s.Rules[i].Key == key && len(all) < mostRows {
			all = append(all, s.Rules[i].Value)
		}
	}
	return all
}

func appendText(b []byte, s string) []byte {
	t := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	return append(append(b, t[:min(len(t), mostText)]...), 0)
}

// appendCounted appends the values of a field that there may be many of, after their number.
func appendCounted(b []byte, s *wire.Status, l wire.Layout) []byte {
	all := values(s, &l[1])
	b = append(b, byte(len(all)))
	for _, v := range all {
		b = appendValue(b, &l[1], v)
	}
	return b
}

// appendFields appends what the server has for each field.
func appendFields(b []byte, s *wire.Status, l wire.Layout) []byte {
	for i := range l {
		if ruleOf(&l[i]) == "" {
			b = answer.Server(s).Append(b, l[i:i+1], answer.All, appendText)
			continue
		}
		value := ""
		if v := values(s, &l[i]); len(v) > 0 {
			value = v[0]
		}
		b = appendValue(b, &l[i], value)
	}
	return b
}

func appendValue(b []byte, d *wire.FieldDef, value string) []byte {
	switch {
	case d.Kind == wire.KindText:
		return appendText(b, value)
	case d.Kind.Float():
		v, _ := strconv.ParseFloat(value, 32)
		return wire.AppendNumber(b, d.Kind, uint64(math.Float32bits(float32(v))))
	}
	return wire.AppendNumber(b, d.Kind, uint64(answer.NumberOr(value, 0)))
}

// patchTime puts the time of request into a copy of reply.
func patchTime(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	p := reply.PayloadBytes()
	b, _ := unpack(nil, p, 8*len(p))
	at := codeSize
	switch {
	case reply.Info == &segment && reply.Reply.Packet == 0:
		at += 8
	case reply.Info != &infoReply && reply.Info != &ignored && reply.Info != &banned:
		return append(dst, p...)
	}
	if len(b) < at+4 {
		return append(dst, p...)
	}
	if request == nil {
		b[at] ^= 0x5a
	} else if q, _ := unpack(nil, request.PayloadBytes(), headMax); len(q) >= wholeAsk {
		copy(b[at:at+4], q[codeSize+4:])
	}
	return pack(dst, b)
}

// canonicalize: every request has a time of its own.
func canonicalize(p []byte, _ *wire.Message) []byte {
	b, _ := unpack(nil, p, headMax)
	answer.ClearRange(b, codeSize+4, 4)
	return b
}
