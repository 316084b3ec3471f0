package decoder

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/ase"
	"fragscope/decoder/protocol/doom3"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/protocol/minecraft"
	"fragscope/decoder/protocol/mumble"
	"fragscope/decoder/protocol/quake2"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/protocol/quakeworld"
	"fragscope/decoder/protocol/raknet"
	"fragscope/decoder/protocol/samp"
	"fragscope/decoder/protocol/teamspeak"
	"fragscope/decoder/protocol/torque"
	"fragscope/decoder/protocol/tribes"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/protocol/unreallan"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// Replays holds what ties the replies of each protocol to their requests.
var Replays = [protocol.ProtocolCount]answer.Replay{
	protocol.GameSpy1:  {Stamp: gamespy1.Stamp, Beside: gamespy1.Beside},
	protocol.GameSpy2:  {Stamp: sections.Stamp, Question: gamespy2.Question},
	protocol.GameSpy3:  {Stamp: sections.Stamp, Challenge: gamespy3.Asked, Question: gamespy3.Question},
	protocol.A2S:       {Challenge: a2s.Asked, Question: a2s.Question},
	protocol.SAMP:      {Stamp: samp.Stamp, Question: samp.Question},
	protocol.RakNet:    {Stamp: raknet.Stamp, Question: raknet.Question},
	protocol.Mumble:    {Stamp: mumble.Stamp, Question: mumble.Question},
	protocol.Doom3:     {Stamp: doom3.Stamp, Question: doom3.Question},
	protocol.Tribes:    {Stamp: tribes.Stamp, Question: tribes.Question},
	protocol.Torque:    {Stamp: torque.Stamp, Question: torque.Question},
	protocol.UnrealLAN: {Stamp: unreallan.Stamp, Question: unreallan.Question},
}

// topicOf holds what protocols know about topics, nil for those in which all
// requests get the same kind of reply.
var topicOf = [protocol.ProtocolCount]func(m *wire.Message) wire.Topic{
	protocol.Unreal2:         unreal2.Topic,
	protocol.GameSpy1:        gamespy1.Topic,
	protocol.GameSpy2:        gamespy2.Topic,
	protocol.GameSpy3:        gamespy3.Topic,
	protocol.UGP:             ugp.Topic,
	protocol.UnrealLAN:       unreallan.Topic,
	protocol.UnrealMaster:    unrealmaster.Topic,
	protocol.UnrealHeartbeat: heartbeat.Topic,
	protocol.Quake3:          quake3.Topic,
	protocol.A2S:             a2s.Topic,
	protocol.Quake2:          quake2.Topic,
	protocol.QuakeWorld:      quakeworld.Topic,
	protocol.SAMP:            samp.Topic,
	protocol.RakNet:          raknet.Topic,
	protocol.Mumble:          mumble.Topic,
	protocol.Minecraft:       minecraft.Topic,
	protocol.ASE:             ase.Topic,
	protocol.Doom3:           doom3.Topic,
	protocol.GameSpyMaster:   gamespymaster.Topic,
	protocol.Tribes:          tribes.Topic,
	protocol.Torque:          torque.Topic,
	protocol.TeamSpeak:       teamspeak.Topic,
}

var partOf = [protocol.ProtocolCount]func(m *wire.Message) wire.Part{protocol.GameSpy1: gamespy1.Part, protocol.GameSpy3: gamespy3.Part, protocol.A2S: a2s.Part}

// statusOf holds how messages describe a server where the roles of their fields
// are not enough.
var statusOf = [protocol.ProtocolCount]func(b *wire.StatusBuilder, m *wire.Message){
	protocol.GameSpy1:        gamespy1.Status,
	protocol.GameSpy2:        sections.Status,
	protocol.GameSpy3:        gamespy3.Status,
	protocol.UGP:             ugp.Status,
	protocol.UnrealLAN:       unreallan.Status,
	protocol.UnrealMaster:    noStatus,
	protocol.UnrealHeartbeat: noStatus,
	protocol.Quake3:          quake3.Status,
	protocol.A2S:             a2s.Status,
	protocol.Quake2:          quake2.Status,
	protocol.QuakeWorld:      quakeworld.Status,
	protocol.SAMP:            samp.Status,
	protocol.RakNet:          raknet.Status,
	protocol.Mumble:          mumble.Status,
	protocol.Minecraft:       minecraft.Status,
	protocol.ASE:             ase.Status,
	protocol.Doom3:           doom3.Status,
	protocol.GameSpyMaster:   gamespymaster.Status,
	protocol.Tribes:          tribes.Status,
	protocol.Torque:          torque.Status,
	protocol.TeamSpeak:       noStatus,
}

