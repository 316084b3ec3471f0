package odamex

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried.
var Plan = ask.Plan{Name: ID, Title: "info with settings, teams and players", Protocol: ID,
	Probes: []string{infoRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: infoRequest.Name, Ends: ask.EndsAtOnce}}}

// A server refuses clients of an older major version, and answers later ones in the
// protocol that they name, if it knows that.
const (
	usualVersion  = 0xff00
	usualProtocol = 7
)

type Query struct {
	Version  uint32 // 0 for one that no server refuses
	Protocol uint32 // 0 for 7
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		ask.Number("odamex-version", "version of the client: 256 times the major version, and 10 times the minor one; "+
			"default one that no server refuses", "2600", func(d *Query) *uint32 { return &d.Version }),
		ask.Number("odamex-protocol", "protocol that the client knows; default 7", "9",
			func(d *Query) *uint32 { return &d.Protocol }),
	}
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	code := uint32(tagInfo)
	switch q.Message {
	case "", infoRequest.Name:
	case versionRequest.Name:
		code = tagVersion
	case listRequest.Name:
		return wire.AppendLE32(dst, challenge), nil
	default:
		return dst, ask.ErrNoSuchRequest
	}
	if d.Version == 0 {
		d.Version = usualVersion
	}
	if d.Protocol == 0 {
		d.Protocol = usualProtocol
	}
	for _, v := range [...]uint32{code, d.Version, d.Protocol} {
		dst = wire.AppendLE32(dst, v)
	}
	return append(dst, q.ID[:4]...), nil
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}
