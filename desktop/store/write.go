package store

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Write writes the file at path with what fill writes, whole or not at all: the
// old content stays until the new one is on the disk. A path that is a link
// keeps being one. What is no ordinary file, such as a pipe, is written to as
// it is. The error is an [*Error].
func Write(path string, fill func(w io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return wrap(path, writeInPlace(path, fill))
		}
		mode = info.Mode().Perm()
	}
	return wrap(path, replace(path, mode, fill))
}

// replace writes a new file beside path and lets it take its place.
func replace(path string, mode fs.FileMode, fill func(w io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close() // a second time does no harm
			os.Remove(f.Name())
		}
	}()
	if err = buffered(f, fill); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil && runtime.GOOS != "windows" {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func writeInPlace(path string, fill func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, fill), f.Close())
}

func buffered(w io.Writer, fill func(w io.Writer) error) error {
	b := bufio.NewWriterSize(w, 64<<10)
	if err := fill(b); err != nil {
		return err
	}
	return b.Flush()
}

// An Error says why a file could not be written or read, and what to do.
type Error struct {
	Path   string
	Advice string // one sentence, "" when there is nothing to say
	Err    error
}

func (e *Error) Error() string {
	cause := e.Err
	var p *fs.PathError
	if errors.As(cause, &p) { // its path may be of a file that nobody has heard of
		cause = p.Err
	}
	s := e.Path + ": " + cause.Error()
	if e.Advice != "" {
		s += ". " + e.Advice
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

func wrap(path string, err error) error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return err
	}
	return &Error{Path: path, Advice: advice(err), Err: err}
}

// windowsDiskFull is what Windows calls a full disk.
const windowsDiskFull = syscall.Errno(112)

// advice says what can be done about err.
func advice(err error) string {
	var errno syscall.Errno
	switch {
	case errors.Is(err, syscall.ENOSPC), runtime.GOOS == "windows" && errors.As(err, &errno) && errno == windowsDiskFull:
		return "The disk is full: make room, or choose a folder on another disk. What was there before is still there."
	case errors.Is(err, syscall.EROFS):
		return "That disk can only be read: choose another folder."
	case errors.Is(err, fs.ErrPermission):
		return "You may not write there: choose another folder."
	case errors.Is(err, fs.ErrNotExist):
		return "The folder does not exist: choose another one, or make it."
	}
	return ""
}
