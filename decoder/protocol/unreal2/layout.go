package unreal2

import (
	"math"

	"fragscope/decoder/ask"
	"fragscope/decoder/internal/record"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

const ID = "unreal2"

// Unreal2, the binary query of UT2003, UT2004, Killing Floor, Red Orchestra and
// related games (protocol/unreal2/SPEC.md). Little endian; strings as in
// protocol/SPEC.md#unreal-strings.

// Requests: a version that servers do not check, and a command.
var unreal2Request = [...]wire.FieldDef{
	{Key: "version", Name: "Query version", Kind: wire.KindU32LE, Symbols: &versions,
		Doc: "The protocol version of the client. Servers of UT2004 and later do not check it; 78, 79 and 80 hex are " +
			"common, and some programs send other values."},
	{Key: "command", Name: "Command", Kind: wire.KindU8, Symbols: &commands},
}

var commands = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "server info"},
	{Value: 1, Name: "rules"},
	{Value: 2, Name: "players"},
	{Value: 3, Name: "rules, then players"},
	{Value: 4, Name: "small ping"},
	{Value: 0x10, Name: "server info", Doc: "Pariah"},
	{Value: 0x11, Name: "rules", Doc: "Pariah"},
	{Value: 0x12, Name: "players", Doc: "Pariah"},
	{Value: 0x13, Name: "rules, then players", Doc: "Pariah"},
}}

// Replies: the version of the server's protocol, and what kind of reply it is.
var unreal2Header = [...]wire.FieldDef{
	{Key: "version", Name: "Protocol version", Kind: wire.KindU32LE, Symbols: &versions,
		Doc: "Not a fixed signature: 80 hex only means UT2004 or later."},
	{Key: "type", Name: "Reply type", Kind: wire.KindU8, Symbols: &replyTypes},
}

var versions = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0x77, Name: "Pariah"},
	{Value: 0x78, Name: "UT2003 demo"},
	{Value: 0x79, Name: "UT2003"},
	{Value: 0x7a, Name: "unknown member of the family"},
	{Value: 0x7e, Name: "Unreal II XMP"},
	{Value: 0x7f, Name: "UT2004 demo"},
	{Value: 0x80, Name: "UT2004 and later"},
	{Value: 0x21212121, Name: "\"!!!!\", sent by LGSL"},
}}

var replyTypes = wire.Symbols{List: []wire.Symbol{
	{Value: 0, Name: "server info"},
	{Value: 1, Name: "rules"},
	{Value: 2, Name: "players"},
	{Value: 4, Name: "small ping"},
	{Value: 0x10, Name: "server info", Doc: "Pariah"},
	{Value: 0x11, Name: "rules", Doc: "Pariah"},
	{Value: 0x12, Name: "players", Doc: "Pariah"},
}}

// Info reply: the engine's server record, written field by field (protocol/unreal2/SPEC.md#variants-of-the-tail).
var (
	// SWAT 4 and Tribes put two strings here (protocol/unreal2/SPEC.md#variants-of-the-tail).
	infoSwat = [...]wire.FieldDef{
		{Key: "game_version", Name: "Game version", Kind: wire.KindText, Role: wire.RoleVersion},
		{Key: "mod_name", Name: "Mod name", Kind: wire.KindText},
	}
)

