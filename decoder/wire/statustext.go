package wire

import "strconv"

// What a status contains, as people read it.

// GameText returns the game of s for people: its title and the name that it has
// for itself.
func (s *Status) GameText() string {
	switch {
	case !s.GameTitle.Known:
		return s.Game.Value
	case !s.Game.Known || EqualFold(s.Game.Value, s.GameTitle.Value):
		return s.GameTitle.Value
	}
	return s.GameTitle.Value + " (" + s.Game.Value + ")"
}

// PlayersText returns the numbers of players and slots of s for people, and how
// many are listed where that is another number.
func (s *Status) PlayersText(unknown string) string {
	number := func(v Opt[int64]) string {
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
