package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"fragscope/analyzer"
	"fragscope/analyzer/internal/inorder"
	"fragscope/analyzer/scan"

	"golang.org/x/sync/errgroup"
)

// Files analyzes captures like [scan.Files], each in n parts, of which as many as
// there are processors are in memory. The captures must be files, for they are
// read twice.
func Files(ctx context.Context, paths []string, n int, opts scan.Options) (*analyzer.Report, error) {
	files, err := scan.Expand(paths)
	errs := []error{err}
	if opts.Progress == nil {
		opts.Progress = &scan.Progress{}
	}
	for _, f := range files {
		opts.Progress.Files.Add(1)
		opts.Progress.Total.Add(f.Size)
	}
	sum := analyzer.NewSum(opts.Analyzer)
	for _, f := range files {
		if ctx.Err() != nil {
			break
		}
		r, err := inParts(ctx, f, n, &opts)
		if r != nil {
			sum.Add(r)
		}
		errs = append(errs, err)
		opts.Progress.Done.Add(1)
	}
	return sum.Report(), errors.Join(append(errs, ctx.Err())...)
}

// handed is what a piece hands over.
type handed struct {
	i     int
	bytes []byte
	err   error // why it is lost
}

// inParts analyzes one file in n parts, as many at once as there are processors,
// and matches what they hand over in their order.
func inParts(ctx context.Context, f scan.File, n int, opts *scan.Options) (*analyzer.Report, error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: found no file, expected one: parts of a capture are read on their own", f.Path)
	}
	index, err := Find(scan.Stoppable(ctx, file, &scan.Progress{}), (f.Size+int64(n)-1)/int64(n))
	if err != nil {
		if f.Walk || ctx.Err() != nil {
			return nil, nil // other files lie among captures
		}
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	workers, lost := runtime.GOMAXPROCS(0), map[int]string{}
	m := newMatchers(f.Path, workers, opts)
	pieces := func(yield func(*handed) bool) {
		for i := range index.Pieces {
			if !yield(&handed{i: i}) {
				return
			}
		}
	}
	analyze := func(h *handed) {
		p := &index.Pieces[h.i]
		src := scan.Stoppable(ctx, io.NewSectionReader(file, p.Start, p.End-p.Start), opts.Progress)
		if h.bytes, h.err = p.Analyze(ctx, src, Options{Analyzer: opts.Analyzer, Buckets: workers}); h.err == nil {
			opts.Progress.Packets.Add(p.Packets)
		}
	}
	err = inorder.Do(workers, workers-1, pieces, func() func(*handed) { return analyze }, func(h *handed) error {
		if h.err != nil {
			lost[h.i] = h.err.Error()
			return nil
		}
		return m.add(h.bytes)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	report := index.Report(f.Path, lost, m.finish()...)
	report.Files[0].Stopped = ctx.Err() != nil
	return report, nil
}

// matchers match all buckets of a file.
type matchers struct {
	buckets []*analyzer.Matcher
	closed  [][]*analyzer.Exchange // by bucket
	held    inorder.Queue[*analyzer.Exchange]
	emit    func([]*analyzer.Exchange)
	reports []*analyzer.Report
}

func newMatchers(name string, n int, opts *scan.Options) *matchers {
	m := &matchers{closed: make([][]*analyzer.Exchange, n), emit: func(x []*analyzer.Exchange) { opts.Exchanges(name, x) }}
	for b := range n {
		mine := opts.Analyzer
		mine.Name = name
		if opts.Exchanges != nil {
			mine.Exchanges = func(x []*analyzer.Exchange) { m.closed[b] = append(m.closed[b], x...) }
		}
		m.buckets = append(m.buckets, analyzer.NewMatcher(mine, b, n))
	}
	return m
}

// add gives what a piece handed over to all buckets at once.
func (m *matchers) add(b []byte) error {
	at, err := analyzer.ReadPartHeader(b)
	if err != nil {
		return err
	}
	var group errgroup.Group
	for k, bucket := range m.buckets {
		group.Go(func() error { return bucket.Add(at.Now, at.All.Of(b), at.Sections[k].Of(b)) })
	}
	sums, err := analyzer.DecodeReport(at.Sums.Of(b))
	m.reports = append(m.reports, sums)
	if err := errors.Join(group.Wait(), err); err != nil {
		return err
	}
	before := int64(math.MaxInt64)
	for _, bucket := range m.buckets {
		before = min(before, bucket.Before())
	}
	m.over(before)
	return nil
}

// over hands out the exchanges that are over and that began before a packet, in
// the order in which they began.
func (m *matchers) over(before int64) {
	for b, list := range m.closed {
		for _, x := range list {
			m.held.Add(x.ID, x)
		}
		m.closed[b] = nil
	}
	if x := m.held.Take(nil, before, maxHeld); len(x) > 0 {
		m.emit(x)
	}
}

// maxHeld bounds the exchanges of one bucket that wait for those of another.
const maxHeld = 1 << 17

// finish returns the reports of all.
func (m *matchers) finish() []*analyzer.Report {
	for _, bucket := range m.buckets {
		m.reports = append(m.reports, bucket.Finish())
	}
	m.over(math.MaxInt64)
	return m.reports
}
