package decoder_test

import (
	"fmt"

	"fragscope/decoder"
)

// Iterators go through the parts of a message.
func ExampleMessage() {
	m := decoder.Decode([]byte(`\hostname\Arena\mapname\DM-Deck\numplayers\1\player_0\Loque\frags_0\12\final\\queryid\7.1`), decoder.Options{})
	for key, value := range m.Pairs() {
		fmt.Printf("%s=%s\n", key, value)
	}
	for i, f := range m.With(decoder.RoleKey) {
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
	m := decoder.Decode([]byte("\x80\x00\x00\x00\x02\x07\x00\x00\x00\x06Loque\x00\x1e\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00"), decoder.Options{})
	for player := range m.With(decoder.RolePlayer) {
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
