//go:build endtoend

package endtoend

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/settings"
	"fragscope/desktop/shell"

	"github.com/godbus/dbus/v5"
)

// A noticeBoard shows notifications, as a part of a desktop does: it takes them
// over a message bus of its own.
type noticeBoard struct {
	address string
	notices chan [2]string // title and text
}

func newNoticeBoard(t *testing.T) *noticeBoard {
	t.Helper()
	c := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address=1", "--address=unix:dir="+t.TempDir())
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatalf("dbus-daemon, which .ci/setup installs, does not start: %v", err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	b := &noticeBoard{address: strings.TrimSpace(line), notices: make(chan [2]string, 100)}
	conn, err := dbus.Connect(b.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	const name = "org.freedesktop.Notifications"
	if err := conn.Export(b, "/org/freedesktop/Notifications", name); err != nil {
		t.Fatal(err)
	}
	if reply, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil ||
		reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("%v, %v", reply, err)
	}
	return b
}

// Notify is what programs call to have something shown.
func (b *noticeBoard) Notify(_ string, _ uint32, _, title, text string, _ []string, _ map[string]dbus.Variant,
	_ int32) (uint32, *dbus.Error) {
	b.notices <- [2]string{title, text}
	return 1, nil
}

// wait returns the next notification.
func (b *noticeBoard) wait(p *program) (title, text string) {
	p.t.Helper()
	select {
	case n := <-b.notices:
		return n[0], n[1]
	case <-time.After(patience):
		s, _ := p.look()
		p.t.Fatalf("no notification came; the window says %q, the server has %+v\n%s", s.Said, s.Server, p.log)
		return "", ""
	}
}

// TestNotifications watches a server: when somebody joins and when the map
// changes, the desktop is told.
func TestNotifications(t *testing.T) {
	board := newNoticeBoard(t)
	g := newGame(t, "")
	home := t.TempDir()
	file, v, err := settings.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	v.Notify = true
	if err := file.Save(v); err != nil {
		t.Fatal(err)
	}
	screen := newScreen(t)
	screen.more = []string{"DBUS_SESSION_BUS_ADDRESS=" + board.address}
	p := screen.start(home, g.Addr().String())
	p.asked(g.Addr().String())
	p.key("ctrl+w")
	p.until("that it is watched", func(s shell.Snapshot) bool { return find(s, g.Addr().String()).Watch })
	g.set("Harbour Lights", "DM-Bellfounder", "ann", "bob", "cid")
	p.refresh()
	if title, text := board.wait(p); title != "Harbour Lights" || text != "1 player joined" {
		t.Errorf("told %q, %q", title, text)
	}
	g.set("Harbour Lights", "DM-Other", "ann", "bob", "cid")
	p.refresh()
	if title, text := board.wait(p); title != "Harbour Lights" || text != "map changed" {
		t.Errorf("told %q, %q", title, text)
	}
	// Nobody is told of what was not chosen: a player who leaves.
	g.set("Harbour Lights", "DM-Other", "ann")
	p.refresh()
	p.until("who is left", func(s shell.Snapshot) bool { return s.Server != nil && len(s.Server.Players) == 1 })
	g.set("Harbour Lights", "DM-Third", "ann")
	p.refresh()
	if title, text := board.wait(p); title != "Harbour Lights" || text != "map changed" {
		t.Errorf("told %q, %q", title, text)
	}
	p.quit()
	if left, err := filepath.Glob(filepath.Join(home, "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