// noStatus is for messages about many servers, or none.
func noStatus(*wire.StatusBuilder, *wire.Message) {}

// A requests row builds the requests of a protocol.
type requests struct {
	append func(dst []byte, q *ask.Query) ([]byte, error) // nil for a protocol without
	takes  func(details any) bool                         // nil when there are no details
}

// requestOf holds what builds the requests of each protocol.
var requestOf = [protocol.ProtocolCount]requests{
	protocol.Unreal2:         {unreal2.AppendRequest, ask.Are[unreal2.Query]},
	protocol.GameSpy1:        {gamespy1.AppendRequest, ask.Are[gamespy1.Query]},
	protocol.GameSpy2:        {gamespy2.AppendRequest, ask.Are[gamespy2.Query]},
	protocol.GameSpy3:        {gamespy3.AppendRequest, ask.Are[gamespy3.Query]},
	protocol.UGP:             {ugp.AppendRequest, ask.Are[ugp.Query]},
	protocol.UnrealLAN:       {unreallan.AppendRequest, nil},
	protocol.UnrealMaster:    {unrealmaster.Request, ask.Are[unrealmaster.Query]},
	protocol.UnrealHeartbeat: {heartbeat.AppendRequest, ask.Are[heartbeat.Query]},
	protocol.Quake3:          {quake3.AppendRequest, ask.Are[quake3.Query]},
	protocol.A2S:             {a2s.AppendRequest, ask.Are[a2s.Query]},
	protocol.Quake2:          {quake2.AppendRequest, ask.Are[quake2.Query]},
	protocol.QuakeWorld:      {quakeworld.AppendRequest, ask.Are[quakeworld.Query]},
	protocol.SAMP:            {samp.AppendRequest, ask.Are[samp.Query]},
	protocol.RakNet:          {raknet.AppendRequest, ask.Are[raknet.Query]},
	protocol.Mumble:          {mumble.AppendRequest, ask.Are[mumble.Query]},
	protocol.Minecraft:       {minecraft.AppendRequest, ask.Are[minecraft.Query]},
	protocol.ASE:             {ase.AppendRequest, nil},
	protocol.Doom3:           {doom3.AppendRequest, ask.Are[doom3.Query]},
	protocol.GameSpyMaster:   {gamespymaster.AppendRequest, ask.Are[gamespymaster.Query]},
	protocol.Tribes:          {tribes.AppendRequest, ask.Are[tribes.Query]},
	protocol.Torque:          {torque.AppendRequest, ask.Are[torque.Query]},
}

// settingsOf lists the details of requests that a user may give, nil for none.
var settingsOf = [protocol.ProtocolCount]func() []ask.Setting{
	protocol.Unreal2:         unreal2.Settings,
	protocol.GameSpy1:        gamespy1.Settings,
	protocol.GameSpy2:        gamespy2.Settings,
	protocol.GameSpy3:        gamespy3.Settings,
	protocol.UGP:             ugp.Settings,
	protocol.UnrealLAN:       unreallan.Settings,
	protocol.UnrealMaster:    unrealmaster.Settings,
	protocol.UnrealHeartbeat: heartbeat.Settings,
	protocol.Quake3:          quake3.Settings,
	protocol.A2S:             a2s.Settings,
	protocol.Quake2:          quake2.Settings,
	protocol.QuakeWorld:      quakeworld.Settings,
	protocol.SAMP:            samp.Settings,
	protocol.RakNet:          raknet.Settings,
	protocol.Mumble:          mumble.Settings,
	protocol.Minecraft:       minecraft.Settings,
	protocol.Doom3:           doom3.Settings,
	protocol.GameSpyMaster:   gamespymaster.Settings,
	protocol.Tribes:          tribes.Settings,
	protocol.Torque:          torque.Settings,
}

// replyOf holds what builds the replies of each protocol, nil for those
// without. Masters have sessions instead: see MasterSession.
var replyOf = [protocol.ProtocolCount]func(r *answer.Writer, request *wire.Message){
	protocol.Unreal2:       unreal2.Replies,
	protocol.GameSpy1:      gamespy1.Replies,
	protocol.GameSpy2:      gamespy2.Replies,
	protocol.GameSpy3:      gamespy3.Answer,
	protocol.UGP:           ugp.Replies,
	protocol.UnrealLAN:     unreallan.Replies,
	protocol.Quake3:        quake3.Replies,
	protocol.A2S:           a2s.Replies,
	protocol.Quake2:        quake2.Replies,
	protocol.QuakeWorld:    quakeworld.Replies,
	protocol.SAMP:          samp.Replies,
	protocol.RakNet:        raknet.Replies,
	protocol.Mumble:        mumble.Replies,
	protocol.Minecraft:     minecraft.Replies,
	protocol.ASE:           ase.Replies,
	protocol.Doom3:         doom3.Replies,
	protocol.Tribes:        tribes.Replies,
	protocol.Torque:        torque.Replies,
	protocol.GameSpyMaster: gamespymaster.Replies,
}

