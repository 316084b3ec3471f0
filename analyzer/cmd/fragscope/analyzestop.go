package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"fragscope/analyzer/atomicfile"

	"github.com/spf13/cobra"
)

// An exitStatus ends the command; what there is to say was printed.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exitInterrupted is what shells expect of a command that SIGINT has ended.
const exitInterrupted = 130

var errInterrupted = errors.New("interrupted")

func interrupted(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errInterrupted) }

// untilInterrupted returns a context that ends with the first SIGINT, SIGTERM
// or SIGHUP. The second ends the program, without leaving half a file behind.
func untilInterrupted(ctx context.Context, errout io.Writer, o *outputs) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it; else the terminal is gone
		signal.Notify(signals, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			return
		case <-signals:
		}
		cancel(errInterrupted)
		if isTerminal(errout) {
			fmt.Fprintln(errout, "\nstopping; press Ctrl-C again to end at once")
		}
		select {
		case <-done:
		case <-signals:
			o.discard()
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}

// Existing files are replaced only with --force.
type outputs struct {
	force    bool
	standard *output // standard output, when it is one of them
	mu       sync.Mutex
	files    []*atomicfile.File
}

func (o *outputs) forceFlag(c *cobra.Command) {
	c.Flags().BoolVar(&o.force, "force", false,
		"replace existing files; without it they are left as they are and it is an error")
}

// begin also returns where texts go: to standard error when standard output is the file.
func (o *outputs) begin(flag, name string, out, errout io.Writer) (*atomicfile.File, io.Writer, error) {
	return o.beginWith(atomicfile.Create, flag, name, out, errout)
}

func (o *outputs) beginWith(create func(string, bool) (*atomicfile.File, error), flag, name string, out,
	errout io.Writer) (*atomicfile.File, io.Writer, error) {
	switch name {
	case "":
		return nil, out, nil
	case "-":
		if isTerminal(out) {
			return nil, out, fmt.Errorf("--%s - is nothing for a terminal: name a file", flag)
		}
		name, out = "/dev/stdout", errout
	}
	f, err := o.add(create(name, o.force))
	return f, out, err
}

func (o *outputs) create(path string) (*atomicfile.File, error) {
	return o.add(atomicfile.Create(path, o.force))
}

func (o *outputs) add(f *atomicfile.File, err error) (*atomicfile.File, error) {
	if e, ok := errors.AsType[*atomicfile.Error](err); ok && errors.Is(e, fs.ErrExist) {
		e.Advice += ", or replace it with --force"
	}
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files = append(o.files, f)
	return f, nil
}

func (o *outputs) commit() error {
	if o.standard != nil {
		return o.standard.flush()
	}
	for _, f := range o.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func (o *outputs) discard() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.files {
		f.Discard()
	}
}

// A stoppable is a reader whose Read returns when its context is done, even
// when nothing comes: a pipe may be silent for hours.
type stoppable struct {
	ctx    context.Context
	r      io.Reader
	got    chan readResult
	buf    [1 << 16]byte
	rest   []byte
	failed error
}

type readResult struct {
	n   int
	err error
}

func (s *stoppable) Read(p []byte) (int, error) {
	if len(s.rest) == 0 && s.failed == nil {
		if s.got == nil {
			s.got = make(chan readResult, 1)
			go func() {
				n, err := s.r.Read(s.buf[:])
				s.got <- readResult{n, err}
			}()
		}
		select {
		case <-s.ctx.Done():
			return 0, context.Cause(s.ctx)
		case r := <-s.got:
			s.got, s.rest, s.failed = nil, s.buf[:r.n], r.err
		}
	}
	if len(s.rest) == 0 {
		return 0, s.failed
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// fileErrors takes an error of several files apart, and leaves out that reading was stopped.
func fileErrors(err error) []error {
	if err == nil || errors.Is(err, context.Canceled) && !isJoined(err) || errors.Is(err, errInterrupted) &&
		!isJoined(err) {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, fileErrors(e)...)
		}
		return all
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok && err == error(e) {
		return []error{fmt.Errorf("%s: %w", e.Path, e.Err)}
	}
	return []error{err}
}

func isJoined(err error) bool {
	_, ok := err.(interface{ Unwrap() []error })
	return ok
}
