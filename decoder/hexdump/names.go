package hexdump

import "fragscope/decoder/enum"

var directionNames = [...]string{"", "sent", "received"}

// formatNames returns the names of the formats, from FormatUnknown.
func formatNames() []string {
	names := make([]string, formatEnd)
	for i := range names {
		names[i] = formats[i].name
	}
	return names
}

// MarshalText returns what String does; a value without a name is an error.
func (f Format) MarshalText() ([]byte, error) { return enum.Marshal(formatNames(), f) }

// UnmarshalText reads what MarshalText wrote.
func (f *Format) UnmarshalText(text []byte) error { return enum.Unmarshal(formatNames(), f, text) }

// String returns "sent", "received" or "".
func (d Direction) String() string { return enum.String(directionNames[:], d) }

// MarshalText returns what String does; a value without a name is an error.
func (d Direction) MarshalText() ([]byte, error) { return enum.Marshal(directionNames[:], d) }

// UnmarshalText reads what MarshalText wrote.
func (d *Direction) UnmarshalText(text []byte) error {
	return enum.Unmarshal(directionNames[:], d, text)
}
