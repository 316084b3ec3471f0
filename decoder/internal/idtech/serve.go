package idtech

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// full is the number of bytes that a datagram of a server has at most.
const full = 16384

// AppendPair appends a key and a value.
func AppendPair(b []byte, key, value string) []byte {
	return AppendClean(append(AppendClean(append(b, '\\'), key), '\\'), value)
}

// AppendKnown appends a pair of a text that is known.
func AppendKnown(b []byte, key string, value wire.Opt[string]) []byte {
	if !value.Known {
		return b
	}
	return AppendPair(b, key, value.Value)
}

// AppendGameType appends a game type as servers write it.
func AppendGameType(b []byte, key string, value wire.Opt[string]) []byte {
	value.Value = GameTypeNumber(value.Value)
	return AppendKnown(b, key, value)
}

// AppendNumber appends a pair of a number that is known.
func AppendNumber(b []byte, key string, value wire.Opt[int64]) []byte {
	if !value.Known {
		return b
	}
	return AppendPair(b, key, strconv.FormatInt(value.Value, 10))
}

// AppendClean appends s without what no text can contain.
func AppendClean(b []byte, s string) []byte {
	for _, c := range answer.AppendReplyBytes(nil, answer.ReplyText(s)) {
		if c != '\\' && c != '"' && c != ';' {
			b = append(b, c)
		}
	}
	return b
}

// AppendRules appends the rules of s that fit, except for the keys that are the
// protocol's own.
func AppendRules(b []byte, s *wire.Status, k *answer.RuleKeys, except ...string) []byte {
next:
	for _, rule := range answer.StatusRules(s, k) {
		for _, key := range except {
			if rule.Key == key {
				continue next
			}
		}
		if len(b)+len(rule.Key)+len(rule.Value) < full {
			b = AppendPair(b, rule.Key, rule.Value)
		}
	}
	return b
}

// AppendLines appends the lines of players that fit, as servers do.
func AppendLines(b []byte, s *wire.Status, line func(b []byte, i int, p *wire.Player) []byte) []byte {
	for i := range s.PlayerList {
		l := line(nil, i, &s.PlayerList[i])
		if len(b)+len(l) > full {
			break
		}
		b = append(b, l...)
	}
	return b
}

// AppendInt appends a number between bounds, and a space.
func AppendInt(b []byte, v wire.Opt[int64], least, most int64) []byte {
	return append(strconv.AppendInt(b, answer.Clamp(v, least, most), 10), ' ')
}

// AppendQuoted appends a text in quotes.
func AppendQuoted(b []byte, s string) []byte { return append(AppendClean(append(b, '"'), s), '"') }
