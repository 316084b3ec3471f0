package device

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"reflect"
	"strings"

	"github.com/google/gopacket"
	"github.com/google/gopacket/pcapgo"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"fragscope/analyzer/capture"
)

// Interfaces lists what can be captured from.
func Interfaces() ([]Interface, error) { return netInterfaces() }

// handle is a packet socket. It does not block: a read waits for the socket and
// for wake, so that Close can end it.
type handle struct {
	h        *pcapgo.EthernetHandle
	fd, wake int
	name     string
	index    int // of the interface
	linkType int
	frame    []byte // with its tag put back

	shared
}

// Open begins to capture from an interface.
func Open(name string, o Options) (Device, error) {
	if err := o.Filter.Check(); err != nil {
		return nil, err
	}
	i, err := net.InterfaceByName(name)
	if err != nil {
		if name == "any" {
			return nil, &OpenError{name, "there is no interface for all at once", "name one, or capture with tcpdump -i any and analyze its file"}
		}
		return nil, unknown(name)
	}
	linkType, err := linkTypeOf(name)
	if err != nil {
		return nil, err
	}
	if err := permitted(name); err != nil {
		return nil, err
	}
	eh, err := pcapgo.NewEthernetHandle(name)
	if err != nil {
		return nil, &OpenError{name, err.Error(), "check that the interface is there and up"}
	}
	d := &handle{h: eh, name: name, index: i.Index, linkType: linkType, wake: -1}
	if err := d.open(i, o); err != nil {
		d.Close()
		return nil, &OpenError{name, err.Error(), "check it with ip link"}
	}
	return d, nil
}

// permitted reports whether a packet socket can be had.
func permitted(name string) error {
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, 0) // of no protocol: it receives nothing
	if err == nil {
		return unix.Close(fd)
	}
	if !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EACCES) {
		return &OpenError{name, "the kernel gives no packet socket: " + err.Error(), "it may lack CONFIG_PACKET"}
	}
	program, _ := os.Executable()
	if program == "" {
		program = "fragscope"
	}
	return &OpenError{name, "capturing needs the capability CAP_NET_RAW, which this process does not have",
		"give it to the program once: sudo setcap cap_net_raw+ep " + program +
			" (to a group only: sudo chgrp GROUP " + program + " && sudo chmod 750 " + program + ", before setcap), or let tcpdump capture and analyze its file"}
}

// Kinds of interface, ARPHRD_ numbers.
const (
	kindEthernet, kindLoopback, kindNone, kindTunnel, kindTunnel6, kindSIT = 1, 772, 65534, 768, 769, 776
)

// linkTypeOf returns the link type of what is captured from an interface.
func linkTypeOf(name string) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, &OpenError{name, "the kernel gives no socket: " + err.Error(), "it is needed to ask what kind of interface this is"}
	}
	defer unix.Close(fd)
	r, err := unix.NewIfreq(name)
	if err == nil {
		err = unix.IoctlIfreq(fd, unix.SIOCGIFHWADDR, r)
	}
	if err != nil {
		return 0, &OpenError{name, "the kind of the interface is unknown: " + err.Error(), "check it with ip link"}
	}
	switch kind := r.Uint16(); kind {
	case kindEthernet, kindLoopback:
		return capture.LinkEthernet, nil
	case kindNone, kindTunnel, kindTunnel6, kindSIT:
		return capture.LinkRaw, nil
	default:
		return 0, &OpenError{name, fmt.Sprintf("packets of an interface of kind %d are not understood", kind), "expected Ethernet, loopback or an IP tunnel; capture with tcpdump and analyze its file"}
	}
}

