package decoder

import "strconv"

// The announcement of a server to its master by UDP, and the proof of the game
// that the master asks for (protocol/heartbeat/SPEC.md#exchange). The layouts of the pairs are
// those of GameSpy v1.

var heartbeatLayout = [...]FieldDef{
	{Key: "unreal-heartbeat.port", Name: "Value", Kind: KindDecimal, Role: RoleQueryPort, AtMost: 65535, Source: "protocol/heartbeat/SPEC.md#messages",
		Doc: "The UDP port that answers queries, not the one that players connect to."},
	{Key: "unreal-heartbeat.port", Name: "Value", Kind: KindDecimal, Source: "protocol/heartbeat/SPEC.md#messages", Note: "the game's default query port",
		Doc: "The port 0 stands for the default query port of the game."},
}

// Messages.
var (
	heartbeatRequest   = MessageInfo{Name: "heartbeat", Protocol: UnrealHeartbeat, Direction: Request, Doc: "A server tells its master that it is there."}
	heartbeatChallenge = MessageInfo{Name: "secure challenge", Protocol: UnrealHeartbeat, Direction: Reply, Doc: "The master asks the server to prove which game it is."}
	heartbeatValidate  = MessageInfo{Name: "validate reply", Protocol: UnrealHeartbeat, Direction: Reply, Doc: "The server's answer to the challenge."}
	heartbeatOther     = MessageInfo{Name: "reply", Protocol: UnrealHeartbeat, Direction: Reply, Doc: "Pairs that belong to an announcement."}
)

var unrealHeartbeatProtocol = protocol{
	id: UnrealHeartbeat, title: "Heartbeat to a master", recognise: recogniseHeartbeat, begins: beginsBackslash, decode: decodeHeartbeat,
	doubtful: beginsBackslash, // a query takes no text that is a heartbeat's
	doc:      "UDP announcement of a game server to its master, once a minute, and the master's check that it is the game that it says.",
	ports:    []Port{{Number: heartbeatPort, Name: "masters of GameSpy v1 games"}},
}

func unrealHeartbeatDocs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{&heartbeatRequest, &heartbeatChallenge, &heartbeatValidate, &heartbeatOther},
		layouts:  []layout{heartbeatLayout[:]},
	}
}

func recogniseHeartbeat(p []byte, opts *Options) (Direction, Confidence) {
	protocol, dir, c := masterWords(p, opts)
	switch {
	case opts.Stream:
		return DirectionUnknown, Unlikely
	case protocol == UnrealHeartbeat:
		return dir, c
	case opts.Protocol == UnrealHeartbeat && len(p) > 0 && p[0] == '\\':
		if string(firstKey(p)) == "heartbeat" {
			return Request, Possible
		}
		return Reply, Possible
	}
	return DirectionUnknown, Unlikely
}

func decodeHeartbeat(r *reader, _ Direction) {
	whole := r.rest()
	s := pairs{r: r, d: &backslashDefs}
	switch seen := s.conversation(); {
	case seen&seenHeartbeat != 0:
		r.say(&heartbeatRequest)
	case seen&seenValidate != 0:
		r.say(&heartbeatValidate)
	case seen&seenSecure != 0:
		r.say(&heartbeatChallenge)
	default:
		r.say(&heartbeatOther)
	}
	s.sayReading(whole)
}

// heartbeatTopic lets the challenge answer the heartbeat, and nothing else:
// the server's proof answers the challenge, which is no request.
func heartbeatTopic(m *Message) Topic {
	switch m.Info {
	case &heartbeatRequest:
		return Topic{Subjects: 1, Optional: true} // an announcement: a master may ask back, and owes nothing
	case &heartbeatChallenge:
		return Topic{Subjects: 1, Proof: true}
	}
	return Topic{Subjects: 2, Proof: m.Info == &heartbeatValidate}
}

// heartbeatQuery builds a heartbeat, with the version of the game if given.
func heartbeatQuery(dst []byte, q *Query) ([]byte, error) {
	if q.Message != "" && q.Message != heartbeatRequest.Name {
		return dst, errNoSuchRequest
	}
	game := q.Game
	if game == "" {
		game = "ut"
	}
	if hasBackslash(game) {
		return dst, QueryError("a game name holds no backslash")
	}
	dst = appendStrings(dst, `\heartbeat\`, strconv.Itoa(int(q.Port)), `\gamename\`, game)
	if q.Version != 0 {
		dst = appendStrings(dst, `\gamever\`, strconv.FormatUint(uint64(q.Version), 10))
	}
	return dst, nil
}
