//go:build endtoend

package endtoend

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fragscope/desktop/shell"
)

// mounted runs the command after it where the folder $0 is a disk of 64 KiB.
const mounted = `mount -t tmpfs -o size=64k,mode=700 none "$0" && exec "$@"`

// smallDisk has the programs of a screen find a disk of 64 KiB at dir. Only they
// see it, and it goes when they end.
func (s *screen) smallDisk(dir string) {
	s.t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	s.within = append(unshare("--mount"), "sh", "-c", mounted, dir)
	if out, err := exec.Command(s.within[0], append(s.within[1:], "true")...).CombinedOutput(); err != nil {
		s.t.Skipf("no disk can be mounted in a namespace here: %v: %s", err, out)
	}
}

// inside returns a path as the program sees it.
func (p *program) inside(path string) string {
	return filepath.Join(fmt.Sprintf("/proc/%d/root", p.cmd.Process.Pid), path)
}

// TestFullDisk saves on a disk without room: a new file and in the place of an
// old one. Both are refused, nothing is left over, and the old file stays. With
// room again it is saved.
func TestFullDisk(t *testing.T) {
	g := newGame(t, "")
	home := t.TempDir()
	disk := filepath.Join(home, "small")
	screen := newScreen(t)
	screen.smallDisk(disk)
	p := screen.start(home, g.Addr().String())
	p.asked(g.Addr().String())
	old := filepath.Join(disk, "old.pcapng")
	p.save(old)
	p.until("the file", func(s shell.Snapshot) bool { return strings.HasPrefix(s.Said, "Saved") })
	before, err := os.ReadFile(p.inside(old))
	if err != nil {
		t.Fatal(err)
	}

	filler := p.inside(filepath.Join(disk, "filler"))
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("1 MiB on a disk of 64 KiB: %v", err)
	}
	full := func(path string) {
		t.Helper()
		s := p.until("that the disk is full", func(s shell.Snapshot) bool {
			return s.Failed && strings.Contains(s.Said, path)
		})
		for _, want := range []string{"Not saved", "no space left on device", "the old file is unchanged",
			"free some space"} {
			if !strings.Contains(s.Said, want) {
				t.Errorf("%q does not say %q", s.Said, want)
			}
		}
		list, err := os.ReadDir(p.inside(disk))
		if err != nil || len(list) != 2 {
			t.Errorf("the disk holds %v, %v; want the filler and the old file", list, err)
		}
		if now, err := os.ReadFile(p.inside(old)); err != nil || !bytes.Equal(now, before) {
			t.Errorf("the old file has %d bytes, not %d: %v", len(now), len(before), err)
		}
	}
	other := filepath.Join(disk, "new.pcapng")
	p.save(other)
	full(other)
	p.keep("disk-full")
	p.save(old)
	p.replaceFile()
	full(old)

	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	p.save(old)
	p.replaceFile()
	p.until("the file", func(s shell.Snapshot) bool { return strings.HasPrefix(s.Said, "Saved") })
	p.quit()
}

// save asks for the session to be saved.
func (p *program) save(path string) {
	p.t.Helper()
	p.key("ctrl+s")
	p.until("a question for a path", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.replace(path)
	p.key("Return")
}

// replaceFile says yes when the program asks whether to replace a file.
func (p *program) replaceFile() {
	p.t.Helper()
	p.until("whether to replace it", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.key("Tab", "Tab", "space") // past Keep
}
