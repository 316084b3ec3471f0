package device

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"
	"unsafe"

	"github.com/google/gopacket"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"fragscope/analyzer/capture"
)

// Interfaces lists what can be captured from.
func Interfaces() ([]Interface, error) { return netInterfaces() }

// handle is a packet socket. It does not block: a read waits for the socket and
// for wake, so that Close can end it.
type handle struct {
	fd, wake int
	name     string
	linkType int
	frame    []byte // of the latest packet, after room for a tag
	control  []byte // what the kernel says of it

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
			return nil, &OpenError{name, "there is no interface for all at once",
				"name one, or capture with tcpdump -i any and analyze its file"}
		}
		return nil, unknown(name)
	}
	linkType, err := linkTypeOf(name)
	if err != nil {
		return nil, err
	}
	fd, err := packetSocket(name)
	if err != nil {
		return nil, err
	}
	d := &handle{fd: fd, wake: -1, name: name, linkType: linkType, frame: make([]byte, tagSize+snapLength),
		control: make([]byte, 256)}
	if err := d.open(i, o); err != nil {
		d.Close()
		return nil, &OpenError{name, err.Error(), "check that the interface is there and up, with ip link"}
	}
	return d, nil
}

func packetSocket(name string) (int, error) {
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err == nil {
		return fd, nil
	}
	if !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EACCES) {
		return -1, &OpenError{name, "the kernel gives no packet socket: " + err.Error(), "it may lack CONFIG_PACKET"}
	}
	program, _ := os.Executable()
	if program == "" {
		program = "fragscope"
	}
	return -1, &OpenError{name, "capturing needs the capability CAP_NET_RAW, which this process does not have",
		"give it to the program once: sudo setcap cap_net_raw+ep " + program +
			" (to a group only: sudo chgrp GROUP " + program + " && sudo chmod 750 " + program +
			", before setcap), or let tcpdump capture and analyze its file"}
}

const (
	kindEthernet, kindLoopback, kindNone, kindTunnel, kindTunnel6, kindSIT = 1, 772, 65534, 768, 769, 776
)

func linkTypeOf(name string) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, &OpenError{name, "the kernel gives no socket: " + err.Error(),
			"it is needed to ask what kind of interface this is"}
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
		return 0, &OpenError{name, fmt.Sprintf("packets of an interface of kind %d are not understood", kind),
			"expected Ethernet, loopback or an IP tunnel; capture with tcpdump and analyze its file"}
	}
}

// open prepares the socket, which receives packets once all is set.
func (d *handle) open(i *net.Interface, o Options) error {
	var err error
	if d.wake, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	// As much as is allowed: more than the limit needs another capability.
	if unix.SetsockoptInt(d.fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, queue) != nil {
		if err := unix.SetsockoptInt(d.fd, unix.SOL_SOCKET, unix.SO_RCVBUF, queue); err != nil {
			return err
		}
	}
	for _, option := range [...][2]int{{unix.SOL_SOCKET, unix.SO_TIMESTAMPNS}, {unix.SOL_PACKET, unix.PACKET_AUXDATA}} {
		if err := unix.SetsockoptInt(d.fd, option[0], option[1], 1); err != nil {
			return err
		}
	}
	var begin []bpf.Instruction
	if i.Flags&net.FlagLoopback != 0 { // else each packet comes twice: as it leaves, as it arrives
		begin = []bpf.Instruction{bpf.LoadExtension{Num: bpf.ExtType},
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.PACKET_OUTGOING, SkipTrue: 1}, bpf.RetConstant{Val: 0}}
	}
	program, err := o.Filter.compile(d.linkType, begin...)
	if err != nil {
		return err
	}
	// bpf.RawInstruction has the layout of the kernel's sock_filter.
	p := unix.SockFprog{Len: uint16(len(program)), Filter: (*unix.SockFilter)(unsafe.Pointer(&program[0]))}
	if err := unix.SetsockoptSockFprog(d.fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &p); err != nil {
		return err
	}
	if o.Promiscuous {
		m := unix.PacketMreq{Ifindex: int32(i.Index), Type: unix.PACKET_MR_PROMISC}
		if err := unix.SetsockoptPacketMreq(d.fd, unix.SOL_PACKET, unix.PACKET_ADD_MEMBERSHIP, &m); err != nil {
			return err
		}
	}
	if i.Flags&net.FlagUp == 0 {
		return errors.New("the interface is down")
	}
	all := binary.NativeEndian.Uint16([]byte{unix.ETH_P_ALL >> 8, unix.ETH_P_ALL & 0xff})
	return unix.Bind(d.fd, &unix.SockaddrLinklayer{Protocol: all, Ifindex: i.Index})
}

