package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// What is no known message as a whole may be several pastes below each other, or rows of one packet that nothing in the
// text shows to go on: the decoder says so.

// whole reports whether one of the datagrams is a known message without a problem; a few bytes say little.
func (o *Options) whole(res *Result) bool {
	for i := range res.Datagrams[:min(len(res.Datagrams), maxJudgedDatagrams)] {
		if d := &res.Datagrams[i]; len(d.Data) >= 8 && o.judge(d) == KnownWhole {
			return true
		}
	}
	return false
}

// inRows makes one datagram of as many as are rows of the same size, the last perhaps shorter, where these are a known
// message only together. Bytes that begin each row and count its others are an offset. A first row that is a message
// itself, and of a length that no dump's rows have, is a datagram.
func (o *Options) inRows(res *Result) {
	if res.Format == Raw || res.leftOut() {
		return
	}
	var out []Datagram
	for all := res.Datagrams; len(all) > 0; {
		n, d := 1, all[0]
		for n < len(all) && len(all[n].Data) == len(d.Data) {
			n++
		}
		known := 0
		for known < n && o.judge(&all[known]) == KnownWhole {
			known++
		}
		if known == n || known > 0 && len(d.Data)%4 != 0 {
			out, all = append(out, all[:known]...), all[known:]
			continue
		}
		if n < len(all) && len(all[n].Data) < len(d.Data) {
			n++
		}
		if n == 1 {
			out, all = append(out, d), all[1:]
			continue
		}
		offset := offsetBytes(all[:n])
		d.Data, d.Positions = nil, nil
		for _, row := range all[:n] {
			from := min(offset, len(row.Data))
			d.Data = append(d.Data, row.Data[from:]...)
			d.Positions = append(d.Positions, row.Positions[min(from, len(row.Positions)):]...)
		}
		if o.judge(&d) < KnownWhole {
			out = append(out, all[:n]...)
		} else {
			out = append(out, d)
			res.isPacket()
			res.note(d.Line, strconv.Itoa(n)+
				" rows are read as one datagram from here on: only together they are a known message")
		}
		all = all[n:]
	}
	res.Datagrams, res.Count = out, len(out)
}

// offsetBytes is how many bytes at the beginning of each row count the others of the rows before it.
func offsetBytes(rows []Datagram) int {
	size := len(rows[0].Data)
next:
	for n := 1; n < min(size, 5); n++ {
		last := 0
		for i, row := range rows {
			at := 0
			for _, c := range row.Data[:min(n, len(row.Data))] {
				at = at<<8 | int(c)
			}
			if i > 0 && at != last+size-n {
				continue next
			}
			last = at
		}
		return n
	}
	return 0
}

// leaveOthers leaves out what was found beside known messages and is none: numbers of a few bytes, as dates and
// addresses are, the bytes of one that were written in its line before, and no more than the beginning of the next.
func (o *Options) leaveOthers(res *Result) {
	if formats[res.Format].family != familyFound || !o.whole(res) {
		return
	}
	last, all := &Datagram{}, res.Datagrams
	res.Datagrams = nil
	for i, d := range all {
		again := d.Line == last.Line && bytes.Equal(d.Data, last.Data)
		begins := i+1 < len(all) && len(d.Data) < len(all[i+1].Data) && bytes.HasPrefix(all[i+1].Data, d.Data)
		if verdict := o.judge(&d); !again && !(len(d.Data) <= 8 && verdict == NotKnown || begins && verdict < KnownWhole) {
			res.Datagrams, last = append(res.Datagrams, d), &all[i]
		}
	}
	if n := len(all) - len(res.Datagrams); n > 0 {
		res.Count = len(res.Datagrams)
		res.note(0, strconv.Itoa(n)+" "+plural(n, "number")+" beside known messages were left out")
	}
}

// leftOut reports whether bytes may be in the text that were not read.
func (r *Result) leftOut() bool {
	return slices.ContainsFunc(r.Notes, func(n Note) bool { return n.Text == restLeftOut })
}

