package hexdump

// Format is one way of writing bytes as text. The zero value stands for "not known yet".
type Format uint8

// The formats, by family.
const (
	FormatUnknown Format = iota
	PlainHex
	XXD
	XXDPlain
	XXDInclude
	XXDLittle
	XXDBits
	HexdumpCanonical
	Hexdump
	HexdumpHex2
	HexdumpOctal1
	HexdumpOctal2
	HexdumpDecimal2
	HexdumpChars
	OdOctal
	OdHex1
	OdHex2
	OdHex4
	OdHex8
	OdOctal1
	OdDecimal1
	OdDecimal2
	OdChars
	Tcpdump
	Wireshark
	WiresharkFollow
	WiresharkYAML
	CArray
	EscapedString
	GoLiteral
	PythonLiteral
	JavaScriptLiteral
	PHPLiteral
	RustLiteral
	NumberList
	Base64
	EscapedText
	PacketText
	ServerList
	Table
	Raw
	formatEnd
)

// formatInfo is what a person is told about a format, and which family reads it.
type formatInfo struct {
	name, about string
	family      family
	write       func(dst []byte, f Format, b []byte) []byte // nil: read only
}

// family is the reader that a format belongs to.
type family uint8

const (
	familyPlain family = iota
	familyDump
	familyLiteral
	familyBase64
	familyEscaped
	familyText
	familyTable
	familyYAML
	familyRaw
)

