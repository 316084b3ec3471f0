package api

import (
	"cmp"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/render"
)

var decodeTypes = map[render.Format]string{
	render.JSON: TypeJSON, render.NDJSON: TypeNDJSON, render.CSV: TypeCSV, render.Markdown: TypeMarkdown,
	render.Table: TypeText, render.Tree: TypeText,
}

func (c *Call) decode() error {
	format := render.JSON
	if name := c.Param("format"); name != "" {
		format, _ = render.FormatByName(name)
	}
	if err := c.SetType(decodeTypes[format]); err != nil {
		return err
	}
	opts := decoder.Options{Layouts: c.api.opts.Layouts}
	if name := c.Param("protocol"); name != "" {
		opts.Protocol, _ = decoder.ProtocolByName(name)
	}
	switch c.Param("from") {
	case "request":
		opts.From = decoder.Request
	case "reply":
		opts.From = decoder.Reply
	}
	body, err := c.whole()
	if err != nil {
		return err
	}
	files := c.api.opts.Files
	input := c.input(body)
	if files == nil && input == "" && maybeFile(body) {
		return ErrElsewhere
	}
	if err := c.api.decodes.Enter(c); err != nil {
		return err
	}
	if !c.Reserve(decodeMemory(len(body)), 0) {
		return noRoom()
	}
	var d decoder.Decoder
	var failed error // the first of Write
	write := func(p []byte) {
		if failed == nil {
			_, failed = c.Write(p)
		}
	}
	stream := render.Stream{Printer: render.Printer{Format: format,
		Options: render.Options{Full: c.Param("full") == "true"}}, Write: write}
	show := func(data []byte, o decoder.Options, p *Packet) error {
		if len(data) > maxDatagram {
			return TooLarge(maxDatagram, "A datagram has "+strconv.Itoa(len(data))+
				" bytes, more than any can have; put what belongs together into several, or use the command.")
		}
		if err := c.Over(); err != nil {
			return err
		}
		d.Options = o
		m := d.Decode(data)
		if p != nil && p.AppendOrigin != nil {
			stream.Printer.About = p.AppendOrigin(stream.Printer.About[:0], m)
		}
		stream.Datagram(m)
		return failed
	}
	if files != nil && input == "" && files.IsCapture(body) {
		stream.Alone = true
		err = files.Packets(c, body, func(p *Packet) error {
			o := opts
			o.Link = p.Link
			return show(p.Data, o, p)
		})
	} else {
		err = c.paste(body, input, opts, func(data []byte, o decoder.Options) error { return show(data, o, nil) })
	}
	if err != nil {
		return err
	}
	stream.End()
	return failed
}

// maxDatagram bounds what one datagram can cost: the longest of UDP with the
// headers around it, and some more.
const maxDatagram = 68 << 10 // bytes

// decodeMemory is for the text, and for a datagram with what is held back of others.
func decodeMemory(n int) int64 { return min(16*int64(n)+32<<20, 520*int64(n)+firstRead) }

// magics are what captures begin with, and what compressed ones and compressed
// pastes do.
var magics = [...]string{
	// pcap
	"\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1", "\xa1\xb2\xcd\x34", "\x34\xcd\xb2\xa1",
	"\x0a\x0d\x0d\x0a", // pcapng
	"\x1f\x8b",         // gzip
	"BZh",              // bzip2
}

// maybeFile is true for all captures and all that is compressed, and little else.
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

// input returns what the caller says that the body is: raw, the bytes of one
// packet; text; or "" for nothing. A body of the type for any bytes is raw, and
// may be a capture all the same.
func (c *Call) input(body []byte) string {
	if input := c.Param("input"); input != "" {
		return input
	}
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(c.r.Header.ContentType)), ";")
	if files := c.api.opts.Files; strings.TrimSpace(kind) != TypeBytes || files != nil && files.IsCapture(body) ||
		files == nil && maybeFile(body) {
		return ""
	}
	return "raw"
}

// A paste is parsed twice, so that errors are known before anything is shown.
func (c *Call) paste(body []byte, input string, opts decoder.Options, show func([]byte, decoder.Options) error) error {
	o := paste.Options{MaxBytes: int(c.api.opts.MaxPaste), Decode: &opts, Text: input == "text"}
	if input == "raw" {
		o.Format = paste.Raw
	}
	var failed error // why nothing more is read
	o.Stop = func() bool {
		if failed == nil {
			failed = c.Over()
		}
		return failed != nil
	}
	if files := c.api.opts.Files; files != nil {
		unpacked := int64(0)
		o.Gunzip = func(compressed []byte, limit int) ([]byte, error) {
			plain, err := files.Gunzip(compressed, limit)
			if more := decodeMemory(len(plain)) - unpacked; more > 0 && failed == nil {
				if !c.Reserve(more, 0) {
					failed = noRoom()
				}
				unpacked += more
			}
			return plain, err
		}
	}
	_, err := paste.Walk(body, o, nil)
	if failed == nil && err == nil {
		_, err = paste.Walk(body, o, func(d *paste.Datagram) {
			if failed == nil {
				failed = show(d.Data, d.DecodeOptions(opts))
			}
		})
	}
	return cmp.Or(failed, err)
}
