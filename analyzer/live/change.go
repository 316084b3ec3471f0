package live

import (
	"fmt"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Change is something that is not as it was when a server was asked before.
type Change struct {
	What     string // "map", "players", "joined", "left", "score", "rule", …
	Who      string // player or rule, "" for the server itself
	Old, New string // "" for unknown
}

// String says it in a few words. Texts of the server are in it as they are:
// escape them for the place where they go.
func (c Change) String() string {
	switch c.What {
	case "joined", "left":
		return c.Who + " " + c.What
	case "answering", "silent":
		return "the server is " + c.What
	}
	what := c.What
	if c.Who != "" {
		what += " " + c.Who
	}
	return fmt.Sprintf("%s: %s → %s", what, known(c.Old), known(c.New))
}

func known(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// Changes returns what changed from one answer of a server to the next, pings
// apart. Either may be nil: the server did not answer.
func Changes(before, now *decoder.Status) []Change {
	switch {
	case before == nil && now == nil:
		return nil
	case before == nil:
		return []Change{{What: "answering"}}
	case now == nil:
		return []Change{{What: "silent"}}
	}
	var list []Change
	add := func(what, before, now string) {
		if before != now {
			list = append(list, Change{What: what, Old: before, New: now})
		}
	}
	add("name", before.Name.Value, now.Name.Value)
	add("map", before.Map.Value, now.Map.Value)
	add("game type", before.GameType.Value, now.GameType.Value)
	add("players", before.Players.String(), now.Players.String())
	add("places", before.MaxPlayers.String(), now.MaxPlayers.String())
	if before.Password.Known && now.Password.Known {
		add("password", before.Password.String(), now.Password.String())
	}
	list = append(list, playerChanges(before.PlayerList, now.PlayerList)...)
	return append(list, ruleChanges(before.Rules, now.Rules)...)
}

func playerChanges(before, now []wire.Player) []Change {
	var list []Change
	gone := map[string][]*wire.Player{}
	for i := range before {
		n := before[i].Name.Value
		gone[n] = append(gone[n], &before[i])
	}
	for i := range now {
		n := now[i].Name.Value
		if len(gone[n]) == 0 {
			list = append(list, Change{What: "joined", Who: n})
			continue
		}
		old := gone[n][0]
		gone[n] = gone[n][1:]
		for _, f := range []struct{ what, before, now string }{
			{"score", old.Score.String(), now[i].Score.String()}, {"team", old.Team.String(), now[i].Team.String()},
		} {
			if f.before != f.now {
				list = append(list, Change{What: f.what, Who: n, Old: f.before, New: f.now})
			}
		}
	}
	for i := range before {
		if n := before[i].Name.Value; len(gone[n]) > 0 {
			gone[n] = gone[n][1:]
			list = append(list, Change{What: "left", Who: n})
		}
	}
	return list
}

func ruleChanges(before, now []wire.Rule) []Change {
	var list []Change
	gone := map[string][]string{}
	for _, r := range before {
		gone[r.Key] = append(gone[r.Key], r.Value)
	}
	var keys []string
	values := map[string][]string{}
	for _, r := range now {
		if !slices.Contains(keys, r.Key) && len(keys) < maxCompared {
			keys = append(keys, r.Key)
		}
		values[r.Key] = append(values[r.Key], r.Value)
	}
	for _, r := range before {
		if _, ok := values[r.Key]; !ok && !slices.Contains(keys, r.Key) && len(keys) < maxCompared {
			keys = append(keys, r.Key)
		}
	}
	for _, k := range keys {
		old, now := gone[k], values[k]
		for i := range max(len(old), len(now)) {
			c := Change{What: "rule", Who: k}
			if i < len(old) {
				c.Old = old[i]
			}
			if i < len(now) {
				c.New = now[i]
			}
			if c.Old != c.New {
				list = append(list, c)
			}
		}
	}
	return list
}

// maxCompared bounds the rules that are compared: no server has as many.
const maxCompared = 2048
