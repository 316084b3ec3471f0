package store

import (
	"errors"
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

// Create writes a new file like [Write], and never replaces one, however late it
// came.
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
// socket: opening one may wait for ever, and none can be replaced as a whole.
var ErrIrregular = errors.New("it is a device or a pipe, not a file")

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
