package view

import "fragscope/decoder/wire"

// A Category groups fields by what they hold. Screens give each a colour.
type Category uint8

// The categories.
const (
	CategoryNumber  Category = iota
	CategoryText             // text of any kind
	CategoryLength           // lengths
	CategoryName             // values that have a name: enumerations, flags, packed bits
	CategoryAddress          // network addresses
	CategoryRaw              // bytes that are fixed or echoed
	CategoryPadding          // bytes that only fill space
	CategoryUnknown          // bytes without a known meaning
	CategoryGroup            // holds other fields
	CategoryCount
)

// categoryNames are in the legend.
var categoryNames = [CategoryCount]string{
	"number", "text", "length", "named value, flags", "address", "fixed or echoed bytes", "padding", "unknown", "group",
}

func (h Category) String() string {
	if h < CategoryCount {
		return categoryNames[h]
	}
	return ""
}

// Category returns the category of a row: it depends on the kind alone, the same for all protocols.
func (r Row) Category(m *wire.Message) Category {
	if r.Type != RowField {
		return CategoryName
	}
	return CategoryOf(&m.Fields[r.Field])
}

// CategoryOf returns the category of a field.
func CategoryOf(f *wire.Field) Category {
	if f.Flags&wire.FlagLength != 0 {
		return CategoryLength
	}
	switch f.Kind {
	case wire.KindGroup:
		return CategoryGroup
	case wire.KindText, wire.KindUCS2:
		return CategoryText
	case wire.KindCompact, wire.KindVarInt:
		return CategoryLength
	case wire.KindIPv4, wire.KindIPv6, wire.KindMAC:
		return CategoryAddress
	case wire.KindBytes, wire.KindConst:
		return CategoryRaw
	case wire.KindPadding:
		return CategoryPadding
	case wire.KindUnknown:
		return CategoryUnknown
	}
	if f.Def.Parts != nil || f.Def.Symbols != nil {
		return CategoryName
	}
	return CategoryNumber
}
