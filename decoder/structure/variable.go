package structure

import (
	"bytes"
	"unicode/utf8"
)

// maxText bounds the search for the end of a text.
const maxText = 1024

// textSave is what a byte of text saves when it is known to be text, in bits.
var textSave = func() (t [256]float64) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z' || c == ' ' || c == 'E' || c == 'A':
			t[c] = 3
		case c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c == '_' || c == '-' || c == '.' || c == '\\' || c == '/':
			t[c] = 2.4
		case c > ' ' && c < 0x7f:
			t[c] = 1.2
		case c == '\n' || c == '\r':
			t[c] = 3
		case c == '\t':
			t[c] = 0.5
		case c >= 0x80:
			t[c] = -3 // of a code page
		case c == 0x1b || c > 0 && c < 9:
			t[c] = -4 // colours of some games
		default:
			t[c] = -25
		}
	}
	return t
}()

// seenTexts remembers texts by their hashes: to name one again takes few bits.
type seenTexts struct {
	hashes [512]uint32
	n      int
}

// add returns what b saves more than as text because it came before.
func (t *seenTexts) add(b []byte, saved float64) float64 {
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	h |= 1
	for k := h % uint32(len(t.hashes)); ; k = (k + 1) % uint32(len(t.hashes)) {
		switch {
		case t.hashes[k] == h:
			return max(0, float64(8*len(b))-6-saved)
		case t.hashes[k] != 0:
			continue
		case t.n < len(t.hashes)/2:
			t.hashes[k] = h
			t.n++
		}
		return 0
	}
}

// saves returns what b saves as text.
func saves(b []byte) (n float64) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c >= 0x80 {
			if r, size := utf8.DecodeRune(b[i:]); r != utf8.RuneError {
				n += float64(size) // more than by chance are valid
				i += size - 1
				continue
			}
		}
		n += textSave[c]
	}
	return n
}

// bestText is the text in 16-bit units of order o.
func savesWide(b []byte, o Order) (n float64) {
	for i := 0; i+1 < len(b); i += 2 {
		c, h := b[i], b[i+1]
		if o == BigEndian {
			c, h = h, c
		}
		switch {
		case h == 0 && c != 0:
			n += textSave[c] + 7
		case h >= 0x04 && h < 0x07 || h >= 0x30 && h < 0xa0: // Cyrillic, Hebrew, Arabic; kana and CJK
			n += 2
		default:
			n -= 8
		}
	}
	return n
}

// prefixes are the forms of a length or count.
var prefixes = [...]struct {
	size  int
	order Order
}{{1, NoOrder}, {2, LittleEndian}, {2, BigEndian}, {4, LittleEndian}, {4, BigEndian}, {0, NoOrder}}

// prefix reads the length or count of that form at the front of p; n is its
// size, 0 where there is none.
func prefix(p []byte, size int, o Order) (v uint64, n int) {
	if size == 0 {
		return varint(p)
	}
	if len(p) < size {
		return 0, 0
	}
	return number(p, size, o), size
}

// left returns what packet i has from the place on.
func (s *search) left(c *chain, at, i int) []byte { return s.ps[i].data[at+int(c.off[i]):] }

// variable follows the parts whose end is not at the same distance in all packets.
func (s *search) variable(x, ch int32, at int) {
	s.rest(x, ch, at)
	if s.chains[ch].vars > 12 || s.work <= 0 {
		return
	}
	s.terminated(x, ch, at, 0)
	s.terminated(x, ch, at, '\n')
	s.padded(x, ch, at)
	s.varints(x, ch, at)
	for _, f := range prefixes {
		s.prefixed(x, ch, at, f.size, f.order)
	}
	s.lists(x, ch, at)
	s.referred(x, ch, at)
}

