// Package enum writes and reads the values of enumerations and of sets of flags
// by their names, as in JSON and on the command line. An enumeration keeps a
// list of its names, from value 0, and its methods String, MarshalText and
// UnmarshalText call what is here.
package enum

import (
	"errors"
	"slices"
	"strings"
)

// Invalid is the name of a value that has none.
const Invalid = "invalid"

// String returns the name of v, [Invalid] when it has none.
func String[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return Invalid
}

// Marshal returns the name of v. An error says that it has none.
func Marshal[T ~uint8](names []string, v T) ([]byte, error) {
	if int(v) < len(names) {
		return []byte(names[v]), nil
	}
	return nil, errors.New("the value has no name")
}

// Unmarshal sets *to to the value that text names. An error quotes text and
// lists the names.
func Unmarshal[T ~uint8 | ~uint16](names []string, to *T, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return unknown(names, string(text))
	}
	*to = T(i)
	return nil
}

// SetString returns the names of the flags in v separated by commas, "" for
// none. Names are those of the bits, from the lowest.
func SetString[T ~uint8 | ~uint16](names []string, v T) string {
	var set []string
	for i, n := range names {
		if v&(1<<i) != 0 {
			set = append(set, n)
		}
	}
	if v>>len(names) != 0 {
		set = append(set, Invalid)
	}
	return strings.Join(set, ",")
}

// MarshalSet returns the names of the flags in v separated by commas. An error
// says that one of them has none.
func MarshalSet[T ~uint8 | ~uint16](names []string, v T) ([]byte, error) {
	if v>>len(names) != 0 {
		return nil, errors.New("a flag has no name")
	}
	return []byte(SetString(names, v)), nil
}

// UnmarshalSet sets *to to the flags that text names, separated by commas and
// perhaps spaces. An error quotes an unknown name and lists the known ones.
func UnmarshalSet[T ~uint8 | ~uint16](names []string, to *T, text []byte) error {
	var set T
	err := EachWord(string(text), func(name string) error {
		var bit T
		err := Unmarshal(names, &bit, []byte(name))
		set |= 1 << bit
		return err
	})
	if err == nil {
		*to = set
	}
	return err
}

// EachWord calls do for the words of a comma-separated list, until one fails.
// Spaces around a word are not part of it.
func EachWord(list string, do func(string) error) error {
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.Trim(word, " "); word == "" {
			continue
		}
		if err := do(word); err != nil {
			return err
		}
	}
	return nil
}

// maxQuoted bounds what an error quotes of a text, in bytes.
const maxQuoted = 40

func unknown(names []string, text string) error {
	quoted := []byte(text[:min(len(text), maxQuoted)])
	for i, c := range quoted {
		if c < ' ' || c == '"' || c > '~' {
			quoted[i] = '?'
		}
	}
	s := `there is no "` + string(quoted)
	if len(text) > maxQuoted {
		s += "…"
	}
	known := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	return errors.New(s + `"; expected one of ` + strings.Join(known, ", "))
}
