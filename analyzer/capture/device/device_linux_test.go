package device

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// inNamespace runs do on a thread of its own in a network namespace of its own,
// with lo and two connected interfaces, va and vb, that nothing else uses. Where a
// user may make none there is nothing to test; CI may.
func inNamespace(t *testing.T, do func()) {
	t.Helper()
	done := make(chan string)
	may := true
	go func() {
		why := "do did not return"
		defer func() { done <- why }()
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			why, may = "no network namespace can be made: "+err.Error(), os.Getenv("CI") != ""
			return
		}
		for _, args := range []string{
			"link set lo up", "link add va type veth peer name vb",
			"link set va addrgenmode none up", "link set vb addrgenmode none up", // without, IPv6 says hello
		} {
			if out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput(); err != nil {
				why = "ip " + args + ": " + err.Error() + ": " + string(out)
				return
			}
		}
		why = ""
		do()
	}()
	if why := <-done; why != "" && may {
		t.Fatal(why)
	} else if why != "" {
		t.Skip(why)
	}
}

// sender returns what sends frames from an interface.
func sender(t *testing.T, name string) func(frames ...[]byte) {
	t.Helper()
	i, err := net.InterfaceByName(name)
	if err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return func(frames ...[]byte) {
		t.Helper()
		for _, f := range frames {
			if err := unix.Sendto(fd, f, 0, &unix.SockaddrLinklayer{Ifindex: i.Index}); err != nil {
				t.Error(err)
			}
		}
	}
}

