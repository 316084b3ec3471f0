package analyzer

import (
	"cmp"
	"slices"

	"fragscope/analyzer/match"
	"fragscope/analyzer/record"
)

// A stage is a step of processing a batch.
type stage uint8

const (
	nothing    stage = iota
	decoding         // any goroutine, whatever the order
	collecting       // one batch after the other
	matching         // one batch after the other in each shard
	emitting         // one batch after the other
)

// steps are what is done with each batch, by whichever goroutine: those of a
// pipeline, the one that adds the packets, or the one that adds parts.
type steps struct {
	opts      *Options
	collector *collector
	shards    []*match.Shard
	index, of int  // place of the first shard among all
	reuse     bool // what is handed out is not kept by its receiver
}

// newSteps makes n of all shards, those from the one at index.
func newSteps(opts Options, n, index, all int) steps {
	record.SetLimits(&opts)
	record.ShareLimits(&opts, all)
	p := steps{opts: &opts, index: index, of: all}
	for i := range n {
		p.shards = append(p.shards, match.NewShard(p.opts, index+i == 0))
	}
	p.collector = newCollector(p.opts, NewReport())
	return p
}

// do does stage s of b; of stage matching the part of shard i.
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
		if x := s.HandOver(); b.Closed[i] == nil {
			b.Closed[i] = x
		} else {
			b.Closed[i] = append(b.Closed[i], x...)
		}
	case emitting:
		x := b.Closed[0]
		if len(b.Closed) > 1 {
			x = slices.Concat(b.Closed...)
		}
		p.emit(x)
		p.records(b)
		clear(b.Closed)
		b.Clear()
	}
}

// records hands over what is known of the packets of b.
func (p *steps) records(b *record.Batch) {
	if p.opts.Record == nil {
		return
	}
	for i := range b.Records {
		if r := &b.Records[i]; p.opts.Keep == nil || r.Class == record.ClassMessage {
			p.opts.Record(r)
		}
	}
}

// emit hands x over, in the order of their first packets.
func (p *steps) emit(x []*Exchange) {
	if p.opts.Exchanges == nil || len(x) == 0 {
		return
	}
	slices.SortFunc(x, func(p, q *Exchange) int {
		if c := cmp.Compare(p.Time, q.Time); c != 0 {
			return c // nearly always, so that the rest is not looked up for nothing
		}
		// A server that answers a broadcast twice has two exchanges of one request.
		return cmp.Or(cmp.Compare(p.Packet(), q.Packet()), p.Server.Compare(q.Server), slices.Compare(p.Replies, q.Replies))
	})
	p.opts.Exchanges(x)
	if p.reuse {
		p.shards[0].GiveBack(x)
	}
}

// finish ends everything and returns the report of the shards; what is not of
// one server is counted with the first of all.
func (p *steps) finish() *Report {
	p.collector.finish()
	sum := p.collector.report
	if p.index > 0 {
		sum = NewReport()
	}
	var last []*Exchange
	for _, s := range p.shards {
		s.Finish()
		last = append(last, s.Closed...)
		sum.Merge(s.Report)
	}
	p.emit(last)
	return sum
}
