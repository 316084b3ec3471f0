package analyzer

import (
	"math"
	"slices"

	"fragscope/analyzer/internal/inorder"
	"fragscope/analyzer/match"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder/numbers"
)

type stage uint8

const (
	nothing    stage = iota
	decoding         // any goroutine, whatever the order
	collecting       // one batch after the other
	matching         // one batch after the other in each shard
	emitting         // one batch after the other
)

// steps are what is done with each batch, by whichever goroutine.
type steps struct {
	opts      *record.Options
	collector *collector
	shards    []*match.Shard
	index, of int  // place of the first shard among all
	reuse     bool // what is handed out is not kept by its receiver

	held  inorder.Queue[*report.Exchange] // that wait for one that began earlier
	ready []*report.Exchange              // memory that is used again
}

// newSteps makes n of all shards, those from the one at index.
func newSteps(opts record.Options, n, index, all int) steps {
	numbers.Add(opts.Protocols...)
	record.SetLimits(&opts)
	record.ShareLimits(&opts, all)
	p := steps{opts: &opts, index: index, of: all}
	for i := range n {
		p.shards = append(p.shards, match.NewShard(p.opts, index+i == 0))
	}
	p.collector = newCollector(p.opts, report.NewReport())
	return p
}

func (p *steps) do(s stage, i int, b *record.Batch, w *record.Worker) {
	switch s {
	case decoding:
		w.Batch(b)
	case collecting:
		p.collector.batch(b)
		b.Met = b.Met * p.of / len(p.shards) // each of all has met about as many
	case matching:
		s := p.shards[i]
		s.Batch(b, p.index+i, p.of)
		x, before := s.HandOver()
		if b.Before[i] = before; b.Closed[i] == nil {
			b.Closed[i] = x
		} else {
			b.Closed[i] = append(b.Closed[i], x...)
		}
	case emitting:
		p.emit(slices.Min(b.Before), b.Closed...)
		p.records(b)
		clear(b.Closed)
		b.Clear()
	}
}

func (p *steps) records(b *record.Batch) {
	for i := range b.Source {
		if n := b.Records[i].Note; n != nil {
			p.opts.Noted(&b.Source[i], n)
		}
	}
	if p.opts.Record == nil {
		return
	}
	for i := range b.Records {
		if r := &b.Records[i]; p.opts.Keep == nil || r.Class == record.ClassMessage {
			p.opts.Record(r)
		}
	}
}

// maxHeld bounds the exchanges that wait for one that began earlier, some 300 bytes each.
const maxHeld = 1 << 17

// emit takes exchanges that ended, and hands over those that began before a
// packet, in the order in which they began. One that took so long that others
// did not wait for it comes at once.
func (p *steps) emit(before int64, ended ...[]*report.Exchange) {
	if p.opts.Exchanges == nil {
		return
	}
	for _, list := range ended {
		for _, x := range list {
			p.held.Add(x.ID, x)
		}
	}
	x := p.held.Take(p.ready[:0], before, maxHeld)
	if len(x) == 0 {
		return
	}
	p.opts.Exchanges(x)
	if p.reuse {
		p.shards[0].GiveBack(x)
		p.ready = x
	}
}

// What is not of one server is counted with the first shard of all.
func (p *steps) finish() *report.Report {
	p.collector.finish()
	sum := p.collector.report
	if p.index > 0 {
		sum = report.NewReport()
	}
	for _, s := range p.shards {
		s.Finish()
		p.emit(0, s.Closed)
		sum.Merge(s.Report)
	}
	p.emit(math.MaxInt64)
	return sum
}
