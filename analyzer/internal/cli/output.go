package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"fragscope/decoder/wire"
)

// Escape makes a text that may come from a file or a packet harmless on a terminal.
func Escape(s string) string { return string(wire.AppendEscaped(nil, []byte(s))) }

func Colors(mode string, out io.Writer) bool {
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !IsTerminal(out)
	return mode == "always" || mode == "auto" && !plain
}

func IsTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// PageSize returns 0 where out is no terminal.
func PageSize(out io.Writer) (width, height int) {
	if file, ok := out.(*os.File); ok && IsTerminal(file) {
		width, height, _ = term.GetSize(int(file.Fd())) // 0 with an error
	}
	return width, height
}

// An Output gathers what is appended to it and remembers the first error.
type Output struct {
	W   *bufio.Writer
	buf []byte
	Err error
}

func NewOutput(w io.Writer) *Output { return &Output{W: bufio.NewWriterSize(w, 1<<16)} }

func (o *Output) Append(f func([]byte) []byte) {
	if o.Err != nil {
		return
	}
	o.buf = f(o.buf[:0])
	o.Write(o.buf)
}

func (o *Output) Write(p []byte) {
	if o.Err == nil {
		_, o.Err = o.W.Write(p)
	}
}

func (o *Output) Flush() error {
	if o.Err == nil {
		o.Err = o.W.Flush()
	}
	return o.Err
}

// PlainJSON returns v as a line of JSON, or as lines with an indent. As in what decode writes, characters that change
// how others are shown are escapes.
func PlainJSON(v any, indent string) (out []byte) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	Must(e.Encode(v))
	for text := b.Bytes(); len(text) > 0; {
		r, n := utf8.DecodeRune(text)
		if c := text[:n]; r < 0x7f || bytes.Equal(wire.AppendEscaped(nil, c), c) {
			out = append(out, c...)
		} else {
			for _, u := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
		}
		text = text[n:]
	}
	return out
}

// OneOf lists names for a help text: "a, b or c".
func OneOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
