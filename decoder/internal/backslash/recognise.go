package backslash

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Which of the protocols that speak backslash text a text is of: a query to a
// game server, a heartbeat and what follows it, or a master's TCP session
// (protocol/SPEC.md#identification, rows 8 and 12; 4.2; 5.2; 5.3).

// firstPair returns the first key of p, nil if none is at its beginning, and
// its value; pair says that there is one.
func firstPair(p []byte) (key, value []byte, pair bool) {
	if len(p) < 2 || p[0] != '\\' || p[1] == '\\' {
		return nil, nil, false
	}
	end := Token(p, 1, min(len(p), 66))
	switch end {
	case len(p):
		return p[1:end], nil, false
	case 66:
		return nil, nil, false
	}
	return p[1:end], p[end+1 : Token(p, end+1, len(p))], true
}

// MasterWords is backslashReading for callers that only need the texts of
// masters and their clients.
func MasterWords(p []byte, opts *wire.Options) (wire.ProtocolID, wire.Direction, wire.Confidence) {
	first, value, pair := firstPair(p)
	if !pair {
		return wire.UnknownProtocol, wire.DirectionUnknown, wire.Unlikely
	}
	spoken, dir, c, _ := masterReading(p, first, value, opts)
	return spoken, dir, c
}

// The UDP and TCP ports of the GameSpy masters (protocol/heartbeat/SPEC.md#exchange and
// protocol/unrealmaster/SPEC.md#text-masters).
const (
	HeartbeatPort = 27900
	MasterPort    = 28900
)

// backslashReading classifies p. shared means that the bytes alone would fit
// another protocol as well.
func backslashReading(p []byte, opts *wire.Options) (spoken wire.ProtocolID, dir wire.Direction, c wire.Confidence,
	shared bool) {
	first, value, pair := firstPair(p)
	if first == nil {
		return wire.UnknownProtocol, wire.DirectionUnknown, wire.Unlikely, false
	}
	if !pair { // no second backslash: only a bare command
		if CommandOf(first) != CommandNone || cutCommand(first) {
			return "gamespy1", wire.Request, wire.Possible, false
		}
		return wire.UnknownProtocol, wire.DirectionUnknown, wire.Unlikely, false
	}
	if spoken, dir, c, shared = masterReading(p, first, value, opts); spoken != wire.UnknownProtocol {
		return spoken, dir, c, shared
	}
	switch cmd := CommandOf(first); {
	case cmd == CommandNone:
	case cmd == CommandPlain && len(value) == 0, cmd == CommandPlain && CommandOf(value) != CommandNone:
		return "gamespy1", wire.Request, wire.Likely, false
	case cmd == CommandPlain && HasKey(p, "queryid"): // BF1942 and others have a key "status"
	case cmd == CommandPlain && !WordLike(value):
		return "gamespy1", wire.Request, wire.Possible, false
	default:
		return "gamespy1", wire.Request, wire.Likely, false
	}
	return backslashReply(p, first)
}

// MaxTail is how far from the end a query id is in nearly all replies, and
// maxLogin how far from its beginning a client's answer to a master.
const (
	MaxTail  = 40
	maxLogin = 200
)

// backslashReply rates what can only be a game server's answer.
func backslashReply(p, first []byte) (wire.ProtocolID, wire.Direction, wire.Confidence, bool) {
	switch {
	case !WordLike(first):
		return wire.UnknownProtocol, wire.DirectionUnknown, wire.Unlikely, false
	case HasKey(p[max(0, len(p)-MaxTail):], "queryid"), HasKey(p, "queryid"):
		return "gamespy1", wire.Reply, wire.Certain, false
	case HasKey(p, "final"):
		return "gamespy1", wire.Reply, wire.Likely, false
	}
	if k, _ := Classify(first); k != ClassOther || keys.Lookup(first) != nil {
		return "gamespy1", wire.Reply, wire.Likely, false
	}
	return "gamespy1", wire.Reply, wire.Possible, false
}

