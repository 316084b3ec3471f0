package engine

import (
	"strings"
	"testing"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/servers"
	"fragscope/decoder/protocol/unrealmaster"
)

// TestMasterOfGame: masters are offered by their games, and what is offered is a
// source of servers; a master is asked for the game that is named before it.
func TestMasterOfGame(t *testing.T) {
	games := map[string]bool{}
	for _, m := range Masters() {
		title, _, _ := strings.Cut(m.Game, " (")
		games[title] = true
		if game, address, ok := strings.Cut(m.Source, "@"); !ok || game == "" || !strings.Contains(address, ":") {
			t.Errorf("%s: %s", m.Game, m.Source)
		}
	}
	if !games["Unreal Tournament"] || !games["Unreal Tournament 2004"] {
		t.Errorf("games %v", games)
	}
	master, err := emulator.Listen(t.Context(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromMaster(&unrealmaster.MasterServer{
			Servers: func() []unrealmaster.ListedServer {
				return []unrealmaster.ListedServer{{Address: [4]byte{127, 0, 0, 1}, GamePort: 7777, QueryPort: 7778}}
			},
		})})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	e := New(Options{})
	defer e.Close()
	for _, game := range []string{"", "ut@", "unreal@"} {
		var found []servers.Target
		if err := e.Master(t.Context(), game+master.Addr().String(), func(s servers.Target) {
			found = append(found, s)
		}); err != nil {
			t.Errorf("%q: %v", game, err)
		}
		if len(found) != 1 || found[0].Address != "127.0.0.1:7778" || !found[0].Foreign {
			t.Errorf("%q: found %v", game, found)
		}
	}
}

// TestForeign: what a master names is queried as such, within the bounds of package
// live, until the user names it.
func TestForeign(t *testing.T) {
	l := servers.NewList()
	named := servers.Target{Address: "0.1.2.3:7778", Foreign: true}
	s := l.Add(named, servers.FromMaster)
	e := New(Options{})
	defer e.Close()
	if a := e.Query(t.Context(), s.Target()); a.Err == nil ||
		!strings.Contains(a.Err.Error(), "is not the address of one host") || len(a.Session) > 0 {
		t.Errorf("queried: %v, %d datagrams", a.Err, len(a.Session))
	}
	l.Add(servers.Target{Address: named.Address}, servers.FromHistory)
	if l.Add(named, servers.FromMaster); s.Target().Foreign {
		t.Error("a server that the user named is still foreign")
	}
}
