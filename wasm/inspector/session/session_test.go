package session

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/render"
	"fragscope/decoder/wire"
	"fragscope/samples"
	"fragscope/wasm/inspector/pack"
)

// The tests have the whole program, as wasm/inspector/decoder sets it up.
// TestUsedAgain checks that a session made of the memory of others that were
// closed says what a new one says, whatever they held.
func TestUsedAgain(t *testing.T) {
	defer func() { free, spare = nil, nil }()
	show := func(s *Session, data []byte) string {
		var w pack.Writer
		s.Load(&w, [][]byte{s.Copy(data)}, 0, decoder.Options{})
		answer := bytes.Clone(w.Finish())
		return string(s.Show(answer, render.JSON, -1, render.Options{}))
	}
	var last string
	var kept *Session // is open all the while
	for _, sample := range samples.List() {
		result, err := paste.Parse([]byte(sample.Text), paste.Options{})
		if err != nil {
			continue
		}
		for i, d := range result.Datagrams {
			free, spare, known = nil, nil, definitions{number: map[*wire.FieldDef]uint32{}}
			want := show(New(), d.Data)
			known = definitions{number: map[*wire.FieldDef]uint32{}}
			a, b := New(), New()
			show(a, []byte("what stood there before"))
			show(b, bytes.Repeat([]byte{0x80, 0, 0, 0, 1}, 200))
			a.Close()
			b.Close()
			known = definitions{number: map[*wire.FieldDef]uint32{}}
			s := New()
			if s != b {
				t.Fatal("the memory of a closed session is not used")
			}
			if got := show(s, d.Data); got != want {
				t.Fatalf("%s, datagram %d: %s, want %s", sample.Name, i, got, want)
			}
			if kept != nil {
				if got := string(kept.Show(nil, render.JSON, -1, render.Options{})); got != last {
					t.Fatalf("a session that is open has changed: %s, was %s", got, last)
				}
			}
			kept, last = s, string(s.Show(nil, render.JSON, -1, render.Options{}))
		}
	}
	if kept == nil {
		t.Fatal("no samples")
	}
}

// TestManyDatagrams checks that of a paste of more datagrams than a page can
// show at once the first are decoded, and that a note says so with the line of
// the first that is left out.
func TestManyDatagrams(t *testing.T) {
	s := New()
	defer s.Close()
	var w pack.Writer
	for _, n := range []int{MaxDatagrams, MaxDatagrams + 1, 70000} {
		w.Reset()
		s.Parse(&w, bytes.Repeat([]byte("00\n\n"), n), Options{})
		if s.Message(MaxDatagrams-1) == nil || s.Message(MaxDatagrams) != nil {
			t.Fatalf("of %d datagrams not the first %d are shown", n, MaxDatagrams)
		}
		answer := w.Finish()
		said := bytes.Contains(answer, fmt.Appendf(nil, "only the first 2048 of %d datagrams", n))
		line := binary.LittleEndian.AppendUint32(nil, 2*MaxDatagrams+1)
		if more := n > MaxDatagrams; said != more || more && !bytes.Contains(answer, line) {
			t.Errorf("%d datagrams: the note is there: %v", n, said)
		}
	}
	w.Reset()
	s.Parse(&w, append(bytes.Repeat([]byte("00\n\n"), MaxDatagrams+1), "0x"...), Options{})
	if s.Message(0) != nil || w.Finish()[0] != 0 {
		t.Error("an error behind the last datagram that is shown was not found")
	}
}

// TestNoGarbage checks that decoding one packet after the other takes no new memory.
func TestNoGarbage(t *testing.T) {
	packet := append([]byte{0x80, 0, 0, 0, 1}, bytes.Repeat([]byte("\x04key\x00\x06value\x00"), 100)...)
	var w pack.Writer
	list := make([][]byte, 1)
	once := func() {
		s := New()
		w.Reset()
		list[0] = s.Copy(packet)
		s.Load(&w, list, 0, decoder.Options{})
		w.Finish()
		s.Close()
	}
	once()
	if n := testing.AllocsPerRun(100, once); n > 0 {
		t.Errorf("%v allocations a packet", n)
	}
}

// TestOnly loads the datagrams of a sample in which a reply is read by its request, and leaves one of
// them: it is the only one, and is what it is among all of them.
func TestOnly(t *testing.T) {
	sample, _ := samples.Get("gamespy3-values-reply")
	s := New()
	defer s.Close()
	var w pack.Writer
	s.Load(&w, sample.Datagrams(), 2, decoder.Options{})
	if m := s.Message(0); m == nil || s.Message(1) != nil || m.Find("gamespy3.value.mapname", 0) < 0 {
		t.Errorf("the session shows %s", s.Show(nil, render.JSON, -1, render.Options{}))
	}
}
