package api

import (
	"strconv"
	"unicode/utf8"
)

// A jsonText builds JSON as encoding/json writes it with an indent of one
// space. That package, with its dependencies, would make a program that starts
// often half as large again.
type jsonText struct {
	b     []byte
	depth int
	tight bool // all on one line, without spaces
	empty bool // nothing is in the object or list yet
}

func (j *jsonText) line() {
	if !j.tight {
		j.b = append(j.b, '\n')
		for range j.depth {
			j.b = append(j.b, ' ')
		}
	}
}

// open begins an object or a list.
func (j *jsonText) open(c byte) {
	j.b = append(j.b, c)
	j.depth++
	j.empty = true
}

// next begins an element of a list.
func (j *jsonText) next() {
	if !j.empty {
		j.b = append(j.b, ',')
	}
	j.empty = false
	j.line()
}

// close ends an object or a list.
func (j *jsonText) close(c byte) {
	j.depth--
	if !j.empty {
		j.line()
	}
	j.empty = false
	j.b = append(j.b, c)
}

// name begins a member of an object.
func (j *jsonText) name(s string) {
	j.next()
	j.text(s)
	j.b = append(j.b, ':')
	if !j.tight {
		j.b = append(j.b, ' ')
	}
}

// member writes a member that is a text.
func (j *jsonText) member(name, text string) {
	j.name(name)
	j.text(text)
}

// number writes a member that is a whole number.
func (j *jsonText) number(name string, n int64) {
	j.name(name)
	j.b = strconv.AppendInt(j.b, n, 10)
}

// word writes true, false or null.
func (j *jsonText) word(name, word string) {
	j.name(name)
	j.b = append(j.b, word...)
}

// texts writes a member that is a list of texts.
func (j *jsonText) texts(name string, list []string) {
	j.name(name)
	j.open('[')
	for _, s := range list {
		j.next()
		j.text(s)
	}
	j.close(']')
}

const lowerHex = "0123456789abcdef"

// text writes a text. Bytes that are no UTF-8 become U+FFFD.
func (j *jsonText) text(s string) {
	j.b = append(j.b, '"')
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\':
				j.b = append(j.b, '\\', c)
			case c >= 0x20:
				j.b = append(j.b, c)
			case c == '\b':
				j.b = append(j.b, '\\', 'b')
			case c == '\t':
				j.b = append(j.b, '\\', 't')
			case c == '\n':
				j.b = append(j.b, '\\', 'n')
			case c == '\f':
				j.b = append(j.b, '\\', 'f')
			case c == '\r':
				j.b = append(j.b, '\\', 'r')
			default:
				j.b = append(j.b, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&15])
			}
			continue
		}
		u, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case u == utf8.RuneError && n == 1:
			j.b = append(j.b, `\ufffd`...)
		case u == '\u2028' || u == '\u2029': // which end a line in JavaScript
			j.b = append(j.b, `\u202`...)
			j.b = append(j.b, lowerHex[u&15])
		default:
			j.b = append(j.b, s[i:i+n]...)
		}
		i += n
	}
	j.b = append(j.b, '"')
}

// give makes the object that write writes the answer.
func (c *Call) give(write func(j *jsonText)) error {
	c.kind = TypeJSON
	j := jsonText{}
	j.open('{')
	write(&j)
	j.close('}')
	_, err := c.Write(append(j.b, '\n'))
	return err
}
