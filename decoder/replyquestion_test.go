package decoder_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/serve"
	"fragscope/decoder/wire"
)

// What is asked for makes a question, not the id or the challenge in front of it.
func TestQuestion(t *testing.T) {
	question := func(q ask.Query) string {
		b, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		if string(serve.AppendCanonical(nil, decoder.Decode(b, wire.Options{}))) != string(
			serve.AppendCanonical(nil, decoder.Decode(buildEthernet(0x0800, udp4(b)), wire.Options{}))) {
			t.Errorf("% x asks for something else in a frame", b)
		}
		return string(serve.AppendCanonical([]byte("x"), decoder.Decode(b, wire.Options{})))
	}
	all, players := &[4]byte{0xff, 0xff, 0xff, 1}, &[4]byte{0, 0xff, 0, 1}
	base := question(ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Options: all}})
	for name, c := range map[string]struct {
		q    ask.Query
		same bool
	}{
		"another id": {ask.Query{Protocol: "gamespy3", ID: [8]byte{1, 2, 3, 4},
			Details: &gamespy3.Query{Options: all}}, true},
		"a challenge": {
			ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Challenge: new(int32(-1234567)), Options: all}}, true},
		"another id and challenge": {ask.Query{Protocol: "gamespy3", ID: [8]byte{9},
			Details: &gamespy3.Query{Challenge: new(int32(7)), Options: all}}, true},
		"other sections": {ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Options: players}},
			false},
		"other sections behind a challenge": {
			ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Challenge: new(int32(7)), Options: players}}, false},
		"a challenge request": {ask.Query{Protocol: "gamespy3", Message: "challenge request"}, false},
	} {
		if same := question(c.q) == base; same != c.same {
			t.Errorf("%s: %q, want the same as %q: %v", name, question(c.q), base, c.same)
		}
	}
	if question(ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Options: players}}) != question(
		ask.Query{Protocol: "gamespy3", Details: &gamespy3.Query{Challenge: new(int32(7)), Options: players}}) {
		t.Error("a challenge makes another question of the same sections")
	}
	if question(ask.Query{Protocol: "gamespy2", ID: [8]byte{1}}) != question(ask.Query{Protocol: "gamespy2"}) ||
		question(ask.Query{Protocol: "gamespy2", Details: &gamespy2.Query{Sections: 1}}) == question(
			ask.Query{Protocol: "gamespy2"}) {
		t.Error("GameSpy 2: the id counts, or the flags do not")
	}
}
