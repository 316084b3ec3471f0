package bzflag

import "fragscope/decoder/wire"

const ID = "bzflag"

const usualPort = 5154

var (
	hello = [...]wire.FieldDef{
		{Key: "header", Name: "Header", Kind: wire.KindConst, Doc: "What a client sends first."},
		{Key: "magic", Name: "Magic", Kind: wire.KindConst},
		{Key: "version", Name: "Protocol version", Kind: wire.KindText, Role: wire.RoleVersion,
			Doc: "0221 is that of BZFlag 2.4."},
		{Key: "id", Name: "ID", Kind: wire.KindU8, Symbols: &noID, Doc: "Of the client, if it joins."},
		{Key: "end", Name: "End", Kind: wire.KindConst, Doc: "Instead of an ID, to a client that sends no header."},
	}
	message = [...]wire.FieldDef{
		{Key: "", Name: "Message", Kind: wire.KindGroup, Role: wire.RoleSection},
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Role: wire.RoleLength,
			Doc: "Bytes of the message after its code."},
		{Key: "code", Name: "Code", Kind: wire.KindU16BE, Symbols: &codes,
			Doc: "Two letters, or of a ping two equal bytes."},
		{Key: "data", Name: "Data", Kind: wire.KindBytes, Doc: "Of a message that is no query."},
	}
	game = [...]wire.FieldDef{
		{Key: "style", Name: "Game style", Kind: wire.KindU16BE, Symbols: &styles},
		{Key: "options", Name: "Options", Kind: wire.KindU16BE, Symbols: &options},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU16BE, Role: wire.RoleMaxPlayers,
			Doc: "Without observers."},
		{Key: "max_shots", Name: "Max shots", Kind: wire.KindU16BE, Doc: "That a tank may have under way."},
		{Key: "rogue", Name: "Rogues", Kind: wire.KindU16BE, Doc: "Players of the team; none in a rabbit chase."},
		{Key: "red", Name: "Red team", Kind: wire.KindU16BE},
		{Key: "green", Name: "Green team", Kind: wire.KindU16BE},
		{Key: "blue", Name: "Blue team", Kind: wire.KindU16BE},
		{Key: "purple", Name: "Purple team", Kind: wire.KindU16BE},
		{Key: "observers", Name: "Observers", Kind: wire.KindU16BE},
		{Key: "max_rogue", Name: "Max rogues", Kind: wire.KindU16BE},
		{Key: "max_red", Name: "Max of red team", Kind: wire.KindU16BE},
		{Key: "max_green", Name: "Max of green team", Kind: wire.KindU16BE},
		{Key: "max_blue", Name: "Max of blue team", Kind: wire.KindU16BE},
		{Key: "max_purple", Name: "Max of purple team", Kind: wire.KindU16BE},
		{Key: "max_observers", Name: "Max observers", Kind: wire.KindU16BE},
		{Key: "shake_wins", Name: "Wins to drop a bad flag", Kind: wire.KindU16BE},
		{Key: "shake_timeout", Name: "Time to drop a bad flag", Kind: wire.KindU16BE, Doc: "Tenths of a second."},
		{Key: "max_player_score", Name: "Score limit of a player", Kind: wire.KindU16BE, Doc: "0 for none."},
		{Key: "max_team_score", Name: "Score limit of a team", Kind: wire.KindU16BE, Doc: "0 for none."},
		{Key: "max_time", Name: "Time limit", Kind: wire.KindU16BE, Unit: wire.UnitSeconds, Doc: "0 for none."},
		{Key: "elapsed", Name: "Time elapsed", Kind: wire.KindU16BE, Unit: wire.UnitSeconds,
			Doc: "Of a game with a time limit."},
	}
	counts = [...]wire.FieldDef{
		{Key: "teams", Name: "Teams", Kind: wire.KindU16BE, Doc: "That the server knows, with observers, rabbit and hunters."},
		{Key: "count", Name: "Players", Kind: wire.KindU16BE, Doc: "A message for each follows; observers count."},
	}
	team = [...]wire.FieldDef{
		{Key: "count", Name: "Teams", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "", Name: "Team", Kind: wire.KindGroup, Role: wire.RoleTeam},
		{Key: "id", Name: "Team number", Kind: wire.KindU16BE, Role: wire.RoleTeamID, Symbols: &teams},
		{Key: "size", Name: "Players", Kind: wire.KindU16BE, Role: wire.RoleTeamSize},
		{Key: "wins", Name: "Wins", Kind: wire.KindU16BE, Role: wire.RoleTeamExtra, Doc: "The score is wins less losses."},
		{Key: "losses", Name: "Losses", Kind: wire.KindU16BE, Role: wire.RoleTeamExtra},
	}
	player = [...]wire.FieldDef{
		{Key: "", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer},
		{Key: "id", Name: "ID", Kind: wire.KindU8, Role: wire.RolePlayerID},
		{Key: "type", Name: "Type", Kind: wire.KindU16BE, Symbols: &types,
			Doc: "Observers are tanks of the team of observers."},
		{Key: "team", Name: "Team", Kind: wire.KindU16BE, Role: wire.RolePlayerTeam, Symbols: &teams},
		{Key: "wins", Name: "Wins", Kind: wire.KindU16BE, Role: wire.RolePlayerExtra,
			Doc: "The score is wins less losses."},
		{Key: "losses", Name: "Losses", Kind: wire.KindU16BE, Role: wire.RolePlayerExtra},
		{Key: "team_kills", Name: "Team kills", Kind: wire.KindU16BE, Role: wire.RolePlayerExtra},
		{Key: "callsign", Name: "Callsign", Kind: wire.KindText, Role: wire.RolePlayerName, Doc: "32 bytes, filled with NULs."},
		{Key: "motto", Name: "Motto", Kind: wire.KindText, Role: wire.RolePlayerExtra, Doc: "128 bytes, filled with NULs."},
	}
	reject = [...]wire.FieldDef{
		{Key: "reason", Name: "Reason", Kind: wire.KindU16BE, Symbols: &reasons},
		{Key: "text", Name: "Text", Kind: wire.KindText, Doc: "128 bytes: what follows a NUL is left from before."},
	}
	ping = [...]wire.FieldDef{
		{Key: "reserved", Name: "Reserved", Kind: wire.KindU16BE, Doc: "Of a request, 0."},
		{Key: "address", Name: "Server address", Kind: wire.KindIPv4, Doc: "As the server knows it, perhaps 0.0.0.0."},
		{Key: "port", Name: "Port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort},
		{Key: "number", Name: "Number", Kind: wire.KindU16BE, Doc: "0."},
		{Key: "length", Name: "Length of the client's address", Kind: wire.KindU8, Doc: "4."},
		{Key: "client", Name: "Client address", Kind: wire.KindIPv4, Doc: "From which the request came."},
		{Key: "style", Name: "Game style", Kind: wire.KindU16BE, Symbols: &styles},
		{Key: "options", Name: "Options", Kind: wire.KindU16BE, Symbols: &options},
		{Key: "max_shots", Name: "Max shots", Kind: wire.KindU16BE},
		{Key: "shake_wins", Name: "Wins to drop a bad flag", Kind: wire.KindU16BE},
		{Key: "shake_timeout", Name: "Time to drop a bad flag", Kind: wire.KindU16BE, Doc: "Tenths of a second."},
		{Key: "max_player_score", Name: "Score limit of a player", Kind: wire.KindU16BE},
		{Key: "max_team_score", Name: "Score limit of a team", Kind: wire.KindU16BE},
		{Key: "max_time", Name: "Time limit", Kind: wire.KindU16BE, Unit: wire.UnitSeconds},
		{Key: "max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers, Doc: "Without observers."},
		{Key: "rogue", Name: "Rogues", Kind: wire.KindU8},
		{Key: "max_rogue", Name: "Max rogues", Kind: wire.KindU8},
		{Key: "red", Name: "Red team", Kind: wire.KindU8},
		{Key: "max_red", Name: "Max of red team", Kind: wire.KindU8},
		{Key: "green", Name: "Green team", Kind: wire.KindU8},
		{Key: "max_green", Name: "Max of green team", Kind: wire.KindU8},
		{Key: "blue", Name: "Blue team", Kind: wire.KindU8},
		{Key: "max_blue", Name: "Max of blue team", Kind: wire.KindU8},
		{Key: "purple", Name: "Purple team", Kind: wire.KindU8},
		{Key: "max_purple", Name: "Max of purple team", Kind: wire.KindU8},
		{Key: "observers", Name: "Observers", Kind: wire.KindU8},
		{Key: "max_observers", Name: "Max observers", Kind: wire.KindU8},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding},
	}
)

