package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// What is no whole message is compared with what it may have been: the nearest explanation is a note, never a change of
// the bytes.

// A repair is a change that makes whole what was damaged on its way into a paste.
type repair struct {
	change  func(b []byte) []byte // nil where it does not apply
	note    string                // before the name of the message
	request bool                  // only a request is explained so
	partly  bool                  // also what is a known message with problems
}

func without(tail string) func([]byte) []byte {
	return func(b []byte) []byte {
		if rest, ok := bytes.CutSuffix(b, []byte(tail)); ok {
			return rest
		}
		return nil
	}
}

func behind(head string) func([]byte) []byte {
	return func(b []byte) []byte { return append([]byte(head), b...) }
}

// marked gives what begins with from to most FF the mark of four.
func marked(from, most int) func([]byte) []byte {
	return func(b []byte) []byte {
		n := 0
		for n < len(b) && b[n] == 0xff {
			n++
		}
		if n < from || n > most {
			return nil
		}
		return append([]byte(single), b[n:]...)
	}
}

const single = "\xff\xff\xff\xff"

// repairs are tried in this order.
var repairs = [...]repair{
	{without("\r\n"), "without the line break (0D 0A) at its end this is ", true, true},
	{without("\n"), "without the line break (0A) at its end this is ", true, true},
	{without("\x00"), "without the 00 at its end this is ", true, true},
	{marked(0, 0), "with FF FF FF FF before it this is ", false, false},
	{marked(1, 3), "with FF FF FF FF in place of the FF that it begins with this is ", false, false},
	{marked(8, 8), "FF FF FF FF is there twice: with it once this is ", false, false},
	{marked(5, 7), "it begins with more than four FF: with FF FF FF FF this is ", false, false},
	{behind("\x00"), missingByte, false, true},
}

const missingByte = "a byte is missing: with 00 before it this is "

// framed are the links whose headers may be before a payload, cut or changed, so that nothing but the payload tells.
var framed = [...]decoder.Link{wire.LinkRawIP, wire.LinkEthernet}

// maxExplained is how many datagrams of a paste are explained.
const maxExplained = 16

// named is the verdict about data, and what it is.
func (o *Options) named(data []byte, from decoder.Direction) (Verdict, *wire.MessageInfo) {
	return o.linked(data, from, decoder.LinkAuto)
}

// linked is named for data that is a frame of a link.
func (o *Options) linked(data []byte, from decoder.Direction, link decoder.Link) (Verdict, *wire.MessageInfo) {
	d := *o.Decode
	if d.From == decoder.DirectionUnknown {
		d.From = from
	}
	if d.Link == decoder.LinkAuto {
		d.Link = link
	}
	m := decoder.Decode(data, d)
	return verdictOf(m), m.Info
}

// insert adds a byte before the others that is not in the text.
func (d *Datagram) insert(b byte) {
	d.Data = append([]byte{b}, d.Data...)
	if len(d.Positions) > 0 {
		at := d.Positions[0]
		at.Width = 0
		d.Positions = append([]Position{at}, d.Positions...)
	}
}

// isPacket takes back the note that there may be none.
func (r *Result) isPacket() {
	r.Notes = slices.DeleteFunc(r.Notes, func(n Note) bool { return strings.HasPrefix(n.Text, noPacket) })
}

// isWhole takes back the note that it is damaged: it was something else.
func (r *Result) isWhole() {
	r.Notes = slices.DeleteFunc(r.Notes, func(n Note) bool { return has(n.Text, butDamaged) })
}

