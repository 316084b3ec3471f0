package shell

import (
	"cmp"
	"net"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/query"
	"fragscope/desktop/ui"
)

// A played says of which game a server is: by what it is queried, and where it is when its address has no port.
type played struct {
	plan string // see servers.Target
	port uint16 // of the game, 0 for those that are usual
}

// games are the choices: any game, those that are known by title, and at the end the protocols and their variants.
var games = func() (all ui.Choices[played]) {
	add := func(name string, v played) {
		all = append(all, ui.Choice[played]{name, v})
	}
	for _, g := range decoder.Games() {
		if _, ok := query.PlanByName(g.Name); ok {
			add(g.Title, played{g.Name, cmp.Or(g.GamePort, g.Services[0].Port)})
		}
	}
	slices.SortFunc(all, func(a, b ui.Choice[played]) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	for _, p := range query.Plans() {
		add(p.Name, played{plan: p.Name})
	}
	any := ui.Choices[played]{{Name: "Any game"}}
	return append(any, all...)
}()

// target returns an address as a server of the game that is chosen.
func (v *serversView) target(address string) servers.Target {
	game := games.Of(v.game.Selected)
	if _, _, err := net.SplitHostPort(address); err != nil && game.port != 0 {
		address = net.JoinHostPort(strings.Trim(address, "[]"), strconv.Itoa(int(game.port)))
	}
	return servers.Target{Address: address, Plan: game.plan}
}
