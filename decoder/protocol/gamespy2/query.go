package gamespy2

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

var Plan = ask.Plan{
	Name: "gamespy2", Title: "info, players and teams in one datagram", Protocol: ID,
	Probes: []string{"status request"},
	Steps:  []ask.Step{{Protocol: ID, Message: "status request", Prepare: gamespy2Prepare}}}

type Query struct {
	Sections uint8 // 1 info, 2 players, 4 teams, 0 for all
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 4),
		ask.Number("sections", "1 info, 2 players, 4 teams, added up; default all", "",
			func(d *Query) *uint8 { return &d.Sections }),
	}
}

// gamespy2Prepare turns the requested parts into sections.
func gamespy2Prepare(q *ask.Query, a *ask.Ask, _ *wire.Message) {
	if d := ask.CopyDetails[Query](q); d.Sections == 0 {
		d.Sections = sections.Of(a.Parts)
	}
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
