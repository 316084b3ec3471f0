package gamespy2

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

const ID = "gamespy2"

// GameSpy 2, the query of America's Army, SWAT 4, Halo, ARMA and others
// (protocol/gamespy2/SPEC.md). One request, one reply datagram: pairs, then
// tables of players and teams. Texts end in a NUL.

var (
	gamespy2Request = [...]wire.FieldDef{
		{Key: "request.signature", Name: "Signature", Kind: wire.KindConst,
			Doc: "FE FD, as in all requests of GameSpy 2 to 4."},
		{Key: "request.type", Name: "Request type", Kind: wire.KindU8, Symbols: &types},
		{Key: "request.id", Name: "Request ID", Kind: wire.KindBytes, Doc: "Any four bytes; the reply echoes them."},
		{Key: "request.info", Name: "Info section", Kind: wire.KindU8, Symbols: &gamespy2Wanted},
		{Key: "request.players", Name: "Player section", Kind: wire.KindU8, Symbols: &gamespy2Wanted},
		{Key: "request.teams", Name: "Team section", Kind: wire.KindU8, Symbols: &gamespy2Wanted},
	}
	header = [...]wire.FieldDef{
		{Key: "reply.type", Name: "Reply type", Kind: wire.KindU8, Symbols: &types},
		{Key: "reply.id", Name: "Request ID", Kind: wire.KindBytes, Doc: "The four bytes of the request."},
	}
)

var types = wire.Symbols{List: []wire.Symbol{{Value: 0, Name: "status"}}}

var gamespy2Wanted = wire.Symbols{List: []wire.Symbol{
	{Value: 0x00, Name: "not wanted"},
	{Value: 0xff, Name: "wanted"},
}}

var (
	StatusRequest = wire.NewRequest("status request", "Asks for any of settings, players and teams.")
	otherRequest  = wire.NewRequest("request", "A request that is not three flags.")
	StatusReply   = wire.NewReply("status reply",
		"Settings, players and teams, as far as they were queried. A GameSpy 3 server that is queried for format 00 "+
			"answers in the same way.")
)

var matching = wire.Matching{Echoes: []*wire.FieldDef{&gamespy2Request[2], &header[1]},
	Topics: []wire.Topic{{Messages: []*wire.MessageInfo{&StatusRequest, &otherRequest, &StatusReply}}}}

