// Package paste reads datagrams out of pasted text.
//
//	result, err := paste.Parse(text, paste.Options{Decode: &decoder.Options{}})
//	result.Format // "hexdump -C"
//	result.Why    // "8-digit hex offsets that count up by 16, as in hexdump -C: an 8-digit hex offset, ..."
//	result.Datagrams[0].Data
//
// # The rules
//
// A text is read by these rules, in this order. What was decided is in Result.Format, Why, Notes and Others;
// fragscope decode --explain-input prints it.
//
//  1. Bytes are bytes. A text that is not UTF-8, has NULs or is mostly control characters is the packet itself. So are
//     bytes shown as Latin-1 or Windows-1252 characters, and bytes between quotes, where the decoder knows the
//     message.
//  2. The text is made plain (source.go): UTF-16, line ends, quotes and spaces of word processors, colours, entities
//     of HTML. From then on a character is a byte, so that a column in an error is an index.
//  3. What is around the lines is taken away (unwrap.go, table.go), one row for each kind: > of mails, prompts, code
//     fences, line numbers, marks of a diff, records of a log, frames, all columns of a table but that of the bytes,
//     what all lines begin with. A note says so.
//  4. Each family looks whether the text may be its own, and claims it: surely (it has what nothing else has: offsets
//     that count, checksums, lengths), likely (words and marks of source code), perhaps (only its characters), hardly.
//     The surest reads, the first of equals. A damaged text stays what it is: a mistyped digit is an error at that
//     digit.
//  5. Text that no family claims is searched for bytes (found.go): rows (foundrow.go) of numbers of one spelling
//     (spell.go) that make runs (foundrun.go), strings that are bytes (foundstring.go), text in which some bytes are
//     written as %80 or <80> (inline.go). In JSON and XML, also in a line of a log, the name before a value says
//     whether it is bytes. A row continues the one before where its offset or number counts, or nothing
//     but a mark precedes it. Runs that are as short as dates, addresses, hashes or names are left out, and a note says
//     so.
//  6. Evidence is compared and is never bytes: offsets, columns or rows of characters, declared lengths, what a call
//     returned, checksums. Where it differs from the bytes, the bytes count and a note says so.
//  7. The decoder judges (readings.go). What is not a known message without a problem is read in every other way that
//     its claims, other bases, other byte orders, a common beginning of the lines or the same text between all numbers
//     allow. A known message wins over one with problems, that over none; equal ones are Result.Others. Lines that each
//     are a message with the same mark are a datagram each; rows of the same size that are a message only together are
//     one. Where nothing is known, each block of lines is a paste of its own (blocks.go). A direction that the text
//     says is a hint, and dropped where only the other way decodes.
//  8. What is still not whole is explained by the nearest message that is (nearest.go): a mark or a first byte missing
//     or doubled, a line break behind a request, headers of a frame that are cut, an unreadable digit, bytes blacked
//     out as XX or ??, an ellipsis, U+FFFD. The bytes stay as pasted, except a first byte without which they are
//     another message; a note says which.
//  9. Hashes, keys, words and numbers are written as bytes are: where no message is known, a note says that it may be
//     no packet. An address, a link, a list of addresses, another program's output, dots in place of bytes and prose
//     are errors that say what to do.
//
// # The families
//
//	dump.go, dumpline.go, layout.go, evidence.go  dumps with offsets, or of fixed cells as od -An; format.go has
//	             a row for each program's, which write.go writes
//	rows.go      dumps of any other program: rows whose number counts their bytes, or that show them as characters
//	text.go      \key\value text, its lines broken by pages; lists of servers; bytes shown as characters
//	escaped.go   text with escapes of any language
//	code.go, codestring.go  source code: lists of numbers that a bracket holds and nothing else, strings, and what
//	             joins or repeats both: operators and calls
//	foundstring.go, foundrow.go  strings in other text, JSON and XML, where the name before a value says what it is;
//	             rows of numbers, and bytes behind an index each that counts
//	encodings.go base64, base32, uuencode, ASCII85
//	inline.go    bytes inside text, as %80, =80, <80>, ^A and &#128; one row each
//	plain.go     hex digits and little else; words, marks and addresses before them are what is said of them
//	scan.go      what all are made of: classes of characters, runs, tokens, numbers
//	nopacket.go  what else a text may be, and what helps
//	said.go      what the text says of a datagram: which way it went, how long it is
//
// To add how a language writes a byte, add a row in spell.go and a paste in testdata/forms.txtar; a dump is a row in
// format.go. FORMS.md is the table of all forms in testdata/corpus, what over a thousand runs of real programs
// print (testdata/makecorpus makes it). TestCorpus reads all, and known.txt lists what is refused. TestDamage damages
// every form: no damage that a reader could see is read without a word. TestNegatives has texts without a packet.
// TestRows has dumps that no program prints: any marks around offsets, groups and characters.
// TestFieldForms, TestToolForms and TestOutsideForms have what tools print of a packet in reports, TestWrappedForms all
// of it with something around each line, TestLengths all of it for packets of many lengths.
//
// # Several datagrams
//
// A blank line in plain hex, an offset that is 0 again, a packet header of tcpdump or tshark, a new array or string,
// and a line of base64 each begin a datagram. > and <, O and I, C: and S:, send and recv before one say its direction.
// Words such as request and reply, in its line or over it, say it where they say both directions in one paste.
//
// # Limits
//
// Reading takes time in proportion to the text (TestTimeInProportion), and at most 8 times its size in memory beside it
// (TestMemory), where datagrams are not kept and positions not asked for. Options.Stop ends the work inside a paste. A
// * of a dump fills a datagram up to 65535 bytes. Texts above 64 KiB are not judged by the decoder: their look decides.
// Some texts are two formats at once: base64 of zeros is hex digits, and groups of eight digits whose ASCII column is
// all dots may be little-endian or not. What decodes, or Options.Format, decides such cases.
package paste
