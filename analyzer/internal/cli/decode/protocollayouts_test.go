package decode

import (
	"bytes"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ksy"
)

// TestProtocolLayouts: messages of all samples that are plain sequences are described by their fields and read back
// from there, each with the kinds, places and numbers that its decoder finds; of the others a comment says why not.
func TestProtocolLayouts(t *testing.T) {
	described, messages, protocols := 0, 0, 0
	for _, p := range decoder.Protocols() {
		text, n, of := protocolLayouts(nil, p)
		described, messages = described+n, messages+of
		if refused := bytes.Count(text, []byte("# No plain sequence: ")); refused != of-n {
			t.Errorf("%s: %d of %d messages described, %d refused", p, n, of, refused)
		}
		if n == 0 {
			continue
		}
		protocols++
		if set, _, err := ksy.ParseAll(decoder.ProtocolByName, text); err != nil || len(set) != n {
			t.Errorf("%s: %d layouts of %d: %v", p, len(set), n, err)
		}
	}
	t.Logf("%d of %d messages of %d protocols", described, messages, protocols)
	if described < 130 || protocols < 24 {
		t.Errorf("%d of %d messages of %d protocols are described", described, messages, protocols)
	}
}

// TestLayoutOfProtocol: the command writes what it reads.
func TestLayoutOfProtocol(t *testing.T) {
	run := func(in string, args ...string) (string, error) {
		var out bytes.Buffer
		c := layoutCommand()
		c.SetIn(strings.NewReader(in))
		c.SetOut(&out)
		c.SetErr(&bytes.Buffer{})
		c.SetArgs(args)
		err := c.Execute()
		return out.String(), err
	}
	text, err := run("", "--protocol", "mumble")
	if err != nil || !strings.Contains(text, "- id: max_users\n    type: u4be\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if summary, err := run(text, "-"); err != nil || strings.Count(summary, "mumble") != 4 {
		t.Errorf("%v\n%s", err, summary)
	}
	if _, err := run("", "--protocol", "mumble", "x.ksy"); err == nil {
		t.Error("a file and a protocol are both read")
	}
}
