package decoder

// Unreal2, the binary query of UT2003, UT2004, Killing Floor, Red Orchestra
// and their kin (protocol/unreal2/SPEC.md). Little endian; strings as in wire/SPEC.md#unreal-strings.

// Requests: a version that servers do not check, and a command.
var unreal2Request = [...]FieldDef{
	{Key: "unreal2.request.version", Name: "Query version", Kind: KindU32LE, Symbols: &unreal2Versions, Source: "protocol/unreal2/SPEC.md#request",
		Doc: "The version of the asking program. Servers of UT2004 and later do not check it; 78, 79 and 80 hex are common, and some programs send other values."},
	{Key: "unreal2.request.command", Name: "Command", Kind: KindU8, Symbols: &unreal2Commands, Source: "protocol/unreal2/SPEC.md#request"},
}

var unreal2Commands = Symbols{List: []Symbol{
	{0, "server info", ""},
	{1, "rules", ""},
	{2, "players", ""},
	{3, "rules, then players", ""},
	{4, "small ping", ""},
	{0x10, "server info", "Pariah"},
	{0x11, "rules", "Pariah"},
	{0x12, "players", "Pariah"},
	{0x13, "rules, then players", "Pariah"},
}}

// Replies: the version of the server's protocol, and what kind of reply it is.
var unreal2Header = [...]FieldDef{
	{Key: "unreal2.header.version", Name: "Protocol version", Kind: KindU32LE, Symbols: &unreal2Versions, Source: "protocol/unreal2/SPEC.md#reply-header",
		Doc: "Not a fixed signature: 80 hex only means UT2004 or later."},
	{Key: "unreal2.header.type", Name: "Reply type", Kind: KindU8, Symbols: &unreal2ReplyTypes, Source: "protocol/unreal2/SPEC.md#reply-header"},
}

var unreal2Versions = Symbols{Loose: true, List: []Symbol{
	{0x77, "Pariah", ""},
	{0x78, "UT2003 demo", ""},
	{0x79, "UT2003", ""},
	{0x7a, "unknown member of the family", ""},
	{0x7e, "Unreal II XMP", ""},
	{0x7f, "UT2004 demo", ""},
	{0x80, "UT2004 and later", ""},
	{0x21212121, "\"!!!!\", sent by LGSL", ""},
}}

var unreal2ReplyTypes = Symbols{List: []Symbol{
	{0, "server info", ""},
	{1, "rules", ""},
	{2, "players", ""},
	{4, "small ping", ""},
	{0x10, "server info", "Pariah"},
	{0x11, "rules", "Pariah"},
	{0x12, "players", "Pariah"},
}}

