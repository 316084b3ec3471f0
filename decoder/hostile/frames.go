package hostile

import (
	"encoding/binary"
	"strings"
)

// Frames returns frames whose headers are as deep as they can be: VLAN tags,
// IPv6 extension headers, options of a byte each, errors that quote packets,
// and the worst payloads in all of them.
func Frames(size int) []Case {
	room := max(size-100, 1)
	payload := string(Wide(room, "\x01", 64))
	udp := udp4(payload)
	var options strings.Builder
	for range 40 {
		options.WriteByte(1)
	}
	return []Case{
		{Name: "frame/udp", Data: ethernet("\x08\x00", udp)},
		{Name: "frame/vlan", Data: ethernet(strings.Repeat("\x81\x00\x00\x01", 8)+"\x08\x00",
			udp4(string(Wide(max(size-140, 1), "a", 64))))},
		{Name: "frame/vlan-only", Data: ethernet(strings.Repeat("\x81\x00\x00\x01", room/4), "")},
		{Name: "frame/ip-options", Data: ethernet("\x08\x00", ip4(17, options.String(), payload[:max(len(payload)-60, 0)]))},
		{Name: "frame/tcp-options", Data: ethernet("\x08\x00", ip4(6, "", tcp(options.String())))},
		{Name: "frame/icmp", Data: ethernet("\x08\x00", ip4(1, "", "\x03\x03\x00\x00\x00\x00\x00\x00"+nested(8, 600)))},
		{Name: "frame/icmp-udp",
			Data: ethernet("\x08\x00", ip4(1, "", "\x03\x03\x00\x00\x00\x00\x00\x00"+udp4(payload[:max(len(payload)-60, 0)])))},
		{Name: "frame/ipv6-options", Data: ethernet("\x86\xdd", ip6(0, hopByHop(min(room-60, 2048), "\x00")))},
		{Name: "frame/ipv6-headers",
			Data: ethernet("\x86\xdd", ip6(60, strings.Repeat("\x3c\x00\x00\x00\x00\x00\x00\x00", max(room/8-8, 1))))},
		{Name: "frame/arp",
			Data: Fill(size, "\xff\xff\xff\xff\xff\xff\x02\x00\x00\x00\x00\x01\x08\x06\x00\x01\x08\x00\x06\x04\x00\x01",
				"\x01")},
		{Name: "frame/tiny", Data: ethernet("\x08\x00", ip4(17, "", ""))},
	}
}

func ethernet(types, packet string) []byte {
	return []byte("\x02\x00\x00\x00\x00\x07\x02\x00\x00\x00\x00\x0a" + types + packet)
}

// ip4 makes an IPv4 packet with the right lengths and checksum.
func ip4(protocol byte, options, payload string) string {
	h := []byte{0x45 + byte(len(options)/4), 0, 0, 0, 0, 1, 0, 0, 64, protocol, 0, 0, 192, 0, 2, 10, 198, 51, 100, 7}
	h = append(h, options...)
	binary.BigEndian.PutUint16(h[2:], uint16(min(len(h)+len(payload), 65535)))
	sum := uint32(0)
	for i := 0; i < len(h); i += 2 {
		sum += uint32(binary.BigEndian.Uint16(h[i:]))
	}
	for sum > 0xffff {
		sum = sum&0xffff + sum>>16
	}
	binary.BigEndian.PutUint16(h[10:], ^uint16(sum))
	return string(h) + payload
}

func ip6(next byte, payload string) string {
	h := make([]byte, 40)
	h[0], h[6], h[7] = 0x60, next, 64
	binary.BigEndian.PutUint16(h[4:], uint16(len(payload)))
	copy(h[8:], "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a")
	copy(h[24:], "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07")
	return string(h) + payload
}

// hopByHop makes an extension header of at most size bytes that is full of options.
func hopByHop(size int, option string) string {
	n := min(max(size/8, 1), 256)
	h := "\x11" + string([]byte{byte(n - 1)})
	return h + strings.Repeat(option, (8*n-2)/len(option)) + "\x1e\x61\x1e\x62\x00\x08\x00\x00"
}

func udp4(payload string) string {
	payload = payload[:min(len(payload), MaxPayload)]
	h := []byte{0x1e, 0x61, 0x1e, 0x62, 0, 0, 0, 0}
	binary.BigEndian.PutUint16(h[4:], uint16(8+len(payload)))
	return ip4(17, "", string(h)+payload)
}

// tcp makes a TCP header whose options fill it.
func tcp(options string) string {
	h := []byte{0x1e, 0x61, 0x1e, 0x62, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0}
	h[12] = byte((20+len(options))/4) << 4
	return string(h) + options
}

// nested makes an ICMP error about an ICMP error and so on.
func nested(depth, size int) string {
	p := udp4(string(Wide(size, "a", 64)))
	for range depth {
		p = ip4(1, "", "\x03\x03\x00\x00\x00\x00\x00\x00"+p)
	}
	return p
}
