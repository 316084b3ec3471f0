package decoder

// Messages of the binary masters. A segment that holds several is named after
// the first.
var (
	epicLoginRequest     = MessageInfo{Name: "login request", Protocol: UnrealMaster, Direction: Request, Doc: "Proves the CD key to a master of UT2003 or UT2004 and says what program asks."}
	epicHashRequest      = MessageInfo{Name: "package digest request", Protocol: UnrealMaster, Direction: Request, Doc: "Second step of the login of a UT2004 client."}
	epicListRequest      = MessageInfo{Name: "binary list request", Protocol: UnrealMaster, Direction: Request, Doc: "Asks a master of UT2003 or UT2004 for servers that pass filters."}
	epicNewsRequest      = MessageInfo{Name: "news request", Protocol: UnrealMaster, Direction: Request, Doc: "Asks a master of UT2003 or UT2004 for the message of the day."}
	epicCommunityRequest = MessageInfo{Name: "community data request", Protocol: UnrealMaster, Direction: Request, Doc: "Asks a master of UT2004 for community data; the answer's layout is not known."}
	epicUplinkRequest    = MessageInfo{Name: "uplink message", Protocol: UnrealMaster, Direction: Request, Doc: "A server says how it is connected."}
	epicStateRequest     = MessageInfo{Name: "game state message", Protocol: UnrealMaster, Direction: Request, Doc: "A server tells its master all about its game."}
	epicStatsRequest     = MessageInfo{Name: "statistics message", Protocol: UnrealMaster, Direction: Request, Doc: "A server hands statistics of a match to its master."}
	epicRevisionRequest  = MessageInfo{Name: "package revision message", Protocol: UnrealMaster, Direction: Request, Doc: "A server says which list of packages it has."}
	epicBeatRequest      = MessageInfo{Name: "heartbeat answer", Protocol: UnrealMaster, Direction: Request, Doc: "A UDP datagram by which a server shows its port to its master."}
	epicOtherRequest     = MessageInfo{Name: "request", Protocol: UnrealMaster, Direction: Request, Doc: "A message to a master that no source explains."}
	epicChallengeReply   = MessageInfo{Name: "login challenge", Protocol: UnrealMaster, Direction: Reply, Doc: "The number that a master of UT2003 or UT2004 begins with."}
	epicAnswerReply      = MessageInfo{Name: "login answer", Protocol: UnrealMaster, Direction: Reply, Doc: "Whether the master accepts the login."}
	epicVerifiedReply    = MessageInfo{Name: "verification reply", Protocol: UnrealMaster, Direction: Reply, Doc: "The end of the login of a UT2004 client."}
	epicNewsReply        = MessageInfo{Name: "news reply", Protocol: UnrealMaster, Direction: Reply, Doc: "The message of the day."}
	epicListReply        = MessageInfo{Name: "binary list reply", Protocol: UnrealMaster, Direction: Reply, Doc: "The number of servers, then a message for each."}
	epicBeatReply        = MessageInfo{Name: "heartbeat order", Protocol: UnrealMaster, Direction: Reply, Doc: "A master asks a server to show a port by UDP."}
	epicPortsReply       = MessageInfo{Name: "detected ports message", Protocol: UnrealMaster, Direction: Reply, Doc: "A master tells a server which of its ports it sees, and how often to report."}
	epicMatchReply       = MessageInfo{Name: "match ID message", Protocol: UnrealMaster, Direction: Reply, Doc: "A master gives a server's match its number."}
	epicPackagesReply    = MessageInfo{Name: "package list message", Protocol: UnrealMaster, Direction: Reply, Doc: "A master lists the packages that it knows."}
	epicOtherReply       = MessageInfo{Name: "reply", Protocol: UnrealMaster, Direction: Reply, Doc: "A message from a master that no source explains."}
)

