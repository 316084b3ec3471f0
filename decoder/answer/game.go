package answer

import (
	"slices"

	"fragscope/decoder/wire"
)

// A Game is a kind of server whose replies can be built: the protocols that it
// speaks, at which ports, and in which of their layouts. Sources:
// protocol/unreal2/SPEC.md, protocol/gamespy1/SPEC.md,
// protocol/gamespy2/SPEC.md, protocol/gamespy3/SPEC.md and protocol/SPEC.md; of
// links for joining what the clients register: ioquake3 (quake3://connect/), ezQuake
// and nQuake (qw://), Steam (steam://connect/). Games without one have no link.
type Game struct {
	Name     string // such as "ut2004"
	Title    string // such as "Unreal Tournament 2004"
	GamePort uint16 // usual UDP port of the game itself
	Join     string // what a link begins with that the game opens, before address and game port; "" for none
	Services []Service
	Gamename string                    // GameSpy's name for it
	Classes  string                    // how the names of its game types begin, when that identifies the game
	Nameless bool                      // sends no gamename
	Numbered bool                      // its settings have numbers, as UT3's
	Knows    func(s *wire.Status) bool // reports whether the rules of s can only be of this game; nil for unknown
	Keys     *RuleKeys
}

// An Example is what a simulated server of a game is like.
type Example struct {
	Game     string // name of the game
	Name     string
	Title    string   // game type
	Version  string   // of the game, where no rule has it
	Alone    bool     // started when the game is named, and not among those of all games
	Maps     []string // that it changes between
	Most     int      // places for players
	Teams    []string
	Rules    []wire.Rule
	Mutators []string
	Extra    []wire.Rule // that each player has; the value * is the number of deaths, + the seconds since it came
	Waves    bool        // its game goes in waves
}

// A Service is a protocol that a server answers, and where.
type Service struct {
	Protocol wire.ProtocolID
	Port     uint16 // usual port, when Offset is 0
	Offset   int    // from the game port
	Style    any    // how the game's replies differ, of a type of the protocol's own; nil for not at all
}

// PortFor returns the usual port of the service for a server of the given
// game port, 0 for the game's own. Where the offset leads beyond the last port
// there is none, and it returns 0.
func (v *Service) PortFor(g *Game, gamePort uint16) uint16 {
	if v.Offset == 0 {
		return v.Port
	}
	if gamePort == 0 {
		gamePort = g.GamePort
	}
	if n := int(gamePort) + v.Offset; n > 0 && n < 65536 {
		return uint16(n)
	}
	return 0
}

// GameName returns the name that GameSpy and the masters know the game by, "" for
// none.
func (g *Game) GameName() string { return g.Gamename }

// StyleOf returns the style of the game's replies in a protocol, the zero one
// where it has none.
func StyleOf[T any](g *Game, p wire.ProtocolID) (style T) {
	for i := range g.Services {
		if v, ok := g.Services[i].Style.(*T); ok && g.Services[i].Protocol == p {
			return *v
		}
	}
	return style
}

// Answers reports whether servers of g answer p.
func (g *Game) Answers(p wire.ProtocolID) bool {
	return slices.ContainsFunc(g.Services, func(s Service) bool { return s.Protocol == p })
}
