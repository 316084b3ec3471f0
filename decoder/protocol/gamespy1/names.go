package gamespy1

import (
	"bytes"

	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// What the keys of GameSpy v1 replies are, and how a backslash in a name is
// told from the end of the value (protocol/gamespy1/SPEC.md#pairs and protocol/gamespy1/SPEC.md#other-engines).

const (
	maxNameTail = 128 // how far after a backslash the rest of a name is searched
	maxKey      = 64  // longest key that is looked for
	maxMisspelt = 16  // unknown keys of a datagram that are compared with the known ones
	minMisspelt = 7   // the shortest of them
)

// nameEnd returns where the name ends whose first backslash is at end: at the
// first key that can follow it. Where none follows soon, or the name is
// followed by a key at once, that is end itself. A text that is cut by the end
// of the datagram decides nothing, so that it does not become part of a name.
func nameEnd(s *backslash.Pairs, end int, class backslash.KeyClass, n int64) int {
	r := s.R
	var buf [maxKey]byte
	words := true // the texts between could be pairs of their own
	for at, i := end, 0; at < r.End && at-end <= maxNameTail; i++ {
		next, _ := wire.ScanPlain(r.Data[:r.End], at+1, '\\')
		if next == r.End || next-at-1 > maxKey {
			return end
		}
		t := r.Data[at+1 : next]
		if s.Wrapped || bytes.IndexByte(t, '\n') >= 0 {
			t = backslash.Unwrap(buf[:0], r.Data, at+1, next)
		}
		if canFollow(t, class, n) {
			if class != backslash.ClassPlayer && i%2 == 0 && words {
				return end
			}
			return at
		}
		if i%2 == 0 && !backslash.WordLike(t) {
			words = false
		}
		at = next
	}
	return end
}

// canFollow reports whether the key t can follow the name of player n, or, for
// other classes, the name of a server, a map or a person.
func canFollow(t []byte, class backslash.KeyClass, n int64) bool {
	c, i := backslash.Classify(t)
	switch {
	case c == backslash.ClassOther:
		return keys.Lookup(t) != nil
	case class != backslash.ClassPlayer:
		return true
	case c == backslash.ClassPlayerPart || c == backslash.ClassPing || c == backslash.ClassScore ||
		c == backslash.ClassTeam || c == backslash.ClassIndexed:
		return i == n
	}
	return true
}

// nearKey reports whether inserting, deleting, changing or swapping one
// character makes key a known key.
func nearKey(key []byte) bool {
	if len(key) > maxKey {
		return false
	}
	for i := range keys.Table {
		if k := keys.Table[i].Key; len(k) >= 7 && len(k) <= len(key)+1 && len(k)+1 >= len(key) && oneEdit(k, key) {
			return true
		}
	}
	return false
}

// oneEdit reports whether one edit of a character makes a, in lower case, of b.
// A digit or another sign that differs is not a typo: it makes another key.
func oneEdit(a string, b []byte) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == wire.Lower(b[i]) {
		i++
	}
	j, k := len(a), len(b)
	for j > i && k > i && a[j-1] == wire.Lower(b[k-1]) {
		j--
		k--
	}
	letter := func(c byte) bool { return wire.Lower(c) >= 'a' && wire.Lower(c) <= 'z' }
	switch {
	case j-i == 1 && k-i == 1:
		return letter(a[i]) && letter(b[i])
	case j-i == 1 && k-i == 0:
		return letter(a[i])
	case j-i == 0 && k-i == 1:
		return letter(b[i])
	case j-i == 2 && k-i == 2:
		return a[i] == wire.Lower(b[i+1]) && a[i+1] == wire.Lower(b[i])
	}
	return false
}
