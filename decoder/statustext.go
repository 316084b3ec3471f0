package decoder

import (
	"strconv"

	"fragscope/decoder/wire"
)

// What a status contains, as people read it.

// Readable returns the form in which people read the value of a rule, or of what
// else a game reports about a player, in protocol p: a duration as hours,
// minutes and seconds. It is "" for values that are read as they are.
func Readable(p wire.ProtocolID, r *wire.Rule) string {
	if k := LookupKey(p, r.Key); k != nil && k.Unit != wire.UnitNone {
		return k.Unit.Reading(r.Value)
	}
	for i := range DocsOf(p).Sections {
		for _, l := range DocsOf(p).Sections[i].Layouts {
			for j := range l {
				if f := &l[j]; f.Unit != wire.UnitNone && f.Role == wire.RolePlayerExtra && f.Name == r.Key {
					return f.Unit.Reading(r.Value)
				}
			}
		}
	}
	return ""
}

// WithReading returns the value of r and, where there is one, its [Readable] form.
func WithReading(p wire.ProtocolID, r *wire.Rule) string {
	if s := Readable(p, r); s != "" {
		return r.Value + " (" + s + ")"
	}
	return r.Value
}

// GameText returns the game of s for people: its title and the name that it has
// for itself.
func GameText(s *wire.Status) string {
	switch {
	case !s.GameTitle.Known:
		return s.Game.Value
	case !s.Game.Known || wire.EqualFold(s.Game.Value, s.GameTitle.Value):
		return s.GameTitle.Value
	}
	return s.GameTitle.Value + " (" + s.Game.Value + ")"
}

// PlayersText returns the numbers of players and slots of s for people, and how
// many are listed where that is another number.
func PlayersText(s *wire.Status, unknown string) string {
	number := func(v wire.Opt[int64]) string {
		if v.Known {
			return v.String()
		}
		return unknown
	}
	text := number(s.Players) + " of " + number(s.MaxPlayers)
	switch {
	case s.Bots.Or(0) == 1:
		text += ", 1 bot"
	case s.Bots.Or(0) != 0:
		text += ", " + s.Bots.String() + " bots"
	}
	if n := int64(len(s.PlayerList)); n > 0 && s.Players.Known && n != s.Players.Value {
		text += ", " + strconv.FormatInt(n, 10) + " listed"
	}
	return text
}
