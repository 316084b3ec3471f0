package structure

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"
)

// maxUnpacked bounds what a compressed part is unpacked to.
const maxUnpacked = 1 << 16

// packed returns the format of compression that all packets have at the place, "" for none.
func (s *search) packed(c *chain, at int) string {
	format := ""
	for i := range s.ps {
		f := packFormat(s.left(c, at, i))
		if f == "" || format != "" && f != format {
			return ""
		}
		format = f
	}
	return format
}

// packFormat returns the format of compression whose signature p begins with.
func packFormat(p []byte) string {
	if len(p) < 6 {
		return ""
	}
	switch {
	case p[0]&0x8f == 8 && p[1]&0x20 == 0 && (int(p[0])<<8|int(p[1]))%31 == 0:
		return "zlib"
	case p[0] == 0x1f && p[1] == 0x8b && p[2] == 8:
		return "gzip"
	case string(p[:3]) == "BZh" && p[3] >= '1' && p[3] <= '9' && len(p) >= 10 && string(p[4:10]) == "1AY&SY":
		return "bzip2"
	case string(p[:4]) == "\x04\x22\x4d\x18":
		return "LZ4"
	case string(p[:4]) == "\x28\xb5\x2f\xfd":
		return "zstd"
	}
	return ""
}

// unpacks reports whether what is between the place and the last bytes is of
// the format; where nothing unpacks, its signature has to do.
func (s *search) unpacks(c *chain, at, tail int, format string) bool {
	if s.e == nil || s.e.opts.Unpack == nil {
		return true
	}
	if s.packs == nil {
		s.packs = map[[3]int]bool{}
	}
	key := [3]int{at, c.sum, tail}
	ok, known := s.packs[key]
	if known {
		return ok
	}
	ok = true
	for i := 0; i < min(s.n, 3) && ok; i++ {
		b := s.left(c, at, i)
		_, err := s.e.opts.Unpack(format, b[:len(b)-tail], maxUnpacked)
		ok = err == nil
	}
	s.packs[key] = ok
	return ok
}

// uniform reports whether the bytes of all blocks together are as evenly
// distributed as those of a cipher. There must be enough of them to tell.
func uniform(blocks [][]byte) bool {
	var counts [256]int
	n := 0
	for _, b := range blocks {
		for _, c := range b {
			counts[c]++
		}
		n += len(b)
	}
	if n < 160 {
		return false
	}
	var chi float64
	e := float64(n) / 256
	for _, c := range counts {
		chi += (float64(c) - e) * (float64(c) - e) / e
	}
	// Chi-squared with 255 degrees of freedom: mean 255, standard deviation 22.6.
	return math.Abs(chi-255) < 4*22.6
}

// maxKey bounds the keys that are tried, in bytes.
const maxKey = 16

// xorKey returns the key that makes text, or mostly one byte, of all blocks, nil
// for none, and the bits that it saves. A longer key has to save clearly more:
// its multiples save nearly the same.
func xorKey(blocks [][]byte) (best []byte, saved float64) {
	n := 0
	for _, b := range blocks {
		n += len(b)
	}
	if n < 48 {
		return nil, 0
	}
	for size := 1; size <= min(maxKey, n/24); size++ {
		key, total := make([]byte, 0, size), 0.0
		for r := range size {
			var counts [256]int
			m := 0
			for _, b := range blocks {
				for k := r; k < min(len(b), 512); k += size {
					counts[b[k]]++
					m++
				}
			}
			k, save := keyByte(&counts, m)
			key = append(key, k)
			total += save
		}
		total -= float64(8*size) + 8
		if total > float64(n)*1.2 && total > 60 && total > 1.08*saved && !bytes.Equal(key, make([]byte, size)) {
			best, saved = key, total
		}
	}
	return best, saved
}

// keyByte returns the key that makes the likeliest text of n bytes, and the bits that it saves.
func keyByte(counts *[256]int, n int) (best byte, saved float64) {
	var room [256]byte
	there := room[:0]
	for c, f := range counts {
		if f > 0 {
			there = append(there, byte(c))
		}
	}
	saved = -1e9
	for _, k := range candidateKeys(counts, there) {
		t := 0.0
		for _, c := range there {
			if t += float64(counts[c]) * textSave[c^k]; t < -float64(8*n) {
				break
			}
		}
		// A byte that is most of what there is is taken for 0.
		if z := float64(counts[k])*9 - float64(n)*2.5; z > t {
			t = z
		}
		if t > saved {
			best, saved = k, t
		}
	}
	return best, saved
}

