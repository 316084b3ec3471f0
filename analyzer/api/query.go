package api

import (
	"strconv"
	"strings"
)

type params []param

type param struct{ name, value string }

// parseQuery reads the query of a URL as net/url does, which this package avoids for its size.
func parseQuery(query string) (params, error) {
	var all params
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		if strings.Contains(pair, ";") {
			return nil, badQuery("invalid semicolon separator in query")
		}
		name, value, _ := strings.Cut(pair, "=")
		name, bad := unescape(name, true)
		if bad == "" {
			value, bad = unescape(value, true)
		}
		if bad != "" {
			return nil, badQuery("invalid URL escape " + strconv.Quote(bad))
		}
		all = append(all, param{name, value})
	}
	return all, nil
}

func badQuery(why string) *Problem {
	return badParameter.problem("The query of the URL cannot be read: ", cut(why), ".")
}

// Unescape decodes the path of a URL. One that is escaped wrongly stays as it is.
func Unescape(path string) string {
	if s, bad := unescape(path, false); bad == "" {
		return s
	}
	return path
}

// unescape decodes what is escaped with %, and plus signs when they mean
// spaces. bad is the first invalid escape, "" for none.
func unescape(s string, plus bool) (plain, bad string) {
	if !strings.ContainsAny(s, "%+") {
		return s, ""
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%':
			if i+2 >= len(s) || digit(s[i+1]) > 15 || digit(s[i+2]) > 15 {
				return "", s[i:min(i+3, len(s))]
			}
			b = append(b, digit(s[i+1])<<4|digit(s[i+2]))
			i += 2
		case c == '+' && plus:
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	return string(b), ""
}

func digit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 255
}
