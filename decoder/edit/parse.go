package edit

import (
	"math"
	"strconv"

	"fragscope/decoder/wire"
)

// appendFloatBytes appends v as kind k has it on the wire.
func appendFloatBytes(dst []byte, k wire.Kind, v float64) []byte {
	if k.Size() == 8 {
		return wire.AppendNumber(dst, k, math.Float64bits(v))
	}
	return wire.AppendNumber(dst, k, uint64(math.Float32bits(float32(v))))
}

// parseHex reads hexadecimal digits in pairs, spaces, colons, dashes and commas
// between the pairs; nil for anything else.
func parseHex(s string) []byte {
	b := []byte{}
	for i := 0; i < len(s); {
		switch s[i] {
		case ' ', '\t', ':', '-', ',':
			i++
			continue
		}
		if len(s) < i+2 {
			return nil
		}
		if s[i] == '0' && wire.Lower(s[i+1]) == 'x' {
			i += 2
			continue
		}
		h, l := wire.HexDigit(int(s[i])), wire.HexDigit(int(s[i+1]))
		if h < 0 || l < 0 {
			return nil
		}
		b = append(b, byte(h<<4|l))
		i += 2
	}
	return b
}

// parseIPv4 reads an address in dotted form, nil for anything else.
func parseIPv4(s string) []byte {
	b := make([]byte, 0, 4)
	for start, end := 0, 0; end <= len(s); end++ {
		if end < len(s) && s[end] != '.' {
			continue
		}
		v, err := strconv.ParseUint(s[start:end], 10, 8)
		if err != nil || len(b) == 4 {
			return nil
		}
		b = append(b, byte(v))
		start = end + 1
	}
	if len(b) != 4 {
		return nil
	}
	return b
}

// parseIPv6 reads an address of groups between colons, one run of zero groups
// left out, the last two perhaps an IPv4 address; nil for anything else.
func parseIPv6(s string) []byte {
	b := make([]byte, 0, 16)
	gap := -1
	if len(s) >= 2 && s[:2] == "::" {
		gap, s = 0, s[2:]
	}
	for s != "" {
		end := 0
		for end < len(s) && s[end] != ':' {
			end++
		}
		if v4 := parseIPv4(s); v4 != nil {
			b, s = append(b, v4...), ""
			break
		}
		v, err := strconv.ParseUint(s[:end], 16, 16)
		if err != nil || len(b) > 14 {
			return nil
		}
		b = append(b, byte(v>>8), byte(v))
		if s = s[end:]; s == "" {
			break
		}
		if s = s[1:]; s == "" {
			return nil // a colon at the end
		}
		if s[0] == ':' {
			if gap >= 0 {
				return nil
			}
			gap, s = len(b), s[1:]
		}
	}
	switch {
	case len(b) > 16, gap < 0 && len(b) != 16, gap >= 0 && len(b) > 14:
		return nil
	case gap < 0:
		return b
	}
	full := make([]byte, 16)
	copy(full, b[:gap])
	copy(full[16-(len(b)-gap):], b[gap:])
	return full
}
