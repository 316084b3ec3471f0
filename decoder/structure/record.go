package structure

import "bytes"

// maxRecords bounds the records of a packet.
const maxRecords = 4096

// templates are the layouts of records that are tried: a few fixed bytes, a text
// or two, and a few fixed bytes.
var templates = func() (t []template) {
	fixedOf := func(n int) elem { return elem{shape: fixed, size: uint8(n)} }
	texts := []elem{{shape: terminated}}
	for _, f := range prefixes[:5] {
		texts = append(texts, elem{shape: prefixed, size: uint8(f.size), order: f.order})
	}
	for _, text := range texts {
		for _, pre := range []int{0, 1, 2, 3, 4, 5, 6, 8} {
			for post := 0; post <= 12; post++ {
				for two := range 2 {
					if two > 0 && (pre > 4 || post > 8) {
						continue
					}
					var l template
					add := func(e elem) {
						l.elems[l.n] = e
						l.n++
					}
					if pre > 0 {
						add(fixedOf(pre))
					}
					add(text)
					if two > 0 {
						add(text)
					}
					if post > 0 {
						add(fixedOf(post))
					}
					t = append(t, l)
				}
			}
		}
	}
	for _, f := range prefixes[:3] { // a tag, a length, and as many bytes
		for pre := range 5 {
			for _, whole := range [...]bool{false, true} {
				blob := elem{shape: prefixed, size: uint8(f.size), order: f.order, blob: true, whole: whole}
				l := template{n: 2, elems: [4]elem{fixedOf(pre), blob}}
				if pre == 0 {
					l = template{n: 1, elems: [4]elem{blob}}
				}
				t = append(t, l)
			}
		}
	}
	return t
}()

// length returns how many bytes follow the length of e at p[pos:], which ends at to, in a record that began at
// begin, -1 where they do not fit.
func (e *elem) length(p []byte, begin, pos, to int) int {
	n := int(e.size)
	if pos+n > to {
		return -1
	}
	v := number(p[pos:pos+n], n, e.order)
	if v > uint64(to-begin) {
		return -1
	}
	left := int(v)
	if e.whole {
		left -= pos + n - begin
	}
	if left > to-pos-n {
		return -1
	}
	return left
}

// A runner reads lists and sums up what they save.
type runner struct {
	saved   float64
	records int
	texts   int
	chars   int
	lo, hi  [32]byte
	cols    int
	least   int // records of a packet
	most    int
	stop    int // where reading ended, also where it failed
	seen    seenTexts
}

func (r *runner) reset() {
	if r.seen.n > 0 {
		r.seen = seenTexts{}
	}
	r.saved, r.records, r.texts, r.chars, r.cols, r.least, r.most, r.stop = 0, 0, 0, 0, 0, maxRecords, 0, 0
}

// read reads count records of t, or all up to end if count is negative, and
// returns where they end, -1 where they do not fit.
func (r *runner) read(t *template, p []byte, pos, count, end int) int {
	for k := 0; count < 0 && pos < end || k < count; k++ {
		if k > maxRecords {
			return -1
		}
		begin := pos
		r.stop = pos
		if t.until {
			if pos >= end {
				return -1
			}
			if p[pos] == 0 {
				return pos + 1
			}
		}
		col := 0
		for e := range t.n {
			el := &t.elems[e]
			switch el.shape {
			case fixed:
				n := int(el.size)
				if pos+n > end {
					return -1
				}
				for q := range min(n, len(r.lo)-col) {
					c := p[pos+q]
					if r.records == 0 {
						r.lo[col], r.hi[col] = c, c
					}
					r.lo[col], r.hi[col] = min(r.lo[col], c), max(r.hi[col], c)
					col++
				}
				pos += n
			case terminated:
				n := bytes.IndexByte(p[pos:end], 0)
				if n < 0 {
					return -1
				}
				if !r.text(p[pos : pos+n]) {
					return -1
				}
				r.saved += 4
				pos += n + 1
			case prefixed:
				n, v := int(el.size), el.length(p, begin, pos, end)
				if v < 0 {
					return -1
				}
				b := p[pos+n : pos+n+v]
				pos += n + v
				r.saved += float64(8*n) - 5
				if el.blob {
					r.texts++
					r.chars += len(b)
					r.saved += max(0, saves(b))
					break
				}
				if len(b) > 0 && b[len(b)-1] == 0 {
					b = b[:len(b)-1]
					r.saved += 8
				}
				if !r.text(b) {
					return -1
				}
			}
		}
		r.cols = col
		r.records++
		if pos == begin {
			return -1
		}
	}
	return pos
}

func (r *runner) text(b []byte) bool {
	r.texts++
	r.chars += len(b)
	n := saves(b)
	r.saved += n
	if n > 0 {
		r.saved += r.seen.add(b, n)
	}
	// Text in 16-bit units is no list of single characters.
	return n >= -1 && (r.texts < 8 || 2*r.chars >= 3*r.texts)
}

// columns returns what the fixed bytes save.
func (r *runner) columns() (n float64) {
	for q := range r.cols {
		n += max(0, float64(r.records)*(8-lg(uint64(r.hi[q]-r.lo[q])))-10)
	}
	return n
}