// Players reply: records until the datagram ends (protocol/unreal2/SPEC.md#player-list-reply).
var (
	// Unreal II XMP, version 7E hex: another number first, properties last.
	playersXMP = [...]wire.FieldDef{
		{Key: "number", Name: "Player number", Kind: wire.KindU32LE, Role: wire.RolePlayerExtra},
	}
	unreal2Properties = wire.FieldDef{Key: "properties", Name: "Properties", Kind: wire.KindCompact, Role: wire.RoleCount,
		AtMost: 1024}
	property    = wire.FieldDef{Key: "property", Name: "Property", Kind: wire.KindGroup, Role: wire.RolePlayerExtra}
	propertyKey = wire.FieldDef{Key: "property.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey,
		Keys: &keys.Known}
	propertyValue = wire.FieldDef{Key: "property.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue}
)

// Small ping reply.
var ping = wire.FieldDef{Key: "answer", Name: "Answer", Kind: wire.KindConst, Doc: "The character P."}

var (
	infoRequest    = wire.NewRequest("server info request", "Asks for name, map, game type and counts.")
	rulesRequest   = wire.NewRequest("rules request", "Asks for the rules.")
	playersRequest = wire.NewRequest("player list request", "Asks for the players.")
	bothRequest    = wire.NewRequest("rules and player list request",
		"Asks for the rules and then the players; the answer is any number of rules replies and player list replies.")
	pingRequest  = wire.NewRequest("ping request", "Asks for the shortest answer there is.")
	otherRequest = wire.NewRequest("request", "A command that no source explains.")
	InfoReply    = wire.NewReply("server info reply", "Name, map, game type and counts.")
	rulesReply   = wire.NewReply("rules reply",
		"Pairs of key and value; a long list comes in several datagrams, none of which says that it is the last.")
	playersReply = wire.NewReply("player list reply", "One record a player; nothing is sent for an empty server.")
	pingReply    = wire.NewReply("ping reply", "The character P.")
	otherReply   = wire.NewReply("reply", "A reply type that no source explains.")
)

var (
	problemSurplusHead = wire.ProblemInfo{Code: "unreal2-misaligned-head", Severity: wire.SeverityWarning,
		Message: "{a} surplus {a|byte precedes|bytes precede} the game port; without {a|it|them} every field reads " +
			"well.",
		Advice: "The dump is not byte exact: take {a|this byte|these bytes} out. Read strictly, the game port would " +
			"be {xb}.",
		Story: "The record before the name is 13 bytes: server id, an empty address, game port, query port. A dump " +
			"that has more was not copied exactly. The decoder tries to leave out zero bytes and keeps the reading " +
			"in which every later field is plausible."}
	problemSurplusTail = wire.ProblemInfo{Code: "unreal2-misaligned-tail", Severity: wire.SeverityWarning,
		Message: "{a} surplus {a|byte is|bytes are} in the trailing block; without {a|it|them} ping, flags, skill " +
			"and the two counts read well.", Advice: "The dump is not byte exact: take {a|this byte|these bytes} out.",
		Story: "Ping, flags, skill and two counts follow the max players, 13 bytes for a one-digit skill. A dump " +
			"with more zero bytes there was not copied exactly."}
	problemInfoTail = wire.Warning("unreal2-info-tail",
		"The {a} {a|byte|bytes} after the maximum of players {a|fits|fit} no known variant of the record.",
		"Known are UT2004, Killing Floor and UT2003; these bytes are shown as unknown.")
	problemInfoNoTail = wire.Damage("unreal2-info-truncated",
		"The record ends after the maximum of players; ping at least should follow.",
		"The reply is cut, or comes from a program that only imitates a server.")
	problemPairCut = wire.Error("unreal2-key-without-value", "The datagram ends after a key; its value is missing.",
		"Servers never split a pair, so the datagram is cut.")
)

// Surplus zero bytes in dumps that are not byte exact.
var (
	surplusHead = wire.FieldDef{Key: "surplus", Name: "Surplus bytes", Kind: wire.KindUnknown,
		Doc: "Bytes that no server sends here; the dump is not byte exact."}
	tailUnknown = wire.FieldDef{Key: "tail", Name: "Unknown tail", Kind: wire.KindUnknown}
)

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&infoRequest, &InfoReply}},
	{Messages: []*wire.MessageInfo{&rulesRequest, &rulesReply, &bothRequest}, Several: true},
	{Messages: []*wire.MessageInfo{&playersRequest, &playersReply, &bothRequest}, Several: true},
	{Messages: []*wire.MessageInfo{&pingRequest, &pingReply, &otherRequest, &otherReply}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Unreal2 query", Brief: true, Recognise: Recognise, Decode: decodeUnreal2,
	Matching: &matching,
	Doc: "The binary query that came with Unreal Tournament 2003: five bytes ask, typed replies answer from game port " +
		"+ 1.",
	Ports: []wire.Port{
		{Game: 7777, Offset: 1, Name: "UT2003, UT2004, Devastation, Unreal II XMP, Pariah"},
		{Game: 7757, Offset: 1, Name: "Red Orchestra: Ostfront, Darkest Hour"},
		{Game: 7758, Offset: 1, Name: "Red Orchestra"},
		{Game: 7707, Offset: 1, Name: "Killing Floor"},
		{Number: 10777, Name: "UT2004 on a LAN"},
		{Number: 11777, Name: "UT2004 on a LAN, client"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec: "protocol/unreal2/SPEC.md",
	Messages: []*wire.MessageInfo{
		&infoRequest, &rulesRequest, &playersRequest, &bothRequest, &pingRequest, &otherRequest,
		&InfoReply, &rulesReply, &playersReply, &pingReply, &otherReply,
	},
	Sections: append(record.Docs.Sections, []wire.Section{
		{Prefix: "unreal2.request", Source: "#request", Layouts: []wire.Layout{unreal2Request[:]}},
		{Prefix: "unreal2.header", Source: "#reply-header", Layouts: []wire.Layout{unreal2Header[:]}},
		{Prefix: "unreal2.info", Source: "#server-info-reply", Layouts: []wire.Layout{infoSwat[:]}},
		{Prefix: "unreal2.info", Source: "#errors-in-descriptions", Fields: []*wire.FieldDef{&surplusHead}},
		{Prefix: "unreal2.info", Source: "#server-info-reply", Fields: []*wire.FieldDef{&tailUnknown}},
		{Prefix: "unreal2.players", Source: "#player-list-reply", Layouts: []wire.Layout{playersXMP[:]}},
		{Prefix: "unreal2.players", Source: "#player-list-reply", Fields: []*wire.FieldDef{&unreal2Properties, &property,
			&propertyKey, &propertyValue}},
		{Prefix: "unreal2.ping", Source: "#ping-reply", Fields: []*wire.FieldDef{&ping}},
		{Prefix: "pariah", Source: "#pariah", Fields: []*wire.FieldDef{&pariahRule, &pariahPlayer},
			Layouts: []wire.Layout{pariahInfo[:], pariahRules[:], pariahPair[:], pariahPlayers[:], pariahRecord[:]}},
		{Source: "#errors-in-descriptions", Problems: []*wire.ProblemInfo{&problemSurplusHead, &problemSurplusTail}},
		{Source: "#variants-of-the-tail", Problems: []*wire.ProblemInfo{&problemInfoTail, &problemInfoNoTail}},
		{Source: "#rules-reply", Problems: []*wire.ProblemInfo{&problemPairCut}},
	}...),
})

// Recognise identifies a request by its length, a reply by its header
// (protocol/SPEC.md#identification, rows 6 and 7). Five bytes are always a
// request: the only five-byte reply would be an empty list, and servers send
// nothing for it.
func Recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	family := len(p) >= 4 && p[1]|p[2]|p[3] == 0 && p[0] >= 0x77 && p[0] <= 0x80
	if len(p) < 5 {
		if family { // cut before its command
			return wire.Request, wire.Possible
		}
		return wire.DirectionUnknown, wire.Unlikely
	}
	if len(p) == 5 {
		switch known := commands.Lookup(uint64(p[4])) != nil; {
		case family && known, string(p[:4]) == "!!!!" && known:
			return wire.Request, wire.Likely
		case p[4] <= 4 && p[1]|p[2]|p[3] == 0:
			return wire.Request, wire.Possible
		case p[4] <= 4 && p[0] == p[1] && p[1] == p[2] && p[2] == p[3]:
			return wire.Request, wire.Possible
		}
		return wire.DirectionUnknown, wire.Unlikely
	}
	if !family || replyTypes.Lookup(uint64(p[4])) == nil || p[4] >= 0x10 && p[0] != 0x77 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if p[4] == 4 && len(p) > 6 {
		return wire.Reply, wire.Possible
	}
	return wire.Reply, wire.Likely
}