// masterReading classifies the texts of masters and their clients.
func masterReading(p, first, value []byte, opts *wire.Options) (spoken wire.ProtocolID, dir wire.Direction,
	c wire.Confidence, shared bool) {
	udp := !opts.Stream && opts.SrcPort|opts.DstPort != 0
	atMaster := opts.SrcPort == HeartbeatPort || opts.DstPort == HeartbeatPort
	onTCP := opts.Stream || opts.SrcPort == MasterPort || opts.DstPort == MasterPort
	seen := findWord(first).seen
	switch {
	case seen == SeenHeartbeat:
		return "unreal-heartbeat", wire.Request, wire.Certain, false
	case seen == SeenServer && len(value) > 0 && value[0] >= '0' && value[0] <= '9', seen == SeenFinal && onTCP:
		return "unreal-master", wire.Reply, wire.Likely, false
	case seen == SeenList, string(first) == "enctype", seen == SeenValidate && onTCP,
		seen == SeenGame && (onTCP || HasKey(p[:min(len(p), maxLogin)], "validate") && !HasKey(p, "queryid")):
		return "unreal-master", wire.Request, wire.Likely, false
	case seen == SeenValidate && udp && !atMaster:
		return "gamespy1", wire.Reply, wire.Likely, false
	case seen == SeenValidate:
		return "unreal-heartbeat", wire.Reply, wire.Likely, !atMaster
	case seen == seenBasic:
		value = secureChallenge(p)
	case seen != SeenSecure:
		value = nil
	}
	switch {
	case len(value) == 0:
		return wire.UnknownProtocol, wire.DirectionUnknown, wire.Unlikely, false
	case onTCP:
		return "unreal-master", wire.Reply, wire.Likely, false
	case atMaster:
		return "unreal-heartbeat", wire.Reply, wire.Likely, false
	case udp:
		return "gamespy1", wire.Request, wire.Likely, false
	case seen == seenBasic && !HasKey(p, "info") && !HasKey(p, "rules"):
		return "unreal-master", wire.Reply, wire.Likely, true
	}
	return "gamespy1", wire.Request, wire.Likely, true
}

// secureChallenge returns the challenge of a text that begins with
// \basic\\secure\ or, a backslash missing, \basic\secure\; nil for others.
func secureChallenge(p []byte) []byte {
	for _, start := range [...]string{"\\basic\\\\secure\\", "\\basic\\secure\\"} {
		if len(p) > len(start) && string(p[:len(start)]) == start {
			return p[len(start):Token(p, len(start), len(p))]
		}
	}
	return nil
}

// Recognise recognises a request by its first word, a reply by being
// neither that nor a master's (protocol/gamespy1/SPEC.md#requests).
func Recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	spoken, dir, c, _ := backslashReading(p, opts)
	if spoken == "gamespy1" && !opts.Stream {
		if c == wire.Possible && string(FirstKey(p)) == FrameBegins {
			return wire.Reply, wire.Likely
		}
		return dir, c
	}
	if dir == wire.DirectionUnknown && opts.Protocol == "gamespy1" {
		return wire.Reply, wire.Unlikely
	}
	if spoken != wire.UnknownProtocol && opts.Protocol == "gamespy1" { // named: a master's words are requests here
		if CommandOf(FirstKey(p)) != CommandNone {
			return wire.Request, wire.Possible
		}
		return wire.Reply, wire.Possible
	}
	return dir, wire.Unlikely
}

// FrameBegins is the key with which AdminMod of SWAT 4 begins each datagram.
const FrameBegins = "statusresponse"

// FirstKey returns the text between the first backslash and the next.
func FirstKey(p []byte) []byte {
	if len(p) == 0 {
		return nil
	}
	return p[1:Token(p, 1, len(p))]
}

// cutCommand reports whether key is the beginning of a command, or of a
// word that a heartbeat or a request to a master begins with.
func cutCommand(key []byte) bool {
	for i := range words {
		if w := &words[i]; len(key) > 2 && len(key) <= len(w.Text) && (w.Command != CommandNone ||
			w.seen&(SeenHeartbeat|SeenList) != 0) && wire.StartsLike(key, w.Text) {
			return true
		}
	}
	return false
}
