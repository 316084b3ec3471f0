package structure

import (
	"slices"
	"testing"

	"fragscope/decoder/wire"
)

// TestFlows: of the two endpoints of a flow the one that has more flows is the server, also where it
// sent first. A direction that the caller gives is not changed.
func TestFlows(t *testing.T) {
	at := func(last byte, port uint16) Endpoint { return Endpoint{[]byte{192, 0, 2, last}, port} }
	server, a, b := at(1, 7777), at(2, 40000), at(3, 40000)
	in := []Datagram{{Src: server, Dst: a}, {Src: a, Dst: server}, {Src: b, Dst: server}, {Src: at(8, 1), Dst: at(9, 1)},
		{Src: at(9, 1), Dst: at(8, 1)}, {Src: b, Dst: server, Direction: wire.Reply}, {}}
	Flows(in)
	var flows []int
	var ways []wire.Direction
	for i := range in {
		flows, ways = append(flows, in[i].Flow), append(ways, in[i].Direction)
	}
	if want := []int{1, 1, 2, 3, 3, 2, 0}; !slices.Equal(flows, want) {
		t.Errorf("flows %v, expected %v", flows, want)
	}
	if want := []wire.Direction{wire.Reply, wire.Request, wire.Request, wire.Request, wire.Reply, wire.Reply,
		wire.DirectionUnknown}; !slices.Equal(ways, want) {
		t.Errorf("directions %v, expected %v", ways, want)
	}
}