func (d *handle) LinkType() int { return d.linkType }

// ZeroCopyReadPacketData returns the next packet, valid until the next call.
func (d *handle) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	for !d.closing.Load() {
		n, control, _, _, err := unix.Recvmsg(d.fd, d.frame[tagSize:], d.control, unix.MSG_TRUNC)
		switch {
		case err == nil:
			data, info := d.packet(n, d.control[:control])
			return data, info, nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			if err := d.wait(); err != nil {
				return nil, gopacket.CaptureInfo{}, err
			}
		case errors.Is(err, unix.ENETDOWN):
			return nil, gopacket.CaptureInfo{}, fmt.Errorf("%s is down or was removed", d.name)
		default:
			return nil, gopacket.CaptureInfo{}, err
		}
	}
	return nil, gopacket.CaptureInfo{}, io.EOF
}

func (d *handle) wait() error {
	fds := []unix.PollFd{{Fd: int32(d.fd), Events: unix.POLLIN}, {Fd: int32(d.wake), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, -1); err != nil && err != unix.EINTR {
		return err
	}
	return nil
}

// tagSize is the bytes of a VLAN tag.
const tagSize = 4

// packet returns the packet of n bytes that is in d.frame, cut to what fits, with
// the VLAN tag that the kernel has taken out of it.
func (d *handle) packet(n int, control []byte) ([]byte, gopacket.CaptureInfo) {
	info := gopacket.CaptureInfo{Length: n, CaptureLength: min(n, snapLength)}
	data := d.frame[tagSize : tagSize+info.CaptureLength]
	for len(control) > 0 {
		head, b, rest, err := unix.ParseOneSocketControlMessage(control)
		if err != nil {
			break
		}
		control = rest
		switch order := binary.NativeEndian; {
		case head.Level == unix.SOL_SOCKET && head.Type == unix.SO_TIMESTAMPNS && len(b) == 16:
			info.Timestamp = time.Unix(int64(order.Uint64(b)), int64(order.Uint64(b[8:])))
		case head.Level == unix.SOL_SOCKET && head.Type == unix.SO_TIMESTAMPNS && len(b) == 8: // 32 bits each
			info.Timestamp = time.Unix(int64(int32(order.Uint32(b))), int64(order.Uint32(b[4:])))
		case head.Level == unix.SOL_PACKET && head.Type == unix.PACKET_AUXDATA && len(b) >= 20:
			status, tag, kind := order.Uint32(b), order.Uint16(b[16:]), uint16(0x8100)
			if status&unix.TP_STATUS_VLAN_TPID_VALID != 0 {
				kind = order.Uint16(b[18:])
			}
			if status&unix.TP_STATUS_VLAN_VALID != 0 && len(data) >= 12 && d.linkType == capture.LinkEthernet {
				data = d.frame[:tagSize+len(data)]
				copy(data, data[tagSize:tagSize+12])
				binary.BigEndian.PutUint16(data[12:], kind)
				binary.BigEndian.PutUint16(data[14:], tag)
				info.Length += tagSize
				info.CaptureLength += tagSize
			}
		}
	}
	if info.Timestamp.IsZero() {
		info.Timestamp = time.Now()
	}
	return data, info
}

// Counts adds what the kernel counted since the last time.
func (d *handle) Counts() (received, dropped uint64) { return d.counts(d.count) }

func (d *handle) count() {
	if s, err := unix.GetsockoptTpacketStats(d.fd, unix.SOL_PACKET, unix.PACKET_STATISTICS); err == nil {
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
	unix.Close(d.fd)
	if d.wake >= 0 {
		unix.Close(d.wake)
	}
}
