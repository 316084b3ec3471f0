package unrealmaster

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// The session of a game server with its master (protocol/unrealmaster/SPEC.md#server-session), known from
// an open master for the most part.

var (
	epicUplinkGroup = wire.FieldDef{Key: "unreal-master.uplink", Name: "Uplink message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicUplink      = wire.Layout{
		{Key: "unreal-master.uplink.nat", Name: "Behind NAT", Kind: wire.KindU32LE, Symbols: &epicYesNo, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.uplink.gamespy", Name: "GameSpy uplink", Kind: wire.KindU32LE, Symbols: &epicYesNo, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// Master to server.
	epicOrder     = wire.FieldDef{Key: "unreal-master.order", Name: "Order", Kind: wire.KindU8, Symbols: &epicOrders, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicBeatGroup = wire.FieldDef{Key: "unreal-master.heartbeat", Name: "Heartbeat request message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicBeat      = wire.Layout{
		epicOrder,
		{Key: "unreal-master.heartbeat.port", Name: "Port to answer from", Kind: wire.KindU8, Symbols: &epicBeatPorts, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.heartbeat.code", Name: "Code", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "The server repeats it in a UDP datagram from the port that is asked for, so that the master learns the port."},
	}
	epicPortsGroup = wire.FieldDef{Key: "unreal-master.ports", Name: "Detected ports message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPorts      = wire.Layout{
		epicOrder,
		{Key: "unreal-master.ports.period", Name: "Heartbeat period", Kind: wire.KindU32LE, AtMost: 86400, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "Seconds; 120 is usual."},
		{Key: "unreal-master.ports.query", Name: "Query port", Kind: wire.KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.ports.game", Name: "Game port", Kind: wire.KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.ports.gamespy", Name: "GameSpy port", Kind: wire.KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicPorts2003 = wire.Layout{
		epicOrder,
		{Key: "unreal-master.ports.byte_ut2003", Name: "Byte", Kind: wire.KindU8, Source: "protocol/unrealmaster/SPEC.md#server-session", Note: "meaning unknown"},
		{Key: "unreal-master.ports.number_ut2003", Name: "Number", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Note: "meaning unknown"},
	}
	epicMatchGroup = wire.FieldDef{Key: "unreal-master.match", Name: "Match ID message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicMatch      = wire.Layout{
		epicOrder,
		{Key: "unreal-master.match.id", Name: "Match ID", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicPackagesGroup = wire.FieldDef{Key: "unreal-master.packages", Name: "Package list message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackageCount  = wire.FieldDef{Key: "unreal-master.packages.count", Name: "Packages", Kind: wire.KindCompact, Role: wire.RoleCount, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackageGroup  = wire.FieldDef{Key: "unreal-master.packages.package", Name: "Package", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackage       = [...]wire.FieldDef{
		{Key: "unreal-master.packages.guid", Name: "GUID", Kind: wire.KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.packages.md5", Name: "Digest", Kind: wire.KindText, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "MD5 of the package."},
		{Key: "unreal-master.packages.revision", Name: "Revision", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// Server to master.
	epicReport     = wire.FieldDef{Key: "unreal-master.report", Name: "Report", Kind: wire.KindU8, Symbols: &epicReports, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStateGroup = wire.FieldDef{Key: "unreal-master.state", Name: "Game state message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session",
		Doc: "The addresses of the clients, then the record of an info reply with its rules and players."}
	epicClients    = wire.FieldDef{Key: "unreal-master.state.clients", Name: "Clients", Kind: wire.KindCompact, AtMost: 1024, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicClient     = wire.FieldDef{Key: "unreal-master.state.client", Name: "Client address", Kind: wire.KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStatsGroup = wire.FieldDef{Key: "unreal-master.stats", Name: "Statistics message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStats      = wire.Layout{
		epicReport,
		{Key: "unreal-master.stats.text", Name: "Statistics", Kind: wire.KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicRevisionGroup = wire.FieldDef{Key: "unreal-master.revision", Name: "Package revision message", Kind: wire.KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicRevision      = wire.Layout{
		epicReport,
		{Key: "unreal-master.revision.number", Name: "Revision", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// The UDP datagram that answers a heartbeat request.
	epicUDP = [...]wire.FieldDef{
		{Key: "unreal-master.udp.port", Name: "Port that answers", Kind: wire.KindU8, Symbols: &epicBeatPorts, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.udp.code", Name: "Code", Kind: wire.KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "Repeats the code of the heartbeat request."},
	}
)

// epicUDPSize is the length in bytes of that datagram.
const epicUDPSize = 5

var (
	epicOrders    = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "heartbeat request"}, {Value: 1, Name: "detected ports"}, {Value: 3, Name: "match ID"}, {Value: 4, Name: "package list"}}}
	epicBeatPorts = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "query port"}, {Value: 1, Name: "game port"}, {Value: 2, Name: "GameSpy port"}}}
	epicReports   = wire.Symbols{List: []wire.Symbol{{Value: 1, Name: "game state"}, {Value: 2, Name: "statistics"}, {Value: 4, Name: "package revision"}}}
)

func epicPackages(r *wire.Reader) {
	r.Field(&epicOrder)
	count := r.Compact(&epicPackageCount)
	for n := 0; int64(n) < count && !r.Stopped; n++ {
		g := r.Begin(&epicPackageGroup, n)
		r.Read(epicPackage[:])
		r.Done(g)
	}
}

// epicState reads the report of a server about its game. The record is the
// one of an info reply; only its end tells its variants apart.
func epicState(r *wire.Reader) {
	r.Field(&epicReport)
	count := r.Compact(&epicClients)
	for n := int64(0); n < count && !r.Stopped; n++ {
		r.Fstring(&epicClient)
	}
	r.Read(record.Unreal2InfoHead[:])
	r.Read(record.Unreal2InfoPlayers[:])
	if r.Stopped {
		return
	}
	marks := r.Marks
	r.Marks |= wire.MarkAmbiguous
	r.Best(epicRecord2004, epicRecordKF, epicRecord2003)
	r.Marks = marks
}

func epicRecord2004(r *wire.Reader) {
	r.Read(record.Unreal2InfoPing[:])
	r.Read(record.Unreal2InfoFlags[:])
	record.Unreal2Arrays(r)
}

func epicRecordKF(r *wire.Reader) {
	r.Read(record.Unreal2InfoWaves[:])
	r.Read(record.Unreal2InfoPing[:])
	r.Read(record.Unreal2InfoFlagsKF[:])
	record.Unreal2Arrays(r)
}

func epicRecord2003(r *wire.Reader) {
	r.Read(record.Unreal2InfoPing[:])
	record.Unreal2Arrays(r)
}

// epicBeatAnswer reads the UDP datagram that answers a heartbeat request, if
// the bytes are one: they cannot be a message, whose length would be absurd.
func epicBeatAnswer(r *wire.Reader) bool {
	if !isBeatAnswer(r.Rest(), r.Opts) {
		return false
	}
	r.Say(&EpicBeatRequest)
	r.Marks |= wire.MarkAmbiguous
	r.Read(epicUDP[:])
	r.Marks &^= wire.MarkAmbiguous
	return true
}

func isBeatAnswer(p []byte, opts *wire.Options) bool {
	return len(p) == epicUDPSize && !opts.Stream && p[0] <= 2 && wire.ReadNumber(wire.KindU32LE, p) > EpicMaxBody
}
