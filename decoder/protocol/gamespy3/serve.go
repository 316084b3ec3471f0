package gamespy3

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

// Replies of GameSpy 3 and 4 (protocol/gamespy3/SPEC.md and protocol/gamespy3/SPEC.md#unreal-tournament-3).

// Answer sends a challenge, and answers requests that repeat it.
func Answer(r *answer.Writer, request *wire.Message) {
	p := request.PayloadBytes()
	if len(p) < 7 {
		r.Err = answer.ErrNoRequest
		return
	}
	asks, number := ChallengeOf(request)
	switch {
	case asks:
		r.Send(append(append(append([]byte{9}, p[3:7]...), strconv.FormatInt(int64(r.Challenge), 10)...), 0))
		return
	case request.Info != &DataRequest:
		r.Err = answer.ErrNoRequest
		return
	case r.Challenge != 0 && number != r.Challenge:
		r.Err = answer.ErrChallenge
		return
	}
	want, format, ok := gamespy3Want(p[7:])
	if !ok || !want[0].Any() && !want[1].Any() && !want[2].Any() {
		return
	}
	if format == 0 && len(want[0].Fields) > 0 {
		r.Send(appendValues(r, append([]byte{0}, p[3:7]...), want[0].Fields))
		return
	}
	if format == 0 {
		b := sections.AppendBody(r, append([]byte{0}, p[3:7]...), want, sections.Style{})
		r.Send(b[:min(len(b), sections.Full)])
		return
	}
	w := writer{r: r, id: [4]byte(p[3:7])}
	if format == 2 {
		w.roster()
		return
	}
	w.write(want)
}

// appendValues appends the values of the fields with these numbers, "" for those that
// the server does not have.
func appendValues(r *answer.Writer, b, fields []byte) []byte {
	for i := range fields {
		value := ""
		sections.EachPair(r, sections.Wanted{Fields: fields[i : i+1]}, func(_, v string) { value = v })
		b = sections.AppendZ(b, value)
	}
	return b
}

// gamespy3Want reads what follows the id: an optional challenge, and what is
// requested of the three sections. Nothing at all means everything.
func gamespy3Want(b []byte) (want [3]sections.Wanted, format byte, ok bool) {
	if len(b) >= 4 && !(optionBytes(b) && b[0]|b[1]|b[2] != 0) {
		b = b[4:]
	}
	if len(b) == 0 {
		return [3]sections.Wanted{{All: true}, {All: true}, {All: true}}, 1, true
	}
	if !optionBytes(b) {
		return want, 0, false
	}
	for i := range want {
		n := int(b[0])
		b = b[1:]
		if n == 0xff {
			want[i].All = true
			continue
		}
		want[i].Fields, b = b[:n], b[n:]
	}
	if len(b) > 0 {
		format = b[0]
	}
	return want, format, true
}

// A writer fills the datagrams of an answer.
type writer struct {
	r     *answer.Writer
	id    [4]byte
	b     []byte
	parts int
	last  int // place of the byte that numbers the datagram
}

// begin begins a datagram whose payload belongs to a section.
func (w *writer) begin(section byte) {
	w.b = append(append(make([]byte, 0, sections.Full+2), 0), w.id[:]...)
	w.b = append(w.b, sections.Splitnum...)
	w.last = len(w.b)
	w.b = append(w.b, byte(w.parts&0x7f), section)
	w.parts++
}

// next sends the datagram and begins another.
func (w *writer) next(section byte) {
	w.r.Send(w.b)
	w.begin(section)
}

// maxDatagrams is the number of datagrams that seven bits can number.
const maxDatagrams = 128

func (w *writer) full() bool { return w.parts >= maxDatagrams }

func (w *writer) write(want [3]sections.Wanted) {
	first := byte(0)
	for !want[first].Any() {
		first++
	}
	w.begin(first)
	fresh := true // the datagram's own section needs no byte
	if want[0].Any() {
		sections.EachPair(w.r, want[0], func(key, value string) {
			p := sections.AppendZ(sections.AppendZ(nil, key), value)
			if len(w.b)+len(p)+1 > sections.Full && !w.full() {
				w.next(0)
			}
			w.b = append(w.b, p...)
		})
		w.b = append(w.b, 0)
		fresh = false
	}
	for i, columns := range [][]sections.Column{sections.PlayerColumns(w.r.Status), sections.TeamColumns(w.r.Status)} {
		if want[i+1].Any() {
			w.section(byte(i+1), columns, want[i+1], fresh)
			fresh = false
		}
	}
	w.b[w.last] |= 0x80
	w.r.Send(w.b)
}

// section writes the columns of players or teams. The byte that opens it goes
// into the datagram of its first column: one that ends in it looks cut.
func (w *writer) section(id byte, columns []sections.Column, want sections.Wanted, fresh bool) {
	open := []byte{id}
	if fresh {
		open = nil
	}
	for _, c := range columns {
		if want.Has(c.Name) && c.Said() {
			w.column(id, &c, open)
			open = nil
		}
	}
	w.b = append(append(w.b, open...), 0)
}

// column writes one field, after the byte of its section when it is the
// section's first. Where the datagram is full the value is cut, and the next
// one begins with the field's name and slot and the whole value
// (protocol/gamespy3/SPEC.md#splitting-and-merging).
func (w *writer) column(id byte, c *sections.Column, open []byte) {
	if len(w.b)+len(open)+len(c.Name)+4 > sections.Full && !w.full() {
		w.next(id)
		open = nil
	}
	w.b = append(sections.AppendZ(append(w.b, open...), c.Name), 0)
	for slot, value := range c.Values[:min(len(c.Values), 255)] {
		v := sections.AppendZ(nil, value)
		if len(w.b)+len(v) > sections.Full && !w.full() {
			if room := sections.Full - len(w.b) - 1; room >= 0 {
				w.b = append(append(w.b, v[:min(room, len(v)-1)]...), 0)
			}
			w.next(id)
			w.b = append(sections.AppendZ(w.b, c.Name), byte(slot))
		}
		w.b = append(w.b, v...)
	}
	w.b = append(w.b, 0)
}
