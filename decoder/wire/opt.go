package wire

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// An Opt is a value that may be missing, such as what a server does not report.
// Its Value is then zero: reading it without checking Known is fine where
// missing and zero are the same. In JSON a missing value is null.
type Opt[T int64 | string | bool] struct {
	Value T
	Known bool
}

// Some returns a value that is there.
func Some[T int64 | string | bool](v T) Opt[T] { return Opt[T]{v, true} }

// Or returns the value, or missing for a missing one.
func (o Opt[T]) Or(missing T) T {
	if o.Known {
		return o.Value
	}
	return missing
}

// String returns the value as text, nothing for a missing one.
func (o Opt[T]) String() string {
	switch v := any(o.Value).(type) {
	case string:
		return v
	case int64:
		if o.Known {
			return strconv.FormatInt(v, 10)
		}
	case bool:
		if o.Known {
			return strconv.FormatBool(v)
		}
	}
	return ""
}

// MarshalJSON writes the value, null for a missing one.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Known {
		return []byte("null"), nil
	}
	text, isText := any(o.Value).(string)
	if !isText {
		return []byte(o.String()), nil
	}
	b := []byte{'"'}
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, `\u00`...)
			b = append(b, LowerHex[r>>4], LowerHex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	*o = Opt[T]{}
	if string(b) == "null" {
		return nil
	}
	var err error
	switch v := any(&o.Value).(type) {
	case *int64:
		*v, err = strconv.ParseInt(string(b), 10, 64)
	case *bool:
		if *v = string(b) == "true"; !*v && string(b) != "false" {
			err = errors.New("true, false or null is expected")
		}
	case *string:
		*v, err = unquote(b)
	}
	o.Known = err == nil
	return err
}

// unquote reads a JSON string.
func unquote(b []byte) (string, error) {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return "", errors.New("a text in double quotes or null is expected")
	}
	var s []byte
	for b = b[1 : len(b)-1]; len(b) > 0; {
		if b[0] == '\\' && len(b) < 2 {
			return "", errors.New("a text ends within an escape")
		}
		if b[0] != '\\' {
			s, b = append(s, b[0]), b[1:]
			continue
		}
		c := b[1]
		if i := bytes.IndexByte([]byte("bfnrt"), c); i >= 0 {
			c = "\b\f\n\r\t"[i]
		} else if c == 'u' {
			r := escaped(b)
			if r < 0 {
				return "", errors.New("four hexadecimal digits are expected after \\u")
			}
			b = b[6:]
			if low := utf16.DecodeRune(r, escaped(b)); low != utf8.RuneError {
				r, b = low, b[6:]
			}
			s = utf8.AppendRune(s, r)
			continue
		}
		s, b = append(s, c), b[2:]
	}
	return string(s), nil
}

// escaped returns the number in an escape such as \u00e9 that b begins with, -1
// for no such escape.
func escaped(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// setNumber sets *to to the number in s, and reports whether it is one, or
// empty; other text leaves it as it was.
func setNumber(to *Opt[int64], s string) bool {
	n, ok := ParseWhole(TrimBlanks(s))
	if ok {
		*to = Some(n)
	}
	return ok || TrimBlanks(s) == ""
}

// ParseBool reads the spellings of yes and no that servers use; missing for others.
func ParseBool(s string) Opt[bool] {
	switch s = TrimBlanks(s); {
	case EqualFold(s, "true"), s == "1", EqualFold(s, "yes"):
		return Some(true)
	case EqualFold(s, "false"), s == "0", EqualFold(s, "no"):
		return Some(false)
	}
	return Opt[bool]{}
}
