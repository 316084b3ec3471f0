package doom3

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Style says how a game writes its info.
type Style struct {
	Version uint32 // network protocol
	Clan    bool   // rows have a clan tag, as in Quake 4
	Wars    bool   // Enemy Territory: Quake Wars
}

// Keys and WarsKeys are the rules that carry what a Status holds in typed fields.
var (
	Keys     = answer.RuleKeys{Version: "si_version", Password: "si_usepass", Yes: "1", No: "0", Known: &known}
	WarsKeys = answer.RuleKeys{Version: "si_version", Password: "si_needPass", Yes: "1", No: "0", Known: &known}
)

// full is the number of bytes that an info has at most: that of the engine's
// largest message.
const full = 16384

// Replies answers a request for info.
func Replies(w *answer.Writer, question *wire.Message) {
	style := answer.StyleOf[Style](w.Game, Protocol.ID)
	extended := question.Info == &extendedRequest
	at := repeatedAt(question)
	if question.Info != &infoRequest && !extended || at == 0 {
		w.Err = answer.ErrNoRequest
		return
	}
	if extended && !style.Wars { // whoever asks for it asks Quake Wars
		style = Style{Version: 10<<16 | 21, Wars: true}
	}
	s := w.Status
	repeat := [8]byte{}
	copy(repeat[:], question.PayloadBytes()[at:])
	b := append(make([]byte, 0, 1024), mark...)
	if extended {
		b = append(b, "infoExResponse\x00"...)
	} else {
		b = append(b, "infoResponse\x00"...)
	}
	n := 4
	if style.Wars {
		n = 8
	}
	b = wire.AppendNumber(append(b, repeat[:n]...), wire.KindU32LE, uint64(style.Version))
	size := len(b)
	if style.Wars {
		b = append(b, 0, 0, 0, 0)
	}
	b = appendSettings(b, w, &style)
	has := doom.has
	switch {
	case style.Wars:
		has = warsNow.has
	case style.Clan:
		has = clan.has
	}
	b = appendPlayers(b, s.PlayerList, has)
	b = wire.AppendNumber(b, wire.KindU32LE, number(s.Rules, &tail[0], 7))
	if style.Wars {
		b = append(b, byte(number(s.Rules, &tail[1], 0)))
		b = wire.AppendNumber(b, wire.KindU32LE, number(s.Rules, &tail[2], 0))
		b = append(b, byte(number(s.Rules, &tail[3], 2)), 0, byte(number(s.Rules, &tail[5], 0)))
	}
	if extended {
		b = appendStatistics(b, s.PlayerList)
	}
	if style.Wars {
		copy(b[size:], wire.AppendNumber(nil, wire.KindU32LE, uint64(len(b)-size-4)))
	}
	w.Send(b)
}

// appendZ appends a text and the NUL that ends it.
func appendZ(b []byte, s string) []byte {
	return append(answer.AppendReplyBytes(b, answer.ReplyText(s)), 0)
}

// appendSettings appends the settings that fit, and their end.
func appendSettings(b []byte, w *answer.Writer, style *Style) []byte {
	s, keys := w.Status, &Keys
	add := func(key string, value string) { b = appendZ(appendZ(b, key), value) }
	add("si_name", s.Name.Value)
	add("gamename", s.Game.Or(w.Game.Gamename))
	kind := "si_gameType"
	if style.Wars {
		add("si_map", "maps/"+s.Map.Value+".entities")
		kind, keys = "si_rules", &WarsKeys
	} else {
		add("si_map", s.Map.Value)
	}
	if s.GameType.Known {
		add(kind, s.GameType.Value)
	}
	if s.MaxPlayers.Known {
		add("si_maxPlayers", strconv.FormatInt(s.MaxPlayers.Value, 10))
	}
	for _, rule := range answer.StatusRules(s, keys) {
		if k := known.Lookup([]byte(rule.Key)); rule.Key == "" || k != nil && wire.Particular(k.Role) || own(rule.Key) ||
			len(b)+len(rule.Key)+len(rule.Value) > full {
			continue
		}
		add(rule.Key, rule.Value)
	}
	return append(b, 0, 0)
}

// own reports whether the rule of a key is no setting.
func own(key string) bool {
	for i := range tail {
		if key == tail[i].Key[len(tailPrefix):] {
			return true
		}
	}
	return key == protocolRule
}

// number returns the value of the rule that holds what d describes.
func number(rules []wire.Rule, d *wire.FieldDef, otherwise uint64) uint64 {
	for i := range rules {
		if rules[i].Key == d.Key[len(tailPrefix):] {
			if v, err := strconv.ParseUint(rules[i].Value, 10, 32); err == nil {
				return v
			}
		}
	}
	return otherwise
}

// slotOf returns the slot of the next player, at most slots: its ID where that
// is a slot after the last.
func slotOf(p *wire.Player, next int64) int64 {
	if p.ID.Known && p.ID.Value >= next && p.ID.Value < slots {
		return p.ID.Value
	}
	return min(next, slots)
}

func appendPlayers(b []byte, list []wire.Player, has int) []byte {
	next := int64(0)
	for i := range list {
		p := &list[i]
		slot := slotOf(p, next)
		if slot == slots {
			break
		}
		next = slot + 1
		b = wire.AppendNumber(append(b, byte(slot)), wire.KindU16LE, uint64(answer.Clamp(p.Ping, 0, 1<<16-1)))
		if has&(1<<playerRate) != 0 {
			b = wire.AppendNumber(b, wire.KindU32LE, extra(p, &player[playerRate]))
		}
		b = appendZ(b, p.Name.Value)
		if has&(1<<playerPlace) != 0 {
			b = append(b, 0)
		}
		if has&(1<<playerClan) != 0 {
			clan, _ := answer.ExtraValue(p.Extra, player[playerClan].Name)
			b = appendZ(b, clan)
		}
		if has&(1<<playerBot) != 0 {
			b = append(b, byte(min(extra(p, &player[playerBot]), 1)))
		}
	}
	return append(b, slots)
}

// extra returns a number among the other values of a player, 0 for none.
func extra(p *wire.Player, d *wire.FieldDef) uint64 {
	text, _ := answer.ExtraValue(p.Extra, d.Name)
	v, _ := strconv.ParseUint(text, 10, 32)
	return v
}

func appendStatistics(b []byte, list []wire.Player) []byte {
	next := int64(0)
	for i := range list {
		p := &list[i]
		slot := slotOf(p, next)
		if slot == slots {
			break
		}
		next = slot + 1
		text, _ := answer.ExtraValue(p.Extra, stats[2].Name)
		xp, _ := strconv.ParseFloat(text, 32)
		team, _ := answer.ExtraValue(p.Extra, stats[3].Name)
		b = appendZ(wire.AppendNumber(append(b, byte(slot)), wire.KindU32LE, uint64(math.Float32bits(float32(xp)))), team)
		b = wire.AppendNumber(wire.AppendNumber(b, wire.KindU32LE, extra(p, &stats[4])), wire.KindU32LE, extra(p, &stats[5]))
	}
	return append(b, slots)
}
