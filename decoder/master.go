package decoder

// Master servers: GameSpy's text on TCP 28900, as UT99 speaks it (protocols.md
// 5.3), in mastertext.go.

var unrealMasterProtocol = protocol{
	id: UnrealMaster, title: "Unreal master server", recognise: recogniseMaster, decode: decodeMaster,
	topic: masterTopic, status: func(*statusBuilder, *Message) {}, request: masterQuery,
	doc:   "TCP conversation between a client and a master server: a challenge and its answer, then the list of servers.",
	ports: []Port{{Number: masterPort, Name: "UT99, Unreal and other GameSpy v1 games"}},
	messages: []*MessageInfo{
		&masterLogin, &masterListRequest, &masterBothRequest, &masterOtherRequest, &masterChallenge, &masterListReply, &masterCompactReply, &masterOtherReply,
	},
	problems: []*ProblemInfo{&problemServerAddress},
	layouts:  []layout{masterServer, masterCompact},
}

func recogniseMaster(p []byte, opts *Options) (Direction, Confidence) {
	return recogniseMasterText(p, opts)
}

func decodeMaster(r *reader, dir Direction) {
	r.masterText(dir)
}
