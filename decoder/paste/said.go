package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Which way a datagram went is said before it: by a mark or a word in its line, or by a heading over it.

// directions are the marks that say which way a packet went.
var directions = [...]string{
	DirectionSent: " > >> >>> -> --> => c->s o send sent sending tx out outgoing client request c: ",
	DirectionReceived: " < << <<< <- <-- <= s->c i recv received receiving got get rx in incoming server reply response " +
		"answer s: ",
}

// fillers are words that may be before one that says a direction.
const fillers = " the a an and i we my direction dir hex data "

// bothWays gives datagrams the directions that words before them say, where these say both: one alone may mean
// anything.
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
		for k := 0; k < len(mark); k++ {
			end := run(mark, k, classLetter)
			if end < k+2 || k > 0 && isWord(mark[k-1]) || all(mark[k:end], classHex) || oneOf(fillers, mark[k:end]) {
				k = max(k, end-1)
				continue
			}
			if c := charAt(mark, end); c == '=' || c == '[' || isWord(c) { // Out[3]
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

// directionMark reads a mark such as > < -> <- I O C: S: send recv at the start of l, perhaps with a colon after it,
// and gives its length.
func directionMark(l []byte) (Direction, int) {
	if len(l) == 0 || isDigit(l[0]) || isHex(l[0]) && isHex(charAt(l, 1)) { // most lines
		return DirectionUnknown, 0
	}
	if dir, n := arrow(l); n > 0 {
		return dir, n
	}
	if t := nextToken(l[:min(len(l), 11)], 0); t.start == 0 && t.len() <= 10 {
		dir := directionOf(t.of(l))
		if mark, colon := bytes.CutSuffix(t.of(l), []byte(":")); colon && dir == DirectionUnknown {
			dir = directionOf(mark)
		}
		if dir == DirectionUnknown {
			return dir, 0
		}
		next := nextToken(l, t.end)
		// else I (954) of a log, I send
		if t.len() > 1 || !isLetter(l[0]) || charAt(l, next.start) != '(' && (!isLetter(charAt(l, next.start)) ||
			all(next.of(l), classHex)) {
			return dir, t.end
		}
	}
	return DirectionUnknown, 0
}

// arrow reads "C -> S" and "server > client", and gives its length.
func arrow(l []byte) (Direction, int) {
	if strings.IndexByte("csmp", l[0]|0x20) < 0 { // most lines
		return DirectionUnknown, 0
	}
	l = l[:min(len(l), 40)]
	from := nextToken(l, 0)
	mark := nextToken(l, from.end)
	to := nextToken(l, mark.end)
	a, b := party(from.of(l)), party(to.of(l))
	switch dir := directionOf(mark.of(l)); {
	case a == b || a == DirectionUnknown || b == DirectionUnknown:
	case dir == DirectionSent || string(mark.of(l)) == "to":
		return a, to.end
	case dir == DirectionReceived || string(mark.of(l)) == "from":
		return b, to.end
	}
	return DirectionUnknown, 0
}

// party is the direction of what somebody sends.
func party(who []byte) Direction {
	switch who = bytes.TrimSuffix(who, []byte(":")); {
	case oneOf(" c client me player ", who):
		return DirectionSent
	case oneOf(" s server srv ", who):
		return DirectionReceived
	}
	return DirectionUnknown
}

// remark keeps what the paste says about a datagram: its first two lines.
func remark(comment *string, text []byte) {
	if text = trim(text); len(text) > maxComment {
		text = text[:maxComment]
	}
	t := strings.ToValidUTF8(string(text), "")
	if t == "" || has(*comment, "\n") {
		return
	}
	if *comment != "" {
		t = *comment + "\n" + t
	}
	if len(t) > maxComment {
		t = strings.ToValidUTF8(t[:maxComment], "")
	}
	*comment = t
}

// announced reads the size in a comment such as "1400 bytes" or "datagram 1 of 3, 1400 bytes".
func announced(comment string) (int, bool) {
	before, _, found := strings.Cut(comment, " bytes")
	// "a name of 193 bytes" is about a field
	n, ok := number(trim([]byte(before[strings.LastIndexAny(before, ",;:(")+1:])), 10)
	return n, found && ok && n < 1e7
}

// declared compares the size that is said of the growing datagram between from and to, as in char[5], with its bytes.
func (p *parser) declared(from, to int) {
	from = max(from, to-maxLead)
	size := sizeIn(p.src.s[from:max(from, to)])
	if n, ok := number(size.of(p.src.s[from:]), 10); ok && n > 1 && n != len(p.data) {
		p.note(from+size.start, strconv.Itoa(n)+" bytes are declared, "+strconv.Itoa(len(p.data))+" are shown")
	}
}

// sizeIn is where the last number is in text that says how many bytes there are: array(5), [5], [u8; 5], 5 bytes, 5
// elements.
func sizeIn(text []byte) (size span) {
	for k := 0; k < len(text); k++ {
		end := run(text, k, classDigit)
		if end == k {
			continue
		}
		rest := trimLeft(text[end:])
		closes := charAt(text, end)
		before := strip(text[max(0, k-10):k], " :=")
		word := string(before[bytes.LastIndexAny(before, blanks+"_.(\"'")+1:])
		named := strings.HasSuffix(word, "len") || strings.HasSuffix(word, "length") || strings.HasSuffix(word, "size")
		inside := (closes == ')' || closes == ']') && k > 0 && (text[k-1] == ' ' && k > 1 && text[k-2] == ';' ||
			strings.IndexByte("([", text[k-1]) >= 0 && (k > 1 && isWord(text[k-2]) || isLetter(charAt(text, end+1))))
		counts := bytes.HasPrefix(rest, []byte("byte")) || bytes.HasPrefix(rest, []byte("element"))
		if inside && charAt(text, end+1) != ':' || named || counts {
			size = span{k, end}
		}
		k = end
	}
	return size
}

// systemCalls reports whether one of the first lines is a call that sends or receives.
func (p *parser) systemCalls() bool {
	if !p.src.present['('] {
		return false
	}
	for _, l := range p.src.texts(20) {
		if systemCall(l) {
			return true
		}
	}
	return false
}

// systemCall reports whether the first call in text is one that sends or receives, as strace and ltrace print it.
func systemCall(text []byte) bool {
	open := bytes.IndexByte(text[:min(len(text), 2*maxLead)], '(')
	n := max(0, open)
	for n > 0 && isWord(text[n-1]) {
		n--
	}
	name := string(text[n:max(n, open)])
	if name != "read" && name != "write" && !strings.HasPrefix(name, "send") && !strings.HasPrefix(name, "recv") {
		return false
	}
	digits := run(text, open+1, classDigit)
	return digits > open+1 && charAt(text, digits) == ','
}
