package datagrams

import (
	"reflect"
	"testing"

	"fragscope/decoder/structure"
	"fragscope/decoder/wire"
)

// TestRead: what was appended is read, and bytes that end early are read without harm.
func TestRead(t *testing.T) {
	want := []structure.Datagram{
		{Data: []byte("one"), Time: 1764241592_123456789, Direction: wire.Reply,
			Src: structure.Endpoint{Addr: []byte{192, 0, 2, 1}, Port: 27015}, Dst: structure.Endpoint{Addr: make([]byte, 16),
				Port: 1}},
		{Data: []byte{0}, Time: -1},
	}
	b := Append(Append(nil, 7, &want[0]), 1<<20, &want[1])
	numbers, got := Read(b)
	if !reflect.DeepEqual(numbers, []int{7, 1 << 20}) || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v %+v", numbers, got)
	}
	for n := range b {
		Read(b[:n])
	}
}
