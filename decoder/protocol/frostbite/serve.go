package frostbite

import (
	"math"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: what a server info has words for is a rule.
var Keys answer.RuleKeys

// Replies answers what a client sent on a connection: each packet in it.
func Replies(w *answer.Writer, question *wire.Message) {
	if question.Info.Direction != wire.Request || question.Info == &acknowledgement {
		w.Err = answer.ErrNoRequest
		return
	}
	p := question.PayloadBytes()
	for len(p) >= headSize+wordHead {
		size := wire.LE32(p[4:])
		if size < headSize+wordHead || uint64(size) > uint64(len(p)) {
			break
		}
		head := wire.LE32(p) | response
		switch kindOf(p[headSize:size], uint64(wire.LE32(p)), int(min(wire.LE32(p[8:]), mostWords))) {
		case &infoRequest:
			w.Send(appendPacket(nil, head, infoWords(w)...))
		case &versionRequest:
			w.Send(appendPacket(nil, head, ok, w.Status.Game.Or(gameOf(w)), w.Status.Version.Or("1")))
		case &playersRequest:
			w.Send(appendPacket(nil, head, playerWords(w.Status)...))
		case &otherRequest:
			w.Send(appendPacket(nil, head, "UnknownCommand"))
		}
		p = p[size:]
	}
	if len(w.Out) == 0 {
		w.Err = answer.ErrNoRequest
	}
}

func gameOf(w *answer.Writer) string {
	if w.Game != nil && w.Game.Gamename != "" {
		return w.Game.Gamename
	}
	return "BF4"
}

func count(v wire.Opt[int64]) string {
	return string(strconv.FormatInt(answer.Clamp(v, math.MinInt32, math.MaxInt32), 10))
}

func infoWords(w *answer.Writer) []string {
	s := w.Status
	words := []string{ok, answer.ReplyText(s.Name.Value), count(answer.PlayerCount(s)), count(s.MaxPlayers),
		answer.ReplyText(s.GameType.Value), answer.ReplyText(s.Map.Value)}
	rule := func(key, otherwise string) string {
		if v, found := answer.StatusRule(s, key); found {
			return answer.ReplyText(v)
		}
		return otherwise
	}
	words = append(words, rule("rounds_played", "0"), rule("rounds", "1"),
		string(strconv.FormatInt(int64(min(len(s.Teams), 16)), 10)))
	for i := range s.Teams[:min(len(s.Teams), 16)] {
		words = append(words, count(s.Teams[i].Score))
	}
	password := "false"
	if s.Password.Value {
		password = "true"
	}
	return append(words, rule("target_score", "0"), rule("state", ""), rule("ranked", "false"),
		rule("punkbuster", "false"), password, rule("uptime", "0"), rule("round_time", "0"),
		rule("address", ""), rule("punkbuster_version", ""), rule("join_queue", "false"), rule("region", ""),
		rule("ping_site", ""), rule("country", ""), rule("quick_match", "false"))
}

// longest is the size of a player list at most.
const longest = mostSize - 256

func playerWords(s *wire.Status) []string {
	words := []string{ok, "7", "name", "teamId", "kills", "deaths", "score", "ping", "type", ""}
	n, size := 0, 0
	for i := range s.PlayerList {
		p := &s.PlayerList[i]
		kills, _ := answer.ExtraValue(p.Extra, "Kills")
		deaths, _ := answer.ExtraValue(p.Extra, "Deaths")
		row := []string{answer.ReplyText(p.Name.Value), count(p.Team), number(kills), number(deaths), count(p.Score),
			count(p.Ping), "0"}
		for _, v := range row {
			size += len(v) + wordHead + 1
		}
		if size > longest {
			break
		}
		words = append(words, row...)
		n++
	}
	words[9] = string(strconv.FormatInt(int64(n), 10))
	return words
}

func number(s string) string { return count(wire.Some(answer.NumberOr(s, 0))) }
