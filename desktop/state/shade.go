package state

import "fragscope/decoder"

// A Hue says what a field is, at a glance. Widgets give each a colour.
type Hue uint8

// The hues.
const (
	HueNumber  Hue = iota
	HueText        // text of any kind
	HueLength      // lengths
	HueName        // values that have a name: enumerations, flags, packed bits
	HueAddress     // network addresses
	HueRaw         // bytes that are fixed or echoed
	HuePadding     // bytes that only fill space
	HueUnknown     // bytes that nobody understands
	HueGroup       // holds other fields
	HueCount
)

// hueNames stand in the legend.
var hueNames = [HueCount]string{
	"number", "text", "length", "named value, flags", "address", "fixed or echoed bytes", "padding", "unknown", "group",
}

func (h Hue) String() string {
	if h < HueCount {
		return hueNames[h]
	}
	return ""
}

// HueOf returns the hue of a field: it goes by kind, the same for all protocols.
func HueOf(f *decoder.Field) Hue {
	if f.Marks&decoder.MarkLength != 0 {
		return HueLength
	}
	switch f.Kind {
	case decoder.KindGroup:
		return HueGroup
	case decoder.KindText, decoder.KindUCS2:
		return HueText
	case decoder.KindCompact:
		return HueLength
	case decoder.KindIPv4, decoder.KindIPv6, decoder.KindMAC:
		return HueAddress
	case decoder.KindBytes, decoder.KindConst:
		return HueRaw
	case decoder.KindPadding:
		return HuePadding
	case decoder.KindUnknown:
		return HueUnknown
	}
	if f.Def.Parts != nil || f.Def.Symbols != nil {
		return HueName
	}
	return HueNumber
}
