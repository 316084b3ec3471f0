package decoder_test

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/harbour"
)

// A program adds a protocol of its own by a value in its options; package
// samples/harbour is such a protocol.
func Example_ownProtocol() {
	m := decoder.Decode([]byte("HRB!\x07Harbour Lights"), decoder.Options{Protocols: []*wire.Protocol{harbour.Protocol}})
	fmt.Println(m.Protocol(), m.Info.Name)
	for i := range m.Fields {
		fmt.Printf("%d %s: %s\n", m.Fields[i].Offset, m.Key(i), m.Text(i))
	}
	status := decoder.StatusOf(m)
	fmt.Println(status.Name, status.Players)
	// Output:
	// harbour harbour reply
	// 0 harbour.mark: 48 52 42 21
	// 4 harbour.players: 7
	// 5 harbour.name: Harbour Lights
	// Harbour Lights 7
}
