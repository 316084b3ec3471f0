// Package atomicfile writes files whole or not at all. The old file stays until
// the new content is complete and on the disk; whatever goes wrong leaves the
// old file as it was and nothing half written. [Grow] is for recordings, of which
// what was written stays.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// A File is a file being written. It gets its name when it is complete, with
// Commit. It is written to by one goroutine; Discard may be called by another.
type File struct {
	*bufio.Writer
	name    string // as the user says it
	target  string // what is replaced: links are followed
	replace bool
	direct  bool // a device, a pipe or an open descriptor: written in place
	keep    bool // the process's own standard output or error: not closed
	growing bool // written under its name, from the first bytes on

	size, sound int64 // of a growing file: bytes written, and those up to the last Flush

	mu   sync.Mutex
	file *os.File
	done bool
}

// Create begins the file at path. An existing file is an error unless replace
// is set. A symbolic link stays one: the file that it leads to is written. A
// device, a pipe and /dev/stdout are written in place, whatever replace says.
// Errors say what is wrong; their texts are not escaped.
func Create(path string, replace bool) (*File, error) { return create(path, replace, false) }

// Grow begins a file that has its name from the first bytes on, for what is
// recorded over a long time: whatever happens, what was written up to the last
// Flush stays. Nothing is created, and an existing file is not replaced, before
// something is written. Otherwise it does what Create does.
func Grow(path string, replace bool) (*File, error) { return create(path, replace, true) }

func create(path string, replace, growing bool) (*File, error) {
	f := &File{name: path, replace: replace, growing: growing}
	switch {
	case path == "":
		return nil, f.fail(fs.ErrNotExist)
	case isDescriptor(path, 1):
		return f.inPlace(os.Stdout, true), nil
	case isDescriptor(path, 2):
		return f.inPlace(os.Stderr, true), nil
	}
	f.target = follow(path)
	info, err := os.Stat(f.target)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file in it", path)
	case err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/fd/") ||
		strings.HasPrefix(path, "/proc/")):
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, f.fail(err)
		}
		return f.inPlace(file, false), nil
	case err == nil && !replace:
		return nil, f.fail(fs.ErrExist)
	case err == nil:
		// A file that may not be written is not replaced either.
		file, err := os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return nil, f.fail(err)
		}
		file.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, f.fail(err)
	}
	if f.growing {
		if _, err := os.Stat(filepath.Dir(f.target)); err != nil {
			return nil, f.fail(err)
		}
		f.Writer = bufio.NewWriterSize(disk{f}, 1<<17)
		return f, nil
	}
	mode := fs.FileMode(0o666) // less what the user's umask takes
	if info != nil {
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
	f.Writer = bufio.NewWriterSize(disk{f}, 1<<16)
	if info != nil && runtime.GOOS != "windows" { // the bits of the old file count, not the umask
		if err := f.file.Chmod(mode); err != nil {
			f.Discard()
			return nil, f.fail(err)
		}
	}
	return f, nil
}

func (f *File) inPlace(file *os.File, keep bool) *File {
	f.file, f.direct, f.keep = file, true, keep
	f.Writer = bufio.NewWriterSize(disk{f}, 1<<16)
	return f
}

// isDescriptor reports whether path is one of the usual names of an open descriptor.
func isDescriptor(path string, n int) bool {
	names := [...]string{1: "/dev/stdout", 2: "/dev/stderr"}
	number := strconv.Itoa(n)
	return path == names[n] || path == "/dev/fd/"+number || path == "/proc/self/fd/"+number
}

func follow(path string) string {
	for range 40 { // as many as Linux follows
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return path
		}
		path = filepath.Join(dir, filepath.Base(path))
		link, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if path = link; !filepath.IsAbs(link) {
			path = filepath.Join(dir, link)
		}
	}
	return path
}

// Direct reports whether what is written goes to a device, a pipe or an open
// descriptor as it is, so that another program may be waiting for it.
func (f *File) Direct() bool { return f.direct }

// The errors of a disk, and so those of the buffer, name the file and say what to do.
type disk struct{ f *File }