// candidateKeys returns the key bytes that make usual plain bytes of the most frequent ones of those that are there.
func candidateKeys(counts *[256]int, there []byte) []byte {
	keys := make([]byte, 0, 64)
	var top [4]byte
	for _, c := range there {
		for k := range top {
			if counts[c] > counts[top[k]] {
				copy(top[k+1:], top[k:])
				top[k] = c
				break
			}
		}
	}
	var seen [256]bool
	for _, c := range top {
		for _, plain := range []byte(" eatosnri0\\\x00") {
			if k := c ^ plain; !seen[k] {
				keys, seen[k] = append(keys, k), true
			}
		}
	}
	return keys
}

// unxor returns p without the key.
func unxor(p, key []byte) []byte {
	out := make([]byte, len(p))
	for i, c := range p {
		out[i] = c ^ key[i%len(key)]
	}
	return out
}

// A form is how the keys and values, or the lines, of a text are divided.
type textForm struct {
	pair string // between a key and its value; "" for lists
	item string // between pairs
}

// Signs that divide texts. Where several do it equally well, the first is taken.
const (
	itemSigns = "\\\n&;|,\t~#*+<>%@!/ " // between pairs, or the items of a list
	pairSigns = "=:~|>#\t, "            // between a key and its value
)

// formOf returns how nearly all the texts are divided, nil where they are not: by the signs that
// make most pairs of them, or most items where there are no pairs.
func formOf(texts [][]byte) *textForm {
	var in [utf8.RuneSelf]int // texts that have a sign
	crlf := 0
	texts = slices.DeleteFunc(slices.Clone(texts), func(t []byte) bool { return len(t) == 0 })
	for _, t := range texts {
		for c := range in {
			if bytes.IndexByte(t, byte(c)) >= 0 {
				in[c]++
			}
		}
		if bytes.Count(t, []byte("\r\n")) == bytes.Count(t, []byte("\n")) {
			crlf++
		}
	}
	var best *textForm
	most := 0
	try := func(f textForm) {
		items, least := 0, 3*len(texts) // lists need more than pairs to be believed
		if f.pair != "" && f.item != "," && f.item != " " {
			least = len(texts) + (len(texts)+1)/2
		}
		for _, t := range texts {
			n := f.items(t)
			if n == 0 {
				return
			}
			items += n
		}
		if items >= least && items > most {
			best, most = &f, items
		}
	}
	for _, pairs := range [...]string{pairSigns, ""} {
		for _, item := range []byte(itemSigns) {
			if in[item] == 0 {
				continue
			}
			sign := string(item)
			if item == '\n' && crlf == len(texts) {
				sign = "\r\n"
			}
			if pairs == "" {
				if in[item] == len(texts) && item != ' ' && item != '/' && item != '!' {
					try(textForm{"", sign})
				}
				continue
			}
			if item == '\\' {
				try(textForm{sign, sign})
			}
			for _, pair := range []byte(pairs) {
				if pair == item || in[pair] < len(texts) {
					continue
				}
				try(textForm{string(pair) + " ", sign})
				try(textForm{string(pair), sign})
			}
		}
		if best != nil {
			break
		}
	}
	return best
}

// items returns how many pairs or items t has in the form, 0 where it does not
// have it.
func (f *textForm) items(t []byte) int {
	if f.pair == `\` {
		if t[0] != '\\' || len(t) < 4 {
			return 0
		}
		n := bytes.Count(t, []byte{'\\'})
		if n&1 != 0 && n < 5 {
			return 0
		}
		return n / 2
	}
	t = bytes.TrimPrefix(bytes.TrimSuffix(t, []byte(f.item)), []byte(f.item))
	n, bad := 0, 0
	for len(t) > 0 {
		item, next, _ := bytes.Cut(t, []byte(f.item))
		t = next
		switch {
		case f.pair == "":
			n++
		default:
			at := bytes.Index(item, []byte(f.pair))
			switch {
			case at > 0 && plainKey(item[:at]):
				n++
			case at == 0 && n == 0 && bad == 0: // of a key that never changes
			default:
				bad++
			}
		}
	}
	if bad > n/8 {
		return 0
	}
	return n
}

// plainKey reports whether b looks like a key: short, of letters, digits and a few signs.
func plainKey(b []byte) bool {
	if len(b) > 40 {
		return false
	}
	for _, c := range b {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '_', c == '-', c == '.', c == ' ', c == '$', c == '^':
		default:
			return false
		}
	}
	return true
}
