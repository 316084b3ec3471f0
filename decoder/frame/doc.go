// Package frame reads what is around a payload: Ethernet with VLAN tags, Linux
// cooked captures, loopback, IPv4, IPv6, UDP, TCP and ICMP. It is written with
// package wire, like a protocol, and hands the payload to whoever called it.
package frame