// terminated tries a text up to a terminator.
func (s *search) terminated(x, ch int32, at int, term byte) {
	c := s.chains[ch]
	var total float64
	chars, cr, vary, long := 0, true, false, -1
	var seen seenTexts
	again := 0.0
	for i := range s.ps {
		b := s.left(c, at, i)
		b = b[:min(len(b), maxText)]
		n := bytes.IndexByte(b, term)
		if n < 0 {
			return
		}
		if i == 0 && n > 0 && textSave[b[0]] < -8 {
			return
		}
		cr = cr && n > 0 && b[n-1] == '\r'
		got := saves(b[:n])
		total += got
		if got > 0 {
			again += seen.add(b[:n], got)
		}
		if total < -40 {
			return
		}
		s.work -= n
		chars += n
		vary = vary || long >= 0 && n != long
		long = n
		s.tmp[i] = int32(at) + c.off[i] + int32(n) + 1
	}
	if chars < s.n/2+1 || total <= 0 {
		return
	}
	p := part{typ: String, shape: terminated, term: term, crlf: term == '\n' && cr, evidence: total}
	if seen.n > 1 {
		total += again
	}
	save := total + 4*float64(s.n) - overhead - 3
	if term != 0 {
		save -= 2 * float64(s.n)
	} else if s.lands() {
		save += 3.5 * float64(s.n)
	}
	if !vary && chars < 3*s.n {
		return
	}
	save += s.leading(c, at)
	s.reach(x, s.tmp, p, save)
}

// padded tries a text in a field of fixed size that zeros fill.
func (s *search) padded(x, ch int32, at int) {
	c := s.chains[ch]
	room := min(c.last-at, 128)
	if room < 4 {
		return
	}
	longest, total, chars, filled := 0, 0.0, 0, room
	for i := range s.ps {
		b := s.left(c, at, i)[:room]
		n := bytes.IndexByte(b, 0)
		if n < 0 {
			n = room
		}
		t := saves(b[:n])
		if t < 0 || n == room && room < 128 && i == 0 && n < 4 {
			return
		}
		z := n
		for z < room && b[z] == 0 {
			z++
		}
		total += t
		chars += n
		longest = max(longest, n)
		filled = min(filled, z)
	}
	if chars < 2*s.n || longest < 4 || filled < longest || longest == room {
		return
	}
	for size := longest + 1; size <= filled; size++ {
		if size != filled && size&(size-1) != 0 && size%8 != 0 {
			continue
		}
		save := total + 7.5*float64(size*s.n-chars) - overhead - 8
		for k := range size {
			if s.sameByte(c, at+k) >= 0 {
				save -= 8 // as for a constant
			}
		}
		if size&(size-1) == 0 {
			save += 6
		} else if size%8 == 0 {
			save += 3
		}
		s.step(x, size, part{typ: String, size: size, text: true, evidence: total}, save)
	}
}

