package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type counts map[string]int

func write(path, text string) error {
	return Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func TestWriteReplacesWholeFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := write(path, "old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the source broke")
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("new", 100_000))
		return broken
	})
	if !errors.Is(err, broken) {
		t.Fatalf("got %v, want the error of what fills the file", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "old" {
		t.Fatalf("a failed write left %q", b)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := write(link, "new"); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "new" {
		t.Fatalf("writing to a link left its target at %q", b)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("the mode became %v", info.Mode())
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("files were left over: %v", list)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	err := write(filepath.Join(t.TempDir(), "missing", "a.txt"), "text")
	if err == nil || !strings.Contains(err.Error(), "create it first") || strings.Contains(err.Error(), ".fragscope-") {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err = write(t.TempDir(), "text"); err == nil || !strings.Contains(err.Error(), "is a folder; name a file in it") {
		t.Errorf("a folder: %v", err)
	}
	if err = write(os.DevNull, "text"); !errors.Is(err, ErrIrregular) ||
		!strings.Contains(err.Error(), os.DevNull+": it is a device or a pipe, not a file; name a file") {
		t.Errorf("a device: %v", err)
	}
}

func TestDamagedFileIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts.json")
	if err := os.WriteFile(path, []byte(`{"a": 1, "b`), 0o644); err != nil {
		t.Fatal(err)
	}
	f, v, err := Open(path, counts{"zero": 0})
	if err == nil || !strings.Contains(err.Error(), "counts.json.damaged") || len(v) != 1 {
		t.Fatalf("got %v, error %v", v, err)
	}
	if b, _ := os.ReadFile(path + ".damaged"); !strings.HasPrefix(string(b), `{"a": 1`) {
		t.Errorf("what was kept is %q", b)
	}
	if err := f.Save(counts{"new": 1}); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path, counts{}); err == nil || !strings.Contains(err.Error(), "counts.json.damaged-2") {
		t.Errorf("a second damaged file: %v", err)
	}
	if err := f.Save(counts{"new": 2}); err != nil {
		t.Error(err)
	}
	if b, _ := os.ReadFile(path + ".damaged"); !strings.HasPrefix(string(b), `{"a": 1`) {
		t.Errorf("the damaged file that was kept first is %q now", b)
	}
	if _, v, err := Open(path, counts{}); err != nil || v["new"] != 2 {
		t.Errorf("saved %v, error %v", v, err)
	}
}

func TestCreateReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	err := Create(path, func(w io.Writer) error {
		// It comes while the new one is written.
		if err := os.WriteFile(path, []byte("theirs"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := io.WriteString(w, "ours")
		return err
	})
	if b, _ := os.ReadFile(path); err == nil || string(b) != "theirs" {
		t.Errorf("%v; the file has %q", err, b)
	}
	if err := Create(path, nil); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "choose another one") ||
		strings.Contains(err.Error(), "force") {
		t.Errorf("a file that is there: %v", err)
	}
}
