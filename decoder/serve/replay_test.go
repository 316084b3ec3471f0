package serve_test

import (
	"bytes"
	"errors"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/promise"
	"fragscope/decoder/serve"
	"fragscope/decoder/wire"
)

func request(b string) *wire.Message {
	return decoder.Decode([]byte(b), wire.Options{From: wire.Request, Link: wire.LinkNone})
}

func reply(b []byte) *wire.Message {
	return decoder.Decode(b, wire.Options{From: wire.Reply, Link: wire.LinkNone})
}

const (
	gamespy3Data = "\xfe\xfd\x00\x01\x02\x03\x04\x00\x00\x00\x4d\xff\xff\xff\x01" // id 1 to 4, challenge 77
	gamespy3Asks = "\xfe\xfd\x09\x01\x02\x03\x04"
)

// gamespy3Reply is a recorded reply to another client, whose id is 9 9 9 9.
func gamespy3Reply() []byte {
	return []byte("\x00\x09\x09\x09\x09splitnum\x00\x80\x00hostname\x00Arena\x00\x00")
}

// A recorded reply is sent with the id of the request that it now answers, and
// with another id on demand.
func TestAppendReplay(t *testing.T) {
	recorded := []*wire.Message{reply(gamespy3Reply()), reply(promise.Hex(t, "ut2004-info-reply")[0])}
	out, whole, err := serve.AppendReplay(nil, request(gamespy3Data), recorded, &answer.Answer{Challenge: 77})
	if err != nil || len(out) != 1 {
		t.Fatalf("%d datagrams, whole %v, %v", len(out), whole, err)
	}
	want := gamespy3Reply()
	copy(want[1:], "\x01\x02\x03\x04")
	if !bytes.Equal(out[0], want) {
		t.Errorf("% x, want % x", out[0], want)
	}
	if wrong := serve.AppendWrongID(nil, want); len(wrong) != len(want) || bytes.Equal(wrong, want) ||
		!bytes.Equal(wrong[5:], want[5:]) {
		t.Errorf("% x has no other id than % x", wrong, want)
	}
	info := promise.Hex(t, "ut2004-info-reply")[0]
	out, whole, err = serve.AppendReplay(nil, request("\x79\x00\x00\x00\x00"), recorded, &answer.Answer{})
	if err != nil || !whole || len(out) != 1 || !bytes.Equal(out[0], info) {
		t.Errorf("%d datagrams, whole %v, %v", len(out), whole, err)
	}
	if _, _, err := serve.AppendReplay(nil, reply(info), recorded, &answer.Answer{}); !errors.Is(err,
		answer.ErrNoRequest) {
		t.Errorf("a reply is answered: %v", err)
	}
}

// A request proves its sender's address by the challenge in it.
func TestChallenged(t *testing.T) {
	for _, c := range []struct {
		request   string
		challenge int32
		asks      bool
		err       error
		confirms  bool
	}{
		{gamespy3Data, 77, false, nil, true},
		{gamespy3Data, 78, false, answer.ErrChallenge, false},
		{gamespy3Data, 0, false, nil, false},
		{gamespy3Asks, 77, true, nil, false},
		{"\x79\x00\x00\x00\x00", 77, false, nil, false}, // Unreal2 knows no challenges
	} {
		m := request(c.request)
		asks, err := serve.Challenged(m, c.challenge)
		if asks != c.asks || !errors.Is(err, c.err) {
			t.Errorf("% x, %d: asks %v, %v", c.request, c.challenge, asks, err)
		}
		if got := serve.Confirms(m, c.challenge); got != c.confirms {
			t.Errorf("% x, %d: confirms %v", c.request, c.challenge, got)
		}
		if out, _, err := serve.AppendReplay(nil, m, []*wire.Message{reply(gamespy3Reply())},
			&answer.Answer{Challenge: c.challenge}); (c.asks || c.err != nil) && (len(out) > 0 || !errors.Is(err, c.err)) {
			t.Errorf("% x, %d: %d replies, %v", c.request, c.challenge, len(out), err)
		}
	}
}

// Two requests for the same are the same without id and challenge.
func TestAppendQuestion(t *testing.T) {
	a := serve.AppendCanonical(nil, request(gamespy3Data))
	b := serve.AppendCanonical(nil, request("\xfe\xfd\x00\x05\x06\x07\x08\x00\x00\x00\x4e\xff\xff\xff\x01"))
	other := serve.AppendCanonical(nil, request("\xfe\xfd\x00\x01\x02\x03\x04\x00\x00\x00\x4d\xff\x00\x00\x01"))
	if !bytes.Equal(a, b) || bytes.Equal(a, other) {
		t.Errorf("% x, % x, % x", a, b, other)
	}
}
