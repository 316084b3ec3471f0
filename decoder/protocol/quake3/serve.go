package quake3

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "version", Password: "g_needpass", Yes: "1", No: "0", Known: &known}

// full is the number of bytes that a datagram of a server has at most.
const full = 16384

// Replies answers a request.
func Replies(w *answer.Writer, question *wire.Message) {
	s := w.Status
	b := append(make([]byte, 0, 512), oob...)
	switch question.Info {
	case &infoRequest:
		b = append(append(b, infoResponse...), '\n')
	case &statusRequest:
		b = append(append(b, statusResponse...), '\n')
	default:
		w.Err = answer.ErrNoRequest
		return
	}
	status := question.Info == &statusRequest
	if i := question.Find(request[challenge].Key, 0); i >= 0 {
		if word := question.Text(i); len(word) <= maxChallenge {
			b = appendPair(b, "challenge", word)
		}
	}
	name, kind := "hostname", "gametype"
	if status {
		name, kind = "sv_hostname", "g_gametype"
	}
	b = appendPair(b, name, s.Name.Value)
	b = appendPair(b, "mapname", s.Map.Value)
	if s.GameType.Known {
		b = appendPair(b, kind, s.GameType.Value)
	}
	if s.MaxPlayers.Known {
		b = appendPair(b, "sv_maxclients", strconv.FormatInt(s.MaxPlayers.Value, 10))
	}
	if s.Game.Known {
		b = appendPair(b, "gamename", s.Game.Value)
	} else if status {
		b = appendPair(b, "gamename", w.Game.Gamename)
	}
	if !status {
		w.Send(appendPair(b, "clients", strconv.FormatInt(answer.Within(answer.Count(s), 0, 1024), 10)))
		return
	}
	for _, rule := range answer.StatusRules(s, &Keys) {
		if rule.Key != "challenge" && len(b)+len(rule.Key)+len(rule.Value) < full {
			b = appendPair(b, rule.Key, rule.Value)
		}
	}
	b = append(b, '\n')
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		line := strconv.AppendInt(nil, answer.Within(p.Score, -1<<31, 1<<31-1), 10)
		line = strconv.AppendInt(append(line, ' '), answer.Within(p.Ping, 0, 999), 10)
		line = appendClean(append(line, ` "`...), p.Name.Value)
		if line = append(line, "\"\n"...); len(b)+len(line) > full {
			break // as servers do
		}
		b = append(b, line...)
	}
	w.Send(b)
}

func appendPair(b []byte, key, value string) []byte {
	return appendClean(append(appendClean(append(b, '\\'), key), '\\'), value)
}

// appendClean appends s without what no text can contain.
func appendClean(b []byte, s string) []byte {
	for _, c := range answer.AppendReplyBytes(nil, answer.ReplyText(s)) {
		if c != '\\' && c != '"' && c != ';' {
			b = append(b, c)
		}
	}
	return b
}
