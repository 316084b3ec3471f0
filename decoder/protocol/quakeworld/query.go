package quakeworld

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/idtech"
)

// Plan says how a server is queried: its status has everything.
var Plan = ask.Plan{
	Name: "quakeworld", Title: "status in one datagram", Protocol: ID,
	Probes: []string{statusRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: statusRequest.Name}}}

// PlanHexen is Plan for HexenWorld.
var PlanHexen = ask.Plan{
	Name: "hexenworld", Title: "status of HexenWorld in one datagram", Protocol: ID,
	Probes: []string{hexenRequest.Name}, Steps: []ask.Step{{Protocol: ID, Message: hexenRequest.Name}}}

// What a status has.
const (
	hasSettings = 1 << iota
	hasPlayers
	hasSpectators
	hasDisguised // spectators, as players
	hasTeams

	usual = hasSettings | hasPlayers | hasSpectators | hasTeams
)

type Query struct {
	Flags *uint8 // status request: what the reply shall have; nil for settings, players, spectators and teams
}

func Settings() []ask.Setting {
	return []ask.Setting{
		{Name: "flags", Doc: "status request: 1 settings, 2 players, 4 spectators, 8 spectators as players, 16 teams; " +
			"default 23", Kind: ask.SettingNumber, Example: "23", Set: func(q *ask.Query, v string) error {
			n, err := strconv.ParseUint(v, 0, 8)
			if err != nil {
				return ask.QueryError("the flags are not a whole number from 0 to 255")
			}
			f := uint8(n)
			ask.CopyDetails[Query](q).Flags = &f
			return nil
		}}}
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case "", statusRequest.Name:
		f := uint64(usual)
		if own := ask.DetailsOf[Query](q.Details).Flags; own != nil {
			f = uint64(*own)
		}
		return append(strconv.AppendUint(append(append(dst, idtech.Mark...), "status "...), f, 10), '\n'), nil
	case hexenRequest.Name:
		return append(append(append(dst, 0xff), idtech.Mark...), "status\n"...), nil
	case serversRequest.Name:
		return append(dst, list+"\x00"...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &PlanHexen}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
