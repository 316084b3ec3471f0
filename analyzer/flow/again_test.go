package flow

import (
	"testing"

	"fragscope/analyzer/capture"
)

// again opens another connection between the same ports, with these initial
// sequence numbers.
func (k *talk) again(seqs [2]uint32) *talk {
	k.h[0].Seq, k.h[0].Ack, k.h[1].Seq, k.h[1].Ack = seqs[0], seqs[1], seqs[1], seqs[0]
	return k.open()
}

// Connections between the same ports are apart: by their initial numbers, and
// after an end also where these are equal.
func TestSamePorts(t *testing.T) {
	first := [2]uint32{1000, 9000}
	begin := func() *talk {
		return newTalk(t, capture.LinkEthernet, 0, first).open().say(0, "one").say(1, "two")
	}
	tests := []struct {
		name string
		talk *talk
		want int
	}{
		{"closed, other numbers", begin().close().again([2]uint32{5000, 7000}).say(0, "one").say(1, "two"), 2},
		{"closed, equal numbers", begin().close().again(first).say(0, "one").say(1, "two"), 2},
		{"closed by one side only, equal numbers", begin().segment(0, capture.FIN|capture.ACK, nil).again(first).say(0,
			"one").say(1, "two"), 2},
		{"reset, equal numbers", begin().segment(1, capture.RST, nil).again(first).say(0, "one").say(1, "two"), 2},
		{"not closed, other numbers", begin().again([2]uint32{5000, 7000}).say(0, "one").say(1, "two"), 2},
		{"not closed, numbers that seem to continue", begin().again([2]uint32{1003, 9003}).say(0, "one").say(1, "two"), 2},
		{"SYN sent again", newTalk(t, capture.LinkEthernet, 0, first).open().again(first).say(0, "one").say(1, "two"), 1},
		{"SYN sent again after data", begin().again(first).say(0, "one").say(1, "two"), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			all := test.talk.listen(StreamOptions{})
			if len(all) != test.want {
				t.Fatalf("%d connections, want %d: %+v", len(all), test.want, all)
			}
			for i, c := range all {
				if len(c.Turns) != 2 || string(c.Turns[0].Data) != "one" || string(c.Turns[1].Data) != "two" || c.Missing != 0 {
					t.Errorf("connection %d: %+v", i, c.Turns)
				}
			}
		})
	}
}
