package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"fragscope/analyzer/atomicfile"
)

// Write writes the file at path with what fill writes, whole or not at all: the
// old content stays until the new one is on the disk. A path that is a link
// keeps being one. What is no regular file, such as a device or a pipe, is not
// written to. The error is that of fill, or says what to do.
func Write(path string, fill func(w io.Writer) error) error {
	return put(path, true, fill)
}

// Create writes a new file like [Write], and never replaces one, however late it came.
func Create(path string, fill func(w io.Writer) error) error {
	return put(path, false, fill)
}

// A Writer is [Write] or [Create].
type Writer func(path string, fill func(w io.Writer) error) error

func put(path string, replace bool, fill func(w io.Writer) error) error {
	if err := Regular(path); errors.Is(err, ErrIrregular) {
		return &atomicfile.Error{Name: path, Err: ErrIrregular, Advice: "name a file"}
	}
	f, err := atomicfile.Create(path, replace)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// ErrIrregular is the error for a path that leads to a device, a pipe or a
// socket: opening may block, and it cannot be replaced atomically.
var ErrIrregular = errors.New("it is a device or a pipe, not a file")

// ReadError says why the file at path cannot be read, and what to do.
func ReadError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: file not found; was it moved or renamed?", path)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s is a folder: choose a file in it", path)
	case errors.Is(err, ErrIrregular):
		return fmt.Errorf("%s: %w: save its output to a file first", path, ErrIrregular)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: you may not read this file; copy it, or change its permissions", path)
	}
	return fmt.Errorf("%s cannot be read: %w", path, err)
}

// Regular returns nil when path leads to a regular file, without opening it.
func Regular(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	return nil
}

// Probe returns why no new file can be written at path, nil when one can. Nothing is left there.
func Probe(path string) error {
	f, err := atomicfile.Create(path, false)
	if err == nil {
		f.Discard()
	}
	return err
}
