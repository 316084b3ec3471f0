package analyzer

import (
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// A client's flows with servers are counted when they begin, however many
// exchanges each has.
func TestClientFlows(t *testing.T) {
	a := New(record.Options{Workers: 1})
	for i, to := range []int{2, 3, 2, 3, 2} { // flows end when no answer comes for five seconds
		at := int64(i) * 1e9
		if i == 4 {
			at = 20e9
		}
		a.Add(&record.Packet{Time: 1e18 + at, Number: int64(i + 1), Link: decoder.LinkNone, Data: []byte(`\status\`),
			Src: hosts[0], Dst: hosts[to]})
	}
	r := a.Finish()
	if c := r.Clients[hosts[0].Addr()]; c == nil || c.Servers != 3 || c.Requests != 5 || c.Retries != 2 {
		t.Errorf("%+v of %v, %v", c, r.Clients, r.Other)
	}
}
