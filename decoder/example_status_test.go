package decoder_test

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A status reply of UT99 in two datagrams, which may come in any order.
func ExampleStatusOf() {
	second := decoder.Decode([]byte(`\player_0\Loque\frags_0\12\ping_0\ 35\team_0\0\final\\queryid\7.2`),
		decoder.Options{})
	first := decoder.Decode(
		[]byte(`\gamename\ut\hostname\Morpheus\mapname\DM-Morpheus\numplayers\1\maxplayers\16\queryid\7.1`),
		decoder.Options{})
	s := decoder.StatusOf(second, first)
	fmt.Println(s.Name.Value, s.Map.Value, s.Players.Value, "of", s.MaxPlayers.Value)
	fmt.Println(s.PlayerList[0].Name.Value, s.PlayerList[0].Score.Value)
	// Output:
	// Morpheus DM-Morpheus 1 of 16
	// Loque 12
}

func ExampleAppendRequest() {
	for _, name := range decoder.Descriptor("unreal2").Requests() {
		fmt.Println(name)
	}
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2", Message: "server info request"})
	fmt.Printf("% x %v\n", p, err)
	// Output:
	// server info request
	// rules request
	// player list request
	// rules and player list request
	// ping request
	// 79 00 00 00 00 <nil>
}

// What a server answers to a request.
func ExampleAppendReplies() {
	name, level, players := "Arena", "DM-Deck", int64(0)
	server := answer.Answer{Status: &decoder.Status{Name: wire.Some(name), Map: wire.Some(level),
		Players: wire.Some(players)}, Game: decoder.GameByName("ut99")}

	request := decoder.Decode([]byte(`\info\`), decoder.Options{})
	replies, err := decoder.AppendReplies(nil, request, &server)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range replies {
		fmt.Printf("%s\n", p)
	}
	// Output: \hostname\Arena\mapname\DM-Deck\numplayers\0\queryid\1.1\final\
}
