package scan

import (
	"context"
	"errors"
	"os"
	"time"
)

// Open opens a file for reading. A pipe without a writer, or with a silent one,
// does not block once ctx is done: then opening and reading fail.
func Open(ctx context.Context, path string) (*Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() || info.IsDir() {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		return &Source{File: f}, nil
	}
	type opened struct {
		f   *os.File
		err error
	}
	found := make(chan opened, 1)
	go func() {
		f, err := os.Open(path) // waits until somebody writes
		found <- opened{f, err}
	}()
	select {
	case o := <-found:
		if o.err != nil {
			return nil, o.err
		}
		stop := context.AfterFunc(ctx, func() {
			if o.f.SetReadDeadline(time.Unix(1, 0)) != nil { // a device that knows no deadlines
				o.f.Close()
			}
		})
		return &Source{File: o.f, stop: stop}, nil
	case <-ctx.Done():
		go func() {
			if o := <-found; o.f != nil {
				o.f.Close()
			}
		}()
		return nil, errors.Join(errStopped, context.Cause(ctx))
	}
}

// A Source is a file that [Open] opened.
type Source struct {
	*os.File
	stop func() bool
}

// Close closes the file.
func (s *Source) Close() error {
	if s.stop != nil {
		s.stop()
	}
	return s.File.Close()
}
