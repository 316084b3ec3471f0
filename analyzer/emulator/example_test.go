package emulator_test

import (
	"context"
	"fmt"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

func Example() {
	name, mapName := "Harbour Lights", "DM-Bellfounder"
	faults, _ := emulator.ParseFaults("duplicate,delay=10ms")
	s, err := emulator.Listen(context.Background(), "127.0.0.1:0", emulator.Options{
		Source: emulator.FromStatus("gamespy1", &decoder.Status{Name: wire.Some(name), Map: wire.Some(mapName)}),
		Faults: faults,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	c := live.New(live.Options{Timeout: 2 * time.Second})
	defer c.Close()
	got := c.Query(context.Background(), live.TargetAt(s.Addr(), query.PlanOf("gamespy1")))
	fmt.Println(got.Status.Name.Value, "on", got.Status.Map.Value)
	// Output: Harbour Lights on DM-Bellfounder
}
