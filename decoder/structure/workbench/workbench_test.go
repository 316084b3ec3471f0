package workbench

import (
	"strings"
	"testing"

	"fragscope/decoder/ksy"
	"fragscope/decoder/structure"
)

func bench(t *testing.T) *Bench {
	t.Helper()
	var in []structure.Datagram
	for i, name := range strings.Fields("alpha bravo castle delta echo foxtrot golf hotel india juliet kilo lima") {
		p := append([]byte{0x5a, 0x51, byte(i), byte(i * i * 91), byte(i*i*37 + 5), byte(len(name))}, name...)
		in = append(in, structure.Datagram{Data: p})
	}
	return New(in, structure.Options{})
}

// TestDecisions: what is accepted, named and marked makes a layout that is read again, and is undone and redone.
func TestDecisions(t *testing.T) {
	b := bench(t)
	if b.Layout() != "" || b.Undo() || b.Redo() {
		t.Fatal("something is decided already")
	}
	counter := -1
	for i, f := range b.Kinds()[0].Findings {
		if f.Type == structure.Counter && f.Offset == 2 {
			counter = i
		}
	}
	step := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	step(b.Accept(0, counter, ""))
	step(b.Accept(0, counter, "Sequence number"))
	named := b.Layout()
	if !strings.Contains(named, "id: sequence_number") {
		t.Fatal(named)
	}
	step(b.Mark(0, 0, 3, 2, "u2be"))
	marked := b.Layout()
	if !strings.Contains(marked, "type: u2be") {
		t.Fatal(marked)
	}
	if err := b.Mark(0, 0, 3, 3, "u2be"); err == nil || b.Layout() != marked {
		t.Errorf("three bytes are no u2: %v", err)
	}
	if !b.Undo() || b.Layout() != named || !b.Redo() || b.Layout() != marked {
		t.Error("not undone, or not redone")
	}
	again := bench(t)
	if again.Follow(marked); again.Layout() != marked || again.CanUndo() {
		t.Errorf("the decisions in a layout make another one:\n%s", again.Layout())
	}
	other := New(again.in[:1], structure.Options{}) // decisions about other datagrams say nothing about these
	if other.Follow(marked); other.Layout() != "" {
		t.Errorf("of one datagram: %s", other.Layout())
	}
	if again.Clear(); again.Layout() != "" || !again.Undo() || again.Layout() != marked {
		t.Error("clearing is no step")
	}
	for i, f := range b.Kinds()[0].Findings { // a second time it is no longer accepted
		if f.Marked {
			step(b.Accept(0, i, f.Name))
			break
		}
	}
	if b.Layout() != named {
		t.Errorf("the mark is still there:\n%s", b.Layout())
	}
	step(b.AcceptAll(0))
	describe, err := Parse([]byte(b.Layout()))
	if err != nil || describe == nil {
		t.Fatal(err, b.Layout())
	}
	for _, x := range ksy.Exports {
		if text, err := Export([]byte(b.Layout()), x); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", x.Name, err)
		}
	}
}

// TestSame: a comparison is that of datagrams up to the bounds, and of no more and no fewer below them.
func TestSame(t *testing.T) {
	in := bench(t).in
	if b := New(in[:11], structure.Options{}); !b.Same(in[:11]) || b.Same(in) || b.Same(in[:10]) {
		t.Error("another number of datagrams is the same")
	}
	many := make([]structure.Datagram, MaxDatagrams+1)
	for i := range many {
		many[i] = in[i%12]
	}
	if b := New(many, structure.Options{}); !b.Same(many) || b.Len() != MaxDatagrams {
		t.Errorf("%d are compared", b.Len())
	}
}

// TestParse: an error in the second of two layouts is said with the line of the whole text.
func TestParse(t *testing.T) {
	b := bench(t)
	_ = b.AcceptAll(0)
	_, err := Parse([]byte(b.Layout() + "---\nmeta: {id: a}\nseq:\n  - {id: x, type: nothing}\n"))
	at, ok := err.(*ksy.Error)
	if want := strings.Count(b.Layout(), "\n") + 4; !ok || at.Line != want {
		t.Errorf("%v, expected line %d", err, want)
	}
	if d, err := Parse(nil); d != nil || err != nil {
		t.Error("no layout is not no describer")
	}
}
