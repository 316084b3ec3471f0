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
	if s.Status == nil {
		return ""
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

// GameName returns what to call the server's game: its title, or what the server calls
// it; of a protocol that one game alone has, that game, else what the protocol is called.
func (s *Server) GameName() string {
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

// Where returns the address that players connect to: the port is that which the
// server says, or else that which it was queried at. It is not valid before the
// server answered.
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
		case game != "" && g.Title == game:
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

// Same returns another server of the list that is the same one, found at another
// of its ports: it is on the same host, players connect to the same port, and it
// has the same name. It returns nil when there is none. A sample server is never
// the same as one that the user has named.
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
