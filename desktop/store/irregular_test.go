//go:build unix

package store

import (
	"errors"
	"io"
	"path/filepath"
	"syscall"
	"testing"
)

// What is no regular file is refused without opening it: opening a pipe waits
// until somebody opens its other end.
func TestPipesAndDevicesAreRefused(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/null", dir} {
		for name, f := range map[string]Writer{"Write": Write, "Create": Create} {
			if err := f(path, func(io.Writer) error { return nil }); err == nil {
				t.Errorf("%s wrote to %s", name, path)
			}
		}
	}
	if _, _, err := Open(pipe, counts{}); !errors.Is(err, ErrIrregular) {
		t.Errorf("settings that are a pipe: %v", err)
	}
}
