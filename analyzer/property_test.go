package analyzer

import (
	"net/netip"
	"reflect"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/samples"

	"pgregory.net/rapid"
)

// payloads returns the datagrams of all samples.
func payloads(t testing.TB) [][]byte {
	var all [][]byte
	for _, s := range samples.List() {
		all = append(all, s.Datagrams()...)
	}
	if len(all) < 40 {
		t.Fatalf("only %d payloads", len(all))
	}
	return all
}

var hosts = []netip.AddrPort{
	netip.MustParseAddrPort("192.0.2.1:5000"), netip.MustParseAddrPort("192.0.2.2:5001"),
	netip.MustParseAddrPort("198.51.100.7:7778"),
	netip.MustParseAddrPort("198.51.100.8:7778"), netip.MustParseAddrPort("[2001:db8::1]:7778"),
	netip.MustParseAddrPort("255.255.255.255:8777"),
}

// drawPackets draws a sequence of packets between few hosts: samples whole,
// cut or changed, in any order, often repeated.
func drawPackets(t *rapid.T, all [][]byte) []record.Packet {
	n := rapid.IntRange(0, 60).Draw(t, "packets")
	now := int64(1_700_000_000_000_000_000)
	out := make([]record.Packet, n)
	for i := range out {
		now += rapid.SampledFrom([]int64{0, 1_000_000, 40_000_000, 1_100_000_000, 7_000_000_000}).Draw(t, "wait")
		p := rapid.SampledFrom(all).Draw(t, "payload")
		if k := rapid.IntRange(0, 20).Draw(t, "cut"); k == 0 && len(p) > 0 {
			p = p[:rapid.IntRange(0, len(p)).Draw(t, "length")]
		}
		out[i] = record.Packet{
			Time: now, Number: int64(i + 1), Link: decoder.LinkNone, Data: p,
			Src: rapid.SampledFrom(hosts).Draw(t, "src"), Dst: rapid.SampledFrom(hosts).Draw(t, "dst"),
		}
	}
	return out
}

func analyze(name string, packets []record.Packet, workers int) (*report.Report, []*report.Exchange) {
	var all []*report.Exchange
	a := New(record.Options{Name: name, Workers: workers, Exchanges: func(x []*report.Exchange) {
		all = append(all, x...)
	}})
	for i := range packets {
		a.Add(&packets[i])
	}
	return a.Finish(), all
}

// Every reply is in exactly one exchange, every request in one or more (a
// broadcast has one for each server that answers), and the sums agree.
func TestEveryPacketOnce(t *testing.T) {
	all := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		checkAnalysis(t, drawPackets(t, all), 2)
	})
}

// A failer is a test of either library.
type failer interface {
	Fatalf(format string, args ...any)
}

// checkAnalysis analyzes packets and holds the result to what must be true of any.
func checkAnalysis(t failer, packets []record.Packet, workers int) (*report.Report, []*report.Exchange) {
	report, exchanges := analyze("a", packets, workers)
	report.Settle()
	seen := map[int64]int{}
	var replies int64
	for _, x := range exchanges {
		for _, n := range x.Replies {
			seen[n]++
		}
		replies += x.Count
		if x.FirstRTT < -1 || x.LastRTT < x.FirstRTT {
			t.Fatalf("round trips of %d and %d ns", x.FirstRTT, x.LastRTT)
		}
	}
	for n, k := range seen {
		if k != 1 {
			t.Fatalf("reply %d is in %d exchanges", n, k)
		}
	}
	var counted int64
	for _, c := range report.Messages {
		counted += c.Packets
	}
	if counted != report.Game || report.Packets != int64(len(packets)) || replies > report.Game {
		t.Fatalf("%d messages counted, %d of the game, %d replies, %d packets of %d", counted, report.Game, replies,
			report.Packets, len(packets))
	}
	checkSums(t, report, exchanges)
	return report, exchanges
}

// A sum is what exchanges come to.
type sum struct {
	exchanges                                    [report.Outcomes]int64
	requests, replies, retries, missing          int64
	duplicates, reordered, first, firsts         int64
	last, lasts, requestBytes, replyBytes, least int64
}

func (s sum) plus(x *report.Exchange) sum {
	s.exchanges[x.Outcome]++
	if x.Outcome != report.Unsolicited {
		s.requests += 1 + int64(len(x.Retries))
	}
	s.replies += x.Count
	s.retries += int64(len(x.Retries))
	s.missing += int64(x.Missing)
	s.duplicates += int64(x.Duplicates)
	s.reordered += int64(x.Reordered)
	s.requestBytes += x.RequestBytes
	s.replyBytes += x.ReplyBytes
	if x.FirstRTT >= 0 {
		s.firsts++
		s.first += x.FirstRTT
		s.lasts++
		s.last += x.LastRTT
	}
	if s.least == 0 || x.Time < s.least {
		s.least = x.Time
	}
	return s
}

