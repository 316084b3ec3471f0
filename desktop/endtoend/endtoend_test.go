//go:build endtoend

package endtoend

import (
	"context"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/desktop/shell"
)

// A game is an emulated server whose players and map a test can change.
type game struct {
	*emulator.Server
	status atomic.Pointer[decoder.Status]
}

func newGame(t *testing.T, faults string) *game {
	t.Helper()
	g := &game{}
	g.set("Harbour Lights", "DM-Bellfounder", "ann", "bob")
	list, err := emulator.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	g.Server, err = emulator.Listen(context.Background(), "127.0.0.1:0", emulator.Options{
		Source: emulator.FromStatusFunc([]decoder.Protocol{"unreal2"}, func(time.Time) *decoder.Status {
			return g.status.Load()
		}),
		Faults: list,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

func (g *game) set(name, where string, players ...string) {
	s := &decoder.Status{
		Protocol: "unreal2", Name: wire.Some(name), Map: wire.Some(where), GameType: wire.Some("xDeathMatch"),
		Players: wire.Some(int64(len(players))), MaxPlayers: wire.Some(int64(16)),
	}
	for i, p := range players {
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID: wire.Some(int64(i + 1)), Name: wire.Some(p), Score: wire.Some(int64(5 * i)),
			Ping: wire.Some(int64(40)),
		})
	}
	s.Rules = []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "nobody"}}
	g.status.Store(s)
}

func find(s shell.Snapshot, address string) *shell.SnapshotRow {
	for i := range s.Rows {
		if s.Rows[i].Address == address {
			return &s.Rows[i]
		}
	}
	return nil
}

// ask types an address that the window does not have yet, and waits for what comes of it.
func (p *program) ask(address string) shell.Snapshot {
	p.t.Helper()
	if s, _ := p.look(); find(s, address) != nil {
		p.t.Fatalf("%s is in the list already: what came of it before would be taken for what comes now", address)
	}
	p.key("ctrl+n")
	p.replace(address)
	p.key("Return")
	return p.asked(address)
}

// asked waits for what comes of asking a server for the first time, when it is in front.
func (p *program) asked(address string) shell.Snapshot {
	p.t.Helper()
	return p.until("what comes of asking "+address, func(s shell.Snapshot) bool {
		row := find(s, address)
		return row != nil && (row.Answers || row.Error != "") && s.Server != nil && s.Server.Address == address &&
			s.Asking == 0
	})
}

// refresh asks the selected server again: nothing is asked again that is still being asked.
func (p *program) refresh() {
	p.t.Helper()
	p.until("that nothing is being asked", func(s shell.Snapshot) bool { return s.Asking == 0 })
	p.key("ctrl+shift+r")
}

// TestFirstStart starts the program as somebody does who has never used it.
func TestFirstStart(t *testing.T) {
	p := newScreen(t).start(t.TempDir())
	s := p.until("the sample servers", func(s shell.Snapshot) bool {
		n := 0
		for _, r := range s.Rows {
			if r.Answers {
				n++
			}
		}
		return n >= 8 && s.Server != nil
	})
	p.keep("first-start")
	if s.View != "servers" || s.Failed || !strings.Contains(s.Said, "samples on this machine") || s.Server == nil {
		t.Errorf("the first window shows %s, says %q", s.View, s.Said)
	}
	all, own := p.memory()
	t.Logf("%d ms to a window that can be used; %d MB, of which %d MB are the program's own", p.took.Milliseconds(), all,
		own)
	p.click(s, "row3")
	p.until("the server that was clicked", func(now shell.Snapshot) bool {
		return now.Server != nil && now.Server.Address == s.Rows[3].Address
	})
	p.quit()
}

