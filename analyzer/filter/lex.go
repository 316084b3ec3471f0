package filter

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode/utf8"
)

type token struct {
	kind     tokenKind
	at, stop int    // bytes [at, stop) of the source
	text     string // of a text, without quotes and backslashes
}

type tokenKind uint8

const (
	tokenEnd  tokenKind = iota
	tokenWord           // a name, number, address, network or time
	tokenText           // in quotes
	tokenSign
)

// signs are the operators that are no words, longer ones first.
var signs = []string{"==", "!=", "<=", ">=", "&&", "||", "..", "<", ">", "!", "=", "~", "(", ")", "[", "]", "{", "}",
	",", "+", "-", "*", "/"}

func (p *parser) next() {
	s := p.source
	at := p.token.stop
	for at < len(s) && strings.IndexByte(" \t\r\n", s[at]) >= 0 {
		at++
	}
	p.before, p.token = p.token, token{at: at, stop: at}
	switch {
	case at == len(s):
	case strings.IndexByte("\"'`", s[at]) >= 0:
		p.quote()
	case isWord(s, at):
		p.token.kind = tokenWord
		p.token.stop = endOfWord(s, at)
		p.token.text = s[at:p.token.stop]
	default:
		if n := len(bracketed.FindString(s[at:])); n > 0 {
			p.token = token{tokenWord, at, at + n, s[at : at+n]}
			return
		}
		for _, sign := range signs {
			if strings.HasPrefix(s[at:], sign) {
				p.token = token{tokenSign, at, at + len(sign), sign}
				return
			}
		}
		_, n := utf8.DecodeRuneInString(s[at:])
		p.fail(at, "unexpected "+quoted(s[at:at+n]), "compare with ==, !=, <, >, contains, matches or in")
	}
}

// bracketed is an IPv6 address with a port.
var bracketed = regexp.MustCompile(`^\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\]:[0-9]+`)

// quote reads a text in quotes. Backslashes are read as in Go, except in `.
func (p *parser) quote() {
	s, at := p.source, p.token.at
	var b strings.Builder
	for i := at + 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == s[at]:
			p.token = token{tokenText, at, i + 1, b.String()}
			return
		case c == '\\' && s[at] != '`' && i+1 < len(s):
			i++
			if escaped := strings.IndexByte("nrt", s[i]); escaped >= 0 {
				b.WriteByte("\n\r\t"[escaped])
				continue
			}
			if strings.IndexByte(`\"'`, s[i]) < 0 { // \d of a regular expression stays
				b.WriteByte('\\')
			}
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	p.fail(at, "a text has no end", "write a quote after it")
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWord reports whether a word begins at a place; an IPv6 address may begin with colons.
func isWord(s string, at int) bool {
	return isLetter(s[at]) || isDigit(s[at]) || strings.HasPrefix(s[at:], "::")
}

var date = regexp.MustCompile(`^[0-9]{4}(-[0-9]{2})?$`)

// Names have dots and hyphens between letters, networks a slash, times hyphens and a zone.
func endOfWord(s string, at int) int {
	follows := func(i int, ok func(byte) bool) bool { return i+1 < len(s) && ok(s[i+1]) }
	i := at
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c) || isDigit(c) || c == ':':
		case c == '.':
			if strings.HasPrefix(s[i:], "..") || !follows(i, func(c byte) bool { return isLetter(c) || isDigit(c) }) {
				return i
			}
		case c == '-' && isLetter(s[at]):
			if !follows(i, func(c byte) bool { return isLetter(c) || isDigit(c) }) {
				return i
			}
		case (c == '-' || c == '+') && isDigit(s[at]):
			if !follows(i, isDigit) || !(c == '-' && date.MatchString(s[at:i])) && !strings.Contains(s[at:i], "T") {
				return i
			}
		case c == '/':
			if _, err := netip.ParseAddr(s[at:i]); err != nil {
				return i
			}
		default:
			return i
		}
	}
	return i
}