func (d disk) Write(p []byte) (int, error) {
	if d.f.file == nil {
		if err := d.f.grow(); err != nil {
			return 0, d.f.fail(err)
		}
	}
	n, err := d.f.file.Write(p)
	d.f.size += int64(n)
	return n, d.f.fail(err)
}

func (f *File) grow() (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done {
		return fs.ErrClosed
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if f.replace {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f.file, err = os.OpenFile(f.target, flags, 0o666)
	return err
}

// Flush writes what is buffered. When a growing file has no more room for all of
// it, the file ends where the last Flush ended.
func (f *File) Flush() error {
	err := f.Writer.Flush()
	switch {
	case !f.growing || f.direct:
	case err == nil:
		f.sound = f.size
	case f.file != nil && f.size > f.sound:
		if f.file.Truncate(f.sound) == nil {
			f.size = f.sound
		}
	}
	return err
}

// Commit writes what is left and gives the file its name.
func (f *File) Commit() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done {
		return nil
	}
	if f.growing && !f.direct {
		return f.finish()
	}
	f.done = true
	err := f.Writer.Flush()
	if f.direct {
		if !f.keep {
			err = errors.Join(err, f.file.Close())
		}
		return f.fail(err)
	}
	if err == nil {
		err = f.file.Sync() // a disk may be full only now
	}
	if closing := f.file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = f.place()
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s was created by another program meanwhile and is left unchanged; the output is in %s", f.name,
			f.file.Name())
	}
	if err != nil {
		os.Remove(f.file.Name())
	}
	return f.fail(err)
}

func (f *File) finish() error {
	f.mu.Unlock() // for grow
	err := f.Flush()
	f.mu.Lock()
	f.done = true
	if f.file == nil {
		return f.fail(err)
	}
	if err == nil {
		err = f.file.Sync()
	}
	if closing := f.file.Close(); err == nil {
		err = closing
	}
	return f.fail(err)
}

// place gives the complete file its name.
func (f *File) place() error {
	from := f.file.Name()
	if f.replace {
		return os.Rename(from, f.target)
	}
	// Unlike renaming, a hard link never replaces what another program made
	// since Create.
	err := os.Link(from, f.target)
	if err == nil {
		return os.Remove(from)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	// FAT has no hard links. Taking the name first is the next best.
	taken, err := os.OpenFile(f.target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	taken.Close()
	return os.Rename(from, f.target)
}

// Discard drops a file that was not committed; of a growing one, what is
// buffered. A Commit that has begun is
// waited for.
func (f *File) Discard() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done {
		return
	}
	f.done = true
	if f.file == nil {
		return
	}
	if !f.keep {
		f.file.Close()
	}
	if !f.direct && !f.growing {
		os.Remove(f.file.Name())
	}
}

func (f *File) fail(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	e := &Error{Name: f.name, Err: err}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		e.Err = p.Err
	} else if p, ok := errors.AsType[*os.LinkError](err); ok {
		e.Err = p.Err
	}
	switch {
	case f.direct:
	case full(err) && f.growing:
		e.Advice = "what was written before is kept: free some space or choose another folder"
	case full(err):
		e.Advice = "the old file is unchanged: free some space or choose another folder"
	case errors.Is(err, fs.ErrExist):
		e.Advice = "choose another one"
	case errors.Is(err, fs.ErrNotExist):
		e.Advice = "the folder " + filepath.Dir(f.target) + " does not exist: create it first"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		e.Advice = "choose a folder that you may write to"
	}
	return e
}

const windowsDiskFull = syscall.Errno(112)

func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) ||
		runtime.GOOS == "windows" && errors.Is(err, windowsDiskFull)
}

// An Error says which file cannot be written, why, and what to do.
type Error struct {
	Name   string // as it was given to Create
	Err    error
	Advice string // "" when there is nothing to say
}

func (e *Error) Error() string {
	reason := e.Err.Error()
	if errors.Is(e.Err, fs.ErrExist) {
		reason = "it exists already"
	}
	text := "cannot write " + e.Name + ": " + reason
	if e.Advice != "" {
		text += "; " + e.Advice
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }
