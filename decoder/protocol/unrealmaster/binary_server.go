package unrealmaster

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// The session of a game server with its master
// (protocol/unrealmaster/SPEC.md#server-session), mostly known from an
// open-source master.

var (
	epicUplinkGroup = wire.FieldDef{Key: "uplink", Name: "Uplink message", Kind: wire.KindGroup}
	epicUplink      = wire.Layout{
		{Key: "uplink.nat", Name: "Behind NAT", Kind: wire.KindU32LE, Symbols: &wire.YesNo},
		{Key: "uplink.gamespy", Name: "GameSpy uplink", Kind: wire.KindU32LE, Symbols: &wire.YesNo},
	}

	// Master to server.
	epicOrder     = wire.FieldDef{Key: "order", Name: "Order", Kind: wire.KindU8, Symbols: &epicOrders}
	epicBeatGroup = wire.FieldDef{Key: "heartbeat", Name: "Heartbeat request message", Kind: wire.KindGroup}
	epicBeat      = wire.Layout{
		epicOrder,
		{Key: "heartbeat.port", Name: "Port to answer from", Kind: wire.KindU8, Symbols: &epicBeatPorts},
		{Key: "heartbeat.code", Name: "Code", Kind: wire.KindU32LE,
			Doc: "The server repeats it in a UDP datagram from the port that is requested, so that the master learns the port."},
	}
	epicPortsGroup = wire.FieldDef{Key: "ports", Name: "Detected ports message", Kind: wire.KindGroup}
	epicPorts      = wire.Layout{
		epicOrder,
		{Key: "ports.period", Name: "Heartbeat period", Kind: wire.KindU32LE, AtMost: 86400, Doc: "Seconds; 120 is usual."},
		{Key: "ports.query", Name: "Query port", Kind: wire.KindU32LE, AtMost: 65535},
		{Key: "ports.game", Name: "Game port", Kind: wire.KindU32LE, AtMost: 65535},
		{Key: "ports.gamespy", Name: "GameSpy port", Kind: wire.KindU32LE, AtMost: 65535},
	}
	epicPorts2003 = wire.Layout{
		epicOrder,
		{Key: "ports.byte_ut2003", Name: "Byte", Kind: wire.KindU8, Note: "meaning unknown"},
		{Key: "ports.number_ut2003", Name: "Number", Kind: wire.KindU32LE, Note: "meaning unknown"},
	}
	epicMatchGroup = wire.FieldDef{Key: "match", Name: "Match ID message", Kind: wire.KindGroup}
	epicMatch      = wire.Layout{
		epicOrder,
		{Key: "match.id", Name: "Match ID", Kind: wire.KindU32LE},
	}
	epicPackagesGroup = wire.FieldDef{Key: "packages", Name: "Package list message", Kind: wire.KindGroup}
	epicPackageCount  = wire.FieldDef{Key: "packages.count", Name: "Packages", Kind: wire.KindCompact,
		Role: wire.RoleCount, AtMost: 65535}
	epicPackageGroup = wire.FieldDef{Key: "packages.package", Name: "Package", Kind: wire.KindGroup}
	epicPackage      = [...]wire.FieldDef{
		{Key: "packages.guid", Name: "GUID", Kind: wire.KindText},
		{Key: "packages.md5", Name: "Digest", Kind: wire.KindText, Doc: "MD5 of the package."},
		{Key: "packages.revision", Name: "Revision", Kind: wire.KindU32LE},
	}

	// Server to master.
	epicReport     = wire.FieldDef{Key: "report", Name: "Report", Kind: wire.KindU8, Symbols: &epicReports}
	epicStateGroup = wire.FieldDef{Key: "state", Name: "Game state message", Kind: wire.KindGroup,
		Doc: "The addresses of the clients, then the record of an info reply with its rules and players."}
	epicClients    = wire.FieldDef{Key: "state.clients", Name: "Clients", Kind: wire.KindCompact, AtMost: 1024}
	epicClient     = wire.FieldDef{Key: "state.client", Name: "Client address", Kind: wire.KindText}
	epicStatsGroup = wire.FieldDef{Key: "stats", Name: "Statistics message", Kind: wire.KindGroup}
	epicStats      = wire.Layout{
		epicReport,
		{Key: "stats.text", Name: "Statistics", Kind: wire.KindText},
	}
	epicRevisionGroup = wire.FieldDef{Key: "revision", Name: "Package revision message", Kind: wire.KindGroup}
	epicRevision      = wire.Layout{
		epicReport,
		{Key: "revision.number", Name: "Revision", Kind: wire.KindU32LE},
	}

	// The UDP datagram that answers a heartbeat request.
	epicUDP = [...]wire.FieldDef{
		{Key: "udp.port", Name: "Port that answers", Kind: wire.KindU8, Symbols: &epicBeatPorts},
		{Key: "udp.code", Name: "Code", Kind: wire.KindU32LE, Doc: "Repeats the code of the heartbeat request."},
	}
)

// epicUDPSize is the length in bytes of that datagram.
const epicUDPSize = 5

var (
	epicOrders = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "heartbeat request"},
		{Value: 1, Name: "detected ports"}, {Value: 3, Name: "match ID"}, {Value: 4, Name: "package list"}}}
	epicBeatPorts = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "query port"}, {Value: 1, Name: "game port"},
		{Value: 2, Name: "GameSpy port"}}}
	epicReports = wire.Symbols{List: []wire.Symbol{{Value: 1, Name: "game state"}, {Value: 2, Name: "statistics"},
		{Value: 4, Name: "package revision"}}}
)

func epicPackages(r *wire.Reader) {
	r.Field(&epicOrder)
	count := int64(r.Field(&epicPackageCount))
	for n := 0; int64(n) < count && !r.Stopped; n++ {
		g := r.Begin(&epicPackageGroup, n)
		r.Read(epicPackage[:])
		r.Done(g)
	}
}

// epicState reads the report of a server about its match. The record is the one
// of an info reply; only its end tells its variants apart.
func epicState(r *wire.Reader) {
	r.Field(&epicReport)
	count := int64(r.Field(&epicClients))
	for n := int64(0); n < count && !r.Stopped; n++ {
		r.Field(&epicClient)
	}
	r.Read(record.InfoHead[:])
	r.Read(record.InfoPlayers[:])
	if r.Stopped {
		return
	}
	marks := r.Flags
	r.Flags |= wire.FlagAmbiguous
	r.Best(func(r *wire.Reader) {
		r.Read(record.InfoPing[:])
		r.Read(record.InfoFlags[:])
		record.Arrays(r)
	}, func(r *wire.Reader) { // Killing Floor
		r.Read(record.InfoWaves[:])
		r.Read(record.InfoPing[:])
		r.Read(record.InfoFlagsKF[:])
		record.Arrays(r)
	}, func(r *wire.Reader) { // UT2003
		r.Read(record.InfoPing[:])
		record.Arrays(r)
	})
	r.Flags = marks
}

// isBeatAnswer reports whether p is the UDP datagram that answers a heartbeat
// request. It cannot be a message, whose length would be absurd.
func isBeatAnswer(p []byte, opts *wire.Options) bool {
	return len(p) == epicUDPSize && !opts.Stream && p[0] <= 2 && wire.ReadNumber(wire.KindU32LE, p) > EpicMaxBody
}
