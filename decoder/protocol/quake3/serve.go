package quake3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "version", Password: "g_needpass", Yes: "1", No: "0", Known: &idtech.Known}

func Replies(w *answer.Writer, question *wire.Message) {
	s := w.Status
	word, name, kind := "statusResponse\n", "sv_hostname", "g_gametype"
	status := question.Info == &statusRequest
	if question.Info == &infoRequest {
		word, name, kind = "infoResponse\n", "hostname", "gametype"
	} else if !status {
		w.Err = answer.ErrNoRequest
		return
	}
	b := append(append(make([]byte, 0, 512), idtech.Mark...), word...)
	if i := question.Find(idtech.Head[idtech.HeadChallenge].Key, 0); i >= 0 {
		if word := question.Text(i); len(word) <= maxChallenge {
			b = idtech.AppendPair(b, "challenge", word)
		}
	}
	b = idtech.AppendPair(b, name, s.Name.Value)
	b = idtech.AppendPair(b, "mapname", s.Map.Value)
	b = idtech.AppendGameType(b, kind, s.GameType)
	b = idtech.AppendNumber(b, "sv_maxclients", s.MaxPlayers)
	if s.Game.Known || status {
		b = idtech.AppendPair(b, "gamename", s.Game.Or(w.Game.Gamename))
	}
	if !status {
		w.Send(idtech.AppendNumber(b, "clients", wire.Some(answer.Clamp(answer.PlayerCount(s), 0, 1024))))
		return
	}
	b = append(idtech.AppendRules(b, s, &Keys, "challenge"), '\n')
	w.Send(idtech.AppendLines(b, s, func(b []byte, _ int, p *wire.Player) []byte {
		b = idtech.AppendInt(idtech.AppendInt(b, p.Score, -1<<31, 1<<31-1), p.Ping, 0, 999)
		return append(idtech.AppendQuoted(b, p.Name.Value), '\n')
	}))
}
