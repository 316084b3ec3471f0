package view_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/samples"
)

// TestGroups: the line of a group says what is in it, and then its members are
// hidden at first.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		sample, name, value string
		folded              bool
	}{
		{"ut2004-rules-reply", "AdminName", "Grimm", true},
		{"ut2004-rules-reply", "AdminEmail", "", true},
		{"ut99-status-reply", "hostname", "UT99 @ Mobile Infanterie", true},
		{"quake3-status-reply", "sv_hostname", "^1Foundry ^7Duels", true},
		{"ut99-status-reply", "queryid", "", false}, // two numbers, no value
		{"ut2004-players-reply", "Player 1", "", false},
		{"frame-ethernet-vlan", "Ethernet", "02:00:00:00:00:0a → 02:00:00:00:00:07", true},
		{"frame-ethernet-vlan", "IPv4", "192.0.2.10 → 198.51.100.7", true},
		{"frame-ethernet-vlan", "UDP", "7778 → 50123", true},
		{"frame-ethernet-vlan", "VLAN tag", "priority 3; VLAN 100", true},
		{"frame-ethernet-vlan", "Flags", "0", true},
		{"frame-ethernet-vlan", "Map name", "DM-Rankin", false},
		{"ugp-query-reply-rules", "Rules", "", false},
	} {
		s, _ := samples.Get(c.sample)
		tree := view.NewTree(decoder.Decode(s.Datagrams()[0], decoder.Options{}))
		found := false
		for i := range tree.Rows {
			r := tree.Row(i)
			if found || string(r.AppendName(nil, tree.Message)) != c.name {
				continue
			}
			found = true
			if got := string(r.AppendValue(nil, tree.Message)); got != c.value || tree.Folded(i) != c.folded {
				t.Errorf("%s: %s is %q, folded %v; want %q, %v", c.sample, c.name, got, tree.Folded(i), c.value, c.folded)
			}
		}
		if !found {
			t.Errorf("%s has no row %s", c.sample, c.name)
		}
	}
}
