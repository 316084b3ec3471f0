package hexdump

import (
	"bytes"
	"strings"
)

// How the content of a string becomes bytes.
type stringMode uint8

const (
	modeEscapes stringMode = iota
	modeRaw
	modeHex
	modeBase64
	modeSkip
)

// encodings are the second arguments of calls, and of decode, that say how a string is meant.
var encodings = map[string]stringMode{
	"hex": modeHex, "base64": modeBase64, "base64url": modeBase64,
	"latin1": modeEscapes, "binary": modeEscapes, "ascii": modeEscapes, "latin-1": modeEscapes, "utf8": modeEscapes, "utf-8": modeEscapes,
}

// str reads the string whose prefix (b, r, u8 and so on) begins at from and whose quote is at r.i.
func (r *literalReader) str(prefix string, from int) *Error {
	quote, open := r.s[r.i], r.i
	start := open + 1
	triple := quote != '`' && r.peek(1) == quote && r.peek(2) == quote
	if triple {
		start = open + 3
	}
	raw := quote == '`' && r.res.Format == GoLiteral || prefix != "" && has(" r R rb br Rb bR ", " "+prefix+" ")
	stop := start
	for stop < r.end && !bytes.HasPrefix(r.s[stop:r.end], r.s[open:start]) && (r.s[stop] != '\n' || triple || quote == '`') {
		if r.s[stop] == '\\' && !raw {
			stop++
		}
		stop++
	}
	if stop >= r.end || r.s[stop] != quote {
		return r.fail(open, "a quote that is never closed", "its end on the same line", "paste the whole string")
	}
	r.i = stop + start - open

	mode, t, before := r.mode(raw, start, stop), r.top(), len(r.data)
	if err := r.content(mode, start, stop); err != nil {
		return err
	}
	switch {
	case mode == modeEscapes && quote == '\'' && (t.open == '{' || t.open == '[') && len(r.data) == before+1:
		t.direct++ // 'A' in a list of numbers
	case mode != modeSkip && !r.continues():
		if len(r.data) == 0 && start == stop {
			r.comment = ""
		}
		r.finish()
	}
	return nil
}

// mode finds out how a string is meant: by what it is handed to and by the argument after it.
func (r *literalReader) mode(raw bool, start, stop int) stringMode {
	t := r.top()
	call := ""
	if t.open == '(' {
		call = lower(t.call)
	}
	if strings.HasSuffix(call, "pack") {
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
	const space = " \t\r\n"
	rest := bytes.TrimLeft(r.s[r.i:r.end], space)
	arg, found := bytes.CutPrefix(rest, []byte(".decode("))
	if charAt(rest, 0) == ',' {
		arg, found = bytes.TrimLeft(rest[1:], space), true
	}
	if found && len(arg) > 4 && (arg[0] == '"' || arg[0] == '\'') {
		end := bytes.IndexByte(arg[1:min(len(arg), 16)], arg[0])
		if mode, known := encodings[lower(string(arg[1:1+max(0, end)]))]; known {
			r.i = r.end - len(arg) + end + 2
			return mode
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
		for line := range bytes.Lines(r.s[start:stop]) { // raw strings may have several
			if t := trim(bytes.TrimSuffix(line, []byte("\n"))); len(t) > 0 {
				if err := r.plainBytes(t, start+run(line, 0, classBlank)); err != nil {
					return err
				}
			}
			start += len(line)
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
	for ; i < r.end; i++ {
		c := r.s[i]
		if end := r.afterComment(i); end > i {
			i = end - 1
		} else if c == '+' || c == '.' || c == '&' {
			if operator {
				return false
			}
			operator = true
		} else if c == '\n' {
			newlines++
		} else if c == '\\' {
			operator = true
		} else if !isBlank(c) {
			break
		}
	}
	rest := r.s[i:r.end]
	if bytes.HasPrefix(rest, []byte("chr(")) || bytes.HasPrefix(rest, []byte("Chr(")) {
		return operator
	}
	n := run(rest[:min(len(rest), 2)], 0, classLetter)
	// In Python a bytes literal on the next line is a new one unless brackets hold them together.
	return isQuote(charAt(rest, n)) && (operator || newlines == 0 || n == 0 || len(r.stack) > 0)
}
