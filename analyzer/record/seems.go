package record

import (
	"strconv"

	"fragscope/decoder/wire"
)

// Seems goes by the headers, so that a capture without queries says what it holds.
func Seems(f *wire.Frame) string {
	switch {
	case f.IPVersion == 0:
		if name, ok := etherNames[f.EtherType]; ok {
			return name
		}
		return "not IP"
	case f.IPProto == wire.ProtoUDP:
		return portName("UDP", f.SrcPort, f.DstPort)
	case f.IPProto == wire.ProtoTCP:
		return portName("TCP", f.SrcPort, f.DstPort)
	}
	if name, ok := ipNames[f.IPProto]; ok {
		return name
	}
	return "IP protocol " + strconv.Itoa(int(f.IPProto))
}

var etherNames = map[uint16]string{0x0806: "ARP", 0x88cc: "LLDP", 0x888e: "802.1X", 0x8863: "PPPoE", 0x8864: "PPPoE"}

var ipNames = map[uint8]string{1: "ICMP", 2: "IGMP", 47: "GRE", 50: "IPsec ESP", 51: "IPsec AH", 58: "ICMPv6",
	89: "OSPF", 132: "SCTP"}

// portNames holds what usually goes to a port; the lower of two ports decides.
var portNames = map[uint16]string{
	20: "FTP data", 21: "FTP", 22: "SSH", 23: "Telnet", 25: "SMTP", 53: "DNS", 67: "DHCP", 68: "DHCP", 69: "TFTP",
	80: "HTTP", 110: "POP3",
	123: "NTP", 137: "NetBIOS names", 138: "NetBIOS", 143: "IMAP", 161: "SNMP", 443: "HTTPS or QUIC", 445: "SMB",
	500: "IKE", 514: "syslog",
	546: "DHCPv6", 547: "DHCPv6", 853: "DNS over TLS", 993: "IMAPS", 1194: "OpenVPN", 1900: "SSDP", 3074: "Xbox",
	3306: "MySQL", 3389: "RDP",
	3478: "STUN", 4500: "IPsec NAT-T", 5060: "SIP", 5353: "mDNS", 5355: "LLMNR", 5432: "PostgreSQL", 6379: "Redis",
	8080:  "HTTP",
	27005: "Source engine", 27015: "Source engine (A2S)", 27960: "Quake III engine", 51820: "WireGuard",
}

// names of transports and ports are made once.
var portLabels = func() map[uint16][2]string {
	all := make(map[uint16][2]string, len(portNames))
	for p, n := range portNames {
		s := " " + strconv.Itoa(int(p)) + " (" + n + ")"
		all[p] = [2]string{"UDP" + s, "TCP" + s}
	}
	return all
}()

func portName(transport string, a, b uint16) string {
	if a > b {
		a, b = b, a
	}
	for _, p := range [2]uint16{a, b} {
		if l, ok := portLabels[p]; ok {
			if transport == "UDP" {
				return l[0]
			}
			return l[1]
		}
	}
	return transport + " other"
}
