package decoder

// A Game is a kind of server that can be answered for: the protocols that it
// speaks, at which ports, and in which of their layouts. Sources:
// protocol/unreal2/SPEC.md, protocol/gamespy1/SPEC.md, protocol/gamespy2/SPEC.md, protocol/gamespy3/SPEC.md and wire/SPEC.md.
type Game struct {
	Name     string // such as "ut2004"
	Title    string // such as "Unreal Tournament 2004"
	GamePort uint16 // usual UDP port of the game itself
	Services []Service
	gamename string               // GameSpy's name for it
	classes  string               // how the names of its game types begin, when that tells it
	nameless bool                 // sends no gamename
	numbered bool                 // its settings have numbers, as UT3's
	knows    func(s *Status) bool // reports whether the rules of s can only be of this game; nil when they do not tell
	keys     ruleKeys
}

// A Service is a protocol that a server answers, and where.
type Service struct {
	Protocol Protocol
	Port     uint16 // usual port, when Offset is 0
	Offset   int    // from the game port
	Stream   bool   // TCP
	style    any    // how the game's replies differ, of a type of the protocol's own; nil for not at all
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
func (g *Game) GameName() string { return g.gamename }

// styleOf returns the style of the game's replies in a protocol, nil for none.
func (g *Game) styleOf(p Protocol) any {
	for i := range g.Services {
		if v := &g.Services[i]; v.Protocol == p && v.style != nil {
			return v.style
		}
	}
	return nil
}

// ListedBy reports whether the masters that speak binary, or those that speak
// text, list servers of g (protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters).
func (g *Game) ListedBy(binary bool) bool {
	return (g.Services[0].Protocol == Unreal2) == binary && g.gamename != ""
}

// Answers reports whether servers of g answer p.
func (g *Game) Answers(p Protocol) bool {
	for i := range g.Services {
		if g.Services[i].Protocol == p {
			return true
		}
	}
	return false
}

// unreal2LANPort is where UT2004 answers the same requests on a LAN
// (protocol/unreal2/SPEC.md#transport).
const unreal2LANPort = 10777

var (
	keysUnreal2  = ruleKeys{version: "ServerVersion", password: "GamePassword", yes: "True", mutator: "Mutator"}
	keysGameSpy1 = ruleKeys{version: "gamever", password: "password", yes: "True", no: "False", mutators: "mutators"}
	keysGameSpy  = ruleKeys{version: "gamever", password: "password", yes: "1", no: "0", mutators: "mutators"}
	keysUT3      = ruleKeys{version: "EngineVersion", password: "s7", yes: "1", no: "0"}
)

// gameTable lists the games; the first that answers a protocol stands for it.
var gameTable = [...]Game{
	{Name: "ut2004", Title: "Unreal Tournament 2004", GamePort: 7777, gamename: "ut2004", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x80}}, {Protocol: GameSpy1, Offset: 10, style: &gamespy1Style{few: true, echo: "ignoring"}}, {Protocol: Unreal2, Port: unreal2LANPort}}},
	{Name: "ut2003", Title: "Unreal Tournament 2003", GamePort: 7777, gamename: "ut2", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x79, short: true}}, {Protocol: GameSpy1, Offset: 10, style: &gamespy1Style{few: true, echo: "ignoring", backslash: true}}}},
	{Name: "killingfloor", Title: "Killing Floor", GamePort: 7707, gamename: "killingfloor", classes: "KF", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x80, waves: true}}, {Protocol: GameSpy1, Offset: 10, style: &gamespy1Style{few: true, echo: "ignoring"}}}},
	{Name: "redorchestra", Title: "Red Orchestra: Ostfront", GamePort: 7757, gamename: "redorchestra", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x80}}, {Protocol: GameSpy1, Offset: 10, style: &gamespy1Style{few: true, echo: "ignoring"}}}},
	{Name: "xmp", Title: "Unreal II XMP", GamePort: 7777, gamename: "unreal2", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x7e, short: true, properties: true}}}},
	{Name: "pariah", Title: "Pariah", GamePort: 7777, gamename: "pariahpc", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1, style: &unreal2Layout{version: 0x77, pariah: true}}}},
	{Name: "ut99", Title: "Unreal Tournament", GamePort: 7777, gamename: "ut", keys: keysGameSpy1,
		Services: []Service{{Protocol: GameSpy1, Offset: 1, style: &gamespy1Style{echo: "echo", teams: true}}, {Protocol: UnrealLAN, Port: 8777}}},
	{Name: "unreal", Title: "Unreal", GamePort: 7777, gamename: "unreal", keys: keysGameSpy1,
		Services: []Service{{Protocol: GameSpy1, Offset: 1, style: &gamespy1Style{echo: "echo", apart: true, finalFirst: true}}, {Protocol: UnrealLAN, Port: 8777}}},
	{Name: "bf1942", Title: "Battlefield 1942", GamePort: 14567, gamename: "bfield1942", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy1, Port: 23000, style: &gamespy1Style{echo: "echo", finalFirst: true, playername: true, teamsInStatus: true, mixed: true, full: gamespyFull}}}},
	{Name: "swat4", Title: "SWAT 4", GamePort: 10480, gamename: "swat4", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Offset: 2}}},
	{Name: "americasarmy", Title: "America's Army", GamePort: 1716, gamename: "armygame", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Offset: 1, style: &gamespy2Style{countless: true}}}},
	{Name: "halo", Title: "Halo", GamePort: 2302, gamename: "halor", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Port: 2302}}},
	{Name: "ut3", Title: "Unreal Tournament 3", GamePort: 7777, gamename: "ut3pc", keys: keysUT3,
		Services: []Service{{Protocol: GameSpy3, Port: 6500}, {Protocol: UnrealLAN, Port: lanBeaconPort}}, numbered: true, knows: ut3Numbered},
	{Name: "bf2", Title: "Battlefield 2", GamePort: 16567, gamename: "battlefield2", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy3, Port: 29900}}},
	{Name: "crysis", Title: "Crysis", GamePort: 64087, gamename: "crysis", nameless: true, keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy3, Port: 64087}}},
	{Name: "gtaconnected", Title: "GTA Connected", GamePort: 22000, keys: ruleKeys{},
		Services: []Service{{Protocol: UGP, Port: 22000}}},
}