// checkSums holds what was counted of protocols, servers and clients to the
// exchanges as they ended, whenever they were counted.
func checkSums(t failer, report *report.Report, exchanges []*report.Exchange) {
	protocols, servers, clients := map[decoder.Protocol]sum{}, map[netip.AddrPort]sum{}, map[netip.Addr]sum{}
	for _, x := range exchanges {
		protocols[x.Protocol] = protocols[x.Protocol].plus(x)
		servers[x.Server] = servers[x.Server].plus(x)
		clients[x.Client.Addr()] = clients[x.Client.Addr()].plus(x)
	}
	if len(protocols) != len(report.Protocols) || len(servers) != len(report.Servers) ||
		len(clients) != len(report.Clients) {
		t.Fatalf("%d protocols, %d servers, %d clients counted; %d, %d, %d seen", len(report.Protocols), len(report.Servers),
			len(report.Clients), len(protocols), len(servers), len(clients))
	}
	for k, want := range protocols {
		want.replyBytes, want.requestBytes, want.least = 0, 0, 0
		p := report.Protocols[k]
		is := sum{exchanges: p.Exchanges, requests: p.Requests, replies: p.Replies, retries: p.Retries, missing: p.Missing,
			duplicates: p.Duplicates, reordered: p.Reordered}
		is.firsts, is.first, is.lasts, is.last = p.FirstRTT.Count, p.FirstRTT.Sum, p.LastRTT.Count, p.LastRTT.Sum
		if is != want {
			t.Fatalf("%v: counted\n%+v, seen\n%+v", k, is, want)
		}
	}
	for k, want := range servers {
		want.missing, want.duplicates, want.reordered, want.lasts, want.last = 0, 0, 0, 0, 0
		v := report.Servers[k]
		is := sum{exchanges: v.Exchanges, requests: v.Requests, replies: v.Replies, retries: v.Retries,
			requestBytes: v.RequestBytes, replyBytes: v.ReplyBytes, firsts: v.RTT.Count, first: v.RTT.Sum, least: v.First}
		if is != want {
			t.Fatalf("server %v: counted\n%+v, seen\n%+v", k, is, want)
		}
	}
	for k, want := range clients {
		want.missing, want.duplicates, want.reordered, want.lasts, want.last, want.retries = 0, 0, 0, 0, 0, 0
		c := report.Clients[k]
		is := sum{exchanges: c.Exchanges, requests: c.Requests, replies: c.Replies, requestBytes: c.RequestBytes,
			replyBytes: c.ReplyBytes, firsts: c.RTT.Count, first: c.RTT.Sum, least: c.First}
		if is != want {
			t.Fatalf("client %v: counted\n%+v, seen\n%+v", k, is, want)
		}
	}
}

// The report does not depend on how many goroutines make it.
func TestWorkersAgree(t *testing.T) {
	all := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		packets := drawPackets(t, all)
		one, first := analyze("a", packets, 1)
		three, second := analyze("a", packets, 3)
		one.Settle()
		three.Settle()
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("exchanges differ:\n%v\n%v", first, second)
		}
		if !reflect.DeepEqual(one, three) {
			t.Fatalf("reports differ:\n%+v\n%+v", one, three)
		}
	})
}

// Reports add up to the same in any order.
func TestMergeInAnyOrder(t *testing.T) {
	all := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		parts := [][]record.Packet{drawPackets(t, all), drawPackets(t, all), drawPackets(t, all)}
		names := []string{"a", "b", "c"}
		sum := func(order []int, tree bool) *report.Report {
			var rs []*report.Report
			for _, i := range order {
				r, _ := analyze(names[i], parts[i], 2)
				rs = append(rs, r)
			}
			if tree {
				rs[1].Merge(rs[2])
				rs[0].Merge(rs[1])
			} else {
				rs[0].Merge(rs[1])
				rs[0].Merge(rs[2])
			}
			rs[0].Settle()
			return rs[0]
		}
		want := sum([]int{0, 1, 2}, false)
		order := rapid.Permutation([]int{0, 1, 2}).Draw(t, "order")
		if got := sum(order, rapid.Bool().Draw(t, "tree")); !reflect.DeepEqual(got, want) {
			t.Fatalf("in the order %v:\n%+v\nwant\n%+v", order, got, want)
		}
	})
}
