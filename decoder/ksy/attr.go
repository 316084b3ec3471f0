package ksy

import (
	"strings"

	"fragscope/decoder/wire"
)

var attrKeys = []string{"id", "type", "contents", "size", "size-eos", "terminator", "consume", "include", "eos-error",
	"pad-right", "encoding", "repeat", "repeat-expr", "repeat-until", "if", "enum", "valid", "doc", "doc-ref", "endian"}

func (c *compiler) repetition(a *attr, n *node) {
	r := n.get("repeat")
	if r == nil {
		return
	}
	switch r.text {
	case "eos":
		a.repeat = toEOS
	case "expr", "until":
		a.repeat = byExpr
		key := "repeat-expr"
		if r.text == "until" {
			a.repeat, key = untilExpr, "repeat-until"
		}
		x := n.get(key)
		if x == nil {
			c.fail(r, "repeat: "+r.text+" needs "+key)
			return
		}
		a.times = c.expr(x)
	default:
		c.fail(r, "found “"+clip(r.text)+"”, expected eos, expr or until")
	}
}

// ending reads what says where bytes end.
func (c *compiler) ending(a *attr, n *node) {
	if x := n.get("size"); x != nil {
		a.size = c.expr(x)
	}
	a.toEnd = c.flag(n, "size-eos", false)
	a.consume = c.flag(n, "consume", true)
	a.include = c.flag(n, "include", false)
	a.mustEnd = c.flag(n, "eos-error", true)
	a.term, a.pad = c.byteOf(n, "terminator"), c.byteOf(n, "pad-right")
}

func (c *compiler) flag(n *node, key string, usual bool) bool {
	x := n.get(key)
	switch {
	case x == nil:
		return usual
	case x.text == "true":
		return true
	case x.text == "false":
		return false
	}
	c.fail(x, "found “"+clip(x.text)+"”, expected true or false")
	return usual
}

func (c *compiler) byteOf(n *node, key string) int {
	x := n.get(key)
	if x == nil {
		return -1
	}
	v, ok := parseInt(x.text)
	if !ok || v < 0 || v > 255 {
		c.fail(x, "found “"+clip(x.text)+"”, expected a byte, 0 to 255")
	}
	return int(v)
}

// bitType returns the bits of a type b1 to b64, 0 for another.
func bitType(n *node) int {
	if n == nil || n.kind != scalarNode || len(n.text) < 2 || n.text[0] != 'b' {
		return 0
	}
	v, ok := parseInt(n.text[1:])
	if !ok || v < 1 || v > 64 {
		return 0
	}
	return int(v)
}

func bitWidth(bits []bitAttr) (total int) {
	for _, b := range bits {
		total += b.width
	}
	return total
}

// shift returns how far from the lowest bit of its run the field i begins.
func (a *attr) shift(i int) int {
	if a.low {
		return bitWidth(a.bits[:i])
	}
	return (bitWidth(a.bits)+7)/8*8 - bitWidth(a.bits[:i+1])
}

// full reports whether bits end with a byte and have no place for a field of this width.
func full(bits []bitAttr, width int) bool {
	total := bitWidth(bits)
	return total%8 == 0 && total+width > 64
}

// bitField adds bits to the run of bits that t ends with, or begins one.
func (c *compiler) bitField(t *typeDef, a *attr, n *node, width int) {
	if a.cond != nil || a.repeat != once {
		c.fail(n, "fields of bits with if or repeat are not part of the subset")
		return
	}
	b := bitAttr{id: a.id, width: width, names: c.named(t, n), valid: c.validity(n)}
	if k := len(t.attrs) - 1; k >= 0 && t.attrs[k].kind == bitsAttr && !full(t.attrs[k].bits, width) {
		run := t.attrs[k]
		run.bits = append(run.bits, b)
		run.def.Name += ", " + strings.ToLower(a.def.Name)
	} else {
		a.kind, a.bits, a.low = bitsAttr, []bitAttr{b}, t.low
		t.attrs = append(t.attrs, a)
	}
	run := t.attrs[len(t.attrs)-1]
	total := bitWidth(run.bits)
	if total > 64 {
		c.fail(n, "a run of bits has more than 64 from the last of them that ends with a byte; bytes between them end a run")
		return
	}
	size := (total + 7) / 8
	run.num = [...]wire.Kind{1: wire.KindU8, 2: wire.KindU16BE, 3: wire.KindU24BE, 4: wire.KindU32BE,
		5: wire.KindBytes, 6: wire.KindBytes, 7: wire.KindBytes, 8: wire.KindU64BE}[size]
	if run.low {
		run.num = [...]wire.Kind{1: wire.KindU8, 2: wire.KindU16LE, 3: wire.KindBytes, 4: wire.KindU32LE,
			5: wire.KindBytes, 6: wire.KindBytes, 7: wire.KindBytes, 8: wire.KindU64LE}[size]
	}
	run.def.Kind, run.def.Parts = run.num, nil
	if run.num == wire.KindBytes {
		return
	}
	for i, b := range run.bits {
		mask := (uint64(1)<<b.width - 1) << run.shift(i)
		run.def.Parts = append(run.def.Parts, wire.BitPart{Name: humanName(b.id), Mask: mask, Symbols: b.names})
	}
}
