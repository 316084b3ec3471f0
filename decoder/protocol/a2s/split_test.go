package a2s_test

import (
	"bytes"
	"encoding/hex"
	"hash/crc32"
	"slices"
	"strconv"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/wire"
)

func decodeAll(packets [][]byte) (ms []*wire.Message) {
	for _, p := range packets {
		ms = append(ms, decoder.Decode(p, wire.Options{}))
	}
	return ms
}

// Parts of a reply in any order, once or twice, with those of another between
// them, say what the reply says; without one of them they say nothing.
func TestSplit(t *testing.T) {
	foreign := promise.Hex(t, "a2s-split-missing")
	for _, name := range []string{"a2s-split-source", "a2s-split-unsized", "a2s-split-goldsource", "a2s-split-compressed",
		"a2s-split-compressed-differs"} {
		parts := promise.Hex(t, name)
		want := decoder.StatusOf(decodeAll(parts)...)
		if want == nil || len(want.Rules) != 9 || want.Rules[8].Value != "harbour 296" || !want.Complete.Value {
			t.Fatalf("%s: %+v", name, want)
		}
		slices.Reverse(parts)
		mixed := append(append([][]byte{foreign[2], parts[0]}, parts...), foreign[0])
		ms := decodeAll(mixed)
		got := decoder.StatusOf(ms...)
		if got == nil || !slices.Equal(got.Rules, want.Rules) {
			t.Errorf("%s, in disorder: %+v", name, got)
		}
		sets := decoder.Assemble(ms)
		whole := 0
		for _, s := range sets {
			if s.Whole == nil {
				continue
			}
			whole++
			promise.Message(t, s.Whole)
			promise.Truncation(t, s.Whole, wire.Options{})
			if s.Whole.Info.Name != "rules reply" || len(s.Duplicates) != 1 || s.Completeness != wire.Complete {
				t.Errorf("%s: %+v\n%s", name, s, promise.Dump(s.Whole))
			}
		}
		if whole != 1 {
			t.Errorf("%s: %d wholes", name, whole)
		}
		for i := range parts {
			without := decodeAll(slices.Delete(slices.Clone(parts), i, i+1))
			if s := decoder.StatusOf(without...); s != nil || decoder.Assemble(without)[0].Completeness != wire.Incomplete {
				t.Errorf("%s without part %d: %+v", name, i, s)
			}
		}
	}
}

// A server may repeat the size and the checksum in every part.
func TestSplitRepeatsHead(t *testing.T) {
	parts := promise.Hex(t, "a2s-split-compressed")
	head := parts[0][12:20]
	parts[1] = slices.Concat(parts[1][:12], head, parts[1][12:])
	if s := decoder.StatusOf(decodeAll(parts)...); s == nil || len(s.Rules) != 9 {
		t.Errorf("%+v", s)
	}
}

// What cannot be decompressed, or to more than it may, is no message, and says why.
func TestSplitDamaged(t *testing.T) {
	damage := func(change func([][]byte)) [][]byte {
		parts := promise.Hex(t, "a2s-split-compressed")
		change(parts)
		return parts
	}
	for _, c := range []struct {
		parts [][]byte
		code  string
		said  bool
	}{
		{promise.Hex(t, "a2s-split-bomb"), "a2s-split-too-large", false},
		{promise.Hex(t, "a2s-split-compressed-differs"), "a2s-split-size a2s-split-checksum", true},
		{damage(func(p [][]byte) { p[0][12]++ }), "a2s-split-size", true},
		{damage(func(p [][]byte) { p[0][17]++ }), "a2s-split-checksum", true},
		{damage(func(p [][]byte) { p[1][len(p[1])-30] ^= 0x55 }), "a2s-split-compressed", false},
		{damage(func(p [][]byte) { p[0][20] = 'C' }), "a2s-split-compressed", false},
		{damage(func(p [][]byte) { p[1] = p[1][:len(p[1])-9] }), "a2s-split-compressed", false},
		// It says that it is small, and is not.
		{func() [][]byte {
			p := promise.Hex(t, "a2s-split-bomb")
			copy(p[0][12:16], []byte{100, 0, 0, 0})
			return p
		}(), "a2s-split-too-large", false},
	} {
		ms := decodeAll(c.parts)
		read, s := decoder.OfOneServer(ms)
		if last := read[len(read)-1]; promise.Codes(last) != c.code || (s != nil) != c.said || a2s.Doubtful(ms) == c.said {
			t.Errorf("want %s, said %v: %+v\n%s", c.code, c.said, s, promise.Dump(last))
		}
	}
}

