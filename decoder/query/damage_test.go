package query_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A long datagram is a sign of damage only where servers send no such ones:
// those of Rust and ARK reply with all their rules at once.
func TestDamageOfLongDatagram(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		long  bool
	}{
		"a2s":    {"\xff\xff\xff\xffE\xe8\x03" + strings.Repeat("rule.name\x00value\x00", 1000), false},
		"quake3": {"\xff\xff\xff\xffstatusResponse\n" + strings.Repeat("\\rule.name\\value", 1000) + "\n", true},
	} {
		d := decoder.Decoder{Options: decoder.Options{From: decoder.Reply}}
		m := d.Decode([]byte(c.reply))
		if m.Protocol().String() != name || len(m.Problems) > 0 {
			t.Fatalf("%s is read as %s with %d problems", name, m.Protocol(), len(m.Problems))
		}
		if damage := query.Damage(m); c.long != (damage == "The datagram is longer than any server sends.") {
			t.Errorf("%s with %d bytes: %q", name, len(c.reply), damage)
		}
	}
}
