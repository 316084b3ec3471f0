package ksy

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// size returns the bytes that a has by its size, -1 for none; ok is false where
// reading cannot go on.
func (d *reading) size(a *attr, o *object) (n int, ok bool) {
	if a.size == nil {
		return -1, true
	}
	v, ok := d.eval(a.size, o)
	if !ok || v.kind != intValue || v.num < 0 {
		d.stop(a)
		return 0, false
	}
	if v.num > int64(d.r.Left()) {
		d.r.Cut(a.def, int(min(v.num, 1<<31)))
		return 0, false
	}
	return int(v.num), true
}

// bytes reads text or bytes.
func (d *reading) bytes(a *attr, o *object) value {
	r := d.r
	limit, ok := d.size(a, o)
	if !ok {
		return value{}
	}
	if a.toEnd && limit < 0 {
		limit = r.Left()
	}
	sized := limit >= 0
	if !sized {
		limit = r.Left()
	}
	all := r.Data[r.Pos : r.Pos+limit]
	n, trail, end := len(all), 0, len(all)
	if a.term >= 0 {
		k := d.terminator(all, a)
		width := 1
		if a.wide {
			width = 2
		}
		switch {
		case k >= 0:
			n, trail = k, width
			if !sized {
				end = k
				if a.consume {
					end += width
				} else {
					trail = 0
				}
			}
		case sized:
		case a.mustEnd:
			r.Problem(&ProblemTerminator, r.Pos, limit, uint64(a.term), 0)
			r.Stopped = true
			if limit > 0 {
				r.Leaf(a.def, wire.KindUnknown, limit, wire.FlagRaw|wire.FlagOpen)
			}
			return value{}
		}
	}
	if a.pad >= 0 {
		for n > 0 && trail == 0 && all[n-1] == byte(a.pad) && sized {
			n--
		}
	}
	text := all[:n]
	v := value{kind: textValue, text: text}
	if a.include && trail > 0 {
		v.text = all[:n+trail]
	}
	switch v.chars = a.kind == textAttr; {
	case a.wide:
		v.text = narrow(v.text, a.def.BigEndian)
	case a.latin && v.chars:
		v.text = fromLatin(v.text)
	}
	kind := wire.KindBytes
	if a.kind == textAttr {
		kind = a.def.Kind
	}
	shown := n + trail
	switch {
	case end == 0 && shown == 0:
		r.Add(a.def, kind, 0, 0)
	case kind == wire.KindBytes:
		r.Add(a.def, kind, shown, 0)
	default:
		f := r.Add(a.def, kind, shown, 0)
		f.Trail = uint8(trail)
		if kind == wire.KindUCS2 && shown&1 != 0 {
			f.Kind, f.Trail = wire.KindBytes, 0 // no whole number of units
		} else {
			r.CheckText(f)
		}
	}
	if end > shown {
		r.Add(a.padding, wire.KindPadding, end-shown, 0)
	}
	return v
}

// terminator returns where the terminator is in b, -1 for nowhere.
func (d *reading) terminator(b []byte, a *attr) int {
	if !a.wide {
		return bytes.IndexByte(b, byte(a.term))
	}
	for k := 0; k+1 < len(b); k += 2 {
		if b[k] == byte(a.term) && b[k+1] == 0 && !a.def.BigEndian || b[k] == 0 && b[k+1] == byte(a.term) && a.def.BigEndian {
			return k
		}
	}
	return -1
}

// fromLatin returns text of a byte a character as UTF-8.
func fromLatin(b []byte) (out []byte) {
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// narrow returns 16-bit text as UTF-8.
func narrow(b []byte, big bool) (out []byte) {
	var units []uint16
	for k := 0; k+1 < len(b); k += 2 {
		u := wire.LE16(b[k:])
		if big {
			u = u<<8 | u>>8
		}
		units = append(units, u)
	}
	for _, c := range utf16.Decode(units) {
		out = utf8.AppendRune(out, c)
	}
	return out
}
