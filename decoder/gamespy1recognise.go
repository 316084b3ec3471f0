package decoder

// Which of the protocols that speak backslash text a text is of: a query to a
// game server, a heartbeat and what follows it, or a master's TCP conversation
// (wire/SPEC.md#identification, rows 8 and 12; 4.2; 5.2; 5.3).

// firstPair returns the first key of p, nil if none stands at its beginning,
// and its value; pair says that there is one.
func firstPair(p []byte) (key, value []byte, pair bool) {
	if len(p) < 2 || p[0] != '\\' || p[1] == '\\' {
		return nil, nil, false
	}
	end := token(p, 1, min(len(p), 66))
	switch end {
	case len(p):
		return p[1:end], nil, false
	case 66:
		return nil, nil, false
	}
	return p[1:end], p[end+1 : token(p, end+1, len(p))], true
}

// masterWords is backslashReading for those who ask only for the texts of
// masters and of those who talk to them.
func masterWords(p []byte, opts *Options) (Protocol, Direction, Confidence) {
	first, value, pair := firstPair(p)
	if !pair {
		return Unknown, DirectionUnknown, Unlikely
	}
	protocol, dir, c, _ := masterReading(p, first, value, opts)
	return protocol, dir, c
}

// The UDP and TCP ports of the GameSpy masters (protocol/heartbeat/SPEC.md#exchange and protocol/unrealmaster/SPEC.md#text-masters).
const (
	heartbeatPort = 27900
	masterPort    = 28900
)

// backslashReading tells what p is. shared means that the bytes alone would
// fit another protocol as well.
func backslashReading(p []byte, opts *Options) (protocol Protocol, dir Direction, c Confidence, shared bool) {
	first, value, pair := firstPair(p)
	if first == nil {
		return Unknown, DirectionUnknown, Unlikely, false
	}
	if !pair { // no second backslash: only a bare command
		if commandOf(first) != commandNone || cutCommand(first) {
			return GameSpy1, Request, Possible, false
		}
		return Unknown, DirectionUnknown, Unlikely, false
	}
	if protocol, dir, c, shared = masterReading(p, first, value, opts); protocol != Unknown {
		return protocol, dir, c, shared
	}
	switch cmd := commandOf(first); {
	case cmd == commandNone:
	case cmd == commandPlain && len(value) == 0, cmd == commandPlain && commandOf(value) != commandNone:
		return GameSpy1, Request, Likely, false
	case cmd == commandPlain && hasKey(p, "queryid"): // BF1942 and others have a key "status"
	case cmd == commandPlain && !wordLike(value):
		return GameSpy1, Request, Possible, false
	default:
		return GameSpy1, Request, Likely, false
	}
	return backslashReply(p, first)
}

// maxTail is how far from the end a query id stands in nearly all replies, and
// maxLogin how far from its beginning a client's answer to a master.
const (
	maxTail  = 40
	maxLogin = 200
)

// backslashReply rates what can only be a game server's answer.
func backslashReply(p, first []byte) (Protocol, Direction, Confidence, bool) {
	switch {
	case !wordLike(first):
		return Unknown, DirectionUnknown, Unlikely, false
	case hasKey(p[max(0, len(p)-maxTail):], "queryid"), hasKey(p, "queryid"):
		return GameSpy1, Reply, Certain, false
	case hasKey(p, "final"):
		return GameSpy1, Reply, Likely, false
	}
	if k, _ := classify(first); k != classOther || lookupKey(first) != nil {
		return GameSpy1, Reply, Likely, false
	}
	return GameSpy1, Reply, Possible, false
}

// masterReading tells the texts that masters and those who talk to them send.
func masterReading(p, first, value []byte, opts *Options) (protocol Protocol, dir Direction, c Confidence, shared bool) {
	udp := !opts.Stream && opts.SrcPort|opts.DstPort != 0
	atMaster := opts.SrcPort == heartbeatPort || opts.DstPort == heartbeatPort
	onTCP := opts.Stream || opts.SrcPort == masterPort || opts.DstPort == masterPort
	seen := conversationKey(first)
	switch {
	case seen == seenHeartbeat:
		return UnrealHeartbeat, Request, Certain, false
	case seen == seenServer && len(value) > 0 && value[0] >= '0' && value[0] <= '9', seen == seenFinal && onTCP:
		return UnrealMaster, Reply, Likely, false
	case seen == seenList, string(first) == "enctype", seen == seenValidate && onTCP,
		seen == seenGame && (onTCP || hasKey(p[:min(len(p), maxLogin)], "validate") && !hasKey(p, "queryid")):
		return UnrealMaster, Request, Likely, false
	case seen == seenValidate && udp && !atMaster:
		return GameSpy1, Reply, Likely, false
	case seen == seenValidate:
		return UnrealHeartbeat, Reply, Likely, !atMaster
	case seen == seenBasic:
		value = secureChallenge(p)
	case seen != seenSecure:
		value = nil
	}
	switch {
	case len(value) == 0:
		return Unknown, DirectionUnknown, Unlikely, false
	case onTCP:
		return UnrealMaster, Reply, Likely, false
	case atMaster:
		return UnrealHeartbeat, Reply, Likely, false
	case udp:
		return GameSpy1, Request, Likely, false
	case seen == seenBasic && !hasKey(p, "info") && !hasKey(p, "rules"):
		return UnrealMaster, Reply, Likely, true
	}
	return GameSpy1, Request, Likely, true
}

// secureChallenge returns the challenge of a text that begins with
// \basic\\secure\ or, a backslash missing, \basic\secure\; nil for others.
func secureChallenge(p []byte) []byte {
	for _, start := range [...]string{"\\basic\\\\secure\\", "\\basic\\secure\\"} {
		if len(p) > len(start) && string(p[:len(start)]) == start {
			return p[len(start):token(p, len(start), len(p))]
		}
	}
	return nil
}

// recogniseGamespy1 knows a request by its first word, a reply by being
// neither that nor a master's (protocol/gamespy1/SPEC.md#requests).
func recogniseGamespy1(p []byte, opts *Options) (Direction, Confidence) {
	protocol, dir, c, _ := backslashReading(p, opts)
	if protocol == GameSpy1 && !opts.Stream {
		return dir, c
	}
	if dir == DirectionUnknown && opts.Protocol == GameSpy1 {
		return Reply, Unlikely
	}
	if protocol != Unknown && opts.Protocol == GameSpy1 { // named: a master's words are requests here
		if commandOf(firstKey(p)) != commandNone {
			return Request, Possible
		}
		return Reply, Possible
	}
	return dir, Unlikely
}

// firstKey returns the text between the first backslash and the next.
func firstKey(p []byte) []byte {
	if len(p) == 0 {
		return nil
	}
	return p[1:token(p, 1, len(p))]
}

// cutCommand reports whether key is the beginning of a command, or of a
// word that a heartbeat or a request to a master begins with.
func cutCommand(key []byte) bool {
	for i := range words {
		if w := &words[i]; len(key) > 2 && len(key) <= len(w.text) && (w.command != commandNone || w.seen&(seenHeartbeat|seenList) != 0) && startsLike(key, w.text) {
			return true
		}
	}
	return false
}

// A command is the first word of a request's item.
type command uint8

const (
	commandNone     command = iota
	commandPlain            // has no parameter
	commandText             // a text to echo, a challenge
	commandProperty         // the name of a property
)

// commandOf returns what kind of command a key is (protocol/gamespy1/SPEC.md#requests).
//
//go:noinline
func commandOf(key []byte) command { return findWord(key).command }
