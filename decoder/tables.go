package decoder

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/sections"
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
var Plans = [...]*ask.Plan{
	&unreal2.Plan,
	&gamespy1.Plan,
	&unreal2.PlanUT2003,
	&unreal2.PlanPariah,
	&gamespy2.Plan,
	&gamespy3.Plan,
	&gamespy3.PlanRoster,
	&ugp.Plan,
	&quake3.Plan,
	&a2s.Plan,
	&quake2.Plan,
	&quakeworld.Plan,
	&quakeworld.PlanHexen,
	&samp.Plan,
	&samp.PlanVice,
	&raknet.Plan,
	&mumble.Plan,
	&ase.Plan,
	&doom3.Plan,
	&doom3.PlanWars,
	&tribes.Plan,
	&tribes.PlanStarsiege,
	&torque.Plan,
}

// Calls lists what is broadcast on a local network.
var Calls = [...]ask.Call{
	// Servers of UT99 and related games use the first free one of ten ports.
	{Protocol: protocol.UnrealLAN, Message: "REPORTQUERY request", Ports: []uint16{8777, 8778, 8779, 8780, 8781, 8782, 8783, 8784, 8785, 8786}, Found: lanFound},
	{Protocol: protocol.Unreal2, Message: "server info request", Ports: []uint16{10777}, Found: unreal2.Found},
	{Protocol: protocol.UnrealLAN, Message: "LAN beacon query request", Ports: []uint16{unreallan.BeaconPort}, Found: unreallan.BeaconFound},
}

// lanFound: the answer to REPORTQUERY is the query port.
func lanFound(m *wire.Message, _ uint16) (*ask.Plan, uint16) {
	if port := m.Count(wire.RoleQueryPort); port > 0 && port < 65536 {
		return &gamespy1.Plan, uint16(port)
	}
	return nil, 0
}
