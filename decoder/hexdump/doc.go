// Package hexdump reads datagrams out of pasted text.
//
// People keep packets as text in many ways: the output of xxd, hexdump, od, tcpdump and tshark, what Wireshark copies,
// literals of programming languages, base64, text with escapes, tables in documents, plain hex. Parse takes any of
// them, finds out which it is, and says so:
//
//	result, err := hexdump.Parse(text, hexdump.Options{})
//	result.Format // "hexdump -C"
//	result.Why    // "8-digit hex offsets that count up by 16, bytes of two hex digits and an ASCII column between bars"
//	result.Datagrams[0].Data
//
// # How a paste is read
//
// First the text is made plain (source.go): the encoding, line ends, the quotes and blanks of word processors, the > of
// mails, code fences. From then on a character is a byte, so that a column in an error is an index.
//
// Then every family of formats looks at it and gives a score, and the best reads it (hexdump.go). A family claims what
// has its shape even when a digit is wrong: a dump with a mistyped digit is an error at that digit, never something else.
//
//	plain.go     hex digits, with or without separators and prefixes
//	layout.go    how the lines of a dump with offsets are built; sniffdump.go, measure.go, offsets.go and charcells.go
//	             find that out, wordkind.go lists the dumps of numbers
//	dumphead.go  the offset of a line      dumpline.go  its bytes and ASCII column
//	dump.go      all lines: offsets, *, packets
//	literal.go   source code of any language (literalstring.go: strings)
//	base64.go    yaml.go   escaped.go   text.go   table.go   raw.go
//	write.go     Dump: the same formats written
//
// # What is checked
//
// Offsets must say how many bytes precede them, and an ASCII column must show the bytes beside it; where they do not,
// the hex digits are taken and a Note says so. What cannot be read is an Error with a line and a column.
//
// # Several datagrams
//
// A blank line in plain hex, an offset that is 0 again, a packet header of tcpdump or tshark, a new array or string, and
// a line of base64 each begin a datagram. > and <, O and I, C: and S:, send and recv before one say its direction.
//
// # Limits
//
// Reading takes time and memory in proportion to the text. A * of a dump fills a datagram up to MaxDatagram bytes. Some
// texts are two formats at once: base64 of zeros is hex digits, and groups of eight digits whose ASCII column is all
// dots may be little-endian or not. Options.Format decides such cases.
package hexdump