// Checks holds those of each protocol.
var Checks = [protocol.ProtocolCount]ask.Check{
	protocol.A2S: {Doubtful: a2s.Doubtful, Long: true}, protocol.GameSpy1: {Flaw: gamespy1.Flaw, Doubtful: gamespy1.Doubtful}, protocol.GameSpy2: {Short: gamespy2.Short}, protocol.ASE: {Flaw: ase.Flaw, Short: ase.Short, Long: true}, protocol.GameSpy3: {Flaw: gamespy3.Flaw, Doubtful: gamespy3.Doubtful, Long: true},
}

// Plans lists how servers are queried, the usual one of a protocol first.
var Plans = [...]*ask.Plan{&unreal2.Plan, &gamespy1.Plan, &unreal2.PlanUT2003, &unreal2.PlanPariah, &gamespy2.Plan, &gamespy3.Plan, &gamespy3.PlanRoster, &ugp.Plan, &quake3.Plan, &a2s.Plan, &quake2.Plan, &quakeworld.Plan, &quakeworld.PlanHexen, &samp.Plan, &samp.PlanVice, &raknet.Plan, &mumble.Plan, &ase.Plan, &doom3.Plan, &doom3.PlanWars, &tribes.Plan, &tribes.PlanStarsiege, &torque.Plan}

// Calls lists what is broadcast on a local network.
var Calls = [...]ask.Call{
	// Servers of UT99 and related games use the first free one of ten ports.
	{Protocol: protocol.UnrealLAN, Message: "REPORTQUERY request", Ports: []uint16{8777, 8778, 8779, 8780, 8781, 8782, 8783, 8784, 8785, 8786}, Found: lanFound},
	{Protocol: protocol.Unreal2, Message: "server info request", Ports: []uint16{10777}, Found: unreal2.Found},
	{Protocol: protocol.UnrealLAN, Message: "LAN beacon query request", Ports: []uint16{unreallan.BeaconPort}, Found: unreallan.BeaconFound},
}