// Info reply: the engine's server record, written field by field (protocol/unreal2/SPEC.md#variants-of-the-tail).
var (
	unreal2InfoHead = [...]FieldDef{
		{Key: "unreal2.info.server_id", Name: "Server ID", Kind: KindU32LE, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "0 on the wire; a server browser fills it in."},
		{Key: "unreal2.info.server_ip", Name: "Server IP", Kind: KindText, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Empty on the wire; a server browser fills it in."},
		{Key: "unreal2.info.game_port", Name: "Game port", Kind: KindU32LE, Role: RoleGamePort, AtMost: 65535, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "UDP port that players connect to; queries go to the next one."},
		{Key: "unreal2.info.query_port", Name: "Query port", Kind: KindU32LE, Role: RoleQueryPort, AtMost: 65535, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "0 on the wire; queries go to game port + 1."},
		{Key: "unreal2.info.hostname", Name: "Hostname", Kind: KindText, Role: RoleServerName, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Name of the server, with colour codes."},
		{Key: "unreal2.info.map", Name: "Map name", Kind: KindText, Role: RoleMap, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "File name without extension; some mods put colour codes into it."},
		{Key: "unreal2.info.game_type", Name: "Game type", Kind: KindText, Role: RoleGameType, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Class name of the game type, without its package."},
	}
	// SWAT 4 and Tribes put two strings here (protocol/unreal2/SPEC.md#variants-of-the-tail).
	unreal2InfoSwat = [...]FieldDef{
		{Key: "unreal2.info.game_version", Name: "Game version", Kind: KindText, Role: RoleVersion, Source: "protocol/unreal2/SPEC.md#server-info-reply"},
		{Key: "unreal2.info.mod_name", Name: "Mod name", Kind: KindText, Source: "protocol/unreal2/SPEC.md#server-info-reply"},
	}
	unreal2InfoPlayers = [...]FieldDef{
		{Key: "unreal2.info.players", Name: "Current players", Kind: KindU32LE, Role: RolePlayers, AtMost: 255, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "May differ from the number of rows in the player list: both are cached apart."},
		{Key: "unreal2.info.max_players", Name: "Max players", Kind: KindU32LE, Role: RoleMaxPlayers, AtMost: 255, Source: "protocol/unreal2/SPEC.md#server-info-reply"},
	}
	unreal2InfoWaves = [...]FieldDef{
		{Key: "unreal2.info.wave", Name: "Current wave", Kind: KindU32LE, AtMost: 255, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Killing Floor only."},
		{Key: "unreal2.info.final_wave", Name: "Final wave", Kind: KindU32LE, AtMost: 255, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Killing Floor only."},
	}
	unreal2InfoPing = [...]FieldDef{
		{Key: "unreal2.info.ping", Name: "Ping", Kind: KindU32LE, AtMost: 100000, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "0 on the wire; the client fills in what it measured, in milliseconds."},
	}
	unreal2InfoFlags = [...]FieldDef{
		{Key: "unreal2.info.flags", Name: "Flags", Kind: KindU32LE, Symbols: &unreal2Flags, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Computed by the master for its list; game servers send 0, so the password flag says nothing here."},
		{Key: "unreal2.info.skill", Name: "Skill level", Kind: KindText, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Bot skill, 0 to 7, as text."},
	}
	unreal2InfoFlagsKF = [...]FieldDef{
		{Key: "unreal2.info.flags", Name: "Flags", Kind: KindU32LE, Symbols: &killingFloorFlags, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Killing Floor marks the difficulty here."},
		{Key: "unreal2.info.skill", Name: "Skill level", Kind: KindText, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Bot skill, 0 to 7, as text."},
	}
	unreal2InfoArrays = [...]FieldDef{
		{Key: "unreal2.info.rule_count", Name: "Rules in the record", Kind: KindCompact, Role: RoleCount, AtMost: 4096, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Length of the record's array of rules; 0 in queries, which ask for rules apart."},
		{Key: "unreal2.info.player_count", Name: "Players in the record", Kind: KindCompact, Role: RoleCount, AtMost: 4096, Source: "protocol/unreal2/SPEC.md#server-info-reply",
			Doc: "Length of the record's array of players; 0 in queries."},
	}
)

// Flags of the master's list; game servers send 0.
var unreal2Flags = Symbols{Flags: true, List: []Symbol{
	{0x01, "password", "a password is needed"},
	{0x02, "stats", "statistics are kept"},
	{0x04, "latest version", ""},
	{0x08, "listen server", "a player's machine, not a dedicated server"},
	{0x10, "instagib", ""},
	{0x20, "standard", "no mutators"},
	{0x40, "UT classic", ""},
}}

var killingFloorFlags = Symbols{Flags: true, List: []Symbol{
	{0x01, "password", "a password is needed"},
	{0x02, "stats", ""},
	{0x04, "latest version", ""},
	{0x08, "listen server", ""},
	{0x10, "perks", ""},
	{0x20, "beginner", ""},
	{0x40, "normal", ""},
	{0x80, "hard", ""},
	{0x100, "suicidal", ""},
	{0x200, "hell on earth", ""},
}}

// Rules reply: pairs of strings until the datagram ends (protocol/unreal2/SPEC.md#rules-reply).
var (
	unreal2Rule = FieldDef{Key: "unreal2.rules.rule", Name: "Rule", Kind: KindGroup, Role: RoleRule, Source: "protocol/unreal2/SPEC.md#rules-reply",
		Doc: "One pair of key and value. Keys may come again; the order is the server's."}
	unreal2Pair = [...]FieldDef{
		{Key: "unreal2.rules.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/unreal2/SPEC.md#rules-reply"},
		{Key: "unreal2.rules.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/unreal2/SPEC.md#rules-reply"},
	}
)

// Players reply: records until the datagram ends (protocol/unreal2/SPEC.md#player-list-reply).
var (
	unreal2Player  = FieldDef{Key: "unreal2.players.player", Name: "Player", Kind: KindGroup, Role: RolePlayer, Source: "protocol/unreal2/SPEC.md#player-list-reply"}
	unreal2Players = [...]FieldDef{
		{Key: "unreal2.players.id", Name: "Player ID", Kind: KindU32LE, Role: RolePlayerID, Source: "protocol/unreal2/SPEC.md#player-list-reply",
			Doc: "Unique while connected, not dense; 0 is an ordinary id and ends nothing."},
		{Key: "unreal2.players.name", Name: "Name", Kind: KindText, Role: RolePlayerName, Source: "protocol/unreal2/SPEC.md#player-list-reply"},
		{Key: "unreal2.players.ping", Name: "Ping", Kind: KindU32LE, Role: RolePlayerPing, AtMost: 100000, Source: "protocol/unreal2/SPEC.md#player-list-reply",
			Doc: "Milliseconds, in steps of 4."},
		{Key: "unreal2.players.score", Name: "Score", Kind: KindI32LE, Role: RolePlayerScore, Source: "protocol/unreal2/SPEC.md#player-list-reply",
			Doc: "Frags, or what the game type counts; may be negative."},
		{Key: "unreal2.players.stats_id", Name: "Stats ID and team", Kind: KindU32LE, Role: RolePlayerStats, Symbols: &unreal2Teams, Source: "protocol/unreal2/SPEC.md#player-list-reply",
			Doc: "The top three bits are the team + 1, 0 for none; the lower bits an id of the statistics service, 0 when it is off."},
	}
	// Unreal II XMP, version 7E hex: another number in front, properties behind.
	unreal2PlayersXMP = [...]FieldDef{
		{Key: "unreal2.players.number", Name: "Player number", Kind: KindU32LE, Role: RolePlayerExtra, Source: "protocol/unreal2/SPEC.md#player-list-reply"},
	}
	unreal2Properties    = FieldDef{Key: "unreal2.players.properties", Name: "Properties", Kind: KindCompact, Role: RoleCount, AtMost: 1024, Source: "protocol/unreal2/SPEC.md#player-list-reply"}
	unreal2Property      = FieldDef{Key: "unreal2.players.property", Name: "Property", Kind: KindGroup, Role: RolePlayerExtra, Source: "protocol/unreal2/SPEC.md#player-list-reply"}
	unreal2PropertyKey   = FieldDef{Key: "unreal2.players.property.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/unreal2/SPEC.md#player-list-reply"}
	unreal2PropertyValue = FieldDef{Key: "unreal2.players.property.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/unreal2/SPEC.md#player-list-reply"}
)

var unreal2Teams = Symbols{Flags: true, Loose: true, List: []Symbol{
	{0x20000000, "red", "team 0"},
	{0x40000000, "blue", "team 1"},
}}

// Small ping reply.
var unreal2Ping = FieldDef{Key: "unreal2.ping.answer", Name: "Answer", Kind: KindConst, Source: "protocol/unreal2/SPEC.md#ping-reply", Doc: "The letter P."}

// Messages.
var (
	unreal2InfoRequest    = MessageInfo{Name: "server info request", Protocol: Unreal2, Direction: Request, Doc: "Asks for name, map, game type and counts."}
	unreal2RulesRequest   = MessageInfo{Name: "rules request", Protocol: Unreal2, Direction: Request, Doc: "Asks for the rules."}
	unreal2PlayersRequest = MessageInfo{Name: "player list request", Protocol: Unreal2, Direction: Request, Doc: "Asks for the players."}
	unreal2BothRequest    = MessageInfo{Name: "rules and player list request", Protocol: Unreal2, Direction: Request, Doc: "Asks for the rules and then the players; the answer is any number of rules replies and player list replies."}
	unreal2PingRequest    = MessageInfo{Name: "ping request", Protocol: Unreal2, Direction: Request, Doc: "Asks for the shortest answer there is."}
	unreal2OtherRequest   = MessageInfo{Name: "request", Protocol: Unreal2, Direction: Request, Doc: "A command that no source explains."}
	unreal2InfoReply      = MessageInfo{Name: "server info reply", Protocol: Unreal2, Direction: Reply, Doc: "Name, map, game type and counts."}
	unreal2RulesReply     = MessageInfo{Name: "rules reply", Protocol: Unreal2, Direction: Reply, Doc: "Pairs of key and value; a long list comes in several datagrams, none of which says that it is the last."}
	unreal2PlayersReply   = MessageInfo{Name: "player list reply", Protocol: Unreal2, Direction: Reply, Doc: "One record a player; nothing at all is sent when nobody plays."}
	unreal2PingReply      = MessageInfo{Name: "ping reply", Protocol: Unreal2, Direction: Reply, Doc: "The letter P."}
	unreal2OtherReply     = MessageInfo{Name: "reply", Protocol: Unreal2, Direction: Reply, Doc: "A reply type that no source explains."}
)

// Problems.
var (
	problemSurplusHead = ProblemInfo{
		Code: "unreal2-misaligned-head", Severity: SeverityWarning,
		Message: "{a} surplus {a|byte stands|bytes stand} before the game port; without {a|it|them} every field reads well.",
		Advice:  "The dump is not byte exact: take {a|this byte|these bytes} out. Read strictly, the game port would be {xb}.",
		Story: "The record in front of the name is 13 bytes: server id, an empty address, game port, query port. A dump that has more was not copied exactly. " +
			"The decoder tries to leave out zero bytes and keeps the reading in which every later field is plausible.",
		Source: "protocol/unreal2/SPEC.md#errors-in-descriptions",
	}
	problemSurplusTail = ProblemInfo{
		Code: "unreal2-misaligned-tail", Severity: SeverityWarning,
		Message: "{a} surplus {a|byte stands|bytes stand} in the trailing block; without {a|it|them} ping, flags, skill and the two counts read well.",
		Advice:  "The dump is not byte exact: take {a|this byte|these bytes} out.",
		Story: "Behind the maximum of players stand ping, flags, skill and two counts, 13 bytes for a one-digit skill. " +
			"A dump with more zero bytes there was not copied exactly.",
		Source: "protocol/unreal2/SPEC.md#errors-in-descriptions",
	}
	problemInfoTail = ProblemInfo{
		Code: "unreal2-info-tail", Severity: SeverityWarning,
		Message: "The {a} {a|byte|bytes} behind the maximum of players {a|fits|fit} no known variant of the record.",
		Advice:  "Known are UT2004, Killing Floor and UT2003; these bytes are shown as unknown.",
		Source:  "protocol/unreal2/SPEC.md#variants-of-the-tail",
	}
	problemInfoNoTail = ProblemInfo{
		Code: "unreal2-info-truncated", Severity: SeverityWarning, Damage: true,
		Message: "The record ends after the maximum of players; ping at least should follow.",
		Advice:  "The reply is cut, or comes from a program that only imitates a server.",
		Source:  "protocol/unreal2/SPEC.md#variants-of-the-tail",
	}
	problemArrayShort = ProblemInfo{
		Code: "unreal2-array-short", Severity: SeverityWarning,
		Message: "{field} promises {a} {a|entry|entries}, but the record ends after {b}.",
		Advice:  "The record is cut between two entries, or the count is wrong; what is there is read.",
		Source:  "protocol/unrealmaster/SPEC.md#server-session",
	}
	problemPairCut = ProblemInfo{
		Code: "unreal2-key-without-value", Severity: SeverityError,
		Message: "The datagram ends after a key; its value is missing.",
		Advice:  "Servers never split a pair, so the datagram is cut.",
		Source:  "protocol/unreal2/SPEC.md#rules-reply",
	}
)

// Surplus zero bytes in dumps that are not byte exact.
var (
	unreal2SurplusHead = FieldDef{Key: "unreal2.info.surplus", Name: "Surplus bytes", Kind: KindUnknown, Source: "protocol/unreal2/SPEC.md#errors-in-descriptions",
		Doc: "Bytes that no server sends here; the dump is not byte exact."}
	unreal2TailUnknown = FieldDef{Key: "unreal2.info.tail", Name: "Unknown tail", Kind: KindUnknown, Source: "protocol/unreal2/SPEC.md#server-info-reply"}
)

var unreal2Protocol = protocol{
	id: Unreal2, title: "Unreal2 query", brief: true, recognise: recogniseUnreal2, decode: decodeUnreal2,
	doc: "The binary query that came with Unreal Tournament 2003: five bytes ask, typed replies answer from game port + 1.",
	ports: []Port{
		{Game: 7777, Offset: 1, Name: "UT2003, UT2004, Devastation, Unreal II XMP, Pariah"},
		{Game: 7757, Offset: 1, Name: "Red Orchestra: Ostfront, Darkest Hour"},
		{Game: 7758, Offset: 1, Name: "Red Orchestra"},
		{Game: 7707, Offset: 1, Name: "Killing Floor"},
		{Number: 10777, Name: "UT2004 on a LAN"},
		{Number: 11777, Name: "UT2004 on a LAN, client"},
	},
}

func unreal2Docs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{
			&unreal2InfoRequest, &unreal2RulesRequest, &unreal2PlayersRequest, &unreal2BothRequest, &unreal2PingRequest, &unreal2OtherRequest,
			&unreal2InfoReply, &unreal2RulesReply, &unreal2PlayersReply, &unreal2PingReply, &unreal2OtherReply,
		},
		problems: []*ProblemInfo{&problemSurplusHead, &problemSurplusTail, &problemInfoTail, &problemInfoNoTail, &problemArrayShort, &problemPairCut},
		layouts: []layout{
			unreal2Request[:], unreal2Header[:], unreal2InfoHead[:], unreal2InfoSwat[:], unreal2InfoPlayers[:], unreal2InfoWaves[:], unreal2InfoPing[:],
			unreal2InfoFlags[:], unreal2InfoArrays[:], {unreal2SurplusHead, unreal2TailUnknown, unreal2Rule, unreal2Pair[0], unreal2Pair[1], unreal2Player},
			unreal2Players[:], unreal2PlayersXMP[:], {unreal2Properties, unreal2Property, unreal2PropertyKey, unreal2PropertyValue, unreal2Ping},
		},
	}
}

// recogniseUnreal2 knows a request by its length, a reply by its header
// (wire/SPEC.md#identification, rows 6 and 7). Five bytes are always a request: the only
// five-byte reply would be an empty list, and servers send nothing for it.
func recogniseUnreal2(p []byte, opts *Options) (Direction, Confidence) {
	family := len(p) >= 4 && p[1]|p[2]|p[3] == 0 && p[0] >= 0x77 && p[0] <= 0x80
	if len(p) < 5 {
		if family { // cut before its command
			return Request, Possible
		}
		return DirectionUnknown, Unlikely
	}
	if len(p) == 5 {
		switch known := unreal2Commands.Lookup(uint64(p[4])) != nil; {
		case family && known, string(p[:4]) == "!!!!" && known:
			return Request, Likely
		case p[4] <= 4 && p[1]|p[2]|p[3] == 0:
			return Request, Possible
		case p[4] <= 4 && p[0] == p[1] && p[1] == p[2] && p[2] == p[3]:
			return Request, Possible
		}
		return DirectionUnknown, Unlikely
	}
	if !family || unreal2ReplyTypes.Lookup(uint64(p[4])) == nil || p[4] >= 0x10 && p[0] != 0x77 {
		return DirectionUnknown, Unlikely
	}
	switch p[4] {
	case 4:
		if len(p) > 6 {
			return Reply, Possible
		}
	case 1, 2:
		return Reply, Likely
	}
	return Reply, Likely
}

func decodeUnreal2(r *reader, dir Direction) {
	if dir == Request || dir == DirectionUnknown && r.left() <= 5 {
		r.unreal2Request()
		return
	}
	r.unreal2Reply()
}

func (r *reader) unreal2Request() {
	r.field(&unreal2Request[0])
	switch r.field(&unreal2Request[1]) {
	case 0, 0x10:
		r.say(&unreal2InfoRequest)
	case 1, 0x11:
		r.say(&unreal2RulesRequest)
	case 2, 0x12:
		r.say(&unreal2PlayersRequest)
	case 3, 0x13:
		r.say(&unreal2BothRequest)
	case 4:
		r.say(&unreal2PingRequest)
	default:
		r.say(&unreal2OtherRequest)
	}
	if r.stopped {
		r.say(&unreal2OtherRequest)
	}
}

func (r *reader) unreal2Reply() {
	version := r.field(&unreal2Header[0])
	kind := r.field(&unreal2Header[1])
	switch {
	case r.stopped:
		r.say(&unreal2OtherReply)
	case kind == 0:
		r.say(&unreal2InfoReply)
		r.unreal2Info(version)
	case kind == 1:
		r.say(&unreal2RulesReply)
		r.unreal2Rules()
	case kind == 2:
		r.say(&unreal2PlayersReply)
		r.unreal2PlayerList(version)
	case kind == 4:
		r.say(&unreal2PingReply)
		r.constant(&unreal2Ping, "P")
	case kind >= 0x10 && kind <= 0x12:
		r.pariah(kind)
	default:
		r.say(&unreal2OtherReply)
	}
}

// unreal2Rules reads pairs until the datagram ends.
func (r *reader) unreal2Rules() {
	for n := r.plainRules(); r.more(); n++ {
		g := r.begin(&unreal2Rule, n)
		done := r.regular(unreal2Pair[:])
		if done == 0 {
			r.fstring(&unreal2Pair[0])
		}
		if done < 2 {
			if !r.stopped && r.left() == 0 {
				r.problem(&problemPairCut, r.pos, 0, 0, 0)
				r.stopped = true
			}
			r.fstring(&unreal2Pair[1])
		}
		r.done(g)
	}
}

// unreal2PlayerList reads player records until the datagram ends.
func (r *reader) unreal2PlayerList(version uint64) {
	for n := 0; r.more(); n++ {
		g := r.begin(&unreal2Player, n)
		if version == 0x7e {
			r.unreal2PlayerXMP()
		} else {
			r.read(unreal2Players[:])
		}
		r.done(g)
	}
}

func (r *reader) unreal2PlayerXMP() {
	r.read(unreal2PlayersXMP[:])
	r.read(unreal2Players[:])
	count := r.compact(&unreal2Properties)
	for n := 0; n < int(count) && r.more(); n++ {
		g := r.begin(&unreal2Property, n)
		r.fstring(&unreal2PropertyKey)
		r.fstring(&unreal2PropertyValue)
		r.done(g)
	}
}

// unreal2Query builds the five bytes of a request.
func unreal2Query(dst []byte, q *Query) ([]byte, error) {
	version := q.Version
	if version == 0 {
		version = 0x79
	}
	command := uint64(0)
	switch q.Message {
	case "", unreal2InfoRequest.Name:
	case unreal2RulesRequest.Name:
		command = 1
	case unreal2PlayersRequest.Name:
		command = 2
	case unreal2BothRequest.Name:
		command = 3
	case unreal2PingRequest.Name:
		command = 4
	default:
		return dst, errNoSuchRequest
	}
	if version == 0x77 && command < 4 {
		command += 0x10
	}
	return append(appendNumber(dst, KindU32LE, uint64(version)), byte(command)), nil
}

// Subjects of requests and replies.
const (
	unreal2AboutInfo = 1 << iota
	unreal2AboutRules
	unreal2AboutPlayers
	unreal2AboutPing
)

func unreal2Topic(m *Message) Topic {
	switch m.Info {
	case &unreal2InfoRequest, &unreal2InfoReply:
		return Topic{Subjects: unreal2AboutInfo, Alone: true}
	case &unreal2RulesRequest, &unreal2RulesReply:
		return Topic{Subjects: unreal2AboutRules}
	case &unreal2PlayersRequest, &unreal2PlayersReply:
		return Topic{Subjects: unreal2AboutPlayers}
	case &unreal2BothRequest:
		return Topic{Subjects: unreal2AboutRules | unreal2AboutPlayers}
	}
	return Topic{Subjects: unreal2AboutPing, Alone: true}
}
