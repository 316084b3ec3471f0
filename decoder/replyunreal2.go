package decoder

import "strconv"

// Replies of Unreal2 (protocol/unreal2/SPEC.md#reply-header and protocol/unreal2/SPEC.md#pariah).

// An unreal2Layout says how the replies of a game are laid out.
type unreal2Layout struct {
	version    uint32 // of the protocol
	short      bool   // no flags and skill in the info reply
	waves      bool   // Killing Floor's waves in it
	properties bool   // a second number and properties with each player, as XMP
	pariah     bool
}

// unreal2Full is the size above which a server sends a datagram before it
// writes the next pair or player, in bytes (protocol/unreal2/SPEC.md#rules-reply).
const unreal2Full = 450

// unreal2Replies answers exactly five bytes: the engine ignores a request that
// anything follows (protocol/unreal2/SPEC.md#request).
func unreal2Replies(r *replier, request *Message) {
	p := request.payload()
	if len(p) != 5 {
		r.err = ErrNoRequest
		return
	}
	l, ok := r.Game.styleOf(Unreal2).(*unreal2Layout)
	if !ok {
		l = &unreal2Layout{}
	}
	command := p[4]
	if l.pariah {
		if command < 0x10 {
			r.err = ErrNotAsked
			return
		}
		command -= 0x10
	}
	switch command {
	case 0:
		r.send(r.unreal2Info(l))
	case 1:
		r.unreal2Rules(l)
	case 2:
		r.unreal2Players(l)
	case 3:
		r.unreal2Rules(l)
		r.unreal2Players(l)
	case 4:
		r.send(append(l.header(4), 'P'))
	}
	if len(r.out) == 0 && command >= 1 && command <= 3 {
		r.err = ErrNothingYet
	}
}

func (l *unreal2Layout) header(kind byte) []byte {
	if l.pariah && kind < 4 {
		kind += 0x10
	}
	return append(appendLE32(make([]byte, 0, 512), l.version), kind)
}

// unreal2Info builds the server record (protocol/unreal2/SPEC.md#variants-of-the-tail).
func (r *replier) unreal2Info(l *unreal2Layout) []byte {
	s := r.Status
	b := l.header(0)
	if l.pariah {
		b = append(b, make([]byte, pariahHead)...)
		b = appendLE32(b, uint32(within(s.GamePort, 0, 65535)))
	} else {
		b = append(b, 0, 0, 0, 0, 0) // server id, address
		b = appendLE32(b, uint32(within(s.GamePort, 0, 65535)))
		b = appendLE32(b, uint32(within(s.QueryPort, 0, 65535)))
	}
	b = appendReplyString(b, said(s.Name, ""))
	b = appendReplyString(b, said(s.Map, ""))
	b = appendReplyString(b, said(s.GameType, ""))
	if l.pariah {
		return append(b, byte(within(s.count(), 0, 255)), byte(within(s.MaxPlayers, 0, 255)))
	}
	b = appendLE32(b, uint32(within(s.count(), 0, 1<<32-1)))
	b = appendLE32(b, uint32(within(s.MaxPlayers, 0, 1<<32-1)))
	if l.waves {
		wave, _ := s.rule("CurrentWave")
		last, _ := s.rule("FinalWave")
		b = appendLE32(b, uint32(numberOr(wave, 0)))
		b = appendLE32(b, uint32(numberOr(last, 0)))
	}
	b = appendLE32(b, 0) // ping
	if !l.short {
		skill, ok := s.rule("BotSkill")
		if v := numberOr(skill, 0); !ok || v < 0 || v > 7 {
			skill = "0"
		}
		b = appendLE32(b, 0) // flags, which only masters compute
		b = appendReplyString(b, skill)
	}
	return append(b, 0, 0) // no rules and players in the record
}

// unreal2Rules builds the pairs. A list without any is not sent: its datagram
// would be five bytes, which is a request.
func (r *replier) unreal2Rules(l *unreal2Layout) {
	rules := r.Status.rules(&keysUnreal2)
	if len(rules) == 0 {
		return
	}
	b := l.header(1)
	if l.pariah {
		b = append(b, byte(min(len(rules), 255)))
	}
	for i, rule := range rules {
		if l.pariah {
			if i == 255 {
				break
			}
			b = append(b, byte(i))
		} else if len(b) > unreal2Full {
			r.send(b)
			b = l.header(1)
		}
		b = appendReplyString(b, rule.Key)
		b = appendReplyString(b, rule.Value)
	}
	r.send(b)
}

// unreal2Players builds the rows; nothing is sent for an empty list
// (protocol/unreal2/SPEC.md#player-list-reply).
func (r *replier) unreal2Players(l *unreal2Layout) {
	players := r.Status.PlayerList
	if len(players) == 0 {
		return
	}
	b := l.header(2)
	if l.pariah {
		players = players[:min(len(players), 255)]
		b = append(b, byte(len(players)), 0)
	}
	for i := range players {
		if len(b) > unreal2Full && !l.pariah {
			r.send(b)
			b = l.header(2)
		}
		b = l.player(b, &players[i], i)
	}
	r.send(b)
}

// player appends the i-th row.
func (l *unreal2Layout) player(b []byte, p *Player, i int) []byte {
	extra := p.Extra
	if l.properties {
		number := int64(i)
		if v, ok := extraValue(extra, unreal2PlayersXMP[0].Name); ok {
			number = numberOr(v, number)
		}
		b = appendLE32(b, uint32(number))
	}
	id := p.ID
	if id == nil {
		n := int64(i + 1)
		id = &n
	}
	b = appendLE32(b, uint32(within(id, 0, 1<<32-1)))
	b = appendReplyString(b, said(p.Name, ""))
	b = appendLE32(b, uint32(within(p.Ping, 0, 1<<32-1)))
	if l.pariah {
		return append(b, byte(within(p.Score, 0, 255)), 0)
	}
	b = appendLE32(b, uint32(int32(within(p.Score, -1<<31, 1<<31-1))))
	stats := uint32(0) // no team
	if p.Team != nil && *p.Team >= 0 && *p.Team < 7 {
		stats = uint32(*p.Team+1) << 29
	}
	b = appendLE32(b, stats)
	if !l.properties {
		return b
	}
	n := 0
	for _, e := range extra {
		if e.Key != unreal2PlayersXMP[0].Name {
			n++
		}
	}
	b = appendCompact(b, int64(n))
	for _, e := range extra {
		if e.Key != unreal2PlayersXMP[0].Name {
			b = appendReplyString(appendReplyString(b, e.Key), e.Value)
		}
	}
	return b
}

// itoa is strconv.Itoa for the numbers of a Status.
func itoa(v int64) string { return strconv.FormatInt(v, 10) }
