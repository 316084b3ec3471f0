package edit_test

import (
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
	_ "fragscope/samples/seeded" // the same inputs in each run
)

// says spells a diff out: "changed Ada: Ping 40 -> 44".
func says(a, b *wire.Message) []string {
	lines := []string{}
	for _, c := range edit.Diff(a, b) {
		m, i := b, c.B
		if c.Kind == edit.Removed {
			m, i = a, c.A
		}
		line := c.Kind.String() + " "
		if g := m.Parent(i); g >= 0 {
			line += edit.GroupName(m, g) + ": "
		}
		line += m.Name(i)
		if c.A >= 0 {
			line += " " + a.Text(c.A)
		}
		if c.B >= 0 {
			line += " -> " + b.Text(c.B)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestDiff(t *testing.T) {
	const (
		ada   = "07000000 0441646100 28000000 0c000000 00000000"
		later = "07000000 0441646100 2c000000 0d000000 00000000"
		brook = "09000000 0642726f6f6b00 34000000 ffffffff 00000000"
	)
	players := func(records ...string) *wire.Message {
		text := "80 00 00 00 02"
		for _, r := range records {
			text += r
		}
		return decoder.Decode(promise.Unhex(t, text), wire.Options{})
	}
	rules := func(text string) *wire.Message {
		return decoder.Decode(promise.Unhex(t, "80 00 00 00 01"+text), wire.Options{})
	}
	const goal, limit, empty = "05476f616c00 033130 00", "054c696d6900 023500", "05476f616c00 00"
	for _, c := range []struct {
		a, b *wire.Message
		want []string
	}{
		{players(ada, brook), players(ada, brook), []string{}},
		{players(ada, brook), players(brook, later), []string{"changed Ada: Ping 40 -> 44", "changed Ada: Score 12 -> 13"}},
		{rules(goal + limit), rules(limit + goal), []string{}},
		{rules(goal), rules(empty), []string{"changed Goal: Value 10 -> "}},
		{rules(goal), rules(goal + limit), []string{"added Limi: Key -> Limi", "added Limi: Value -> 5"}},
		{rules(goal + limit), rules(limit), []string{"removed Goal: Key Goal", "removed Goal: Value 10"}},
		{rules(goal), rules(goal + goal), []string{"added Goal: Key -> Goal", "added Goal: Value -> 10"}},
	} {
		if d := cmp.Diff(c.want, says(c.a, c.b)); d != "" {
			t.Errorf("want - got +\n%s", d)
		}
	}
}

// Frame headers change with every packet and say nothing about the server.
func TestDiffFrame(t *testing.T) {
	a := decoder.Decode(promise.UDP4(promise.Hex(t, "ut2004-info-reply")[0]), wire.Options{})
	b := decoder.Decode(promise.Ethernet(0x0800, promise.UDP4(promise.Hex(t, "ut2004-info-reply")[0])), wire.Options{})
	if len(edit.Diff(a, b)) > 0 {
		t.Errorf("%q", says(a, b))
	}
}

// Every message equals itself, and a diff holds each field once at most.
func TestDiffProperty(t *testing.T) {
	var all []*wire.Message
	for _, datagrams := range promise.Packets(t) {
		for _, p := range datagrams {
			all = append(all, decoder.Decode(p, wire.Options{}))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SampledFrom(all).Draw(t, "a"), rapid.SampledFrom(all).Draw(t, "b")
		if d := edit.Diff(a, a); len(d) > 0 {
			t.Fatalf("%q", says(a, a))
		}
		forth, back := map[edit.Change]int{}, edit.Diff(b, a)
		for _, c := range edit.Diff(a, b) {
			if forth[c]++; forth[c] > 1 {
				t.Fatalf("%v twice", c)
			}
		}
		if len(forth) != len(back) {
			t.Fatalf("%d changes there, %d back", len(forth), len(back))
		}
	})
}
