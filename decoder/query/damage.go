package query

import (
	"slices"

	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Signs that something was cut out of an answer, or added to it.

// maxReply is longer than any datagram of servers whose protocol is not Long:
// they fill 1400 bytes at most, and nothing from a game is near the 4096 that
// clients read at most.
const maxReply = 8192

// damaged reports whether bytes of m are missing or could not be read.
func damaged(m *wire.Message) bool { return Damage(m) != "" }

// Damage describes in one sentence why a reply is damaged, "" when it is not: an error
// in its bytes, an end that comes too soon, or a length that no server sends.
func Damage(m *wire.Message) string {
	if p := m.Damage(); p != nil {
		return m.Message(p)
	}
	about := m.Info.Descriptor()
	check := &about.Check
	if len(m.PayloadBytes()) > maxReply && !check.Long && !about.Stream {
		return "The datagram is longer than any server sends."
	}
	if check.Damage != nil {
		return check.Damage(m)
	}
	return ""
}

// firstDamage returns the damage of the first damaged one.
func firstDamage(ms []*wire.Message) string {
	for _, m := range ms {
		if d := Damage(m); d != "" {
			return d
		}
	}
	return ""
}

func anyDamaged(ms []*wire.Message) bool { return slices.ContainsFunc(ms, damaged) }

// short reports whether a reply names fewer players than it counts.
func short(m *wire.Message) bool {
	p := m.Info.Descriptor()
	if !p.Check.ListsAll {
		return false
	}
	var b wire.StatusBuilder
	b.Message(m)
	return int64(len(b.PlayerList)) < b.Players.Or(0)
}

// doubtful reports whether something may have been cut out of the answer.
func (s *Step) doubtful(parts []*wire.Message) bool {
	if s.plan.Ends == ask.EndsAtOnce {
		return short(parts[0])
	}
	doubtful := parts[0].Info.Descriptor().Check.Doubtful
	return doubtful != nil && doubtful(parts)
}
