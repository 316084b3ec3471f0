package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"fragscope/analyzer"
	"fragscope/analyzer/scan"
)

// Files analyzes captures like [scan.Files], each in n parts. What the parts
// hand over waits in temporary files, so that memory does not grow with the
// capture. The captures must be files, for they are read twice.
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

// A run is the analysis of one file.
type run struct {
	file    *os.File
	name    string
	opts    *scan.Options
	buckets int
	folder  string
	index   *Index
	lost    map[int]string
	mu      sync.Mutex // of lost
}

// inParts analyzes one file in n parts.
func inParts(ctx context.Context, f scan.File, n int, opts *scan.Options) (*analyzer.Report, error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: found no file, expected one: parts of a capture are read on their own", f.Path)
	}
	index, err := Find(stoppable{ctx, file}, (f.Size+int64(n)-1)/int64(n))
	if err != nil {
		if f.Walk || ctx.Err() != nil {
			return nil, nil // other files lie among captures
		}
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	folder, err := os.MkdirTemp("", "fragscope-parts-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	r := &run{file: file, name: f.Path, opts: opts, buckets: runtime.GOMAXPROCS(0), folder: folder, index: index, lost: map[int]string{}}
	r.analyze(ctx)
	return r.match(ctx)
}

func (r *run) path(i int) string { return filepath.Join(r.folder, strconv.Itoa(i)) }

// analyze processes all pieces, as many concurrently as there are processors.
func (r *run) analyze(ctx context.Context) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				if err := r.piece(ctx, i); err != nil {
					r.mu.Lock()
					r.lost[i] = err.Error()
					r.mu.Unlock()
				}
			}
		})
	}
	for i := range r.index.Pieces {
		next <- i
	}
	close(next)
	wg.Wait()
}

// piece analyzes piece i and leaves what it hands over in a file.
func (r *run) piece(ctx context.Context, i int) error {
	if ctx.Err() != nil {
		return errors.New("stopped")
	}
	p := &r.index.Pieces[i]
	src := stoppable{ctx, io.NewSectionReader(r.file, p.Start, p.End-p.Start)}
	b, err := p.Analyze(ctx, src, Options{Analyzer: r.opts.Analyzer, Buckets: r.buckets})
	if err != nil {
		return err
	}
	r.opts.Progress.Bytes.Add(p.End - p.Start)
	r.opts.Progress.Packets.Add(p.Packets)
	return os.WriteFile(r.path(i), b, 0o600)
}

// match merges the pieces, all buckets in parallel.
func (r *run) match(ctx context.Context) (*analyzer.Report, error) {
	opts := r.opts.Analyzer
	opts.Name = r.name
	closed := make([][]*analyzer.Exchange, r.buckets)
	matchers := make([]*analyzer.Matcher, r.buckets)
	for b := range matchers {
		mine := opts
		if r.opts.Exchanges != nil {
			mine.Exchanges = func(x []*analyzer.Exchange) { closed[b] = append(closed[b], x...) }
		}
		matchers[b] = analyzer.NewMatcher(mine, b, r.buckets)
	}
	emit := func() {
		for b, x := range closed {
			if len(x) > 0 {
				r.opts.Exchanges(r.name, x)
			}
			closed[b] = nil
		}
	}
	var reports []*analyzer.Report
	for i := range r.index.Pieces {
		if _, lost := r.lost[i]; lost {
			continue
		}
		sums, err := r.add(i, matchers)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		reports = append(reports, sums)
		emit()
	}
	for _, m := range matchers {
		reports = append(reports, m.Finish())
	}
	emit()
	report := r.index.Report(r.name, r.lost, reports...)
	report.Files[0].Stopped = ctx.Err() != nil
	return report, nil
}

// add gives piece i to all buckets and returns its sums.
func (r *run) add(i int, matchers []*analyzer.Matcher) (*analyzer.Report, error) {
	b, err := os.ReadFile(r.path(i))
	if err != nil {
		return nil, err
	}
	at, err := analyzer.ReadPartHeader(b)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(matchers))
	var wg sync.WaitGroup
	for k, m := range matchers {
		wg.Go(func() { errs[k] = m.Add(at.Now, at.All.Of(b), at.Sections[k].Of(b)) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return analyzer.DecodeReport(at.Sums.Of(b))
}

// stoppable ends with its context.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
