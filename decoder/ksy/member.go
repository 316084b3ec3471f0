package ksy

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// member returns what a value has under the name of e, as a field of a part or the length of a text.
func (d *reading) member(e *expr, o *object) (value, bool) {
	v, ok := d.eval(e.args[0], o)
	if !ok {
		return value{}, false
	}
	name := e.text
	switch v.kind {
	case objectValue:
		if name == "_io" {
			return value{kind: ioValue, obj: v.obj}, true
		}
		return d.name(name, v.obj)
	case ioValue:
		switch name {
		case "pos":
			return number(int64(min(d.r.Pos, v.obj.end) - v.obj.from)), true
		case "size":
			return number(int64(v.obj.end - v.obj.from)), true
		case "eof":
			return truth(d.r.Pos >= v.obj.end), true
		}
	case textValue:
		switch name {
		case "length", "size":
			if v.chars {
				d.steps -= len(v.text) / 64
				return number(int64(utf8.RuneCount(v.text))), true
			}
			return number(int64(len(v.text))), true
		case "to_i":
			base := 10
			if len(e.args) > 1 {
				b, ok := d.eval(e.args[1], o)
				if !ok || b.num < 2 || b.num > 36 {
					return value{}, false
				}
				base = int(b.num)
			}
			n, err := strconv.ParseInt(string(v.text), base, 64)
			return number(n), err == nil
		case "first", "last":
			if len(v.text) > 0 {
				if name == "first" {
					return number(int64(v.text[0])), true
				}
				return number(int64(v.text[len(v.text)-1])), true
			}
		case "to_s":
			v.chars = true
			return v, true
		case "reverse":
			if d.steps -= len(v.text); len(v.text) > 4096 {
				return value{}, false
			}
			w := v.parts()
			slices.Reverse(w)
			v.text = bytes.Join(w, nil)
			return v, true
		case "substring":
			if len(e.args) == 3 {
				a, ok := d.eval(e.args[1], o)
				b, ok2 := d.eval(e.args[2], o)
				d.steps -= len(v.text)
				if w := v.parts(); ok && ok2 && a.num >= 0 && a.num <= b.num && b.num <= int64(len(w)) {
					v.text = bytes.Join(w[a.num:b.num], nil)
					return v, true
				}
			}
		}
	case listValue:
		switch name {
		case "size", "length":
			return number(int64(len(v.list))), true
		case "first", "last":
			if len(v.list) > 0 {
				if name == "first" {
					return v.list[0], true
				}
				return v.list[len(v.list)-1], true
			}
		case "min", "max":
			if len(v.list) == 0 {
				break
			}
			best := v.list[0]
			d.steps -= len(v.list)
			for _, w := range v.list[1:] {
				if c, ok := compare(w, best); ok && (c < 0) == (name == "min") && c != 0 {
					best = w
				}
			}
			return best, true
		}
	case intValue, boolValue:
		switch name {
		case "to_i":
			return number(v.num), true
		case "to_s":
			return value{kind: textValue, text: strconv.AppendInt(nil, v.num, 10), chars: true}, true
		}
	case floatValue:
		if name == "to_i" && v.real > -1<<62 && v.real < 1<<62 {
			return number(int64(v.real)), true
		}
	}
	return value{}, false
}

// parts returns the characters of a text, or its bytes.
func (v *value) parts() [][]byte {
	if v.chars {
		return bytes.Split(v.text, nil)
	}
	parts := make([][]byte, len(v.text))
	for i := range parts {
		parts[i] = v.text[i : i+1]
	}
	return parts
}
