package unrealmaster

import (
	"bytes"

	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

const ID = "unreal-master"

// Master servers: GameSpy's text on TCP 28900, as UT99 speaks it (protocol/unrealmaster/SPEC.md#text-masters), in
// mastertext.go, and the binary messages of UT2003 and UT2004 on TCP
// 28902 (protocol/unrealmaster/SPEC.md#binary-masters), in masterbinary.go and its neighbours. Text begins
// with a backslash, a binary message with its length.

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&masterBothRequest, &masterListRequest, &masterListReply, &MasterCompactReply},
		Several: true},
	{Messages: []*wire.MessageInfo{&masterChallenge, &masterLogin, &masterOtherRequest, &masterOtherReply},
		Several: true},
	{Messages: []*wire.MessageInfo{&epicListRequest, &epicListReply}, Several: true},
	{Messages: []*wire.MessageInfo{&epicNewsRequest, &epicNewsReply}, Several: true},
	{Messages: []*wire.MessageInfo{&epicLoginRequest, &epicAnswerReply}, Several: true},
	{Messages: []*wire.MessageInfo{&epicHashRequest, &epicVerifiedReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "Unreal master server", Recognise: recognise, Decode: decodeMaster,
	Status: wire.NoStatus, MatchKey: MatchKey,
	Matching: &matching,
	Doubtful: func(byte) bool { return true },
	Doc: "TCP conversation between a client and a master server: a challenge and its answer, then the list of " +
		"servers.",
	Ports: []wire.Port{
		{Number: backslash.MasterPort, Name: "UT99, Unreal and other GameSpy v1 games"},
		{Number: EpicPort, Name: "UT2003, UT2004"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec: "protocol/unrealmaster/SPEC.md",
	Messages: append([]*wire.MessageInfo{
		&masterLogin, &masterListRequest, &masterBothRequest, &masterOtherRequest, &masterChallenge, &masterListReply,
		&MasterCompactReply, &masterOtherReply,
	}, epicMessages...),
	Sections: append(backslash.MasterDocs.Sections, []wire.Section{
		{Prefix: "unreal-master", Source: "#text-masters", Layouts: []wire.Layout{masterCompact[:]}},
		{Prefix: "unreal-master", Source: "#binary-masters", Fields: []*wire.FieldDef{&epicMessage, &epicLength, &epicBody,
			&epicRest}},
		{Prefix: "unreal-master", Source: "#login", Fields: []*wire.FieldDef{&epicChallengeGroup, &epicChallenge,
			&epicLoginGroup}, Layouts: []wire.Layout{epicLogin[:]}},
		{Prefix: "unreal-master", Source: "#login", Fields: []*wire.FieldDef{&epicLoginMatch},
			Layouts: []wire.Layout{epicLoginOS[:], epicLoginMachine[:]}},
		{Prefix: "unreal-master", Source: "#login", Fields: []*wire.FieldDef{&epicLoginUTAN, &epicAnswerGroup},
			Layouts: []wire.Layout{epicAnswer[:]}},
		{Prefix: "unreal-master", Source: "#login", Fields: []*wire.FieldDef{&epicHashGroup},
			Layouts: []wire.Layout{epicHash}},
		{Prefix: "unreal-master", Source: "#login", Fields: []*wire.FieldDef{&epicVerifiedGroup, &epicVerified}},
		{Prefix: "unreal-master", Source: "#client-commands", Fields: []*wire.FieldDef{&epicListGroup, &epicCommand},
			Layouts: []wire.Layout{epicCommandAlone}},
		{Prefix: "unreal-master", Source: "#client-commands", Fields: []*wire.FieldDef{&epicFilters, &epicFilter},
			Layouts: []wire.Layout{epicFilterOne[:]}},
		{Prefix: "unreal-master", Source: "#client-commands", Fields: []*wire.FieldDef{&epicNewsAskGroup, &epicCommunityGroup,
			&epicNewsGroup, &epicNews, &epicNewsNumber}},
		{Prefix: "unreal-master", Source: "#binary-list-reply", Fields: []*wire.FieldDef{&epicCountGroup},
			Layouts: []wire.Layout{epicCount}},
		{Prefix: "unreal-master", Source: "#binary-list-reply", Fields: []*wire.FieldDef{&epicServer},
			Layouts: []wire.Layout{EpicServers[:], epicServer2004[:]}},
		{Prefix: "unreal-master", Source: "#binary-list-reply", Fields: []*wire.FieldDef{&epicServer2003}},
		{Prefix: "unreal-master", Source: "#server-session", Fields: []*wire.FieldDef{&epicUplinkGroup},
			Layouts: []wire.Layout{epicUplink}},
		{Prefix: "unreal-master", Source: "#server-session", Fields: []*wire.FieldDef{&epicBeatGroup, &epicOrder},
			Layouts: []wire.Layout{epicBeat}},
		{Prefix: "unreal-master", Source: "#server-session", Fields: []*wire.FieldDef{&epicPortsGroup},
			Layouts: []wire.Layout{epicPorts, epicPorts2003}},
		{Prefix: "unreal-master", Source: "#server-session", Fields: []*wire.FieldDef{&epicMatchGroup},
			Layouts: []wire.Layout{epicMatch}},
		{Prefix: "unreal-master", Source: "#server-session",
			Fields:  []*wire.FieldDef{&epicPackagesGroup, &epicPackageCount, &epicPackageGroup},
			Layouts: []wire.Layout{epicPackage[:]}},
		{Prefix: "unreal-master", Source: "#server-session",
			Fields:  []*wire.FieldDef{&epicStateGroup, &epicReport, &epicClients, &epicClient, &epicStatsGroup},
			Layouts: []wire.Layout{epicStats}},
		{Prefix: "unreal-master", Source: "#server-session", Fields: []*wire.FieldDef{&epicRevisionGroup},
			Layouts: []wire.Layout{epicRevision, epicUDP[:]}},
		{Source: "#binary-masters", Problems: []*wire.ProblemInfo{&problemMasterLength, &problemMasterEmpty,
			&problemMasterCut, &problemMasterRest,
			&problemMasterKind}},
	}...),
})

func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	// Nearly all datagrams begin with a number that is no length of a message.
	long := len(p) > 4 && p[0] > 2 && wire.LE32(p) > EpicMaxBody
	if !long && len(p) > 0 && p[0] != '\\' {
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

// isMasterBinary distinguishes the halves by the first four bytes: a length
// below 64 KiB has NULs, which no text holds. The UDP datagram of a server
// begins with a byte that no text begins with.
func isMasterBinary(p []byte, dir wire.Direction) bool {
	if dir != wire.Reply && len(p) > 0 && p[0] <= 2 {
		return true
	}
	return len(p) >= 4 && p[3] == 0 && (p[2] == 0 || p[2] == 1 && p[0]|p[1] == 0)
}

// MatchKey says which messages have a challenge or the answer to one.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	t.Challenge = m.Info == &masterBothRequest || m.Info == &masterChallenge || m.Info == &masterLogin
	return t
}

type Query struct {
	Game      string   // gamename, "" for "ut"
	Challenge string   // text: what the login answers, "" for "wookie"
	Compact   bool     // text: request the list with six bytes per server
	Filters   []string // binary: such as "gametype==xDeathMatch"
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Text("text", "challenge of the master; default wookie", "wookie", func(d *Query) *string { return &d.Challenge }),
		ask.Text("game", "the game's name; default ut", "ut", func(d *Query) *string { return &d.Game }),
		ask.Switch("compact", "request the list with six bytes per server", func(d *Query) *bool { return &d.Compact }),
		ask.List("item", "filter of a binary list, such as gametype==xDeathMatch",
			func(d *Query) *[]string { return &d.Filters }),
	}
}

// Request builds what a client sends. The messages of the text come first
// in the list of requests, and the one without a name is theirs.
func Request(dst []byte, q *ask.Query) ([]byte, error) {
	if b, err := epicQuery(dst, q); err != ask.ErrNoSuchRequest {
		return b, err
	}
	return masterQuery(dst, q)
}

// WholeToMaster reports whether p, what a client has sent to a master, ends
// where a message ends (protocol/unrealmaster/SPEC.md#binary-masters and
// protocol/unrealmaster/SPEC.md#text-masters).
func WholeToMaster(p []byte) bool {
	if len(p) > 0 && p[0] == '\\' {
		return bytes.HasSuffix(p, []byte(backslash.FinalText)) ||
			bytes.HasSuffix(p, []byte(backslash.FinalText[:len(backslash.FinalText)-1]))
	}
	for len(p) >= 4 {
		n := uint64(wire.LE32(p)) + 4
		if n > uint64(len(p)) {
			return n > EpicMaxBody
		}
		p = p[n:]
	}
	return len(p) == 0
}
