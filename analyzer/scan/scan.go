// Package scan brings the packets of capture files to the analyzer: one file
// or many, directories, standard input, several at once, with progress, and
// with what was found so far when it is stopped.
package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/internal/inorder"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// Options tell [Files] what to do. The zero value is ready to use.
type Options struct {
	Analyzer record.Options // Name and Exchanges are set for each file
	// called with exchanges that are over, those of one file after those of another, in the order of the paths; never
	// concurrently
	Exchanges func(file string, x []*report.Exchange)
	// called with what is known of each packet, in the same order; never concurrently
	Record func(file string, r *record.Record)
	// called with what Analyzer.Look noted of packets, in the same order; never concurrently
	Noted     func(file string, p *capture.Packet, note []byte)
	Stdin     io.Reader // what the name "-" means
	StdinName string    // what to call it in the report, "" for -
	Parallel  int       // files read concurrently, 0 for one per processor
	// sees each packet before it is analyzed; never concurrently for one file
	Packet   func(file string, p *capture.Packet)
	Progress *Progress // counts what is read, nil for none
	// for a live source: what has come is analyzed at least this often, 0 for when there is enough of it
	Interval time.Duration
}

// Progress counts what has been read. It may be read at any time.
type Progress struct {
	Files   atomic.Int64 // to be read
	Done    atomic.Int64 // files read
	Total   atomic.Int64 // bytes of all files, as far as known
	Bytes   atomic.Int64 // bytes read, as they are in the files (compressed ones compressed)
	Packets atomic.Int64
}

var errStopped = errors.New("stopped")

// Files analyzes the captures at paths, directories with all that is in them,
// and returns the settled sum. When ctx is done it stops and returns what was
// found until then, with the context's error. A file that cannot be read is an
// error of its own; the others are read all the same.
func Files(ctx context.Context, paths []string, opts Options) (*report.Report, error) {
	files, err := Expand(paths)
	errs := []error{err}
	s := scanner{opts: opts}
	if s.opts.Progress == nil {
		s.opts.Progress = &Progress{}
	}
	for _, f := range files {
		s.opts.Progress.Files.Add(1)
		s.opts.Progress.Total.Add(f.Size)
	}
	if s.turns = newTurns(&opts, len(files)); s.turns == nil {
		// The biggest first: then the last to be done is a small one.
		slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(b.Size, a.Size) })
	}
	parallel := opts.Parallel
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	parallel = max(1, min(parallel, len(files)))
	s.opts.Analyzer.Workers = max(1, runtime.GOMAXPROCS(0)/parallel)
	if len(files) > 1 { // half is for the sum
		memory := cmp.Or(s.opts.Analyzer.Memory, record.DefaultMemory)
		s.opts.Analyzer.Memory = memory / int64(2*ahead*parallel)
		opts.Analyzer.Memory = memory / 2
	}
	sum := analyzer.NewSum(opts.Analyzer)
	// Reports are added in the order of the files, so that the sum does not
	// depend on which is read faster, and do not pile up behind one that is
	// slow.
	type result struct {
		File
		place  int
		report *report.Report
		err    error
	}
	each := func(yield func(*result) bool) {
		for i, f := range files {
			if !yield(&result{File: f, place: i}) {
				return
			}
		}
	}
	read := func(r *result) {
		if ctx.Err() == nil {
			r.report, r.err = s.file(ctx, r.File, r.place)
			s.opts.Progress.Done.Add(1)
		}
		s.turns.end(r.place)
	}
	inorder.Do(parallel, ahead*parallel-1, each, func() func(*result) { return read }, func(r *result) error {
		if r.report != nil {
			sum.Add(r.report)
		}
		errs = append(errs, r.err)
		return nil
	})
	return sum.Report(), errors.Join(append(errs, ctx.Err())...)
}

// ahead is how many files are read, for each at a time, before the one whose report is added next.
const ahead = 2

// A File is a capture that [Files] would read.
type File struct {
	Path string
	Size int64 // bytes
	Walk bool  // found in a directory: it may be no capture at all
}