// explain adds a note for each datagram that is no whole message and would be one after a repair.
func (o *Options) explain(res *Result) {
	for i := range res.Datagrams[:min(len(res.Datagrams), maxExplained)] {
		d := &res.Datagrams[i]
		own, _ := o.named(d.Data, d.DecodeOptions(*o.Decode).From)
		if own == KnownWhole || len(d.Data) < 4 || len(d.Data) > maxDatagram {
			continue
		}
		for _, link := range framed {
			if v, info := o.linked(d.Data, decoder.DirectionUnknown, link); own == NotKnown && v > NotKnown &&
				d.link == decoder.LinkAuto {
				d.link = link
				res.note(d.Line, "the headers of a frame are before "+article(info.Name)+" ("+
					info.Protocol().String()+"), cut or with a wrong checksum")
				own = v
				res.isPacket()
			}
		}
		for _, r := range repairs {
			if own != NotKnown && !r.partly {
				continue
			}
			changed := r.change(d.Data)
			if len(changed) == 0 {
				continue
			}
			v, info := o.named(changed, decoder.DirectionUnknown)
			if v != KnownWhole && (v == NotKnown || own != NotKnown) || r.request && (info.Direction != decoder.Request ||
				v != KnownWhole) {
				continue
			}
			text := r.note + article(info.Name) + " (" + info.Protocol().String() + ")"
			if r.request {
				text += "; servers ignore a request that is longer than it should be"
			}
			res.isPacket()
			if r.note == missingByte && own > NotKnown { // what it is without the byte is wrong
				text += ", and is read as that"
				d.insert(changed[0])
			}
			res.note(d.Line, text)
			break
		}
		if n := bytes.Count(d.Data, []byte("\xef\xbf\xbd")); n > 0 && own != KnownWhole {
			res.note(d.Line, strconv.Itoa(n)+" "+plural(n, "time")+" EF BF BD: a program has put U+FFFD in "+
				"place of bytes that it took for damaged text; they cannot be restored")
		}
	}
}

