package engine

import (
	"fmt"
	"net/netip"
	"strconv"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/device"
	"fragscope/desktop/state"
)

func Interfaces() ([]state.Interface, error) {
	list, err := device.Interfaces()
	var out []state.Interface
	for _, i := range list {
		out = append(out, state.Interface{Name: i.Name, About: i.About()})
	}
	return out, err
}

// Capture captures UDP and TCP of a host or network and a port, "" for any. Whether the system allows it shows here.
func Capture(name, host, port string) (state.Device, error) {
	var f device.Filter
	if host != "" {
		p, err := device.ParseHost(host)
		if err != nil {
			return nil, fmt.Errorf("host %w", err)
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

func (d captured) Packets() *capture.Reader {
	return capture.FromSource(d, d.LinkType(), capture.Options{})
}
