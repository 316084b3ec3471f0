package structure

import "unicode/utf8"

// leading is what the delimiter saves that all texts begin with.
func (s *search) leading(c *chain, at int) float64 {
	if at >= c.last {
		return 0
	}
	b := s.sameByte(c, at)
	if b < 0x21 || b > 0x7e || plainKey([]byte{byte(b)}) {
		return 0
	}
	return float64(s.n) * (8 - textSave[b])
}

// rest tries that all that is left, but the last few bytes, is one part.
func (s *search) rest(x, ch int32, at int) {
	c := s.chains[ch]
	if s.e != nil && at-c.first > 64+headLimit {
		return
	}
	packed := s.packed(c, at)
	vary := ch != s.end
	if !vary && packed == "" {
		s.fixedText(x, ch, at)
		return
	}
	room, chars := 1<<30, 0
	total := 0.0
	for i := range s.ps {
		b := s.left(c, at, i)
		room = min(room, len(b))
		chars += len(b)
		if s.work > 0 {
			b = b[:min(len(b), maxText)]
			total += saves(b)
			s.work -= len(b)
		} else {
			total = -1
		}
	}
	last := 0
	for _, tail := range [...]int{0, 1, 2, 3, 4, 8, 16} {
		if tail > room {
			break
		}
		for i := range s.ps {
			d := s.ps[i].data
			s.tmp[i] = int32(len(d) - tail)
			if len(d)-at-int(c.off[i]) <= maxText {
				total -= saves(d[len(d)-tail : len(d)-last])
			}
		}
		chars -= s.n * (tail - last)
		last = tail
		p := part{shape: rest, tail: tail, typ: Random}
		switch {
		case chars <= 0:
			return
		case packed != "":
			p.typ, p.pack, p.evidence = Compressed, packed, float64(24*s.n)
			if !s.unpacks(c, at, tail, packed) {
				continue
			}
			save := float64(24*s.n) - overhead
			if s.e != nil && s.e.opts.Unpack != nil {
				save += float64(8 * chars) // all that is in it is explained, to its end
			} else if tail == 0 {
				save += float64(16 * s.n)
			}
			s.reach(x, s.tmp, p, save)
		case total > float64(chars) && s.textGoesOn(tail, c, at, nil):
		case total > float64(chars):
			p.typ, p.text, p.evidence = String, true, total
			s.reach(x, s.tmp, p, total-overhead+s.leading(c, at))
		default:
			if wide, order := s.wideRest(c, at, tail); wide > float64(chars) {
				p.typ, p.text, p.evidence, p.wide = String, true, wide, order
				s.reach(x, s.tmp, p, wide-overhead)
				break
			}
			s.reach(x, s.tmp, p, -overhead-2)
			s.hidden(x, c, at, tail)
		}
	}
}

// wideRest returns what all but the last bytes save as text in 16-bit units.
func (s *search) wideRest(c *chain, at, tail int) (best float64, order Order) {
	for _, o := range [...]Order{LittleEndian, BigEndian} {
		n := 0.0
		for i := range s.ps {
			b := s.left(c, at, i)
			if b = b[:len(b)-tail]; len(b)&1 != 0 {
				return 0, NoOrder
			}
			b = b[:min(len(b), maxText)]
			if n += savesWide(b, o); n < 0 {
				break
			}
			s.work -= len(b)
		}
		if n > best {
			best, order = n, o
		}
	}
	return best, order
}

// maxVeils bounds the places of a search at which a key is looked for.
const maxVeils = 24

// hidden tries text under a short XOR key: bytes as far apart as the key is long
// agree in their highest bit.
func (s *search) hidden(x int32, c *chain, at, tail int) {
	if s.e == nil || s.e.inner || s.veils >= maxVeils {
		return
	}
lags:
	for lag := 1; lag <= maxKey; lag++ {
		pairs := 0
		for i := range s.ps {
			b := s.left(c, at, i)
			b = b[:min(len(b)-tail, 256)]
			for k := lag; k < len(b); k++ {
				if (b[k]^b[k-lag])&0x80 != 0 {
					continue lags
				}
			}
			pairs += max(0, len(b)-lag)
		}
		if pairs < 8*lag || pairs < 3*s.n {
			continue
		}
		s.veils++
		blocks := make([][]byte, s.n)
		for i := range s.ps {
			b := s.left(c, at, i)
			blocks[i] = b[:len(b)-tail]
			s.tmp[i] = int32(len(s.ps[i].data) - tail)
		}
		if key, saved := xorKey(blocks); key != nil && !s.textGoesOn(tail, c, at, key) {
			saved += s.still(c, at, key)
			s.reach(x, s.tmp, part{shape: rest, tail: tail, typ: Encrypted, key: key, evidence: saved}, saved-overhead-8)
		}
		return
	}
}

// still returns what the bytes that never change save more as constants than as text under key.
func (s *search) still(c *chain, at int, key []byte) (n float64) {
	for k := range min(c.last-at, 64) {
		b := s.sameByte(c, at+k)
		if b < 0 {
			break
		}
		if t := textSave[byte(b)^key[k%len(key)]]; t > 0 {
			n += float64(s.n)*(8-t) - 8
		}
	}
	return n
}

// textGoesOn reports whether the first of the last tail bytes is a character in
// all packets, under a key that begins at the place if it is not nil.
func (s *search) textGoesOn(tail int, c *chain, at int, key []byte) bool {
	for i := range s.ps {
		d := s.ps[i].data
		if tail == 0 {
			return false
		}
		q := len(d) - tail
		b := d[q]
		if key != nil {
			b ^= key[(q-at-int(c.off[i]))%len(key)]
		}
		if b < utf8.RuneSelf && textSave[b] < 1 {
			return false
		}
		for k := q; b >= utf8.RuneSelf; k-- {
			if k < 0 || q-k > 3 {
				return false
			}
			if utf8.RuneStart(d[k]) {
				if r, n := utf8.DecodeRune(d[k:]); r == utf8.RuneError || k+n <= q {
					return false
				}
				break
			}
		}
	}
	return true
}

// fixedText tries a text of the same length in all packets.
func (s *search) fixedText(x, ch int32, at int) {
	c := s.chains[ch]
	room := min(c.last-at, 256)
	run := 0
	moving := 0
	total := 0.0
	for ; run < room; run++ {
		low := 0.0
		for i := range s.ps {
			low = min(low, textSave[s.ps[i].data[at+run+int(c.off[i])]])
			total += textSave[s.ps[i].data[at+run+int(c.off[i])]]
		}
		if low < -1 {
			break
		}
		if s.sameByte(c, at+run) < 0 {
			moving++
		}
		if run >= 3 && moving >= 2 && (run+1)&3 == 0 || run+1 == room {
			if run >= 3 && moving >= 2 {
				s.step(x, run+1, part{typ: String, size: run + 1, text: true, evidence: total}, total-overhead-6)
			}
		}
	}
}
