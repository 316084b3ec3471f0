package decoder

// Replies of GameSpy 3 and 4 (protocol/gamespy3/SPEC.md and protocol/gamespy3/SPEC.md#unreal-tournament-3).

// gamespy3Answer hands out a challenge, and answers requests that repeat it.
func gamespy3Answer(r *replier, request *Message) {
	p := request.payload()
	if len(p) < 7 {
		r.err = ErrNoRequest
		return
	}
	asks, number := gamespy3Asked(request)
	switch {
	case asks:
		r.send(append(append(append([]byte{9}, p[3:7]...), itoa(int64(r.Challenge))...), 0))
		return
	case request.Info != &gamespy3DataRequest:
		r.err = ErrNoRequest
		return
	case r.Challenge != 0 && number != r.Challenge:
		r.err = ErrChallenge
		return
	}
	want, split, ok := gamespy3Want(p[7:])
	if !ok || !want[0].any() && !want[1].any() && !want[2].any() {
		return
	}
	if !split {
		b := r.gamespy2Body(append([]byte{0}, p[3:7]...), want, &gamespy2Style{})
		r.send(b[:min(len(b), gamespyFull)])
		return
	}
	w := gamespy3Writer{r: r, id: [4]byte(p[3:7])}
	w.write(want)
}

// gamespy3Want reads what follows the id: a challenge that may be left out, and
// what is wanted of the three sections. Nothing at all stands for everything.
func gamespy3Want(b []byte) (want [3]wanted, split, ok bool) {
	if len(b) >= 4 && !(optionBytes(b) && b[0]|b[1]|b[2] != 0) {
		b = b[4:]
	}
	if len(b) == 0 {
		return [3]wanted{{all: true}, {all: true}, {all: true}}, true, true
	}
	if !optionBytes(b) {
		return want, false, false
	}
	for i := range want {
		n := int(b[0])
		b = b[1:]
		if n == 0xff {
			want[i].all = true
			continue
		}
		want[i].fields, b = b[:n], b[n:]
	}
	return want, len(b) > 0 && b[0] == 1, true
}

// A gamespy3Writer fills the datagrams of an answer.
type gamespy3Writer struct {
	r     *replier
	id    [4]byte
	b     []byte
	parts int
	last  int // place of the byte that numbers the datagram
}

// begin begins a datagram whose payload belongs to a section.
func (w *gamespy3Writer) begin(section byte) {
	w.b = append(append(make([]byte, 0, gamespyFull+2), 0), w.id[:]...)
	w.b = append(w.b, splitnum...)
	w.last = len(w.b)
	w.b = append(w.b, byte(w.parts&0x7f), section)
	w.parts++
}

// next sends the datagram and begins another.
func (w *gamespy3Writer) next(section byte) {
	w.r.send(w.b)
	w.begin(section)
}

// maxDatagrams is how many datagrams seven bits can number.
const maxDatagrams = 128

func (w *gamespy3Writer) full() bool { return w.parts >= maxDatagrams }

func (w *gamespy3Writer) write(want [3]wanted) {
	first := byte(0)
	for !want[first].any() {
		first++
	}
	w.begin(first)
	fresh := true // the datagram's own section needs no byte
	if want[0].any() {
		w.r.gamespyPairs(want[0], func(key, value string) {
			p := appendZ(appendZ(nil, key), value)
			if len(w.b)+len(p)+1 > gamespyFull && !w.full() {
				w.next(0)
			}
			w.b = append(w.b, p...)
		})
		w.b = append(w.b, 0)
		fresh = false
	}
	for i, columns := range [][]column{w.r.Status.playerColumns(), w.r.Status.teamColumns()} {
		if want[i+1].any() {
			w.section(byte(i+1), columns, want[i+1], fresh)
			fresh = false
		}
	}
	w.b[w.last] |= 0x80
	w.r.send(w.b)
}

// section writes the columns of players or teams.
func (w *gamespy3Writer) section(id byte, columns []column, want wanted, fresh bool) {
	if !fresh {
		if len(columns) > 0 && len(w.b)+len(columns[0].name)+4 > gamespyFull && !w.full() {
			w.next(id)
		} else {
			w.b = append(w.b, id)
		}
	}
	for _, c := range columns {
		if want.has(c.name) && c.said() {
			w.column(id, &c)
		}
	}
	w.b = append(w.b, 0)
}

// said reports whether a column has any value.
func (c *column) said() bool {
	for _, v := range c.values {
		if v != "" {
			return true
		}
	}
	return false
}

// column writes one field. Where the datagram is full the value is cut, and the
// next one begins with the field's name and slot and the whole value
// (protocol/gamespy3/SPEC.md#splitting-and-merging).
func (w *gamespy3Writer) column(id byte, c *column) {
	if len(w.b)+len(c.name)+4 > gamespyFull && !w.full() {
		w.next(id)
	}
	w.b = append(appendZ(w.b, c.name), 0)
	for slot, value := range c.values[:min(len(c.values), 255)] {
		v := appendZ(nil, value)
		if len(w.b)+len(v) > gamespyFull && !w.full() {
			if room := gamespyFull - len(w.b) - 1; room >= 0 {
				w.b = append(append(w.b, v[:min(room, len(v)-1)]...), 0)
			}
			w.next(id)
			w.b = append(appendZ(w.b, c.name), byte(slot))
		}
		w.b = append(w.b, v...)
	}
	w.b = append(w.b, 0)
}
