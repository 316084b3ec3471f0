package paste

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
)

// damage is what happens to text on its way.
var damage = [...]struct {
	name string
	do   func(r *rand.Rand, text []byte) (changed []byte, at int)
}{
	{"a lost character", func(r *rand.Rand, text []byte) ([]byte, int) {
		at := r.IntN(len(text))
		return slices.Delete(bytes.Clone(text), at, at+1), at
	}},
	{"a wrapped line", func(r *rand.Rand, text []byte) ([]byte, int) {
		at := space(r, text)
		if at < 0 {
			return text, 0
		}
		changed := bytes.Clone(text)
		changed[at] = '\n'
		return changed, at
	}},
	{"a doubled space", func(r *rand.Rand, text []byte) ([]byte, int) {
		at := space(r, text)
		if at < 0 {
			return text, 0
		}
		return slices.Insert(bytes.Clone(text), at, ' '), at
	}},
	{"a cut end", func(r *rand.Rand, text []byte) ([]byte, int) {
		at := 1 + r.IntN(len(text)-1)
		return text[:at], at
	}},
}

// space is where one of the spaces of text is, -1 if there is none.
func space(r *rand.Rand, text []byte) int {
	var all []int
	for i, c := range text {
		if c == ' ' {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[r.IntN(len(all))]
}

// atPlace reports whether got differs from what the undamaged text says only where the damage is: before it and behind
// it are the bytes that were there. Text that says each byte once cannot tell more.
func atPlace(good *Result, got *Result, text []byte, at int, cut bool) bool {
	var want, have []byte
	var places []int // where each byte of want is
	begin := []int{0}
	for i, c := range text {
		if c == '\n' {
			begin = append(begin, i+1)
		}
	}
	for _, d := range good.Datagrams {
		want = append(want, d.Data...)
		for _, p := range d.Positions {
			places = append(places, begin[p.Line-1]+int(p.Column)-1)
		}
	}
	for _, d := range got.Datagrams {
		have = append(have, d.Data...)
	}
	before, after := 0, 0
	for before < len(want) && before < len(have) && want[before] == have[before] {
		before++
	}
	if cut {
		return before >= len(have)-1 // the last byte is cut as well
	}
	for after < len(want)-before && after < len(have)-before && want[len(want)-1-after] == have[len(have)-1-after] {
		after++
	}
	if len(want)-before-after > 2 || len(have)-before-after > 4 || len(want)-len(have) > 1 || len(have)-len(want) > 3 {
		return false
	}
	near := func(at int) int { return sort.Search(len(places), func(i int) bool { return places[i] >= at }) }
	first, end := near(at-12), near(at+12)
	return bytes.HasPrefix(have, want[:first]) && bytes.HasSuffix(have[first:], want[end:])
}

var emptyLine = regexp.MustCompile(`\n[ \t]*\n`)

// writerFormats are how a writer may spell all its bytes, beside what it puts around each.
var writerFormats = []string{"%02x", "%02X", "%d", "%03d", "%x", "%X", "%o", "%03o", "%08b"}

// wouldBeWritten reports whether text is all that a writer prints for what was read of it: one spelling for all bytes,
// one gap between those of a row, one between rows of one length, and nothing else but a 0x before all. Then the text
// is whole for any reader, whatever it was before it was damaged.
func wouldBeWritten(text []byte, res *Result) bool {
	var begin []int
	for i, c := range append([]byte{'\n'}, text...) {
		if c == '\n' {
			begin = append(begin, i)
		}
	}
	end := 0
	for _, d := range res.Datagrams {
		var cells, gaps []string
		for i, p := range d.Positions {
			at := begin[p.Line-1] + int(p.Column) - 1
			if at < end {
				return false // several bytes in a place
			}
			gap := string(text[end:at])
			if i > 0 {
				gaps = append(gaps, gap)
			} else if strings.Trim(gap, " \n") != "" && gap != "0x" {
				return false
			}
			end = at + int(p.Width)
			cells = append(cells, string(text[at:end]))
		}
		if len(cells) > 1 && !strings.HasPrefix(cells[1], "0x") { // before all digits
			cells[0] = strings.TrimPrefix(cells[0], "0x")
		}
		if !slices.ContainsFunc(writerFormats, func(format string) bool { return spellsAll(format, cells, d.Data) }) ||
			!inRows(gaps) {
			return false
		}
	}
	return len(bytes.TrimSpace(text[end:])) == 0
}

// spellsAll reports whether format, with what is around the digits of the first cell, writes every byte of data as its
// cell.
func spellsAll(format string, cells []string, data []byte) bool {
	before, after, ok := strings.Cut(cells[0], fmt.Sprintf(format, data[0]))
	for i, c := range data {
		ok = ok && cells[i] == before+fmt.Sprintf(format, c)+after
	}
	return ok
}

// inRows reports whether gaps are all the same, but for those that end rows of one length.
func inRows(gaps []string) bool {
	row := slices.IndexFunc(gaps, func(g string) bool { return g != gaps[0] }) + 1
	for i, g := range gaps {
		want := gaps[0]
		if row > 0 && (i+1)%row == 0 {
			want = gaps[row-1]
		}
		if g != want {
			return false
		}
	}
	return true
}

// TestDamage damages every form in many ways. What comes out are the right bytes, or the damage is said, or nobody can
// see it: because each byte is said once and only those at the damage differ, or because what is left is a whole text.
func TestDamage(t *testing.T) {
	const each = 200
	total, place, whole, seen := 0, 0, 0, 0
	for _, f := range readForms(t) {
		good, err := Parse(f.text, Options{Positions: true})
		if err != nil || !ascii(f.text) {
			continue
		}
		said := map[string]bool{"what all lines begin with was left out": true}
		for _, n := range good.Notes {
			said[n.Text] = true
		}
		r := rand.New(rand.NewPCG(1, uint64(len(f.text))))
		for k := range each {
			kind := damage[k%len(damage)]
			text, at := kind.do(r, f.text)
			if bytes.Equal(text, f.text) {
				continue
			}
			total++
			got, err := Parse(text, Options{Decode: decode, Positions: true})
			switch {
			case err != nil || len(got.Others) > 0 || slices.ContainsFunc(got.Notes, func(n Note) bool {
				return !said[n.Text] && !strings.HasPrefix(n.Text, unsure)
			}):
			case slices.EqualFunc(good.Datagrams, got.Datagrams, func(a, b Datagram) bool {
				return bytes.Equal(a.Data, b.Data)
			}):
			// it parts datagrams
			case kind.name == "a wrapped line" && len(emptyLine.FindAll(text, -1)) > len(emptyLine.FindAll(f.text, -1)):
			case wouldBeWritten(text, got):
				whole++
			case atPlace(good, got, f.text, at, kind.name == "a cut end"):
				place++
			default:
				seen++
				t.Errorf("%s: %s at %d is read as %s without a word: %x\n%s", f.name, kind.name, at, got.Format,
					got.Datagrams[0].Data, text)
			}
		}
	}
	t.Logf("of %d damaged texts %d are whole texts of other bytes, and %d differ only where they were damaged; %d are "+
		"read wrongly without a word that a reader could see", total, whole, place, seen)
}

func ascii(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c >= 0x80 || c == 0x1b || c == '&' })
}
