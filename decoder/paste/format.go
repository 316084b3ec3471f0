package paste

import (
	"encoding/base64"
	"slices"

	"fragscope/decoder/enum"
)

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
	OdDecimal4
	OdSigned1
	OdSigned2
	OdSigned4
	OdChars
	OdBig2
	Tcpdump
	Wireshark
	WiresharkFollow
	CArray
	EscapedString
	GoLiteral
	PythonLiteral
	JavaScriptLiteral
	PHPLiteral
	RustLiteral
	NumberList
	Base64
	Base32
	Uuencode
	ASCII85
	EscapedText
	PacketText
	ServerList
	JSON
	XML
	IndexedList
	Rows
	BytesInText
	Raw
	formatEnd
)

// form is all that is known of a format: what it is called, which family reads it, and what it looks like.
// Adding a format is adding a row.
type form struct {
	name, about string
	family      family
	looks       writer // how it is written, and of dumps how it is recognised and read; nil: read only
}

// writer writes bytes in a format.
type writer interface {
	write(dst, b []byte) []byte
}

// family is the reader that a format belongs to, in the order in which they look at a paste.
type family uint8

const (
	familyDump family = iota
	familyText
	familyEscaped
	familyLiteral
	familyJSON
	familyIndexed
	familyRows
	familyBase64
	familyPlain
	familyFound
	familyRaw
)

