package analyzer

import (
	"cmp"
	"runtime"
	"sync"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// An Analyzer makes a Report of packets in the order of their time. It is fed
// by one goroutine.
type Analyzer struct {
	steps
	current *record.Batch
	line    *pipeline      // nil with one worker
	done    sync.WaitGroup // goroutines of the pipeline
	report  *report.Report
	alone   *record.Worker // with one worker everything is done by the goroutine that calls Add, which saves the hand-over
}

// New starts an Analyzer. Call Finish to get its report, or Close to abandon it:
// either ends its goroutines.
func New(opts record.Options) *Analyzer {
	n := max(1, cmp.Or(opts.Workers, runtime.GOMAXPROCS(0)))
	a := &Analyzer{steps: newSteps(opts, n, 0, n)}
	a.report = a.collector.report
	if n == 1 {
		a.current, a.alone = record.NewBatch(1, a.opts), record.NewWorker(a.opts)
		return a
	}
	a.line = newPipeline(n, &a.steps)
	for range n {
		a.done.Go(func() { a.line.run(record.NewWorker(a.opts)) })
	}
	return a
}

// Add takes the next packet.
func (a *Analyzer) Add(p *record.Packet) {
	if !a.opts.Within(p.Time) {
		return
	}
	b := a.batch()
	b.Add(p)
	a.report.Packet(p.When(), p.Size())
	if b.Full() {
		a.flush()
	}
}

func (a *Analyzer) batch() *record.Batch {
	if a.current == nil {
		a.current = a.line.batch()
	}
	return a.current
}

// Flush passes on what was added, as from a live source that may be silent for
// long, so that exchanges that are over are handed over. now is the time at the
// source, ns since 1970-01-01 UTC: an exchange also ends when no packet shows that
// time has passed. 0 stands for the time of the latest packet. Few packets at once
// cost more for each.
func (a *Analyzer) Flush(now int64) {
	if now != 0 {
		b := a.batch()
		b.Now = max(b.Now, now)
	}
	a.flush()
}

func (a *Analyzer) flush() {
	b := a.current
	if a.alone != nil {
		for s := decoding; s <= emitting; s++ {
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
func (a *Analyzer) Finish() *report.Report {
	a.flush()
	if a.line != nil {
		a.line.end(false)
		a.done.Wait()
	}
	a.finish()
	a.report.Files = append(a.report.Files, report.File{Name: a.opts.Name, Packets: a.report.Packets})
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

// NewSum begins an empty sum of reports. Of opts the limits count.
func NewSum(opts record.Options) *report.Sum {
	record.SetLimits(&opts)
	return report.NewSum(report.Limits{Servers: opts.MaxServers, Clients: opts.MaxClients, Memory: opts.Memory})
}

// FileOf returns what r says of its file, as far as that was read.
func FileOf(name string, r *capture.Reader) report.File {
	stats := r.Stats()
	f := report.File{Name: name, Format: r.Format(), Packets: stats.Packets, Bytes: r.Offset(), Skipped: stats.Skipped}
	for _, p := range r.Problems() {
		f.Problems = append(f.Problems, report.FileProblem{Code: string(p.Code), Offset: p.Offset, Packet: p.Packet,
			Message: p.Message})
	}
	return f
}
