package decoder_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/hostile"
	"fragscope/decoder/wire"
)

// A name that counts for many values is cut with each of them, and a problem
// says so; two that begin in the same way stay two.
func TestLongNames(t *testing.T) {
	a, b := strings.Repeat("x", 40)+"A_", strings.Repeat("x", 40)+"B_"
	short := strings.Repeat("y", wire.MaxName-1) + "_"
	cut := strings.Repeat("x", wire.MaxName) + wire.Ellipsis
	for name, p := range map[string][]byte{
		"gamespy2": []byte("\x00abcd\x00\x02" + z("player_", a, b, short, "", "Ann", "1", "2", "3", "Bob", "4", "5", "6")),
		"gamespy3": []byte("\x00\x10\x20\x30\x40splitnum\x00\x80\x01" + z("player_") + "\x00" + z("Ann", "Bob", "") + z(a) +
			"\x00" + z("1", "4", "") + z(b) + "\x00" + z("2", "5", "") + z(short) + "\x00" + z("3", "6", "", "")),
	} {
		t.Run(name, func(t *testing.T) {
			m := decoder.Decode(p, wire.Options{})
			checkMessage(t, m)
			cuts := 0
			for i := range m.Problems {
				if m.Problems[i].Info == &wire.ProblemNameCut {
					cuts++
				}
			}
			if cuts != 2 {
				t.Errorf("%d names are said to be cut, want 2: %v", cuts, m.Problems)
			}
			for i := range m.Fields {
				f := &m.Fields[i]
				if f.Def.Naming == wire.NameInPacket && len(m.Name(i)) > wire.MaxName+len(wire.Ellipsis) {
					t.Errorf("value %q has the name %q", m.Text(i), m.Name(i))
				}
			}
			s := decoder.StatusOf(m)
			if s == nil || len(s.PlayerList) != 2 {
				t.Fatalf("status %+v", s)
			}
			for i, p := range s.PlayerList {
				want := []wire.Rule{{Key: cut, Value: fmt.Sprint(1 + 3*i)}, {Key: cut, Value: fmt.Sprint(2 + 3*i)},
					{Key: strings.TrimSuffix(short, "_"), Value: fmt.Sprint(3 + 3*i)}}
				if fmt.Sprint(p.Extra) != fmt.Sprint(want) {
					t.Errorf("player %d has %q, want %q", i, p.Extra, want)
				}
			}
		})
	}
}

// What a sentence quotes of a packet is bounded; the field has all of it.
func TestLongQuotes(t *testing.T) {
	m := decoder.Decode([]byte(`\hostname\a\numplayers\`+strings.Repeat("9x", 5000)+`\final\`), wire.Options{})
	for i := range m.Problems {
		if s := m.Message(&m.Problems[i]); len(s) > 1000 || !strings.Contains(s, wire.Ellipsis) {
			t.Errorf("problem %s says %d bytes: %.200s", m.Problems[i].Info.Code, len(s), s)
		}
	}
	if len(m.Problems) == 0 {
		t.Error("nothing is odd about a number of 10,000 characters")
	}
}

// Putting replies together takes time in proportion to their number, however
// they come: in one set and in the wrong order, each in a set of its own, or
// without any number.
func TestAssembleMany(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	const n = 100_000
	for name, make := range map[string]func(i int) string{
		"one set":    func(i int) string { return fmt.Sprintf(`\a\b\queryid\1.%d`, n-i) },
		"many sets":  func(i int) string { return fmt.Sprintf(`\a\b\queryid\%d.1`, i) },
		"unnumbered": func(i int) string { return fmt.Sprintf("\x80\x00\x00\x00\x01\x02a\x00\x07%06d", i%(n/2)) },
		"ends":       func(i int) string { return fmt.Sprintf(`\a\%d\final\`, i) },
	} {
		t.Run(name, func(t *testing.T) {
			ms := []*wire.Message{}
			for i := range n {
				ms = append(ms, decoder.Decode([]byte(make(i)), wire.Options{}))
			}
			start := time.Now()
			sets := decoder.Assemble(ms)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%d datagrams take %v", n, took)
			}
			whole := 0
			for _, r := range sets {
				whole += len(r.Datagrams) + len(r.Duplicates)
				for k := 1; k < len(r.Datagrams); k++ {
					if a, b := (ms[r.Datagrams[k-1]]).Part(), (ms[r.Datagrams[k]]).Part(); a.Numbered &&
						a.Index >= b.Index {
						t.Fatalf("part %d comes before part %d", a.Index, b.Index)
					}
				}
			}
			if whole != n {
				t.Errorf("%d of %d datagrams are in a reply", whole, n)
			}
		})
	}
}

// What is made of the worst datagrams there are takes time in proportion to their
// bytes: the longest of them a few hundredths of a second, which is minutes when
// every field looks at all others.
func TestHostileTime(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	for _, c := range hostile.All(hostile.MaxPayload) {
		start := time.Now()
		m := decoder.Decode(c.Data, wire.Options{})
		decoder.StatusOf(m)
		decoder.Assemble([]*wire.Message{m, m})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s takes %v", c.Name, took)
		}
	}
}

// Diff keeps no second copy of a player's name for each of his values.
func TestDiffMemory(t *testing.T) {
	p := []byte("\x00abcd\x00\xff" + z("player_"))
	p = append(p, strings.Repeat("a_\x00", 8000)...)
	p = append(append(p, 0), strings.Repeat("n", 16000)...)
	p = append(p, strings.Repeat("\x00", 8001)...)
	m := decoder.Decode(p, wire.Options{Protocol: "gamespy2", From: wire.Reply})
	if bytes := allocated(func() { edit.Diff(m, m) }); bytes > 2000*len(p) {
		t.Errorf("a diff of %d bytes takes %d bytes of memory", len(p), bytes)
	}
}

// allocated returns how many bytes of memory f asks for.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// Of bytes that are no datagram for their number the first are decoded, which
// bounds the memory, and the others are one field.
func TestTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	for _, n := range []int{decoder.MaxLength, 16 << 20} {
		p := make([]byte, n)
		copy(p, "\x80\x00\x00\x00\x01")
		var m *wire.Message
		took := allocated(func() { m = decoder.Decode(p, wire.Options{}) })
		if took > 500<<20+8<<10 {
			t.Errorf("%d bytes take %d MB", n, took>>20)
		}
		checkMessage(t, m)
		said := false
		for i := range m.Problems {
			said = said || m.Problems[i].Info == &wire.ProblemTooLong
		}
		if said != (n > decoder.MaxLength) || m.Protocol() != "unreal2" {
			t.Errorf("%d bytes are %v with %d problems, too long: %v", n, m.Protocol(), len(m.Problems), said)
		}
		if got := edit.Encode(m); string(got) != string(p) {
			t.Errorf("%d bytes are others when encoded again", n)
		}
	}
}
