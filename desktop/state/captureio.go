package state

import (
	"bufio"
	"cmp"
	"os"
	"sync"
)

// A spool is a temporary file that is written at its end and read anywhere.
type spool struct {
	pattern string // of its name, "" for that of an unpacked capture
	mu      sync.Mutex
	file    *os.File
	out     *bufio.Writer
	written int64
	flushed int64
	err     error // why nothing more can be written
}

func (s *spool) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil && s.err == nil {
		if s.file, s.err = os.CreateTemp("", cmp.Or(s.pattern, "fragscope-capture-*")); s.err == nil {
			s.out = bufio.NewWriterSize(s.file, 1<<18)
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.written += int64(n)
	s.err = err
	return n, err
}

func (s *spool) ReadAt(b []byte, at int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return 0, os.ErrClosed
	}
	if at+int64(len(b)) > s.flushed && s.err == nil {
		s.err = s.out.Flush()
		s.flushed = s.written
	}
	return s.file.ReadAt(b, at)
}

func (s *spool) length() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written
}

func (s *spool) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *spool) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
		s.file = nil
	}
	if s.err == nil {
		s.err = os.ErrClosed
	}
}