// open prepares the socket.
func (d *handle) open(i *net.Interface, o Options) error {
	// pcapgo neither offers its socket nor a way to end a read that waits. The
	// version is pinned, and a test captures with it.
	fd := reflect.ValueOf(d.h).Elem().FieldByName("fd")
	if !fd.IsValid() || !fd.CanInt() {
		return errors.New("gopacket's handle holds no socket")
	}
	d.fd = int(fd.Int())
	var err error
	if d.wake, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	unix.CloseOnExec(d.fd)
	if err := unix.SetNonblock(d.fd, true); err != nil {
		return err
	}
	// As much as is allowed: more than the limit needs another capability.
	if unix.SetsockoptInt(d.fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, queue) != nil {
		if err := unix.SetsockoptInt(d.fd, unix.SOL_SOCKET, unix.SO_RCVBUF, queue); err != nil {
			return err
		}
	}
	if err := d.h.SetCaptureLength(snapLength); err != nil {
		return err
	}
	var begin []bpf.Instruction
	if i.Flags&net.FlagLoopback != 0 { // else each packet comes twice: as it leaves, as it arrives
		begin = []bpf.Instruction{bpf.LoadExtension{Num: bpf.ExtType}, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.PACKET_OUTGOING, SkipTrue: 1}, bpf.RetConstant{Val: 0}}
	}
	program, err := o.Filter.compile(d.linkType, begin...)
	if err != nil {
		return err
	}
	// Until now the socket took everything, at first from all interfaces.
	none, err := bpf.Assemble([]bpf.Instruction{bpf.RetConstant{Val: 0}})
	if err != nil {
		return err
	}
	if err := d.h.SetBPF(none); err != nil {
		return err
	}
	for {
		if _, _, err := d.h.ZeroCopyReadPacketData(); err != nil {
			if isErrno(err, unix.EAGAIN) {
				break
			}
			if isErrno(err, unix.ENETDOWN) {
				return errors.New("the interface is down")
			}
			if !isErrno(err, unix.EINTR) {
				return err
			}
		}
	}
	if _, err := d.h.Stats(); err != nil { // counts from here
		return err
	}
	if err := d.h.SetBPF(program); err != nil {
		return err
	}
	if o.Promiscuous {
		return d.h.SetPromiscuous(true)
	}
	return nil
}

// isErrno reports whether err is about errno; pcapgo makes a text of it.
func isErrno(err error, errno unix.Errno) bool {
	return errors.Is(err, errno) || strings.HasSuffix(err.Error(), ": "+errno.Error())
}

func (d *handle) LinkType() int { return d.linkType }

// ZeroCopyReadPacketData returns the next packet, valid until the next call.
func (d *handle) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	for !d.closing.Load() {
		data, info, err := d.h.ZeroCopyReadPacketData()
		switch {
		case err == nil && info.InterfaceIndex == d.index:
			if len(info.AncillaryData) > 0 {
				data = d.putBack(data, &info)
			}
			info.InterfaceIndex, info.AncillaryData = 0, nil
			return data, info, nil
		case err == nil || isErrno(err, unix.EINTR):
		case isErrno(err, unix.EAGAIN):
			if err := d.wait(); err != nil {
				return nil, gopacket.CaptureInfo{}, err
			}
		case isErrno(err, unix.ENETDOWN):
			return nil, gopacket.CaptureInfo{}, fmt.Errorf("%s is down or was removed", d.name)
		default:
			return nil, gopacket.CaptureInfo{}, err
		}
	}
	return nil, gopacket.CaptureInfo{}, io.EOF
}

// wait waits until there is a packet, or the device is closed.
func (d *handle) wait() error {
	fds := []unix.PollFd{{Fd: int32(d.fd), Events: unix.POLLIN}, {Fd: int32(d.wake), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, -1); err != nil && err != unix.EINTR {
		return err
	}
	return nil
}

// putBack returns a frame with the VLAN tag that the kernel has taken out of it.
func (d *handle) putBack(data []byte, info *gopacket.CaptureInfo) []byte {
	tag, ok := info.AncillaryData[0].(int)
	if !ok || len(data) < 12 || d.linkType != capture.LinkEthernet {
		return data
	}
	d.frame = append(append(d.frame[:0], data[:12]...), 0x81, 0)
	d.frame = binary.BigEndian.AppendUint16(d.frame, uint16(tag))
	d.frame = append(d.frame, data[12:]...)
	info.CaptureLength += 4
	info.Length += 4
	return d.frame
}

// Counts adds what the kernel counted since the last time.
func (d *handle) Counts() (received, dropped uint64) { return d.counts(d.count) }

func (d *handle) count() {
	if s, err := d.h.Stats(); err == nil {
		d.received += uint64(s.Packets)
		d.dropped += uint64(s.Drops)
	}
}

// Close wakes a read that waits, and then closes the sockets.
func (d *handle) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing.Swap(true) {
		return
	}
	if d.wake >= 0 {
		_, _ = unix.Write(d.wake, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // an eventfd that was opened takes it
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	d.count()
	d.h.Close()
	if d.wake >= 0 {
		unix.Close(d.wake)
	}
}
