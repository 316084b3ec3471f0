package decoder

// Master servers: GameSpy's text on TCP 28900, as UT99 speaks it (protocol/unrealmaster/SPEC.md#text-masters), in mastertext.go, and the binary messages of UT2003 and UT2004 on TCP
// 28902 (protocol/unrealmaster/SPEC.md#binary-masters), in masterbinary.go and its neighbours. Text begins
// with a backslash, a binary message with its length.

var unrealMasterProtocol = protocol{
	id: UnrealMaster, title: "Unreal master server", recognise: recogniseMaster, decode: decodeMaster,
	doubtful: func(byte) bool { return true },
	doc:      "TCP conversation between a client and a master server: a challenge and its answer, then the list of servers.",
	ports: []Port{
		{Number: masterPort, Name: "UT99, Unreal and other GameSpy v1 games"},
		{Number: epicPort, Name: "UT2003, UT2004"},
	},
}

func unrealMasterDocs() protocolDocs {
	return protocolDocs{
		messages: append([]*MessageInfo{
			&masterLogin, &masterListRequest, &masterBothRequest, &masterOtherRequest, &masterChallenge, &masterListReply, &masterCompactReply, &masterOtherReply,
		}, epicMessages...),
		problems: append([]*ProblemInfo{&problemServerAddress}, epicProblems...),
		layouts:  append([]layout{masterServer[:], masterCompact[:]}, epicLayouts()...),
	}
}

func recogniseMaster(p []byte, opts *Options) (Direction, Confidence) {
	if len(p) > 0 && p[0] != '\\' {
		if dir, c := recogniseMasterBinary(p, opts); c != Unlikely {
			return dir, c
		}
	}
	return recogniseMasterText(p, opts)
}

func decodeMaster(r *reader, dir Direction) {
	if isMasterBinary(r.rest(), dir) {
		decodeMasterBinary(r, dir)
		return
	}
	r.masterText(dir)
}

// isMasterBinary tells the halves apart by the first four bytes: a length below
// 64 KiB has NULs, which no text holds. The UDP datagram of a server begins
// with a byte that no text begins with.
func isMasterBinary(p []byte, dir Direction) bool {
	if dir != Reply && len(p) > 0 && p[0] <= 2 {
		return true
	}
	return len(p) >= 4 && p[3] == 0 && (p[2] == 0 || p[2] == 1 && p[0]|p[1] == 0)
}

func topicOfMaster(m *Message) Topic {
	if t := epicTopic(m); t.Subjects != 0 {
		return t
	}
	return masterTopic(m)
}

// queryMaster builds what a client sends. The messages of the text come first
// in the list of requests, and the one without a name is theirs.
func queryMaster(dst []byte, q *Query) ([]byte, error) {
	if b, err := epicQuery(dst, q); err != errNoSuchRequest {
		return b, err
	}
	return masterQuery(dst, q)
}
