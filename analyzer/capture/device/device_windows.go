//go:build windows && (386 || amd64)

package device

import (
	"fmt"
	"io"
	"net/netip"
	"strings"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/pcap"
)

// poll is how long a read waits before it looks whether the device is closed.
const poll = 50 * time.Millisecond

func loaded(name string) (err error) {
	defer func() {
		if p := recover(); p != nil { // a version that lacks a function
			err = &OpenError{name, fmt.Sprint("the Npcap that is installed cannot be used: ", p),
				"install a newer one from https://npcap.com"}
		}
	}()
	if pcap.LoadWinPCAP() != nil {
		return &OpenError{name, "capturing on Windows needs Npcap, which is not installed",
			"install it from https://npcap.com, or analyze a capture that Wireshark saved"}
	}
	return nil
}

// Interfaces lists what can be captured from.
func Interfaces() ([]Interface, error) {
	if err := loaded("interfaces"); err != nil {
		return nil, err
	}
	list, err := pcap.FindAllDevs()
	if err != nil {
		return nil, err
	}
	var all []Interface
	for _, i := range list {
		d := Interface{Name: i.Name, Description: i.Description, Loopback: i.Flags&1 != 0, Up: i.Flags&2 != 0}
		for _, a := range i.Addresses {
			if addr, ok := netip.AddrFromSlice(a.IP); ok {
				d.Addrs = append(d.Addrs, addr.Unmap())
			}
		}
		all = append(all, d)
	}
	return all, nil
}

type handle struct {
	h        *pcap.Handle
	linkType int

	shared
}

// Open begins to capture from an interface, named as Interfaces does or by its
// description.
func Open(name string, o Options) (Device, error) {
	if err := o.Filter.Check(); err != nil {
		return nil, err
	}
	if err := loaded(name); err != nil {
		return nil, err
	}
	list, err := Interfaces()
	if err != nil {
		return nil, err
	}
	found := ""
	for _, i := range list {
		if i.Name == name || strings.EqualFold(i.Description, name) {
			found = i.Name
		}
	}
	if found == "" {
		return nil, unknown(name)
	}
	h, err := activate(found, o)
	if err != nil {
		return nil,
			&OpenError{name, err.Error(), "Npcap may be installed for administrators only: install it without that, or run as " +
				"one"}
	}
	d := &handle{h: h, linkType: linkTypeOfDLT(int(h.LinkType()), false)}
	program, err := o.Filter.compile(d.linkType)
	if err != nil {
		d.Close()
		return nil, &OpenError{name, err.Error(), "capture with Wireshark and analyze its file"}
	}
	var ins []pcap.BPFInstruction
	for _, i := range program {
		ins = append(ins, pcap.BPFInstruction{Code: i.Op, Jt: i.Jt, Jf: i.Jf, K: i.K})
	}
	if err := h.SetBPFInstructionFilter(ins); err != nil {
		d.Close()
		return nil, &OpenError{name, err.Error(), "capture with Wireshark and analyze its file"}
	}
	return d, nil
}

func activate(name string, o Options) (*pcap.Handle, error) {
	h, err := pcap.NewInactiveHandle(name)
	if err != nil {
		return nil, err
	}
	defer h.CleanUp()
	for _, err := range []error{h.SetSnapLen(snapLength), h.SetPromisc(o.Promiscuous), h.SetTimeout(poll),
		h.SetBufferSize(queue)} {
		if err != nil {
			return nil, err
		}
	}
	return h.Activate()
}

func (d *handle) LinkType() int { return d.linkType }

// ZeroCopyReadPacketData returns the next packet, valid until the next call.
func (d *handle) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	for !d.closing.Load() {
		data, info, err := d.h.ZeroCopyReadPacketData()
		if err != pcap.NextErrorTimeoutExpired {
			return data, info, err
		}
	}
	return nil, gopacket.CaptureInfo{}, io.EOF
}

func (d *handle) Counts() (received, dropped uint64) { return d.counts(d.count) }

func (d *handle) count() {
	if s, err := d.h.Stats(); err == nil {
		d.received, d.dropped = uint64(s.PacketsReceived), uint64(s.PacketsDropped)
	}
}

// Close ends a read that waits, which takes as long as poll.
func (d *handle) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing.Swap(true) {
		return
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	d.count()
	d.h.Close()
}
