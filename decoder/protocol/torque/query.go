package torque

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: the ping has its name, the info the rest.
var Plan = ask.Plan{
	Name: "torque", Title: "ping and info", Protocol: ID, Probes: []string{requests[aboutPing].Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: requests[aboutPing].Name, Parts: ask.PartInfo, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: requests[aboutInfo].Name, Ends: ask.EndsAtOnce},
	},
}

type Query struct {
	Compressed bool   // texts of the reply are to be compressed
	Game       string // filtered list request: "" for any
	Mission    string // filtered list request: "" for any
	Packet     uint8  // filtered list request: one packet; 0 for all, since the first one comes with them
	Regions    uint32 // filtered list request: set of bits, 0 for all
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		ask.Switch("compressed", "info and ping request: the reply's texts may be compressed, and cannot be read then",
			func(d *Query) *bool { return &d.Compressed }),
		ask.Text("game", "filtered list request: folder of the mod; default any", "base",
			func(d *Query) *string { return &d.Game }),
		ask.Text("mission-type", "filtered list request: mission type; default any", "Capture the Flag",
			func(d *Query) *string { return &d.Mission }),
		ask.Number("list-packet",
			"filtered list request: the number of one packet, from 1; default all", "2",
			func(d *Query) *uint8 { return &d.Packet }),
		ask.Number("regions", "filtered list request: set of bits; default all", "5",
			func(d *Query) *uint32 { return &d.Regions }),
	}
}

// longestFilter is the length of a name that is sent, at most.
const longestFilter = 64

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i := range requests {
		if q.Message != requests[i].Name && (q.Message != "" || i != aboutInfo) {
			continue
		}
		d := ask.DetailsOf[Query](q.Details)
		flags := byte(0)
		if i == aboutServers {
			flags = extended
		} else if (i == aboutInfo || i == aboutPing) && !d.Compressed {
			flags = plain
		}
		dst = append(append(dst, askedBy[i], flags), q.ID[:4]...)
		if i != aboutServers {
			return dst, nil
		}
		packet := d.Packet
		if packet == 0 {
			packet = 0xff
		}
		dst = append(dst, packet)
		for _, name := range [...]string{d.Game, d.Mission} {
			if name == "" {
				name = "any"
			}
			if len(name) > longestFilter {
				return dst, ask.QueryError("game and mission type may have 64 bytes each")
			}
			dst = append(append(dst, byte(len(name))), name...)
		}
		regions := d.Regions
		if regions == 0 {
			regions = 1<<32 - 1
		}
		dst = wire.AppendLE32(append(dst, 0, 0xff), regions)
		return append(wire.AppendLE32(dst, 0), 0, 0xff, 0, 0, 0), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
