package servers

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/live"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// big returns an answer with much in it.
func big(t Target, n, bytes int) *Answer {
	name, where := fmt.Sprint("server ", n, strings.Repeat("x", 5000)), fmt.Sprint("map ", n, strings.Repeat("y", 5000))
	st := &decoder.Status{Protocol: "unreal2", Name: wire.Some(name), Map: wire.Some(where)}
	for i := range 20 {
		player := fmt.Sprint(strings.Repeat("p", 3000), n*i)
		st.PlayerList = append(st.PlayerList, wire.Player{Name: wire.Some(player)})
		st.Rules = append(st.Rules, wire.Rule{Key: fmt.Sprint("rule", i), Value: player})
	}
	return &Answer{Target: t, Time: time.Unix(int64(n), 0), Status: st, Protocol: "unreal2", RTT: time.Millisecond,
		Session: []*live.Datagram{{Data: make([]byte, bytes)}}}
}

// TestWatchingIsBounded watches many servers that say as much as they can, and
// something else every time.
func TestWatchingIsBounded(t *testing.T) {
	l := NewList()
	const servers, rounds, size = 3000, 6, 60_000 // a gigabyte of datagrams
	for i := range servers {
		l.Add(Target{Address: fmt.Sprintf("10.0.%d.%d:7778", i/250, i%250)}, FromMaster)
	}
	spare := "10.0.0.7:7778"
	for round := range rounds {
		for i := range servers {
			s := l.Find(fmt.Sprintf("10.0.%d.%d:7778", i/250, i%250))
			l.Take(s, big(s.Target(), round, size), spare)
		}
	}
	bytes, samples, events := 0, 0, 0
	for _, s := range l.all {
		for i := range s.Last.Session {
			bytes += len(s.Last.Session[i].Data)
		}
		if n, _ := s.Players(); n != 20 {
			t.Fatalf("%d players, of whom 20 were listed", n)
		}
		samples, events = samples+len(s.Samples), events+len(s.Events)
		for _, e := range s.Events {
			if len(e.Who)+len(e.Old)+len(e.New) > 4*longestText {
				t.Fatalf("an event is %d bytes and more", len(e.Who))
			}
			if s.slim && e.Kind == report.EventLeave {
				t.Fatal("players that are not kept any more left")
			}
		}
		if len(s.Name) > longestText+10 {
			t.Fatalf("a name has %d bytes", len(s.Name))
		}
	}
	if bytes > maxSessions || samples > sampleBudget || events > eventBudget || l.bytes < bytes ||
		l.kept.Len() > servers {
		t.Errorf("%d bytes (%d counted), %d samples, %d events, %d kept", bytes, l.bytes, samples, events, l.kept.Len())
	}
	if s := l.Find(spare); s.Last.Dropped || len(s.Status.PlayerList) != 20 {
		t.Error("what is looked at was let go")
	}
	var heap runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&heap)
	if heap.HeapAlloc > 400<<20 {
		t.Errorf("the list takes %d MB", heap.HeapAlloc>>20)
	}
	t.Logf("%d MB on the heap, %d MB of datagrams, %d samples, %d events", heap.HeapAlloc>>20, bytes>>20, samples, events)
	first := l.Find("10.0.0.0:7778")
	if !first.Last.Dropped || first.Status.Rules != nil {
		t.Errorf("the first: %+v", first.Last)
	}
	for a := range l.all {
		l.Remove(a)
	}
	if l.bytes != 0 {
		t.Errorf("an empty list counts %d bytes", l.bytes)
	}
}

// silent answers nothing until its context is done.
type silent struct {
	Querier
	once  sync.Once
	begun chan struct{}
}

func (q *silent) Query(ctx context.Context, t Target) Answer {
	q.once.Do(func() { close(q.begun) })
	<-ctx.Done()
	return Answer{Target: t, Err: ctx.Err()}
}

// TestWaitingTakesNoGoroutine has a whole master list wait to be asked.
func TestWaitingTakesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	q := &silent{begun: make(chan struct{})}
	p := NewPoller(q, 8, func(func()) {}, func(*Answer) {})
	for i := range 100_000 {
		if !p.Query(Target{Address: fmt.Sprint(i)}) {
			t.Fatal("not asked")
		}
	}
	<-q.begun
	if n := runtime.NumGoroutine() - before; n > 10 {
		t.Errorf("%d goroutines for 100,000 servers that wait", n)
	}
	p.Cancel()
	if p.Querying() != 0 || !p.Query(Target{Address: "1"}) {
		t.Error("cancelling did not empty what was asked")
	}
	p.Close()
}
