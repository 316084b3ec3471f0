package engine

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/device"
	"fragscope/desktop/state"
)

// Interfaces lists what can be captured from.
func Interfaces() ([]state.Interface, error) {
	list, err := device.Interfaces()
	var out []state.Interface
	for _, i := range list {
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
		out = append(out, state.Interface{Name: i.Name, About: strings.Join(about, ", ")})
	}
	return out, err
}

// Capture begins to capture UDP and TCP from an interface, of a host, which is an
// address or a network, and a port only; "" is for any. Whether the
// system lets this program capture shows here.
func Capture(name, host, port string) (state.Device, error) {
	var f device.Filter
	if host != "" {
		p, err := netip.ParsePrefix(host)
		if a, problem := netip.ParseAddr(host); problem == nil && a.Zone() == "" {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("host %q: expected an address, such as 192.0.2.1, or a network, such as 192.0.2.0/24", host)
		}
		f.Hosts = []netip.Prefix{p}
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("port %q: expected a number from 1 to 65535", port)
		}
		f.Ports = []uint16{uint16(n)}
	}
	d, err := device.Open(name, device.Options{Filter: f})
	if err != nil {
		return nil, err
	}
	return captured{d}, nil
}

// captured is a device as the browsing of captures takes it.
type captured struct{ device.Device }

// Packets implements state.Device.
func (d captured) Packets() *capture.Reader {
	return capture.FromSource(d, d.LinkType(), capture.Options{})
}
