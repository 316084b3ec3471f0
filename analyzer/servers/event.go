package servers

import (
	"fmt"
	"strings"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// An EventKind says what happened to a server, in a word that files have.
type EventKind string

const (
	Joined  EventKind = "joined"  // a player joined
	Left    EventKind = "left"    // a player left
	NewMap  EventKind = "map"     // another map is played
	NewName EventKind = "name"    // the server has another name
	NewRule EventKind = "rule"    // a rule came, went or changed
	Stopped EventKind = "stopped" // it no longer answers
	Started EventKind = "started" // it answers again
)

// An Event is something that happened to a server between two looks at it.
type Event struct {
	Time time.Time `json:"time"`
	Kind EventKind `json:"kind"`
	Text string    `json:"text"` // for people

	Players int `json:"players,omitempty"` // that joined or left without a name, 0 for one with a name
}

// maxChanges bounds the events of one look: a server that changes everything at once was restarted, or makes it up.
const maxChanges = 32

// Changes says what happened between two replies of a server. What a reply
// leaves unsaid, or a reply with missing parts, means no change.
func Changes(before, after *decoder.Status, at time.Time) []Event {
	var list []Event
	add := func(kind EventKind, format string, args ...any) {
		if len(list) < maxChanges {
			e := Event{Time: at, Kind: kind}
			for i := range args {
				if v, ok := args[i].(string); ok {
					args[i] = short(v)
				}
			}
			if n, ok := args[0].(int64); ok {
				e.Players = int(min(n, 1<<20))
			}
			e.Text = fmt.Sprintf(format, args...)
			list = append(list, e)
		}
	}
	if b, a := before.Name.Value, after.Name.Value; b != a && b != "" && a != "" {
		add(NewName, "is now called %s", a)
	}
	if b, a := before.Map.Value, after.Map.Value; b != a && b != "" && a != "" {
		add(NewMap, "map changed to %s", a)
	}
	if whole(before) && whole(after) {
		playerChanges(before, after, add)
		ruleChanges(before, after, add)
	}
	return list
}

// longestText bounds what is kept of a text from a packet, in bytes.
const longestText = 200

// short returns the beginning of a text from a packet. It shares no memory with
// the text, which may be part of something large.
func short(s string) string {
	if len(s) > longestText {
		return strings.ToValidUTF8(s[:longestText], "") + "…"
	}
	return s
}

// whole reports whether no part of the reply is known to be missing.
func whole(s *decoder.Status) bool { return s.Complete.Or(true) }

func playerChanges(before, after *decoder.Status, add func(EventKind, string, ...any)) {
	b, a := players(before), players(after)
	if !named(before) || !named(after) {
		switch {
		case a > b && b >= 0:
			add(Joined, "%d joined: %d players", a-b, a)
		case a < b && a >= 0:
			add(Left, "%d left: %d players", b-a, a)
		}
		return
	}
	was := map[string]int{}
	for i := range before.PlayerList {
		was[before.PlayerList[i].Name.Value]++
	}
	for i := range after.PlayerList {
		name := after.PlayerList[i].Name.Value
		if was[name]--; was[name] < 0 {
			add(Joined, "%s joined", name)
		}
	}
	for i := range before.PlayerList {
		name := before.PlayerList[i].Name.Value
		if was[name] > 0 {
			was[name]--
			add(Left, "%s left", name)
		}
	}
}

// named reports whether the players of s are known by name: it lists them, or says that there are none.
func named(s *decoder.Status) bool {
	if len(s.PlayerList) == 0 {
		return s.Players == wire.Some(int64(0))
	}
	for i := range s.PlayerList {
		if s.PlayerList[i].Name.Value == "" {
			return false
		}
	}
	return true
}

func ruleChanges(before, after *decoder.Status, add func(EventKind, string, ...any)) {
	if len(before.Rules) == 0 || len(after.Rules) == 0 {
		return
	}
	was := firstValues(before.Rules)
	is := firstValues(after.Rules)
	for _, r := range after.Rules {
		old, ok := was[r.Key]
		switch value := is[r.Key]; {
		case old == value && ok:
		case ok:
			add(NewRule, "%s: %s, was %s", r.Key, value, old)
		default:
			add(NewRule, "%s: %s, new", r.Key, value)
		}
		was[r.Key] = is[r.Key] // a key that comes twice counts once
	}
	for _, r := range before.Rules {
		if _, ok := is[r.Key]; !ok {
			add(NewRule, "%s removed", r.Key)
			is[r.Key] = ""
		}
	}
}

// firstValues returns the first value of each key.
func firstValues(rules []wire.Rule) map[string]string {
	m := make(map[string]string, len(rules))
	for _, r := range rules {
		if _, ok := m[r.Key]; !ok {
			m[r.Key] = r.Value
		}
	}
	return m
}
