// Package device captures packets from a network interface.
//
//	d, err := device.Open("eth0", device.Options{Filter: device.Filter{Ports: []uint16{7778}}})
//	if err != nil {
//		return err // says what is missing, such as a capability, and how to give it
//	}
//	defer d.Close()
//	r := capture.FromSource(d, d.LinkType(), capture.Options{Name: "eth0"})
//
// A [Device] is a source of packets as gopacket defines it. Close ends a read
// that waits, from any goroutine; what the kernel received and dropped is
// counted. Nothing is ever sent.
//
// A [Filter] is compiled to BPF and runs in the kernel, so that only what may be
// a query is copied: UDP and TCP in IPv4 and IPv6, behind up to two VLAN tags,
// with ICMP and with IP fragments, whose ports are in another packet.
//
// # Systems
//
// Linux: a packet socket, without libpcap and cgo. A VLAN tag that the kernel has
// taken out of a frame is put back. On a loopback interface each packet is seen
// once, as it arrives.
//
// macOS and BSD: gopacket's bsdbpf opens /dev/bpf. Its buffers are read here,
// since bsdbpf assumes an alignment that macOS and OpenBSD do not have and knows
// neither filters nor counts.
//
// Windows: gopacket's pcap, with Npcap, which is loaded when a device is opened
// or listed; without it Open says where to get it.
//
// # Bounds
//
// A Device holds one packet of at most 256 KiB, or on macOS and BSD one buffer
// of the kernel, and the kernel a queue of as much as it allows, up to 16 MiB.
package device
