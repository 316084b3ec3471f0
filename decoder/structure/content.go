package structure

import (
	"bytes"
	"math"
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
// the format; a format that cannot be unpacked is known by its signature.
func (s *search) unpacks(c *chain, at, tail int, format string) bool {
	if s.e == nil || s.e.opts.Unpack == nil || format == "LZ4" || format == "zstd" {
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

// xorKey returns the shortest key that makes text, or mostly one byte, of all
// blocks, nil for none, and the bits that it saves.
func xorKey(blocks [][]byte) (key []byte, saved float64) {
	n := 0
	for _, b := range blocks {
		n += len(b)
	}
	if n < 48 {
		return nil, 0
	}
	for size := 1; size <= min(maxKey, n/24); size++ {
		key = key[:0]
		total := 0.0
		for r := range size {
			var counts [256]int
			m := 0
			for _, b := range blocks {
				for k := r; k < min(len(b), 512); k += size {
					counts[b[k]]++
					m++
				}
			}
			best, bestSave := 0, -1e9
			for _, k := range candidateKeys(&counts) {
				t := 0.0
				for c, f := range counts {
					if f > 0 {
						if t += float64(f) * textSave[c^int(k)]; t < -float64(8*m) {
							break
						}
					}
				}
				// A byte that is most of what there is is taken for 0.
				if z := float64(counts[k])*9 - float64(m)*2.5; z > t {
					t = z
				}
				if t > bestSave {
					best, bestSave = int(k), t
				}
			}
			key = append(key, byte(best))
			total += bestSave
		}
		total -= float64(8*size) + 8
		if total > float64(n)*1.2 && total > 60 && !bytes.Equal(key, make([]byte, size)) {
			return key, total
		}
	}
	return nil, 0
}

// candidateKeys returns the key bytes that make usual plain bytes of the most frequent ones.
func candidateKeys(counts *[256]int) (keys []byte) {
	var top [4]int
	for c := range counts {
		for k := range top {
			if counts[c] > counts[top[k]] {
				copy(top[k+1:], top[k:])
				top[k] = c
				break
			}
		}
	}
	for _, c := range top {
		for _, plain := range []byte(" eatosnri0\\\x00") {
			keys = append(keys, byte(c)^plain)
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

// textForms are tried in this order.
var textForms = [...]textForm{
	{`\`, `\`}, {"=", "&"}, {"=", ";"}, {"=", ","}, {"=", "\r\n"}, {"=", "\n"}, {": ", "\r\n"}, {": ", "\n"},
	{":", "\n"}, {":", ";"}, {":", ","}, {"=", "|"}, {":", "|"}, {"=", " "}, {" ", "\n"}, {"", "\r\n"}, {"", "\n"},
	{"", ";"}, {"", "|"}, {"", "\t"}, {"", ","}, {"", `\`},
}

// formOf returns how nearly all the texts are divided, nil where they are not.
func formOf(texts [][]byte) *textForm {
	n := 0
	for _, t := range texts {
		if len(t) > 0 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	for k := range textForms {
		f := &textForms[k]
		good, items := 0, 0
		for _, t := range texts {
			if len(t) == 0 {
				continue
			}
			m := f.items(t)
			if m > 0 {
				good++
				items += m
			}
		}
		least := 3 * n // lists need more than pairs to be believed
		if f.pair != "" {
			least = n + (n+1)/2
		}
		if f.item == "," || f.item == " " {
			least = 3 * n
		}
		if good == n && items >= least {
			return f
		}
	}
	return nil
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
	t = bytes.TrimSuffix(t, []byte(f.item))
	n, bad := 0, 0
	for len(t) > 0 {
		item, next, _ := bytes.Cut(t, []byte(f.item))
		t = next
		switch {
		case f.pair == "":
			n++
		default:
			if at := bytes.Index(item, []byte(f.pair)); at > 0 && plainKey(item[:at]) {
				n++
			} else {
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
