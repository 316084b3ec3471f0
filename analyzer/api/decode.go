package api

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/hexdump/gz"
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
	body, err := io.ReadAll(c.Body(c.h.opts.MaxPaste))
	if err != nil {
		return err
	}
	if capture.Is(body[:min(len(body), capture.SniffSize)]) {
		return c.packets(body, opts, &printer)
	}
	return c.paste(body, opts, &printer)
}

// paste decodes the datagrams of a paste and puts them together.
func (c *Call) paste(body []byte, opts decoder.Options, printer *render.Printer) error {
	found, err := hexdump.Parse(body, hexdump.Options{Gunzip: gz.Gunzip, MaxBytes: int(c.h.opts.MaxPaste)})
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
	out := writer{c: c}
	out.append(printer.Begin)
	for _, m := range ms {
		out.append(func(b []byte) []byte { return printer.Datagram(b, m) })
	}
	out.append(func(b []byte) []byte { return printer.End(b, r.Status) })
	return out.err
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

// packets decodes a capture packet by packet.
func (c *Call) packets(body []byte, opts decoder.Options, printer *render.Printer) error {
	src, err := capture.NewReader(bufio.NewReader(bytes.NewReader(body)), capture.Options{})
	if err != nil {
		return badPaste.problem("The capture cannot be read: %v.", err)
	}
	defer src.Close()
	var d decoder.Decoder
	out := writer{c: c}
	out.append(printer.Begin)
	for out.err == nil && src.Next() {
		p := src.Packet()
		d.Options = opts
		d.Options.Link = p.Link
		if src.Offset() > c.h.opts.MaxPaste {
			return TooLarge(c.h.opts.MaxPaste, "The capture has more than %d bytes unpacked.", c.h.opts.MaxPaste)
		}
		m := d.Decode(p.Data)
		out.append(func(b []byte) []byte { return printer.Datagram(b, m) })
	}
	if err := src.Err(); err != nil {
		return fmt.Errorf("reading the capture: %w", err)
	}
	out.append(func(b []byte) []byte { return printer.End(b, nil) })
	return out.err
}

// A writer hands over what is appended to it and remembers the first error.
type writer struct {
	c   *Call
	buf []byte
	err error
}

func (w *writer) append(f func([]byte) []byte) {
	if w.err == nil {
		w.buf = f(w.buf[:0])
		_, w.err = w.c.Write(w.buf)
	}
}
