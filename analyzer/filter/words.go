package filter

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"fragscope/decoder"
)

// A translation is an expression in which the words of Wireshark and tcpdump are
// written as ours. It keeps where each piece came from, for errors.
type translation struct {
	text   strings.Builder
	pieces []piece
}

// A piece is where what was one token of the source begins, in characters: in
// the source and in the text.
type piece struct{ from, to int }

// fields are Wireshark's names for ours.
var fields = map[string]string{
	"frame.number": "packet", "frame.len": "size", "ip.src": "src", "ip.dst": "dst", "ipv6.src": "src", "ipv6.dst": "dst",
	"udp.srcport": "srcport", "udp.dstport": "dstport", "tcp.srcport": "srcport", "tcp.dstport": "dstport",
}

// comparisons are Wireshark's words for signs.
var comparisons = map[string]string{"eq": "==", "ne": "!=", "gt": ">", "lt": "<", "ge": ">=", "le": "<="}

// translated writes an expression in our words: udp.port == 7778 as (transport == "udp" and port(7778)),
// ip.addr == 192.0.2.7 as host("192.0.2.7"), port 7778 as port(7778), the name of
// a protocol that stands alone as protocol == "unreal2", udp and tcp as
// transport == "udp". What it does not know stays as it is.
func translated(source string) *translation {
	t := &translation{}
	list := tokens(source)
	word := func(i int) string {
		if i < 0 || i >= len(list) {
			return ""
		}
		return list[i].text
	}
	end := 0 // of what was written
	for i := 0; i < len(list); i++ {
		sign, value := word(i+1), word(i+2)
		if s, ok := comparisons[sign]; ok {
			sign = s
		}
		text, used := compared(word(i), sign, value)
		switch {
		case text != "":
		case (word(i) == "host" || word(i) == "net") && address(sign) != "":
			text, used = address(sign), 1
		case word(i) == "port" && number(sign):
			text, used = "port("+sign+")", 1
		case isProtocol(word(i)) && alone(word(i-2), word(i-1), sign):
			text = `protocol == "` + word(i) + `"`
		case (word(i) == "udp" || word(i) == "tcp") && alone(word(i-2), word(i-1), sign):
			text = `transport == "` + word(i) + `"`
		default:
			text = word(i)
		}
		t.add(source, end, list[i].at, text)
		i += used
		end = list[i].at + len(list[i].text)
	}
	t.add(source, end, len(source), "")
	return t
}

// compared writes a comparison in Wireshark's or tcpdump's words in ours, and how
// many tokens follow its name: "" for what is none.
func compared(name, sign, value string) (text string, used int) {
	not := ""
	if sign == "!=" {
		not = "not "
	}
	same := sign == "==" || sign == "!="
	switch name {
	case "udp", "tcp":
		if sign == "port" && number(value) {
			return over(name, "port("+value+")"), 2
		}
	case "src", "dst":
		if _, err := netip.ParseAddr(value); err == nil && sign == "host" {
			return name + ` == "` + value + `"`, 2
		}
		if sign == "port" && number(value) {
			return name + "port == " + value, 2
		}
	case "ip.addr", "ipv6.addr":
		if a := address(value); a != "" && same {
			return not + a, 2
		}
	case "udp.port", "tcp.port":
		if number(value) && same {
			return over(name, not+"port("+value+")"), 2
		}
	}
	field, ok := fields[name]
	if !ok || !isComparison(sign) {
		return "", 0
	}
	if _, err := netip.ParseAddr(value); err == nil {
		return field + " " + sign + ` "` + value + `"`, 2
	}
	return field + " " + sign, 1
}

// over writes a condition of a packet that the protocol which a name begins with carries.
func over(name, condition string) string {
	return `(transport == "` + name[:3] + `" and ` + condition + ")"
}

// alone reports whether what is between two tokens is an operand by itself.
func alone(before2, before, after string) bool {
	switch after {
	case "", ")", "and", "or", "&&", "||":
	default:
		return false
	}
	switch before {
	case "", "and", "or", "not", "!", "&&", "||":
		return true
	case "(": // of a group, not of a call
		return before2 == "" || !isWord(before2[0]) || slices.Contains(operators, before2)
	}
	return false
}

// operators are the words that can precede an operand.
var operators = []string{"and", "or", "not", "in"}

func isComparison(s string) bool {
	return slices.Contains([]string{"==", "!=", "<", ">", "<=", ">=", "in", "contains", "matches"}, s)
}

// isProtocol reports whether s is the name of a protocol.
func isProtocol(s string) bool {
	return slices.ContainsFunc(decoder.Protocols(), func(p decoder.Protocol) bool { return p.String() == s && p != decoder.Unknown })
}

func number(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// address returns the call that picks an address or network, "" when s is none.
func address(s string) string {
	if _, err := netip.ParseAddr(s); err == nil {
		return `host("` + s + `")`
	}
	if _, err := netip.ParsePrefix(s); err == nil {
		return `net("` + s + `")`
	}
	return ""
}

// add appends what precedes a token in the source, from end on, and what it is
// translated to.
func (t *translation) add(source string, end, at int, text string) {
	t.text.WriteString(source[end:at])
	t.pieces = append(t.pieces, piece{utf8.RuneCountInString(source[:at]), utf8.RuneCountInString(t.text.String())})
	t.text.WriteString(text)
}

// column returns where in the source a column of the text is, both from 1.
func (t *translation) column(column int) int {
	for i := len(t.pieces) - 1; i >= 0; i-- {
		p := t.pieces[i]
		if column-1 < p.to {
			continue
		}
		in := column - 1 - p.to
		if i+1 < len(t.pieces) {
			in = min(in, max(0, t.pieces[i+1].from-p.from-1))
		}
		return p.from + in + 1
	}
	return column
}

// A token is a name, number or address, a text in quotes, or a sign.
type token struct {
	at   int
	text string
}

// tokens cuts an expression into what a translation looks at.
func tokens(source string) []token {
	var list []token
	for i := 0; i < len(source); {
		c := source[i]
		n := 1
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
			continue
		case c == '"' || c == '\'' || c == '`':
			for n < len(source)-i && source[i+n] != c {
				if source[i+n] == '\\' && c != '`' {
					n++
				}
				n++
			}
			n = min(n+1, len(source)-i)
		case isWord(c):
			for n < len(source)-i && isWord(source[i+n]) {
				n++
			}
		case i+1 < len(source) && slices.Contains([]string{"==", "!=", "<=", ">=", "&&", "||"}, source[i:i+2]):
			n = 2
		}
		list = append(list, token{i, source[i : i+n]})
		i += n
	}
	return list
}

// isWord reports whether c is part of a name, a number, an address, a network or
// the name of a protocol, some of which have a hyphen.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || strings.IndexByte("_.:/-", c) >= 0
}