// Places in the layouts.
const (
	helloHeader = iota
	helloMagic
	helloVersion
	helloID
	helloEnd
)

const (
	messageGroup = iota
	messageLength
	messageCode
	messageData
)

const (
	gameRogue     = 4
	gameObservers = 9
	gameMaxRogue  = 10
	ctfTeams      = 5 // rogue to purple
)

const (
	teamCount = iota
	teamGroup
	teamID
	teamSize
	teamWins
	teamLosses
)

const (
	playerGroup = iota
	playerID
	playerType
	playerTeam
	playerWins
	playerLosses
	playerTeamKills
	playerCallsign
	playerMotto
)

const (
	pingReserved = 0
	pingAddress  = 1
	pingStyle    = 6
	pingRogue    = 15
	pingPadding  = len(ping) - 1
)

// Codes of messages.
const (
	codePingReply   = 0x0303
	codePingRequest = 0x0404
	codePlayer      = 'a'<<8 | 'p'
	codeGameTime    = 'g'<<8 | 't'
	codeGame        = 'q'<<8 | 'g'
	codePlayers     = 'q'<<8 | 'p'
	codeReject      = 'r'<<8 | 'j'
	codeSuperKill   = 's'<<8 | 'k'
	codeTeams       = 't'<<8 | 'u'
)

