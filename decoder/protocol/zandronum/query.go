package zandronum

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: one that knows no segments sends one datagram.
var Plan = ask.Plan{
	Name: ID, Title: "all parts of the info", Protocol: ID, Probes: []string{challenge.Name},
	Steps: []ask.Step{{Protocol: ID, Message: challenge.Name, Ends: ask.EndsNumbered,
		Parts: ask.PartInfo | ask.PartRules | ask.PartPlayers | ask.PartTeams}}}

// usualFlags are all parts but those that others replace.
const (
	usualFlags   = 1<<32 - 1 - (1<<14 | 1<<15 | 1<<bitOldScores | 1<<26)
	usualFurther = 1<<len(further) - 1
)

type Query struct {
	Flags   uint32 // parts, 0 for all that are not deprecated
	Further uint32 // further parts, 0 for all
	Single  bool   // the reply is to be one datagram
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		ask.Number("parts", "info request: bits of the parts; default all that are not deprecated", "0x80001",
			func(d *Query) *uint32 { return &d.Flags }),
		ask.Number("further-parts", "info request: bits of the further parts; default all", "2",
			func(d *Query) *uint32 { return &d.Further }),
		ask.Switch("single", "info request: not in segments, as before 3.2", func(d *Query) *bool { return &d.Single }),
	}
}

// AppendRequest builds a request, which is not compressed.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	switch q.Message {
	case "", challenge.Name:
		if d.Flags == 0 {
			d.Flags = usualFlags
		}
		if d.Further == 0 {
			d.Further = usualFurther
		}
		dst = wire.AppendLE32(append(dst, plainMark), codeChallenge)
		dst = append(wire.AppendLE32(dst, d.Flags), q.ID[:4]...)
		if dst = wire.AppendLE32(dst, d.Further); !d.Single {
			dst = append(dst, wantSegments)
		}
		return dst, nil
	case listQuery.Name:
		return wire.AppendLE16(wire.AppendLE32(append(dst, plainMark), codeListRequest), masterVersion), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}
