package edit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// appendFloatBytes appends v as kind k has it on the wire.
func appendFloatBytes(dst []byte, k wire.Kind, v float64) []byte {
	if k.Size() == 8 {
		return wire.AppendNumber(dst, k, math.Float64bits(v))
	}
	return wire.AppendNumber(dst, k, uint64(math.Float32bits(float32(v))))
}

// parseIPv4 reads an address in dotted form, nil for anything else. (Package
// net/netip would read this and parseIPv6, and add 30 kB to the page's program.)
func parseIPv4(s string) []byte {
	var b []byte
	for part := range strings.SplitSeq(s, ".") {
		v, err := strconv.ParseUint(part, 10, 8)
		if err != nil || len(b) == 4 || len(part) > 1 && part[0] == '0' {
			return nil
		}
		b = append(b, byte(v))
	}
	if len(b) != 4 {
		return nil
	}
	return b
}

// parseIPv6 reads an address of groups between colons, one run of zero groups
// left out, the last two perhaps an IPv4 address; nil for anything else.
func parseIPv6(s string) []byte {
	front, back, gap := strings.Cut(s, "::")
	a, ok := ipv6Groups(front, !gap)
	b, backOK := ipv6Groups(back, true)
	zeros := 16 - len(a) - len(b)
	if !ok || !backOK || zeros < 0 || gap != (zeros > 0) {
		return nil
	}
	return slices.Concat(a, make([]byte, zeros), b)
}

// ipv6Groups reads groups between colons; last says that they end the address.
func ipv6Groups(s string, last bool) (b []byte, ok bool) {
	for s != "" {
		group, rest, more := strings.Cut(s, ":")
		if v4 := parseIPv4(group); v4 != nil {
			return append(b, v4...), last && !more
		}
		v, err := strconv.ParseUint(group, 16, 16)
		if err != nil || len(group) > 4 || more && rest == "" {
			return nil, false
		}
		b = append(b, byte(v>>8), byte(v))
		s = rest
	}
	return b, true
}
