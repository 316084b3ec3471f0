package unrealmaster

import "fragscope/decoder/wire"

// Messages of the binary masters. A segment that holds several is named after
// the first.
var (
	epicLoginRequest = wire.MessageInfo{Name: "login request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Proves the CD key to a master of UT2003 or UT2004 and identifies the client."}
	epicHashRequest = wire.MessageInfo{Name: "package digest request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Second step of the login of a UT2004 client."}
	epicListRequest = wire.NewRequest("binary list request",
		"Asks a master of UT2003 or UT2004 for servers that pass filters.")
	epicNewsRequest      = wire.NewRequest("news request", "Asks a master of UT2003 or UT2004 for the message of the day.")
	epicCommunityRequest = wire.MessageInfo{Name: "community data request", Direction: wire.Request, DecodeOnly: true,
		Doc: "Asks a master of UT2004 for community data; the answer's layout is not known."}
	epicUplinkRequest = wire.MessageInfo{Name: "uplink message", Direction: wire.Request, DecodeOnly: true,
		Doc: "A server says how it is connected."}
	epicStateRequest = wire.MessageInfo{Name: "game state message", Direction: wire.Request, DecodeOnly: true,
		Doc: "A server reports all about its game to its master."}
	epicStatsRequest = wire.MessageInfo{Name: "statistics message", Direction: wire.Request, DecodeOnly: true,
		Doc: "A server hands statistics of a match to its master."}
	epicRevisionRequest = wire.MessageInfo{Name: "package revision message", Direction: wire.Request, DecodeOnly: true,
		Doc: "A server says which list of packages it has."}
	EpicBeatRequest = wire.MessageInfo{Name: "heartbeat answer", Direction: wire.Request, DecodeOnly: true,
		Doc: "A UDP datagram by which a server shows its port to its master."}
	epicOtherRequest   = wire.NewRequest("request", "A message to a master that no source explains.")
	epicChallengeReply = wire.NewReply("login challenge", "The number that a master of UT2003 or UT2004 begins with.")
	epicAnswerReply    = wire.NewReply("login answer", "Whether the master accepts the login.")
	epicVerifiedReply  = wire.NewReply("verification reply", "The end of the login of a UT2004 client.")
	epicNewsReply      = wire.NewReply("news reply", "The message of the day.")
	epicListReply      = wire.NewReply("binary list reply", "The number of servers, then a message for each.")
	epicBeatReply      = wire.NewReply("heartbeat order", "A master asks a server to show a port by UDP.")
	epicPortsReply     = wire.NewReply("detected ports message",
		"A master reports to a server which of its ports it sees, and how often to send heartbeats.")
	epicMatchReply    = wire.NewReply("match ID message", "A master gives a server's match its number.")
	epicPackagesReply = wire.NewReply("package list message", "A master lists the packages that it knows.")
	epicOtherReply    = wire.NewReply("reply", "A message from a master that no source explains.")
)

// Problems of the binary masters.
var (
	problemMasterLength = wire.Error("master-length", "The message claims {a} bytes; the longest known has {b}.",
		"The bytes do not begin where a message begins, or they are no conversation with a master.")
	problemMasterEmpty = wire.Note("master-empty-message", "The message has no body.",
		"It says nothing; no known program sends it.")
	problemMasterCut = wire.ProblemInfo{Code: "master-message-cut", Severity: wire.SeverityWarning,
		Message: "The message has {a} bytes, of which {b} are here.",
		Advice:  "It continues in the next segment: reassemble the stream before decoding.",
		Story: "TCP has no messages. A capture shows segments, which begin and end anywhere; a message of a master " +
			"may be divided among several. What is here is decoded as far as it goes."}
	problemMasterRest = wire.Warning("master-message-rest",
		"{a} bytes follow the last known field of this kind of message.",
		"A newer master or game writes more; the bytes are shown as they are.")
	problemMasterKind = wire.Warning("master-message-unknown",
		"The {a} bytes do not match any message known in this direction.",
		"They are shown as they are; if the direction is wrong, name the other one.")
)

// What the binary half adds to the row of the masters.
var (
	epicMessages = []*wire.MessageInfo{
		&epicLoginRequest, &epicHashRequest, &epicListRequest, &epicNewsRequest, &epicCommunityRequest, &epicUplinkRequest,
		&epicStateRequest, &epicStatsRequest, &epicRevisionRequest, &EpicBeatRequest, &epicOtherRequest,
		&epicChallengeReply, &epicAnswerReply, &epicVerifiedReply, &epicNewsReply, &epicListReply, &epicBeatReply,
		&epicPortsReply, &epicMatchReply, &epicPackagesReply, &epicOtherReply,
	}
)
