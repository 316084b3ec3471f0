package servers

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Filter says which servers are shown. The zero value shows all.
type Filter struct{ terms []term }

// A term is one word of a filter.
type term struct {
	not  bool
	test func(s *Server) bool
}

// ParseFilter reads a filter. Words are searched in names, maps, addresses and
// players; map:dm, name:, type:, player:, address: and protocol: search one
// field. players>3, max, free and ping<80 compare; full:no, empty:no,
// password:no, favourite:yes and up:yes take yes or no. A leading dash negates a
// word. The error says which word is wrong and what was expected.
func ParseFilter(text string) (Filter, error) {
	var f Filter
	for _, word := range words(text) {
		not := len(word) > 1 && word[0] == '-'
		if not {
			word = word[1:]
		}
		test, err := parseTerm(word)
		if err != nil {
			return Filter{}, err
		}
		f.terms = append(f.terms, term{not, test})
	}
	return f, nil
}

// Unfinished returns the text without its last word when that may become a comparison or
// a search of one field as it is typed on; ok is false for other texts.
func Unfinished(text string) (rest string, ok bool) {
	i := strings.LastIndexByte(text, ' ') + 1
	word := strings.ToLower(strings.TrimPrefix(text[i:], "-"))
	begins := func(key string) bool { return strings.HasPrefix(key, strings.TrimRight(word, "<>=:")) }
	for _, keys := range []iter.Seq[string]{maps.Keys(texts), maps.Keys(numbers), maps.Keys(answers)} {
		for key := range keys {
			if word != "" && begins(key) {
				return text[:i], true
			}
		}
	}
	return text, false
}

// words splits text at spaces that are not in quotes.
func words(text string) []string {
	var list []string
	var word strings.Builder
	quoted := false
	flush := func() {
		if word.Len() > 0 {
			list = append(list, word.String())
		}
		word.Reset()
	}
	for _, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			flush()
		default:
			word.WriteRune(c)
		}
	}
	flush()
	return list
}

// Match reports whether s is shown.
func (f Filter) Match(s *Server) bool {
	for _, t := range f.terms {
		if t.test(s) == t.not {
			return false
		}
	}
	return true
}

// texts are the places that a word can be looked for in.
var texts = map[string]func(s *Server) []string{
	"name":     func(s *Server) []string { return []string{s.Title()} },
	"map":      func(s *Server) []string { return []string{s.Known().Map.Value, s.Known().MapTitle.Value} },
	"type":     func(s *Server) []string { return []string{s.Known().GameType.Value, s.Known().Game.Value} },
	"address":  func(s *Server) []string { return []string{s.Address} },
	"protocol": func(s *Server) []string { return []string{s.Protocol.String()} },
	"player": func(s *Server) (list []string) {
		for i := range s.Known().PlayerList {
			list = append(list, s.Status.PlayerList[i].Name.Value)
		}
		return list
	},
}

// numbers are what can be compared; -1 is unknown and never matches.
var numbers = map[string]func(s *Server) int64{
	"players": func(s *Server) int64 { n, _ := s.Players(); return n },
	"max":     func(s *Server) int64 { _, n := s.Players(); return n },
	"free":    free,
	"ping": func(s *Server) int64 {
		if p := s.Ping(); p >= 0 {
			return int64((p + time.Millisecond/2) / time.Millisecond)
		}
		return -1
	},
}

func free(s *Server) int64 {
	now, most := s.Players()
	if now < 0 || most < 0 {
		return -1
	}
	return max(0, most-now)
}

// answers are the questions for yes and no; known is false when that is unknown.
var answers = map[string]func(s *Server) (yes, known bool){
	"full":      func(s *Server) (bool, bool) { n := free(s); return n == 0, n >= 0 },
	"empty":     func(s *Server) (bool, bool) { n, _ := s.Players(); return n == 0, n >= 0 },
	"favourite": func(s *Server) (bool, bool) { return s.Favourite, true },
	"up":        func(s *Server) (bool, bool) { return s.Answered(), true },
	"password":  func(s *Server) (bool, bool) { return s.Known().Password.Value, s.Known().Password.Known },
}

var yesNo = map[string]bool{"yes": true, "y": true, "true": true, "1": true, "no": false, "n": false, "false": false, "0": false}

func parseTerm(word string) (func(s *Server) bool, error) {
	if i := strings.IndexAny(word, "<>="); i > 0 {
		return parseComparison(word, i)
	}
	key, value, ok := strings.Cut(word, ":")
	key = strings.ToLower(key)
	if places := texts[key]; ok && places != nil {
		value = strings.ToLower(value)
		return func(s *Server) bool { return anyHolds(places(s), value) }, nil
	}
	if question := answers[key]; ok && question != nil {
		want, ok := yesNo[strings.ToLower(value)]
		if !ok {
			return nil, fmt.Errorf("%s: expected yes or no, found %q", key, value)
		}
		return func(s *Server) bool { yes, known := question(s); return known && yes == want }, nil
	}
	if numbers[key] != nil && ok {
		return nil, fmt.Errorf("%s is a number: write %s>%s, %s<%s or %s=%s", key, key, value, key, value, key, value)
	}
	word = strings.ToLower(word)
	return func(s *Server) bool {
		for _, key := range [...]string{"name", "map", "address", "type", "player"} {
			if anyHolds(texts[key](s), word) {
				return true
			}
		}
		return false
	}, nil
}

func anyHolds(list []string, part string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(strings.ToLower(s), part) })
}

// parseComparison reads "players>=3"; the operator is at i.
func parseComparison(word string, i int) (func(s *Server) bool, error) {
	key, op, value := strings.ToLower(word[:i]), word[i:i+1], word[i+1:]
	number := numbers[key]
	if number == nil {
		return nil, fmt.Errorf("%q cannot be compared: expected players, max, free or ping", key)
	}
	orEqual := strings.HasPrefix(value, "=")
	value = strings.TrimPrefix(value, "=")
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s%s%s: expected a number after %s", key, op, value, op)
	}
	return func(s *Server) bool {
		v := number(s)
		if v < 0 {
			return false
		}
		return v == n && (op == "=" || orEqual) || op == "<" && v < n || op == ">" && v > n
	}, nil
}
