package ksy

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder/wire"
)

const game = `
meta:
  id: my_game
  title: My game's status
  endian: le
  encoding: UTF-8
doc: Status of my game.
seq:
  - id: magic
    contents: [0xff, 0xff, 'MG']
  - id: kind
    type: u1
    enum: kinds
    valid:
      any-of: [1, 2]
  - id: len_rest   # counts what follows
    type: u2
  - id: body
    size: len_rest
    type:
      switch-on: kind
      cases:
        'kinds::request': request
        'kinds::reply': reply
  - id: sum
    type: u1
    if: _io.size - _io.pos > 0
types:
  request:
    seq:
      - id: id
        type: u4
  reply:
    seq:
      - id: id
        type: u4
      - {id: flags, type: b4}
      - {id: version, type: b4}
      - id: name
        type: strz
      - id: num_players
        type: u1
      - id: players
        type: player
        repeat: expr
        repeat-expr: num_players
  player:
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
      - id: score
        type: s2
enums:
  kinds:
    1: request
    2:
      id: reply
      doc: what the server says
`

func decodeHex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lines writes the fields as a person reads them.
func lines(m *wire.Message) string {
	var b strings.Builder
	for i := range m.Fields {
		f := &m.Fields[i]
		b.WriteString(strings.Repeat("  ", int(f.Depth)))
		b.WriteString(m.Key(i) + " " + f.KindName() + " " + m.Text(i))
		b.WriteByte('\n')
	}
	for i := range m.Problems {
		b.WriteString(m.Problems[i].Info.Code + ": " + m.Message(&m.Problems[i]) + "\n")
	}
	return b.String()
}

// tiles checks the promise that leaves cover a datagram.
func tiles(t *testing.T, m *wire.Message) {
	t.Helper()
	at := 0
	for i := range m.Fields {
		f := &m.Fields[i]
		if !f.Leaf() {
			continue
		}
		if int(f.Offset) != at {
			t.Fatalf("field %s begins at %d, not %d\n%s", m.Key(i), f.Offset, at, lines(m))
		}
		at = f.End()
	}
	if at != len(m.Data) {
		t.Fatalf("the fields end at %d of %d\n%s", at, len(m.Data), lines(m))
	}
}

const gameReply = "ffff4d47 02 1700 78563412 35 436f7065726e00 02 02 416c feff 03 426f62 0700 99"