// formats is indexed by Format.
var formats = [formatEnd]form{
	FormatUnknown: {"unknown", "Not known: let Parse find it out.", familyPlain, nil},
	PlainHex: {"plain hex",
		"Pairs of hex digits, apart or together, with or without 0x, \\x, $ or % before each.", familyPlain,
		&listing{row: 16, each: hex2, between: " ", wrap: "\n", last: "\n"}},
	XXD: {"xxd", "xxd: an 8-digit hex offset and a colon, groups of hex digits in byte order, an ASCII " +
		"column.", familyDump, &shape{"", 8, 16, ":", unitHex, 5, 4, 16, 2, 16, "  ", "", false}},
	XXDPlain: {"xxd -p", "xxd -p: lines of 60 hex digits and nothing else.", familyPlain,
		&listing{row: 30, each: hex2, wrap: "\n", last: "\n"}},
	XXDInclude: {"xxd -i", "xxd -i: a C array called after the file, and its length.", familyLiteral,
		numbers("unsigned char packet[] = {\n", "  ", "\n", "};\nunsigned int packet_len = #;\n")},
	XXDLittle: {"xxd -e", "xxd -e: like xxd, but each group is a little-endian number.", familyDump,
		&shape{"", 8, 16, ":", unitLittle, 9, 8, 16, 4, 16, "  ", "", false}},
	XXDBits: {"xxd -b", "xxd -b: like xxd, but each byte is written as eight bits.", familyDump,
		&shape{"", 8, 16, ":", unitByte, 9, 8, 2, 1, 6, "  ", "", false}},
	HexdumpCanonical: {"hexdump -C",
		"hexdump -C: an 8-digit hex offset, sixteen bytes in two halves, ASCII between bars.", familyDump,
		&shape{"", 8, 16, "", unitByte, 3, 2, 16, 1, 16, "  |", "|", false}},
	Hexdump: {"hexdump", "hexdump: a 7-digit hex offset and 16-bit little-endian words of four hex digits.",
		familyDump, words(16, 5, 4, 16, 2)},
	HexdumpHex2: {"hexdump -x",
		"hexdump -x: a 7-digit hex offset and 16-bit little-endian words in hex, widely spaced.", familyDump,
		words(16, 8, 4, 16, 2)},
	HexdumpOctal1: {"hexdump -b", "hexdump -b: a 7-digit hex offset and bytes of three octal digits.", familyDump,
		words(16, 4, 3, 8, 1)},
	HexdumpOctal2: {"hexdump -o",
		"hexdump -o: a 7-digit hex offset and 16-bit little-endian words of six octal digits.", familyDump,
		words(16, 8, 6, 8, 2)},
	HexdumpDecimal2: {"hexdump -d",
		"hexdump -d: a 7-digit hex offset and 16-bit little-endian words of five decimal digits.", familyDump,
		words(16, 8, 5, 10, 2)},
	HexdumpChars: {"hexdump -c", "hexdump -c: a 7-digit hex offset and one character, escape or octal number a byte.",
		familyDump, &shape{"", 7, 16, "", unitChar, 4, 0, 8, 1, 16, "", "", false}},
	OdOctal: {"od", "od: a 7-digit octal offset and 16-bit little-endian words of six octal digits.", familyDump,
		words(8, 7, 6, 8, 2)},
	OdHex1: {"od -tx1", "od -tx1: an offset and bytes of two hex digits.", familyDump,
		&shape{"", 7, 8, "", unitByte, 3, 2, 16, 1, 16, "", "", false}},
	OdHex2: {"od -tx2", "od -tx2: an offset and 16-bit little-endian words of four hex digits.", familyDump,
		words(8, 5, 4, 16, 2)},
	OdHex4: {"od -tx4", "od -tx4: an offset and 32-bit little-endian words of eight hex digits.", familyDump,
		words(8, 9, 8, 16, 4)},
	OdHex8: {"od -tx8", "od -tx8: an offset and 64-bit little-endian words of sixteen hex digits.", familyDump,
		words(8, 17, 16, 16, 8)},
	OdOctal1: {"od -to1", "od -to1 or od -b: an octal offset and bytes of three octal digits.", familyDump,
		words(8, 4, 3, 8, 1)},
	OdDecimal1: {"od -tu1", "od -tu1: an offset and bytes as decimal numbers.", familyDump, words(8, 4, 0, 10, 1)},
	OdDecimal2: {"od -tu2", "od -tu2: an offset and 16-bit little-endian words as decimal numbers.", familyDump,
		words(8, 6, 0, 10, 2)},
	OdDecimal4: {"od -tu4", "od -tu4: an offset and 32-bit little-endian words as decimal numbers.", familyDump,
		words(8, 11, 0, 10, 4)},
	OdSigned1: {"od -td1", "od -td1: an offset and bytes as signed decimal numbers.", familyDump, signed(5, 1)},
	OdSigned2: {"od -td2", "od -td2 or od -s: an offset and 16-bit little-endian words as signed decimal numbers.",
		familyDump, signed(7, 2)},
	OdSigned4: {"od -td4", "od -td4 or od -i: an offset and 32-bit little-endian words as signed decimal numbers.",
		familyDump, signed(12, 4)},
	OdChars: {"od -tc", "od -tc or od -c: an offset and one character, escape or octal number a byte.",
		familyDump, &shape{"", 7, 8, "", unitChar, 4, 0, 8, 1, 16, "", "", false}},
	OdBig2: {"od --endian=big",
		"od -tx2 --endian=big: an offset and 16-bit big-endian words of four hex digits.", familyDump,
		&shape{"", 7, 8, "", unitHex, 5, 4, 16, 2, 16, "", "", false}},
	Tcpdump: {"tcpdump", "tcpdump -x, -xx, -X or -XX: offsets like 0x0010:, groups of four hex digits, packet " +
		"headers between.", familyDump, &shape{"\t0x", 4, 16, ": ", unitHex, 5, 4, 16, 2, 16, "  ", "", false}},
	Wireshark: {"Wireshark hex dump",
		"tshark -x, and Wireshark's copy as hex and ASCII: a hex offset, bytes apart, perhaps an ASCII column.", familyDump,
		&shape{"", 4, 16, " ", unitByte, 3, 2, 16, 1, 16, "   ", "", false}},
	WiresharkFollow: {"Wireshark follow-stream dump",
		"Wireshark's follow stream as hex dump: one direction is indented, each line that is short ends a packet.",
		familyDump, nil},
	CArray: {"C array", "A C or C++ array of numbers.", familyLiteral,
		numbers("static const unsigned char packet[#] = {\n", "    ", "\n", "};\n")},
	EscapedString: {"escaped string", "Quoted strings with escapes like \\x80.", familyLiteral,
		&listing{row: 16, begin: "\"", each: escapeX, wrap: "\" \\\n", last: "\"\n"}},
	GoLiteral: {"Go literal", "A Go []byte literal, string or hex string.", familyLiteral,
		numbers("packet := []byte{\n", "\t", ",\n", "}\n")},
	PythonLiteral: {"Python literal", "A Python bytes literal, bytes([...]) or bytes.fromhex(...).", familyLiteral,
		&listing{head: "packet = b\"", whole: escapeQuoted, tail: "\"\n"}},
	JavaScriptLiteral: {"JavaScript literal", "A JavaScript Uint8Array, array or Buffer.", familyLiteral,
		numbers("const packet = new Uint8Array([\n", "  ", ",\n", "]);\n")},
	PHPLiteral: {"PHP literal", "A PHP string, pack('H*', ...), hex2bin(...) or chr(...) list.", familyLiteral,
		&listing{head: "$packet = pack('H*', '", each: hex2, tail: "');\n"}},
	RustLiteral: {"Rust literal", "A Rust byte array or byte string.", familyLiteral,
		numbers("let packet: [u8; #] = [\n", "    ", ",\n", "];\n")},
	NumberList: {"number list", "Numbers from 0 to 255 between brackets, as no language in particular.", familyLiteral,
		&listing{head: "[", each: decimal, between: ", ", tail: "]\n"}},
	Base64: {"base64", "Base64, one datagram a line or wrapped.", familyBase64,
		&listing{whole: base64.StdEncoding.AppendEncode, tail: "\n"}},
	Base32:   {"base32", "Base32, one datagram a line or wrapped.", familyBase64, nil},
	Uuencode: {"uuencode", "Uuencoded text, from its line of begin to that of end.", familyBase64, nil},
	ASCII85:  {"ASCII85", "ASCII85 between <~ and ~>.", familyBase64, nil},
	EscapedText: {"text with escapes", "Printable text in which other bytes are written as \\x80, \\0, \\n or \\200.",
		familyEscaped, &listing{whole: escapeText, tail: "\n"}},
	PacketText: {"packet text", "The text of the packet itself, such as \\hostname\\Name\\hostport\\7777.", familyText,
		nil},
	ServerList: {"server list", "Lines of address, game port and query port, as the master server sends them.",
		familyText, nil},
	JSON: {"JSON", "JSON of any kind: every byte string in it, with its path as its name.", familyJSON, nil},
	XML: {"XML", "XML in which fields have a name and a value in hex, as tshark -T pdml writes it.", familyJSON,
		nil},
	IndexedList: {"indexed list", "One byte a line behind its index or a dash, as debuggers and PHP print lists.",
		familyIndexed, nil},
	Rows: {"rows", "Rows of bytes behind a number that counts them or beside their characters, as any program prints them.",
		familyRows, nil},
	BytesInText: {"bytes in text", "Numbers, groups of hex digits or strings that are bytes, inside any other text.",
		familyFound, nil},
	Raw: {"raw bytes", "The packet itself, not written as text.", familyRaw,
		&listing{whole: func(dst, b []byte) []byte { return append(dst, b...) }}},
}