// TestQueryInspectSaveReopen is what the program is for.
func TestQueryInspectSaveReopen(t *testing.T) {
	g := newGame(t, "")
	home := t.TempDir()
	p := newScreen(t).start(home, "--view", "servers", g.Addr().String())
	s := p.asked(g.Addr().String())
	if row := find(s, g.Addr().String()); row.Name != "Harbour Lights" || row.Map != "DM-Bellfounder" ||
		row.Players != 2 || row.Max != 16 || row.Protocol != "unreal2" {
		t.Errorf("the table says %+v", row)
	}
	if len(s.Server.Players) != 2 || s.Server.Players[1] != "bob" || s.Server.Rules < 2 {
		t.Errorf("the details say %+v", s.Server)
	}

	// A field is clicked: its bytes light up.
	p.key("alt+6")
	const key = "unreal2.info.hostname"
	s = p.until("the packets", func(s shell.Snapshot) bool {
		return s.Details == 5 && s.Shown.Message == "server info reply" && s.Places[key] != [2]int{} &&
			s.Places["byte20"] != [2]int{}
	})
	before := ground(p.screen.picture(), s.Places["byte20"])
	p.click(s, key)
	s = p.until("the field that was clicked", func(s shell.Snapshot) bool { return s.Shown.Field == key })
	if s.Shown.Lit != [2]int{19, 34} || s.Shown.Value != "Harbour Lights" {
		t.Errorf("the field %s lights bytes %v", s.Shown.Value, s.Shown.Lit)
	}
	var img image.Image
	var after color.NRGBA
	for limit := time.Now().Add(patience); after == before || img == nil; {
		if time.Now().After(limit) {
			t.Fatalf("byte 20 has the colour %v before and after", after)
		}
		img = p.screen.picture()
		after = ground(img, s.Places["byte20"])
	}
	if other := ground(img, s.Places["byte5"]); other == after {
		t.Errorf("a byte of another field is as lit as those of the field: %v", other)
	}
	p.keep("field")
	// And the other way round: a byte is clicked, its field is chosen.
	p.click(s, "byte10")
	p.until("the field of the byte", func(s shell.Snapshot) bool { return s.Shown.Field == "unreal2.info.game_port" })

	// The session is saved, and opened again.
	file := filepath.Join(home, "session.pcapng")
	p.save(file)
	s = p.until("the file", func(s shell.Snapshot) bool { return strings.HasPrefix(s.Said, "Saved") })
	if n := packets(t, file); n < 4 || len(s.Recent) != 1 {
		t.Errorf("the file holds %d packets; recent files are %q", n, s.Recent)
	}
	p.key("ctrl+o")
	p.until("a question for a path", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.replace(file)
	p.key("Return")
	s = p.until("the capture", func(s shell.Snapshot) bool {
		return s.View == "captures" && s.Capture.Loaded && !s.Capture.Working
	})
	if s.Capture.Packets < 4 || s.Capture.Servers != 1 || s.Capture.Error != "" || s.Capture.Path != file {
		t.Errorf("the capture view shows %+v", s.Capture)
	}
	p.keep("reopened")
	// The list of packets has the keyboard; function keys are the window's.
	p.key("F6")
	p.until("the next view", func(s shell.Snapshot) bool { return s.View == "send" })

	// What is remembered is there at the next start.
	p.key("ctrl+1", "ctrl+d")
	p.until("a favourite", func(s shell.Snapshot) bool { return find(s, g.Addr().String()).Star })
	p.quit()
	p = p.screen.start(home)
	s = p.until("the favourite", func(s shell.Snapshot) bool {
		r := find(s, g.Addr().String())
		return r != nil && r.Answers
	})
	if len(s.Rows) != 1 || len(s.Recent) != 1 {
		t.Errorf("the second start shows %d servers, recent files are %q", len(s.Rows), s.Recent)
	}
	p.quit()
}

// packets counts the packets of a capture.
func packets(t *testing.T, path string) int {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := capture.NewReader(f, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for r.Next() {
		n++
	}
	if r.Err() != nil || len(r.Problems()) > 0 {
		t.Errorf("%s: %v, %v", path, r.Err(), r.Problems())
	}
	return n
}

// TestSend sends a request by hand and compares what came with what came before.
func TestSend(t *testing.T) {
	g := newGame(t, "")
	p := newScreen(t).start(t.TempDir(), "--view", "send", g.Addr().String())
	p.key("ctrl+4")
	s := p.until("the Send view", func(s shell.Snapshot) bool { return s.View == "send" })
	if s.Send.Hex != "79 00 00 00 00" {
		t.Errorf("the request is %s", s.Send.Hex)
	}
	p.typed(g.Addr().String())
	p.key("Return")
	s = p.until("the reply in front", func(s shell.Snapshot) bool {
		return s.Send.Rounds == 1 && !s.Send.Running && s.Send.Replies == 1 && s.Shown.Message == "server info reply"
	})
	if s.Failed {
		t.Errorf("it says %q", s.Said)
	}
	p.keep("sent")
	g.set("Harbour Lights", "DM-Other", "ann", "bob", "cid")
	p.key("F5")
	s = p.until("the second reply", func(s shell.Snapshot) bool { return s.Send.Rounds == 2 && !s.Send.Running })
	if s.Send.Changes != 2 { // the map and the number of players
		t.Errorf("%d things changed", s.Send.Changes)
	}
	p.quit()
}

// TestWhatGoesWrong goes through everything that can go wrong around the
// program. It says so, and goes on.
func TestWhatGoesWrong(t *testing.T) {
	t.Parallel() // mostly waits
	g := newGame(t, "")
	home := t.TempDir()
	p := newScreen(t).start(home, g.Addr().String())
	p.asked(g.Addr().String())

	// The server goes away, and comes back.
	g.Close()
	p.refresh()
	s := p.until("that nobody answers", func(s shell.Snapshot) bool {
		return find(s, g.Addr().String()).Error != "" && s.Failed
	})
	if row := find(s, g.Addr().String()); row.Name != "Harbour Lights" || len(s.Server.Players) != 2 {
		t.Errorf("what was known is lost: %+v", row)
	}
	p.keep("gone")

	// A server sends garbage, another nothing but zeros.
	for _, faults := range []string{"garbage", "endless-zeros", "truncate"} {
		bad := newGame(t, faults)
		s := p.ask(bad.Addr().String())
		if row := find(s, bad.Addr().String()); row.Error == "" && row.Name == "Harbour Lights" && faults != "truncate" {
			t.Errorf("%s gave %+v", faults, row)
		}
	}
	p.keep("garbage")

	// A capture is damaged, another is none.
	good := filepath.Join(home, "good.pcapng")
	p.key("ctrl+shift+s")
	p.until("a question for a path", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.replace(good)
	p.key("Return")
	p.until("the file", func(s shell.Snapshot) bool { return strings.HasPrefix(s.Said, "Saved") })
	b, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(home, "damaged.pcapng")
	if err := os.WriteFile(damaged, b[:len(b)-37], 0o644); err != nil {
		t.Fatal(err)
	}
	p.open(damaged)
	s = p.until("the damaged capture", func(s shell.Snapshot) bool { return s.View == "captures" && s.Capture.Loaded })
	if s.Capture.Packets == 0 || len(s.Capture.Remarks) == 0 {
		t.Errorf("a capture that was cut shows %+v", s.Capture)
	}
	p.keep("damaged")
	p.path(filepath.Join(home, "not-there.pcapng"))
	p.until("that no file is found", func(s shell.Snapshot) bool {
		return s.Dialogs == 1 && strings.Contains(s.Refused, "not found")
	})
	p.key("Escape")
	p.until("no question", func(s shell.Snapshot) bool { return s.Dialogs == 0 })
	p.quit()
}

// path gives a path to the dialog for a file to open.
func (p *program) path(path string) {
	p.t.Helper()
	p.key("ctrl+o")
	p.until("a question for a path", func(s shell.Snapshot) bool { return s.Dialogs == 1 })
	p.replace(path)
	p.key("Return")
}

func (p *program) open(path string) {
	p.t.Helper()
	p.path(path)
	p.until("no question", func(s shell.Snapshot) bool { return s.Dialogs == 0 })
}

// TestSecondStart: a second start of the program opens what it is given in the window that
// is there, and ends.
func TestSecondStart(t *testing.T) {
	t.Parallel() // mostly waits
	g, h := newGame(t, ""), newGame(t, "")
	home := t.TempDir()
	screen := newScreen(t)
	p := screen.start(home, g.Addr().String())
	p.asked(g.Addr().String())
	again := exec.Command(os.Getenv("FRAGSCOPE_DESKTOP"), "--home", home, "--view", "paste", h.Addr().String())
	again.Env = screen.env("HOME=" + home)
	if out, err := again.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("the second start ended with %v: %s", err, out)
	}
	p.until("the server of the second start", func(s shell.Snapshot) bool {
		row := find(s, h.Addr().String())
		return row != nil && row.Answers && find(s, g.Addr().String()) != nil
	})
	p.quit()
}

// ownNetwork returns whether this process is in a network namespace that only this test
// uses: a search of the local network finds the servers of all that runs on a machine. If
// it is not, the test runs there, in another process.
func ownNetwork(t *testing.T) bool {
	t.Helper()
	const there = "FRAGSCOPE_TEST_OWN_NETWORK"
	if os.Getenv(there) != "" {
		return true
	}
	within := unshare("--net")
	if out, err := exec.Command(within[0], append(within[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("no network namespace can be made here: %v: %s", err, out)
	}
	c := exec.Command(within[0], append(within[1:], "sh", "-c", `ip link set lo up && exec "$0" "$@"`,
		os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")...)
	c.Env = append(os.Environ(), there+"=1")
	out, err := c.CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Error(err)
	}
	return false
}

// unshare returns what runs the command after it in a namespace of its own, of the given
// kind. Only another user than root needs a namespace of users for it, which some systems refuse.
func unshare(kind string) []string {
	if os.Geteuid() == 0 {
		return []string{"unshare", kind}
	}
	return []string{"unshare", "--map-root-user", kind}
}

// TestLAN searches the local network, which is loopback here: once when nobody
// answers, which the window says, and once when a game answers.
func TestLAN(t *testing.T) {
	t.Parallel() // mostly waits
	if !ownNetwork(t) {
		return
	}
	p := newScreen(t).start(t.TempDir(), "127.0.0.1:9")
	p.until("that the first address is silent", func(s shell.Snapshot) bool { return s.Asking == 0 && s.Failed })
	p.key("ctrl+shift+l")
	s := p.until("the end of the search", func(s shell.Snapshot) bool {
		return strings.Contains(s.Said, "No servers found")
	})
	if s.Failed || len(s.Rows) != 1 {
		t.Errorf("the window shows %d servers and says %q", len(s.Rows), s.Said)
	}

	status := &decoder.Status{
		Protocol: "gamespy1", Name: wire.Some("Harbour LAN"), Map: wire.Some("DM-Bellfounder"),
		Players: wire.Some(int64(1)), MaxPlayers: wire.Some(int64(8)),
	}
	server, err := emulator.Listen(t.Context(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromStatus("gamespy1", status), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	told := *status
	told.QueryPort = wire.Some(int64(server.Addr().Port()))
	beacon, err := emulator.Listen(t.Context(), "127.255.255.255:8777",
		emulator.Options{Source: emulator.FromStatus("unreal-lan", &told), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { beacon.Close() })
	p.key("ctrl+shift+l")
	s = p.until("the server that was found", func(s shell.Snapshot) bool {
		return strings.Contains(s.Said, "found 1 server")
	})
	if row := find(s, server.Addr().String()); row == nil || row.Name != status.Name.Value || !row.Answers {
		t.Errorf("the window shows %+v", s.Rows)
	}
	p.keep("lan")
	p.quit()
}
