package hexdump

import "bytes"

// How the content of a string becomes bytes.
type stringMode uint8

const (
	modeEscapes stringMode = iota
	modeRaw
	modeHex
	modeBase64
	modeSkip
)

// str reads the string whose prefix (b, r, u8 and so on) begins at from and whose quote is at r.i.
func (r *literalReader) str(prefix string, from int) *Error {
	quote := r.s[r.i]
	open := r.i
	triple := quote != '`' && r.peek(1) == quote && r.peek(2) == quote
	width := 1
	if triple {
		width = 3
	}
	raw := quote == '`' && r.res.Format == GoLiteral || prefix == "r" || prefix == "R" || prefix == "rb" || prefix == "br" || prefix == "Rb" || prefix == "bR"
	i := open + width
	for {
		if i >= r.end || r.s[i] == '\n' && !triple && quote != '`' {
			return r.fail(open, "a quote that is never closed", "its end on the same line", "paste the whole string")
		}
		if r.s[i] == '\\' && !raw {
			i += 2
			continue
		}
		if r.s[i] == quote && (!triple || i+2 < r.end && r.s[i+1] == quote && r.s[i+2] == quote) {
			break
		}
		i++
	}
	start, stop := open+width, min(i, r.end)
	r.i = min(i+width, r.end)

	mode := r.mode(raw, start, stop)
	if t := r.top(); t != nil && mode == modeEscapes && quote == '\'' && (t.open == '{' || t.open == '[') {
		before := len(r.data)
		if err := r.content(mode, start, stop); err != nil {
			return err
		}
		if len(r.data) == before+1 { // 'A' in a list of numbers
			t.direct++
			return nil
		}
	} else if err := r.content(mode, start, stop); err != nil {
		return err
	}
	if mode == modeSkip {
		return nil
	}
	if r.continues() {
		return nil
	}
	if len(r.data) == 0 && start == stop {
		r.comment = ""
	}
	r.finish()
	return nil
}

// mode finds out how a string is meant: by what it is handed to and by the argument after it.
func (r *literalReader) mode(raw bool, start, stop int) stringMode {
	t := r.top()
	call := ""
	if t != nil && t.open == '(' {
		call = lower(t.call)
	}
	if hasSuffix(call, "pack") {
		if t.format == "" {
			t.format = string(r.s[start:min(stop, start+16)])
			if t.format == "" {
				t.format = "?"
			}
			return modeSkip
		}
		if t.format[0] == 'H' {
			return modeHex
		}
	}
	rest := bytes.TrimLeft(r.s[r.i:r.end], " \t\r\n")
	arg := rest
	if len(rest) > 0 && rest[0] == ',' {
		arg = bytes.TrimLeft(rest[1:], " \t\r\n")
	} else if bytes.HasPrefix(rest, []byte(".decode(")) {
		arg = rest[8:]
	}
	if len(arg) < len(rest) && len(arg) > 4 && (arg[0] == '"' || arg[0] == '\'') {
		if end := bytes.IndexByte(arg[1:min(len(arg), 16)], arg[0]); end > 0 {
			name := lower(string(arg[1 : 1+end]))
			known := true
			mode := modeEscapes
			switch name {
			case "hex":
				mode = modeHex
			case "base64", "base64url":
				mode = modeBase64
			case "latin1", "binary", "ascii", "latin-1", "utf8", "utf-8":
			default:
				known = false
			}
			if known {
				r.i += len(r.s[r.i:r.end]) - len(arg) + end + 2
				return mode
			}
		}
	}
	switch {
	case has(call, "base64") || has(call, "b64") || call == "atob":
		return modeBase64
	case has(call, "hex"):
		return modeHex
	case raw:
		return modeRaw
	}
	return modeEscapes
}

func hasSuffix(s, end string) bool { return len(s) >= len(end) && s[len(s)-len(end):] == end }

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// content adds the bytes of the string from start to stop.
func (r *literalReader) content(mode stringMode, start, stop int) *Error {
	switch mode {
	case modeRaw:
		r.characters(start, stop)
	case modeHex:
		for from := start; from < stop; { // line by line: raw strings may have several
			end := bytes.IndexByte(r.s[from:stop], '\n')
			if end < 0 {
				end = stop
			} else {
				end += from
			}
			if t := trim(r.s[from:end]); len(t) > 0 {
				lead := from + bytes.Index(r.s[from:end], t)
				if err := r.plainBytes(t, lead); err != nil {
					return err
				}
			}
			from = end + 1
		}
	case modeBase64:
		return r.base64(start, stop)
	case modeEscapes:
		return r.escaped(start, stop)
	}
	return nil
}

// continues reports whether the value goes on after r.i: another string beside it, or an operator and a string.
func (r *literalReader) continues() bool {
	i, newlines, operator := r.i, 0, false
	for i < r.end {
		c := r.s[i]
		switch {
		case c == '\n':
			newlines++
			i++
			continue
		case isBlank(c):
			i++
			continue
		case c == '/' && i+1 < r.end && r.s[i+1] == '*':
			end := bytes.Index(r.s[i:r.end], []byte("*/"))
			if end < 0 {
				return false
			}
			i += end + 2
			continue
		case c == '/' && i+1 < r.end && r.s[i+1] == '/', c == '#':
			for i < r.end && r.s[i] != '\n' {
				i++
			}
			continue
		case c == '+' || c == '.' || c == '&' || c == '\\':
			if c != '\\' && operator {
				return false
			}
			operator = true
			i++
			continue
		}
		break
	}
	if i >= r.end {
		return false
	}
	rest := r.s[i:r.end]
	if bytes.HasPrefix(rest, []byte("chr(")) || bytes.HasPrefix(rest, []byte("Chr(")) {
		return operator
	}
	n := 0
	for n < len(rest) && n < 2 && isLetter(rest[n]) {
		n++
	}
	if n >= len(rest) || rest[n] != '"' && rest[n] != '\'' && rest[n] != '`' {
		return false
	}
	// In Python a bytes literal on the next line is a new one unless brackets hold them together.
	return operator || newlines == 0 || n == 0 || len(r.stack) > 0
}
