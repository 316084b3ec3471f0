package state

import (
	"bytes"
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/paste/gz"
	"fragscope/decoder/view"
)

// PasteOptions say how to read a paste. The zero value finds everything out.
type PasteOptions struct {
	Format   paste.Format
	Protocol decoder.Protocol
	From     decoder.Direction
}

type Paste struct {
	Format string // such as "xxd", "" when it cannot be read
	Why    string // what it was recognised by
	Notes  []paste.Note
	Err    *paste.Error // why it cannot be read, nil when it can
	List   *List        // never nil
	Others []paste.Reading
	// Passages are the parts of the text that became which datagram, and those that were skipped; none of a text
	// that is longer than maxPlaced.
	Passages []view.Passage
	Bytes    int // of all datagrams
}

// MaxPaste bounds a text that is read as a paste, in bytes.
const MaxPaste = 32 << 20

// maxPasted bounds the datagrams of a paste: each is kept decoded, which takes a kilobyte or more.
const maxPasted = 20_000

// maxPlaced bounds a text of which every byte's place is kept, which takes 12 bytes each.
const maxPlaced = 256 << 10

// ReadPaste reads a text or the bytes of a file. It may be called by any goroutine.
func ReadPaste(text []byte, o PasteOptions) *Paste {
	p := &Paste{List: NewList(nil)}
	if len(bytes.Trim(text, " \n\r\t")) == 0 {
		return p
	}
	if len(text) > MaxPaste {
		p.Err = &paste.Error{Line: 1, Column: 1, Found: fmt.Sprintf("%d MB of text", len(text)>>20),
			Expected: fmt.Sprintf("at most %d MB", MaxPaste>>20), Advice: "paste less of it, or open it as a capture"}
		return p
	}
	placed := len(text) <= maxPlaced && !bytes.HasPrefix(text, []byte("\x1f\x8b")) // not the places in what is compressed
	result, err := paste.Parse(text, paste.Options{Format: o.Format, Positions: placed, Gunzip: gz.Gunzip,
		Decode: &decoder.Options{Protocol: o.Protocol, From: o.From}})
	if err != nil {
		e, ok := err.(*paste.Error)
		if !ok {
			e = &paste.Error{Line: 1, Column: 1, Found: err.Error()}
		}
		p.Err = e
		return p
	}
	p.Format, p.Why, p.Notes, p.Others = result.Format.String(), result.Why, result.Notes, result.Others
	if placed {
		p.Passages = view.Passages(text, result.Datagrams)
	}
	extents := view.Extents(p.Passages, len(result.Datagrams))
	if n := len(result.Datagrams); n > maxPasted {
		p.Notes = append(p.Notes,
			paste.Note{Line: 1, Column: 1, Text: fmt.Sprintf("only the first %d of %d datagrams are shown", maxPasted, n)})
		result.Datagrams = result.Datagrams[:maxPasted]
	}
	list := make([]Datagram, len(result.Datagrams))
	for i, d := range result.Datagrams {
		decode := d.DecodeOptions(decoder.Options{From: o.From})
		list[i] = Datagram{Data: d.Data, Link: decode.Link, Protocol: o.Protocol, From: decode.From, Name: d.Comment,
			Lines: extents[i].String()}
		p.Bytes += len(d.Data)
	}
	p.List = NewList(list)
	return p
}

// Said describes in a sentence what was read, or why it could not be.
func (p *Paste) Said() string {
	switch {
	case p.Err != nil:
		return escaped([]byte(p.Err.Error()))
	case p.List.Len() == 0:
		return "Nothing pasted yet."
	}
	return Sentence(fmt.Sprintf("Read as %s (%[4]s): %[2]s, %[3]s.", p.Format, Plural(p.List.Len(), "datagram"),
		Plural(p.Bytes, "byte"), p.Why))
}
