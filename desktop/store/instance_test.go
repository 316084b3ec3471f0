package store

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"
)

// TestFirst: the first program has the folder and gets what later ones are started with,
// until it ends, or is gone without having said so.
func TestFirst(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	got := make(chan Start, 9)
	end, first := First(dir, Start{}, func(s Start) { got <- s })
	if !first {
		t.Fatal("somebody else has a new folder")
	}
	want := Start{Args: []string{"/tmp/a b.pcapng", "127.0.0.1:7778"}, View: "paste"}
	if _, first := First(dir, want, nil); first {
		t.Error("two programs have it")
	}
	select {
	case s := <-got:
		if !reflect.DeepEqual(s, want) {
			t.Errorf("it got %+v", s)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the first program got nothing")
	}
	path := filepath.Join(dir, "instance.json")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	// Who does not know the token opens nothing.
	_, there, err := Open(path, instance{})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := (instance{there.Address, "guessed"}); wrong.hand(want) == nil || len(got) != 0 {
		t.Error("a guessed token opens files")
	}
	end()
	if _, err := os.Stat(path); err == nil {
		t.Error("it is still named")
	}
	f := &File[instance]{path}
	if err := f.Save(there); err != nil { // as a program leaves it that was killed
		t.Fatal(err)
	}
	end, first = First(dir, Start{}, nil)
	if !first {
		t.Error("nobody has the folder, and nobody can")
	}
	end()
}
