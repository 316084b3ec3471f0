package decoder_test

import (
	"bytes"
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// The messages of a protocol that fragscope does not know.
var (
	harbourReply = wire.MessageInfo{Name: "harbour reply", Direction: wire.Reply}
	harbour      = []wire.FieldDef{
		{Key: "harbour.mark", Name: "Mark", Kind: wire.KindConst},
		{Key: "harbour.players", Name: "Players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "harbour.name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName},
	}
)

// readHarbour is a [wire.Describer]: it reads datagrams that begin with HRBR.
func readHarbour(r *wire.Reader, _ bool) *wire.MessageInfo {
	if !bytes.HasPrefix(r.Rest(), []byte("HRBR")) {
		return nil
	}
	r.Constant(&harbour[0], "HRBR")
	if r.More() {
		r.Field(&harbour[1])
		r.AddText(&harbour[2], r.Left(), 0)
	}
	return &harbourReply
}

// A program adds a protocol of its own by a function in its options. analyzer.Options takes
// the same, and describes packets of other traffic with it.
func Example_ownProtocol() {
	m := decoder.Decode([]byte("HRBR\x07Harbour Lights"), decoder.Options{Layouts: readHarbour})
	fmt.Println(m.Info.Name)
	for i := range m.Fields {
		fmt.Printf("%d %s: %s\n", m.Fields[i].Offset, m.Name(i), m.Text(i))
	}
	status := decoder.StatusOf(m)
	fmt.Println(status.Name, status.Players)
	// Output:
	// harbour reply
	// 0 Mark: 48 52 42 52
	// 4 Players: 7
	// 5 Server name: Harbour Lights
	// Harbour Lights 7
}
