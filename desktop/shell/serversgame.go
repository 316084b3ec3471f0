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
	protocol decoder.Protocol
	port     uint16 // of the game, 0 for those that are usual
}

// games are the choices: any game, those that are known by title, and at the end the protocols.
var games = func() (all ui.Choices[played]) {
	add := func(name string, v played) {
		all = append(all, ui.Choice[played]{name, v})
	}
	for _, g := range decoder.Games() {
		for i := range g.Services {
			if p := g.Services[i].Protocol; query.PlanOf(p) != nil {
				add(g.Title, played{p, cmp.Or(g.GamePort, g.Services[i].Port)})
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b ui.Choice[played]) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	for _, p := range decoder.Protocols() {
		if query.PlanOf(p) != nil {
			add(p.String(), played{protocol: p})
		}
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
	return servers.Target{Address: address, Protocol: game.protocol}
}
