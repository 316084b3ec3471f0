//go:build endtoend

package endtoend

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/shell"
)

// TestIdle: a window in which nothing happens takes no more of the processors
// while something in it can be typed into, nor after a dialog, than otherwise.
func TestIdle(t *testing.T) {
	t.Parallel() // mostly waits
	p := newScreen(t).start(t.TempDir(), "--view", "captures", "127.0.0.1:9")
	p.until("the answer", func(s shell.Snapshot) bool {
		return s.Asking == 0 && len(s.Rows) == 1 && s.Rows[0].Error != ""
	})
	p.key("ctrl+3")
	p.until("the captures", func(s shell.Snapshot) bool { return s.View == "captures" })
	idle := func() time.Duration {
		time.Sleep(time.Second)
		before := p.cpu()
		time.Sleep(4 * time.Second)
		return p.cpu() - before
	}
	still := idle()
	p.key("ctrl+shift+f")
	focused := idle()
	p.key("ctrl+comma")
	p.until("the preferences", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.key("Tab", "Tab", "Escape")
	p.until("no dialog", func(s shell.Snapshot) bool { return s.Dialogs == 0 })
	after := idle()
	t.Logf("in 4 s: %v, with a caret %v, after a dialog %v", still, focused, after)
	if most := 2*still + 40*time.Millisecond; focused > most || after > most {
		t.Errorf("in 4 s: %v, with a caret %v, after a dialog %v", still, focused, after)
	}
	p.quit()
}

// TestRests: a window in which nothing happens, also after a dialog, waits for
// events instead of looking for them sixty times a second. It runs as it is
// installed: what writes its state for other tests would wake it.
func TestRests(t *testing.T) {
	t.Parallel() // mostly waits
	s := newScreen(t)
	p := &program{t: t, screen: s, log: &bytes.Buffer{}}
	p.cmd = exec.Command(os.Getenv("FRAGSCOPE_DESKTOP"), "--home", t.TempDir(), "--view", "captures", "127.0.0.1:9")
	p.cmd.Env = s.env()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	p.window = strings.Fields(s.xdo("search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid)))[0]
	p.focus()
	for _, dialog := range []string{"", "ctrl+comma", "ctrl+o"} {
		if dialog != "" {
			p.key(dialog)
			time.Sleep(500 * time.Millisecond)
			p.key("Escape")
		}
		// What was begun ends some time: then it is woken seldom, and stays so.
		rests := 0
		for limit := time.Now().Add(40 * time.Second); rests < 3; {
			before := p.woken()
			time.Sleep(time.Second)
			n := p.woken() - before
			if rests++; n > 30 {
				rests = 0
			}
			if time.Now().After(limit) {
				t.Fatalf("after %q: the thread that draws is still woken %d times in a second", dialog, n)
			}
		}
	}
	p.quit()
}

// woken returns how many times the thread that draws waited for something.
func (p *program) woken() int {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "status"))
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "\nvoluntary_ctxt_switches:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}
