package servers

import (
	"cmp"
	"net/netip"
	"strings"

	"fragscope/decoder"
)

// Game returns what the server's game is called, as far as that is known.
func (s *Server) Game() string {
	said := s.Known()
	if s.Status == nil || s.slim {
		return s.game
	}
	g := decoder.GameOf(s.Protocol, said)
	if named := decoder.GameByName(said.Game.Value); named != nil && named.Answers(s.Protocol) {
		g = named
	}
	switch {
	case g == nil:
		return said.Game.Value
	case said.Game.Known && !strings.EqualFold(said.Game.Value, g.Gamename) && !strings.EqualFold(said.Game.Value, g.Name):
		return said.Game.Value // another game of the protocol
	case said.Game.Known, g.Classes != "" && strings.HasPrefix(said.GameType.Value, g.Classes),
		g.Knows != nil && g.Knows(said):
		return g.Title
	}
	return ""
}

// GameName returns the title of the server's game, or else what the server or its protocol is called.
func (s *Server) GameName() string {
	if title := s.Known().GameTitle; title.Value != "" {
		return title.Value
	}
	name := s.Game()
	if g := decoder.GameByName(name); g != nil {
		return g.Title
	}
	if s.Status == nil {
		return name
	}
	only := ""
	for _, g := range decoder.Games() {
		switch {
		case g.Title == name:
			return name
		case !g.Answers(s.Protocol):
		case only != "":
			return cmp.Or(name, decoder.Descriptor(s.Protocol).Title)
		default:
			only = g.Title
		}
	}
	return cmp.Or(only, name, decoder.Descriptor(s.Protocol).Title)
}

// Where returns the address that players connect to; it is not valid before the server answered.
func (s *Server) Where() netip.AddrPort {
	if s.Last == nil || !s.Last.From.IsValid() || s.Status == nil {
		return netip.AddrPort{}
	}
	at := netip.AddrPortFrom(s.Last.From.Addr().Unmap(), s.Last.From.Port())
	if p := s.Status.GamePort; p.Known && p.Value > 0 && p.Value < 1<<16 {
		at = netip.AddrPortFrom(at.Addr(), uint16(p.Value))
	}
	return at
}

// Join returns the link that the server's game opens to join it, "" when the game has none or is not known.
func (s *Server) Join() string {
	at := s.Where()
	if !at.IsValid() || at.Addr().Zone() != "" {
		return ""
	}
	link, game := "", s.Game()
	for _, g := range decoder.Games() {
		switch {
		case game != "" && (g.Title == game || g.Title == s.Known().GameTitle.Value):
			return linkTo(g.Join, at)
		case game != "" || !g.Answers(s.Protocol):
		case link != "" && g.Join != link, g.Join == "", g.Gamename != "": // it may be a game that the link is not for
			return ""
		default:
			link = g.Join
		}
	}
	return linkTo(link, at)
}

func linkTo(link string, at netip.AddrPort) string {
	if link == "" {
		return ""
	}
	return link + at.String()
}

// Same returns the server that is s at another of its ports, nil for none; a sample is never one of the user's.
func (l *List) Same(s *Server) *Server {
	if s.Status == nil || !s.Status.GamePort.Known || s.Name == "" || !s.Answered() {
		return nil
	}
	at := s.Where()
	old := l.games[at]
	if old != nil && old != s && l.all[old.Address] == old && old.Name == s.Name && old.Answered() && old.Where() == at &&
		old.From&FromSamples == s.From&FromSamples {
		return old
	}
	l.games[at] = s
	return nil
}
