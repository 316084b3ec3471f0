// Package samples holds datagrams to look at, to test with and to answer
// from: the examples of the five descriptions of the protocols, as printed and
// corrected, and packets composed to show what the descriptions leave out.
//
// A sample is a text file, NAME.hex: comment lines that say what it is and
// what is special about it, then hexadecimal digits, a blank line between
// datagrams. Beside it stand what the decoder makes of it: NAME.golden, the
// table that a terminal shows, and NAME.json. A test keeps all of them true;
// go test ./samples -update writes them anew.
package samples

import (
	"embed"
	"strings"
)

//go:embed *.hex
var files embed.FS

// A Sample is one or more datagrams that belong together.
type Sample struct {
	Name        string // such as "ut2004-info-reply"
	Description string // one or two sentences
	Text        string // the whole file: plain hex with comments, as a person pastes it
}

// List returns all samples in order of their names.
func List() []Sample {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	list := make([]Sample, 0, len(entries))
	for _, e := range entries {
		s, _ := Get(strings.TrimSuffix(e.Name(), ".hex"))
		list = append(list, s)
	}
	return list
}

// Get returns the sample with the given name.
func Get(name string) (Sample, bool) {
	text, err := files.ReadFile(name + ".hex")
	if err != nil {
		return Sample{}, false
	}
	s := Sample{Name: name, Text: strings.ReplaceAll(string(text), "\r\n", "\n")}
	var about []string
	for line := range strings.Lines(s.Text) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		about = append(about, strings.TrimSpace(comment))
	}
	s.Description = strings.Join(about, " ")
	return s, true
}

// Datagrams returns the bytes of s, a slice a datagram.
func (s Sample) Datagrams() [][]byte {
	var all [][]byte
	var p []byte
	for line := range strings.Lines(s.Text) {
		digits, _, comment := strings.Cut(line, "#")
		if strings.TrimSpace(digits) == "" && !comment && p != nil {
			all, p = append(all, p), nil
		}
		high := -1
		for _, c := range []byte(digits) {
			d := strings.IndexByte("0123456789abcdef", c|0x20)
			switch {
			case d < 0:
			case high < 0:
				high = d
			default:
				p = append(p, byte(high<<4|d))
				high = -1
			}
		}
	}
	if p != nil {
		all = append(all, p)
	}
	return all
}
