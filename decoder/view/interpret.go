package view

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// Interpretations returns what one to eight bytes would be as numbers, an
// address, a time, bits and text. A whole number is in hexadecimal and decimal.
func Interpretations(b []byte) []Fact {
	n := len(b)
	if n == 0 || n > 8 {
		return nil
	}
	var le, be uint64
	for i, c := range b {
		le |= uint64(c) << (8 * i)
		be = be<<8 | uint64(c)
	}
	var list []Fact
	add := func(name, value string) { list = append(list, Fact{name, Plain(value)}) }
	integer := func(v uint64) string {
		s := "0x" + strings.ToUpper(strconv.FormatUint(v, 16)) + ", " + strconv.FormatUint(v, 10)
		shift := 64 - 8*n
		if signed := int64(v<<shift) >> shift; signed < 0 {
			s += ", signed " + strconv.FormatInt(signed, 10)
		}
		return s
	}
	if n == 1 {
		add("Number", integer(le))
	} else {
		add("Little endian", integer(le))
		add("Big endian", integer(be))
	}
	switch n {
	case 1:
		add("Bits", digitsOf(b[0]))
	case 2:
		add("Bits", digitsOf(b[0])+" "+digitsOf(b[1]))
	}
	const other = ", big endian "
	switch n {
	case 4:
		float := func(v uint64) string {
			return strconv.FormatFloat(float64(math.Float32frombits(uint32(v))), 'g', -1, 32)
		}
		add("Float", float(le)+other+float(be))
		add("Address", string(wire.AppendIPv4(nil, b)))
	case 8:
		float := func(v uint64) string { return strconv.FormatFloat(math.Float64frombits(v), 'g', -1, 64) }
		add("Float", float(le)+other+float(be))
	}
	if n == 4 || n == 8 {
		add("Unix time", utc(le)+other+utc(be))
	}
	if utf8.Valid(b) {
		add("Text", Escaper(nil).text(string(b)))
	}
	if n%2 == 0 {
		units := make([]uint16, n/2)
		for i := range units {
			units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		add("Text, UTF-16", Escaper(nil).text(string(utf16.Decode(units))))
	}
	return list
}

// digitsOf returns the eight binary digits of c.
func digitsOf(c byte) string { return strconv.FormatUint(0x100|uint64(c), 2)[1:] }

// utc writes a number of seconds since 1970 as date and time, as RFC 3339 does;
// "none" for 0 and for what is centuries away.
func utc(seconds uint64) string {
	if seconds == 0 || seconds >= 1<<33 {
		return "none"
	}
	// Days in years that begin in March, so that the leap day is the last of its year.
	day := int(seconds/86400) + 719468
	era, day := day/146097, day%146097
	year := (day - day/1460 + day/36524 - day/146096) / 365
	day -= 365*year + year/4 - year/100
	month := (5*day + 2) / 153
	day -= (153*month+2)/5 - 1
	month = (month+2)%12 + 1
	year += 400 * era
	if month < 3 {
		year++
	}
	two := func(n int) string { return strconv.Itoa(100 + n)[1:] }
	clock := int(seconds % 86400)
	return strconv.Itoa(year) + "-" + two(month) + "-" + two(day) +
		"T" + two(clock/3600) + ":" + two(clock/60%60) + ":" + two(clock%60) + "Z"
}
