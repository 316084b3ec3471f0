package decoder

// A Game is a kind of server that can be answered for: the protocols that it
// speaks, at which ports, and in which of their layouts. Sources:
// protocols.md 2.3 to 2.9, 4.3, 4.6, 4.7, 6, 7, 10.
type Game struct {
	Name     string // such as "ut2004"
	Title    string // such as "Unreal Tournament 2004"
	GamePort uint16 // usual UDP port of the game itself
	Services []Service
	gamename string // GameSpy's name for it
	classes  string // how the names of its game types begin, when that tells it
	unreal2  unreal2Layout
	gamespy1 gamespy1Style
	gamespy2 gamespy2Style
	nameless bool // sends no gamename
	ut3      bool // GameSpy 3 and LAN with UT3's numbered settings
	keys     ruleKeys
}

// A Service is a protocol that a server answers, and where.
type Service struct {
	Protocol Protocol
	Port     uint16 // usual port, when Offset is 0
	Offset   int    // from the game port
	Stream   bool   // TCP
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

// ListedBy reports whether the masters that speak binary, or those that speak
// text, list servers of g (protocols.md 3, 5.3).
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
// (protocols.md 2.1).
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
		Services: []Service{{Protocol: Unreal2, Offset: 1}, {Protocol: GameSpy1, Offset: 10}, {Protocol: Unreal2, Port: unreal2LANPort}},
		unreal2:  unreal2Layout{version: 0x80}, gamespy1: gamespy1Style{few: true, echo: "ignoring"}},
	{Name: "ut2003", Title: "Unreal Tournament 2003", GamePort: 7777, gamename: "ut2", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1}, {Protocol: GameSpy1, Offset: 10}},
		unreal2:  unreal2Layout{version: 0x79, short: true}, gamespy1: gamespy1Style{few: true, echo: "ignoring", backslash: true}},
	{Name: "killingfloor", Title: "Killing Floor", GamePort: 7707, gamename: "killingfloor", classes: "KF", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1}, {Protocol: GameSpy1, Offset: 10}},
		unreal2:  unreal2Layout{version: 0x80, waves: true}, gamespy1: gamespy1Style{few: true, echo: "ignoring"}},
	{Name: "redorchestra", Title: "Red Orchestra: Ostfront", GamePort: 7757, gamename: "redorchestra", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1}, {Protocol: GameSpy1, Offset: 10}},
		unreal2:  unreal2Layout{version: 0x80}, gamespy1: gamespy1Style{few: true, echo: "ignoring"}},
	{Name: "xmp", Title: "Unreal II XMP", GamePort: 7777, gamename: "unreal2", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1}},
		unreal2:  unreal2Layout{version: 0x7e, short: true, properties: true}},
	{Name: "pariah", Title: "Pariah", GamePort: 7777, gamename: "pariahpc", keys: keysUnreal2,
		Services: []Service{{Protocol: Unreal2, Offset: 1}},
		unreal2:  unreal2Layout{version: 0x77, pariah: true}},
	{Name: "ut99", Title: "Unreal Tournament", GamePort: 7777, gamename: "ut", keys: keysGameSpy1,
		Services: []Service{{Protocol: GameSpy1, Offset: 1}, {Protocol: UnrealLAN, Port: 8777}},
		gamespy1: gamespy1Style{echo: "echo", teams: true}},
	{Name: "unreal", Title: "Unreal", GamePort: 7777, gamename: "unreal", keys: keysGameSpy1,
		Services: []Service{{Protocol: GameSpy1, Offset: 1}, {Protocol: UnrealLAN, Port: 8777}},
		gamespy1: gamespy1Style{echo: "echo", apart: true, finalFirst: true}},
	{Name: "bf1942", Title: "Battlefield 1942", GamePort: 14567, gamename: "bfield1942", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy1, Port: 23000}},
		gamespy1: gamespy1Style{echo: "echo", finalFirst: true, playername: true, teamsInStatus: true, mixed: true, full: gamespyFull}},
	{Name: "swat4", Title: "SWAT 4", GamePort: 10480, gamename: "swat4", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Offset: 2}}},
	{Name: "americasarmy", Title: "America's Army", GamePort: 1716, gamename: "armygame", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Offset: 1}}, gamespy2: gamespy2Style{countless: true}},
	{Name: "halo", Title: "Halo", GamePort: 2302, gamename: "halor", keys: keysGameSpy,
		Services: []Service{{Protocol: GameSpy2, Port: 2302}}},
	{Name: "ut3", Title: "Unreal Tournament 3", GamePort: 7777, gamename: "ut3pc", keys: keysUT3,
		Services: []Service{{Protocol: GameSpy3, Port: 6500}, {Protocol: UnrealLAN, Port: lanBeaconPort}}, ut3: true},
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
		if !g.Answers(p) || g.ut3 && s.Game != nil && !equalFold(*s.Game, g.gamename) {
			continue
		}
		switch {
		case s.Game != nil && equalFold(*s.Game, g.gamename), g.classes != "" && s.GameType != nil && hasPrefix(*s.GameType, g.classes), g.ut3 && s.numbered():
			return g
		case usual == nil, g.Services[0].Protocol == p && usual.Services[0].Protocol != p:
			usual = g
		}
	}
	return usual
}

func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// numbered reports whether s has settings of UT3.
func (s *Status) numbered() bool {
	for i := range s.Rules {
		if ut3Setting([]byte(s.Rules[i].Key)) {
			return true
		}
	}
	return false
}
