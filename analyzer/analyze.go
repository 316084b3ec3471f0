package analyzer

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"fragscope/decoder"
)

// Options tell an [Analyzer] what to do. The zero value is ready to use.
type Options struct {
	Name       string                                      // of the capture, in references to packets
	Exchanges  func([]*Exchange)                           // called with exchanges that are over, in an order that depends on the packets alone; never called concurrently
	Keep       func() func(*decoder.Message, *Packet) bool // makes, for each goroutine, a function that says whether a packet counts; nil for all
	Look       func() Look                                 // makes, for each goroutine, a function that sees every decoded packet; nil for none
	From, To   int64                                       // packets of times before From, or from To on, are skipped; nanoseconds since 1970-01-01 UTC, 0 for no bound
	MaxFlows   int                                         // flows kept concurrently, 0 for 200,000
	MaxServers int                                         // servers kept, 0 for 200,000
	MaxClients int                                         // clients kept, 0 for 200,000
	MaxDetails int                                         // spans, scores and teams of players kept of all servers together, 0 for 65,536; each server has at least a 256th of them, from 64 to 256; and four times as many values of rules, names and counts
	Memory     int64                                       // bytes that all of this may take, about, 0 for 512 MiB; those silent longest are evicted first
	Workers    int                                         // goroutines that decode, 0 for one per processor
}

// A Look sees a packet and what was decoded of it, which holds until it
// returns. m is nil for a packet of an unknown kind of link. seems says what a
// packet seems to be that does not count as a message of a query protocol, ""
// for one that does and for a fragment. With one worker it is called in the
// order of the packets.
type Look func(m *decoder.Message, p *Packet, seems string)

// An Analyzer makes a Report of packets in the order of their time. It is fed
// by one goroutine.
type Analyzer struct {
	opts    Options
	current *batch
	shards  []*shard
	collect *collector
	line    *pipeline
	done    sync.WaitGroup // goroutines of the pipeline
	report  *Report
	alone   *worker // with one worker everything is done by the goroutine that calls Add, which saves the hand-over
}

// New starts an Analyzer. Call Finish to get its report and end its goroutines.
func New(opts Options) *Analyzer {
	opts.limits()
	opts.Workers = cmp.Or(opts.Workers, runtime.GOMAXPROCS(0))
	n := max(1, opts.Workers)
	if n == 1 {
		return newAlone(opts)
	}
	a := &Analyzer{opts: opts, report: NewReport()}
	a.opts.share(n)
	for i := range n {
		a.shards = append(a.shards, newShard(&a.opts, i == 0))
	}
	a.collect = newCollector(&a.opts, a.report)
	a.line = newPipeline(n, a.collect, a.shards, a.emitExchanges)
	for range n {
		a.done.Go(func() { a.line.run(a.newWorker()) })
	}
	return a
}

// newAlone is New for one worker.
func newAlone(opts Options) *Analyzer {
	a := &Analyzer{opts: opts, report: NewReport()}
	a.current = &batch{}
	a.shards = []*shard{newShard(&a.opts, true)}
	a.collect = newCollector(&a.opts, a.report)
	a.alone = a.newWorker()
	return a
}

func (a *Analyzer) newWorker() *worker {
	w := &worker{}
	w.see(&a.opts)
	return w
}

// Within reports whether t lies between From and To.
func (o *Options) Within(t int64) bool {
	return (o.From == 0 || t >= o.From) && (o.To == 0 || t < o.To)
}

// Add takes the next packet.
func (a *Analyzer) Add(p *Packet) {
	if !a.opts.Within(p.Time) {
		return
	}
	b := a.current
	if b == nil {
		b = a.line.batch()
		a.current = b
	}
	b.add(p)
	a.report.packet(p)
	if b.full() {
		a.flush()
	}
}

func (a *Analyzer) flush() {
	b := a.current
	if a.alone != nil {
		a.alone.batch(b)
		a.collect.batch(b)
		s := a.shards[0]
		s.batch(b, 0, 1)
		a.emitExchanges(s.handOver())
		b.clear()
		return
	}
	a.current = nil
	if b != nil {
		a.line.add(b)
	}
}

// Finish waits until everything is processed and returns the report, which
// still has to be settled.
func (a *Analyzer) Finish() *Report {
	a.flush()
	if a.line != nil {
		a.line.end()
		a.done.Wait()
	}
	a.collect.finish()
	var last []*Exchange
	for _, s := range a.shards {
		s.finish()
		last = append(last, s.closed...)
		a.report.Merge(s.report)
	}
	a.emitExchanges(last)
	a.report.Files = append(a.report.Files, File{Name: a.opts.Name, Packets: a.report.Packets})
	return a.report
}

// batch takes the records of b that belong to s, shard i of n.
func (s *shard) batch(b *batch, i, n int) {
	s.met = b.met
	for j := range b.records {
		r := &b.records[j]
		if r.class == classMessage && (r.broadcast || r.place(n) == i) {
			s.add(r)
		}
	}
	s.expire(b.now)
}

// emitExchanges hands x over, in the order of their first packets.
func (a *Analyzer) emitExchanges(x []*Exchange) {
	if a.opts.Exchanges == nil || len(x) == 0 {
		return
	}
	slices.SortFunc(x, func(p, q *Exchange) int {
		if c := cmp.Compare(p.Time, q.Time); c != 0 {
			return c // nearly always, so that the rest is not looked up for nothing
		}
		// A server that answers a broadcast twice has two exchanges of one request.
		return cmp.Or(cmp.Compare(p.packet(), q.packet()), p.Server.Compare(q.Server), slices.Compare(p.Replies, q.Replies))
	})
	a.opts.Exchanges(x)
}

// packet returns the number of the first packet of x.
func (x *Exchange) packet() int64 {
	if x.Request != 0 || len(x.Replies) == 0 {
		return x.Request
	}
	return x.Replies[0]
}
