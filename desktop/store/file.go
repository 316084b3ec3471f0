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
)

// A File is a value that is kept in a file as JSON, of one program at a time.
type File[T any] struct{ path string }

const maxFile = 64 << 20

// Open reads the file, or takes zero. A damaged file is kept under another name, and the error says so.
func Open[T any](path string, zero T) (*File[T], T, error) {
	f := &File[T]{path}
	v, err := f.read(zero)
	return f, v, err
}

// read reads the file; zero counts when there is none.
func (f *File[T]) read(zero T) (T, error) {
	if err := Regular(f.path); errors.Is(err, fs.ErrNotExist) {
		return zero, nil
	} else if err != nil {
		return zero, err
	}
	r, err := os.Open(f.path)
	if err != nil {
		return zero, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return zero, err
	}
	v := zero
	if err = json.Unmarshal(b, &v); err == nil {
		return v, nil
	}
	kept, moved := keep(f.path)
	if moved != nil {
		return zero, moved
	}
	return zero, &damagedError{f.path, kept, err}
}

type damagedError struct {
	path, kept string
	err        error
}

func (e *damagedError) Error() string {
	return e.path + ": it cannot be read as JSON: " + e.err.Error() + ". It was kept as " + e.kept +
		"; a new one takes its place."
}

func (e *damagedError) Unwrap() error { return e.err }

// keep gives a damaged file another name, one that no file has: an older damaged file may still be needed.
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

func (f *File[T]) Save(v T) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	return Write(f.path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ") // people read and edit it
		return e.Encode(v)
	})
}
