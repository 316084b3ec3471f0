package query_test

import (
	"bytes"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/query"
)

func decoded(b []byte, from decoder.Direction) *decoder.Message {
	return decoder.Decode(b, decoder.Options{From: from, Link: decoder.LinkNone})
}

// TestAnswerChallenge answers challenges with the request as it was, bytes that a
// person changed among them.
func TestAnswerChallenge(t *testing.T) {
	a2s := "\xff\xff\xff\xff"
	number := "\x4e\x61\xbc\x00"
	for _, c := range []struct {
		name, request, reply, want string
		retry                      bool
	}{
		{"info without one", a2s + "TSource Engine Query\x00", a2s + "A" + number, a2s + "TSource Engine Query\x00" + number,
			true},
		{"info with an old one", a2s + "TSource Engine Query\x00\x01\x02\x03\x04", a2s + "A" + number,
			a2s + "TSource Engine Query\x00" + number, true},
		{"players", a2s + "U\xff\xff\xff\xff", a2s + "A" + number, a2s + "U" + number, true},
		{"rules", a2s + "V\xff\xff\xff\xff", a2s + "A" + number, a2s + "V" + number, true},
		{"a challenge that was asked for", a2s + "W", a2s + "A" + number, a2s + "TSource Engine Query\x00" + number, false},
		{"data, sections chosen", "\xfe\xfd\x00\x01\x02\x03\x04\xff\x00\x00\x01", "\x09\x01\x02\x03\x04332331945\x00",
			"\xfe\xfd\x00\x01\x02\x03\x04\x13\xce\xfb\xa9\xff\x00\x00\x01", true},
		{"data after its challenge request", "\xfe\xfd\x09\x01\x02\x03\x04", "\x09\x01\x02\x03\x04332331945\x00",
			"\xfe\xfd\x00\x00\x00\x00\x00\x13\xce\xfb\xa9\xff\xff\xff\x01", false},
		{"it is there already", a2s + "U" + number, a2s + "A" + number, "", false},
		{"no challenge", a2s + "U" + number, a2s + "D\x00", "", false},
		{"a cut challenge", a2s + "U\xff\xff\xff\xff", a2s + "A\x01", "", false},
		{"another protocol", "\\status\\", a2s + "A" + number, "", false},
	} {
		got, retry := query.AnswerChallenge(decoded([]byte(c.request), decoder.Request),
			decoded([]byte(c.reply), decoder.Reply))
		if string(got) != c.want || retry != c.retry {
			t.Errorf("%s: % X, %v; want % X, %v", c.name, got, retry, c.want, c.retry)
		}
	}
}

// TestChallengeRequest asks for a challenge before the requests that carry one,
// and before no other.
func TestChallengeRequest(t *testing.T) {
	for request, want := range map[string]string{
		"\xfe\xfd\x00\x01\x02\x03\x04\xff\xff\xff\x01":                 "\xfe\xfd\x09\x00\x00\x00\x00",
		"\xfe\xfd\x00\x01\x02\x03\x04\x13\xce\xfb\xa9\xff\xff\xff\x01": "",
		"\xfe\xfd\x09\x01\x02\x03\x04":                                 "",
		"\xff\xff\xff\xffTSource Engine Query\x00":                     "",
		"\xff\xff\xff\xffU\x01\x02\x03\x04":                            "",
		"\\status\\":                                                   "",
		"x\x00\x00\x00\x00":                                            "",
	} {
		if got := query.ChallengeRequest(decoded([]byte(request), decoder.Request)); !bytes.Equal(got, []byte(want)) {
			t.Errorf("% X is preceded by % X, want % X", request, got, want)
		}
	}
}
