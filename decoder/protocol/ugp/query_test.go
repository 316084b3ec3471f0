package ugp_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/ugp"
)

// A request is described by the names of its sections and their flags.
func TestQueryText(t *testing.T) {
	var q ugp.Query
	if err := q.UnmarshalText([]byte("server=7d,players=0x03,players-extra=01,rules")); err != nil {
		t.Fatal(err)
	}
	p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "ugp", Details: &q})
	if err != nil || string(p[8:]) != "\x0b\x7d\x43\x01\x07" {
		t.Errorf("% x, %v", p, err)
	}
	for _, bad := range []string{"server=100", "server=", "nothing", "rules=x"} {
		if err := new(ugp.Query).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