func TestDecode(t *testing.T) {
	l, err := Parse([]byte(game))
	if err != nil {
		t.Fatal(err)
	}
	m := l.Decode(decodeHex(t, strings.Replace(gameReply, "1700", "1800", 1)))
	tiles(t, m)
	want := `my_game.magic const ff ff 4d 47
my_game.kind enum 2
my_game.len_rest u16le 24
my_game.body group 
  my_game.reply.id u32le 305419896
  my_game.reply.flags bits 53
  my_game.reply.name text Copern
  my_game.reply.num_players u8 2
  my_game.reply.players group 
    my_game.player.len_name u8 2
    my_game.player.name text Al
    my_game.player.score i16le -2
  my_game.reply.players group 
    my_game.player.len_name u8 3
    my_game.player.name text Bob
    my_game.player.score i16le 7
my_game.sum u8 153
`
	if got := lines(m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if m.Info.Name != "My game's status" {
		t.Error(m.Info.Name)
	}
}

// TestCuts: what ends by a cut reads the same as in the whole datagram, and every cut tiles.
func TestCuts(t *testing.T) {
	l, err := Parse([]byte(game))
	if err != nil {
		t.Fatal(err)
	}
	whole := decodeHex(t, strings.Replace(gameReply, "1700", "1800", 1))
	if !l.Fits(whole) || !l.Decides() {
		t.Error("the datagram does not fit its own layout")
	}
	for n := range whole {
		m := l.Decode(whole[:n])
		tiles(t, m)
		if l.Fits(whole[:n]) && n != len(whole)-1 {
			t.Errorf("%d of %d bytes fit", n, len(whole))
		}
	}
	whole[0] = 0
	if l.Fits(whole) {
		t.Error("another magic fits")
	}
	whole[0], whole[4] = 0xff, 3
	if l.Fits(whole) {
		t.Error("a value that is not valid fits")
	}
}

// TestValid: a value that valid does not allow is a problem of its field, in whatever way it is read.
func TestValid(t *testing.T) {
	const head = "meta: {id: x, endian: le, encoding: ASCII}\nenums: {e: {1: one, 2: two}}\nseq:\n"
	bits := head + "  - {id: hi, type: b4, valid: 5}\n  - {id: lo, type: b4, enum: e, valid: {in-enum: true}}\n"
	choice := head + "  - {id: k, type: u1}\n  - {id: v, type: {switch-on: k, cases: {1: u2, 2: strz}}, size-eos: true, " +
		"valid: {expr: k != 1 or _ < 10}}\n"
	for _, c := range []struct{ text, data, want string }{
		{head + "  - {id: a, type: u2, valid: 7}\n", "0700", ""},
		{head + "  - {id: a, type: u2, valid: 7}\n", "0800", "0+2 A is not what the layout allows."},
		{head + "  - {id: a, type: s1, valid: {min: -1, max: 3}}\n", "fe", "0+1 A is not what the layout allows."},
		{head + "  - {id: a, type: f4, valid: {min: 0.5}}\n", "00000000", "0+4 A is not what the layout allows."},
		{head + "  - {id: a, type: strz, valid: {any-of: ['\"x\"', '\"y\"']}}\n", "7900", ""},
		{head + "  - {id: a, type: strz, valid: {any-of: ['\"x\"', '\"y\"']}}\n", "7a00",
			"0+2 A is not what the layout allows."},
		{head + "  - {id: a, type: u1, enum: e, valid: {in-enum: true}}\n", "03", "0+1 A is not what the layout allows."},
		{head + "  - {id: a, type: u1, repeat: eos, valid: {expr: _ != 9}}\n", "010902",
			"1+1 A is not what the layout allows."},
		{bits, "51", ""},
		{bits, "52", ""},
		{bits, "63", "0+1 Bits 0xf0 of Hi, lo are 6, which the layout does not allow.; " +
			"0+1 Bits 0xf of Hi, lo are 3, which the layout does not allow."},
		{choice, "010900", ""},
		{choice, "010a00", "1+2 V is not what the layout allows."},
		{choice, "026100", ""},
	} {
		l, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatalf("%v\n%s", err, c.text)
		}
		m := l.Decode(decodeHex(t, c.data))
		var got []string
		for i := range m.Problems {
			if p := &m.Problems[i]; p.Info.Severity >= wire.SeverityWarning {
				got = append(got, strconv.Itoa(int(p.Offset))+"+"+strconv.Itoa(int(p.Length))+" "+m.Message(p))
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s%s: %q, expected %q", c.text, c.data, got, c.want)
		}
	}
}

// TestErrors: each error has the line and column of what is wrong.
func TestErrors(t *testing.T) {
	head := "meta:\n  id: x\n  endian: le\n  encoding: ASCII\n"
	for _, c := range []struct{ text, want string }{
		{"", "line 1, column 1: the description is empty"},
		{"seq: []\n", "line 1, column 1: there is no meta"},
		{"meta:\n  id: X\n", "line 2, column 3: meta has no id"},
		{"meta:\n\tid: x\n", "line 2, column 1: found a tab"},
		{head + "seq:\n  - id: a\n    type: u3\n", "line 7, column 11: there is no type “u3”"},
		{"meta:\n  id: x\nseq:\n  - id: a\n    type: u2\n", "line 5, column 11: the byte order"},
		{"meta:\n  id: x\nseq:\n  - id: a\n    type: strz\n", "line 5, column 11: the encoding"},
		{head + "seq:\n  - id: a\n    size: b + 1\n", "line 7, column 11: there is no field “b”"},
		{head + "seq:\n  - id: a\n    size: (1 + 2\n", "line 7, column 17: expected “)”"},
		{head + "seq:\n  - id: a\n    size: 1 +\n", "line 7, column 14: found the end"},
		{head + "seq:\n  - id: a\n    type: u1\n    process: zlib\n", "line 8, column 14: process is not part of the subset"},
		{head + "seq:\n  - id: a\n    tipe: u1\n", "line 7, column 5: “tipe” is not part"},
		{head + "seq:\n  - id: a\n    type: u1\n  - id: a\n    type: u1\n", "line 8, column 5: there are two fields “a”"},
		{head + "instances:\n  p:\n    pos: 4\n    type: u1\n", "line 6, column 3: the instance “p” has no value"},
		{head + "seq:\n  - id: a\n    type: u1\n    enum: e\n", "line 8, column 11: there is no enumeration “e”"},
		{head + "seq:\n  - id: a\n    type: b4\n    enum: e\n", "line 8, column 11: there is no enumeration “e”"},
		{head + "seq:\n  - id: a\n    type: u1\n    valid: {in-enum: true}\n", "line 8, column 22: the field has no enum"},
		{head + "seq:\n  - id: a\n    type: u1\n    if: e::f\n", "there is no enumeration “e”"},
		{head + "seq:\n  - id: a\n    contents: [1, 300]\n", "line 7, column 19: “300” is no byte"},
		{head + "seq:\n  - id: a\n    type: u1\n    repeat: forever\n", "line 8, column 13: found “forever”"},
		{head + "params: [{id: n}]\n", "line 5, column 9: expected a list of parameters, of a type in types"},
		{head + "seq:\n  - id: a\n    type: t(1, 2)\ntypes:\n  t: {params: [{id: n}]}\n",
			"line 7, column 11: the type “t” has 1 parameters, found 2"},
		{head + "seq:\n  - id: a\n    type: t(b)\ntypes:\n  t: {params: [{id: n}]}\n",
			"line 7, column 13: there is no field “b”"},
		{head + "seq:\n  - id: a\n    type: t(1\ntypes:\n  t: {params: [{id: n}]}\n", "expected “)” after the parameters"},
		{head + "seq:\n  - id: a\n    type: u1\n  - id: b\n    size: sizeof<t>\ntypes:\n  t: {seq: [{id: c, type: strz}]}\n",
			"line 9, column 11: the size is not the same"},
		{head + "seq:\n  - id: a\n    size: _sizeof\n", "line 7, column 11: the size is not the same"},
		{head + "seq:\n  - id: a\n    size: sizeof<t0>\ntypes:\n" + nested(), "line 7, column 11: the size is not the same"},
		{head + "seq:\n  - id: a\n    size: sizeof<t>\ntypes:\n  t: {seq: [{id: b, type: t}]}\n",
			"line 7, column 11: the size is not the same"},
		{"meta:\n  id: x\n  imports:\n    - common/vlq\n", "line 4, column 7: the layout “vlq” is not given"},
		{head + "seq:\n  - id: a\n    size: 1\n  - id: b\n    if: a.to_s('UTF-16LE') == ''\n    size: 1\n",
			"line 9, column 11: bytes are made a text of ASCII or UTF-8 alone"},
		{head + "seq:\n  - id: a\n    type: t\n    terminator: 0\ntypes:\n  t: {}\n",
			"line 8, column 17: terminator with a type"},
		{head + "seq: &a\n  - id: a\n", "anchors"},
		{"a: " + strings.Repeat("[", 100), "nested more than 64 deep"},
		{head + "meta:\n  id: y\n", "line 5, column 1: the key “meta” is in line 1 already"},
		{strings.Repeat("a", MaxText+1), "more than"},
	} {
		_, err := Parse([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text[:min(len(c.text), 200)], err, c.want)
		}
	}
}

// TestHostile: layouts that would take for ever, or all memory, stop with a problem that says so.
func TestHostile(t *testing.T) {
	head := "meta: {id: x, endian: le, encoding: ASCII}\n"
	for name, text := range map[string]string{
		"recursion":           head + "seq:\n  - {id: a, type: t}\ntypes:\n  t:\n    seq:\n      - {id: b, type: t}\n",
		"endless repeat":      head + "seq:\n  - {id: a, size: 0, repeat: expr, repeat-expr: 0x7fffffffffffffff}\n",
		"repeat until never":  head + "seq:\n  - {id: a, size: 0, repeat: until, repeat-until: 'false'}\n",
		"instances in a ring": head + "seq:\n  - {id: a, size: p}\ninstances:\n  p: {value: q}\n  q: {value: p}\n",
		"deep expression":     head + "seq:\n  - {id: a, size: '" + strings.Repeat("1+", 1500) + "1'}\n",
		"doubling":            head + "seq:\n  - {id: a, size: p5}\ninstances:\n" + doubling(),
		"nested repeats": head + "seq:\n  - {id: a, type: t, repeat: expr, repeat-expr: 1000000}\ntypes:\n  t:\n    seq:\n" +
			"      - {id: b, size: 0, repeat: expr, repeat-expr: 1000000}\n",
		"items of nothing up to the end": head + "seq:\n  - {id: a, type: t, repeat: eos}\ntypes:\n  t:\n    seq:\n      - " +
			"{id: b, size: 0}\n",
		"negative size":    head + "seq:\n  - {id: a, type: s1}\n  - {id: b, size: a}\n",
		"division by zero": head + "seq:\n  - {id: a, type: u1}\n  - {id: b, size: '1 / (a - a)'}\n",
		"huge size":        head + "seq:\n  - {id: b, size: 0x7fffffffffffffff}\n",
	} {
		l, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m := l.Decode(bytes.Repeat([]byte{0xff}, 100))
		tiles(t, m)
		if len(m.Problems) == 0 {
			t.Errorf("%s: no problem", name)
		}
		if len(m.Fields) > 500 {
			t.Errorf("%s: %d fields", name, len(m.Fields))
		}
	}
}

func doubling() string {
	var b strings.Builder
	for i := range 40 {
		next := "1"
		if i < 39 {
			next = "p" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
			next += " + " + next
		}
		name := "p" + string(rune('0'+i/10)) + string(rune('0'+i%10))
		if i == 0 {
			name = "p5"
		}
		b.WriteString("  " + name + ": {value: " + next + "}\n")
	}
	return b.String()
}

func nested() string {
	var b strings.Builder
	for i := range 40 {
		kind := "u8"
		if i < 39 {
			kind = "t" + strconv.Itoa(i+1)
		}
		b.WriteString("  t" + strconv.Itoa(i) + ": {seq: [{id: a, type: " + kind + "}, {id: b, type: " + kind + "}]}\n")
	}
	return b.String()
}

// TestImports: layouts import each other, in a circle too, if they are given together; what is wrong in one
// is an error where it is imported.
func TestImports(t *testing.T) {
	a := []byte("meta: {id: a, imports: [/common/b]}\nseq:\n  - {id: x, type: b}\n")
	b := []byte("meta: {id: b, endian: be, imports: [a]}\nseq:\n  - {id: n, type: u2}\n  - {id: more, type: a, if: n > " +
		"1}\n")
	set, _, err := ParseAll(nil, a, b)
	if err != nil || len(set) != 2 {
		t.Fatal(len(set), err)
	}
	m := set[0].Decode([]byte{0, 2, 0, 1})
	tiles(t, m)
	if want := "a.x group \n  a.b.n u16be 2\n  a.b.more group \n    a.x group \n      a.b.n u16be 1\n"; lines(m) != want {
		t.Errorf("got\n%s", lines(m))
	}
	b = []byte("meta: {id: b}\nseq:\n  - {id: n, type: u2}\n")
	if _, wrong, err := ParseAll(nil, a, b); wrong != 0 || err == nil ||
		err.Error() != "line 1, column 25: “b”, which is imported: line 3, column 19: the byte order of “u2” is not known: "+
			"add le or be to it, or meta/endian" {
		t.Errorf("text %d: %v", wrong, err)
	}
	if set, _, err = ParseAll(nil, a, []byte("meta: {id: b}\nseq:\n  - {id: n, type: u1}\n")); len(set) != 1 ||
		set[0].ID != "a" {
		t.Errorf("%d layouts, %v", len(set), err)
	}
}

// TestTaken: a layout has no id that something else has.
func TestTaken(t *testing.T) {
	taken := func(id string) (wire.ProtocolID, bool) { return wire.ProtocolID(id), id == "b" }
	a, b := []byte("meta: {id: a}\nseq: []\n"), []byte("\n# mine\nmeta: {id: b}\nseq:\n  - {id: n, type: u1}\n")
	_, wrong, err := ParseAll(taken, a, b)
	if err == nil || wrong != 1 || err.Error() != "line 3, column 12: “b” is the name of a protocol that is decoded without "+
		"a layout; choose another id, such as b_mine" {
		t.Errorf("text %d: %v", wrong, err)
	}
	_, wrong, err = ParseAll(nil, b, append(append(a[:len(a):len(a)], Separator...), b...))
	if err == nil || wrong != 1 || err.Error() != "line 6, column 12: “b” is the id of a layout before this one; "+
		"give each its own, or leave one out" {
		t.Errorf("text %d: %v", wrong, err)
	}
	if set, _, err := ParseAll(nil, a, b); err != nil || len(set) != 2 {
		t.Errorf("%d layouts, %v", len(set), err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(game), decodeHexFuzz(gameReply))
	f.Fuzz(func(t *testing.T, text, p []byte) {
		l, err := Parse(text)
		if err != nil || len(p) > 2000 {
			return
		}
		tiles(t, l.Decode(p))
	})
}

func decodeHexFuzz(s string) []byte {
	b, _ := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	return b
}

// TestTerminator: what include and consume say of a terminator.
func TestTerminator(t *testing.T) {
	l, err := Parse([]byte(`
meta: {id: x, encoding: ASCII}
seq:
  - {id: a, type: str, terminator: 0x3b, include: true}
  - {id: b, type: str, terminator: 0x3b, consume: false}
  - {id: c, size-eos: true}
  - {id: d, size: 0, if: a.length != 4 or b.length != 5}
`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.Decode([]byte("two;three;four"))
	tiles(t, m)
	if got, want := lines(m), "x.a text two\nx.b text three\nx.c bytes 3b 66 6f 75 72\n"; got != want {
		t.Errorf("got\n%s", got)
	}
	if m = l.Decode([]byte("two;three")); len(m.Problems) != 1 || m.Problems[0].Info != &ProblemTerminator {
		t.Errorf("got\n%s", lines(m))
	}
}
