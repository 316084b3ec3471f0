package view

import (
	"bytes"

	"fragscope/decoder/paste"
	"fragscope/decoder/wire"
)

// A Form is a way to write bytes that are copied.
type Form struct {
	Name    string
	Format  paste.Format // that reads it again
	between string       // the digits of two bytes, of plain hex
}

// Forms returns the ways to write bytes, the plainest first.
func Forms() []Form {
	list := []Form{{"Hex digits", paste.PlainHex, " "}, {"Hex digits, no spaces", paste.PlainHex, ""}}
	for _, f := range paste.Formats() {
		if f.Writable() && f != paste.Raw && f != paste.PlainHex {
			list = append(list, Form{Name: f.String(), Format: f})
		}
	}
	return list
}

// Append appends b in the form. What is one line has no line break at its end.
func (f Form) Append(dst, b []byte) []byte {
	if f.Format == paste.PlainHex {
		return appendDigits(dst, b, f.between)
	}
	start := len(dst)
	dst = paste.Dump(dst, f.Format, b)
	if len(dst) > start && bytes.IndexByte(dst[start:], '\n') == len(dst)-start-1 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

func appendDigits(dst, b []byte, between string) []byte {
	return wire.AppendHex(dst, b, wire.UpperHex, between)
}

// AppendLine appends a row as one line: where, what, its bytes, its value and
// what that means. data is the datagram, or what a screen shows in place of it.
func (r Row) AppendLine(dst []byte, m *wire.Message, data []byte, escape Escaper) []byte {
	const gap = "  "
	at := r.Range(m)
	dst = wire.AppendHex(append(dst, "0x"...), []byte{byte(at.Start >> 8), byte(at.Start)}, wire.LowerHex, "")
	dst = escape.append(append(dst, gap...), r.AppendName(nil, m))
	if r.Type == RowField && at.Len() > 0 {
		dst = appendDigits(append(dst, gap...), data[at.Start:at.End], " ")
	}
	for _, text := range [...][]byte{r.AppendValue(nil, m), r.AppendNote(nil, m)} {
		if len(text) > 0 {
			dst = escape.append(append(dst, gap...), text)
		}
	}
	return dst
}
