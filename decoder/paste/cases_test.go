package paste

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readable are pastes that are read: what they hold as hex, one string a datagram; > and < before it are the direction.
var readable = []struct {
	name   string
	text   string
	format Format
	want   []string
	notes  []string // a part of each note
}{
	// plain hex
	{"blanks", "79 00 00 00 02", PlainHex, []string{"7900000002"}, nil},
	{"together", "7900000002", PlainHex, []string{"7900000002"}, nil},
	{"upper case", "8000AbCDEf", PlainHex, []string{"8000abcdef"}, nil},
	{"colons", "79:00:00:00:02", PlainHex, []string{"7900000002"}, nil},
	{"commas", "79, 00,00,00, 02", PlainHex, []string{"7900000002"}, nil},
	{"dashes", "79-00-00-00-02", PlainHex, []string{"7900000002"}, nil},
	{"0x", "0x79 0X00, 0x0,0x00 0x2", PlainHex, []string{"7900000002"}, nil},
	{"0x once", "0x7900000002", PlainHex, []string{"7900000002"}, nil},
	{"backslash x", `\x79\x00\x00\x00\x02`, PlainHex, []string{"7900000002"}, nil},
	{"dollar", "$79 $00 $00 $00 $02", PlainHex, []string{"7900000002"}, nil},
	{"percent", "%79%00%00%00%02", PlainHex, []string{"7900000002"}, nil},
	{"in quotes", "\"79 00 00 00 02\"", PlainHex, []string{"7900000002"}, nil},
	{"wrapped", "79 00\n00 00\n02", PlainHex, []string{"7900000002"}, nil},
	{"wrapped inside a byte", "7900000\n002\n", PlainHex, []string{"7900000002"}, nil},
	{"blank line ends a datagram", "79 00 00 00 00\n\n79 00 00 00 01\n\n", PlainHex, []string{"7900000000", "7900000001"},
		nil},
	{"digits that could be binary in lines of 60", "000011111100000000000000000000000000000000000000000000000000\n00\n",
		XXDPlain, []string{"00001111110000000000000000000000000000000000000000000000000000"}, nil},
	{"the last of the lines of 60 digits that could be binary", strings.Repeat("1", 60) + "\n" + strings.Repeat("1", 32) +
		"\n", XXDPlain, []string{strings.Repeat("1", 92)}, nil},
	{"the numbers above a dump", "          0  1  2  3  4  5  6  7\n0000h:  79 00 00 00 00 00 00 41  y......A\n0008h:  " +
		"79                       y\n", XXD, []string{"790000000000004179"}, nil},
	{"backquotes in a string", "packet = b\" `\\x00\\x00       `\"\n", PythonLiteral, []string{"206000002020202020202060"},
		nil},
	{"backquotes in escaped text", "`      \\\\`\\x20", EscapedText, []string{"602020202020205c6020"}, nil},
	{"comments", "# datagram 1 of 2, 5 bytes\n79 00 00 00 00 # info\n# datagram 2 of 2\n79 00 // rules\n00 00 01",
		PlainHex, []string{"7900000000", "7900000001"}, nil},
	{"a comment that is wrong", "# datagram 1 of 1, 6 bytes\n79 00 00 00 00", PlainHex, []string{"7900000000"},
		[]string{"says 6 bytes, there are 5"}},
	{"a comment about a field", "# a name of 19 bytes\n79 00 00 00 00", PlainHex, []string{"7900000000"}, nil},
	{"a sentence before it", "I got this:\n80 00 00 00 01\n", PlainHex, []string{"8000000001"}, nil},
	{"a sentence before a dump", "In a forum I found\n00000000: 7900 0000 02                             y....\n", XXD,
		[]string{"7900000002"}, nil},
	{"a direction before a dump",
		"Sent:\n00000000: 7900 0000 02                             y....\nReceived:\n00000000: 8000 0000 " +
			"02                             .....\n", XXD, []string{">7900000002", "<8000000002"}, nil},
	{"headings", "Packet 1 - Rules\n\n80 00 00 00 01\n\nPacket 2 - Players\n\n80 00 00 00 02 07\n", PlainHex,
		[]string{"8000000001", "800000000207"}, nil},
	{"labels", "Request: 79 00 00 00 00\nReply: 80 00 00 00 00 00", PlainHex, []string{">7900000000", "<800000000000"},
		nil},
	{"arrows", "> 79 00 00 00 00\n< 80 00 00 00 00\n00\n-> 79 00 00 00 01", PlainHex,
		[]string{">7900000000", "<800000000000", ">7900000001"}, nil},
	{"C and S", "C: 79 00 00 00 00\nS: 80 00 00 00 00 00", PlainHex, []string{">7900000000", "<800000000000"}, nil},
	{"words of direction", "send 79 00 00 00 00\nrecv 80 00 00 00 00 00", PlainHex,
		[]string{">7900000000", "<800000000000"}, nil},
	{"O and I", "O 79 00 00 00 00\nI 80 00 00 00 00 00", PlainHex, []string{">7900000000", "<800000000000"}, nil},
	{"mixed notation of a document", "0xFF 0xFF U G P 0x00", PlainHex, []string{"ffff55475000"}, nil},
	{"looks like words", "dead beef", PlainHex, []string{"deadbeef"}, nil},
	{"behind an address", "192.0.2.1 80 00 00 00 00", PlainHex, []string{"8000000000"}, nil},
	{"behind addresses and ports", "192.0.2.1:7778 79 00 00 00 00\n192.0.2.2:7778: 8000000000\n", PlainHex,
		[]string{"7900000000", "8000000000"}, nil},
	// wrappings of the page
	{"quoted", "> 79 00 00\n> 00 02\n", PlainHex, []string{"7900000002"}, []string{"quote marks"}},
	{"quoted twice", "> > 79 00 00\n>\n>> 00 02\n", PlainHex, []string{"790000", "0002"}, []string{"quote marks"}},
	{"code fence", "I got this:\n```\n79 00 00 00 02\n```\nWhat is it?", PlainHex, []string{"7900000002"},
		[]string{"code fences"}},
	{"marks of Windows", "\ufeff79\u00a000 00\r\n00 02\r\n", PlainHex, []string{"7900000002"}, nil},
	{"UTF-16", "\xff\xfe7\x009\x00 \x000\x000\x00\n\x000\x002\x00", PlainHex, []string{"790002"}, nil},
	{"latin-1 blanks", "79\xa000\xa002", PlainHex, []string{"790002"}, nil},
	{"smart quotes", "\u201c\\x79\\x00\u201d", EscapedString, []string{"7900"}, nil},
	// dumps
	{"xxd with a mark of base64 in it",
		"00000000: 3b62 6173 6536 342c 6956 424f 5277 304b  ;base64,iVBORw0K\n00000010: 4767 6f3d " +
			"22                             Ggo=\"\n", XXD, []string{"3b6261736536342c6956424f5277304b" + "47676f3d22"}, nil},
	{"hexdump -c of digits", "0000000   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0    \n000000f\n",
		HexdumpChars, []string{strings.Repeat("30", 15)}, nil},
	{"tcpdump with a mark of base64 in it", "\t0x0000:  3b62 6173 6536 342c 7070 702b 7070 702b  ;base64,ppp+ppp+\n",
		Tcpdump, []string{"3b6261736536342c7070702b7070702b"}, nil},
	{"xxd of one short line", "00000000: 7900 0000 02                             y....\n", XXD, []string{"7900000002"},
		nil},
	{"xxd with a gutter of hex digits",
		"00000000: 3031 3233 6465 6164 6265 6566 3030 3131  0123deadbeef0011\n00000010: " +
			"6162                                     ab\n", XXD, []string{"30313233646561646265656630303131" + "6162"}, nil},
	{"xxd with joined blanks", "00000000: 6162 6364 3031 3233 6162 6364 3031 3233 abcd0123abcd0123\n00000010: 6162 6364 " +
		"abcd\n", XXD, []string{"61626364303132336162636430313233" + "61626364"}, nil},
	{"xxd with blanks in the gutter", "00000000: 2020 6120 6220                             a b \n", XXD,
		[]string{"202061206220"}, nil},
	{"xxd, gutter differs", "00000000: 6162 6364                                abXd\n", XXD, []string{"61626364"},
		[]string{"shows 'X' but the byte is 63 ('c')"}},
	{"xxd, offset wrong", "00000000: 6162 6364 3031 3233 6162 6364 3031 3233  abcd0123abcd0123\n00000020: 6162 " +
		"6364                                abcd\n", XXD, []string{"61626364303132336162636430313233" + "61626364"},
		[]string{"the offset says 0x20 but 0x10 bytes precede"}},
	{"xxd, middle of a file", "00000010: 6162 6364 3031 3233 6162 6364 3031 3233  abcd0123abcd0123\n00000020: 6162 " +
		"6364                                abcd\n", XXD, []string{"61626364303132336162636430313233" + "61626364"},
		[]string{"begins at offset 0x10"}},
	{"xxd -e of three bytes", "00000000:   636261                              abc\n", XXDLittle, []string{"616263"}, nil},
	{"two dumps",
		"00000000: 7900 0000 00                             y....\n00000000: 7900 0000 01                             " +
			"y....\n", XXD, []string{"7900000000", "7900000001"}, nil},
	{"hexdump -C, repeated",
		"00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000020  " +
			"01                                                |.|\n00000021\n", HexdumpCanonical,
		[]string{strings.Repeat("00", 32) + "01"}, []string{"* stands for 16 bytes"}},
	{"hexdump, odd number of bytes", "0000000 0079 0000 0002                         \n0000005\n", Hexdump,
		[]string{"7900000002"}, nil},
	{"od -An -tx2", " 2044 3c82 e6fd c2f1 306b 0ef9 ddc7 e401\n 7588\n", OdHex2,
		[]string{"4420823cfde6f1c26b30f90ec7dd01e4" + "8875"}, nil},
	{"od -An", " 020104 036202 163375 141361 030153 007371 156707 162001\n", OdOctal,
		[]string{"4420823cfde6f1c26b30f90ec7dd01e4"}, nil},
	{"od -An -tc", "   a   b  \\0 200\n", OdChars, []string{"61620080"}, nil},
	{"od -tc that lost its blanks", "0000000   a   b\n0000005\n", OdChars, []string{"6162202020"}, nil},
	{"text2pcap with directions", "I 000000 79 00 00\nO 000000 80 00 00\n", OdHex1, []string{"<790000", ">800000"}, nil},
	{"Wireshark without ASCII", "0000   79 00 00 00 02\n", Wireshark, []string{"7900000002"}, nil},
	{"Wireshark, gutter like hex", "0000   61 62 20 63 64                                    ab cd\n", Wireshark,
		[]string{"6162206364"}, nil},
	{"byte panes", "Frame (5 bytes):\n0000  79 00 00 00 02                                    y....\n\nReassembled UDP " +
		"(3 bytes):\n0000  61 62 63                                          abc\n", Wireshark,
		[]string{"7900000002", "616263"}, []string{"byte pane \"Reassembled UDP (3 bytes)\""}},
	{"follow stream", "00000000  79 00 00 00 02                                    y....\n    00000000  80 00 00 00 02 " +
		"07 00 00  00 0b 49 6c 6f 76 65 64  ........ ..Iloved\n    00000010  69 " +
		"63                                             ic\n00000005  79 00 00 00 01                                    " +
		"y....\n", WiresharkFollow, []string{">7900000002", "<8000000002070000000b496c6f7665646963", ">7900000001"}, nil},
	{"tcpdump -X", "03:15:33.000001 IP 1.2.3.4.7778 > 5.6.7.8.5000: UDP, length 4\n\t0x0000:  4500 0020 1234 0000 ff11 " +
		"991f 0102 0304  E....4..........\n\t0x0010:  6162                                     ab\n03:15:33.000002 IP " +
		"1.2.3.4.7778 > 5.6.7.8.5000: UDP, length 2\n\t0x0000:  6364                                     cd\n", Tcpdump,
		[]string{"4500002012340000ff11991f010203046162", "6364"}, nil},
	// literals
	{"C array", "char packet[5] = { 0x79, 0, 0x00, 0, 2 };", CArray, []string{"7900000002"}, nil},
	{"C array of characters", "const char q[] = { '\\x79', 0, 'A', '\\n' };", CArray, []string{"7900410a"}, nil},
	{"C arrays of a stream", "char peer0_0[] = { /* Packet 1 */\n0x79, 0x00 };\nchar peer1_0[] = { /* Packet 2 */\n0x80 " +
		"};\n", CArray, []string{">7900", "<80"}, nil},
	{"xxd -i", "unsigned char b[] = {\n  0x79, 0x00\n};\nunsigned int b_len = 2;\n", XXDInclude, []string{"7900"}, nil},
	{"C string", "char q[] = \"\\x79\\0\" \"\\002\";", EscapedString, []string{"790002"}, nil},
	{"Wireshark's escaped string", "\"\\x79\\x00\" \\\n\"\\x02\"\n", EscapedString, []string{"790002"}, nil},
	{"Go bytes", "[]byte{0x79, 0, 'a', 2}", GoLiteral, []string{"79006102"}, nil},
	{"Go array", "x := [3]byte{1, 2, 3}", GoLiteral, []string{"010203"}, nil},
	{"Go string", "[]byte(\"\\x79\\x00\" +\n\t\"\\u00e9\")", GoLiteral, []string{"7900e9"}, nil},
	{"Go hex", "hex.DecodeString(\"7900000002\")", GoLiteral, []string{"7900000002"}, nil},
	{"Python bytes", "b'\\x79\\x00abc'", PythonLiteral, []string{"7900616263"}, nil},
	{"two Python bytes", "b'\\x79\\x00'\nb'\\x80\\x00'\n", PythonLiteral, []string{"7900", "8000"}, nil},
	{"Python list", "bytes([121, 0, 0, 0, 2])", PythonLiteral, []string{"7900000002"}, nil},
	{"Python fromhex", "bytes.fromhex('79 00 00 00 02')", PythonLiteral, []string{"7900000002"}, nil},
	{"JavaScript array", "new Uint8Array([0x79, 0, 0, 0, 2])", JavaScriptLiteral, []string{"7900000002"}, nil},
	{"JavaScript hex", "Buffer.from(\"7900000002\", \"hex\")", JavaScriptLiteral, []string{"7900000002"}, nil},
	{"JavaScript base64", "Buffer.from('eQAAAAI=', 'base64')", JavaScriptLiteral, []string{"7900000002"}, nil},
	{"PHP pack", "pack('H*', '7900000002')", PHPLiteral, []string{"7900000002"}, nil},
	{"PHP pack of numbers", "pack(\"C*\", 0x79, 0, 2)", PHPLiteral, []string{"790002"}, nil},
	{"PHP chr", "$q = chr(0x79).chr(0) . chr(2);", PHPLiteral, []string{"790002"}, nil},
	{"PHP string", "$q = \"\\x79\\x00\" . \"\\x02\";", PHPLiteral, []string{"790002"}, nil},
	{"Rust array", "let q: [u8; 3] = [0x79u8, 0, 2];", RustLiteral, []string{"790002"}, nil},
	{"Rust slice", "&[0x79u8, 0x00]", RustLiteral, []string{"7900"}, nil},
	{"two Python lists", "a = bytes([121, 0])\nb = bytes([128, 0])\n", PythonLiteral, []string{"7900", "8000"}, nil},
	{"two JavaScript arrays", "Buffer.from([121, 0]), Buffer.from([128, 0])", JavaScriptLiteral, []string{"7900", "8000"},
		nil},
	{"repeated lists", "bytes([0xff] * 4 + [0x55] + [0xff]*2)", PythonLiteral, []string{"ffffffff55ffff"}, nil},
	{"a repeated list and a string", "bytes([0xff]) * 2 + b\"T\\x00\"", PythonLiteral, []string{"ffff5400"}, nil},
	{"str_repeat", "$q = str_repeat(\"\\xff\", 4) . \"T\\0\";", EscapedString, []string{"ffffffff5400"}, nil},
	{"x of Perl", "my $q = \"\\xff\" x 4 . \"T\\0\";", PHPLiteral, []string{"ffffffff5400"}, nil},
	{"bytes.Repeat", "append(bytes.Repeat([]byte{255}, 4), \"T\\x00\")", GoLiteral, []string{"ffffffff5400"}, nil},
	{"a statement behind a string", "q = b'\\x79\\x00'; 5", PythonLiteral, []string{"7900"}, nil},
	{"no repetition of Rust", "[7u8, 1]; [0u8; 0]; [1u8; 2]", RustLiteral, []string{"0701", "0101"}, nil},
	{"Rust repetition", "[0u8; 5]", RustLiteral, []string{"0000000000"}, nil},
	{"Rust string", "let q = b\"\\x79\\0\";", RustLiteral, []string{"7900"}, nil},
	{"a Go array that is not whole", "x := [4]byte{1, 2, 3}", GoLiteral, []string{"010203"},
		[]string{"4 bytes are declared, 3 are shown"}},
	{"a Rust array that is not whole", "let q: [u8; 4] = [0x79u8, 0, 2];", RustLiteral, []string{"790002"},
		[]string{"4 bytes are declared, 3 are shown"}},
	{"C arrays of one size", "char a[2][2] = {{ 1, 2 }, { 3, 4 }};\nchar b[2] = { 4, 5 };", CArray,
		[]string{"0102", "0304", "0405"}, nil},
	{"numbers", "[121, 0, 0, -1]", NumberList, []string{"790000ff"}, nil},
	{"bare numbers", "121, 0, 0, 0, 2", NumberList, []string{"7900000002"}, nil},
	{"unclosed", "{ 0x79, 0x00,", NumberList, []string{"7900"}, []string{"never closed"}},
	// base64
	{"base64", "eQAAAAI=", Base64, []string{"7900000002"}, nil},
	{"base64, one a line", "eQAAAAA=\neQAAAAE=", Base64, []string{"7900000000", "7900000001"}, nil},
	// text
	{"escapes", `\x79\0\0\200abc`, EscapedText, []string{"79000080616263"}, nil},
	{"text with escapes", `splitnum\x00\x80\n`, EscapedText, []string{"73706c69746e756d00800a"}, nil},
	{"request", `\status\`, PacketText, []string{hexOf(`\status\`)}, nil},
	{"combined request", `\basic\\info\\rules\`, PacketText, []string{hexOf(`\basic\\info\\rules\`)}, nil},
	{"requests", "\\info\\\n\\status\\", PacketText, []string{hexOf(`\info\`), hexOf(`\status\`)},
		[]string{"new datagram"}},
	{"doubled backslashes", `\\status\\`, EscapedText, []string{hexOf(`\status\`)}, nil},
	{"request in quotes", `"\status\"`, PacketText, []string{hexOf(`\status\`)}, nil},
	{"wrapped by blanks", "\\hostname\\UT99 @ Mobile  \nInfanterie\\mapname\\DM-  \nPhobos\\gamemode\\openplayin  " +
		"\ng\\queryid\\9.1\\final  \n\\", PacketText,
		[]string{hexOf(`\hostname\UT99 @ Mobile Infanterie\mapname\DM-Phobos\gamemode\openplaying\queryid\9.1\final\`)},
		[]string{"wrapped at 26", "before a backslash"}},
	{"wrapped as in a document",
		"\\hostname\\UT99 @ Mobile Infanterie\\hostport\\7779\\maptitle\\Phobos  \nMoon\\mapname\\DM-  " +
			"\nPhobos\\gametype\\DeathMatchPlus\\numplayers\\0\\maxplayers\\10\\gamemode\\openplayin  " +
			"\ng\\gamever\\451\\final\\", PacketText,
		[]string{
			hexOf(
				`\hostname\UT99 @ Mobile Infanterie\hostport\7779\maptitle\Phobos Moon\mapname\DM-Phobos\gametype\DeathMatchPlus\numplayers\0\maxplayers\10\gamemode\openplaying\gamever\451\final\`)}, []string{"2 lines joined with nothing between, 1 with the space"}},
	{"a line a player",
		"\\hostname\\A\\hostport\\7777\n\\player_0\\Kee\\/n\\frags_0\\38\n\\player_1\\B\\queryid\\29.1\n\\final\\",
		PacketText, []string{hexOf(`\hostname\A\hostport\7777\player_0\Kee\/n\frags_0\38\player_1\B\queryid\29.1\final\`)},
		[]string{"3 line breaks before a backslash"}},
	{"two replies", "\\hostname\\A\\queryid\\29.1\n\\player_9\\B\\queryid\\29.2\\final\\", PacketText,
		[]string{hexOf(`\hostname\A\queryid\29.1`), hexOf(`\player_9\B\queryid\29.2\final\`)}, []string{"new datagram"}},
	{
		"colours behind what is not ASCII", "\\hostname\\\u5830\x1b[31mred\x1b[0m", PacketText,
		[]string{hexOf("\\hostname\\\u5830red")},
		[]string{"the colours of a console were left out", "'\u5830' is not in cp1252 and is read as its UTF-8 bytes"},
	},
	{"not ASCII", "\\hostname\\Caf\u00e9", PacketText, []string{hexOf("\\hostname\\Caf\xe9")},
		[]string{"is read as the byte e9 (cp1252)"}},
	{"server list", "1.2.3.4\t7777\t7787\r\n5.6.7.8\t7777\t7787\r\n", ServerList,
		[]string{hexOf("1.2.3.4\t7777\t7787\r\n5.6.7.8\t7777\t7787\r\n")}, nil},
	// tables
	{"Markdown", "| Field | Offset | Raw bytes | Decoded value |\n|---|---|---|---|\n| Header | 0 | 80 00 00 00 02 | " +
		"|\n| Player | 5 | 07 00 00 00 01 | |\n| ID | 5 | 07 00 00 00 | 7 |\n| Length | 9 | 01 | 1 |\n", PlainHex,
		[]string{"80000000020700000001"}, []string{"only the column of bytes of a table"}},
	{"columns", "Field    Offset  Raw bytes       Decoded value\nHeader   0       80 00 00 00 02  reply\nID       " +
		"5       07 00 00 00     7\n", PlainHex, []string{"800000000207000000"},
		[]string{"only the column of bytes of a table"}},
	{"two tables and text below", "Datagram 1: a reply\n\nOffset  Field   Raw bytes    Meaning\n     0  Header\n     " +
		"0    Type  80 00 00 00  128\n                01           and\n                             more\n\nwarning at 0: " +
		"that is odd\n\nDatagram 2: a reply\n\nOffset  Field      Raw bytes  Meaning\n     0  Type       79         121\n",
		PlainHex, []string{"8000000001", "79"}, []string{"only the column of bytes of a table"}},
	{"Markdown with a bar in a name", "| Field | Raw bytes | Meaning |\n| --- | --- | --- |\n| a\\|b | 80 00 | x |\n| c " +
		"| `01` | y |\n\n- **note** that\n", PlainHex, []string{"800001"}, []string{"only the column of bytes of a table"}},
	// raw
	{"raw", "\x80\x00\x00\x00\x02\x07", Raw, []string{"800000000207"}, nil},
	{"a column that is FFFFFFFF", "0000  46 46 46 46 46 46 46 46                           FFFFFFFF\n", Wireshark,
		[]string{"4646464646464646"}, nil},
	{"raw text with colour codes", "\\hostname\\\x1b\x01\x01\xffRed", Raw,
		[]string{hexOf("\\hostname\\\x1b\x01\x01\xffRed")}, nil},
}

func hexOf(s string) string { return hex.EncodeToString([]byte(s)) }

func TestParseReads(t *testing.T) {
	for _, c := range readable {
		t.Run(c.name, func(t *testing.T) {
			res, err := Parse([]byte(c.text), Options{Positions: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range res.Datagrams {
				mark := map[Direction]string{DirectionSent: ">", DirectionReceived: "<"}[d.Direction]
				got = append(got, mark+hex.EncodeToString(d.Data))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("datagrams (-want +got):\n%s", d)
			}
			if res.Format != c.format {
				t.Errorf("read as %s (%s), want %s", res.Format, res.Why, c.format)
			}
			if len(res.Notes) != len(c.notes) {
				t.Fatalf("notes %+v, want %q", res.Notes, c.notes)
			}
			for i, n := range res.Notes {
				if !strings.Contains(n.Text, c.notes[i]) {
					t.Errorf("note %q, want %q", n.Text, c.notes[i])
				}
			}
		})
	}
}

// unreadable are pastes that are refused: where, and what the message says.
var unreadable = []struct {
	name         string
	text         string
	line, column int
	says         string
}{
	{"nothing", "", 1, 1, "found nothing"},
	{"blanks", " \n\t\n", 1, 1, "found nothing"},
	{"prose", "Hello, does anybody know how to query a server?", 1, 1, "neither a dump nor a packet (Hello,)"},
	{"emojis", "\U0001f600\U0001f44d\U0001f3fd hello", 1, 1,
		"neither a dump nor a packet (\U0001f600\U0001f44d\U0001f3fd)"},
	{"a long word",
		"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 1, 1, "(\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9...)"},
	{"bytes that are no UTF-8", "\xf0\x9f hello there", 1, 1, "neither a dump nor a packet (??)"},
	{"emojis behind text of a packet", "\\status\\\n\n\U0001f600 x", 3, 1, "text that is not a packet (\U0001f600 x)"},
	{"a line of a log", "ERR_CONNECTION_REFUSED at 0x7ffe3012", 1, 1,
		"neither a dump nor a packet (ERR_CONNECTION_REFUS...)"},
	{"a token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", 1, 1, "neither a dump nor a packet"},
	{"one word", "hello", 1, 1, "neither a dump nor a packet"},
	{"letter O", "80 00 0O 00", 1, 8, "found 'O', expected a hex digit: if a zero is meant, write 0"},
	{"letter O at once", "8O 00 00", 1, 2, "found 'O'"},
	{"one bad byte", "0g", 1, 2, "found 'g'"},
	{"stream with a bad digit", "8O000000", 1, 2, "found 'O'"},
	{"long stream with a bad digit", "800000000018476p696d6d732d496e73", 1, 16, "found 'p'"},
	{"stream with two bad digits", "8O00000000l84772", 1, 2, "found 'O'"},
	{"any byte", "FE FD 09 XX XX XX XX", 1, 10, "stand for any byte"},
	{"words after the bytes", "79 00 00 00 00 Requests server information", 1, 16, "found 'R'"},
	{"odd digits", "80 00 0", 1, 7, "a hex digit alone"},
	{"odd stream", "80000", 1, 5, "a hex digit alone"},
	{"odd in the middle", "80 0 00", 1, 4, "a hex digit alone"},
	{"bad digit in the second line", "80 00 00\n00 zz 00", 2, 4, "found 'z'"},
	{"bad digit after a wide character", "# \u00e9\u00e9\n80 \u00a0 x0", 2, 6, "found 'x'"},
	{"ellipsis", "80 00 00 00 01\n0B 53 65 72\n...\n", 3, 1, "not printed"},
	{"ellipsis as one character", "80 00 \u2026 30", 1, 7, "not printed"},
	{"a table without columns", "Field Raw Bytes Decoded Value / Meaning\nHeader 80 00 00 00 02 Player List response " +
		"header.\nName length 0B 11 bytes including null terminator.\nMax players 0A 00 00 00 10 player slots.\nScore 00 " +
		"00 00 00 0 (no score).\n", 1, 1, "neither a dump nor a packet (Field)"},
	{"another table without columns", "Purpose Hex Packet Description\nServer Info 79 00 00 00 00 Requests basic server " +
		"information.\nServer Rules 79 00 00 00 01 Returns key/value pairs.\n", 1, 1, "neither a dump nor a packet"},
	{"ellipsis in a table", "Field Raw Bytes Decoded Value\nHeader 80 00 00 00 00 Info.\nHostname 47 72 69 6D ... 63 68 " +
		"00 Grimms\n", 3, 22, "not printed"},
	{"xxd with a bad digit", "00000000: 7900 00O0 02                             y....\n", 1, 18, "found 'O'"},
	{"xxd with a bad offset",
		"00000000: 6162 6364 3031 3233 6162 6364 3031 3233  abcd0123abcd0123\n000000l0: " +
			"6162                                     ab\n", 2, 7, "found 'l', expected a hex digit of the offset"},
	{"hexdump -C with a bad digit", "00000000  79 00 00 0x 02                                    |y....|\n", 1, 21,
		"found 'x'"},
	{"hexdump -C with three digits", "00000000  79 000 00 02                                      |y...|\n", 1, 16,
		"3 hex digits (000)"},
	{"od with an eight", "0000000 000171 000008\n0000004\n", 1, 21, "an octal digit"},
	{"star at the end", "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n", 2, 1,
		"'*' and no offset after it"},
	{"star at the beginning", "*\n00000010  00                                                |.|\n", 1, 1,
		"a line of the dump before it"},
	{"star for gigabytes", "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\nfffffff0\n",
		2, 1, "at most 65535 bytes in a datagram"},
	{"number too large", "[]byte{0x79, 256}", 1, 14, "found 256, expected a number from 0 to 255"},
	{"bad number", "[]byte{0x79, 0xg0}", 1, 16, "found 'g', expected a hex digit"},
	{"string without end", "b'\\x79\\x00", 1, 2, "never closed"},
	{"bad escape", "\"\\x79\\x0g\"", 1, 9, "found 'g', expected two hex digits after \\x"},
	{"unknown escape", "\"\\x79\\q\"", 1, 7, "found 'q' after a backslash"},
	{"base64 cut", "eQAAAAIAAAACAAAAAgAAAAI=A", 1, 25, "after '='"},
	{"gzip without a way to read it", "\x1f\x8b\x08\x00", 1, 1, "gzip"},
}

func TestParseRefuses(t *testing.T) {
	for _, c := range unreadable {
		t.Run(c.name, func(t *testing.T) {
			res, err := Parse([]byte(c.text), Options{})
			if err == nil {
				t.Fatalf("read as %s (%s): %x", res.Format, res.Why, res.Datagrams[0].Data)
			}
			e := err.(*Error)
			if e.Line != c.line || e.Column != c.column || !strings.Contains(e.Error(), c.says) {
				t.Errorf("%v; want line %d, column %d, %q", err, c.line, c.column, c.says)
			}
		})
	}
}
