package structure

import (
	"strconv"

	"fragscope/decoder/wire"
)

// hexText returns b in hexadecimal, shortened after 16 bytes.
func hexText(b []byte) string {
	more := ""
	if len(b) > 16 {
		b, more = b[:16], " …"
	}
	return string(wire.AppendHex(nil, b, wire.LowerHex, " ")) + more
}

// quoted names a delimiter.
func quoted(s string) string {
	switch s {
	case "\n":
		return "LF"
	case "\r\n":
		return "CR LF"
	case "\t":
		return "TAB"
	case " ":
		return "space"
	}
	return "“" + s + "”"
}

func numberName(size int, o Order) string {
	switch {
	case size == 0:
		return "varint"
	case size > 8 || size&(size-1) != 0:
		return strconv.Itoa(size) + " bytes"
	}
	return "u" + strconv.Itoa(8*size) + o.String()
}

func unitName(n int) string {
	if n == 1 {
		return "bytes"
	}
	return "units of " + strconv.Itoa(n) + " bytes"
}

func plus(n int) string {
	switch {
	case n > 0:
		return ", plus " + strconv.Itoa(n)
	case n < 0:
		return ", less " + strconv.Itoa(-n)
	}
	return ""
}

func (m *maker) recordName(p *part) string {
	if p.list.size > 0 {
		return strconv.Itoa(p.list.size) + " bytes"
	}
	text := ""
	for k := range p.list.n {
		e := &p.list.elems[k]
		if k > 0 {
			text += ", "
		}
		switch {
		case e.shape == fixed:
			text += strconv.Itoa(int(e.size)) + " bytes"
		case e.shape == terminated:
			text += "text with NUL"
		case e.blob:
			text += "bytes after " + numberName(int(e.size), e.order)
			if e.whole {
				text += ", the length of the record"
			}
		default:
			text += "text after " + numberName(int(e.size), e.order)
		}
	}
	return text
}

// sequenceNames are what a counter counts.
var sequenceNames = [sequences]string{
	"from packet to packet of this kind", "from packet to packet of this direction", "from packet to packet",
	"from packet to packet of this direction in a flow", "from packet to packet in a flow",
}

