// Package harbour is a protocol as a program adds it that imports fragscope: a
// [wire.Protocol], by which its messages are decoded, and an [exchange.Client], by
// which its servers are queried. Both are values that the program passes; nothing is
// registered.
//
//	decoder.Decode(p, decoder.Options{Protocols: []*wire.Protocol{harbour.Protocol}})
//	analyzer.New(record.Options{Protocols: []*wire.Protocol{harbour.Protocol}})
//	live.New(live.Options{Clients: []*exchange.Client{&harbour.Client}})
//
// A request is the four bytes HRB?, a reply HRB!, the number of players and the name
// of the server.
package harbour

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// ID names the protocol.
const ID = "harbour"

const asks, tells = "HRB?", "HRB!"

var (
	request = wire.MessageInfo{Name: "harbour request", Direction: wire.Request}
	reply   = wire.MessageInfo{Name: "harbour reply", Direction: wire.Reply}

	mark = wire.FieldDef{Key: "mark", Name: "Mark", Kind: wire.KindConst}
	body = [...]wire.FieldDef{
		{Key: "players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
	}
)

// Protocol is how messages are detected and decoded.
var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Title: "Harbour", Recognise: recognise, Decode: decode,
	Docs: wire.Define(wire.Docs{Messages: []*wire.MessageInfo{&request, &reply}, Sections: []wire.Section{
		{Prefix: ID, Fields: []*wire.FieldDef{&mark}, Layouts: []wire.Layout{body[:]}},
	}}),
})

func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case string(p) == asks:
		return wire.Request, wire.Certain
	case len(p) > len(tells) && string(p[:len(tells)]) == tells:
		return wire.Reply, wire.Certain
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	if dir == wire.Request {
		r.SetMessage(&request)
		r.Constant(&mark, asks)
		return
	}
	r.SetMessage(&reply)
	r.Constant(&mark, tells)
	r.Field(&body[0])
	r.AddText(&body[1], r.Left(), 0)
}

// Plan is how a server is queried.
var Plan = ask.Plan{
	Name: ID, Title: "one datagram", Protocol: ID, Probes: []string{request.Name},
	Steps: []ask.Step{{Protocol: ID, Message: request.Name, Ends: ask.EndsAtOnce}},
}

// Client builds the requests.
var Client = exchange.Client{
	Protocol: Protocol, Plans: []*ask.Plan{&Plan},
	AppendRequest: func(dst []byte, q *ask.Query) ([]byte, error) {
		if q.Message != request.Name {
			return dst, ask.ErrNoSuchRequest
		}
		return append(dst, asks...), nil
	},
}
