package quake2

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "version", Password: "needpass", Yes: "1", No: "0", Known: &idtech.Known}

func Replies(w *answer.Writer, question *wire.Message) {
	s := w.Status
	b := append(make([]byte, 0, 512), idtech.Mark...)
	switch question.Info {
	case &statusRequest:
		b = append(b, "print\n"...)
		b = idtech.AppendPair(b, "hostname", s.Name.Value)
		b = idtech.AppendPair(b, "mapname", s.Map.Value)
		b = idtech.AppendKnown(b, "gametype", s.GameType)
		b = idtech.AppendNumber(b, "maxclients", s.MaxPlayers)
		b = idtech.AppendPair(b, "gamename", s.Game.Or(w.Game.Gamename))
		b = append(idtech.AppendRules(b, s, &Keys), '\n')
		b = idtech.AppendLines(b, s, func(b []byte, _ int, p *wire.Player) []byte {
			b = idtech.AppendInt(idtech.AppendInt(b, p.Score, -1<<31, 1<<31-1), p.Ping, 0, 9999)
			b = idtech.AppendQuoted(b, p.Name.Value)
			if text, ok := answer.ExtraValue(p.Extra, idtech.Player[idtech.PlayerText].Name); ok {
				b = idtech.AppendQuoted(append(b, ' '), text)
			}
			return append(b, '\n')
		})
	case &infoRequest:
		b = append(b, "info\n"...)
		b = column(b, s.Name.Value, 16)
		b = column(append(b, ' '), s.Map.Value, 8)
		b = column(append(b, ' '), strconv.FormatInt(answer.Clamp(answer.PlayerCount(s), 0, 1024), 10), 2)
		b = append(column(append(b, '/'), strconv.FormatInt(answer.Clamp(s.MaxPlayers, 0, 1024), 10), 2), '\n')
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	w.Send(b)
}

// column appends s with spaces before it.
func column(b []byte, s string, width int) []byte {
	text := idtech.AppendClean(nil, s)
	for range width - len(text) {
		b = append(b, ' ')
	}
	return append(b, text...)
}
