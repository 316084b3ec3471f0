// Package accept reads what a client accepts: the headers Accept and
// Accept-Encoding (RFC 9110, 12.4 and 12.5). Several headers of one name are
// one, with commas between their values.
package accept

import (
	"iter"
	"strings"
)

// Coding reports whether the client takes a coding, such as "br".
func Coding(header, name string) bool {
	w, _ := weight(header, name)
	return w > 0
}

// Gzip reports whether to send an answer with gzip: the client takes it, and does
// not prefer the plain bytes.
func Gzip(header string) bool {
	plain, listed := weight(header, "identity")
	w, _ := weight(header, "gzip")
	return w > 0 && (!listed || w >= plain)
}

// weight goes by the name of a coding, or by the weight of all others.
func weight(header, name string) (weight int, listed bool) {
	for item, w := range items(header) {
		switch strings.TrimPrefix(item, "x-") { // x-gzip is gzip (RFC 9110, 8.4.1.3)
		case name:
			return w, true
		case "*":
			weight, listed = w, true
		}
	}
	return weight, listed
}

// Type reports whether the client takes a Content-Type. The most specific range
// counts; parameters other than q are not looked at.
func Type(header, kind string) bool {
	if strings.TrimSpace(header) == "" {
		return true
	}
	kind, _, _ = strings.Cut(kind, ";")
	group, _, _ := strings.Cut(kind, "/")
	for _, want := range [...]string{kind, group + "/*", "*/*"} {
		taken, listed := false, false
		for item, w := range items(header) {
			if item == want {
				taken, listed = taken || w > 0, true
			}
		}
		if listed {
			return taken
		}
	}
	return false
}

// items yields the items of a header in lower case, with their weights in thousandths.
func items(header string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for item := range strings.SplitSeq(strings.ToLower(header), ",") {
			name, params, _ := strings.Cut(item, ";")
			weight := 1000
			for param := range strings.SplitSeq(params, ";") {
				if q, ok := strings.CutPrefix(strings.TrimSpace(param), "q="); ok {
					weight = thousandths(strings.TrimSpace(q))
				}
			}
			if name = strings.TrimSpace(name); name != "" && !yield(name, weight) {
				return
			}
		}
	}
}

// thousandths takes what is no weight for 1: the item is listed.
func thousandths(q string) int {
	whole, part, _ := strings.Cut(q, ".")
	if whole != "0" || len(part) > 3 || strings.Trim(part, "0123456789") != "" {
		return 1000
	}
	n := 0
	for _, c := range (part + "000")[:3] {
		n = 10*n + int(c-'0')
	}
	return n
}
