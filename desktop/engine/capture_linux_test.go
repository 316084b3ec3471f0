package engine

import (
	"context"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/state"

	"golang.org/x/sys/unix"
)

// TestCapture captures what is sent over the loopback interface of a network
// namespace of its own, of one port only.
func TestCapture(t *testing.T) {
	for _, c := range [][3]string{{"lo", "example.org", ""}, {"lo", "", "port"}, {"lo", "", "0"}, {"none7", "", ""}} {
		if d, err := Capture(c[0], c[1], c[2]); err == nil {
			d.Close()
			t.Errorf("%q can be captured from", c)
		}
	}
	done := make(chan string)
	go func() {
		why := "it did not return"
		defer func() { done <- why }()
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			why = "skip"
			if os.Getenv("CI") != "" {
				why = err.Error()
			}
			return
		}
		if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
			why = string(out)
			return
		}
		why = captures()
	}()
	switch why := <-done; why {
	case "":
	case "skip":
		t.Skip("no network namespace can be made") // this user may not
	default:
		t.Fatal(why)
	}
}

// captures captures from lo and says what is wrong with that.
func captures() string {
	d, err := Capture("lo", "127.0.0.0/8", "7778")
	if err != nil {
		return err.Error()
	}
	c, err := state.CaptureFrom("lo", d)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	ctx, stop := context.WithCancel(context.Background())
	loaded := make(chan error, 1)
	go func() { loaded <- c.Load(ctx, func(float64) {}) }()
	for _, to := range []string{"127.0.0.1:9999", "127.0.0.1:7778"} {
		in, err := net.ListenPacket("udp", to) // else ICMP says that nobody is there
		if err != nil {
			stop()
			return err.Error()
		}
		defer in.Close()
		out, err := net.Dial("udp", to)
		if err != nil {
			stop()
			return err.Error()
		}
		_, _ = out.Write([]byte{0x79, 0, 0, 0, 0})
		out.Close()
	}
	for i := 0; c.Len() == 0 && i < 1000; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if err := <-loaded; err != nil {
		return err.Error()
	}
	r, _ := c.Row(0)
	if r.Title != "server info request" || r.Dst.Port() != 7778 || !strings.HasPrefix(r.Src.String(), "127.0.0.1") {
		return "the packet is shown as " + r.Title + " to " + r.Dst.String()
	}
	return ""
}
