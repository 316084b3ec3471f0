package unreal2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// Replies of Unreal2 (protocol/unreal2/SPEC.md#reply-header and protocol/unreal2/SPEC.md#pariah).

// A Layout says how the replies of a game are laid out.
type Layout struct {
	Version    uint32 // of the protocol
	Short      bool   // no flags and skill in the info reply
	Waves      bool   // Killing Floor's waves in it
	Properties bool   // a second number and properties with each player, as XMP
	Pariah     bool
}

// full is the size above which a server sends a datagram before it
// writes the next pair or player, in bytes (protocol/unreal2/SPEC.md#rules-reply).
const full = 450

// Replies answers exactly five bytes: the engine ignores a request that
// anything follows (protocol/unreal2/SPEC.md#request).
func Replies(r *answer.Writer, request *wire.Message) {
	p := request.PayloadBytes()
	if len(p) != 5 {
		r.Err = answer.ErrNoRequest
		return
	}
	l := answer.StyleOf[Layout](r.Game, ID)
	command := p[4]
	if l.Pariah {
		if command < 0x10 {
			r.Err = answer.ErrNotApplicable
			return
		}
		command -= 0x10
	}
	switch command {
	case 0:
		r.Send(serveInfo(r, &l))
	case 1:
		serveRules(r, &l)
	case 2:
		servePlayers(r, &l)
	case 3:
		serveRules(r, &l)
		servePlayers(r, &l)
	case 4:
		r.Send(append(l.header(4), 'P'))
	}
	if len(r.Out) == 0 && command >= 1 && command <= 3 {
		r.Err = answer.ErrEmptyList
	}
}

func (l *Layout) header(kind byte) []byte {
	if l.Pariah && kind < 4 {
		kind += 0x10
	}
	return append(wire.AppendLE32(make([]byte, 0, 512), l.Version), kind)
}

// maxCount is the largest number of players that is sent: the lower bytes of a
// multiple of 65536 are the two empty strings of another game's record.
const maxCount = 65535

// serveInfo builds the server record (protocol/unreal2/SPEC.md#variants-of-the-tail).
func serveInfo(r *answer.Writer, l *Layout) []byte {
	s := *r.Status
	s.Players.Value, s.MaxPlayers.Value = min(s.Players.Value, maxCount), min(s.MaxPlayers.Value, maxCount)
	tell := answer.Server(&s)
	b := l.header(0)
	if l.Pariah {
		b = append(b, make([]byte, pariahHead)...)
		return tell.Append(b, pariahInfo[1:7], answer.All, answer.AppendReplyString)
	}
	b = tell.Append(b, record.InfoHead[:], answer.All, answer.AppendReplyString)
	b = tell.Append(b, record.InfoPlayers[:], answer.All, answer.AppendReplyString)
	if l.Waves {
		wave, _ := answer.StatusRule(&s, "CurrentWave")
		last, _ := answer.StatusRule(&s, "FinalWave")
		b = wire.AppendLE32(b, uint32(answer.NumberOr(wave, 0)))
		b = wire.AppendLE32(b, uint32(answer.NumberOr(last, 0)))
	}
	b = wire.AppendLE32(b, 0) // ping
	if !l.Short {
		skill, ok := answer.StatusRule(&s, "BotSkill")
		if v := answer.NumberOr(skill, 0); !ok || v < 0 || v > 7 {
			skill = "0"
		}
		b = wire.AppendLE32(b, 0) // flags, which only masters compute
		b = answer.AppendReplyString(b, skill)
	}
	return append(b, 0, 0) // no rules and players in the record
}

// serveRules builds the pairs. An empty list is not sent: its datagram would be
// five bytes, which is a request.
func serveRules(r *answer.Writer, l *Layout) {
	rules := answer.StatusRules(r.Status, &Keys)
	if len(rules) == 0 {
		return
	}
	b := l.header(1)
	if l.Pariah {
		b = append(b, byte(min(len(rules), 255)))
	}
	for i, rule := range rules {
		if l.Pariah {
			if i == 255 {
				break
			}
			b = append(b, byte(i))
		} else if len(b) > full {
			r.Send(b)
			b = l.header(1)
		}
		b = answer.AppendReplyString(b, rule.Key)
		b = answer.AppendReplyString(b, rule.Value)
	}
	r.Send(b)
}

// servePlayers builds the rows; nothing is sent for an empty list
// (protocol/unreal2/SPEC.md#player-list-reply).
func servePlayers(r *answer.Writer, l *Layout) {
	players := r.Status.PlayerList
	if len(players) == 0 {
		return
	}
	b := l.header(2)
	if l.Pariah {
		players = players[:min(len(players), 255)]
		b = append(b, byte(len(players)), 0)
	}
	for i := range players {
		if len(b) > full && !l.Pariah {
			r.Send(b)
			b = l.header(2)
		}
		b = l.player(b, &players[i], i)
	}
	r.Send(b)
}

// player appends the i-th row.
func (l *Layout) player(b []byte, p *wire.Player, i int) []byte {
	extra := p.Extra
	if l.Properties {
		number := int64(i)
		if v, ok := answer.ExtraValue(extra, playersXMP[0].Name); ok {
			number = answer.NumberOr(v, number)
		}
		b = wire.AppendLE32(b, uint32(number))
	}
	row := wire.Layout(record.PlayerRecord[:])
	if l.Pariah {
		row = pariahRecord[:]
	}
	b = answer.Player(p, i+1).Append(b, row, answer.All, answer.AppendReplyString)
	if !l.Properties {
		return b
	}
	n := 0
	for _, e := range extra {
		if e.Key != playersXMP[0].Name {
			n++
		}
	}
	b = wire.AppendCompact(b, int64(n))
	for _, e := range extra {
		if e.Key != playersXMP[0].Name {
			b = answer.AppendReplyString(answer.AppendReplyString(b, e.Key), e.Value)
		}
	}
	return b
}

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "ServerVersion", Password: "GamePassword", Yes: "True", Mutator: "Mutator"}
