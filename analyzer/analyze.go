package analyzer

import (
	"cmp"
	"runtime"
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
	steps
	current *batch
	line    *pipeline      // nil with one worker
	done    sync.WaitGroup // goroutines of the pipeline
	report  *Report
	alone   *worker // with one worker everything is done by the goroutine that calls Add, which saves the hand-over
}

// New starts an Analyzer. Call Finish to get its report, or Close to abandon it:
// either ends its goroutines.
func New(opts Options) *Analyzer {
	n := max(1, cmp.Or(opts.Workers, runtime.GOMAXPROCS(0)))
	a := &Analyzer{steps: newSteps(opts, n, 0, n)}
	a.report = a.collector.report
	if n == 1 {
		a.current, a.alone = newBatch(1), newWorker(a.opts)
		return a
	}
	a.line = newPipeline(n, &a.steps)
	for range n {
		a.done.Go(func() { a.line.run(newWorker(a.opts)) })
	}
	return a
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
	a.report.Packet(p.Time, p.size())
	if b.full() {
		a.flush()
	}
}

func (a *Analyzer) flush() {
	b := a.current
	if a.alone != nil {
		for s := decode; s <= emit; s++ {
			a.do(s, 0, b, a.alone)
		}
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
		a.line.end(false)
		a.done.Wait()
	}
	a.finish()
	a.report.Files = append(a.report.Files, File{Name: a.opts.Name, Packets: a.report.Packets})
	return a.report
}

// Close abandons a, without a report. After Finish it does nothing. It must not
// be called while another method is.
func (a *Analyzer) Close() {
	if a.line != nil {
		a.line.end(true)
		a.done.Wait()
	}
}
