package analyzer

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"fragscope/decoder"
)

// Options tell an [Analyzer] what to do. The zero value is ready to use.
type Options struct {
	Name       string                                      // of the capture, in references to packets
	Exchanges  func([]*Exchange)                           // called with exchanges that are over, in an order that depends on the packets alone; not called at once twice
	Keep       func() func(*decoder.Message, *Packet) bool // makes, for each goroutine, what says whether a packet counts; nil for all
	Look       func() Look                                 // makes, for each goroutine, what sees every packet once it is decoded; nil for nobody
	MaxFlows   int                                         // conversations kept at a time, 0 for 200,000
	MaxServers int                                         // servers kept, 0 for 200,000
	MaxClients int                                         // clients kept, 0 for 200,000
	MaxDetails int                                         // stays, scores and teams of players kept of all servers together, 0 for 65,536; each server has at least a 256th of them, from 64 to 256; and four times as many values of rules, names and counts
	Workers    int                                         // goroutines that decode, 0 for one a processor
}

// A Look sees a packet and what was decoded of it, which holds until it
// returns. m is nil for a packet of a kind of link that nothing is known about.
// seems says what a packet seems to be that does not count as a message of a
// query protocol, "" for one that does and for a fragment. With one worker it
// is called in the order of the packets.
type Look func(m *decoder.Message, p *Packet, seems string)

// An Analyzer makes a Report of packets in the order of their time. It is fed
// by one goroutine.
type Analyzer struct {
	opts    Options
	current *batch
	free    chan *batch
	work    chan *batch
	order   chan *batch
	shards  []*shard
	feeds   []chan *batch
	emit    chan *batch
	done    sync.WaitGroup
	emitted sync.WaitGroup
	collect *collector
	report  *Report
	alone   *worker // with one worker everything is done by the goroutine that calls Add, which spares the handing over
}

// New starts an Analyzer. Call Finish to get its report and end its goroutines.
func New(opts Options) *Analyzer {
	opts.MaxFlows = cmp.Or(opts.MaxFlows, 200_000)
	opts.MaxServers = cmp.Or(opts.MaxServers, 200_000)
	opts.MaxClients = cmp.Or(opts.MaxClients, 200_000)
	opts.MaxDetails = cmp.Or(opts.MaxDetails, defaultDetails)
	opts.Workers = cmp.Or(opts.Workers, runtime.GOMAXPROCS(0))
	n := max(1, opts.Workers)
	if n == 1 {
		return newAlone(opts)
	}
	inFlight := 4 * n
	a := &Analyzer{
		opts: opts, free: make(chan *batch, inFlight), work: make(chan *batch, inFlight), order: make(chan *batch, inFlight),
		emit: make(chan *batch, inFlight), report: NewReport(),
	}
	for range inFlight {
		a.free <- &batch{}
	}
	a.opts.MaxFlows = max(16, a.opts.MaxFlows/n)
	a.opts.MaxServers = max(16, a.opts.MaxServers/n)
	a.opts.MaxClients = max(16, a.opts.MaxClients/n)
	for i := range n {
		s := newShard(&a.opts, i == 0)
		feed := make(chan *batch, inFlight)
		a.shards, a.feeds = append(a.shards, s), append(a.feeds, feed)
		a.done.Go(func() { a.match(i, n, s, feed) })
		a.done.Go(a.decode)
	}
	a.collect = newCollector(&a.opts, a.report)
	a.emitted.Go(a.gather)
	a.emitted.Go(a.hand)
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

// Add takes the next packet.
func (a *Analyzer) Add(p *Packet) {
	b := a.current
	if b == nil {
		b = <-a.free
		b.reset()
		a.current = b
	}
	start := len(b.arena)
	b.arena = append(b.arena, p.Data...)
	q := *p
	q.Data = b.arena[start:len(b.arena):len(b.arena)]
	b.packets = append(b.packets, q)
	r := a.report
	r.Packets++
	size := int64(max(p.Length, len(p.Data)))
	r.Bytes += size
	if r.First == 0 || p.Time < r.First {
		r.First = p.Time
	}
	r.Last = max(r.Last, p.Time)
	if len(b.packets) == batchSize {
		a.flush()
	}
}

// clear empties b.
func (b *batch) clear() {
	b.packets, b.arena, b.records, b.kinds, b.strays = b.packets[:0], b.arena[:0], b.records[:0], b.kinds[:0], b.strays[:0]
}

// reset makes b ready for its way through the stages.
func (b *batch) reset() {
	b.clear()
	b.ready, b.matched = make(chan struct{}), make(chan struct{})
}

func (a *Analyzer) flush() {
	b := a.current
	if a.alone != nil {
		a.alone.batch(b)
		a.collect.batch(b)
		s := a.shards[0]
		s.batch(b, 0, 1)
		a.emitExchanges(s.closed)
		s.closed = nil
		b.clear()
		return
	}
	a.current = nil
	if b == nil {
		return
	}
	a.order <- b
	a.work <- b
}

// Finish waits for everything to be worked off and returns the report, which
// still has to be settled.
func (a *Analyzer) Finish() *Report {
	a.flush()
	if a.alone != nil {
		a.collect.finish()
	} else {
		close(a.work)
		close(a.order)
		a.done.Wait()
		a.emitted.Wait()
	}
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

// decode is the work of one worker.
func (a *Analyzer) decode() {
	w := a.newWorker()
	for b := range a.work {
		w.batch(b)
		close(b.ready)
	}
}

// gather takes the batches in order, puts together what came in pieces, and
// hands them to the shards.
func (a *Analyzer) gather() {
	for b := range a.order {
		<-b.ready
		a.collect.batch(b)
		atomic.StoreInt32(&b.pending, int32(len(a.shards)))
		b.closed = make([][]*Exchange, len(a.shards))
		a.emit <- b
		for _, feed := range a.feeds {
			feed <- b
		}
	}
	a.collect.finish()
	close(a.emit)
	for _, feed := range a.feeds {
		close(feed)
	}
}

// match is the work of shard i of n.
func (a *Analyzer) match(i, n int, s *shard, feed chan *batch) {
	for b := range feed {
		s.batch(b, i, n)
		if s.opts.Exchanges != nil {
			b.closed[i], s.closed = s.closed, nil
		}
		if atomic.AddInt32(&b.pending, -1) == 0 {
			close(b.matched)
		}
	}
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

// hand gives exchanges to the caller and batches back to the reader.
func (a *Analyzer) hand() {
	for b := range a.emit {
		<-b.matched
		if a.opts.Exchanges != nil {
			a.emitExchanges(slices.Concat(b.closed...))
		}
		a.free <- b
	}
}

// emitExchanges hands x over, in the order of their first packets.
func (a *Analyzer) emitExchanges(x []*Exchange) {
	if a.opts.Exchanges == nil || len(x) == 0 {
		return
	}
	slices.SortFunc(x, func(p, q *Exchange) int {
		return cmp.Or(cmp.Compare(p.Time, q.Time), cmp.Compare(p.packet(), q.packet()), p.Server.Compare(q.Server))
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
