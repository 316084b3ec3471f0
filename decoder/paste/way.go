package paste

import (
	"slices"
	"strings"
)

// Which way a datagram went is said before it: by a mark or a word in its line, or by a heading over it.

// directions are the marks that say which way a packet went.
var directions = [...]string{
	DirectionSent:     " > >> >>> -> --> => c->s o send sent sending tx out outgoing client request c: ",
	DirectionReceived: " < << <<< <- <-- <= s->c i recv received receiving got get rx in incoming server reply response answer s: ",
}

// fillers are words that may be before one that says a direction.
const fillers = " the a an and i we my direction dir hex data "

// bothWays gives datagrams the directions that words before them say, where these say both: one alone may mean anything.
func bothWays(all []Datagram, ways []Direction) {
	if len(ways) == len(all) && slices.Contains(ways, DirectionSent) && slices.Contains(ways, DirectionReceived) {
		for i, way := range ways {
			all[i].Direction = way
		}
	}
}

// wayBefore looks for a direction before the datagram that begins in line i (from 0): in this line, else in the nearest
// line above with words that is behind the datagram before.
func (p *parser) wayBefore(i int) Direction {
	for above := 0; above < 5 && i >= 0; above++ {
		from, to := max(int(p.src.begin[i]), p.from), p.first
		if above > 0 {
			to = p.src.after(i) - 1 // without the end of the line
		}
		if from > to {
			break
		}
		text := p.src.original(from, min(to, from+maxLead))
		dir, words := way(text, above > 0)
		if words && sizeIn(text).len() == 0 || dir != DirectionUnknown { // "Buffer length: 9 bytes" is below the direction
			return dir
		}
		i--
	}
	return DirectionUnknown
}

// way reads the direction that text says: an arrow, or the first word. A > or < is one only where it begins a heading.
// words: there are some.
func way(text []byte, heading bool) (dir Direction, words bool) {
	first := true
	for t := range tokens(text, 0) {
		mark := t.of(text)
		if !isLetter(mark[0]) && (heading && first || len(mark) > 1 && strings.IndexByte("-=<>", mark[0]) >= 0) {
			if d := directionOf(mark); d != DirectionUnknown {
				return d, true
			}
		}
		first = false
		if within := strip(mark, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789().:"); len(within) > 1 {
			if d := directionOf(within); d != DirectionUnknown {
				return d, true
			}
		}
		for k := 0; k < len(mark); k++ {
			end := run(mark, k, classLetter)
			if end < k+2 || k > 0 && isWord(mark[k-1]) || all(mark[k:end], classHex) || oneOf(fillers, mark[k:end]) {
				k = max(k, end-1)
				continue
			}
			if charAt(mark, end) == '=' || isWord(charAt(mark, end)) {
				return DirectionUnknown, true
			}
			return directionOf(mark[k:end]), true
		}
	}
	return DirectionUnknown, false
}

// directionOf is the direction that a mark says.
func directionOf(mark []byte) Direction {
	for dir, marks := range directions {
		if oneOf(marks, mark) {
			return Direction(dir)
		}
	}
	return DirectionUnknown
}