func decodeUnreal2(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request || dir == wire.DirectionUnknown && r.Left() <= 5 {
		decodeRequest(r)
		return
	}
	decodeReply(r)
}

func decodeRequest(r *wire.Reader) {
	switch r.Read(unreal2Request[:]) {
	case 0, 0x10:
		r.SetMessage(&infoRequest)
	case 1, 0x11:
		r.SetMessage(&rulesRequest)
	case 2, 0x12:
		r.SetMessage(&playersRequest)
	case 3, 0x13:
		r.SetMessage(&bothRequest)
	case 4:
		r.SetMessage(&pingRequest)
	default:
		r.SetMessage(&otherRequest)
	}
	if r.Stopped {
		r.SetMessage(&otherRequest)
	}
}

func decodeReply(r *wire.Reader) {
	at := len(r.Fields)
	kind := r.Read(unreal2Header[:])
	if r.Stopped {
		r.SetMessage(&otherReply)
		return
	}
	switch version := r.Fields[at].Value; {
	case kind == 0:
		r.SetMessage(&InfoReply)
		readInfo(r, version)
	case kind == 1:
		r.SetMessage(&rulesReply)
		readRules(r)
	case kind == 2:
		r.SetMessage(&playersReply)
		playerList(r, version)
	case kind == 4:
		r.SetMessage(&pingReply)
		r.Constant(&ping, "P")
	case kind >= 0x10 && kind <= 0x12:
		pariah(r, kind)
	default:
		r.SetMessage(&otherReply)
	}
}

