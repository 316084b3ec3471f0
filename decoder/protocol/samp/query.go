package samp

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server is queried: info, rules, then the players, with their
// details unless the rules say that it is open.mp, and without where these get
// no answer. With more than 100 players no list comes.
var Plan = ask.Plan{
	Name: "samp", Title: "info, rules and players", Protocol: ID, Probes: []string{infoRequest},
	Steps: []ask.Step{
		{Protocol: ID, Message: infoRequest, Parts: ask.PartInfo, Ends: ask.EndsAtOnce,
			Enabled: func(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) || a.Parts&^ask.PartTeams == 0 }},
		{Protocol: ID, Message: rulesRequest, Parts: ask.PartRules | ask.PartPlayers, StartAfter: 1, DependsOn: 1,
			Ends: ask.EndsAtOnce, Enabled: wanted},
		{Protocol: ID, Message: detailsRequest, Parts: ask.PartPlayers, StartAfter: 2, DependsOn: 1, Ends: ask.EndsAtOnce,
			Enabled: wanted,
			SkipIf:  func(got []*wire.Message) bool { return says(got)&(openMP|crowded) != 0 }},
		{Protocol: ID, Message: listRequest, Parts: ask.PartPlayers, StartAfter: 3, DependsOn: 1, Ends: ask.EndsAtOnce,
			Enabled: wanted, SkipIf: func(got []*wire.Message) bool { return says(got)&(listed|crowded) != 0 }},
	},
}

// PlanVice is Plan for Vice City Multiplayer, which has no rules.
var PlanVice = ask.Plan{
	Name: "vcmp", Title: "info and players of Vice City Multiplayer", Protocol: ID, Probes: []string{viceInfo},
	Steps: []ask.Step{
		{Protocol: ID, Message: viceInfo, Parts: ask.PartInfo, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: viceList, Parts: ask.PartPlayers, StartAfter: 1, DependsOn: 1, Ends: ask.EndsAtOnce,
			Enabled: wanted, SkipIf: func(got []*wire.Message) bool { return says(got)&crowded != 0 }},
	},
}

func wanted(a *ask.Ask, p ask.Parts) bool { return a.Wants(p, true) }

// says returns what the messages in got show.
func says(got []*wire.Message) (traits uint8) {
	for _, m := range got {
		traits |= m.Reply.Flags
	}
	return traits
}

type Query struct {
	Password string // remote console request
	Command  string // remote console request
}

func Settings() []ask.Setting {
	return []ask.Setting{
		{Name: "address", Doc: "IPv4 address and port of the server, for the head", Kind: ask.SettingText,
			Example: "192.0.2.7:7777", Set: setAddress},
		ask.Text("command", "remote console request: what the console is to do", "players",
			func(d *Query) *string { return &d.Command }),
		ask.Text("console-password", "remote console request: the password of the console", "changeme",
			func(d *Query) *string { return &d.Password }),
		ask.ID("id", 4),
	}
}

func setAddress(q *ask.Query, v string) error {
	var d [5]uint64
	n := 0
	for at, i := 0, 0; i <= len(v) && n < len(d); i++ {
		if i < len(v) && v[i] != '.' && v[i] != ':' {
			continue
		}
		var err error
		if d[n], err = strconv.ParseUint(v[at:i], 10, 16); err != nil || n < 4 && d[n] > 255 || i < len(v) != (n < 4) ||
			i < len(v) && (v[i] == ':') != (n == 3) {
			n = 0
			break
		}
		n, at = n+1, i+1
	}
	if n != len(d) {
		return ask.QueryError("the address is not an IPv4 address and a port, such as 192.0.2.7:7777")
	}
	q.Address, q.Port = [4]byte{byte(d[0]), byte(d[1]), byte(d[2]), byte(d[3])}, uint16(d[4])
	return nil
}

func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	for i := range viceRequests {
		if q.Message == viceRequests[i].Name {
			dst = append(append(dst, viceAsks...), q.Address[:]...)
			return append(wire.AppendLE16(dst, q.Port), viceOps[i]), nil
		}
	}
	n := 0
	for n < len(ops) && q.Message != "" && q.Message != requests[n].Name {
		n++
	}
	if n == len(ops) {
		return dst, ask.ErrNoSuchRequest
	}
	d := ask.DetailsOf[Query](q.Details)
	dst = append(append(dst, magic...), q.Address[:]...)
	dst = append(wire.AppendLE16(dst, q.Port), ops[n])
	switch n {
	case aboutPing:
		dst = append(dst, q.ID[:4]...)
	case aboutRcon:
		for _, s := range [...]string{d.Password, d.Command} {
			if len(s) > longest {
				return dst, ask.QueryError("password and command may have 1024 bytes each")
			}
			dst = append(wire.AppendLE16(dst, uint16(len(s))), s...)
		}
	}
	return dst, nil
}

// longest is the length of a password or command that is sent, at most.
const longest = 1024

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &PlanVice}}

var Server = exchange.Server{ID: ID, Replies: Replies, Games: &Games, Examples: &Examples}