// Expand lists the files at paths, those of directories too, in the order of the
// paths and of their names. The error says which paths could not be looked at.
func Expand(paths []string) ([]File, error) {
	var all []File
	var errs []error
	for _, p := range paths {
		if p == "-" {
			all = append(all, File{Path: p})
			continue
		}
		info, err := os.Stat(p)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if !info.IsDir() {
			all = append(all, File{Path: p, Size: info.Size()})
			continue
		}
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				errs = append(errs, err)
				return nil
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				all = append(all, File{Path: path, Size: info.Size(), Walk: true})
			}
			return nil
		})
		errs = append(errs, err)
	}
	return all, errors.Join(errs...)
}

type scanner struct {
	opts  Options
	turns *turns
}

func (s *scanner) file(ctx context.Context, f File, place int) (*report.Report, error) {
	var in io.Reader = s.opts.Stdin
	if f.Path != "-" {
		file, err := Open(ctx, f.Path)
		switch {
		case ctx.Err() != nil && err != nil:
			return nil, nil
		case err != nil:
			return nil, err
		}
		defer file.Close()
		in = file
	} else if in == nil {
		in = os.Stdin
	}
	if f.Path == "-" && s.opts.StdinName != "" {
		f.Path = s.opts.StdinName
	}
	r, err := capture.NewReader(&countingReader{in, ctx, s.opts.Progress}, capture.Options{Name: f.Path})
	if err != nil {
		if f.Walk || ctx.Err() != nil {
			return nil, nil // other files lie among captures
		}
		return nil, err
	}
	defer r.Close()
	return s.read(ctx, f, place, r)
}

func (s *scanner) read(ctx context.Context, f File, place int, r *capture.Reader) (*report.Report, error) {
	opts := s.opts.Analyzer
	opts.Name = f.Path
	s.turns.into(&opts, f, place)
	a := analyzer.New(opts)
	add, done := a.Add, func() {}
	if s.opts.Interval > 0 {
		add, done = flushed(a, s.opts.Interval)
	}
	var packet record.Packet
	for r.Next() {
		p := r.Packet()
		if s.opts.Packet != nil {
			s.opts.Packet(f.Path, p)
		}
		if p.Number%1024 == 0 {
			s.opts.Progress.Packets.Add(1024)
			if ctx.Err() != nil {
				break
			}
		}
		packet = record.FromCapture(p)
		add(&packet)
	}
	done()
	s.opts.Progress.Packets.Add(r.Stats().Packets % 1024)
	report := a.Finish()
	file := analyzer.FileOf(f.Path, r)
	file.Packets, file.Stopped = report.Packets, ctx.Err() != nil
	report.Files[0] = file
	if err := r.Err(); err != nil && !errors.Is(err, errStopped) {
		return report, fmt.Errorf("%s: %w", f.Path, err)
	}
	return report, nil
}

// deliveryDelay is how long a live source may keep a packet before it delivers
// it, at most. Until then its time may still come.
const deliveryDelay = 500 * time.Millisecond

// flushed returns what adds packets to a, which is flushed again and again until
// done is called. Between packets the source's time goes on as that of the
// process does.
func flushed(a *analyzer.Analyzer, interval time.Duration) (add func(*record.Packet), done func()) {
	var mu sync.Mutex
	var group sync.WaitGroup
	quit := make(chan struct{})
	var latest int64 // time of a packet
	var at time.Time // when it came
	group.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				mu.Lock()
				now := int64(0)
				if passed := time.Since(at) - deliveryDelay; latest != 0 && passed > 0 {
					now = latest + int64(passed)
				}
				a.Flush(now)
				mu.Unlock()
			}
		}
	})
	return func(p *record.Packet) {
			mu.Lock()
			defer mu.Unlock()
			if p.Time >= latest {
				latest, at = p.Time, time.Now()
			}
			a.Add(p)
		}, func() {
			close(quit)
			group.Wait()
		}
}

// A countingReader stops when the context is done. What is read counts in progress.
type countingReader struct {
	r        io.Reader
	ctx      context.Context
	progress *Progress
}

func (c *countingReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, errStopped
	}
	n, err := c.r.Read(p)
	c.progress.Bytes.Add(int64(n))
	if err != nil && c.ctx.Err() != nil {
		err = errStopped
	}
	return n, err
}