// formats is indexed by Format. It is a function's switch-free table: adding a format is adding a line.
var formats = [formatEnd]formatInfo{
	FormatUnknown:     {"unknown", "Not known: let Parse find it out.", familyPlain, nil},
	PlainHex:          {"plain hex", "Pairs of hex digits, apart or together, with or without 0x, \\x, $ or % before each.", familyPlain, writePlain},
	XXD:               {"xxd", "xxd: an 8-digit hex offset and a colon, groups of hex digits in byte order, an ASCII column.", familyDump, writeXXD},
	XXDPlain:          {"xxd -p", "xxd -p: lines of 60 hex digits and nothing else.", familyPlain, writeXXDPlain},
	XXDInclude:        {"xxd -i", "xxd -i: a C array called after the file, and its length.", familyLiteral, writeXXDInclude},
	XXDLittle:         {"xxd -e", "xxd -e: like xxd, but each group is a little-endian number.", familyDump, writeXXDLittle},
	XXDBits:           {"xxd -b", "xxd -b: like xxd, but each byte is written as eight bits.", familyDump, writeXXDBits},
	HexdumpCanonical:  {"hexdump -C", "hexdump -C: an 8-digit hex offset, sixteen bytes in two halves, ASCII between bars.", familyDump, writeCanonical},
	Hexdump:           {"hexdump", "hexdump: a 7-digit hex offset and 16-bit little-endian words of four hex digits.", familyDump, writeWords},
	HexdumpHex2:       {"hexdump -x", "hexdump -x: a 7-digit hex offset and 16-bit little-endian words in hex, widely spaced.", familyDump, writeWords},
	HexdumpOctal1:     {"hexdump -b", "hexdump -b: a 7-digit hex offset and bytes of three octal digits.", familyDump, writeWords},
	HexdumpOctal2:     {"hexdump -o", "hexdump -o: a 7-digit hex offset and 16-bit little-endian words of six octal digits.", familyDump, writeWords},
	HexdumpDecimal2:   {"hexdump -d", "hexdump -d: a 7-digit hex offset and 16-bit little-endian words of five decimal digits.", familyDump, writeWords},
	HexdumpChars:      {"hexdump -c", "hexdump -c: a 7-digit hex offset and one character, escape or octal number a byte.", familyDump, writeChars},
	OdOctal:           {"od", "od: a 7-digit octal offset and 16-bit little-endian words of six octal digits.", familyDump, writeWords},
	OdHex1:            {"od -tx1", "od -tx1: an offset and bytes of two hex digits.", familyDump, writeWords},
	OdHex2:            {"od -tx2", "od -tx2: an offset and 16-bit little-endian words of four hex digits.", familyDump, writeWords},
	OdHex4:            {"od -tx4", "od -tx4: an offset and 32-bit little-endian words of eight hex digits.", familyDump, writeWords},
	OdHex8:            {"od -tx8", "od -tx8: an offset and 64-bit little-endian words of sixteen hex digits.", familyDump, writeWords},
	OdOctal1:          {"od -to1", "od -to1 or od -b: an octal offset and bytes of three octal digits.", familyDump, writeWords},
	OdDecimal1:        {"od -tu1", "od -tu1: an offset and bytes as decimal numbers.", familyDump, writeWords},
	OdDecimal2:        {"od -tu2", "od -tu2: an offset and 16-bit little-endian words as decimal numbers.", familyDump, writeWords},
	OdChars:           {"od -tc", "od -tc or od -c: an offset and one character, escape or octal number a byte.", familyDump, writeChars},
	Tcpdump:           {"tcpdump", "tcpdump -x, -xx, -X or -XX: offsets like 0x0010:, groups of four hex digits, packet headers between.", familyDump, writeTcpdump},
	Wireshark:         {"Wireshark hex dump", "tshark -x, and Wireshark's copy as hex and ASCII: a hex offset, bytes apart, perhaps an ASCII column.", familyDump, writeWireshark},
	WiresharkFollow:   {"Wireshark follow-stream dump", "Wireshark's follow stream as hex dump: one direction is indented, each line that is short ends a packet.", familyDump, nil},
	WiresharkYAML:     {"Wireshark follow-stream YAML", "Wireshark's follow stream as YAML: a list of packets with base64 data.", familyYAML, nil},
	CArray:            {"C array", "A C or C++ array of numbers.", familyLiteral, writeCArray},
	EscapedString:     {"escaped string", "Quoted strings with escapes like \\x80.", familyLiteral, writeEscapedString},
	GoLiteral:         {"Go literal", "A Go []byte literal, string or hex string.", familyLiteral, writeGo},
	PythonLiteral:     {"Python literal", "A Python bytes literal, bytes([...]) or bytes.fromhex(...).", familyLiteral, writePython},
	JavaScriptLiteral: {"JavaScript literal", "A JavaScript Uint8Array, array or Buffer.", familyLiteral, writeJavaScript},
	PHPLiteral:        {"PHP literal", "A PHP string, pack('H*', ...), hex2bin(...) or chr(...) list.", familyLiteral, writePHP},
	RustLiteral:       {"Rust literal", "A Rust byte array or byte string.", familyLiteral, writeRust},
	NumberList:        {"number list", "Numbers from 0 to 255 between brackets, as no language in particular.", familyLiteral, writeNumbers},
	Base64:            {"base64", "Base64, one datagram a line or wrapped.", familyBase64, writeBase64},
	EscapedText:       {"text with escapes", "Printable text in which other bytes are written as \\x80, \\0, \\n or \\200.", familyEscaped, writeEscapedText},
	PacketText:        {"packet text", "The text of the packet itself, such as \\hostname\\Name\\hostport\\7777.", familyText, nil},
	ServerList:        {"server list", "Lines of address, game port and query port, as the master server sends them.", familyText, nil},
	Table:             {"field table", "A table of fields in which one column holds the bytes.", familyTable, nil},
	Raw:               {"raw bytes", "The packet itself, not written as text.", familyRaw, writeRaw},
}

// String gives the short name, such as "xxd" or "hexdump -C".
func (f Format) String() string {
	if f >= formatEnd {
		f = FormatUnknown
	}
	return formats[f].name
}

// Describe says in one sentence what the format looks like.
func (f Format) Describe() string {
	if f >= formatEnd {
		f = FormatUnknown
	}
	return formats[f].about
}

// Writable reports whether Dump can write the format.
func (f Format) Writable() bool { return f < formatEnd && formats[f].write != nil }

// Formats lists every format that Parse reads.
func Formats() []Format {
	all := make([]Format, 0, formatEnd-1)
	for f := FormatUnknown + 1; f < formatEnd; f++ {
		all = append(all, f)
	}
	return all
}

// FormatByName finds a format by what String gives; false when there is none.
func FormatByName(name string) (Format, bool) {
	for f := FormatUnknown + 1; f < formatEnd; f++ {
		if formats[f].name == name {
			return f, true
		}
	}
	return FormatUnknown, false
}

// Direction says which way a datagram went, where the paste says so.
type Direction uint8

// The directions. Sent is from the client to the server.
const (
	DirectionUnknown Direction = iota
	DirectionSent
	DirectionReceived
)

// String gives "sent", "received" or "".
func (d Direction) String() string {
	switch d {
	case DirectionSent:
		return "sent"
	case DirectionReceived:
		return "received"
	}
	return ""
}
