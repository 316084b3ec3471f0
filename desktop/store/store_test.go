package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

type counts map[string]int

// mergeCounts keeps the entries that either side put in.
func mergeCounts(base, mine, theirs counts) counts {
	out := counts{}
	maps.Copy(out, theirs)
	for k, v := range mine {
		if b, ok := base[k]; !ok || b != v {
			out[k] = v
		}
	}
	for k := range base {
		if _, ok := mine[k]; !ok {
			delete(out, k)
		}
	}
	return out
}

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
	if err = write(os.DevNull, "text"); !errors.Is(err, ErrIrregular) || !strings.Contains(err.Error(), os.DevNull+": it is a device or a pipe, not a file; name a file") {
		t.Errorf("a device: %v", err)
	}
}

func TestTwoProgramsShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "counts.json")
	var done sync.WaitGroup
	const programs, changes = 4, 25
	for p := range programs {
		f, v, err := Open(path, counts{}, mergeCounts)
		if err != nil {
			t.Fatal(err)
		}
		done.Add(1)
		go func() {
			defer done.Done()
			for i := range changes {
				v[fmt.Sprintf("%d.%d", p, i)] = i
				if err := f.Save(v); err != nil {
					t.Error(err)
				}
				if i%3 == p%3 {
					v, _, _ = f.Reload(v)
				}
			}
		}()
	}
	done.Wait()
	_, v, err := Open(path, counts{}, mergeCounts)
	if err != nil || len(v) != programs*changes {
		t.Errorf("%d of %d changes are there, error %v", len(v), programs*changes, err)
	}
}

func TestReloadKeepsWhatIsNotSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts.json")
	a, _, _ := Open(path, counts{}, mergeCounts)
	b, mine, _ := Open(path, counts{}, mergeCounts)
	if err := a.Save(counts{"a": 1}); err != nil {
		t.Fatal(err)
	}
	mine["b"] = 2
	v, changed, err := b.Reload(mine)
	if err != nil || !changed || v["a"] != 1 || v["b"] != 2 {
		t.Errorf("got %v, changed %v, error %v", v, changed, err)
	}
	if _, changed, _ = b.Reload(v); changed {
		t.Error("the second look found a change")
	}
	delete(v, "a")
	if err = b.Save(v); err != nil {
		t.Error(err)
	}
	if v, _, err = a.Reload(counts{"a": 1}); err != nil || len(v) != 1 || v["b"] != 2 {
		t.Errorf("the file holds %v, error %v", v, err)
	}
}

func TestDamagedFileIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts.json")
	if err := os.WriteFile(path, []byte(`{"a": 1, "b`), 0o644); err != nil {
		t.Fatal(err)
	}
	f, v, err := Open(path, counts{"zero": 0}, mergeCounts)
	if err == nil || !strings.Contains(err.Error(), "counts.json.damaged") || len(v) != 1 {
		t.Fatalf("got %v, error %v", v, err)
	}
	if b, _ := os.ReadFile(path + ".damaged"); !strings.HasPrefix(string(b), `{"a": 1`) {
		t.Errorf("what was kept is %q", b)
	}
	if err := f.Save(counts{"new": 1}); err != nil {
		t.Error(err)
	}
	// Damage that comes while it is open loses nothing of ours either.
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(counts{"new": 2}); err == nil || !strings.Contains(err.Error(), "counts.json.damaged-2") {
		t.Errorf("a second damaged file: %v", err)
	}
	if b, _ := os.ReadFile(path + ".damaged"); !strings.HasPrefix(string(b), `{"a": 1`) {
		t.Errorf("the damaged file that was kept first is %q now", b)
	}
	if _, v, err := Open(path, counts{}, mergeCounts); err != nil || v["new"] != 2 {
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
	if err := Create(path, nil); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "choose another one") || strings.Contains(err.Error(), "force") {
		t.Errorf("a file that is there: %v", err)
	}
}