// Problems of the binary masters.
var (
	problemMasterLength = ProblemInfo{
		Code: "master-length", Severity: SeverityError,
		Message: "The message says that it has {a} bytes; none has more than {b}.",
		Advice:  "The bytes do not begin where a message begins, or they are no conversation with a master.",
		Source:  "protocol/unrealmaster/SPEC.md#binary-masters",
	}
	problemMasterEmpty = ProblemInfo{
		Code: "master-empty-message", Severity: SeverityNote,
		Message: "The message has no body.",
		Advice:  "It says nothing; no known program sends it.",
		Source:  "protocol/unrealmaster/SPEC.md#binary-masters",
	}
	problemMasterCut = ProblemInfo{
		Code: "master-message-cut", Severity: SeverityWarning,
		Message: "The message has {a} bytes, of which {b} are here.",
		Advice:  "It goes on in the next segment: join the bytes of the stream before decoding.",
		Story: "TCP has no messages. A capture shows segments, which begin and end anywhere; a message of a master may be divided among several. " +
			"What is here is decoded as far as it goes.",
		Source: "protocol/unrealmaster/SPEC.md#binary-masters",
	}
	problemMasterRest = ProblemInfo{
		Code: "master-message-rest", Severity: SeverityWarning,
		Message: "{a} bytes of the message follow what is known of its kind.",
		Advice:  "A newer master or game writes more; the bytes are shown as they are.",
		Source:  "protocol/unrealmaster/SPEC.md#binary-masters",
	}
	problemMasterKind = ProblemInfo{
		Code: "master-message-unknown", Severity: SeverityWarning,
		Message: "The {a} bytes of the message are like none that is known in this direction.",
		Advice:  "They are shown as they are; if the direction is wrong, name the other one.",
		Source:  "protocol/unrealmaster/SPEC.md#binary-masters",
	}
)

// What the binary half adds to the row of the masters.
var (
	epicMessages = []*MessageInfo{
		&epicLoginRequest, &epicHashRequest, &epicListRequest, &epicNewsRequest, &epicCommunityRequest, &epicUplinkRequest,
		&epicStateRequest, &epicStatsRequest, &epicRevisionRequest, &epicBeatRequest, &epicOtherRequest,
		&epicChallengeReply, &epicAnswerReply, &epicVerifiedReply, &epicNewsReply, &epicListReply, &epicBeatReply,
		&epicPortsReply, &epicMatchReply, &epicPackagesReply, &epicOtherReply,
	}
	epicProblems = []*ProblemInfo{&problemMasterLength, &problemMasterEmpty, &problemMasterCut, &problemMasterRest, &problemMasterKind}
)

func epicLayouts() []layout {
	return []layout{
		{epicMessage, epicLength, epicBody, epicRest, epicChallengeGroup, epicChallenge, epicLoginGroup}, epicLogin[:], {epicLoginMatch}, epicLoginOS[:],
		epicLoginMachine[:], {epicLoginUTAN, epicAnswerGroup}, epicAnswer[:], {epicHashGroup}, epicHash, {epicVerifiedGroup, epicVerified, epicListGroup},
		epicCommandAlone, {epicFilters, epicFilter}, epicFilterOne[:], {epicNewsAskGroup, epicCommunityGroup, epicNewsGroup, epicNews, epicNewsNumber, epicCountGroup},
		epicCount, {epicServer}, epicServers[:], epicServer2004[:], {epicServer2003, epicUplinkGroup}, epicUplink, {epicBeatGroup}, epicBeat,
		{epicPortsGroup}, epicPorts[1:], epicPorts2003[1:], {epicMatchGroup}, epicMatch[1:], {epicPackagesGroup, epicPackageCount, epicPackageGroup}, epicPackage[:],
		{epicStateGroup, epicClients, epicClient, epicStatsGroup}, epicStats, {epicRevisionGroup}, epicRevision[1:], epicUDP[:],
	}
}

// epicTopic ties what a client gets to what it asked for. The subjects are
// others than those of the text; there is none for a message of the text.
func epicTopic(m *Message) Topic {
	switch m.Info {
	case &epicListRequest, &epicListReply:
		return Topic{Subjects: 16}
	case &epicNewsRequest, &epicNewsReply:
		return Topic{Subjects: 32}
	case &epicLoginRequest, &epicAnswerReply:
		return Topic{Subjects: 64}
	case &epicHashRequest, &epicVerifiedReply:
		return Topic{Subjects: 128}
	}
	for _, info := range epicMessages {
		if m.Info == info {
			return Topic{Subjects: 256}
		}
	}
	return Topic{}
}
