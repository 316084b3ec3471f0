package structure

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder/ksy"
	"fragscope/decoder/wire"
)

// TestParts: parts that no list of layouts has, each by the rule that finds it.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		name   string
		packet func(i int) []byte
		typ    Type
		at     int
		of     string // of the finding, where it says the rule
	}{
		{"varint: length of the rest", func(int) []byte {
			b := randomBytes(r, 4)
			for range 1 + r.IntN(4) {
				s := phrase(r) + phrase(r) + phrase(r)
				b = append(append(b, byte(len(s))), s...)
			}
			return append(binary.AppendUvarint([]byte{0xac, 7}, uint64(len(b))), b...)
		}, Length, 2, "rest"},
		{"varint: counter", func(i int) []byte {
			return append(binary.AppendUvarint([]byte{5, 5}, uint64(121+i)), randomBytes(r, 5)...)
		}, Counter, 2, ""},
		{"tag, length, value", func(int) []byte {
			b := []byte{0xbe, 0xef, 2}
			for range 2 + r.IntN(4) {
				v := randomBytes(r, 1+r.IntN(9))
				b = append(append(b, byte(1+r.IntN(9)), byte(len(v))), v...)
			}
			return b
		}, Records, 3, "1 bytes, bytes after u8"},
		{"tag, length of all, value", func(int) []byte {
			b := []byte{0xbe, 0xef, 2}
			for range 2 + r.IntN(4) {
				v := randomBytes(r, 1+r.IntN(9))
				b = append(append(b, byte(1+r.IntN(9)), byte(len(v)+2)), v...)
			}
			return b
		}, Records, 3, "1 bytes, bytes after u8, the length of the record"},
		{"records of 20 bytes up to the end", func(int) []byte {
			b := []byte{2, 2, 0, 0}
			for range 1 + r.IntN(6) {
				b = append(b, 0, 2, 0, 0, 10, byte(r.IntN(256)), byte(r.IntN(256)), 0, 255, 255, 255, 0, 10, 0, 0, byte(r.IntN(4)),
					0, 0, 0,
					byte(1+r.IntN(15)))
			}
			return b
		}, Records, 4, "20 bytes"},
		{"text under a key of four bytes", func(int) []byte {
			return unxor([]byte("name="+phrase(r)+";map="+phrase(r)+";players="+strconv.Itoa(r.IntN(30))+";max=32;"),
				[]byte{0x5a, 0xc3, 0x11, 0x9e})
		}, Encrypted, 0, "XOR 5a c3 11 9e"},
		{"pairs with delimiters that no list has", func(int) []byte {
			return []byte("@a~" + phrase(r) + "@map~" + phrase(r) + "@n~" + strconv.Itoa(r.IntN(30)) + "@end~1")
		}, Text, 2, "“~” “@”"},
		{"Internet checksum in the middle", func(int) []byte {
			b := slices.Concat([]byte{9, 1, 0, 0}, randomBytes(r, 4), []byte(phrase(r)), []byte{0})
			binary.BigEndian.PutUint16(b[2:], ^uint16(internet(b)))
			return b
		}, Checksum, 2, ""},
	} {
		var in []Datagram
		for i := range 14 {
			in = append(in, Datagram{Data: c.packet(i)})
		}
		res := Analyze(in, Options{})
		ok := false
		for k := range res.Kinds {
			for _, f := range find(&res.Kinds[k], c.typ) {
				ok = ok || f.Offset <= c.at && place(&res.Kinds[k], &f, in) == c.at && (c.of == "" || f.Of == c.of)
			}
		}
		if !ok {
			t.Errorf("%s: no %v at %d, %q: %+v", c.name, c.typ, c.at, c.of, res.Kinds)
		}
		if text, err := AppendKSY(nil, "x", res.Kinds); err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, text)
		}
	}
}

// TestEchoOfNumber: what repeats a number is as long as the number, also where its high bytes never change.
func TestEchoOfNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var in []Datagram
	for i := range 24 {
		b := append([]byte{1 + byte(i%2), byte(r.Uint32())}, num(uint64(70000+i/2), 4, true)...)
		b = append(b, num(1700000000123+3210*uint64(i), 8, true)...)
		in = append(in, Datagram{Data: append(append(b, phrase(r)...), 0), Direction: []wire.Direction{wire.Request,
			wire.Reply}[i%2]})
	}
	res := Analyze(in, Options{})
	for k := range res.Kinds {
		for _, f := range find(&res.Kinds[k], Echo) {
			if f.Offset == 2 && f.Length == 4 {
				return
			}
		}
	}
	t.Errorf("%+v", res.Kinds)
}

// TestInRecords: the layout that follows from records has their fields, and reads each packet to its end.
func TestInRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	var in []Datagram
	for range 14 {
		in = append(in, Datagram{Data: append([]byte{0xfe, 1}, randomBytes(r, 4)...), Direction: wire.Request})
		n := 1 + r.IntN(7)
		b := []byte{0xfe, 2, byte(n), 0}
		for range n {
			b = append(append(b, phrase(r)...), 0)
			b = append(b, num(uint64(r.IntN(200)), 2, true)...)
			b = append(b, num(uint64(math.Float32bits(float32(r.IntN(4000))*1.37)), 4, true)...)
		}
		in = append(in, Datagram{Data: b, Direction: wire.Reply})
	}
	res := Analyze(in, Options{})
	text, err := AppendKSY(nil, "x", res.Kinds) // the second byte tells the directions apart
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "type: u2be") || !strings.Contains(string(text), "type: f4be") {
		t.Errorf("the records have no fields:\n%s", text)
	}
	l, err := ksy.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i := range in {
		if m := l.Decode(in[i].Data); len(m.Problems) > 0 {
			t.Errorf("packet %d: %s\n%s", i, m.Message(&m.Problems[0]), text)
		}
	}
}

// TestMeaningOfNumbers: what is said of a truth value, and of numbers side by side.
func TestMeaningOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var in []Datagram
	for range 24 {
		b := []byte{'P', 'O', 'S', '1'}
		for range 3 {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(r.Float32()*900-450))
		}
		b = append(b, byte(r.IntN(2)), byte(r.IntN(2)*255))
		in = append(in, Datagram{Data: b})
	}
	want := []string{"always 50 4f 53 31 (\"POS1\")"}
	for range 3 {
		want = append(want, "f32le: floating-point number, one of 3 side by side, as coordinates are")
	}
	want = append(want, "u8: truth value, 0 or 1", "u8: truth value, 0 or 255")
	kinds := Analyze(in, Options{}).Kinds
	if len(kinds) != 1 {
		t.Fatalf("%d kinds", len(kinds))
	}
	got := make([]string, 0, len(want))
	slices.SortFunc(kinds[0].Findings, func(a, b Finding) int { return a.Offset - b.Offset })
	for _, f := range kinds[0].Findings {
		got = append(got, f.Text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
