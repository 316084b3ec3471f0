package view

import "fragscope/decoder/wire"

// A Hue says what a field is, at a glance. Screens give each a colour.
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

// Hue returns the hue of a row: it goes by kind, the same for all protocols.
func (r Row) Hue(m *wire.Message) Hue {
	if r.Sort != SortField {
		return HueName
	}
	return HueOf(&m.Fields[r.Field])
}

// HueOf returns the hue of a field.
func HueOf(f *wire.Field) Hue {
	if f.Marks&wire.MarkLength != 0 {
		return HueLength
	}
	switch f.Kind {
	case wire.KindGroup:
		return HueGroup
	case wire.KindText, wire.KindUCS2:
		return HueText
	case wire.KindCompact, wire.KindVarInt:
		return HueLength
	case wire.KindIPv4, wire.KindIPv6, wire.KindMAC:
		return HueAddress
	case wire.KindBytes, wire.KindConst:
		return HueRaw
	case wire.KindPadding:
		return HuePadding
	case wire.KindUnknown:
		return HueUnknown
	}
	if f.Def.Parts != nil || f.Def.Symbols != nil {
		return HueName
	}
	return HueNumber
}
