package main

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

// escape makes a text that may come from a file or a packet harmless on a terminal.
func escape(s string) string { return string(wire.AppendEscaped(nil, []byte(s))) }

func colors(mode string, out io.Writer) bool {
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !isTerminal(out)
	return mode == "always" || mode == "auto" && !plain
}

func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// pageSize returns 0 where out is no terminal.
func pageSize(out io.Writer) (width, height int) {
	if file, ok := out.(*os.File); ok && isTerminal(file) {
		width, height, _ = term.GetSize(int(file.Fd())) // 0 with an error
	}
	return width, height
}

// An output gathers what is appended to it and remembers the first error.
type output struct {
	w   *bufio.Writer
	buf []byte
	err error
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriterSize(w, 1<<16)} }

func (o *output) append(f func([]byte) []byte) {
	if o.err != nil {
		return
	}
	o.buf = f(o.buf[:0])
	o.write(o.buf)
}

func (o *output) write(p []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(p)
	}
}

func (o *output) flush() error {
	if o.err == nil {
		o.err = o.w.Flush()
	}
	return o.err
}

// plainJSON returns v as a line of JSON, or as lines with an indent. As in what decode writes, characters that change
// how others are shown are escapes.
func plainJSON(v any, indent string) (out []byte) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	must(e.Encode(v))
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

// oneOf lists names for a help text: "a, b or c".
func oneOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// redraw writes each line over the old one, so that no blank screen is between, and cuts what is too long.
func redraw(text string, height int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if height > 2 && len(lines) > height-1 {
		lines = append(lines[:height-2], "…")
	}
	return "\x1b[H" + strings.Join(lines, "\x1b[K\n") + "\x1b[K\n\x1b[J"
}
