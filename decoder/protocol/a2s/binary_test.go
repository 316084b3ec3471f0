package a2s_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// chunks makes the rules of a message, each with size bytes of it.
func chunks(message string, size int) string {
	b := ""
	for _, c := range []byte(message) {
		switch c {
		case 0:
			b += "\x01\x02"
		case 1:
			b += "\x01\x01"
		case 0xff:
			b += "\x01\x03"
		default:
			b += string([]byte{c})
		}
	}
	total := (len(b) + size - 1) / size
	out := single + "E" + string([]byte{byte(total), 0})
	for n := range total {
		out += string([]byte{byte(n + 1), byte(total), 0}) + b[n*size:min((n+1)*size, len(b))] + "\x00"
	}
	return out
}

const arma = "\x03\x00\x05\x00\x41\x01" + "\xaa\xbb\xcc\x00" + "\xff\x01\x00\x02" + "\x02" +
	"\x01\x02\x03\x04\x04\x40\xe2\x01\x00\x06Harbor" + "\x00\x00\x00\x00\x13\x01\x02\x03\x00" + "\x02\x02a3\x04quay"

const dayz = "\x02\x00\x02\x00" + "\x01\x02\x03\x04" + "\x01" + "\x01\x02\x03\x04\x04\x40\xe2\x01\x00\x04Quay" +
	"\x01\x04dayz" + "\x05Hello"

// The same is read however the message is cut into chunks, in names and in
// escapes too.
func TestBinaryRules(t *testing.T) {
	for _, c := range []struct{ message, mods, last string }{
		{arma, "Harbor", "a2s.mods.signature"}, {dayz, "Quay", "a2s.mods.text"},
		{"\x03\x00\x00\x00\x00\x00\x00\x00", "", "a2s.mods.signatures"},
	} {
		for size := 1; size < 130; size++ {
			p := []byte(chunks(c.message, size))
			m := decoder.Decode(p, wire.Options{})
			promise.Message(t, m)
			promise.Encode(t, m)
			if size < 8 || size > 100 {
				promise.Truncation(t, m, wire.Options{})
			}
			got, last := "", ""
			if s := decoder.StatusOf(m); s != nil {
				got = strings.Join(s.Mutators, ",")
			}
			for i := range m.Fields {
				if key := m.Key(i); strings.HasPrefix(key, "a2s.mods.") {
					last = key
				}
			}
			if promise.Codes(m) != "" || got != c.mods || last != c.last {
				t.Fatalf("%q in chunks of %d: mods %q, last %s\n%s", c.message, size, got, last, promise.Dump(m))
			}
		}
	}
}

func TestBinaryRulesDamaged(t *testing.T) {
	const head = single + "E\x02\x00"
	for _, c := range []struct{ packet, problems string }{
		{head + "\x01\x02\x00\x03\x00\x01\x03\x00x\x00", "a2s-chunk-order"},
		{head + "\x01\x02\x00\x03\x00\x02\x02\x00\x01\x09\x00", "a2s-escape"},
		{head + "\x01\x02\x00\x03\x00\x02\x03\x00\x05\x00", "a2s-chunk-order"},
		{head + "\x01\x02\x00\x03", "cut"},
		{head + "\x01\x02", "cut"},
		{head + "\x01\x01\x00\x09\x00a\x00b\x00", "value-unknown"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if promise.Codes(m) != c.problems {
			t.Errorf("%q: want %s\n%s", c.packet, c.problems, promise.Dump(m))
		}
	}
}
