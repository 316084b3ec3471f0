package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A folder is a temporary folder for a test.
type folder struct {
	*testing.T
	dir string
}

func newFolder(t *testing.T) folder { return folder{t, t.TempDir()} }

func (d folder) path(name string) string { return filepath.Join(d.dir, name) }

func (d folder) put(name, content string, mode fs.FileMode) string {
	d.Helper()
	if err := os.WriteFile(d.path(name), []byte(content), 0o600); err != nil {
		d.Fatal(err)
	}
	if err := os.Chmod(d.path(name), mode); err != nil {
		d.Fatal(err)
	}
	return d.path(name)
}

// holds fails the test unless the folder has these files, "name=content", and
// no others.
func (d folder) holds(want ...string) {
	d.Helper()
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		d.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		content, _ := os.ReadFile(d.path(e.Name()))
		got = append(got, e.Name()+"="+string(content))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		d.Fatalf("the folder holds %q, expected %q", got, want)
	}
}

// write creates a file with a text in it.
func (d folder) write(path, text string, replace bool) error {
	f, err := Create(path, replace)
	if err != nil {
		return err
	}
	fmt.Fprint(f, text)
	return f.Commit()
}

func TestReplace(t *testing.T) {
	d := newFolder(t)
	path := d.put("out", "before", 0o646)
	f, err := Create(path, true)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "after")
	f.Discard()
	d.holds("out=before")
	if err := d.write(path, "after", true); err != nil {
		t.Fatal(err)
	}
	d.holds("out=after")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o646 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	f.Discard() // does nothing any more
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	d.holds("out=after")
}

func TestNotReplaced(t *testing.T) {
	d := newFolder(t)
	if err := d.write(d.path("out"), "first", false); err != nil {
		t.Fatal(err)
	}
	err := d.write(d.path("out"), "second", false)
	if want := "cannot write " + d.path("out") + ": it exists already; choose another one"; err == nil ||
		err.Error() != want || !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, expected %s", err, want)
	}
	d.holds("out=first")
}

// Two programs write the same file: none replaces what the other wrote unless
// it was told to, and nothing is lost.
func TestTwoWriters(t *testing.T) {
	d := newFolder(t)
	one, err := Create(d.path("out"), false)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Create(d.path("out"), false)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(one, "one")
	fmt.Fprint(two, "two")
	if err := one.Commit(); err != nil {
		t.Fatal(err)
	}
	err = two.Commit()
	if err == nil || !strings.Contains(err.Error(), "was created by another program meanwhile") {
		t.Fatalf("got %v", err)
	}
	rest := filepath.Base(err.Error()[strings.LastIndex(err.Error(), " ")+1:])
	d.holds(rest+"=two", "out=one")
}

func TestRefused(t *testing.T) {
	d := newFolder(t)
	d.put("file", "x", 0o644)
	for path, want := range map[string]string{
		d.dir: " is a folder; name a file in it", d.path("none/out"): "the folder " + d.path("none") +
			" does not exist: create it first",
		d.path("file/out"): "cannot write ", "": "cannot write ",
	} {
		if _, err := Create(path, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, expected %q", path, err, want)
		}
	}
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Log("all may be written here: permissions are not tested")
	} else {
		d.put("readonly", "before", 0o444)
		if err := d.write(d.path("readonly"), "after", true); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a read-only file: %v", err)
		}
		os.Remove(d.path("readonly"))
	}
	d.holds("file=x")
}

// However a file is written to, an error says which it is and the old one stays.
// A file that is open for reading takes the place of the temporary one.
func TestEveryWriteSaysWhich(t *testing.T) {
	long := strings.Repeat("text", 1<<16)
	for name, write := range map[string]func(*File) error{
		"Write":       func(f *File) error { _, err := f.Write([]byte(long)); return err },
		"WriteString": func(f *File) error { _, err := f.WriteString(long); return err },
		"ReadFrom":    func(f *File) error { _, err := f.ReadFrom(strings.NewReader(long)); return err },
		"Flush":       func(f *File) error { f.WriteByte('x'); return f.Flush() },
	} {
		d := newFolder(t)
		path := d.put("out", "before", 0o644)
		f, err := Create(path, true)
		if err != nil {
			t.Fatal(err)
		}
		temporary := f.file
		if f.file, err = os.Open(path); err != nil {
			t.Fatal(err)
		}
		err = write(f)
		if e, ok := err.(*Error); !ok || !strings.HasPrefix(e.Error(), "cannot write "+path+": ") ||
			strings.Contains(e.Error(), ".fragscope-") {
			t.Errorf("%s: got %v", name, err)
		}
		f.file.Close()
		f.file = temporary
		f.Discard()
		d.holds("out=before")
	}
}

func TestFullDisk(t *testing.T) {
	f := &File{name: "out"}
	err := f.fail(&fs.PathError{Op: "write", Path: ".fragscope-x", Err: syscall.ENOSPC})
	if want := "cannot write out: " + syscall.ENOSPC.Error() + "; the old file is unchanged: free some space or choose " +
		"another folder"; err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
}

// TestGrow: a file that grows has its name from the first bytes on, and what was
// flushed stays, whatever comes after.
func TestGrow(t *testing.T) {
	d := newFolder(t)
	f, err := Grow(d.path("new"), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(d.path("new")); err == nil {
		t.Error("it is there before anything is written")
	}
	f.WriteString("first")
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	f.WriteString("second")
	f.Discard()
	if b, err := os.ReadFile(d.path("new")); string(b) != "first" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := Grow(d.path("new"), false); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("an existing file: %v", err)
	}
	old, err := Grow(d.path("new"), true)
	if err != nil {
		t.Fatal(err)
	}
	old.Discard()
	if b, _ := os.ReadFile(d.path("new")); string(b) != "first" {
		t.Errorf("replaced by nothing: %q", b)
	}
	if _, err := Grow(d.path("none/new"), false); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("without a folder: %v", err)
	}
	whole, err := Grow(d.path("new"), true)
	if err != nil {
		t.Fatal(err)
	}
	whole.WriteString("whole")
	if err := whole.Commit(); err != nil {
		t.Error(err)
	}
	if b, _ := os.ReadFile(d.path("new")); string(b) != "whole" {
		t.Errorf("committed: %q", b)
	}
	list, err := os.ReadDir(d.dir)
	if err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestDanglingLink: the folder that is missing is the one that the link leads to.
func TestDanglingLink(t *testing.T) {
	d := newFolder(t)
	if err := os.Symlink(d.path("none/file"), d.path("link")); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(d.path("link"), false); err == nil ||
		!strings.Contains(err.Error(), "the folder "+d.path("none")+" does not exist") {
		t.Errorf("the error is %v", err)
	}
}
