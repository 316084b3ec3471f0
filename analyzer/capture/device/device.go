package device

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/gopacket"
)

// Options say what is captured.
type Options struct {
	Filter      Filter
	Promiscuous bool // also what is not for this host, as far as the network brings it
}

// A Device captures from an interface.
type Device interface {
	gopacket.ZeroCopyPacketDataSource // io.EOF once it is closed
	LinkType() int                    // LINKTYPE_ number of the packets
	// Counts returns how many packets passed the filter so far, and how many of
	// these the kernel dropped because its queue was full.
	Counts() (received, dropped uint64)
	Close() // ends a read that waits; may be called again, and by any goroutine
}

type shared struct {
	mu                sync.Mutex // of closing, and of using what is closed without reading
	closing           atomic.Bool
	reading           sync.Mutex // held while a packet is read
	received, dropped uint64
}

// counts returns what was counted, after count has asked the kernel once more.
func (s *shared) counts(count func()) (received, dropped uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closing.Load() {
		count()
	}
	return s.received, s.dropped
}

// queue is the size of the kernel's queue that is requested.
const queue = 16 << 20

// snapLength is the most that is captured of a packet.
const snapLength = 256 << 10

// An Interface is what packets can be captured from.
type Interface struct {
	Name        string // as Open takes it
	Description string // for people, where the system has one
	Addrs       []netip.Addr
	Up          bool
	Loopback    bool
}

// About returns what distinguishes i from others, for people.
func (i *Interface) About() string {
	var about []string
	if i.Description != "" {
		about = append(about, i.Description)
	}
	if i.Loopback {
		about = append(about, "loopback")
	}
	if !i.Up {
		about = append(about, "down")
	}
	for _, a := range i.Addrs {
		about = append(about, a.String())
	}
	return strings.Join(about, ", ")
}

// An OpenError says why an interface cannot be captured from.
type OpenError struct {
	Name   string
	Reason string // what was found
	Advice string // what to do
}

func (e *OpenError) Error() string {
	return fmt.Sprintf("%s: %s; %s", e.Name, e.Reason, e.Advice)
}

func unknown(name string) error {
	e := &OpenError{Name: name, Reason: "there is no such interface", Advice: "none was found"}
	if list, err := Interfaces(); err == nil && len(list) > 0 {
		var names []string
		for _, i := range list {
			names = append(names, i.Name)
		}
		e.Advice = "found " + strings.Join(names, ", ")
	}
	return e
}

// netInterfaces is for systems whose names of interfaces Open takes.
func netInterfaces() ([]Interface, error) {
	list, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var all []Interface
	for _, i := range list {
		d := Interface{Name: i.Name, Up: i.Flags&net.FlagUp != 0, Loopback: i.Flags&net.FlagLoopback != 0}
		addrs, _ := i.Addrs() // one without is listed as well
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				d.Addrs = append(d.Addrs, p.Addr())
			}
		}
		all = append(all, d)
	}
	return all, nil
}
