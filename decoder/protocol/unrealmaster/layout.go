package unrealmaster

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

// Master servers: GameSpy's text on TCP 28900, as UT99 speaks it (protocol/unrealmaster/SPEC.md#text-masters), in mastertext.go, and the binary messages of UT2003 and UT2004 on TCP
// 28902 (protocol/unrealmaster/SPEC.md#binary-masters), in masterbinary.go and its neighbours. Text begins
// with a backslash, a binary message with its length.

// Protocol is the row of this protocol in the table of the front door.
var Protocol = wire.Protocol{
	ID: protocol.UnrealMaster, Title: "Unreal master server", Recognise: recognise, Decode: decodeMaster,
	Doubtful: func(byte) bool { return true },
	Doc:      "TCP conversation between a client and a master server: a challenge and its answer, then the list of servers.",
	Ports: []wire.Port{
		{Number: backslash.MasterPort, Name: "UT99, Unreal and other GameSpy v1 games"},
		{Number: EpicPort, Name: "UT2003, UT2004"},
	},
}

// Docs lists what this package defines.
func Docs() wire.Docs {
	return wire.Docs{
		Messages: append([]*wire.MessageInfo{
			&masterLogin, &masterListRequest, &masterBothRequest, &masterOtherRequest, &masterChallenge, &masterListReply, &MasterCompactReply, &masterOtherReply,
		}, epicMessages...),
		Problems: append([]*wire.ProblemInfo{&backslash.ProblemServerAddress}, epicProblems...),
		Layouts:  append([]wire.Layout{backslash.MasterServer[:], masterCompact[:]}, epicLayouts()...),
	}
}

func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) > 0 && p[0] != '\\' {
		if dir, c := RecogniseBinary(p, opts); c != wire.Unlikely {
			return dir, c
		}
	}
	return recogniseText(p, opts)
}

func decodeMaster(r *wire.Reader, dir wire.Direction) {
	if isMasterBinary(r.Rest(), dir) {
		decodeMasterBinary(r, dir)
		return
	}
	masterText(r, dir)
}

// isMasterBinary tells the halves apart by the first four bytes: a length below
// 64 KiB has NULs, which no text holds. The UDP datagram of a server begins
// with a byte that no text begins with.
func isMasterBinary(p []byte, dir wire.Direction) bool {
	if dir != wire.Reply && len(p) > 0 && p[0] <= 2 {
		return true
	}
	return len(p) >= 4 && p[3] == 0 && (p[2] == 0 || p[2] == 1 && p[0]|p[1] == 0)
}

// Topic says what a message is about, to tell which replies answer which requests.
func Topic(m *wire.Message) wire.Topic {
	if t := epicTopic(m); t.Subjects != 0 {
		return t
	}
	return masterTopic(m)
}

// Request builds what a client sends. The messages of the text come first
// in the list of requests, and the one without a name is theirs.
func Request(dst []byte, q *ask.Query) ([]byte, error) {
	if b, err := epicQuery(dst, q); err != ask.ErrNoSuchRequest {
		return b, err
	}
	return masterQuery(dst, q)
}
