package quakeworld

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "*version", Password: "needpass", Yes: "1", No: "0", Known: &idtech.Known}

func Replies(w *answer.Writer, question *wire.Message) {
	s := w.Status
	b := make([]byte, 0, 512)
	has := int64(hasSettings | hasPlayers)
	switch question.Info {
	case &hexenRequest:
		b = append(b, 0xff)
	case &statusRequest:
		if i := question.Find(flags[0].Key, 0); i >= 0 && question.Fields[i].Int() != 0 {
			has = question.Fields[i].Int()
		}
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	b = append(append(b, idtech.Mark...), 'n')
	if has&hasSettings != 0 {
		b = idtech.AppendPair(b, "hostname", s.Name.Value)
		b = idtech.AppendPair(b, "map", s.Map.Value)
		b = idtech.AppendKnown(b, "gametype", s.GameType)
		b = idtech.AppendNumber(b, "maxclients", s.MaxPlayers)
		b = idtech.AppendPair(b, "*gamedir", s.Game.Or(w.Game.Gamename))
		b = append(idtech.AppendRules(b, s, &Keys), '\n')
	}
	b = idtech.AppendLines(b, s, func(b []byte, i int, p *wire.Player) []byte {
		_, watching := answer.ExtraValue(p.Extra, watches)
		if watching && has&hasSpectators == 0 || !watching && has&hasPlayers == 0 {
			return nil
		}
		frags, ping, name := strconv.FormatInt(answer.Clamp(p.Score, -1<<31, 1<<31-1), 10),
			answer.Clamp(p.Ping, -9999, 9999), ""
		switch {
		case watching && has&hasDisguised != 0:
			frags = "S"
		case watching:
			frags, ping, name = "-9999", -ping, spectator
		}
		b = append(append(idtech.AppendInt(b, wire.Some(p.ID.Or(int64(i+1))), 0, 1<<31-1), frags...), ' ')
		b = idtech.AppendInt(idtech.AppendInt(b, minutes(p), 0, 1<<31-1), wire.Some(ping), -9999, 9999)
		b = append(idtech.AppendClean(append(append(b, '"'), name...), p.Name.Value), '"')
		b = idtech.AppendQuoted(append(b, ' '), extra(p, 5))
		b = append(append(b, ' '), number(p, 6)...)
		b = append(append(b, ' '), number(p, 7)...)
		if has&hasTeams != 0 {
			b = idtech.AppendQuoted(append(b, ' '), extra(p, 8))
		}
		return append(b, '\n')
	})
	w.Send(append(b, 0))
}

// extra returns the value of place i of the layout, "" for none.
func extra(p *wire.Player, i int) string {
	v, _ := answer.ExtraValue(p.Extra, player[i].Name)
	return v
}

func number(p *wire.Player, i int) string {
	return strconv.FormatInt(answer.NumberOr(extra(p, i), 0), 10)
}

func minutes(p *wire.Player) wire.Opt[int64] { return wire.Some(answer.NumberOr(extra(p, 2), 0)) }
