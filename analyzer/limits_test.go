package analyzer

import (
	"fmt"
	"maps"
	"testing"

	"fragscope/analyzer/match"
	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// However many ask and whatever the clock says, what is kept of exchanges that
// are not over is bounded, and what was let go is counted.
func TestFlowsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	const packets, flows = 12_000, 500
	for name, from := range map[string]func(i int) string{
		"one client": func(int) string { return client },
		"many":       func(i int) string { return fmt.Sprintf("192.0.2.%d:%d", 1+i/6000, 1024+i%6000) },
	} {
		for _, step := range []int64{0, 1000} {
			s := newScene()
			for i := range packets {
				s.now += step
				s.send(from(i), game, []byte(fmt.Sprintf("\\echo\\%d", i)))
			}
			// Who answers at once leaves nothing waiting but a late deadline.
			for i := range packets / 4 {
				s.send(client, game, []byte{0x80, 0, 0, 0, 0})
				s.send(game, client, unreal2Info("Quay", fmt.Sprint("DM-", i), 3))
			}
			a := New(record.Options{Workers: 1, MaxFlows: flows})
			most, deadlines := 0, 0
			for i := range s.packets {
				a.Add(&s.packets[i])
				most, deadlines = max(most, a.shards[0].Live), max(deadlines, a.shards[0].Waiting.N)
			}
			r := a.Finish()
			r.Settle()
			if bound := flows + match.MaxOpen + record.BatchSize; most > bound || deadlines > 4*bound+4096+record.BatchSize {
				t.Errorf("%s, %d ns: %d exchanges and %d deadlines are kept at a time", name, step, most, deadlines)
			}
			totals := r.Protocols["unreal2"]
			if r.DroppedFlows == 0 || r.Packets != packets*3/2 || totals == nil {
				t.Errorf("%s, %d ns: %d were dropped of %d packets", name, step, r.DroppedFlows, r.Packets)
			}
		}
	}
}

// Servers and clients beyond the limits are counted, and the latest kept.
func TestServersBounded(t *testing.T) {
	const limit, servers = 100, 1000
	s := newScene()
	for i := range servers {
		from, to := fmt.Sprintf("192.0.2.%d:5000", i%250+1), fmt.Sprintf("198.51.%d.%d:7778", i/250, i%250+1)
		s.send(from, to, []byte{0x80, 0, 0, 0, 0}).wait(20)
		s.send(to, from, unreal2Info("Quay", "DM-Weir", i%8)).wait(8000)
	}
	a := New(record.Options{Workers: 1, MaxServers: limit, MaxClients: limit})
	for i := range s.packets {
		a.Add(&s.packets[i])
	}
	r := a.Finish()
	r.Settle()
	if n := len(r.Servers); n > limit || n < limit*3/4 || r.DroppedServers != int64(servers-n) {
		t.Errorf("%d servers are kept and %d dropped of %d, the limit is %d", n, r.DroppedServers, servers, limit)
	}
	if n := len(r.Clients); n != limit || r.DroppedClients == 0 {
		t.Errorf("%d clients are kept and %d exchanges of others, the limit is %d", n, r.DroppedClients, limit)
	}
	last := s.packets[len(s.packets)-1].Src
	if r.Servers[last] == nil {
		t.Errorf("the last server, %v, is not kept", last)
	}
}

// The more servers there are, the less of each is kept; and what is kept does
// not depend on how many goroutines share the work.
func TestDetailsShared(t *testing.T) {
	var packets []record.Packet
	s := newScene()
	for i := range 400 {
		for k := range 4 {
			to := fmt.Sprintf("198.51.100.%d:7778", k+1)
			s.send(client, to, ask(t, decoder.Query{Protocol: "unreal2", Message: "player list request"})).wait(20)
			s.send(to, client, unreal2Players("Ada", i, "Bob", 2*i, "Cleo", 3*i)).wait(3000)
		}
	}
	packets = s.packets
	kept := func(workers, details int) map[string]int {
		a := New(record.Options{Workers: workers, MaxDetails: details})
		for i := range packets {
			a.Add(&packets[i])
		}
		r := a.Finish()
		r.Settle()
		n := map[string]int{}
		for addr, sv := range r.Servers {
			for _, p := range sv.People {
				n[addr.String()] += len(p.Spans) + len(p.Scores.Runs) + len(p.Team.Runs)
			}
			n["dropped"] += sv.Dropped
		}
		return n
	}
	all, few := kept(1, 0), kept(1, 1600)
	for addr, n := range few {
		if addr != "dropped" && (n > 400 || n < 100 || all[addr] != 3*400+3) {
			t.Errorf("%s: %d of %d details are kept where each of four servers may have 400", addr, n, all[addr])
		}
	}
	if all["dropped"] != 0 || few["dropped"] < 4*800 {
		t.Errorf("%d and %d details were dropped", all["dropped"], few["dropped"])
	}
	if again := kept(3, 1600); !maps.Equal(few, again) {
		t.Errorf("with three workers %v is kept, with one %v", again, few)
	}
}