// Which engine a header is of.
func TestSplitHeaders(t *testing.T) {
	text := "abcdefghijklmnop"
	for _, c := range []struct{ header, fields, problems string }{
		{"\x12" + text, "place=18 data=16", ""},
		{"\x02" + single + text, "place=2 data=20", ""},
		{"\x02\x00\xe0\x04" + single, "total=2 number=0 size=1248 data=4", ""},
		{"\x02\x01\xe0\x04" + text, "total=2 number=1 size=1248 data=16", ""},
		{"\x02\x01" + text, "total=2 number=1 data=16", ""},
		{"\x02\x00" + single + text, "total=2 number=0 data=20", ""},
		{"\x14\x03\xe0\x04" + text, "total=20 number=3 size=1248 data=16", ""}, // GoldSource's would be part 1 of 4
		{"\x14\x03\x00\x01" + text, "place=20 data=19", ""},
		{"\x14" + text, "place=20 data=16", ""},
		{"\x14\x03", "place=20 data=1", ""},
	} {
		m := decoder.Decode([]byte("\xfe\xff\xff\xff\x01\x00\x00\x00"+c.header), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		got := ""
		for i := range m.Fields[2:] {
			f, key := &m.Fields[i+2], m.Key(i + 2)[len("a2s.split."):]
			if got != "" {
				got += " "
			}
			if got += key + "="; key == "data" {
				got += strconv.FormatInt(int64(f.Length), 10)
			} else {
				got += strconv.FormatInt(f.Int(), 10)
			}
		}
		if got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: %q\n%s", c.header, got, promise.Dump(m))
		}
	}
	for _, p := range []string{"\xfe\xff\xff\xff\x01\x00\x00\x00\x00abcdefgh",
		"\xfe\xff\xff\xff\x01\x00\x00\x00\x33abcdefgh"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Confidence > wire.Unlikely {
			t.Errorf("%q\n%s", p, promise.Dump(m))
		}
	}
	for header, problems := range map[string]string{"": "a2s-split-header cut", "\x01\x00\x00": "a2s-split-header cut",
		"\x01\x00\x00\x00": "a2s-split-header cut"} {
		m := decoder.Decode([]byte("\xfe\xff\xff\xff"+header), wire.Options{})
		promise.Message(t, m)
		if m.Info.Name != "part of a reply" || promise.Codes(m) != problems {
			t.Errorf("%q\n%s", header, promise.Dump(m))
		}
	}
}

// FuzzSplit: parts of anything never panic, and never become more than they may.
func FuzzSplit(f *testing.F) {
	for _, name := range promise.Names(f, "a2s-split") {
		parts := promise.Hex(f, name)
		promise.Add(f, parts[0], parts[1])
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a)+len(b) > 4096 {
			return
		}
		ms := decodeAll([][]byte{a, b, a})
		decoder.StatusOf(ms...)
		if w := decoder.Join(ms[:2]).Whole; w != nil {
			promise.Message(t, w)
			promise.Truncation(t, w, wire.Options{})
			if len(w.Data) > 64<<10 || !bytes.Equal(decoder.Join(ms[:2]).Whole.Data, w.Data) {
				t.Fatalf("%d bytes become %d", len(a)+len(b), len(w.Data))
			}
		}
	})
}

// A message that becomes no more than 64 KiB is never too large, however much it
// shrank; many of them are, so that a short list does not fill the memory.
func TestSplitShrinks(t *testing.T) {
	rules := append([]byte("\xff\xff\xff\xffE\x64\x00"), bytes.Repeat([]byte("sv_quarry_lights\x00on_1\x00"), 110)...)
	packed, err := hex.DecodeString(packedRules)
	if err != nil {
		t.Fatal(err)
	}
	part := func(id byte) []byte {
		p := append([]byte("\xfe\xff\xff\xff"), id, 0, 0, 0x80, 1, 0, 0xe0, 4)
		p = wire.AppendNumber(p, wire.KindU32LE, uint64(len(rules)))
		p = wire.AppendNumber(p, wire.KindU32LE, uint64(crc32.ChecksumIEEE(rules)))
		return append(p, packed...)
	}
	m := decoder.Decode(part(1), wire.Options{})
	read, status := decoder.OfOneServer([]*wire.Message{m})
	if status == nil || len(status.Rules) < 100 || promise.Codes(read[0]) != "" {
		t.Errorf("%d bytes of %d: %+v\n%s", len(rules), len(m.Data), status, promise.Dump(read[0]))
	}
	var many []*wire.Message
	for i := range 250 {
		many = append(many, decoder.Decode(part(byte(i)), wire.Options{}))
	}
	unpacked := 0
	for _, r := range decoder.Assemble(many) {
		if r.Whole != nil {
			unpacked += len(r.Whole.Data)
		}
	}
	if unpacked < 256<<10 || unpacked > 256<<10+9*250*len(m.Data) {
		t.Errorf("%d bytes of %d", unpacked, 250*len(m.Data))
	}
}

// packedRules is a bzip2 file of 104 bytes that becomes 2427.
const packedRules = "" +
	"425a6839314159265359508d7b9a0004bdcf80c000200002000000a4e5bf200000a000902984d340698826aaa19068346f54" +
	"cde13b6909d6135f509909909909b7c84f709bc27884fb09b427384de13884c84d213884c84e213584c6bfc5dc914e142414" +
	"235ee680"