// gameTable lists the games; the first that answers a protocol represents it.
var gameTable = [...]answer.Game{
	{Name: "ut2004", Title: "Unreal Tournament 2004", GamePort: 7777, Join: "ut2004://", Gamename: "ut2004", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x80}}, {Protocol: protocol.GameSpy1, Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}}, {Protocol: protocol.Unreal2, Port: unreal2LANPort}}},
	{Name: "ut2003", Title: "Unreal Tournament 2003", GamePort: 7777, Gamename: "ut2", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x79, Short: true}}, {Protocol: protocol.GameSpy1, Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring", Backslash: true}}}},
	{Name: "killingfloor", Title: "Killing Floor", GamePort: 7707, Gamename: "killingfloor", Classes: "KF", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x80, Waves: true}}, {Protocol: protocol.GameSpy1, Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}}}},
	{Name: "redorchestra", Title: "Red Orchestra: Ostfront", GamePort: 7757, Gamename: "redorchestra", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x80}}, {Protocol: protocol.GameSpy1, Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}}}},
	{Name: "xmp", Title: "Unreal II XMP", GamePort: 7777, Gamename: "unreal2", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x7e, Short: true, Properties: true}}}},
	{Name: "pariah", Title: "Pariah", GamePort: 7777, Gamename: "pariahpc", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: protocol.Unreal2, Offset: 1, Style: &unreal2.Layout{Version: 0x77, Pariah: true}}}},
	{Name: "ut99", Title: "Unreal Tournament", GamePort: 7777, Join: "unreal://", Gamename: "ut", Keys: &gamespy1.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy1, Offset: 1, Style: &gamespy1.Style{Echo: "echo", Teams: true}}, {Protocol: protocol.UnrealLAN, Port: 8777}}},
	{Name: "unreal", Title: "Unreal", GamePort: 7777, Join: "unreal://", Gamename: "unreal", Keys: &gamespy1.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy1, Offset: 1, Style: &gamespy1.Style{Echo: "echo", Apart: true, FinalFirst: true}}, {Protocol: protocol.UnrealLAN, Port: 8777}}},
	{Name: "bf1942", Title: "Battlefield 1942", GamePort: 14567, Gamename: "bfield1942", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy1, Port: 23000, Style: &gamespy1.Style{Echo: "echo", FinalFirst: true, Playername: true, TeamsInStatus: true, Mixed: true, Full: sections.Full}}}},
	{Name: "swat4", Title: "SWAT 4", GamePort: 10480, Gamename: "swat4", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy2, Offset: 2}}},
	{Name: "americasarmy", Title: "America's Army", GamePort: 1716, Gamename: "armygame", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy2, Offset: 1, Style: &sections.Style{Countless: true}}}},
	{Name: "halo", Title: "Halo", GamePort: 2302, Gamename: "halor", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy2, Port: 2302}}},
	{Name: "ut3", Title: "Unreal Tournament 3", GamePort: 7777, Gamename: "ut3pc", Keys: &sections.NumberedKeys,
		Services: []answer.Service{{Protocol: protocol.GameSpy3, Port: 6500}, {Protocol: protocol.UnrealLAN, Port: unreallan.BeaconPort}}, Numbered: true, Knows: keys.Numbered},
	{Name: "bf2", Title: "Battlefield 2", GamePort: 16567, Gamename: "battlefield2", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy3, Port: 29900}}},
	{Name: "crysis", Title: "Crysis", GamePort: 64087, Gamename: "crysis", Nameless: true, Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: protocol.GameSpy3, Port: 64087}}},
	{Name: "jc2mp", Title: "Just Cause 2 Multiplayer", GamePort: 7777, Nameless: true, Keys: &gamespy3.RosterKeys,
		Services: []answer.Service{{Protocol: protocol.GameSpy3, Port: 7777}}},
	{Name: "gtaconnected", Title: "GTA Connected", GamePort: 22000, Keys: &answer.RuleKeys{},
		Services: []answer.Service{{Protocol: protocol.UGP, Port: 22000}}},
	{Name: "quake3", Title: "Quake III Arena", GamePort: 27960, Gamename: "baseq3", Keys: &quake3.Keys,
		Services: []answer.Service{{Protocol: protocol.Quake3, Port: 27960}}},
	{Name: "quake2", Title: "Quake II", GamePort: 27910, Gamename: "baseq2", Keys: &quake2.Keys,
		Services: []answer.Service{{Protocol: protocol.Quake2, Port: 27910}}},
	{Name: "quakeworld", Title: "QuakeWorld", GamePort: 27500, Gamename: "qw", Keys: &quakeworld.Keys,
		Services: []answer.Service{{Protocol: protocol.QuakeWorld, Port: 27500}}},
	{Name: "hexenworld", Title: "HexenWorld", GamePort: 26950, Gamename: "hw", Keys: &quakeworld.Keys,
		Services: []answer.Service{{Protocol: protocol.QuakeWorld, Port: 26950}}},
	{Name: "tf2", Title: "Team Fortress 2", GamePort: 27015, Join: "steam://connect/", Keys: &a2s.Keys,
		Services: []answer.Service{{Protocol: protocol.A2S, Port: 27015, Style: &a2s.Style{App: 440, Folder: "tf", Protocol: 17}}}},
	{Name: "rust", Title: "Rust", GamePort: 28015, Join: "steam://connect/", Keys: &a2s.Keys,
		Services: []answer.Service{{Protocol: protocol.A2S, Port: 28017, Style: &a2s.Style{App: 252490, Folder: "rust", Protocol: 17, Tags: true}}}},
	{Name: "halflife", Title: "Half-Life", GamePort: 27015, Join: "steam://connect/", Keys: &a2s.Keys,
		Services: []answer.Service{{Protocol: protocol.A2S, Port: 27015, Style: &a2s.Style{App: 70, Folder: "valve", Protocol: 48}}}},
	{Name: "samp", Title: "San Andreas Multiplayer", GamePort: 7777, Join: "samp://", Keys: &samp.Keys,
		Services: []answer.Service{{Protocol: protocol.SAMP, Port: 7777}}},
	{Name: "openmp", Title: "open.mp", GamePort: 7777, Join: "samp://", Keys: &samp.Keys,
		Services: []answer.Service{{Protocol: protocol.SAMP, Port: 7777, Style: &samp.Style{Open: true}}}},
	{Name: "vcmp", Title: "Vice City Multiplayer", GamePort: 8192, Keys: &samp.Keys,
		Services: []answer.Service{{Protocol: protocol.SAMP, Port: 8192}}},
	{Name: "bedrock", Title: "Minecraft Bedrock Edition", GamePort: 19132, Keys: &raknet.Keys,
		Services: []answer.Service{{Protocol: protocol.RakNet, Port: 19132}}},
	{Name: "mumble", Title: "Mumble", GamePort: 64738, Join: "mumble://", Keys: &mumble.Keys,
		Services: []answer.Service{{Protocol: protocol.Mumble, Port: 64738}}},
	{Name: "mta", Title: "Multi Theft Auto", GamePort: 22003, Join: "mtasa://", Gamename: "mta", Keys: &ase.Keys,
		Services: []answer.Service{{Protocol: protocol.ASE, Offset: 123, Style: &ase.Style{MTA: true}}}},
	{Name: "farcry", Title: "Far Cry", GamePort: 49001, Gamename: "farcry", Keys: &ase.Keys,
		Services: []answer.Service{{Protocol: protocol.ASE, Offset: 123}}},
	{Name: "doom3", Title: "Doom 3", GamePort: 27666, Gamename: "baseDOOM-1", Keys: &doom3.Keys,
		Services: []answer.Service{{Protocol: protocol.Doom3, Port: 27666, Style: &doom3.Style{Version: 1<<16 | 41}}}},
	{Name: "quake4", Title: "Quake 4", GamePort: 28004, Gamename: "Q4MP 1.4.2", Keys: &doom3.Keys,
		Services: []answer.Service{{Protocol: protocol.Doom3, Port: 28004, Style: &doom3.Style{Version: 2<<16 | 85, Clan: true}}}},
	{Name: "etqw", Title: "Enemy Territory: Quake Wars", GamePort: 3074, Gamename: "baseETQW-1", Keys: &doom3.WarsKeys,
		Services: []answer.Service{{Protocol: protocol.Doom3, Port: 27733, Style: &doom3.Style{Version: 10<<16 | 21, Wars: true}}}},
	{Name: "tribes", Title: "Starsiege: Tribes", GamePort: 28001, Gamename: "Tribes", Keys: &tribes.Keys,
		Services: []answer.Service{{Protocol: protocol.Tribes, Port: 28001}}},
	{Name: "starsiege", Title: "Starsiege", GamePort: 29001, Gamename: "Starsiege", Keys: &tribes.Keys,
		Services: []answer.Service{{Protocol: protocol.Tribes, Port: 29001}}},
	{Name: "tribes2", Title: "Tribes 2", GamePort: 28000, Gamename: "base", Keys: &torque.Keys,
		Services: []answer.Service{{Protocol: protocol.Torque, Port: 28000}}},
}

