package edit

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// text replaces text i and makes the length before it follow.
func (e *Editor) text(i int, value string) error {
	f := &e.M.Fields[i]
	raw := e.M.Bytes(i)
	lead, trail := raw[:f.Lead], raw[len(raw)-int(f.Trail):]
	length := e.lengthOf(i)
	if err := e.checkText(i, value, length >= 0 || len(trail) > 0 && trail[0] == 0); err != nil {
		return err
	}
	e.want = value
	if length < 0 {
		kind := f.Kind
		letters := e.letters(f, value, &kind, false)
		e.replace(i, int(f.Offset), f.End(), slices.Concat(lead, letters, trail))
		return nil
	}
	l := &e.M.Fields[length]
	var count, b []byte
	switch l.Kind {
	case wire.KindCompact, wire.KindUnknown: // an Unreal string
		kind := wire.KindText
		letters := e.letters(f, value, &kind, true)
		switch {
		case value == "":
			count = wire.AppendCompact(nil, 0)
		case kind == wire.KindUCS2:
			count, b = wire.AppendCompact(nil, -int64(len(letters)/2+1)), append(letters, 0, 0)
		default:
			count, b = wire.AppendCompact(nil, int64(len(letters)+1)), append(letters, 0)
		}
	default:
		kind := f.Kind
		b = slices.Concat(lead, e.letters(f, value, &kind, false), trail)
		if l.Kind == wire.KindU8 && f.Trail == 0 && value != "" && f.Def.Counts == wire.LengthIncludesNUL {
			b = append(b, 0) // these lengths count a closing NUL
		}
		n := int64(len(b))
		if l.Value == uint64(f.Length)-uint64(f.Trail) {
			n -= int64(f.Trail)
		}
		if f.Def.Counts == wire.LengthIncludesPrefix {
			n += int64(l.Length)
		}
		if !fits(l.Kind, n) {
			return e.fail(i, "the text is too long for its length, which is a number of "+strconv.Itoa(8*l.Kind.Size())+" bits")
		}
		count = wire.AppendNumber(nil, l.Kind, uint64(n))
	}
	e.replace(length, int(l.Offset), int(f.Offset), count)
	e.replace(i, int(f.Offset), f.End(), b)
	return nil
}

// letters returns value as the bytes of text field f. 16-bit text may take the
// place of single-byte text, and the reverse, where wide says so; kind comes
// back as what was chosen.
func (e *Editor) letters(f *wire.Field, value string, kind *wire.Kind, wide bool) []byte {
	text := []byte(value)
	if *kind == wire.KindText && f.Kind == wire.KindText && f.Flags&wire.FlagUTF8 != 0 {
		return text // the writer uses UTF-8
	}
	if *kind == wire.KindText {
		// Characters that happen to be UTF-8 as well would be repaired when
		// read.
		if b, ok := wire.AppendLetters(nil, text, wire.KindText, false); ok && !wire.ValidMultibyte(b) {
			return b
		}
		if !wide {
			return text
		}
		*kind = wire.KindUCS2
	}
	b, _ := wire.AppendLetters(nil, text, wire.KindUCS2, false)
	if f.BigEndian() {
		b = wire.Swapped(b[:0], b)
	}
	return b
}

