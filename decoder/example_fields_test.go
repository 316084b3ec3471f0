package decoder_test

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Iterators go through the parts of a message.
func ExampleMessage() {
	m := decoder.Decode(
		[]byte(`\hostname\Arena\mapname\DM-Deck\numplayers\1\player_0\Loque\frags_0\12\final\\queryid\7.1`),
		decoder.Options{})
	for key, value := range m.Pairs() {
		fmt.Printf("%s=%s\n", key, value)
	}
	for i, f := range m.With(wire.RoleKey) {
		fmt.Println(m.Text(i), "at offset", f.Offset)
	}
	covered := 0
	for _, f := range m.Leaves() {
		covered += int(f.Length)
	}
	fmt.Println(covered, "of", len(m.Data), "bytes")
	// Output:
	// hostname=Arena
	// mapname=DM-Deck
	// numplayers=1
	// player_0=Loque
	// frags_0=12
	// final=
	// hostname at offset 0
	// mapname at offset 15
	// numplayers at offset 31
	// player_0 at offset 44
	// frags_0 at offset 59
	// final at offset 70
	// queryid at offset 77
	// 89 of 89 bytes
}

// The players of an Unreal2 reply, field by field.
func ExampleMessage_children() {
	m := decoder.Decode(
		[]byte("\x80\x00\x00\x00\x02\x07\x00\x00\x00\x06Loque\x00\x1e\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00"),
		decoder.Options{})
	for player := range m.With(wire.RolePlayer) {
		for i := range m.Children(player) {
			fmt.Printf("%s: %s\n", m.Name(i), m.Text(i))
		}
	}
	fmt.Printf("%q\n", m.Text(m.Find("no such key", 0)))
	// Output:
	// Player ID: 7
	// Name length: 6
	// Name: Loque
	// Ping: 30
	// Score: 12
	// Stats ID and team: 0
	// ""
}

// The text of a field is found by its key, which never changes.
func ExampleMessage_Find() {
	m := decoder.Decode(payload, decoder.Options{})
	fmt.Println(m.Text(m.Find("unreal2.info.hostname", 0)))
	fmt.Printf("%q\n", m.Text(m.Find("unreal2.info.typo", 0))) // no such field
	// Output:
	// Arena
	// ""
}

// A frame as a capture has it: headers are fields like any others.
func ExampleOptions_frame() {
	frame := []byte("\x45\x00\x00\x24\x00\x01\x00\x00\x40\x11\xf6\xc5\xc0\x00\x02\x01\xc0\x00\x02\x02" + // IPv4
		"\x1e\x61\x1e\x62\x00\x10\x00\x00" + // UDP, without a checksum
		`\status\`)
	m := decoder.Decode(frame, decoder.Options{Link: wire.LinkRawIP})
	f := &m.Frame
	fmt.Println(m.Protocol(), m.Info.Name)
	fmt.Printf("%s port %d to %s port %d, payload at %d: %q\n", f.Src, f.SrcPort, f.Dst, f.DstPort, f.Payload,
		m.Data[f.Payload:f.End])
	// Output:
	// gamespy1 status request
	// 192.0.2.1 port 7777 to 192.0.2.2 port 7778, payload at 28: "\\status\\"
}