// readRules reads pairs until the datagram ends.
func readRules(r *wire.Reader) {
	r.Groups(&record.Rule, record.Pair[:], all, wire.KindCompact)
	if n := len(r.Problems) - 1; r.Stopped && n >= 0 && r.Problems[n].Info == &wire.ProblemCut &&
		r.Problems[n].Length == 0 {
		// Nothing at all is left for a value. A key alone begins no pair.
		r.Problems[n] = wire.Problem{Info: &problemPairCut, Offset: uint32(r.Pos)}
	}
}

// all is more groups than any datagram holds.
const all = math.MaxInt

// playerList reads player records until the datagram ends.
func playerList(r *wire.Reader, version uint64) {
	if version != 0x7e {
		r.Groups(&record.Player, record.PlayerRecord[:], all, wire.KindCompact)
	}
	for n := 0; r.More(); n++ {
		g := r.Begin(&record.Player, n)
		r.Read(playersXMP[:])
		r.Read(record.PlayerRecord[:])
		count := int(r.Field(&unreal2Properties))
		for n := 0; n < count && r.More(); n++ {
			g := r.Begin(&property, n)
			r.Field(&propertyKey)
			r.Field(&propertyValue)
			r.Done(g)
		}
		r.Done(g)
	}
}

// AppendRequest builds the five bytes of a request.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	version := ask.DetailsOf[Query](q.Details).Version
	if version == 0 {
		version = 0x79
	}
	command := uint64(0)
	switch q.Message {
	case "", infoRequest.Name:
	case rulesRequest.Name:
		command = 1
	case playersRequest.Name:
		command = 2
	case bothRequest.Name:
		command = 3
	case pingRequest.Name:
		command = 4
	default:
		return dst, ask.ErrNoSuchRequest
	}
	if version == 0x77 && command < 4 {
		command += 0x10
	}
	return append(wire.AppendNumber(dst, wire.KindU32LE, uint64(version)), byte(command)), nil
}
