package paste

import (
	"bytes"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// asBytes reads a paste as the packet itself: the bytes of a file, or characters that each stand for one byte, alone or
// with text around them. It is that only where the decoder knows the message, and text is none.
func (o *Options) asBytes(text []byte) *Result {
	if o.Text || fromText(text) {
		return nil
	}
	if len(text) < maxDatagram && bytes.Contains(text, []byte("\n\\")) { // a text without its mark: explain says so
		for _, t := range [...][]byte{text, bytes.TrimRight(text, "\r\n")} {
			if v, _ := o.named(append([]byte(single), t...), decoder.DirectionUnknown); v == KnownWhole {
				return o.raw(text, "with FF FF FF FF before it the text is a known message").add(t, 0)
			}
		}
	}
	if res := o.sizedStrings(text); res != nil {
		return res
	}
	raw := !utf8.Valid(text) || bytes.HasPrefix(text, []byte(single))
	data := text
	if !raw {
		if data = fromCharacters(text); bytes.Count(data, []byte(single)) == 0 {
			return nil
		}
	}
	mark := bytes.Index(data, []byte(single))
	open, shut := bytes.IndexByte(data, '"')+1, bytes.LastIndexByte(data, '"')
	for _, part := range [...]span{{0, len(data)}, {open, shut}, {mark, len(data)}} {
		inside := part.start > 0
		if part.start < 0 || part.end <= part.start || !inside && !raw && mark != 0 {
			continue
		}
		v, _ := o.named(part.of(data), decoder.DirectionUnknown)
		if v != KnownWhole && (inside || v == NotKnown || mark != 0) {
			continue
		}
		why := "the bytes are no text, and are a known message"
		if !raw {
			why = "each character stands for one byte, and the bytes are a known message"
		}
		res := o.raw(text, why).add(part.of(data), part.start)
		if !raw {
			res.Notes = append(res.Notes,
				Note{Text: "the bytes of the packet were shown as characters (Latin-1 or Windows-1252): each character is read " +
					"as the byte that it stands for"})
		}
		if inside {
			res.Notes = append(res.Notes, Note{Text: "the text around the bytes of the packet was left out"})
		}
		return res
	}
	return nil
}

// sizedStrings reads the strings of PHP's var_dump that are known messages: string(9) "...", in which nothing is
// escaped.
func (o *Options) sizedStrings(text []byte) *Result {
	res := o.raw(text, "as many bytes behind a quote as string() says, and they are a known message")
	valid, at, from := utf8.Valid(text), 0, 0 // at is from in characters, where the text has others than bytes
	for {
		k := bytes.Index(text[from:], []byte("string("))
		if k < 0 {
			break
		}
		k += from + len("string(")
		end := run(text, k, classDigit)
		start := end + len(`) "`)
		n, ok := number(text[k:end], 10)
		if ok = ok && n > 0 && bytes.HasPrefix(text[end:], []byte(`) "`)) && n <= len(text)-start; !ok {
			start, n = k, 0
		}
		if at += start - from; valid {
			at += utf8.RuneCount(text[from:start]) - (start - from)
		}
		part := text[start : start+n]
		from = start
		if v, _ := o.named(part, decoder.DirectionUnknown); n == 0 || v < KnownWhole || digitEscapes(part) > 0 ||
			valid && utf8.RuneCount(part) < n {
			continue
		}
		res.add(part, at)
		from, at = start+n, at+n
	}
	if res.res.Count == 0 {
		return nil
	}
	return &res.res
}

// fromCharacters returns the byte that each character of a text stands for; nil where one stands for none.
func fromCharacters(text []byte) (data []byte) {
	for _, c := range string(text) {
		b, ok := byte(c), c < 0x100
		if c >= 0x80 && !ok {
			b, ok = wire.Cp1252Byte(c)
		}
		if !ok {
			return nil
		}
		data = append(data, b)
	}
	return data
}

// raw reads a text in which the bytes of packets are, as characters or as they are.
func (o *Options) raw(text []byte, why string) *parser {
	p := &parser{opts: *o, src: &source{orig: text, s: text}, first: -1}
	p.each = func(d *Datagram) {
		keep := *d
		keep.Data = bytes.Clone(d.Data)
		p.res.Datagrams = append(p.res.Datagrams, keep)
	}
	p.res.Format, p.res.Why = Raw, why
	if utf8.Valid(text) && utf8.RuneCount(text) < len(text) {
		p.src = newSource(text)
	} else {
		p.src.split()
	}
	return p
}

// add adds a packet of which each byte of data is written as one, from the byte or character at on.
func (p *parser) add(data []byte, at int) *Result {
	for i, c := range data {
		p.put(c, at+i, 1)
	}
	p.finish()
	return &p.res
}

// asText reads text that says nothing else as the packet, perhaps without the end of its line, where that is a known
// message, or a request whose mark and NUL at the end no text shows.
func (o *Options) asText(text []byte) *Result {
	if o.Text || len(text) > maxDatagram || fromText(text) {
		return nil
	}
	for _, t := range [...][]byte{text, bytes.TrimRight(text, "\r\n")} {
		if v, _ := o.named(t, decoder.DirectionUnknown); v == KnownWhole {
			res := o.raw(text, "the characters of the text are a known message").add(t, 0)
			res.Notes = append(res.Notes,
				Note{Text: "nothing in this text says that it is a packet: its characters themselves are read as one"})
			return res
		}
	}
	t := bytes.TrimRight(text, "\r\n")
	for _, end := range [...]string{"", "\x00"} {
		if len(t) < 4 {
			break // too little to say anything
		}
		v, info := o.named([]byte(single+string(t)+end), decoder.DirectionUnknown)
		if v == KnownWhole && info.Direction == decoder.Request {
			res := o.raw(text, "with FF FF FF FF before its characters the text is a known request").add(t, 0)
			what := "with FF FF FF FF before it"
			if end != "" {
				what += " and 00 at its end"
			}
			res.Notes = append(res.Notes, Note{Text: what + " this is " + article(info.Name) + " (" +
				info.Protocol().String() + ")"})
			return res
		}
	}
	return nil
}

// fromText reports whether text is UTF-16 or begins with the mark of UTF-8.
func fromText(text []byte) bool {
	_, wide := fromUTF16(text)
	return wide || bytes.HasPrefix(text, []byte("\xef\xbb\xbf"))
}
