package servers_test

import (
	"fmt"
	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"time"
)

// A watcher asks again and again, and says what is not as it was.
func ExampleChanges() {
	before := &decoder.Status{
		Map: wire.Some("DM-Deck"), PlayerList: []wire.Player{{Name: wire.Some("Quay")}},
	}
	now := &decoder.Status{
		Map: wire.Some("DM-Arena"), PlayerList: []wire.Player{{Name: wire.Some("Lantern")}},
	}
	for _, change := range servers.Changes(before, now, time.Time{}) {
		fmt.Println(export.EventText(&change))
	}
	// Output:
	// map: DM-Deck → DM-Arena
	// joined: Lantern
	// left: Quay
}
