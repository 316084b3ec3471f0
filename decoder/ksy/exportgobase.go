package ksy

// goPrelude is what the readers of a package call.
const goPrelude = `
// A reader is a datagram and how far it is read. The first error ends reading.
type reader struct {
	p              []byte
	pos, from, end int
	steps, deep    int
	err            error
}

// An ending says where bytes end: at a byte, which may be missing (open), not be
// read (keep), or belong to the value (include); pad is what fills them. Neither
// is any byte where it is -1. width is 2 for UTF-16.
type ending struct {
	term, pad           int
	keep, include, open bool
	width               int
	big                 bool
}

func (r *reader) fail(name, text string) {
	if r != nil && r.err == nil {
		r.err = errors.New(name + " at byte " + strconv.Itoa(r.pos) + ": " + text)
	}
}

func (r *reader) step(name string) {
	if r.steps--; r.steps < 0 {
		r.fail(name, "repeats too often")
	}
}

// take returns the next n bytes.
func (r *reader) take(name string, n int64) []byte {
	if r.err == nil && (n < 0 || n > int64(r.end-r.pos)) {
		r.fail(name, "needs "+strconv.FormatInt(n, 10)+" bytes of "+strconv.Itoa(r.end-r.pos))
	}
	if r.err != nil {
		return nil
	}
	r.pos += int(n)
	return r.p[r.pos-int(n) : r.pos]
}

func (r *reader) number(name string, size int64, big bool) (v uint64) {
	b := r.take(name, size)
	for i := range b {
		if big {
			v = v<<8 | uint64(b[i])
		} else {
			v = v<<8 | uint64(b[len(b)-1-i])
		}
	}
	return v
}

func (r *reader) constant(name, want string) []byte {
	at := r.pos
	b := r.take(name, int64(len(want)))
	if r.err == nil && string(b) != want {
		r.pos = at
		r.fail(name, "is another constant")
	}
	return b
}

// bytes reads size bytes, all that are left where that is -1 and toEnd is set, or
// up to a terminator.
func (r *reader) bytes(name string, size int64, toEnd bool, e ending) []byte {
	at := r.pos
	sized := size >= 0 || toEnd
	if size < 0 {
		size = int64(r.end - r.pos)
	}
	all := r.take(name, size)
	if r.err != nil {
		return nil
	}
	n, trail := len(all), 0
	if e.term >= 0 {
		found := false
		for k := 0; k+e.width <= len(all) && !found; k += e.width {
			c := int(all[k])
			if e.width == 2 && e.big {
				c = c<<8 | int(all[k+1])
			} else if e.width == 2 {
				c |= int(all[k+1]) << 8
			}
			if found = c == e.term; found {
				n, trail = k, e.width
			}
		}
		switch {
		case found && !sized && e.keep:
			trail = 0
			fallthrough
		case found && !sized:
			r.pos = at + n + trail
		case !found && !sized && !e.open:
			r.pos = at
			r.fail(name, "has no terminator")
			return nil
		}
	}
	for e.pad >= 0 && sized && trail == 0 && n > 0 && all[n-1] == byte(e.pad) {
		n--
	}
	if e.include {
		n += trail
	}
	return all[:n]
}

// text returns bytes as text: "utf-8", "latin-1", "utf-16le" or "utf-16be".
func text(b []byte, encoding string) string {
	switch encoding {
	case "latin-1":
		out := make([]rune, len(b))
		for i, c := range b {
			out[i] = rune(c)
		}
		return string(out)
	case "utf-16le", "utf-16be":
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
			if encoding == "utf-16be" {
				units[i] = units[i]<<8 | units[i]>>8
			}
		}
		return string(utf16.Decode(units))
	}
	return string(b)
}

// within reads a structure, in size bytes or in all that are left; in those of the
// structure around it where size is -1 and toEnd is not set.
func (r *reader) within(name string, size int64, toEnd bool, read func()) {
	from, end := r.from, r.end
	if size < 0 && toEnd {
		size = int64(r.end - r.pos)
	}
	if size >= 0 {
		at := r.pos
		if r.take(name, size); r.err != nil {
			return
		}
		r.from, r.pos, r.end = at, at, at+int(size)
	}
	if r.deep++; r.deep > 48 {
		r.fail(name, "is nested too deep")
	}
	if r.err == nil {
		read()
	}
	r.deep--
	if size >= 0 && r.err == nil {
		r.pos = r.end
	}
	r.from, r.end = from, end
}

func (r *reader) valid(name string, good bool) {
	if !good {
		r.fail(name, "is not what the layout allows")
	}
}

// given returns the value of a field that a datagram may not have.
func given[T any](r *reader, x *T) (v T) {
	if x == nil {
		r.fail("a field", "is not in this datagram")
		return v
	}
	return *x
}

// present returns a structure, one without values where a datagram does not have it.
func present[T any](r *reader, x *T) *T {
	if x == nil {
		r.fail("a structure", "is not in this datagram")
		return new(T)
	}
	return x
}

func at[T any](r *reader, list []T, i int64) (v T) {
	if i < 0 || i >= int64(len(list)) {
		r.fail("a list", "has no element "+strconv.FormatInt(i, 10))
		return v
	}
	return list[i]
}

func atByte(r *reader, s string, i int64) int64 { return int64(at(r, []byte(s), i)) }

// sizeOf returns the size of a field, which an expression computed.
func sizeOf(r *reader, n int64) int64 {
	if n < 0 {
		r.fail("a size", "is negative")
		return 0
	}
	return n
}

// div rounds down.
func div(r *reader, a, b int64) int64 {
	if b == 0 {
		r.fail("a division", "is by 0")
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func mod(r *reader, a, b int64) int64 {
	if b <= 0 {
		r.fail("a remainder", "is of a division by "+strconv.FormatInt(b, 10))
		return 0
	}
	return (a%b + b) % b
}

func toInt(r *reader, s string, base int64) int64 {
	n, err := strconv.ParseInt(s, int(base), 64)
	if err != nil {
		r.fail("a text", "is no number")
	}
	return n
}

func intText(r *reader, n int64) string { return strconv.FormatInt(n, 10) }

func floatInt(r *reader, x float64) int64 { return int64(x) }

func boolInt(r *reader, b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func substring(r *reader, s string, a, b int64) string {
	if a < 0 || b < a || b > int64(len(s)) {
		r.fail("a text", "has no such part")
		return ""
	}
	return s[a:b]
}

func reverse(r *reader, s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

func minOf[T cmp.Ordered](r *reader, list []T) (v T) {
	if len(list) == 0 {
		r.fail("a list", "is empty")
		return v
	}
	return slices.Min(list)
}

func maxOf[T cmp.Ordered](r *reader, list []T) (v T) {
	if len(list) == 0 {
		r.fail("a list", "is empty")
		return v
	}
	return slices.Max(list)
}

var _ = math.Float64frombits
`
