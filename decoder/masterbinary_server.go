package decoder

// The session of a game server with its master (protocol/unrealmaster/SPEC.md#server-session), known from
// an open master for the most part.

var (
	epicUplinkGroup = FieldDef{Key: "unreal-master.uplink", Name: "Uplink message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicUplink      = layout{
		{Key: "unreal-master.uplink.nat", Name: "Behind NAT", Kind: KindU32LE, Symbols: &epicYesNo, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.uplink.gamespy", Name: "GameSpy uplink", Kind: KindU32LE, Symbols: &epicYesNo, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// Master to server.
	epicOrder     = FieldDef{Key: "unreal-master.order", Name: "Order", Kind: KindU8, Symbols: &epicOrders, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicBeatGroup = FieldDef{Key: "unreal-master.heartbeat", Name: "Heartbeat request message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicBeat      = layout{
		epicOrder,
		{Key: "unreal-master.heartbeat.port", Name: "Port to answer from", Kind: KindU8, Symbols: &epicBeatPorts, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.heartbeat.code", Name: "Code", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "The server repeats it in a UDP datagram from the port that is asked for, so that the master learns the port."},
	}
	epicPortsGroup = FieldDef{Key: "unreal-master.ports", Name: "Detected ports message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPorts      = layout{
		epicOrder,
		{Key: "unreal-master.ports.period", Name: "Heartbeat period", Kind: KindU32LE, AtMost: 86400, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "Seconds; 120 is usual."},
		{Key: "unreal-master.ports.query", Name: "Query port", Kind: KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.ports.game", Name: "Game port", Kind: KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.ports.gamespy", Name: "GameSpy port", Kind: KindU32LE, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicPorts2003 = layout{
		epicOrder,
		{Key: "unreal-master.ports.byte_ut2003", Name: "Byte", Kind: KindU8, Source: "protocol/unrealmaster/SPEC.md#server-session", Note: "meaning unknown"},
		{Key: "unreal-master.ports.number_ut2003", Name: "Number", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Note: "meaning unknown"},
	}
	epicMatchGroup = FieldDef{Key: "unreal-master.match", Name: "Match ID message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicMatch      = layout{
		epicOrder,
		{Key: "unreal-master.match.id", Name: "Match ID", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicPackagesGroup = FieldDef{Key: "unreal-master.packages", Name: "Package list message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackageCount  = FieldDef{Key: "unreal-master.packages.count", Name: "Packages", Kind: KindCompact, Role: RoleCount, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackageGroup  = FieldDef{Key: "unreal-master.packages.package", Name: "Package", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicPackage       = [...]FieldDef{
		{Key: "unreal-master.packages.guid", Name: "GUID", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.packages.md5", Name: "Digest", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "MD5 of the package."},
		{Key: "unreal-master.packages.revision", Name: "Revision", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// Server to master.
	epicReport     = FieldDef{Key: "unreal-master.report", Name: "Report", Kind: KindU8, Symbols: &epicReports, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStateGroup = FieldDef{Key: "unreal-master.state", Name: "Game state message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session",
		Doc: "The addresses of the clients, then the record of an info reply with its rules and players."}
	epicClients    = FieldDef{Key: "unreal-master.state.clients", Name: "Clients", Kind: KindCompact, AtMost: 1024, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicClient     = FieldDef{Key: "unreal-master.state.client", Name: "Client address", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStatsGroup = FieldDef{Key: "unreal-master.stats", Name: "Statistics message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicStats      = layout{
		epicReport,
		{Key: "unreal-master.stats.text", Name: "Statistics", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}
	epicRevisionGroup = FieldDef{Key: "unreal-master.revision", Name: "Package revision message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#server-session"}
	epicRevision      = layout{
		epicReport,
		{Key: "unreal-master.revision.number", Name: "Revision", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session"},
	}

	// The UDP datagram that answers a heartbeat request.
	epicUDP = [...]FieldDef{
		{Key: "unreal-master.udp.port", Name: "Port that answers", Kind: KindU8, Symbols: &epicBeatPorts, Source: "protocol/unrealmaster/SPEC.md#server-session"},
		{Key: "unreal-master.udp.code", Name: "Code", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#server-session", Doc: "Repeats the code of the heartbeat request."},
	}
)

// epicUDPSize is the length in bytes of that datagram.
const epicUDPSize = 5

var (
	epicOrders    = Symbols{List: []Symbol{{0, "heartbeat request", ""}, {1, "detected ports", ""}, {3, "match ID", ""}, {4, "package list", ""}}}
	epicBeatPorts = Symbols{List: []Symbol{{0, "query port", ""}, {1, "game port", ""}, {2, "GameSpy port", ""}}}
	epicReports   = Symbols{List: []Symbol{{1, "game state", ""}, {2, "statistics", ""}, {4, "package revision", ""}}}
)

func (r *reader) epicPackages() {
	r.field(&epicOrder)
	count := r.compact(&epicPackageCount)
	for n := 0; int64(n) < count && !r.stopped; n++ {
		g := r.begin(&epicPackageGroup, n)
		r.read(epicPackage[:])
		r.done(g)
	}
}

// epicState reads the report of a server about its game. The record is the
// one of an info reply; only its end tells its variants apart.
func (r *reader) epicState() {
	r.field(&epicReport)
	count := r.compact(&epicClients)
	for n := int64(0); n < count && !r.stopped; n++ {
		r.fstring(&epicClient)
	}
	r.read(unreal2InfoHead[:])
	r.read(unreal2InfoPlayers[:])
	if r.stopped {
		return
	}
	marks := r.marks
	r.marks |= MarkAmbiguous
	r.best((*reader).epicRecord2004, (*reader).epicRecordKF, (*reader).epicRecord2003)
	r.marks = marks
}

func (r *reader) epicRecord2004() {
	r.read(unreal2InfoPing[:])
	r.read(unreal2InfoFlags[:])
	r.unreal2Arrays()
}

func (r *reader) epicRecordKF() {
	r.read(unreal2InfoWaves[:])
	r.read(unreal2InfoPing[:])
	r.read(unreal2InfoFlagsKF[:])
	r.unreal2Arrays()
}

func (r *reader) epicRecord2003() {
	r.read(unreal2InfoPing[:])
	r.unreal2Arrays()
}

// epicBeatAnswer reads the UDP datagram that answers a heartbeat request, if
// the bytes are one: they cannot be a message, whose length would be absurd.
func (r *reader) epicBeatAnswer() bool {
	if !isBeatAnswer(r.rest(), r.opts) {
		return false
	}
	r.say(&epicBeatRequest)
	r.marks |= MarkAmbiguous
	r.read(epicUDP[:])
	r.marks &^= MarkAmbiguous
	return true
}

func isBeatAnswer(p []byte, opts *Options) bool {
	return len(p) == epicUDPSize && !opts.Stream && p[0] <= 2 && readNumber(KindU32LE, p) > epicMaxBody
}
