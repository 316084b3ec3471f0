package hexdump

import (
	"bytes"
)

// base64Marks are what is before base64 that is a part of something else: a document, a mail, a link.
var base64Marks = [...]string{"!!binary", ":: ", ";base64,", "-----BEGIN ", "Content-Transfer-Encoding: base64", "<data>"}

// noPackets are what the first line of a PEM file calls that is none.
var noPackets = [...]string{"KEY", "CERT", "PGP", "SIG", "REQ", "CRL", "PARAM", "PKCS", "CMS"}

// unbase64 leaves only the base64 behind marks.
func (src *source) unbase64() bool {
	found := false
	for _, mark := range base64Marks {
		found = found || src.contains(mark)
	}
	if !found || src.contains("packets:") { // of Wireshark, with directions
		return false
	}
	kept := 0
	inside, width := false, 0 // of the line before
	lines := src.spans()
	for i := range lines {
		l, start := src.text(i)
		if at, end := markOf(l); end > 0 {
			inside, width = true, 0
			start, l = start+end, l[end:]
			if l = strip(l, " \t|\"'"); string(at) == "-----BEGIN " || len(l) == 0 {
				lines[i].end = lines[i].start
				inside = !notPacket(l)
				continue
			}
			start += bytes.Index(src.s[start:], l)
		}
		l = bytes.TrimSuffix(l, []byte("</data>"))
		if n := len(l); inside && n > 0 && isBase64(l) && (width == 0 || n <= width) {
			lines[i] = span{start, start + n}
			kept, width = kept+n, n
			inside = l[n-1] != '='
			continue
		}
		inside = inside && (width == 0 && len(l) == 0 || width == 0 && bytes.IndexByte(l, ':') > 0) // the rest of the head
		lines[i].end = lines[i].start
	}
	if kept < 8 {
		return false
	}
	src.lines = lines
	return true
}

// markOf finds a mark in l, and where it ends. In a dump it is only what the bytes say.
func markOf(l []byte) (mark []byte, end int) {
	if first := nextToken(l, 0); startsWithBytes(trimLeft(l[first.end:])) && len(strip(first.of(l), hexDigits+":")) == 0 {
		return nil, 0
	}
	for _, m := range base64Marks {
		if k := bytes.Index(l, []byte(m)); k >= 0 && (m != ":: " || k == run(l, 0, classWord)) {
			return l[k : k+len(m)], k + len(m)
		}
	}
	return nil, 0
}

func notPacket(label []byte) bool {
	for _, n := range noPackets {
		if bytes.Contains(label, []byte(n)) {
			return true
		}
	}
	return false
}

// isBase64 reports whether l is base64 digits, perhaps with = at the end.
func isBase64(l []byte) bool {
	for _, c := range strip(l, "=") {
		if base64Value[c] == 0xff {
			return false
		}
	}
	return true
}