// Games lists the kinds of servers that can be answered for.
func Games() []*Game {
	all := make([]*Game, len(gameTable))
	for i := range gameTable {
		all[i] = &gameTable[i]
	}
	return all
}

// GameByName returns the game with the given name, nil for none.
func GameByName(name string) *Game {
	for i := range gameTable {
		if equalFold(gameTable[i].Name, name) {
			return &gameTable[i]
		}
	}
	return nil
}

// GameOf returns the game that answers p and that s names or looks like, or
// else the usual one of the protocol; nil when no game answers p.
func GameOf(p Protocol, s *Status) *Game {
	if s == nil {
		s = &Status{}
	}
	var usual *Game
	for i := range gameTable {
		g := &gameTable[i]
		if !g.Answers(p) || g.numbered && s.Game != nil && !equalFold(*s.Game, g.gamename) {
			continue
		}
		switch {
		case s.Game != nil && equalFold(*s.Game, g.gamename), g.classes != "" && s.GameType != nil && hasPrefix(*s.GameType, g.classes), g.knows != nil && g.knows(s):
			return g
		case usual == nil, g.Services[0].Protocol == p && usual.Services[0].Protocol != p:
			usual = g
		}
	}
	return usual
}

func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// ut3Numbered reports whether s has settings of UT3.
func ut3Numbered(s *Status) bool {
	for i := range s.Rules {
		if ut3Setting([]byte(s.Rules[i].Key)) {
			return true
		}
	}
	return false
}
