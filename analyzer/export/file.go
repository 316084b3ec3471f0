package export

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// A File is a file in the making. It gets its name when it is whole, with
// Commit: until then what was there before stays, and whatever goes wrong
// leaves nothing half written.
type File struct {
	*bufio.Writer
	name   string // as the user says it
	target string // what is replaced: links are followed
	file   *os.File
	direct bool // a device or a pipe: written as it is
	done   bool
}

// Create begins the file at path. The error says what stands in the way.
func Create(path string) (*File, error) {
	f := &File{name: path, target: path}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.target = real
	}
	info, err := os.Stat(f.target)
	mode := fs.FileMode(0o666) // less what the user's umask takes
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file in it", Text(path))
	case err == nil && !info.Mode().IsRegular():
		f.direct = true
		f.file, err = os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return nil, f.fail(err)
		}
		f.Writer = bufio.NewWriterSize(f.file, 1<<16)
		return f, nil
	case err == nil:
		mode = info.Mode().Perm()
	}
	for range 100 {
		temporary := filepath.Join(filepath.Dir(f.target), ".fragscope-"+strconv.FormatUint(rand.Uint64(), 36))
		if f.file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return nil, f.fail(err)
	}
	f.Writer = bufio.NewWriterSize(f.file, 1<<16)
	return f, nil
}

// Write writes to the file; its error names the file and says what to do.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	return n, f.fail(err)
}

// Commit writes what is left and gives the file its name.
func (f *File) Commit() error {
	if f.done {
		return nil
	}
	err := f.Writer.Flush()
	if f.direct {
		f.done = true
		return f.fail(errors.Join(err, f.file.Close()))
	}
	if err == nil {
		err = f.file.Sync() // a disk may be full only now
	}
	if err == nil {
		err = f.file.Close()
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.target)
	}
	if err != nil {
		f.Discard()
		return f.fail(err)
	}
	f.done = true
	return nil
}

// Discard lets go of a file that was not committed.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	f.file.Close()
	if !f.direct {
		os.Remove(f.file.Name())
	}
}

// fail says what went wrong with the file, for the person who named it.
func (f *File) fail(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*writeError](err); ok {
		return e
	}
	reason := err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		reason = e.Err
	} else if e, ok := errors.AsType[*os.LinkError](err); ok {
		reason = e.Err
	}
	advice := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		advice = "; what was there before is unchanged: make room or name another place with --output"
	case errors.Is(err, fs.ErrNotExist):
		advice = "; the folder " + Text(filepath.Dir(f.name)) + " is not there: make it first"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		advice = "; name a place that you may write to with --output"
	}
	return &writeError{fmt.Errorf("cannot write %s: %w%s", Text(f.name), reason, advice)}
}

// A writeError says which file cannot be written, and why.
type writeError struct{ error }

func (e *writeError) Unwrap() error { return e.error }
