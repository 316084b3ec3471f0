package peer

import (
	"context"
	"testing"
)

// TestSizes keeps the packets of the kind that servers send: no datagram over
// what fits an Ethernet frame, and the long replies in several.
func TestSizes(t *testing.T) {
	want := map[string]int{
		"UT2004 info": 1, "UT2004 rules": 3, "UT2004 players, 32": 2, "UT99 status, 14 players": 3, "UT3 data, 12 players": 2,
	}
	for _, p := range Packets() {
		if n := len(p.Datagrams); n != want[p.Name] {
			t.Errorf("%s: %d datagrams, want %d", p.Name, n, want[p.Name])
		}
		for i, d := range p.Datagrams {
			if len(d) > 1400 {
				t.Errorf("%s: datagram %d has %d bytes", p.Name, i, len(d))
			}
		}
	}
}

// TestGamedigReads makes sure that what is compared is what gamedig is made
// for: it must find every value in its place before being timed or believed.
func TestGamedigReads(t *testing.T) {
	packets := Packets()
	readings, err := Gamedig(context.Background(), ".", packets, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name, mapName string
		port, players int
	}{
		{"Harbour Lights | Onslaught all night", "ONS-Torlan", 7777, 0},
		{"", "", 0, 0},
		{"", "", 0, 32},
		{"Harbour Lights CTF", "CTF-Face", 7777, 14},
		{"Harbour Lights UT3", "WAR-TankCrossing", 7777, 12},
	} {
		got := readings[i].State
		if got.Name != want.name || got.Map != want.mapName || got.GamePort != want.port {
			t.Errorf("%s: gamedig reads %q on %q at port %d", packets[i].Name, got.Name, got.Map, got.GamePort)
		}
		if len(got.Players) != want.players {
			t.Errorf("%s: gamedig reads %d players, want %d", packets[i].Name, len(got.Players), want.players)
		}
		for j, p := range got.Players {
			if p.Name != playerName(j) {
				t.Errorf("%s: gamedig's player %d is %q, want %q", packets[i].Name, j, p.Name, playerName(j))
			}
		}
	}
	if rules, _ := readings[1].State.Raw["rules"].(map[string]any); rules["ServerVersion"] != "3369" || len(rules) != 45 {
		t.Errorf("gamedig reads %d rules: %v", len(rules), rules)
	}
}