func article(name string) string {
	if strings.IndexByte("aeiou", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

// hint takes what the text says of a direction as a hint: where a datagram decodes only without it, a server was
// traced, which sends replies.
func (o *Options) hint(res *Result) {
	for i := range res.Datagrams[:min(len(res.Datagrams), maxJudgedDatagrams)] {
		d := &res.Datagrams[i]
		if d.Direction == DirectionUnknown || o.Decode.From != decoder.DirectionUnknown {
			continue
		}
		if v, _ := o.named(d.Data, d.DecodeOptions(*o.Decode).From); v > NotKnown {
			continue
		}
		if v, info := o.named(d.Data, decoder.DirectionUnknown); v > NotKnown {
			d.eitherWay = true
			res.isPacket()
			res.note(d.Line, "the text calls this "+d.Direction.String()+", and it is "+article(info.Name)+
				": the text is of a server")
		}
	}
}

// eachLine reads lines as datagrams of their own that were read as one: each is a known message, and all begin with the
// same mark, or together they are none.
func (o *Options) eachLine(text []byte, res *Result) {
	if f := formats[res.Format].family; f != familyPlain && f != familyFound || len(res.Datagrams) > maxJudgedDatagrams {
		return
	}
	placed := *o
	placed.Positions, placed.oneWay = true, true
	again, err := Parse(text, placed)
	if err != nil || !sameBytes(again, res) {
		return
	}
	var split []Datagram
	changed := false
	for _, d := range again.Datagrams {
		parts := byLine(d)
		mark := len(parts) > 1
		for _, part := range parts {
			v, _ := o.named(part.Data, decoder.DirectionUnknown)
			mark = mark && v > NotKnown && len(part.Data) > 4 && bytes.HasPrefix(part.Data, parts[0].Data[:4]) &&
				part.Data[0] >= 0xfe
		}
		if !mark {
			parts = []Datagram{d}
		}
		changed = changed || mark
		split = append(split, parts...)
	}
	if !changed {
		return
	}
	for i := range split {
		if !o.Positions {
			split[i].Positions = nil
		}
	}
	res.Datagrams, res.Count = split, len(split)
	res.note(0, "each line begins with the mark of a datagram, and is read as one")
}

// byLine parts a datagram where its lines end.
func byLine(d Datagram) (parts []Datagram) {
	from := 0
	for i := range d.Data {
		if i+1 < len(d.Data) && d.Positions[i+1].Line == d.Positions[i].Line {
			continue
		}
		part := d
		part.Data, part.Positions, part.Line = d.Data[from:i+1], d.Positions[from:i+1], int(d.Positions[from].Line)
		parts = append(parts, part)
		from = i + 1
	}
	return parts
}

// maxDigits bounds the digits of a text that are read as 0, since the text is read once more for each.
const maxDigits = 4

// withDigit reads a paste in which one digit is mistyped, and nothing tells which was meant, with 0 in its place. A
// note says where.
func (o *Options) withDigit(text []byte, err error) *Result {
	e, ok := err.(*Error)
	if o.digits >= maxDigits || !ok || !strings.HasSuffix(e.Expected, aHexDigit) && e.Expected != aHexDigit ||
		len(e.Found) != 3 {
		return nil
	}
	src := newSource(text)
	if !bytes.Equal(src.s, text) || e.Line > src.count() {
		return nil
	}
	l, start := src.line(e.Line - 1)
	at := start + e.Column - 1
	if e.Column > len(l) || isHex(text[at]) || isBlank(text[at]) || lookalike(text[at]) == lookalike(0) ||
		strings.HasSuffix(lookalike(text[at]), "is meant, write "+lookalike(text[at])[len(lookalike(text[at]))-1:]) {
		return nil // a digit that looks like it is meant: the error says which
	}
	changed := bytes.Clone(text)
	changed[at] = '0'
	return o.mended(changed, 1,
		Note{e.Line, e.Column, e.Found + " is no hex digit: the byte is read with 0 in its place, and is not known; " +
			e.Advice}, false)
}

// mended reads a changed text, and notes what was changed; nil where not all of its datagrams are known messages, if it
// is not surely bytes.
func (o *Options) mended(changed []byte, digits int, what Note, surely bool) *Result {
	again := *o
	again.digits += digits
	res, fails := Parse(changed, again)
	if fails != nil {
		return nil
	}
	res.Others = nil // none of them reads the text as it is
	res.Notes = append([]Note{what}, res.Notes...)
	for i := range res.Datagrams {
		if v, _ := o.named(res.Datagrams[i].Data, decoder.DirectionUnknown); v == NotKnown && !surely {
			return nil
		}
	}
	return res
}

// withPlaceholders reads bytes that were blacked out as XX or ?? as 00; a note says where the first is.
func (o *Options) withPlaceholders(text []byte) *Result {
	if o.digits > 0 || !bytes.Contains(text, []byte("XX")) && !bytes.Contains(text, []byte("xx")) && !bytes.Contains(text,
		[]byte("??")) {
		return nil
	}
	apart := func(i int) bool { return !isWord(charAt(text, i)) && charAt(text, i) != '?' }
	pair := func(i int) bool {
		return i >= 0 && (isHex(charAt(text, i)) && isHex(charAt(text, i+1)) || charAt(text, i) == charAt(text, i+1) &&
			!apart(i))
	}
	changed, n, first, inside := bytes.Clone(text), 0, 0, true
	for i := 0; i+1 < len(text); i++ {
		c := text[i]
		prefixed := i > 0 && string(text[i-1:i+1]) == "xX"
		if c|0x20 != 'x' && c != '?' || text[i+1] != c || !apart(i+2) ||
			!prefixed && (i > 0 && !apart(i-1) || !pair(i-3) && !pair(i+3)) {
			continue
		}
		if n++; n == 1 {
			first = i
		}
		changed[i], changed[i+1] = '0', '0'
		inside = inside && pair(i-3) && pair(i+3)
	}
	if n == 0 {
		return nil
	}
	line, column := newSource(text).place(first)
	mark := " (" + string(text[first:first+2]) + "): "
	what := "1 byte is a placeholder" + mark + "it is read as 00, and is not known"
	if n > 1 {
		what = strconv.Itoa(n) + " bytes are placeholders" + mark + "they are read as 00, and are not known"
	}
	return o.mended(changed, maxDigits, Note{line, column, what}, inside)
}

// upToEllipsis reads the bytes before an ellipsis with which a text ends.
func (o *Options) upToEllipsis(text []byte, err error) *Result {
	e, ok := err.(*Error)
	src := newSource(text)
	if o.digits > 0 || !ok || e.Found != "an ellipsis" || e.Line > src.count() {
		return nil
	}
	l, start := src.line(e.Line - 1)
	at := start + e.Column - 1
	if e.Column > len(l) || count(src.s[at:], classHex) > 8 { // [Length: 61], the end of a word
		return nil
	}
	return o.mended(src.original(0, at), maxDigits,
		Note{e.Line, e.Column, "an ellipsis: the rest is not shown, and the packet is cut off here"}, false)
}
