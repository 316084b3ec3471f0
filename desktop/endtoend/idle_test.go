//go:build endtoend

package endtoend

import (
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