func (m *maker) describeFixed(k int, f *Finding, name string) {
	p := &m.parts[k]
	r := &p.rel
	if high := r.truth(); high > 0 {
		f.Of = "truth"
		f.Text = name + ": truth value, 0 or " + strconv.FormatUint(high, 10)
		return
	}
	switch r.kind {
	case same:
		f.Of = hexText(r.bytes)
		f.Order = NoOrder
		f.Text = "always " + f.Of
		if f.Type == Enum {
			f.Of = "kind"
			f.Text = "tells the kinds apart: " + hexText(r.bytes) + " in this one"
			break
		}
		if t := plainText(r.bytes); t != "" {
			f.Text += " (" + t + ")"
		}
	case inRange:
		f.Of = "number"
		lo, hi := strconv.FormatUint(r.lo, 10), strconv.FormatUint(r.hi, 10)
		if p.neg {
			lo, hi = strconv.FormatInt(int64(r.lo), 10), strconv.FormatInt(int64(r.hi), 10)
			name = "i" + name[1:]
		}
		f.Text = name + ": number from " + lo + " to " + hi
	case oneOf:
		f.Of = "values"
		f.Text = name + ": one of"
		for i, v := range r.values {
			if i == 12 {
				f.Text += " …"
				break
			}
			f.Text += " " + strconv.FormatUint(v, 10)
		}
	case bitsOf:
		f.Of = "bits"
		f.Text = name + ": flags, bits 0x" + strconv.FormatUint(r.hi&^r.lo, 16) + " vary"
		if r.lo != 0 {
			f.Text += ", 0x" + strconv.FormatUint(r.lo, 16) + " always set"
		}
	case steps:
		f.Of = sequenceNames[r.seq]
		f.Text = name + ": counter, " + strconv.FormatInt(r.step, 10) + " more " + f.Of
	case rises:
		f.Of = sequenceNames[r.seq]
		f.Text = name + ": rises " + f.Of
	case repeats:
		f.Of = "offset " + strconv.Itoa(r.at)
		f.Text = "repeats the " + strconv.Itoa(p.size) + " bytes at offset " + strconv.Itoa(r.at) + " of the packet before"
	case ofLength:
		what := "what follows"
		f.Of = "rest"
		if r.whole {
			what, f.Of = "the packet", "packet"
		}
		f.Text = name + ": length of " + what
		if r.scale > 1 {
			f.Text = name + ": count of " + strconv.Itoa(r.scale) + " bytes each in " + what
			if f.Type == Count {
				f.Of = "records"
			}
		}
		f.Text += plus(-r.add)
	case clocked:
		f.Of = r.clock.name
		f.Text = name + ": " + r.clock.name
	case endpoint:
		f.Of = "source"
		if r.dst {
			f.Of = "destination"
		}
		f.Text = f.Of + " " + f.Type.String() + " of the packet"
	case floating:
		f.Of = "IEEE 754"
		f.Text = "f" + name[1:] + ": floating-point number"
		if n := m.beside(k); n == 2 || n == 3 {
			f.Text += ", one of " + strconv.Itoa(n) + " side by side, as coordinates are"
		}
	case checks:
		f.Of = r.sum.name
		f.Text = name + ": " + r.sum.name + " of "
		switch {
		case r.around && r.end < 0:
			f.Text += "the packet from offset " + strconv.Itoa(r.begin) + " without these bytes"
		case r.around:
			f.Text += "the packet from offset " + strconv.Itoa(r.begin) + ", these bytes taken as 0"
		case r.after:
			f.Text += "what follows"
			if r.begin > 0 {
				f.Text += " after " + strconv.Itoa(r.begin) + " bytes"
			}
			if r.end > 0 {
				f.Text += " but the last " + strconv.Itoa(r.end)
			}
		default:
			f.Text += "the bytes from offset " + strconv.Itoa(r.begin) + " up to here"
			if r.end > 0 {
				f.Text += " but the last " + strconv.Itoa(r.end)
			}
		}
	default:
		f.Order = NoOrder
		f.Text = "differs from packet to packet"
		if t := digestName(p.size); t != "" {
			f.Text += "; as long as " + t
		}
	}
}

// truth returns what stands for true where a number has but that and 0, which no other meaning explains better; 0 else.
func (r *relation) truth() uint64 {
	switch {
	case r.kind == oneOf && len(r.values) == 2 && r.values[0] == 0 && (r.values[1] == 1 || r.values[1] == 0xff):
		return r.values[1]
	case r.kind == inRange && r.lo == 0 && r.hi == 1, r.kind == bitsOf && r.lo == 0 && r.hi == 1:
		return 1
	}
	return 0
}

// beside returns how many floating-point numbers of one form stand side by side, part k among them.
func (m *maker) beside(k int) int {
	alike := func(i int) bool {
		if i < 0 || i >= len(m.parts) {
			return false
		}
		p, q := &m.parts[i], &m.parts[k]
		return p.rel.kind == floating && p.shape == q.shape && p.size == q.size && p.order == q.order
	}
	n := 1
	for i := k - 1; alike(i); i-- {
		n++
	}
	for i := k + 1; alike(i); i++ {
		n++
	}
	return n
}

// digestName names the digests of that length.
func digestName(size int) string {
	switch size {
	case 16:
		return "MD5 or a UUID"
	case 20:
		return "SHA-1"
	case 28:
		return "SHA-224"
	case 32:
		return "SHA-256"
	case 48:
		return "SHA-384"
	case 64:
		return "SHA-512"
	}
	return ""
}

// plainText returns b in quotation marks if it is ASCII, or "".
func plainText(b []byte) string {
	for _, c := range b {
		if c < 0x20 || c > 0x7e {
			return ""
		}
	}
	return strconv.Quote(string(b))
}
