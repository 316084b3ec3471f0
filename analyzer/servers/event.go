package servers

import (
	"strconv"
	"strings"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Changes returns what changed on a server from one reply to the next, pings
// apart. Either may be nil: the server did not answer. What a reply leaves
// unsaid, or a reply with missing parts, means no change.
func Changes(before, now *decoder.Status, at time.Time) []report.Event {
	var list []report.Event
	add := func(kind report.EventKind, who, old, is string) {
		list = append(list, report.Event{Time: at.UnixNano(), Kind: kind, Who: who, Old: old, New: is})
	}
	known := func(kind report.EventKind, who, old, is string) {
		if old != is && old != "" && is != "" {
			add(kind, who, old, is)
		}
	}
	switch {
	case before == nil && now != nil:
		add(report.EventAnswering, "", "", "")
	case before != nil && now == nil:
		add(report.EventSilent, "", "", "")
	}
	if before == nil || now == nil {
		return list
	}
	known(report.EventName, "", before.Name.Value, now.Name.Value)
	known(report.EventMap, "", before.Map.Value, now.Map.Value)
	known(report.EventGameType, "", before.GameType.Value, now.GameType.Value)
	known(report.EventVersion, "", before.Version.Value, now.Version.Value)
	known(report.EventMax, "", before.MaxPlayers.String(), now.MaxPlayers.String())
	known(report.EventPassword, "", before.Password.String(), now.Password.String())
	if before.Complete.Or(true) && now.Complete.Or(true) {
		playerChanges(before, now, add, known)
		ruleChanges(before.Rules, now.Rules, add)
	}
	return list
}

func playerChanges(before, now *decoder.Status, add, known func(kind report.EventKind, who, old, is string)) {
	if !named(before) || !named(now) {
		if b, n := players(before), players(now); b >= 0 && n >= 0 {
			known(report.EventPlayers, "", strconv.FormatInt(b, 10), strconv.FormatInt(n, 10))
		}
		return
	}
	was := map[string][]*wire.Player{}
	for i := range before.PlayerList {
		p := &before.PlayerList[i]
		was[p.Name.Value] = append(was[p.Name.Value], p)
	}
	for i := range now.PlayerList {
		p := &now.PlayerList[i]
		name := p.Name.Value
		if len(was[name]) == 0 {
			add(report.EventJoin, name, "", "")
			continue
		}
		known(report.EventScore, name, was[name][0].Score.String(), p.Score.String())
		known(report.EventTeam, name, was[name][0].Team.String(), p.Team.String())
		was[name] = was[name][1:]
	}
	for i := range before.PlayerList {
		if name := before.PlayerList[i].Name.Value; len(was[name]) > 0 {
			was[name] = was[name][1:]
			add(report.EventLeave, name, "", "")
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

// A ruleKey is a rule of those with the same key.
type ruleKey struct {
	key string
	nth int
}

func ruleChanges(before, now []wire.Rule, add func(kind report.EventKind, who, old, is string)) {
	if len(before) == 0 || len(now) == 0 {
		return
	}
	order, was := numbered(before)
	keys, is := numbered(now)
	for _, k := range keys {
		if was[k] != is[k] {
			add(report.EventRule, k.key, was[k], is[k])
		}
		delete(was, k)
	}
	for _, k := range order {
		if old := was[k]; old != "" {
			add(report.EventRule, k.key, old, "")
		}
	}
}

func numbered(rules []wire.Rule) (keys []ruleKey, values map[ruleKey]string) {
	count := map[string]int{}
	values = make(map[ruleKey]string, len(rules))
	for _, r := range rules {
		k := ruleKey{r.Key, count[r.Key]}
		count[r.Key]++
		keys, values[k] = append(keys, k), r.Value
	}
	return keys, values
}

// longestText bounds what is kept of a text from a packet, in bytes. No game lets a server have such a name.
const longestText = 256

// short returns the beginning of a text from a packet. It shares no memory with
// the text, which may be part of something large.
func short(s string) string {
	if len(s) > longestText {
		return strings.ToValidUTF8(s[:longestText], "") + "…"
	}
	return strings.Clone(s)
}
