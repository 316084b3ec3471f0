// Package frame reads the headers around a payload: Ethernet with VLAN tags,
// Linux cooked captures, loopback, IPv4, IPv6, UDP, TCP and ICMP. It is written
// with package wire, like a protocol, and hands the payload to its caller.
package frame
