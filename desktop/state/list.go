package state

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"fragscope/decoder"
)

// A List is a Source of datagrams in memory, a paste or a session, whose parts of replies are put together.
type List struct {
	datagrams []Datagram
	decoded   []*decoder.Message // each by itself
	messages  []*decoder.Message // with what the others show of each
	answers   []int32
	servers   []netip.AddrPort
}

func NewList(datagrams []Datagram) *List {
	l := &List{}
	for i := range datagrams {
		l.add(&datagrams[i])
	}
	l.Settle()
	return l
}

func (l *List) Append(d Datagram) { l.add(&d) }

// Settle looks for parts of replies that did not come: call it when nothing more is expected.
func (l *List) Settle() {
	var pasted []int
	of := map[netip.AddrPort][]int{}
	for i := range l.decoded {
		if l.datagrams[i].located() {
			of[l.servers[i]] = append(of[l.servers[i]], i)
		} else {
			pasted = append(pasted, i)
		}
	}
	take := func(list []int, ms []*decoder.Message) {
		for k, i := range list {
			l.messages[i] = ms[k]
		}
	}
	for _, list := range of {
		ms, _ := decoder.OfOneServer(decoder.Pick(l.decoded, list))
		take(list, ms)
	}
	take(pasted, decoder.ReadTogether(decoder.Pick(l.decoded, pasted)).Messages)
}

func (l *List) add(d *Datagram) {
	m := d.Decode()
	src, dst := d.Endpoints(m)
	i := len(l.messages)
	l.datagrams = append(l.datagrams, *d)
	l.decoded, l.messages = append(l.decoded, m), append(l.messages, m)
	l.servers = append(l.servers, serverOf(m, src, dst))
	l.answers = append(l.answers, l.request(i))
}

// serverOf returns the end that is asked, invalid when unknown.
func serverOf(m *decoder.Message, src, dst netip.AddrPort) netip.AddrPort {
	switch m.Info.Direction {
	case decoder.Request:
		return dst
	case decoder.Reply:
		return src
	}
	return netip.AddrPort{}
}

// askedWithin is how far back the request of a reply is looked for.
const askedWithin = 256

// request returns the place of the request that datagram i answers, or -1.
func (l *List) request(i int) int32 {
	m := l.messages[i]
	if m.Info.Direction != decoder.Reply {
		return -1
	}
	topic := m.MatchKey()
	for j := i - 1; j >= max(0, i-askedWithin); j-- {
		q := l.messages[j]
		if q.Info.Direction == decoder.Request && q.Protocol() == m.Protocol() && l.servers[j] == l.servers[i] &&
			topic.Answers(q.MatchKey()) {
			return int32(j)
		}
	}
	return -1
}

func (l *List) Len() int { return len(l.messages) }

// Datagrams returns all datagrams. They are the list's own: do not change them.
func (l *List) Datagrams() []Datagram { return l.datagrams }

// Messages returns all messages. They are the list's own: do not change them.
func (l *List) Messages() []*decoder.Message { return l.messages }

func (l *List) Row(i int) (Row, bool) {
	if i < 0 || i >= len(l.messages) {
		return Row{}, false
	}
	d, m := &l.datagrams[i], l.messages[i]
	r := Row{
		Number: cmp.Or(d.Number, int64(i+1)), Time: d.Time, Protocol: m.Protocol(), Title: m.Info.Name, Length: len(d.Data),
		Worst: worst(m), Direction: m.Info.Direction, Note: d.Note, Name: d.Name, Lines: d.Lines, Parts: d.Parts,
		Answers: int(l.answers[i]),
	}
	r.Src, r.Dst = d.Endpoints(m)
	if first := l.datagrams[0].Time; !first.IsZero() && !d.Time.IsZero() {
		r.Since = d.Time.Sub(first)
	}
	if q := l.answers[i]; q >= 0 && !d.Time.IsZero() && !l.datagrams[q].Time.IsZero() {
		r.After = d.Time.Sub(l.datagrams[q].Time)
	}
	return r, true
}

func (l *List) Datagram(i int) (Datagram, error) {
	if i < 0 || i >= len(l.datagrams) {
		return Datagram{}, fmt.Errorf("there is no datagram %d", i+1)
	}
	return l.datagrams[i], nil
}

func (l *List) Message(i int) (*decoder.Message, error) {
	if i < 0 || i >= len(l.messages) {
		return nil, fmt.Errorf("there is no datagram %d", i+1)
	}
	return l.messages[i], nil
}

// Related implements Source: all datagrams of the same server, or of no server that is known.
func (l *List) Related(i int) []int {
	if i < 0 || i >= len(l.servers) {
		return nil
	}
	var list []int
	for j := range l.servers {
		if l.servers[j] == l.servers[i] || !l.servers[j].IsValid() {
			list = append(list, j)
		}
	}
	return list
}

// Status implements Source. Of a paste it is the datagrams that tell of which
// server they are, in the same way as in the other programs.
func (l *List) Status(i int) *decoder.Status {
	var ms []*decoder.Message
	at, known := 0, l.datagrams[i].located()
	for j := range l.datagrams {
		d := &l.datagrams[j]
		// What was not accepted says nothing.
		if d.Note != "" || known && l.servers[j].IsValid() && l.servers[j] != l.servers[i] || !known && d.located() {
			continue
		}
		if j <= i {
			at = len(ms)
		}
		ms = append(ms, l.decoded[j])
	}
	if !known {
		for _, list := range decoder.ByServer(ms) {
			if slices.Contains(list, at) {
				ms = decoder.Pick(ms, list)
				break
			}
		}
	}
	if len(ms) == 0 {
		return nil
	}
	return decoder.StatusOf(ms...)
}