// inBlocks reads each block of lines, between empty lines and words that end in a colon, as a paste of its own. Nil: no
// block is a known message.
func (o *Options) inBlocks(text []byte) *Result {
	src := newSource(text)
	known := false
	var all Result
	for first, next := 0, 0; first < src.count(); first = next {
		end := first
		for ; end < src.count() && !src.parting(end); end++ {
		}
		next = end + 1
		if first == 0 && end == src.count() {
			return nil // nothing parts it
		} else if first == end {
			continue
		}
		part := src.original(int(src.begin[first]), src.after(end-1))
		res, err := judged(part, *o)
		if err == nil {
			o.inRows(res)
		}
		if err != nil || res.Format == Raw || !o.whole(res) {
			all.Notes = append(all.Notes, Note{first + 1, 1, "what is here was left out"})
			continue
		}
		if !known {
			all.Format, all.Why = res.Format, res.Why
		}
		known = true
		for _, n := range res.Notes {
			if n.Line > 0 {
				n.Line += first
			}
			all.Notes = append(all.Notes, n)
		}
		for _, d := range res.Datagrams {
			d.Line += first
			for k := range d.Positions {
				d.Positions[k].Line += int32(first)
			}
			all.Datagrams = append(all.Datagrams, d)
		}
	}
	all.Count = len(all.Datagrams)
	if !known {
		return nil
	}
	return &all
}

// parting reports whether line i parts what is before it from what is behind it.
func (src *source) parting(i int) bool {
	l, _ := src.text(i)
	return len(l) == 0 || l[len(l)-1] == ':' && heading(l)
}

// minBetween is how many times the same must be between numbers.
const minBetween = 7

// unbetween makes blanks of what is between numbers where it is the same again and again, as }, std::byte{0x is, and of
// as much of it as is before the first and behind the last.
func (src *source) unbetween() {
	var numbers []span
	for at := src.numberAt(0); at.len() > 0; at = src.numberAt(at.end) {
		numbers = append(numbers, at)
	}
	out := bytes.Clone(src.s)
	for i, n := 0, 0; i+1 < len(numbers); i += max(n, 1) {
		gap := src.between(numbers[i].end, numbers[i+1].start)
		for n = 0; i+n+1 < len(numbers) && len(gap) > 0 && bytes.Equal(gap,
			src.between(numbers[i+n].end, numbers[i+n+1].start)); n++ {
		}
		if n < minBetween || string(gap) == `\x` { // of one string
			continue
		}
		hex := strings.IndexByte("xXhH", gap[len(gap)-1]) >= 0
		for k, number := range numbers[i : i+n+1] {
			at := number.start - 1
			for rest := gap; len(rest) > 0 && at >= 0 && (isBlank(out[at]) || out[at] == rest[len(rest)-1]); at-- {
				if !isBlank(out[at]) {
					rest = rest[:len(rest)-1]
				}
				out[at] = ' '
			}
			if hex && number.start > 1 {
				copy(out[number.start-2:], "0x")
			}
			for at = number.end; k == n && len(gap) > 0 && charAt(out, at) == gap[0]; at++ {
				out[at], gap = ' ', gap[1:]
			}
		}
	}
	src.s = out
}

// between is a part of the text without blanks and line ends; nil for one that is long.
func (src *source) between(start, end int) []byte {
	if end-start > 64 {
		return nil
	}
	return bytes.Join(bytes.Fields(src.s[start:end]), nil)
}

// numberAt is the next number of up to three digits from i on that no letters are around, but for the mark of a base.
func (src *source) numberAt(i int) span {
	for s := src.s; i < len(s); i++ {
		end := run(s, i, classHex)
		mark := i > 0 && strings.IndexByte("xXhH", s[i-1]) >= 0 && (i == 1 || !isLetter(s[i-2]))
		if end > i && end <= i+3 && !isLetter(charAt(s, end)) && (i == 0 || mark || !isWord(s[i-1])) {
			return span{i, end}
		}
		i = max(i, end)
	}
	return span{}
}
