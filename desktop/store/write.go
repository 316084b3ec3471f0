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
// keeps being one. What is no regular file, such as a device or a pipe, is not
// written to. The error is an [*Error].
func Write(path string, fill func(w io.Writer) error) error {
	if err := refuse(path); err != nil {
		return wrap(path, err)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	return wrap(path, place(path, mode, os.Rename, fill))
}

// Create writes a new file like [Write], and never replaces one: when there is
// a file at path by the time that the new one is whole, the new one is removed
// again and the error is [fs.ErrExist].
func Create(path string, fill func(w io.Writer) error) error {
	if err := Free(path); err != nil {
		return wrap(path, err)
	}
	return wrap(path, place(path, 0o644, link, fill))
}

// A Writer is [Write] or [Create].
type Writer func(path string, fill func(w io.Writer) error) error

// Free returns nil when there is nothing at path, not even a link that leads
// nowhere, and [fs.ErrExist] when there is.
func Free(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// link gives the file at old the name path, unless there is one of that name.
func link(old, path string) error {
	err := os.Link(old, path)
	switch {
	case err == nil:
		return os.Remove(old)
	case errors.Is(err, fs.ErrExist):
		return fs.ErrExist
	}
	// Some file systems, such as FAT, have no second names.
	if err := Free(path); err != nil {
		return err
	}
	return os.Rename(old, path)
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

// refuse returns why path cannot be replaced, nil when it can or is not there.
func refuse(path string) error {
	if err := Regular(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// place writes a new file beside path and has move give it its name.
func place(path string, mode fs.FileMode, move func(old, path string) error, fill func(w io.Writer) error) (err error) {
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
	return move(f.Name(), path)
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
	case errors.Is(err, fs.ErrExist):
		return "A file of that name came meanwhile, and was left as it is: choose another name."
	case errors.Is(err, ErrIrregular), errors.Is(err, syscall.EISDIR):
		return "Choose the name of a file."
	case errors.Is(err, fs.ErrNotExist):
		return "The folder does not exist: choose another one, or make it."
	}
	return ""
}
