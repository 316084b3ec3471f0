package state

import (
	"bufio"
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// A meteredReader counts what is read and ends when the context is done.
type meteredReader struct {
	ctx   context.Context
	src   io.Reader
	bytes *atomic.Int64
}

func (m *meteredReader) Read(p []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := m.src.Read(p)
	m.bytes.Add(int64(n))
	return n, err
}

// unpackTo takes what is unpacked of a compressed capture.
type unpackTo struct{ c *Capture }

func (u unpackTo) Write(p []byte) (int, error) {
	s := u.c.spool.Load()
	if s == nil {
		s = newSpool()
		u.c.spool.Store(s)
	}
	return s.write(p)
}

// A spool is a temporary file that is written at its end and read anywhere.
type spool struct {
	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written int64
	flushed int64
	err     error // why nothing more can be written
}

func newSpool() *spool {
	s := &spool{}
	s.file, s.err = os.CreateTemp("", "fragscope-capture-*")
	if s.err == nil {
		s.out = bufio.NewWriterSize(s.file, 1<<18)
	}
	return s
}

func (s *spool) write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.written += int64(n)
	s.err = err
	return n, err
}

func (s *spool) read(b []byte, at int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return os.ErrClosed
	}
	if at+int64(len(b)) > s.flushed && s.err == nil {
		s.err = s.out.Flush()
		s.flushed = s.written
	}
	_, err := s.file.ReadAt(b, at)
	return err
}

// failed returns why nothing more can be written.
func (s *spool) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *spool) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return
	}
	s.file.Close()
	os.Remove(s.file.Name())
	s.file = nil
	if s.err == nil {
		s.err = os.ErrClosed
	}
}
