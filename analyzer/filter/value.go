package filter

import (
	"cmp"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

type kind uint8

const (
	kindText kind = iota
	kindNumber
	kindAddress
	kindTime
	kindCondition
)

var kinds = [...]string{"a text", "a number", "an address", "a time", "a condition"}

func (k kind) String() string { return kinds[k] }

type value struct {
	text    string
	number  number
	time    int64 // nanoseconds since 1970-01-01 UTC
	address netip.AddrPort
}

// A number is whole where it can be, as an id of 64 bits is no float.
type number struct {
	whole  int64
	float  float64
	broken bool // float counts
}

func whole(n int64) number { return number{whole: n, float: float64(n)} }
func broken(f float64) number {
	if n := int64(f); float64(n) == f && n < 1<<53 && n > -1<<53 {
		return whole(n)
	}
	return number{float: f, broken: true}
}

func (n number) compare(o number) int {
	if !n.broken && !o.broken {
		return cmp.Compare(n.whole, o.whole)
	}
	return cmp.Compare(n.float, o.float)
}

func (n number) String() string {
	if n.broken {
		return strconv.FormatFloat(n.float, 'g', -1, 64)
	}
	return strconv.FormatInt(n.whole, 10)
}

// parseNumber reads a number: decimal, or hexadecimal after 0x.
func parseNumber(s string) (number, bool) {
	if digits, ok := strings.CutPrefix(strings.ToLower(s), "0x"); ok {
		n, err := strconv.ParseUint(digits, 16, 64)
		return whole(int64(n)), err == nil
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return whole(n), true
	}
	if s == "" || strings.Trim(s, "0123456789.-+eE") != "" {
		return number{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return broken(f), err == nil
}

func (v *value) show(k kind) string {
	switch k {
	case kindNumber:
		return v.number.String()
	case kindAddress:
		return v.address.Addr().String()
	case kindTime:
		return time.Unix(0, v.time).UTC().Format(time.RFC3339Nano)
	}
	return v.text
}

// A place is an address or a network, perhaps with a port.
type place struct {
	net  netip.Prefix
	port uint16 // 0 for any
}

func (p place) has(a netip.AddrPort) bool {
	return p.net.Contains(a.Addr()) && (p.port == 0 || a.Port() == p.port)
}

// parsePlace reads 192.0.2.7, 192.0.2.7:7778, [2001:db8::1]:7778 or 192.0.2.0/24.
func parsePlace(s string) (place, bool) {
	if n, err := netip.ParsePrefix(s); err == nil {
		return place{net: n}, true
	}
	a, err := netip.ParseAddr(s)
	p := place{}
	if err != nil {
		end, err := netip.ParseAddrPort(s)
		if err != nil {
			return place{}, false
		}
		a, p.port = end.Addr(), end.Port()
	}
	a = a.Unmap().WithZone("")
	p.net = netip.PrefixFrom(a, a.BitLen())
	return p, true
}

// timeForms are the ways to write a time, all in UTC unless a zone is given.
var timeForms = []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04", "2006-01-02"}

// ParseTime reads a time in ISO form (2026-01-31, 2026-01-31T20:00:00Z), and
// returns it in nanoseconds since 1970-01-01 UTC.
func ParseTime(s string) (int64, error) {
	for _, form := range timeForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UnixNano(), nil
		}
	}
	return 0, errors.New(`not a time such as "2026-01-31 20:00:00"`)
}
