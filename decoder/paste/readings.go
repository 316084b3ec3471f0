package paste

import (
	"bytes"
	"cmp"
	"fragscope/decoder"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Verdict says how well somebody who knows packets understands one.
type Verdict uint8

// The verdicts, worst first.
const (
	NotKnown      Verdict = iota // no message that is known
	KnownProblems                // a known message, with problems
	KnownWhole                   // a known message without a problem
)

// Reading is another way in which a paste can be read; Options.Format asks for it.
type Reading struct {
	Format       Format
	Why          string // what speaks for it
	Count, Bytes int    // its datagrams, and the bytes of all
	Verdict      Verdict
}

// What is judged is read several times, so the paste is bounded. The first datagrams tell.
const (
	maxJudged          = 64 << 10
	maxJudgedDatagrams = 64
)

// nearby are formats whose texts look alike: digits that can be of two bases, groups of two byte orders.
var nearby = [...][]Format{
	{PlainHex, NumberList},
	{XXD, XXDLittle},
	{Hexdump, OdBig2}, {OdHex2, OdBig2}, {OdHex4, OdBig2},
	{OdOctal1, OdDecimal1}, {HexdumpOctal1, OdDecimal1}, {OdDecimal1, OdHex1},
	{EscapedText, PacketText}, {Base64, Base32},
}

// attempt is a reading with what was read.
type attempt struct {
	Reading
	res   *Result
	known bool // one of its datagrams is a known message
}

// nearest reads a paste as what decodes best, and says of what does not decode what it may have been.
func (o *Options) nearest(text []byte) (*Result, error) {
	if o.Decode == nil {
		return judged(text, *o)
	}
	if res := o.asBytes(text); res != nil {
		return res, nil
	}
	if res := o.withPlaceholders(text); res != nil {
		return res, nil
	}
	res, err := judged(text, *o)
	if err != nil {
		e := noPacketAtAll(text)
		if e == nil || bytes.IndexByte(bytes.TrimSpace(text), '\n') >= 0 {
			if res = o.asText(text); res != nil {
				return res, nil
			}
		}
		if e != nil {
			return nil, e
		}
		if res = o.withDigit(text, err); res == nil {
			if res = o.upToEllipsis(text, err); res == nil {
				return nil, err
			}
		}
		return res, nil
	}
	if res.Format != Raw {
		o.eachLine(text, res)
		o.hint(res)
	} else if v, _ := o.named(res.Datagrams[0].Data, decoder.DirectionUnknown); v == NotKnown {
		for _, m := range magics {
			if bytes.HasPrefix(res.Datagrams[0].Data, []byte(m.begins)) {
				res.Notes = append(res.Notes, Note{Text: "these bytes begin like " + m.name + ", which is no packet"})
			}
		}
	}
	o.explain(res)
	return res, nil
}

// judged reads a paste, and where what comes out is not a known message without a problem, in all other ways that
// it may be meant. The one that decodes best wins, and the first of them where several do.
func judged(text []byte, opts Options) (*Result, error) {
	own, err := tried(text, opts, FormatUnknown)
	if err == nil && own.Verdict == KnownWhole {
		return own.res, nil
	}
	best := own
	var others []attempt
	for _, g := range alternatives(text, own.Format) {
		escape := g.format == PacketText && g.claim == none // is the first key
		wins := !escape && (g.format != NumberList || !zeroPair(text))
		a, fails := tried(text, opts, g.format)
		if fails != nil || err != nil && (a.Verdict < KnownWhole || !wins) || a.Verdict == NotKnown && (g.format == BytesInText || a.Count != own.Count) {
			continue
		}
		if err != nil {
			a.res.Why = "a known message without a problem; otherwise " + err.Error()
			return a.res, nil
		}
		same := func(b attempt) bool { return sameBytes(a.res, b.res) }
		if same(own) || slices.ContainsFunc(others, same) {
			continue
		}
		a.Why = g.why
		others = append(others, a)
		if wins && a.Verdict > best.Verdict {
			best = a
		}
	}
	if best.Verdict < KnownWhole {
		opts.noPrefix = true
		if a, fails := tried(text, opts, FormatUnknown); fails == nil && a.Verdict > best.Verdict && (err == nil || a.Verdict == KnownWhole) {
			best = a
		}
	}
	if best.Verdict < KnownWhole && best.res != nil {
		opts.noPrefix, opts.otherBase = false, true
		if a, fails := tried(text, opts, FormatUnknown); fails == nil && a.Count == own.Count && !sameBytes(a.res, own.res) {
			if a.Verdict > best.Verdict {
				best = a
			} else if best.Verdict == NotKnown && a.res.Format == own.res.Format {
				best.res.Notes = append(best.res.Notes, Note{Text: "numbers of octal digits, or escapes of digits, may be of another base: then these are other bytes"})
			}
		}
	}
	if best.res == nil {
		return nil, err
	}
	if own.res == nil {
		own = best
	}
	if best.res != own.res {
		best.res.Why = [...]string{"", "a known message", "a known message without a problem"}[best.Verdict] + "; as " + own.Format.String() + " it is not"
		if best.Why != "" {
			best.res.Why = best.Why + ": " + best.res.Why
		}
		others = append(others, own)
	}
	slices.SortStableFunc(others, func(a, b attempt) int { return cmp.Compare(b.Verdict, a.Verdict) })
	for _, a := range others {
		if a.res != best.res {
			best.res.Others = append(best.res.Others, a.Reading)
		}
	}
	if what := best.res.mayBe(text); what != "" && !best.known {
		best.res.Notes = append(best.res.Notes, Note{Text: noPacket + ": it is no known message, and " + what})
	}
	return best.res, nil
}

const noPacket = "this may be no packet"

// mayBe says what else the text may be; "" where nothing but bytes is written so.
func (r *Result) mayBe(text []byte) string {
	size, odd := 0, false // of the first datagrams, and whether a byte is in them that no text has
	for i := range r.Datagrams[:min(len(r.Datagrams), maxJudgedDatagrams)] {
		data := r.Datagrams[i].Data
		size += len(data)
		odd = odd || bytes.ContainsFunc(data, func(c rune) bool { return c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == utf8.RuneError })
	}
	switch formats[r.Format].family {
	case familyFound:
		return "numbers and strings in other text have many meanings"
	case familyBase64, familyUU, familyASCII85:
		return "hashes, keys, pictures and words are written so too"
	case familyText:
		return "other text has backslashes too"
	case familyEscaped, familyLiteral:
		if !odd {
			return "nothing but text is in it"
		}
	case familyPlain:
		switch {
		case r.Format == XXDPlain:
		case !apart(text):
			return "hashes, keys, addresses and numbers are written so too"
		case size < 16 && !zeroPair(text):
			return "a few names such as A1 look so too"
		}
	}
	return ""
}

// apart reports whether most hex numbers of text are one byte, and nothing but blanks and commas parts them.
func apart(text []byte) bool {
	each, other := 0, 0
	for i, end := 0, 0; i < len(text); i = end + 1 {
		end = run(text, i, classWord)
		digits := bytes.TrimPrefix(text[i:end], []byte("0x"))
		switch {
		case len(digits) == 0 || !all(digits, classHex):
		case len(digits) <= 2 && strings.IndexByte(":.-_", charAt(text, end)) < 0:
			each++
		default:
			other++
		}
	}
	return each > other
}

// zeroPair reports whether a number of text is two digits of which the first is 0: that is hex.
func zeroPair(text []byte) bool {
	for i := 0; i < len(text); i = run(text, i, classWord) + 1 {
		if word := text[i:run(text, i, classWord)]; len(word) == 2 && word[0] == '0' && isHex(word[1]) {
			return true
		}
	}
	return false
}

// tried reads the paste as f, or finds the format out.
func tried(text []byte, opts Options, f Format) (attempt, error) {
	opts.Format, opts.oneWay = f, true
	res, err := Parse(text, opts)
	if err != nil {
		return attempt{res: res}, err
	}
	a := attempt{Reading: Reading{Format: res.Format, Why: res.Why, Count: res.Count, Verdict: KnownWhole}, res: res}
	for i := range res.Datagrams {
		d := &res.Datagrams[i]
		a.Bytes += len(d.Data)
		if i < maxJudgedDatagrams && res.Format != Raw { // bytes are what they are
			verdict := opts.judge(d)
			a.Verdict, a.known = min(a.Verdict, verdict), a.known || verdict > NotKnown
		}
	}
	return a, nil
}

// alternatives are the formats other than f that the paste can be.
func alternatives(text []byte, f Format) []guess {
	p := newParser(text, Options{}, nil)
	p.unwrap()
	var all []guess
	best := none
	for _, r := range p.readers() {
		if r.possible {
			if g := r.sniff(); g.claim > none {
				best = max(best, g.claim)
				all = append(all, g)
			}
		}
	}
	if word := bytes.TrimSpace(text); len(all) == 0 && len(word) >= 8 && len(word)%8 == 0 && len(strip(word, base64Digits[:26]+"234567=")) == 0 {
		all = []guess{{format: Base32}}
	}
	for _, formats := range nearby {
		if slices.ContainsFunc(formats, func(a Format) bool {
			return a == f || f == FormatUnknown && slices.ContainsFunc(all, func(g guess) bool { return g.format == a })
		}) {
			for _, a := range formats {
				all = append(all, guess{format: a})
			}
		}
	}
	return slices.DeleteFunc(all, func(g guess) bool { return g.format == f || g.claim > none && g.claim+1 < best })
}

func sameBytes(a, b *Result) bool {
	return slices.EqualFunc(a.Datagrams, b.Datagrams, func(a, b Datagram) bool { return bytes.Equal(a.Data, b.Data) })
}

// String describes a reading, such as "as number list: 2 datagrams, 83 bytes, unknown".
func (r Reading) String() string {
	s := "as " + r.Format.String() + ": "
	if r.Count != 1 {
		s += strconv.Itoa(r.Count) + " datagrams, "
	}
	return s + strconv.Itoa(r.Bytes) + " " + plural(r.Bytes, "byte") + ", " + [...]string{"unknown", "a known message with problems", "a known message"}[min(r.Verdict, KnownWhole)]
}

// noteResemblance says so where the first line looks like something else than bytes.
func (p *parser) noteResemblance() {
	if l, off := p.src.text(p.src.firstLine()); p.res.Format == PlainHex {
		if what := resembles(l); what != "" {
			p.note(off, "this looks like "+what+" and is read as bytes")
		}
	}
}

// resembles says what else a line of hex digits may be.
func resembles(l []byte) string {
	if n := nextToken(l, 0).len(); (n == 8 && len(l) > 8 || n >= 40) && len(strip(l, "01 ")) == 0 && (n == 8 || allBits(l)) {
		return "binary digits"
	}
	if bytes.IndexByte(l, '`') == 8 && all(l[:8], classHex) {
		return "an address of a debugger"
	}
	if ruler(l) {
		return "the numbers above a dump"
	}
	if group, next, found := bytes.Cut(l, []byte(", ")); found && all(group, classHex) && len(group) != run(next, 0, classHex) {
		return "numbers of several lengths"
	}
	zeros := bytes.Clone(l[:min(len(l), maxLead)])
	for i, c := range zeros {
		if isHex(c) {
			zeros[i] = '0'
		}
	}
	switch string(zeros) {
	case "00000000-0000-0000-0000-000000000000":
		return "a UUID"
	case "00:00:00:00:00:00", "00-00-00-00-00-00":
		return "a MAC address"
	case "00:00:00":
		if count(l, classDigit) == 6 {
			return "a time"
		}
	}
	return ""
}
