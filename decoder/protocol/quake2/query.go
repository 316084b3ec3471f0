package quake2

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/idtech"
)

// Plan says how a server is queried: its status has everything.
var Plan = ask.Plan{
	Name: "quake2", Title: "status in one datagram", Protocol: ID,
	Probes: []string{statusRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: statusRequest.Name}}}

// version is that of Quake II 3.20.
const version = 34

type Query struct {
	Version uint32 // info request: version of the protocol, 0 for 34
}

func Settings() []ask.Setting {
	return []ask.Setting{ask.Number("query-version", "info request: version of the protocol; default 34", "34",
		func(d *Query) *uint32 { return &d.Version })}
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", statusRequest.Name:
		return append(append(dst, idtech.Mark...), "status\n"...), nil
	case infoRequest.Name:
		v := ask.DetailsOf[Query](q.Details).Version
		if v == 0 {
			v = version
		}
		return strconv.AppendUint(append(append(dst, idtech.Mark...), "info "...), uint64(v), 10), nil
	case serversRequest.Name:
		return append(dst, word+"\n\x00"...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
