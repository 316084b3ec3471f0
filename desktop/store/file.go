package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// A Merge puts two changes of one value together: base is what both began
// with, mine and theirs are what became of it.
type Merge[T any] func(base, mine, theirs T) T

// A File is a value that is kept in a file as JSON. It may be used by several
// goroutines, and its file by several processes.
type File[T any] struct {
	path  string
	merge Merge[T]

	zero []byte // what counts without a file, and for entries that are missing, as JSON
	mu   sync.Mutex
	base []byte // the value that both sides know, from the last look at the file, as JSON
}

// maxFile bounds what is read: nothing that is kept here comes near it.
const maxFile = 64 << 20

// Open reads the file at path, or takes zero when there is none. When the file
// is damaged, it is kept under another name and zero counts; the error then
// says so, and the File can be used all the same.
func Open[T any](path string, zero T, merge Merge[T]) (*File[T], T, error) {
	f := &File[T]{path: path, merge: merge}
	b, err := json.Marshal(zero)
	if err != nil {
		return f, zero, err
	}
	f.zero, f.base = b, b
	v, err := f.read()
	if err == nil {
		f.base, err = json.Marshal(v)
	}
	return f, v, err
}

// Path returns where the file is.
func (f *File[T]) Path() string { return f.path }

// fresh returns the value in b that shares no memory with any other.
func fresh[T any](b []byte) (v T, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

// read reads the file; zero counts when there is none.
func (f *File[T]) read() (T, error) {
	v, err := fresh[T](f.zero)
	if err != nil {
		return v, err
	}
	if err := Regular(f.path); errors.Is(err, fs.ErrNotExist) {
		return v, nil
	} else if err != nil {
		return v, err
	}
	r, err := os.Open(f.path)
	if err != nil {
		return v, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return v, err
	}
	if err = json.Unmarshal(b, &v); err == nil {
		return v, nil
	}
	zero, _ := fresh[T](f.zero) // it was read once already
	kept, moved := keep(f.path)
	if moved != nil {
		return zero, moved
	}
	return zero, &damagedError{f.path, kept, err}
}

// A damagedError says that a file was moved aside.
type damagedError struct {
	path, kept string
	err        error
}

func (e *damagedError) Error() string {
	return e.path + ": it cannot be read as JSON: " + e.err.Error() + ". It was kept as " + e.kept + "; a new one takes its place."
}

func (e *damagedError) Unwrap() error { return e.err }

// keep gives a damaged file another name, one that no file has: an older
// damaged file may be the one that somebody still needs.
func keep(path string) (kept string, err error) {
	for n := 1; n <= 1000; n++ {
		kept = path + ".damaged"
		if n > 1 {
			kept += "-" + strconv.Itoa(n)
		}
		if _, err = os.Lstat(kept); errors.Is(err, fs.ErrNotExist) {
			return kept, os.Rename(path, kept)
		}
	}
	return "", fmt.Errorf("%s is damaged, and there are 1000 damaged ones beside it: remove some", path)
}

// Save writes v with what others wrote since this File last looked. What that
// is, [File.Reload] tells.
func (f *File[T]) Save(v T) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(f.path + ".lock").Lock()
	if err != nil {
		return err
	}
	defer unlock()
	merged, damaged, err := f.merged(v)
	if err != nil {
		return err
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	err = Write(f.path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ") // people read and edit it
		return e.Encode(merged)
	})
	if err != nil {
		return err
	}
	f.base = b
	if damaged != nil {
		return damaged // a nil *damagedError in an error would be an error
	}
	return nil
}

// merged returns v with what others wrote. When the file was damaged and moved
// aside, v is what is left, and damaged says so.
func (f *File[T]) merged(v T) (merged T, damaged *damagedError, err error) {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return v, nil, nil
	}
	base, err := fresh[T](f.base)
	if err != nil {
		return v, nil, err
	}
	theirs, err := f.read()
	if err != nil {
		if errors.As(err, &damaged) {
			return v, damaged, nil
		}
		return v, nil, err
	}
	return f.merge(base, v, theirs), nil, nil
}

// Reload returns what the file holds, with the changes in mine that were not
// saved yet; changed says whether others wrote anything.
func (f *File[T]) Reload(mine T) (v T, changed bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	theirs, err := f.read()
	if err != nil {
		return mine, false, err
	}
	base, err := fresh[T](f.base)
	if err != nil {
		return mine, false, err
	}
	is, err := json.Marshal(theirs)
	if err != nil {
		return mine, false, err
	}
	if string(is) == string(f.base) {
		return mine, false, nil
	}
	f.base = is
	return f.merge(base, mine, theirs), true, nil
}