const (
	styleRabbit   = 3
	teamObservers = 5
)

var (
	noID  = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 255, Name: "no place is left"}}}
	codes = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: codePingReply, Name: "ping reply"},
		{Value: codePingRequest, Name: "ping request"}, {Value: codePlayer, Name: "ap, player"},
		{Value: codeGameTime, Name: "gt, game time"}, {Value: codeGame, Name: "qg, game"},
		{Value: codePlayers, Name: "qp, players"}, {Value: codeReject, Name: "rj, reject"},
		{Value: codeSuperKill, Name: "sk, the connection ends"}, {Value: codeTeams, Name: "tu, teams"}}}
	styles = wire.Symbols{Names: "team free-for-all;capture the flag;open free-for-all;rabbit chase"}
	// An option's name is the key of its rule.
	options = wire.Symbols{Flags: true, Loose: true, Names: ";flags;;jumping;inertia;ricochet;shaking;antidote;handicap;;" +
		"no-team-kills"}
	teams   = wire.Symbols{Loose: true, Names: "rogue;red;green;blue;purple;observer;rabbit;hunter"}
	types   = wire.Symbols{Loose: true, Names: "tank;observer;robot tank"}
	reasons = wire.Symbols{Loose: true, Names: "bad request;bad team;bad type;bad motto;team full;server full;bad callsign;" +
		"callsign in use;too soon after leaving;address banned;host banned;ID banned"}
)

var (
	connectRequest = wire.NewRequest("connect request", "What a client sends first; queries the protocol's version.")
	gameRequest    = wire.NewRequest("game request", "Queries what is played, limits and the sizes of the teams.")
	playersRequest = wire.NewRequest("player list request", "Queries teams and players.")
	otherRequest   = wire.MessageInfo{Name: "messages of a player", Direction: wire.Request, DecodeOnly: true,
		Optional: true, Doc: "Messages of a client that joins. They are no query."}
	pingRequest = wire.MessageInfo{Name: "ping request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Over UDP, also as a broadcast: queries what is played."}
	connectReply = wire.NewReply("connect reply", "The protocol's version, and the number that the client has.")
	noticeReply  = wire.NewReply("version notice", "The protocol's version, to a client that sends no header.")
	gameReply    = wire.NewReply("game reply", "What is played, limits and the sizes of the teams.")
	playersReply = wire.NewReply("player list reply", "Counts, then a message with the teams and one for each player.")
	rejectReply  = wire.NewReply("reject reply", "Why the server ends the connection.")
	otherReply   = wire.MessageInfo{Name: "messages to a player", Direction: wire.Reply, Optional: true,
		Doc: "Messages to a client that has joined."}
	pingReply = wire.NewReply("ping reply", "What is played, limits and the sizes of the teams, over UDP.")
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/bzflag/SPEC.md",
	Messages: []*wire.MessageInfo{&connectRequest, &gameRequest, &playersRequest, &otherRequest, &pingRequest,
		&connectReply, &noticeReply, &gameReply, &playersReply, &rejectReply, &otherReply, &pingReply},
	Sections: []wire.Section{
		{Prefix: "bzflag.hello", Source: "#connection", Layouts: []wire.Layout{hello[:]}},
		{Prefix: "bzflag.message", Source: "#messages", Layouts: []wire.Layout{message[:]}},
		{Prefix: "bzflag.game", Source: "#game", Layouts: []wire.Layout{game[:]}},
		{Prefix: "bzflag.players", Source: "#players", Layouts: []wire.Layout{counts[:]}},
		{Prefix: "bzflag.team", Source: "#players", Layouts: []wire.Layout{team[:]}},
		{Prefix: "bzflag.player", Source: "#players", Layouts: []wire.Layout{player[:]}},
		{Prefix: "bzflag.reject", Source: "#reject", Layouts: []wire.Layout{reject[:]}},
		{Prefix: "bzflag.ping", Source: "#ping", Layouts: []wire.Layout{ping[:]}},
	},
})

// Subjects of messages. Several messages that are sent together are about several.
const (
	aboutConnection = 1 << iota
	aboutGame
	aboutPlayers
	aboutReject
	aboutOther
	aboutNotice
	aboutPing
)

// kinds are what several messages are called, by the first subject that they have.
var kinds = [...]struct {
	about          uint32
	request, reply *wire.MessageInfo
}{
	{aboutPlayers, &playersRequest, &playersReply}, {aboutGame, &gameRequest, &gameReply},
	{aboutReject, &otherRequest, &rejectReply}, {aboutOther, &otherRequest, &otherReply},
	{aboutPing, &pingRequest, &pingReply}, {aboutConnection, &connectRequest, &connectReply},
	{aboutNotice, &connectRequest, &noticeReply},
}

// matching: an answer is one datagram; what it is about, matchKey says.
var matching = wire.Matching{Topics: []wire.Topic{{Messages: docs.Messages}}}

// matchKey ties replies to requests by their subjects. Any request may be rejected.
func matchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	t.Subjects = m.Reply.Subjects
	t.SingleDatagram = t.Subjects != 0
	if t.Subjects&aboutReject != 0 && m.Info.Direction == wire.Reply {
		t.Subjects |= aboutGame | aboutPlayers | aboutOther
	}
	return t
}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "BZFlag query", Stream: true, Recognise: recognise, Decode: decode, Status: status,
	Matching: &matching, MatchKey: matchKey,
	Doc:   "BZFlag: over TCP a header, then messages of a length and two letters ask for game and players; pings over UDP.",
	Ports: []wire.Port{{Number: usualPort, Name: "BZFlag"}},
})
