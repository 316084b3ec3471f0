package state

import (
	"fmt"
	"strings"
)

// pictures replaces the pictures in a text, which no font that comes with the program
// has, by their code points: "\u{1f680}". The sign for a missing character would read
// as damage in a packet.
func pictures(s string) string {
	if !strings.ContainsFunc(s, picture) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if picture(r) {
			fmt.Fprintf(&b, `\u{%x}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// picture reports whether r is an emoji, or belongs to one.
func picture(r rune) bool {
	return r >= 0x1f000 && r <= 0x1fbff || r == 0xfe0f || r >= 0xe0000 && r <= 0xe007f
}
