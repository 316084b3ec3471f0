package live_test

import (
	"context"
	"fmt"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

// served starts a server of this program's own that answers as UT2004 does,
// and returns its address.
func served() (addr string, stop func() error) {
	town := &emulator.Town{}
	game := decoder.GameByName("ut2004")
	if err := town.Game(context.Background(), game, emulator.Choice{Free: true}, emulator.Options{}); err != nil {
		panic(err)
	}
	return town.Servers[0].Addr().String(), town.Close
}

func ExampleQuery() {
	addr, stop := served()
	defer stop()

	status, err := live.Query(context.Background(), addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(status.Name)
	// Output: Harbour Lights | Onslaught all night
}

// With a client of one's own there is more to choose and to see.
func ExampleClient_Query() {
	addr, stop := served()
	defer stop()

	c := live.New(live.Options{Timeout: 2 * time.Second, Retries: 5})
	defer c.Close()
	target, err := live.ParseTarget(addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	target.Ask.Parts = ask.PartInfo | ask.PartRules
	s := c.Query(context.Background(), target)
	if s.Err != nil {
		fmt.Println(s.Err)
	}
	for _, x := range s.Exchanges {
		fmt.Printf("%s: %s, %d of %d datagrams count\n", x.Message, x.Outcome, len(x.Chosen), len(x.Replies))
	}
	// Output:
	// server info request: answered, 1 of 1 datagrams count
	// rules request: answered, 1 of 1 datagrams count
}
