package bzflag

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	gameDigits = 2 * (2*8 + 13) // of a server in a list
	listStart  = 512            // where the first server of a list is found at the latest
)

// isList reports whether b begins with lines of a list server, of which one is a server.
func isList(b []byte) bool {
	if !wire.BeginsText(b[0]) {
		return false
	}
	for at := 0; at < min(len(b), listStart); {
		end := lineEnd(b, at)
		if isServer(b[at:end], true) {
			return true
		}
		at = end + 1
	}
	return false
}

// lineEnd returns the offset of the line feed that ends the line at from, or of the end.
func lineEnd(b []byte, from int) int {
	if n := bytes.IndexByte(b[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(b)
}

// isServer reports whether a line has the columns of a server: a name, a version and a
// game, then others; of one that is not whole, as far as it goes.
func isServer(line []byte, whole bool) bool {
	name := bytes.IndexByte(line, ' ')
	if name < 1 {
		return name < 0 && !whole
	}
	line = line[name+1:]
	const version, game = len(magic) + versionSize, len(magic) + versionSize + 1 + gameDigits
	for i, c := range line[:min(len(line), game+1)] {
		ok := false
		switch {
		case i < len(magic):
			ok = c == magic[i]
		case i == version || i == game:
			ok = c == ' '
		default:
			ok = c >= '0' && c <= '9' || i > version && c >= 'a' && c <= 'f'
		}
		if !ok {
			return false
		}
	}
	return !whole || len(line) > game
}

// readList reads the lines of a list.
func readList(r *wire.Reader) {
	r.UTF8 = true
	r.SetMessage(&serverList)
	r.Reply.Subjects = aboutList
	for n := 0; r.More(); {
		b := r.Rest()
		end := lineEnd(b, 0)
		if !isServer(b[:end], end < len(b)) {
			feed := min(len(b)-end, 1)
			r.AddText(&list[listLine], end+feed, uint8(feed))
			continue
		}
		g := r.Begin(&list[listServer], n)
		readServer(r, b[:end])
		r.Done(g)
		n++
	}
}

// readServer reads a line with a server. A delimiter belongs to the column before it.
func readServer(r *wire.Reader, line []byte) {
	name := bytes.IndexByte(line, ' ')
	if name < 0 {
		name = len(line)
	}
	colon := name - 1
	for colon >= 0 && line[colon] != ':' {
		colon--
	}
	if port, ok := wire.ParseDecimal(line[colon+1 : name]); colon > 0 && (ok && port > 0 || colon+1 == name) {
		r.AddText(&list[listHost], colon+1, 1)
		if name == len(line) {
			r.Cut(&list[listPort], name-colon)
			return
		}
		r.Digits(&list[listPort], 0, r.Pos+name-colon-1, 1)
	} else {
		column(r, &list[listHost], name)
	}
	column(r, &list[listVersion], len(magic)+versionSize)
	column(r, &list[listGame], gameDigits)
	if r.Stopped {
		return
	}
	b := r.Rest()
	end := lineEnd(b, 0)
	if address := bytes.IndexByte(b[:end], ' '); address >= 0 {
		column(r, &list[listAddress], address)
		end -= address + 1
	} else { // it is the last column
		column(r, &list[listAddress], end)
		return
	}
	feed := min(r.Left()-end, 1)
	r.AddText(&list[listTitle], end+feed, uint8(feed))
}

// column reads a text of n bytes and the space after it.
func column(r *wire.Reader, d *wire.FieldDef, n int) {
	if r.Has(d, n+1) {
		r.AddText(d, n+1, 1)
	}
}
