package edit

import (
	"math"
	"net/netip"

	"fragscope/decoder/wire"
)

// appendFloatBytes appends v as kind k has it on the wire.
func appendFloatBytes(dst []byte, k wire.Kind, v float64) []byte {
	if k.Size() == 8 {
		return wire.AppendNumber(dst, k, math.Float64bits(v))
	}
	return wire.AppendNumber(dst, k, uint64(math.Float32bits(float32(v))))
}

// parseIPv4 reads an address in dotted form, nil for anything else.
func parseIPv4(s string) []byte {
	if a, err := netip.ParseAddr(s); err == nil && a.Is4() {
		return a.AsSlice()
	}
	return nil
}

// parseIPv6 reads an IPv6 address without a zone, nil for anything else.
func parseIPv6(s string) []byte {
	if a, err := netip.ParseAddr(s); err == nil && a.Is6() && a.Zone() == "" {
		return a.AsSlice()
	}
	return nil
}
