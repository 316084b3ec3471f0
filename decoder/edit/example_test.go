package edit_test

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/wire"
)

// A longer name: its length follows.
func ExampleEdit() {
	m := decoder.Decode([]byte("\x80\x00\x00\x00\x01\x04Foo\x00\x04Bar\x00"), decoder.Options{From: decoder.Reply})
	for i := range m.Fields {
		if m.Text(i) != "Bar" || m.Fields[i].Kind == wire.KindGroup {
			continue
		}
		p, err := edit.Edit(m, i, "Longer")
		fmt.Printf("%q %v\n", p, err)
	}
	// Output: "\x80\x00\x00\x00\x01\x04Foo\x00\aLonger\x00" <nil>
}
