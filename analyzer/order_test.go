package analyzer

import (
	"net/netip"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// Exchanges come in the order in which they began, and soon after they are over:
// they wait for one that began earlier, but not as long as a flood lasts.
func TestExchangesInOrder(t *testing.T) {
	request, reply := []byte(`\info\`),
		[]byte(`\hostname\Quiet Harbour\hostport\7777\mapname\DM-Low\numplayers\3\maxplayers\16\queryid\29.1\final\`)
	server, flooder := netip.MustParseAddrPort("198.51.100.7:7778"), netip.MustParseAddrPort("198.51.100.8:7778")
	target, client := netip.MustParseAddr("192.0.2.9"), netip.MustParseAddr("192.0.2.10")
	for _, workers := range []int{1, 3} {
		var ids []int64
		var now, late int64
		a := New(record.Options{Workers: workers, Exchanges: func(list []*report.Exchange) {
			for _, x := range list {
				ids = append(ids, x.ID)
				if workers == 1 && x.Request != 0 { // else others are added meanwhile
					late = max(late, now-x.Time)
				}
			}
		}})
		number := int64(0)
		add := func(src, dst netip.AddrPort, data []byte) {
			number++
			a.Add(&record.Packet{Time: now, Number: number, Link: decoder.LinkNone, Src: src, Dst: dst, Data: data})
		}
		for i := range 1200 { // two minutes
			now = 1_767_225_600_000_000_000 + int64(i)*100_000_000
			add(flooder, netip.AddrPortFrom(target, 6000), reply)
			from := netip.AddrPortFrom(client, uint16(1024+i))
			add(from, server, request)
			if i%3 > 0 { // every third takes 5 s to be given up
				now += 20_000_000
				add(server, from, reply)
			}
		}
		a.Finish()
		if len(ids) != 1201 {
			t.Fatalf("%d workers: %d exchanges", workers, len(ids))
		}
		last := int64(0)
		for _, id := range ids {
			if id != 1 && id < last {
				t.Fatalf("%d workers: %d comes after %d", workers, id, last)
			}
			last = max(last, id)
		}
		if ids[0] == 1 {
			t.Errorf("%d workers: all wait for the flood", workers)
		}
		if late > 25e9 {
			t.Errorf("%d workers: an exchange comes %d s after it began", workers, late/1e9)
		}
	}
}
