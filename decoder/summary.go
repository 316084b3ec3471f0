package decoder

// A Summary makes the Status of replies over and over, as of servers that are
// polled, in the same memory. It leaves out what a record of many servers over
// time has no use for: mutators, and what else a game says of its players and
// teams. The zero value is ready; it must not be used by two goroutines at once.
type Summary struct {
	b        statusBuilder
	t        texts
	decoders []*Decoder // one for each part of a reply
	messages []*Message
}

// OfReplies is Of for the payloads of replies that are known to be of a protocol.
func (s *Summary) OfReplies(p Protocol, payloads ...[]byte) *Status {
	s.messages = s.messages[:0]
	for i, b := range payloads {
		if i == len(s.decoders) {
			s.decoders = append(s.decoders, &Decoder{})
		}
		s.messages = append(s.messages, s.decoders[i].reply(p.entry(), b))
	}
	return s.Of(s.messages...)
}

// reply decodes a payload as a reply of a protocol, without a look at what
// else it could be.
func (d *Decoder) reply(p *protocol, b []byte) *Message {
	d.opts = Options{Link: LinkNone, Protocol: p.id, From: Reply}
	m := &d.msg
	m.Frame, m.Payload, m.stream = Frame{Link: LinkNone, End: len(b)}, 0, false
	r := d.begin(b, 0, len(b))
	m.Info, m.Confidence = r.decode(candidate{p, Reply, Certain}), Certain
	d.end()
	return m
}

// Of says what the replies among ms say together, like [StatusOf], nil when
// they say nothing about a server. What it returns is valid until the next
// call: texts that are to be kept longer have to be cloned, since each may hold
// on to a whole datagram.
func (s *Summary) Of(ms ...*Message) *Status {
	s.t.of = nil
	for _, m := range ms {
		m.texts = &s.t
	}
	b := &s.b
	old := b.Status
	clear(old.PlayerList)
	clear(old.Teams)
	b.Status = Status{Rules: old.Rules[:0], PlayerList: old.PlayerList[:0], Teams: old.Teams[:0]}
	b.any, b.brief = false, true
	b.players.clear()
	b.teams.clear()
	b.values.clear()
	b.replies(ms)
	for _, m := range ms {
		m.texts = nil
	}
	if !b.any {
		return nil
	}
	if len(b.PlayerList) == 0 {
		b.PlayerList = nil
	}
	return &b.Status
}

// texts makes the texts of messages.
type texts struct {
	of      *Message
	whole   string // its bytes: most texts are parts of it
	made    map[string]string
	scratch []byte
}

// maxTexts bounds the table; it is begun anew when it is full.
const maxTexts = 1 << 14

// plain is Message.plain.
func (t *texts) plain(m *Message, i int) string {
	f := &m.Fields[i]
	if f.Kind == KindText && f.Marks&MarkSpecial == 0 {
		from, to := int(f.Offset)+int(f.Lead), f.End()-int(f.Trail)
		if m.Colours == 0 || indexByte(m.Data[from:to], '^') < 0 && indexByte(m.Data[from:to], '[') < 0 {
			if t.of != m {
				t.of, t.whole = m, string(m.Data)
			}
			return trimBlanks(t.whole[from:to])
		}
	}
	t.scratch = m.AppendPlain(t.scratch[:0], i)
	if s, ok := t.made[string(t.scratch)]; ok {
		return s
	}
	if t.made == nil || len(t.made) >= maxTexts {
		t.made = make(map[string]string, 256)
	}
	s := string(t.scratch)
	t.made[s] = s
	return s
}

// values holds the numbers and texts that a Status points to, many in one
// piece of memory.
type values struct {
	numbers []int64
	texts   []string
}

func (v *values) number(n int64) *int64 {
	if len(v.numbers) == cap(v.numbers) {
		v.numbers = make([]int64, 0, max(8, 2*cap(v.numbers))) // what points into the old one keeps it
	}
	v.numbers = append(v.numbers, n)
	return &v.numbers[len(v.numbers)-1]
}

func (v *values) text(s string) *string {
	if len(v.texts) == cap(v.texts) {
		v.texts = make([]string, 0, max(8, 2*cap(v.texts)))
	}
	v.texts = append(v.texts, s)
	return &v.texts[len(v.texts)-1]
}

func (v *values) clear() {
	clear(v.texts)
	v.numbers, v.texts = v.numbers[:0], v.texts[:0]
}

// places maps the numbers that name players, which are small unless someone
// plays tricks, to their places in a list.
type places struct {
	near [64]int32 // place + 1
	far  map[int64]int
	n    int
	top  int64 // the greatest number
	odd  bool  // a number that no slot has
}

func (p *places) of(n int64) (i int, ok bool) {
	if uint64(n) < uint64(len(p.near)) {
		return int(p.near[n]) - 1, p.near[n] != 0
	}
	i, ok = p.far[n]
	return i, ok
}

func (p *places) set(n int64, i int) {
	if _, known := p.of(n); !known {
		p.n++
	}
	p.top, p.odd = max(p.top, n), p.odd || n < 0 || n > maxSlot
	if uint64(n) < uint64(len(p.near)) {
		p.near[n] = int32(i) + 1
		return
	}
	if p.far == nil {
		p.far = map[int64]int{}
	}
	p.far[n] = i
}

func (p *places) clear() {
	if p.n > 0 {
		*p = places{}
	}
}
