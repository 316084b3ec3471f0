package edit_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
)

// TestInsert puts an optional field where it belongs, and takes it out again.
func TestInsert(t *testing.T) {
	request := func(s string) *decoder.Message {
		return decoder.Decode([]byte(s), decoder.Options{From: decoder.Request, Link: decoder.LinkNone})
	}
	for _, c := range []struct{ without, with, key string }{
		{"\xfe\xfd\x00\x01\x02\x03\x04\xff\xff\xff\x01", "\xfe\xfd\x00\x00\x00\x00\x00\x13\xce\xfb\xa9\xff\xff\xff\x01",
			"gamespy3.request.challenge"},
		{"\xff\xff\xff\xffTSource Engine Query\x00", "\xff\xff\xff\xffTSource Engine Query\x00\x01\x02\x03\x04",
			"a2s.request.challenge"},
	} {
		m, from := request(c.without), request(c.with)
		b, err := edit.Insert(m, from, from.Find(c.key, 0))
		if err != nil {
			t.Errorf("%s: %v", c.key, err)
			continue
		}
		d := request(string(b))
		if i := d.Find(c.key, 0); i < 0 || d.Text(i) != from.TextOf(c.key) || len(b) != len(c.without)+4 {
			t.Errorf("%s: % X", c.key, b)
		}
		if b, err = edit.Remove(d, d.Find(c.key, 0)); err != nil || string(b) != c.without {
			t.Errorf("%s taken out: % X, %v; want % X", c.key, b, err, c.without)
		}
	}
	m := request("\xff\xff\xff\xffU\x01\x02\x03\x04")
	if b, err := edit.Remove(m, 0); err == nil {
		t.Errorf("a request without its header is % X", b)
	}
	if b, err := edit.Insert(m, m, 99); err == nil {
		t.Errorf("a field that is not there was inserted: % X", b)
	}
}
