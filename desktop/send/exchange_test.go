package send

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/desktop/state"
)

// A scripted server answers each request as a table says, and nothing else.
type scripted struct {
	answers map[string]string
	sent    []string
}

var errSilent = errors.New("no answer")

func (s *scripted) Send(_ context.Context, _ string, payload []byte, got func(state.Datagram)) error {
	s.sent = append(s.sent, string(payload))
	got(state.Datagram{Sent: true, Data: payload, Link: decoder.LinkNone})
	a, ok := s.answers[string(payload)]
	if !ok {
		return errSilent
	}
	got(state.Datagram{Data: []byte(a), Link: decoder.LinkNone})
	return nil
}

const (
	single    = "\xff\xff\xff\xff"
	challenge = single + "A\x4e\x61\xbc\x00"
	info      = single + "TSource Engine Query\x00"
	infoWith  = info + "\x4e\x61\xbc\x00"
	asked     = "\xfe\xfd\x09\x00\x00\x00\x00"
	number    = "\x09\x00\x00\x00\x00332331945\x00"
	data      = "\xfe\xfd\x00\x01\x02\x03\x04\xff\xff\xff\x01"
	dataWith  = "\xfe\xfd\x00\x01\x02\x03\x04\x13\xce\xfb\xa9\xff\xff\xff\x01"
)

// TestExchange answers challenges, and only when that is wanted.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers map[string]string
		request string
		as      decoder.Protocol
		answer  bool
		sent    []string
		err     error
	}{
		{"a challenge", map[string]string{info: challenge, infoWith: single + "I"}, info, "a2s", true,
			[]string{info, infoWith}, nil},
		{"not answered", map[string]string{info: challenge, infoWith: single + "I"}, info, "a2s", false, []string{info}, nil},
		{"none", map[string]string{info: single + "I"}, info, "a2s", true, []string{info}, nil},
		{"one asked for first", map[string]string{asked: number, dataWith: "\x00"}, data, "gamespy3", true,
			[]string{asked, dataWith}, nil},
		{"unknown to the server", map[string]string{data: "\x00"}, data, "gamespy3", true, []string{asked, data}, nil},
		{"a server that is gone", nil, data, "gamespy3", true, []string{asked, data}, errSilent},
		{"one that was wanted", map[string]string{asked: number}, asked, "gamespy3", true, []string{asked}, nil},
		{"one in the request", map[string]string{dataWith: "\x00"}, dataWith, "gamespy3", true, []string{dataWith}, nil},
	} {
		s := &scripted{answers: c.answers}
		var seen []string
		err := Exchange(t.Context(), s, "", c.as, []byte(c.request), c.answer, func(d state.Datagram) {
			if d.Sent {
				seen = append(seen, string(d.Data))
			}
		})
		if !slices.Equal(s.sent, c.sent) || !slices.Equal(seen, c.sent) || !errors.Is(err, c.err) {
			t.Errorf("%s: sent %q, shown %q, %v; want %q", c.name, s.sent, seen, err, c.sent)
		}
	}
}

// TestExchangeEnds: a server that has another challenge for each request is not
// asked for ever.
func TestExchangeEnds(t *testing.T) {
	n := 0
	err := Exchange(t.Context(), sender(func(got func(state.Datagram)) error {
		n++
		got(state.Datagram{Data: []byte(single + "A" + string([]byte{byte(n), 1, 1, 1})), Link: decoder.LinkNone})
		return nil
	}), "", "a2s", []byte(info), true, func(state.Datagram) {})
	if n != maxAnswers+1 || err != nil {
		t.Errorf("%d requests, %v", n, err)
	}
}

type sender func(got func(state.Datagram)) error

func (s sender) Send(_ context.Context, _ string, _ []byte, got func(state.Datagram)) error {
	return s(got)
}

// TestRoundChallenge: a challenge that was not answered is offered with its number,
// and one that was is not.
func TestRoundChallenge(t *testing.T) {
	for _, c := range []struct {
		list                 []string // a request and a reply in turn
		want, request, value string
		best                 int
	}{
		{[]string{info, challenge}, infoWith, "info request", "12345678", 1},
		{[]string{info, challenge, infoWith, single + "I"}, "", "", "", 3},
		{[]string{asked, number}, "\xfe\xfd\x00\x00\x00\x00\x00\x13\xce\xfb\xa9\xff\xff\xff\x01", "data request", "332331945",
			1},
		{[]string{asked, number, dataWith}, "", "", "", 1},
		{[]string{data}, "", "", "", -1},
	} {
		r := &Round{}
		for i, b := range c.list {
			r.Take(state.Datagram{Sent: i%2 == 0, Data: []byte(b), Link: decoder.LinkNone})
		}
		m, name, value := r.Challenge()
		if (m == nil) != (c.want == "") || r.Best() != c.best {
			t.Errorf("%q: %v, reply %d", c.list, m, r.Best())
		} else if m != nil && (string(m.Data) != c.want || m.Info.Name != c.request || name != "Challenge" ||
			value != c.value) {
			t.Errorf("%q: % X, %s with %s %s", c.list, m.Data, m.Info.Name, name, value)
		}
	}
}
