package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Why a context is done.
var (
	ErrInterrupted = errors.New("interrupted")
	ErrEnough      = errors.New("enough was heard")
)

func Interrupted(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrInterrupted) }

// UntilInterrupted returns a context that ends with the first SIGINT, SIGTERM
// or SIGHUP. The second ends the program, without leaving half a file behind.
func UntilInterrupted(ctx context.Context, errout io.Writer, o *Outputs) (context.Context, func()) {
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
		cancel(ErrInterrupted)
		if IsTerminal(errout) {
			fmt.Fprintln(errout, "\nstopping; press Ctrl-C again to end at once")
		}
		select {
		case <-done:
		case <-signals:
			o.Discard()
			os.Exit(ExitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}

// Stoppable returns a reader whose Read returns when ctx is done, even when
// nothing comes: a pipe may be silent for hours.
func Stoppable(ctx context.Context, r io.Reader) io.Reader { return &stoppable{ctx: ctx, r: r} }

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
