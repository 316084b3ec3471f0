package decoder_test

import (
	"fmt"

	"fragscope/decoder"
)

// payload is the info reply of a UT2004 server.
var payload = []byte("\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x6c\x1e\x00\x00\x00\x00\x00\x00" +
	"\x06Arena\x00\x08DM-Deck\x00\x0cxDeathMatch\x00\x04\x00\x00\x00\x0a\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x020\x00\x00\x00")

func Example() {
	m := decoder.Decode(payload, decoder.Options{})
	fmt.Println(m.Protocol(), m.Info.Name) // unreal2 server info reply
	for i := range m.Fields {
		f := &m.Fields[i]
		fmt.Printf("%d+%d %s: %q\n", f.Offset, f.Length, m.Name(i), m.Text(i))
	}
	if status := decoder.StatusOf(m); status != nil {
		// each has a Value, and is not Known where the packet does not say it
		fmt.Println(status.Name, status.Map, status.Players)
	}
	for i := range m.Problems {
		fmt.Println(m.Message(&m.Problems[i]))
	}
	// Output:
	// unreal2 server info reply
	// 0+4 Protocol version: "128"
	// 4+1 Reply type: "0"
	// 5+4 Server ID: "0"
	// 9+1 Server IP length: "0"
	// 10+0 Server IP: ""
	// 10+4 Game port: "7788"
	// 14+4 Query port: "0"
	// 18+1 Hostname length: "6"
	// 19+6 Hostname: "Arena"
	// 25+1 Map name length: "8"
	// 26+8 Map name: "DM-Deck"
	// 34+1 Game type length: "12"
	// 35+12 Game type: "xDeathMatch"
	// 47+4 Current players: "4"
	// 51+4 Max players: "10"
	// 55+4 Ping: "0"
	// 59+4 Flags: "0"
	// 63+1 Skill level length: "2"
	// 64+2 Skill level: "0"
	// 66+1 Rules in the record: "0"
	// 67+1 Players in the record: "0"
	// Arena DM-Deck 4
}
