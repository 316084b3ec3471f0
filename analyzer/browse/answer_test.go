package browse

import (
	"slices"
	"testing"

	"fragscope/samples/captures"
)

// TestAnswerOf: the two packets of an exchange lead to each other, with the same
// time between.
func TestAnswerOf(t *testing.T) {
	data, err := captures.Files.ReadFile("scan-with-other-traffic.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	c := opened(t, "scan-with-other-traffic.pcapng", data)
	v := c.Whole()
	kinds := map[AnswerKind]int{}
	for n := range v.Len() {
		a := v.AnswerOf(n)
		kinds[a.Kind]++
		if a.Kind != AnswerTo {
			continue
		}
		x := v.Exchange(v.ExchangeOf(n))
		if !slices.Contains(x.Replies, int64(n)+1) || x.Request != a.Packet {
			t.Errorf("packet %d is said to answer %d, but its exchange is %+v", n+1, a.Packet, x)
		}
		if back := v.AnswerOf(int(a.Packet) - 1); a.After >= 0 && (back.Kind != Answered || back.Packet != int64(n)+1 ||
			back.After != a.After) {
			t.Errorf("packet %d answers %d, which has %+v", n+1, a.Packet, back)
		}
	}
	for _, kind := range []AnswerKind{AnswerNone, AnswerTo, Answered, Unanswered} {
		if kinds[kind] == 0 {
			t.Errorf("no packet is of kind %d: %v", kind, kinds)
		}
	}
}
