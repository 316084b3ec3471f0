//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package device

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"reflect"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/google/gopacket"
	"github.com/google/gopacket/bsdbpf"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Interfaces lists what can be captured from.
func Interfaces() ([]Interface, error) { return netInterfaces() }

// poll is how often a read that waits looks whether the device is closed.
const poll = 50_000 // microseconds

// bufferSize is that of a buffer of the kernel, of which it has two.
const bufferSize = 1 << 20

var bpfHeader = func() bpfLayout {
	var h unix.BpfHdr
	l := bpfLayout{
		second: int(unsafe.Offsetof(h.Tstamp) + unsafe.Offsetof(h.Tstamp.Sec)), secondSize: int(unsafe.Sizeof(h.Tstamp.Sec)),
		micro: int(unsafe.Offsetof(h.Tstamp) + unsafe.Offsetof(h.Tstamp.Usec)), microSize: int(unsafe.Sizeof(h.Tstamp.Usec)),
		captured: int(unsafe.Offsetof(h.Caplen)), length: int(unsafe.Offsetof(h.Datalen)),
		header: int(unsafe.Offsetof(h.Hdrlen)),
		align:  int(unsafe.Sizeof(uintptr(0))),
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "openbsd" {
		l.align = 4
	}
	return l
}()

type sniffer struct {
	s        *bsdbpf.BPFSniffer
	fd       int
	linkType int
	buf      []byte
	rest     []byte // of buf, not yet given

	shared
}

// Open begins to capture from an interface.
func Open(name string, o Options) (Device, error) {
	if err := o.Filter.Check(); err != nil {
		return nil, err
	}
	if _, err := net.InterfaceByName(name); err != nil {
		return nil, unknown(name)
	}
	if err := permitted(name); err != nil {
		return nil, err
	}
	d := &sniffer{}
	if err := d.open(name, o); err != nil {
		d.Close()
		return nil, &OpenError{name, err.Error(), "check that the interface is up and that a device /dev/bpf is free"}
	}
	return d, nil
}

func permitted(name string) error {
	f, err := os.Open("/dev/bpf0")
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, os.ErrPermission) {
		return nil // in use, or of another name: gopacket tries them all
	}
	advice := "let a group read it: sudo chgrp GROUP /dev/bpf* && sudo chmod g+rw /dev/bpf*"
	if runtime.GOOS == "darwin" {
		advice = "join the group access_bpf, which Wireshark's ChmodBPF makes, or " + advice
	}
	return &OpenError{name, "capturing needs to read and write /dev/bpf0, which this user may not", advice}
}

func (d *sniffer) open(name string, o Options) (err error) {
	defer func() {
		if p := recover(); p != nil { // gopacket, when no /dev/bpf can be opened
			err = fmt.Errorf("%v", p)
		}
	}()
	options := bsdbpf.Options{ReadBufLen: bufferSize, Timeout: &syscall.Timeval{Usec: poll}, Promisc: o.Promiscuous,
		Immediate: true, PreserveLinkAddr: true}
	if d.s, err = bsdbpf.NewBPFSniffer(name, &options); err != nil {
		return err
	}
	// bsdbpf does not offer its device, which filters and counts need.
	fd := reflect.ValueOf(d.s).Elem().FieldByName("fd")
	if !fd.IsValid() || !fd.CanInt() {
		return errors.New("gopacket's sniffer holds no device")
	}
	d.fd = int(fd.Int())
	dlt, err := syscall.BpfDatalink(d.fd)
	if err != nil {
		return err
	}
	d.linkType = linkTypeOfDLT(dlt, runtime.GOOS == "openbsd")
	var program []bpf.RawInstruction
	if program, err = o.Filter.compile(d.linkType); err != nil {
		return err
	}
	var list []syscall.BpfInsn
	for _, i := range program {
		list = append(list, syscall.BpfInsn{Code: i.Op, Jt: i.Jt, Jf: i.Jf, K: i.K})
	}
	if err := syscall.SetBpf(d.fd, list); err != nil {
		return err
	}
	d.buf = make([]byte, d.s.GetReadBufLen())
	return syscall.FlushBpf(d.fd) // what came before the filter was there
}

func (d *sniffer) LinkType() int { return d.linkType }

// ZeroCopyReadPacketData returns the next packet, valid until the next call.
func (d *sniffer) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	for !d.closing.Load() {
		if len(d.rest) > 0 {
			data, info, rest, ok := bpfHeader.next(d.rest)
			if d.rest = rest; ok {
				return data, info, nil
			}
			continue
		}
		n, err := syscall.Read(d.fd, d.buf)
		switch {
		case err == nil:
			d.rest = d.buf[:max(n, 0)] // none after poll
		case err == syscall.EINTR || err == syscall.EAGAIN:
		default:
			return nil, gopacket.CaptureInfo{}, err
		}
	}
	return nil, gopacket.CaptureInfo{}, io.EOF
}

func (d *sniffer) Counts() (received, dropped uint64) { return d.counts(d.count) }

func (d *sniffer) count() {
	if s, err := syscall.BpfStats(d.fd); err == nil {
		d.received, d.dropped = uint64(s.Recv), uint64(s.Drop)
	}
}

// Close ends a read that waits, which takes as long as poll.
func (d *sniffer) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing.Swap(true) || d.s == nil {
		return
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	d.count()
	_ = d.s.Close() // nothing was written
}
