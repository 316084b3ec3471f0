package paste

import (
	"bytes"
	"cmp"
	"fragscope/decoder"
	"slices"
	"strconv"
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
		o.explain(res)
		return res, nil
	}
	if res := o.withPlaceholders(text); res != nil {
		return res, nil
	}
	res, err := judged(text, *o)
	if err == nil {
		o.inRows(res)
	}
	e := (*Error)(nil)
	if err != nil {
		e = noPacketAtAll(text)
	}
	if e == nil && (err != nil || !o.whole(res) || res.leftOut()) {
		if blocks := o.inBlocks(text); blocks != nil && (err != nil || blocks.Count >= res.Count || !o.whole(res)) {
			res, err = blocks, nil
		}
	}
	if err == nil {
		o.leaveOthers(res)
	}
	if err != nil {
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
				return nil, noDigitOf(text, err)
			}
		}
		return res, nil
	}
	if res.Format != Raw {
		o.eachLine(text, res)
		o.hint(res)
	}
	if v, _ := o.named(res.Datagrams[0].Data, decoder.DirectionUnknown); v == NotKnown {
		for _, m := range magics {
			if bytes.HasPrefix(res.Datagrams[0].Data, []byte(m.begins)) {
				res.note(0, "these bytes begin like "+m.name+", which is no packet")
			}
		}
	}
	o.explain(res)
	return res, nil
}

// noDigitOf returns err, which may name a character that is no digit: of a line that is mostly words it says that it is
// text.
func noDigitOf(text []byte, err error) error {
	e, ok := err.(*Error)
	if !ok || e.Expected != aHexDigit {
		return err
	}
	p := &parser{src: newSource(text), first: -1}
	if l, _ := p.src.text(e.Line - 1); mostlyHex(l) {
		return err
	}
	return p.prose()
}

// judged reads a paste, and where what comes out is not a known message without a problem, in all other ways that
// it may be meant. The one that decodes best wins, and the first of them where several do.
func judged(text []byte, opts Options) (*Result, error) {
	own, err := tried(text, opts, FormatUnknown)
	if err == nil && own.Verdict == KnownWhole {
		own.res.isWhole()
		return own.res, nil
	}
	best := own
	var others []*attempt
	for _, g := range alternatives(text, own.Format) {
		escape := g.format == PacketText && g.claim == none // is the first key
		wins := !escape && (g.format != NumberList || !zeroPair(text))
		a, fails := tried(text, opts, g.format)
		if fails != nil || err != nil && (a.Verdict < KnownWhole || !wins) ||
			a.Verdict == NotKnown && (g.format == BytesInText || a.Count != own.Count) {
			continue
		}
		if err != nil {
			a.res.Why = "a known message without a problem; otherwise " + err.Error()
			return a.res, nil
		}
		same := func(b *attempt) bool { return sameBytes(a.res, b.res) }
		if same(own) || slices.ContainsFunc(others, same) {
			continue
		}
		if g.format == BytesInText && own.Format == PlainHex && own.known && a.Bytes < own.Bytes {
			wins = false // a text of nothing but bytes has none to leave out
		}
		a.Why = g.why
		others = append(others, a)
		if wins && a.Verdict > best.Verdict {
			best = a
		}
	}
	if best.Verdict < KnownWhole {
		opts.noPrefix = true
		if a, fails := tried(text, opts, FormatUnknown); fails == nil && a.Verdict > best.Verdict &&
			(err == nil || a.Verdict == KnownWhole) {
			best = a
		}
	}
	if best.Verdict < KnownWhole {
		opts.noPrefix, opts.between = false, true
		if a, fails := tried(text, opts, FormatUnknown); fails == nil && a.Verdict == KnownWhole {
			a.res.note(0, "what is between all numbers was left out")
			best = a
		}
		opts.between = false
	}
	if best.Verdict < KnownWhole && best.res != nil {
		opts.noPrefix, opts.otherBase = false, true
		if a, fails := tried(text, opts, FormatUnknown); fails == nil && a.Count == own.Count && !sameBytes(a.res, own.res) {
			if a.Verdict > best.Verdict {
				best = a
			} else if best.Verdict == NotKnown && a.res.Format == own.res.Format {
				best.res.note(0, "numbers of octal digits, or escapes of digits, may be of another base, and "+
					"groups of digits in another order: then these are other bytes")
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
		best.res.Why = [...]string{"", "a known message", "a known message without a problem"}[best.Verdict] + "; as " +
			own.Format.String() + " it is not"
		if best.Why != "" {
			best.res.Why = best.Why + ": " + best.res.Why
		}
		others = append(others, own)
	}
	slices.SortStableFunc(others, func(a, b *attempt) int { return cmp.Compare(b.Verdict, a.Verdict) })
	for _, a := range others {
		if a.res != best.res && (a.Format != BytesInText || a.res == own.res) { // which the decoder alone may have found
			best.res.Others = append(best.res.Others, a.Reading)
		}
	}
	if what := best.res.mayBe(text); what != "" && !best.known {
		best.res.note(0, noPacket+": it is no known message, and "+what)
	}
	return best.res, nil
}

// tried reads the paste as f, or finds the format out.
func tried(text []byte, opts Options, f Format) (*attempt, error) {
	opts.Format, opts.oneWay = f, true
	res, err := Parse(text, opts)
	if err != nil {
		return &attempt{res: res}, err
	}
	a := &attempt{Reading: Reading{Format: res.Format, Why: res.Why, Count: res.Count, Verdict: KnownWhole}, res: res}
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
	readers := p.readers()
	for _, r := range readers[:familyFound] {
		if g := r.sniff(); g.claim > none {
			best = max(best, g.claim)
			all = append(all, g)
		}
	}
	if word := bytes.TrimSpace(text); len(all) == 0 && len(word) >= 8 && len(word)%8 == 0 &&
		len(strip(word, base64Digits[:26]+"234567=")) == 0 {
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
	all = append(all, guess{format: BytesInText, why: "bytes inside other text"})
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
	return s + strconv.Itoa(r.Bytes) + " " + plural(r.Bytes, "byte") + ", " + [...]string{"unknown",
		"a known message with problems", "a known message"}[min(r.Verdict, KnownWhole)]
}
