package api

import (
	"io"

	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/render"
)

var decodeTypes = map[render.Format]string{
	render.JSON: TypeJSON, render.NDJSON: TypeNDJSON, render.CSV: TypeCSV, render.Markdown: TypeMarkdown, render.Table: TypeText, render.Tree: TypeText,
}

// decode answers POST /api/decode.
func (c *Call) decode() error {
	format := render.JSON
	if name := c.Param("format"); name != "" {
		format, _ = render.FormatByName(name)
	}
	c.kind = decodeTypes[format]
	var opts decoder.Options
	if name := c.Param("protocol"); name != "" {
		opts.Protocol, _ = decoder.ProtocolByName(name)
	}
	switch c.Param("from") {
	case "request":
		opts.From = decoder.Request
	case "reply":
		opts.From = decoder.Reply
	}
	printer := render.Printer{Format: format, Options: render.Options{Full: c.Param("full") == "true"}}
	body, err := io.ReadAll(c.Body(c.api.opts.MaxPaste))
	if err != nil {
		return err
	}
	switch files := c.api.opts.Files; {
	case files == nil:
		if maybeFile(body) {
			return ErrElsewhere
		}
	case files.IsCapture(body):
		return files.Decode(c, body, opts, &printer)
	}
	return c.paste(body, opts, &printer)
}

// magics are what captures begin with, and what compressed ones and compressed
// pastes do.
var magics = [...]string{
	"\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1", "\xa1\xb2\xcd\x34", "\x34\xcd\xb2\xa1", // pcap
	"\x0a\x0d\x0d\x0a", // pcapng
	"\x1f\x8b",         // gzip
	"BZh",              // bzip2
}

// maybeFile reports whether body may be more than a paste: all captures and all
// that is compressed, and little else.
func maybeFile(body []byte) bool {
	for _, m := range magics {
		if len(body) >= len(m) && string(body[:len(m)]) == m {
			return true
		}
	}
	// Frames of zstd and lz4 begin with one of their numbers, or with one of the
	// sixteen of frames to be skipped; all of them little endian.
	if len(body) < 4 {
		return false
	}
	switch n := uint32(body[0]) | uint32(body[1])<<8 | uint32(body[2])<<16 | uint32(body[3])<<24; {
	case n == 0xfd2fb528 || n == 0x184d2204 || n == 0x184c2102 || n&^15 == 0x184d2a50:
		return true
	}
	return false
}

// paste decodes the datagrams of a paste and puts them together.
func (c *Call) paste(body []byte, opts decoder.Options, printer *render.Printer) error {
	o := hexdump.Options{MaxBytes: int(c.api.opts.MaxPaste)}
	if files := c.api.opts.Files; files != nil {
		o.Gunzip = files.Gunzip
	}
	found, err := hexdump.Parse(body, o)
	if err != nil {
		return err
	}
	ms := make([]*decoder.Message, 0, len(found.Datagrams))
	for _, d := range found.Datagrams {
		o := opts
		if o.From == decoder.DirectionUnknown {
			o.From = direction(d.Direction)
		}
		ms = append(ms, decoder.Decode(d.Data, o))
	}
	r := render.NewReport(ms)
	printer.Total = len(ms)
	out := Writer{Call: c}
	out.Append(printer.Begin)
	for _, m := range ms {
		out.Append(func(b []byte) []byte { return printer.Datagram(b, m) })
	}
	out.Append(func(b []byte) []byte { return printer.End(b, r.Status) })
	return out.Err
}

func direction(d hexdump.Direction) decoder.Direction {
	switch d {
	case hexdump.DirectionSent:
		return decoder.Request
	case hexdump.DirectionReceived:
		return decoder.Reply
	}
	return decoder.DirectionUnknown
}

// A Writer hands over to a call what is appended to it.
type Writer struct {
	Call *Call
	Err  error // the first
	buf  []byte
}

// Append hands over what add appends to the slice that it is given.
func (w *Writer) Append(add func([]byte) []byte) {
	if w.Err == nil {
		w.buf = add(w.buf[:0])
		_, w.Err = w.Call.Write(w.buf)
	}
}
