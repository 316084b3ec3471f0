package send

import (
	"context"
	"slices"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
	"fragscope/desktop/state"
)

// A Sender sends datagrams. Package analyzer/live is behind it.
type Sender interface {
	// Send sends payload to an address and calls got, from any goroutine, with
	// every datagram as it goes out or comes in, until nothing more comes, or
	// until ctx is done, which is no error.
	Send(ctx context.Context, address string, payload []byte, got func(state.Datagram)) error
}

// A Round is a request that was sent, and what came back.
type Round struct {
	Number    int
	Address   string
	Protocol  decoder.Protocol
	Payload   []byte
	Value     string // that was given to one of its fields, "" for none
	Began     time.Time
	Datagrams []state.Datagram // in the order of time, the request among them
	Messages  []*decoder.Message
	Running   bool
	Err       error
}

// Take adds a datagram and returns it with what it was decoded as.
func (r *Round) Take(d state.Datagram) state.Datagram {
	d.Protocol, d.From = r.Protocol, decoder.Reply
	if d.Sent {
		d.From = decoder.Request
	}
	m := d.Decode()
	// What does not look like the protocol that was asked may be another.
	if m.Confidence < wire.Possible && d.Protocol != decoder.Unknown {
		d.Protocol = decoder.Unknown
		m = d.Decode()
	}
	r.Datagrams = append(r.Datagrams, d)
	r.Messages = append(r.Messages, m)
	return d
}

// After returns how long after the latest request before it datagram i came.
func (r *Round) After(i int) time.Duration {
	began := r.Began
	for j := i; j >= 0; j-- {
		if r.Datagrams[j].Sent {
			began = r.Datagrams[j].Time
			break
		}
	}
	return max(0, r.Datagrams[i].Time.Sub(began))
}

// Best returns which reply one looks for: the first after the last request that was answered, -1 while there is none.
func (r *Round) Best() int {
	best, fresh := -1, true
	for i := range r.Datagrams {
		switch d := &r.Datagrams[i]; {
		case d.Sent:
			fresh = true
		case d.Note == "" && fresh:
			best, fresh = i, false
		}
	}
	return best
}

// Challenge returns the request that answers the last challenge of the round, nil for none, and what is in it.
func (r *Round) Challenge() (request *decoder.Message, name, value string) {
	i := r.Best()
	if i < 0 || i < r.lastSent() {
		return nil, "", ""
	}
	before := r.Messages[r.lastSent()]
	b, retry := query.AnswerChallenge(before, r.Messages[i])
	if b == nil {
		return nil, "", ""
	}
	d := Draft{Protocol: r.Messages[i].Protocol()}
	m := d.decoded(b)
	if !retry {
		plain, err := build(d.Protocol, m.Info.Name)
		if err != nil {
			return nil, "", ""
		}
		before = d.decoded(plain)
	}
	for _, c := range edit.Diff(before, m) {
		if c.B >= 0 {
			name, value = m.Name(c.B), state.Escape(m.Text(c.B))
		}
	}
	return m, name, value
}

func (r *Round) lastSent() int {
	for i := len(r.Datagrams) - 1; i >= 0; i-- {
		if r.Datagrams[i].Sent {
			return i
		}
	}
	return 0
}

// Replies returns the indexes of the datagrams that came back and count.
func (r *Round) Replies() []int {
	var list []int
	for i := range r.Datagrams {
		if !r.Datagrams[i].Sent && r.Datagrams[i].Note == "" {
			list = append(list, i)
		}
	}
	return list
}

// A Difference is a field that two rounds have differently.
type Difference struct {
	Kind          edit.ChangeKind
	Message       string // the reply that it is in
	Field         string // its name, behind those of the groups around it
	Before, After string // escaped; "" where it is missing
	Datagram      int    // of the later round; of the earlier one when it was removed
	Index         int    // field there
}

// Compare compares the replies of two rounds by name and order; of a reply that came or went each field counts.
func Compare(before, after *Round) []Difference {
	var list []Difference
	was := map[string][]int{} // replies of the earlier round by name, those not compared yet
	for _, j := range before.Replies() {
		name := before.Messages[j].Info.Name
		was[name] = append(was[name], j)
	}
	for _, i := range after.Replies() {
		m := after.Messages[i]
		a, j := &decoder.Message{Info: m.Info}, -1
		if left := was[m.Info.Name]; len(left) > 0 {
			j, was[m.Info.Name] = left[0], left[1:]
			a = before.Messages[j]
		}
		list = appendDiff(list, a, m, j, i)
	}
	for _, j := range before.Replies() {
		if m := before.Messages[j]; slices.Contains(was[m.Info.Name], j) {
			list = appendDiff(list, m, &decoder.Message{Info: m.Info}, j, -1)
		}
	}
	return list
}

func appendDiff(list []Difference, a, b *decoder.Message, ia, ib int) []Difference {
	for _, c := range edit.Diff(a, b) {
		d := Difference{Kind: c.Kind, Message: b.Info.Name, Datagram: ib, Index: c.B}
		if c.A >= 0 {
			d.Field, d.Before = path(a, c.A), escaped(a, c.A)
		}
		if c.B >= 0 {
			d.Field, d.After = path(b, c.B), escaped(b, c.B)
		} else {
			d.Datagram, d.Index = ia, c.A
		}
		list = append(list, d)
	}
	return list
}

func escaped(m *decoder.Message, i int) string {
	return state.Escape(string(m.AppendValue(nil, i)))
}

// path returns the name of a field with those of the groups it is in.
func path(m *decoder.Message, i int) string {
	s := m.Name(i)
	for p := m.Parent(i); p >= 0; p = m.Parent(p) {
		s = m.Name(p) + " › " + s
	}
	return state.Escape(s)
}