var Protocol = wire.NewProtocol(wire.Protocol{
	Check: wire.Check{ListsAll: true},
	ID:    ID, Datagrams: true, Docs: docs, Title: "GameSpy 2 query", Recognise: Recognise, Begins: func(c byte) bool {
		return c == 0 || c == 9 || c == 0xfe
	}, Decode: decodeGamespy2,
	Status: sections.Status, MatchKey: MatchKey,
	Matching: &matching,
	Doc: "America's Army, SWAT 4, Halo, ARMA and others: three flags ask, one datagram answers with settings, players " +
		"and teams.",
	Ports: []wire.Port{
		{Game: 1716, Offset: 1, Name: "America's Army"}, {Game: 10480, Offset: 2, Name: "SWAT 4"},
		{Game: 10480, Offset: 1, Name: "SWAT 4"},
		{Game: 7777, Offset: 1, Name: "Tribes: Vengeance"}, {Number: 11138, Name: "Star Wars: Republic Commando"},
		{Number: 2302, Name: "Halo, ARMA"},
		{Number: 23000, Name: "Battlefield Vietnam"}, {Number: 27888, Name: "F.E.A.R."},
		{Number: 25600, Name: "Serious Sam 2"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/gamespy2/SPEC.md",
	Messages: []*wire.MessageInfo{&StatusRequest, &otherRequest, &StatusReply},
	Sections: append([]wire.Section{
		{Prefix: "gamespy2", Source: "#messages", Layouts: []wire.Layout{gamespy2Request[:], header[:]}},
	}, sections.Docs.Sections...),
})

// Recognise identifies a request by FE FD 00 and three flags. Replies have no
// signature: their texts must be keys and end where they should
// (protocol/SPEC.md#identification, rows 2, 5 and 5b).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) < 8:
	case p[0] == 0xfe && p[1] == 0xfd:
		if len(p) == 10 && p[2] == 0 && sections.ThreeFlags(p[7:]) {
			return wire.Request, wire.Certain
		}
	case p[0] == 0 && len(p) > 14 && string(p[5:14]) == sections.Splitnum, p[0] == 0 && sections.OddSplitnum(p[5:]):
	case p[0] == 0 && p[5] != 0:
		return wire.Reply, pairsConfidence(p[5:])
	case p[0] == 0:
		return wire.Reply, tableConfidence(p[6:])
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// pairsConfidence says how much b looks like pairs up to an empty key followed
// by nothing or a table.
func pairsConfidence(b []byte) wire.Confidence {
	known, pairs := 0, 0
	for len(b) > 0 && b[0] != 0 {
		if end := keys.Continues(b, 0, 0); pairs > 0 && end > 0 {
			b = b[end+1:]
			continue
		}
		n, plain := wire.ScanPlain(b, 0, 0)
		if n == len(b) && pairs > 1 { // a full datagram ends anywhere
			break
		}
		if n == len(b) || n > keys.MaxFieldName || !plain || b[0]|0x20 < 'a' || b[0]|0x20 > 'z' {
			return wire.Unlikely
		}
		if known < 2 && keys.Lookup(b[:n]) != nil {
			known++
		}
		b = b[n+1:]
		if n, _ = wire.ScanPlain(b, 0, 0); n == len(b) {
			break
		}
		pairs++
		b = b[n+1:]
	}
	switch whole := len(b) > 0 && b[0] == 0 && (len(b) == 1 || b[1] == 0); {
	case whole && (known > 1 || known == 1 && pairs < 4):
		return wire.Likely
	case whole && pairs > 1, known > 1:
		return wire.Possible
	}
	return wire.Unlikely
}

// tableConfidence says how much b, which begins with a count, looks
// like the head of a table.
func tableConfidence(b []byte) wire.Confidence {
	if len(b) > 1 && !sections.FieldFollows(b) {
		b = b[1:]
	}
	n := sections.FieldWord(b)
	if n <= 0 || n == len(b) || !sections.FieldName(b[:n]) {
		return wire.Unlikely
	}
	if keys.Lookup(b[:n]) != nil {
		return wire.Likely
	}
	return wire.Possible
}

func decodeGamespy2(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request || dir == wire.DirectionUnknown && r.Peek(0) == 0xfe {
		r.SetMessage(&otherRequest)
		r.Constant(&gamespy2Request[0], "\xfe\xfd")
		r.Field(&gamespy2Request[1])
		r.Bytes(&gamespy2Request[2], 4)
		r.Read(gamespy2Request[3:])
		if !r.Stopped {
			r.SetMessage(&StatusRequest)
		}
		return
	}
	r.SetMessage(&StatusReply)
	r.Field(&header[0])
	r.Bytes(&header[1], 4)
	if !r.Stopped {
		sections.Read(r)
	}
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != StatusRequest.Name {
		return dst, ask.ErrNoSuchRequest
	}
	want := ask.DetailsOf[Query](q.Details).Sections
	if want == 0 {
		want = 7
	}
	dst = append(append(dst, 0xfe, 0xfd, 0), q.ID[:4]...)
	for bit := range 3 {
		wanted := byte(0)
		if want&(1<<bit) != 0 {
			wanted = 0xff
		}
		dst = append(dst, wanted)
	}
	return dst, nil
}

func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	t.Subjects = 0
	for i := range m.Fields {
		switch f := &m.Fields[i]; {
		case f.Def == &sections.Info[0], f.Def == &gamespy2Request[3] && f.Value != 0:
			t.Subjects |= 1
		case f.Def == &sections.Players[0], f.Def == &gamespy2Request[4] && f.Value != 0:
			t.Subjects |= 2
		case f.Def == &sections.Teams[0], f.Def == &gamespy2Request[5] && f.Value != 0:
			t.Subjects |= 4
		}
	}
	return t
}
