package main

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
)

// TestExtcap lets tshark capture from a server through a link to the program in
// its folder for such. It ignores that folder when it runs as root.
func TestExtcap(t *testing.T) {
	town := &emulator.Town{}
	defer town.Close()
	game := decoder.GameByName("ut2004")
	if err := town.Game(t.Context(), game, emulator.Choice{At: netip.MustParseAddrPort("127.79.9.1:0"), Free: true,
		Only: "unreal2"}, emulator.Options{Game: game}); err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "fragscope")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	links, home := filepath.Join(folder, "extcap"), filepath.Join(folder, "home")
	for _, err := range []error{
		os.Chmod(folder, 0o755), os.Mkdir(links, 0o755), os.Mkdir(home, 0o777), os.Chmod(home, 0o777),
		os.WriteFile(filepath.Join(folder, "program"), program, 0o755), os.Symlink(filepath.Join(folder, "program"),
			filepath.Join(links, "fragscope")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	tshark := func(args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), "tshark", args...)
		c.Dir = home
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home, "WIRESHARK_EXTCAP_DIR=" + links,
			"WIRESHARK_CONFIG_DIR=" + home, "LC_ALL=C.UTF-8"}
		if os.Getuid() == 0 {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := c.Output()
		if exit, ok := err.(*exec.ExitError); ok {
			t.Fatalf("tshark %v: %v\n%s", args, err, exit.Stderr)
		} else if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	list := tshark("-D")
	own := regexp.MustCompile(`interface \{value=(.*)\}\{display=(.*)\}`).FindAllSubmatch(
		command(t, nil, "extcap", "--extcap-interfaces"), -1)
	for _, i := range own {
		if !strings.Contains(list, fmt.Sprintf("%s (%s)", i[1], i[2])) {
			t.Errorf("tshark -D does not list %q: %s", i[2], list)
		}
	}
	address := town.Servers[0].Addr().String()
	lines := tshark("-n", "-i", "fragscope-query", "-o", "extcap.fragscope_query.server:"+address, "-o",
		"extcap.fragscope_query.protocol:unreal2",
		"-T", "fields", "-e", "udp.port", "-e", "frame.comment")
	_, port, _ := net.SplitHostPort(address)
	if strings.Count(lines, port) < 6 || !strings.Contains(lines, "unreal2 server info request") ||
		!strings.Contains(lines, "unreal2 player list reply") {
		t.Errorf("tshark captures\n%s", lines)
	}
}

// Emulated servers are a capture for as long as Wireshark wants it.
func TestExtcapStopped(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	c, _, out, errout := start(t, "--capture --extcap-interface fragscope-emulate --game gtaconnected --fifo "+fifo)
	r, err := os.Open(fifo)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	head := make([]byte, 12)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:4]) != "\x0a\x0d\x0d\x0a" {
		t.Fatalf("the capture begins with % x, %v", head, err)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || out.Len()+errout.Len() > 0 {
		t.Errorf("%v, standard output %q, standard error %q", err, out, errout)
	}
}