func mustOpen(t *testing.T, name string, f Filter) Device {
	t.Helper()
	d, err := Open(name, Options{Filter: f})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// read returns the next packet.
func read(t *testing.T, d Device) []byte {
	t.Helper()
	type result struct {
		data []byte
		err  error
	}
	got := make(chan result, 1)
	go func() {
		data, info, err := d.ZeroCopyReadPacketData()
		if err == nil && (info.CaptureLength != len(data) || info.Length < len(data) || info.Timestamp.IsZero()) {
			err = errors.New("a packet whose lengths or time are wrong")
		}
		got <- result{bytes.Clone(data), err}
	}()
	select {
	case r := <-got:
		if r.err != nil {
			t.Error(r.err)
		}
		return r.data
	case <-time.After(20 * time.Second):
		t.Error("no packet came")
		d.Close()
		return nil
	}
}

// last is what a test sends after frames that must not be captured.
func last(t testing.TB) []byte { return udp(t, "192.0.2.1:4000", "192.0.2.2:7778", "the last") }

// TestVLAN: the tag that the kernel takes out of a frame is put back.
func TestVLAN(t *testing.T) {
	inNamespace(t, func() {
		d, send := mustOpen(t, "va", Filter{Ports: []uint16{7778}}), sender(t, "vb")
		plain := udp(t, "192.0.2.1:4000", "192.0.2.2:7778", `\status\`)
		one := tag(plain, 0x8100, 3<<13|42)
		two := tag(plain, 0x88a8, 7, 0x8100, 42)
		send(plain, one, two)
		if got := read(t, d); !bytes.Equal(got, plain) {
			t.Errorf("without a tag: % x", got)
		}
		if got := read(t, d); !bytes.Equal(got, one) {
			t.Errorf("with a tag: % x, want % x", got, one)
		}
		if got := read(t, d); !bytes.Equal(got, two) {
			t.Errorf("with two tags: % x, want % x", got, two)
		}
	})
}

// TestKernelFilters: the kernel gives what the filter passes, and nothing that
// came before the device was open.
func TestKernelFilters(t *testing.T) {
	inNamespace(t, func() {
		send := sender(t, "vb")
		for _, c := range filterCases(t) {
			d := mustOpen(t, "va", c.filter)
			var want [][]byte
			for _, p := range packets(t) {
				send(p.frame)
				if c.passes(p) {
					want = append(want, p.frame)
				}
			}
			if c.passes(packet{frame: last(t), src: "192.0.2.1", dst: "192.0.2.2", ports: [2]uint16{4000, 7778}}) {
				want = append(want, last(t))
				send(last(t))
			}
			for _, w := range want {
				if got := read(t, d); !bytes.Equal(got, w) {
					t.Errorf("%s: got % x, want % x", c.name, got, w)
				}
			}
			if received, dropped := d.Counts(); received != uint64(len(want)) || dropped != 0 {
				t.Errorf("%s: the kernel counts %d received, %d dropped; want %d, 0", c.name, received, dropped, len(want))
			}
			d.Close()
		}
	})
}

// TestLoopback: on lo every packet is seen once, and a long one as a whole.
func TestLoopback(t *testing.T) {
	inNamespace(t, func() {
		d := mustOpen(t, "lo", Filter{})
		a, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Error(err)
			return
		}
		defer a.Close()
		long := bytes.Repeat([]byte("x"), 65000)
		for _, p := range [][]byte{[]byte("one"), long, []byte("three")} {
			if _, err := a.WriteTo(p, a.LocalAddr()); err != nil {
				t.Error(err)
			}
		}
		for _, n := range []int{3, len(long), 5} {
			if got := read(t, d); len(got) != 14+20+8+n {
				t.Errorf("a frame of %d bytes for a payload of %d", len(got), n)
			}
		}
		if received, _ := d.Counts(); received != 3 {
			t.Errorf("%d packets for 3", received)
		}
	})
}

// TestClose: it ends a read that waits, at once, and leaves no goroutine and no
// socket; so does an interface that is removed, with an error.
func TestClose(t *testing.T) {
	inNamespace(t, func() {
		before := runtime.NumGoroutine()
		for range 50 {
			d, err := Open("va", Options{Promiscuous: true})
			if err != nil {
				t.Error(err)
				return
			}
			ended := make(chan error)
			go func() {
				for {
					if _, _, err := d.ZeroCopyReadPacketData(); err != nil {
						ended <- err
						return
					}
				}
			}()
			time.Sleep(time.Millisecond) // it waits by now, most times
			begin := time.Now()
			d.Close()
			d.Close()
			select {
			case err := <-ended:
				if err != io.EOF {
					t.Error(err)
				}
			case <-time.After(20 * time.Second):
				t.Error("the read still waits")
				return
			}
			t.Log("closed after", time.Since(begin))
			if _, _, err := d.ZeroCopyReadPacketData(); err != io.EOF {
				t.Error("read after Close:", err)
			}
			d.Counts()
		}
		for range 1000 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Errorf("%d goroutines, %d before", n, before)
		}

		d := mustOpen(t, "va", Filter{})
		if out, err := exec.Command("ip", "link", "del", "va").CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		for {
			if _, _, err := d.ZeroCopyReadPacketData(); err != nil {
				if !strings.Contains(err.Error(), "va is down or was removed") {
					t.Error(err)
				}
				return
			}
		}
	})
}

// TestRefused: what cannot be captured from is said with what to do.
func TestRefused(t *testing.T) {
	refused := func(name string, want ...string) {
		t.Helper()
		d, err := Open(name, Options{})
		if err == nil {
			d.Close()
			t.Errorf("%s can be opened", name)
			return
		}
		var open *OpenError
		if !errors.As(err, &open) || open.Reason == "" || open.Advice == "" {
			t.Errorf("%s: %v", name, err)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not contain %q", name, err, w)
			}
		}
	}
	inNamespace(t, func() {
		refused("eth99", "there is no such interface", "lo, ", "va")
		refused("any", "tcpdump -i any")
		if out, err := exec.Command("ip", "link", "set", "va", "down").CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		refused("va", "the interface is down")
		list, err := Interfaces()
		if err != nil || len(list) != 3 {
			t.Error(list, err)
		}
		// This thread gives up the capability, and ends with the goroutine.
		if err := dropCapabilities(); err != nil {
			t.Error(err)
			return
		}
		refused("lo", "CAP_NET_RAW", "sudo setcap cap_net_raw+ep", "chgrp")
	})
	bad := Filter{Ports: []uint16{0}}
	if _, err := Open("lo", Options{Filter: bad}); err == nil || !strings.Contains(err.Error(), "port 0") {
		t.Error(err)
	}
}

// dropCapabilities takes all capabilities from this thread.
func dropCapabilities() error {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&head, &none[0])
}
