package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"

	"fragscope/analyzer/atomicfile"
)

// Write writes the file at path with what fill writes, whole or not at all: the
// old content stays until the new one is on the disk. A path that is a link
// keeps being one. What is no regular file, such as a device or a pipe, is not
// written to. The error is an [*Error].
func Write(path string, fill func(w io.Writer) error) error {
	return wrap(path, put(path, true, fill))
}

// Create writes a new file like [Write], and never replaces one, however late it
// came.
func Create(path string, fill func(w io.Writer) error) error {
	return wrap(path, put(path, false, fill))
}

// A Writer is [Write] or [Create].
type Writer func(path string, fill func(w io.Writer) error) error

func put(path string, replace bool, fill func(w io.Writer) error) error {
	if err := Regular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
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
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return ErrIrregular
	}
	return nil
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
	// Its advice is for a command line.
	if e, ok := errors.AsType[*atomicfile.Error](err); ok {
		err = e.Err
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
	case errors.Is(err, fs.ErrExist):
		return "It was left as it is: choose another name."
	case errors.Is(err, ErrIrregular), errors.Is(err, syscall.EISDIR):
		return "Choose the name of a file."
	case errors.Is(err, fs.ErrNotExist):
		return "The folder does not exist: choose another one, or make it."
	}
	return ""
}
