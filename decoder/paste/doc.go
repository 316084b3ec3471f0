// Package paste reads datagrams out of pasted text.
//
// People keep packets as text in many ways: the output of xxd, hexdump, od, tcpdump and tshark, what Wireshark copies,
// literals of programming languages, base64, text with escapes, tables in documents, plain hex. Parse takes any of
// them, finds out which it is, and says so:
//
//	result, err := paste.Parse(text, paste.Options{})
//	result.Format // "hexdump -C"
//	result.Why    // "8-digit hex offsets that count up by 16, as in hexdump -C: an 8-digit hex offset, sixteen bytes in ..."
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
//	scan.go      what all readers are made of: classes of characters, runs, tokens, numbers
//	format.go    the formats, a row each: name, description, family, and what it looks like; write.go writes that
//	dumpline.go  a line of a dump: its offset, its groups of digits in any base, od -c; column.go its ASCII column
//	samples.go   the first lines of a dump, and what they tell beside their layout
//	layout.go    the row of format.go that they fit best: each reads them, offsets and ASCII column say how well
//	dump.go      all lines of a dump: offsets, *, packets
//	unmark.go    colours of a console and entities of HTML are taken away
//	unwrap.go    what mails, diffs, listings, frames and logs put around the lines, a row each
//	json.go      one walk over JSON that finds every byte string, with its path; xml.go uses it for fields of XML
//	indexed.go   lists with one byte a line behind an index or a dash
//	spell.go     a byte as a number in any language: a row each; found.go finds rows of such bytes inside other text,
//	             foundrun.go says which of them are a datagram, foundstring.go which strings are bytes, in JSON too
//	escaped.go   the escapes that strings have in any language
//	way.go       which way a datagram went, where a mark or words before it say so
//	encodings.go uuencode, ASCII85 and percent-encoding; base64.go has base64 and base32, also in documents and mails
//	clues.go     source code recognised; literal.go reads it, of any language (literalstring.go: strings)
//
// The other families have a file each, called after them. Where none of them can read a paste, the bytes in it are looked
// for (found.go): runs of numbers and strings that are long enough to be bytes and nothing else, such as a hash, a UUID, a
// date or a row of a table. What is in several lines belongs together where an offset or a number before it counts.
//
// # Two readings
//
// Digits may be of two bases, words of two byte orders. With Options.Decode a
// paste that is not a known message without a problem is read in the other ways too (readings.go), and what decodes best
// wins; Result.Others has the rest. Digits of a list that may be octal and escapes that may be decimal are read as that
// only if it decodes and the other way does not; if neither does, a Note says that there are two. Where nothing that was
// read is a known message, and hashes, keys, numbers or words are written in the same way, a Note says that it may be no
// packet (mayBe). Marks (marks.go) says which parts of the text became which datagram, and which none.
//
// # Nearest explanation
//
// What decodes whole needs no explanation. Else (nearest.go): text that is the bytes of a known message is that message;
// lines that each begin with the mark of a datagram are one each; a direction that the text says is dropped where a
// datagram decodes only without it; a digit that is none, and looks like none, is read as 0 and noted at its place; and a list of repairs (a mark
// too few or too many, a line break behind a request, headers of a frame) is tried: the first that makes a known message
// is a note. The bytes are never changed by it. Text without a packet is named where that is known (an address).
//
// # Adding a format
//
// A dump of numbers, a listing or an array is a row in format.go: its shape is written from that, and read from it where
// layout.go lists it (dumps). Source code of another language is a row and what gives it away (clues.go).
// How a language writes a byte is a row in spell.go, and a paste of it an entry in testdata/forms.txtar. Anything else is a
// family: a sniff and a read in readers (hexdump.go). An example goes to testdata/dumps or to the
// cases; a test misses it otherwise.
//
// # What is checked
//
// testdata/corpus has what over a thousand runs of real programs print, and texts made of it as mails, logs and pages
// show them (testdata/makecorpus makes it anew); TestCorpus reads all, and known.txt lists what is refused or read
// wrongly. FORMS.md is the table of all forms in it. TestDamage damages every form of
// testdata/forms.txtar in many ways: no damage that a reader could see is read without a word. TestNegatives has texts
// without a packet: each is refused, or a Note says how unsure the bytes are.
//
// Offsets must say how many bytes precede them, and an ASCII column must show the bytes beside it; where they do not,
// the hex digits are taken and a Note says so. So are sizes that a declaration, a debugger or the head of a list says.
// Names, keys and plain text beside strings with escapes or lists of bytes are no datagrams: a Note says what was left out. What cannot be read is an Error with a line and a column.
//
// # Several datagrams
//
// A blank line in plain hex, an offset that is 0 again, a packet header of tcpdump or tshark, a new array or string, and
// a line of base64 each begin a datagram. > and <, O and I, C: and S:, send and recv before one say its direction.
// Words such as request and reply, in its line or over it, say it where they say both directions in one paste.
//
// # Limits
//
// Reading takes time in proportion to the text, and at most 8 times its size in memory beside it (TestMemory), where
// datagrams are not kept and positions not asked for. Options.Stop ends the work inside a paste. A * of a dump fills a datagram up to 65535 bytes. Some
// texts are two formats at once: base64 of zeros is hex digits, and groups of eight digits whose ASCII column is all
// dots may be little-endian or not. What decodes, or Options.Format, decides such cases.
package paste
