package whole

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"

	"fragscope/analyzer/api"
	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/hexdump/gz"
	"fragscope/decoder/render"
)

var files = &api.Files{
	IsCapture: func(body []byte) bool { return capture.Is(body[:min(len(body), capture.SniffSize)]) },
	Decode:    packets,
	Gunzip:    gz.Gunzip,
}

// packets decodes a capture packet by packet.
func packets(c *api.Call, body []byte, opts decoder.Options, printer *render.Printer) error {
	tooLarge := func() error {
		return api.TooLarge(c.Limit(), fmt.Sprintf("The capture has more than %d bytes unpacked.", c.Limit()))
	}
	src, err := capture.NewReader(bufio.NewReader(bytes.NewReader(body)), capture.Options{Limit: c.Limit()})
	if errors.Is(err, capture.ErrLimit) {
		return tooLarge()
	}
	if err != nil {
		return api.Unreadable(fmt.Sprintf("The capture cannot be read: %v.", err))
	}
	defer src.Close()
	var d decoder.Decoder
	out := api.Writer{Call: c}
	out.Append(printer.Begin)
	for out.Err == nil && src.Next() {
		p := src.Packet()
		d.Options = opts
		d.Options.Link = p.Link
		m := d.Decode(p.Data)
		out.Append(func(b []byte) []byte { return printer.Datagram(b, m) })
	}
	if errors.Is(src.Err(), capture.ErrLimit) {
		return tooLarge()
	}
	if err := src.Err(); err != nil {
		return fmt.Errorf("reading the capture: %w", err)
	}
	out.Append(func(b []byte) []byte { return printer.End(b, nil) })
	return out.Err
}