// String gives the short name, such as "xxd" or "hexdump -C".
func (f Format) String() string { return f.known().name }

// Describe says in one sentence what the format looks like.
func (f Format) Describe() string { return f.known().about }

// Writable reports whether Dump can write the format.
func (f Format) Writable() bool { return f.known().looks != nil }

// known is the row of f; a number that is no format's is as good as not known.
func (f Format) known() *form {
	if f >= formatEnd {
		f = FormatUnknown
	}
	return &formats[f]
}

// Formats lists every format that Parse reads.
func Formats() []Format {
	all := make([]Format, formatEnd-1)
	for i := range all {
		all[i] = Format(i + 1)
	}
	return all
}

// FormatByName finds a format by what String gives; false when there is none.
func FormatByName(name string) (Format, bool) {
	i := 1 + slices.Index(formatNames()[1:], name)
	return Format(i), i > 0
}

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

// Direction says which way a datagram went, where the paste says so.
type Direction uint8

// The directions. Sent is from the client to the server.
const (
	DirectionUnknown Direction = iota
	DirectionSent
	DirectionReceived
)

var directionNames = [...]string{"", "sent", "received"}

// String returns "sent", "received" or "".
func (d Direction) String() string { return enum.String(directionNames[:], d) }

// MarshalText returns what String does; a value without a name is an error.
func (d Direction) MarshalText() ([]byte, error) { return enum.Marshal(directionNames[:], d) }

// UnmarshalText reads what MarshalText wrote.
func (d *Direction) UnmarshalText(text []byte) error {
	return enum.Unmarshal(directionNames[:], d, text)
}
