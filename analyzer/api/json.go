package api

import (
	"strconv"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// A jsonText builds JSON as encoding/json writes it with an indent of one
// space. That package, with its dependencies, would make a program that starts
// often half as large again.
type jsonText struct {
	b     []byte
	depth int
	tight bool // all on one line, without spaces
}

func (j *jsonText) line() {
	if !j.tight {
		j.b = append(j.b, '\n')
		for range j.depth {
			j.b = append(j.b, ' ')
		}
	}
}

// The value of a member is nil, a bool, a number, a text, an object, or a list of texts or objects.
type member struct {
	name  string
	value any
}

type object []member

func (j *jsonText) value(v any) {
	switch v := v.(type) {
	case nil:
		j.b = append(j.b, "null"...)
	case bool:
		j.b = strconv.AppendBool(j.b, v)
	case int:
		j.b = strconv.AppendInt(j.b, int64(v), 10)
	case int64:
		j.b = strconv.AppendInt(j.b, v, 10)
	case uint64:
		j.b = strconv.AppendUint(j.b, v, 10)
	case string:
		j.text(v)
	case []string:
		elements(j, "[]", v, func(s string) { j.text(s) })
	case []object:
		elements(j, "[]", v, func(o object) { j.value(o) })
	case object:
		elements(j, "{}", v, func(m member) {
			j.text(m.name)
			if j.b = append(j.b, ':'); !j.tight {
				j.b = append(j.b, ' ')
			}
			j.value(m.value)
		})
	}
}

func elements[T any](j *jsonText, brackets string, all []T, write func(T)) {
	j.b = append(j.b, brackets[0])
	j.depth++
	for i, x := range all {
		if i > 0 {
			j.b = append(j.b, ',')
		}
		j.line()
		write(x)
	}
	if j.depth--; len(all) > 0 {
		j.line()
	}
	j.b = append(j.b, brackets[1])
}

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
				j.b = append(j.b, '\\', 'u', '0', '0', wire.LowerHex[c>>4], wire.LowerHex[c&15])
			}
			continue
		}
		u, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case u == utf8.RuneError && n == 1:
			j.b = append(j.b, `\ufffd`...)
		case u == '\u2028' || u == '\u2029': // which end a line in JavaScript
			j.b = append(j.b, `\u202`...)
			j.b = append(j.b, wire.LowerHex[u&15])
		default:
			j.b = append(j.b, s[i:i+n]...)
		}
		i += n
	}
	j.b = append(j.b, '"')
}

func (c *Call) give(o object) error {
	if err := c.SetType(TypeJSON); err != nil {
		return err
	}
	j := jsonText{}
	j.value(o)
	_, err := c.Write(append(j.b, '\n'))
	return err
}
