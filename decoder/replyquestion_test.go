package decoder

import "testing"

// What is asked for makes a question, not the id or the challenge in front of it.
func TestQuestion(t *testing.T) {
	question := func(q Query) string {
		b, err := AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		if string(AppendQuestion(nil, Decode(b, Options{}))) != string(AppendQuestion(nil, Decode(buildEthernet(0x0800, udp4(b)), Options{}))) {
			t.Errorf("% x asks for something else in a frame", b)
		}
		return string(AppendQuestion([]byte("x"), Decode(b, Options{})))
	}
	all, players := &[4]byte{0xff, 0xff, 0xff, 1}, &[4]byte{0, 0xff, 0, 1}
	base := question(Query{Protocol: GameSpy3, Options: all})
	for name, c := range map[string]struct {
		q    Query
		same bool
	}{
		"another id":                        {Query{Protocol: GameSpy3, ID: [4]byte{1, 2, 3, 4}, Options: all}, true},
		"a challenge":                       {Query{Protocol: GameSpy3, Challenge: ptr(int32(-1234567)), Options: all}, true},
		"another id and challenge":          {Query{Protocol: GameSpy3, ID: [4]byte{9}, Challenge: ptr(int32(7)), Options: all}, true},
		"other sections":                    {Query{Protocol: GameSpy3, Options: players}, false},
		"other sections behind a challenge": {Query{Protocol: GameSpy3, Challenge: ptr(int32(7)), Options: players}, false},
		"a challenge request":               {Query{Protocol: GameSpy3, Message: "challenge request"}, false},
	} {
		if same := question(c.q) == base; same != c.same {
			t.Errorf("%s: %q, want the same as %q: %v", name, question(c.q), base, c.same)
		}
	}
	if question(Query{Protocol: GameSpy3, Options: players}) != question(Query{Protocol: GameSpy3, Challenge: ptr(int32(7)), Options: players}) {
		t.Error("a challenge makes another question of the same sections")
	}
	if question(Query{Protocol: GameSpy2, ID: [4]byte{1}}) != question(Query{Protocol: GameSpy2}) || question(Query{Protocol: GameSpy2, Sections: 1}) == question(Query{Protocol: GameSpy2}) {
		t.Error("GameSpy 2: the id counts, or the flags do not")
	}
}