// prefixed tries a text, or bytes, after a length.
func (s *search) prefixed(x, ch int32, at, size int, o Order) {
	c := s.chains[ch]
	if size > c.last-at || c.last == at {
		return
	}
	same := 0
	for k := range size {
		if s.sameByte(c, at+k) >= 0 {
			same++
		}
	}
	type form struct{ unit, add int }
	forms := [...]form{{1, 0}, {1, -size}, {2, 0}, {2, -2}, {1, 1}, {1, -1}}
	for k, f := range forms {
		if size == 0 && k == 1 || k > 3 && size != 1 && size != 2 {
			continue
		}
		var total, wide, wideBE, again float64
		var seen seenTexts
		var lo, hi uint64 = 1 << 40, 0
		long, chars, bits, nul, follow, empties := false, 0, 0, true, true, 0
		ok := true
		for i := range s.ps {
			b := s.left(c, at, i)
			v, n := prefix(b, size, o)
			if n == 0 || v > uint64(len(b)) {
				ok = false
				break
			}
			m := int(v)*f.unit + f.add
			if m < 0 || m > len(b)-n {
				ok = false
				break
			}
			long = long || n > 1
			t := b[n : n+m]
			if f.unit == 1 {
				u := t
				if m > 0 && t[m-1] == 0 {
					u = t[:m-1]
				} else if m > 0 || f.add != 0 {
					nul = false
				}
				got := saves(u[:min(len(u), maxText)])
				total += got
				if got > 0 {
					again += seen.add(u[:min(len(u), maxText)], got)
				}
				s.work -= min(len(u), maxText)
			} else {
				u := t
				if m >= 2 && t[m-1] == 0 && t[m-2] == 0 {
					u = t[:m-2]
				} else if m > 0 {
					nul = false
				}
				wide += savesWide(u[:min(len(u), maxText)], LittleEndian)
				s.work -= 2 * min(len(u), maxText)
				wideBE += savesWide(u[:min(len(u), maxText)], BigEndian)
			}
			if m == 0 {
				empties++
			}
			chars += m
			bits += 8 * n
			lo, hi = min(lo, v), max(hi, v)
			follow = follow && n+m < len(b) && b[n+m] == 0
			s.tmp[i] = int32(at) + c.off[i] + int32(n+m)
		}
		if !ok || chars == 0 || empties*2 > s.n {
			continue
		}
		p := part{shape: prefixed, typ: String, size: size, order: o, unit: f.unit, add: f.add, text: true}
		if f.unit == 2 {
			p.wide, total = LittleEndian, wide
			if wideBE > wide {
				p.wide, total = BigEndian, wideBE
			}
			nul = nul && chars > 2*s.n
		}
		if size == 0 && !long {
			continue // as good as one byte
		}
		exact := float64(bits - 8*same)
		cost := float64(s.n)*lg(hi-lo) + 4 + overhead
		if hi == lo || s.lands() {
			cost = 4 + overhead
		}
		if f.add != 0 {
			cost += 10
		}
		if f.unit != 1 {
			cost += 5
		}
		cost += float64(size)
		if size > 1 {
			// high bytes that never change and are not 0 belong elsewhere
			if hi > 255 && lo>>8 == hi>>8 {
				cost += 20
			}
			if s.prefer != NoOrder && o != s.prefer {
				cost += 14
			}
		}
		if total > 0 && total > float64(chars)*0.5 {
			if seen.n > 1 {
				total += again
			}
			if f.add == 1 && !nul {
				continue // a NUL that is not counted
			}
			if f.add == -1 || hi == lo && chars < 3*s.n {
				continue
			}
			if nul && chars > s.n {
				total += 8 * float64(s.n-empties)
				p.nul = 1
				if f.unit == 2 {
					p.nul = 2
					total += 8 * float64(s.n-empties)
				}
			}
			_ = follow
			p.evidence = total + exact - cost
			s.reach(x, s.tmp, p, total+exact-cost)
			continue
		}
		if f.unit != 1 || f.add > 0 || f.add == -1 || hi == lo || s.nodes[x].blobs >= 2 || chars < 2*s.n {
			continue
		}
		p.typ, p.text = Length, false
		s.reach(x, s.tmp, p, -overhead-10+exact*0)
	}
}

// referred tries a text whose length is in a field before it.
func (s *search) referred(x, ch int32, at int) {
	c := s.chains[ch]
	if s.nodes[x].blobs > 0 || c.vars > 2 {
		return
	}
	first := s.left(c, at, 0)
	if len(first) == 0 || textSave[first[0]] < 1 {
		return
	}
	front := s.chains[0]
	for from := 0; from < min(front.last, 40); from++ {
		for _, f := range prefixes[:3] {
			if from+f.size > front.last || ch == 0 && from+f.size >= at {
				continue
			}
			same, total, chars, ok := 0, 0.0, 0, true
			for k := range f.size {
				if s.sameByte(front, from+k) >= 0 {
					same++
				}
			}
			if same == f.size {
				continue
			}
			for i := range s.ps {
				b := s.left(c, at, i)
				v := number(s.ps[i].data[from:from+f.size], f.size, f.order)
				if v > uint64(len(b)) {
					ok = false
					break
				}
				t := saves(b[:v])
				if t < 0 {
					ok = false
					break
				}
				total += t
				chars += int(v)
				s.tmp[i] = int32(at) + c.off[i] + int32(v)
			}
			if !ok || chars < 3*s.n || total < float64(chars) {
				continue
			}
			p := part{shape: referred, typ: String, size: f.size, order: f.order, from: from, unit: 1, text: true}
			p.evidence = total
			s.reach(x, s.tmp, p, total-overhead-6)
		}
	}
}