// unreal2LANPort is where UT2004 answers the same requests on a LAN
// (protocol/unreal2/SPEC.md#transport).
const unreal2LANPort = 10777

// Games lists the kinds of servers whose replies can be built.
func Games() []*answer.Game {
	all := make([]*answer.Game, len(gameTable))
	for i := range gameTable {
		all[i] = &gameTable[i]
	}
	return all
}

// GameByName returns the game with the given name, nil for none.
func GameByName(name string) *answer.Game {
	for i := range gameTable {
		if wire.EqualFold(gameTable[i].Name, name) {
			return &gameTable[i]
		}
	}
	return nil
}

// GameOf returns the game that answers p and that s names or looks like, or
// else the usual one of the protocol; nil when no game answers p.
func GameOf(p protocol.ID, s *wire.Status) *answer.Game {
	if s == nil {
		s = &wire.Status{}
	}
	var usual *answer.Game
	for i := range gameTable {
		g := &gameTable[i]
		if !g.Answers(p) || g.Numbered && s.Game.Known && !wire.EqualFold(s.Game.Value, g.Gamename) {
			continue
		}
		switch {
		case s.Game.Known && wire.EqualFold(s.Game.Value, g.Gamename), g.Classes != "" && s.GameType.Known && wire.HasPrefix(s.GameType.Value, g.Classes), g.Knows != nil && g.Knows(s):
			return g
		case usual == nil, g.Services[0].Protocol == p && usual.Services[0].Protocol != p:
			usual = g
		}
	}
	return usual
}

// ListedBy reports whether the masters that speak binary, or those that speak
// text, list servers of g (protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters).
func ListedBy(g *answer.Game, binary bool) bool {
	return (g.Services[0].Protocol == protocol.Unreal2) == binary && g.Gamename != ""
}

// lanFound: the answer to REPORTQUERY is the query port.
func lanFound(m *wire.Message, _ uint16) (*ask.Plan, uint16) {
	if port := m.Count(wire.RoleQueryPort); port > 0 && port < 65536 {
		return &gamespy1.Plan, uint16(port)
	}
	return nil, 0
}