// checkText finds characters that end the text before its end.
func (e *Editor) checkText(i int, value string, nul bool) error {
	if !utf8.ValidString(value) {
		return e.fail(i, "the new text is not valid UTF-8")
	}
	switch {
	case nul && strings.Contains(value, "\x00"):
		return e.fail(i, "a NUL ends the text, so the text cannot hold one")
	case e.delimiter(i) == '\\' && strings.Contains(value, `\`):
		return e.fail(i, "a backslash begins the next key or value, and the format has no way to escape it")
	}
	return nil
}

// delimiter returns the byte before text i, or of the next field, 0 for none.
func (e *Editor) delimiter(i int) byte {
	for j := i; j < len(e.M.Fields); j++ {
		f := &e.M.Fields[j]
		if f.Leaf() && f.Lead > 0 {
			return e.M.Data[f.Offset]
		}
		if f.Leaf() && j > i {
			break
		}
	}
	return 0
}

// parse returns value as the bytes of field i, which is no text.
func (e *Editor) parse(i int, value string) ([]byte, error) {
	f := &e.M.Fields[i]
	value = strings.TrimSpace(value)
	switch k := f.Kind; {
	case k == wire.KindIPv4:
		if b := parseIPv4(value); b != nil {
			return b, nil
		}
		return nil, e.fail(i, "expected an IPv4 address such as 192.0.2.10")
	case k == wire.KindIPv6:
		if b := parseIPv6(value); b != nil {
			return b, nil
		}
		return nil, e.fail(i, "expected an IPv6 address such as 2001:db8::10")
	case k.Float():
		v, err := strconv.ParseFloat(value, 8*k.Size())
		if err != nil {
			return nil, e.fail(i, "expected a number such as 1.5 that fits "+strconv.Itoa(8*k.Size())+" bits")
		}
		return appendFloatBytes(nil, k, v), nil
	case k.Number():
		return e.parseNumber(i, value)
	}
	b, ok := wire.ParseHex(value)
	switch {
	case !ok:
		return nil, e.fail(i, "expected hexadecimal digits in pairs, such as 01 ff")
	case len(b) != int(f.Length) && (f.Kind != wire.KindUnknown || int(f.Offset) < e.M.Payload):
		return nil, e.fail(i, "expected "+strconv.Itoa(int(f.Length))+" bytes, got "+strconv.Itoa(len(b))+
			"; EditRaw takes any number")
	}
	return b, nil
}

// parseNumber reads a number, symbol or set of flags as the bytes of field i.
func (e *Editor) parseNumber(i int, value string) ([]byte, error) {
	f := &e.M.Fields[i]
	v, ok := uint64(0), false
	if f.Def.Symbols != nil && f.Def.Symbols.Flags {
		v, ok = flagsOf(f.Def.Symbols, value)
	} else {
		v, ok = numberOf(f, value)
	}
	if !ok {
		return nil, e.fail(i, "expected "+expected(f))
	}
	b := appendKind(f, e.M.Bytes(i), v)
	t := *f
	if back := readBack(&t, b); back != v {
		return nil, e.fail(i, "the number does not fit; expected "+expected(f))
	}
	return b, nil
}

// numberOf reads a symbol's name or a number. Numbers that are negative or
// beyond 64 bits where the field cannot be are no numbers for it.
func numberOf(f *wire.Field, value string) (uint64, bool) {
	if s := f.Def.Symbols; s != nil {
		for j := range s.List {
			if wire.EqualFold(s.List[j].Name, value) {
				return s.List[j].Value, true
			}
		}
	}
	digits, negative := strings.CutPrefix(value, "-")
	base := 10
	if rest, hex := strings.CutPrefix(strings.ToLower(digits), "0x"); hex {
		digits, base = rest, 16
	}
	v, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err != nil:
		return 0, false
	case negative:
		return -v, f.Kind.Signed() && v <= 1<<63
	case f.Kind.Signed() && v >= 1<<63:
		// The bits of a negative number may be given as they are.
		return v, base == 16 && f.Kind.Size() == 8
	}
	return v, true
}

// flagsOf reads names, bits ("bit 7") and numbers joined by "|".
func flagsOf(s *wire.Symbols, value string) (uint64, bool) {
	var all uint64
	for word := range strings.SplitSeq(value, "|") {
		v, ok := flagOf(s, strings.TrimSpace(word))
		if !ok {
			return 0, false
		}
		all |= v
	}
	return all, true
}

func flagOf(s *wire.Symbols, word string) (uint64, bool) {
	if wire.EqualFold(word, "none") || wire.EqualFold(word, "none set") {
		return 0, true
	}
	if bit, ok := strings.CutPrefix(strings.ToLower(word), "bit "); ok {
		n, err := strconv.ParseUint(bit, 10, 6)
		return 1 << n, err == nil
	}
	return numberOf(&wire.Field{Def: &wire.FieldDef{Symbols: s}, Kind: wire.KindU64LE}, word)
}

// appendKind returns v as the bytes of number field f, whose bytes are raw.
func appendKind(f *wire.Field, raw []byte, v uint64) []byte {
	switch f.Kind {
	case wire.KindCompact:
		return wire.AppendCompact(nil, int64(v))
	case wire.KindDecimal:
		return slices.Concat(raw[:f.Lead], strconv.AppendInt(nil, int64(v), 10), raw[len(raw)-int(f.Trail):])
	}
	return wire.AppendNumber(nil, f.Kind, v)
}

// readBack returns the number that b holds for field f.
func readBack(f *wire.Field, b []byte) uint64 {
	switch f.Kind {
	case wire.KindCompact:
		v, _ := wire.ReadCompact(b)
		return uint64(v)
	case wire.KindDecimal:
		v, err := strconv.ParseInt(string(b[f.Lead:len(b)-int(f.Trail)]), 10, 64)
		if err != nil {
			return 0
		}
		return uint64(v)
	}
	return wire.ReadNumber(f.Kind, b)
}

// valueOf returns what field f reads as when its bytes are b.
func valueOf(f *wire.Field, b []byte) string {
	t := *f
	t.Offset, t.Length, t.Flags = 0, uint32(len(b)), 0
	if f.Kind.Number() || f.Kind.Float() {
		t.Value = readBack(f, b)
	}
	m := wire.Message{Data: b, Fields: []wire.Field{t}}
	return m.Text(0)
}

// expected says what a number field takes.
func expected(f *wire.Field) string {
	switch {
	case f.Kind == wire.KindCompact:
		return "a number from -34359738367 to 34359738367"
	case f.Kind == wire.KindVarInt, f.Kind == wire.KindPacked:
		return "a number from -2147483648 to 2147483647"
	case f.Kind == wire.KindDecimal:
		return "a whole number"
	}
	bits := 8 * f.Kind.Size()
	text := "a number from 0 to " + strconv.FormatUint(1<<bits-1, 10)
	if f.Kind.Signed() {
		text = "a number from -" + strconv.FormatUint(1<<(bits-1), 10) + " to " + strconv.FormatUint(1<<(bits-1)-1, 10)
	}
	switch s := f.Def.Symbols; {
	case s != nil && s.Flags && len(s.List) > 0:
		text += ", or names joined by |, such as " + s.List[0].Name
	case s != nil && len(s.List) > 0:
		text += ", or a name such as " + s.List[0].Name
	}
	return text
}
