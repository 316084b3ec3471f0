package gamespy3

import (
	"bytes"
	"strings"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Values without keys, which answer a request for fields by number
// (protocol/gamespy3/SPEC.md#values-without-keys).

// usualValues are what the program qstat asks for: name, game type and map, then
// players, places and port.
const (
	usualValues  = 6
	usualNumbers = 3

	optionField = 4 // place of the number of a field in options
)

// countValues counts the texts of b, and the numbers at its end, where b looks like
// values without keys: plain texts, none of which is a key where the keys of pairs are.
// It returns 0 for anything else.
func countValues(b []byte) (n, numbers int) {
	if len(b) < 2 || b[len(b)-1] != 0 || b[len(b)-2] == 0 {
		return 0, 0
	}
	for ; len(b) > 0; n++ {
		end := bytes.IndexByte(b, 0)
		if hasControls(b[:end]) || n%2 == 0 && keys.Lookup(b[:end]) != nil {
			return 0, 0
		}
		numbers++
		if _, ok := wire.ParseDecimal(b[:end]); !ok {
			numbers = 0
		}
		b = b[end+1:]
	}
	return n, numbers
}

func onlyValues(b []byte) bool {
	n, _ := countValues(b)
	return n > 0
}

// beginsWithValue reports whether b, cut somewhere, looks like values without keys.
func beginsWithValue(b []byte) bool {
	for n := 0; ; n++ {
		end := bytes.IndexByte(b, 0)
		if end < 0 || hasControls(b[:end]) || n%2 == 0 && keys.Lookup(b[:end]) != nil {
			return false
		}
		if end > 0 {
			return true
		}
		b = b[1:]
	}
}

// mostAsked is how many of the latest requests a reply is compared with.
const mostAsked = 1000

// nameValues gives the values of message n of r the keys that the last request with its
// id asked for.
func nameValues(r *wire.Revision, n int, asked []*wire.Message) {
	m := r.Messages[n]
	if m.Info != &valuesReply {
		return
	}
	id := m.MatchKey().ID
	var numbers []uint64
	for _, q := range asked[max(len(asked)-mostAsked, 0):] {
		if of := q.MatchKey(); of.HasID && of.ID == id && q.Info == &DataRequest {
			numbers = numbers[:0]
			for i := range q.Fields {
				if q.Fields[i].Def == &options[optionField] {
					numbers = append(numbers, q.Fields[i].Value)
				}
			}
		}
	}
	first := m.Find(values[0].Key, 0)
	if first < 0 || len(m.Fields)-first != len(numbers) {
		return
	}
	fields := r.Fields(n)[first:]
	for i, number := range numbers {
		if number < uint64(len(values)) {
			fields[i].Def = &values[number]
		}
	}
}

// valuesStatus takes the values whose keys are known.
func valuesStatus(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		if d := m.Fields[i].Def; d.Role == wire.RoleNone && strings.HasPrefix(d.Key, values[0].Key+".") {
			b.Any = true
			b.Rules = append(b.Rules, wire.Rule{Key: d.Name, Value: b.Texts.Plain(m, i)})
		}
	}
}
