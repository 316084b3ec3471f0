package paste_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/paste"
)

// each writes every byte with format and sep between.
func each(b []byte, format, sep string) string {
	parts := make([]string, len(b))
	for i, c := range b {
		parts[i] = fmt.Sprintf(format, c)
	}
	return strings.Join(parts, sep)
}

// rows writes each n bytes of b.
func rows(b []byte, n int, row func(offset int, part []byte) string) string {
	var s strings.Builder
	for at := 0; at < len(b); at += n {
		s.WriteString(row(at, b[at:min(at+n, len(b))]) + "\n")
	}
	return s.String()
}

func shown(b []byte, other byte) string {
	out := bytes.Clone(b)
	for i, c := range out {
		if c < 0x20 || c > 0x7e {
			out[i] = other
		}
	}
	return string(out)
}

// gamedig prints rows of bytes, and the characters below them.
func gamedig(b []byte) string {
	return fmt.Sprintf("203.0.113.5:7778 <--UDP(57795)\nBuffer length: %d bytes\n", len(b)) + rows(b, 20,
		func(_ int, part []byte) string {
			line := ""
			for _, c := range part {
				if c < 0x21 || c > 0x7e {
					c = ' '
				}
				line += string(rune(c)) + "  "
			}
			return each(part, "%02x ", "") + "\n" + line
		})
}

// qstat prints groups of four bytes behind a decimal offset at the right, and the characters in two halves.
func qstat(b []byte) string {
	return fmt.Sprintf("FROM 203.0.113.5:7778 len %d\n", len(b)) + rows(b, 16, func(at int, part []byte) string {
		digits, text := "", shown(part, '.')
		for k := 0; k < 16; k += 4 {
			group := hex.EncodeToString(part[min(k, len(part)):min(k+4, len(part))])
			digits += fmt.Sprintf("%-8s ", group)
		}
		if len(text) > 8 {
			text = text[:8] + " " + text[8:]
		}
		return fmt.Sprintf("%5d: %s %s", at, digits, text)
	})
}

// escaped writes printable characters as they are, others as format has them.
func escaped(b []byte, format, marks string) string {
	var s strings.Builder
	for _, c := range b {
		switch {
		case strings.IndexByte(marks, c) >= 0:
			s.WriteString("\\" + string(rune(c)))
		case c < 0x20 || c > 0x7e:
			fmt.Fprintf(&s, format, c)
		default:
			s.WriteByte(c)
		}
	}
	return s.String()
}

// fieldForms are how tools print a packet in reports and forums.
var fieldForms = []struct {
	name  string
	write func(b []byte) string
}{
	{"gamedig --debug", gamedig},
	{"qstat -d", qstat},
	{"gdb x/32xb", func(b []byte) string {
		return "(gdb) x/32xb buf\n" + rows(b, 8, func(at int, part []byte) string {
			return fmt.Sprintf("0x%x <buf+%d>:\t", uint64(0x7fffffffe3a0)+uint64(at), at) + each(part, "0x%02x", "\t")
		})
	}},
	{"HTML references", func(b []byte) string { return each(b, "&#x%x;", "") }},
	{"var_dump of escapes", func(b []byte) string {
		return fmt.Sprintf("string(%d) \"%s\"", len(b), each(b, `\x%02x`, ""))
	}},
	{"ltrace", func(b []byte) string {
		return fmt.Sprintf("recvfrom(3, \"%s\", 1400, 0, { AF_INET }) = %d", escaped(b, `\%03o`, `"\`), len(b))
	}},
	{"strace of a server", func(b []byte) string {
		return fmt.Sprintf("sendto(5, \"%s\", %d, 0, {sa_family=AF_INET}, 16) = %d", each(b, `\x%02x`, ""), len(b), len(b))
	}},
	{"Wireshark, copy as escaped string", func(b []byte) string {
		return strings.TrimSuffix(
			rows(b, 16, func(_ int, part []byte) string { return `"` + each(part, `\x%02x`, "") + `" \` }), " \\\n")
	}},
	{"Wireshark, copy as hex stream", hex.EncodeToString},
	{"Wireshark, copy as hex dump", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string { return fmt.Sprintf("%04x   %s", at, each(part, "%02x", " ")) })
	}},
	{"Wireshark, copy as hex and ASCII", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%04x   %-47s   %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"Wireshark, copy as base64", func(b []byte) string { return base64.StdEncoding.EncodeToString(b) }},
	{"Wireshark, copy as C array", func(b []byte) string {
		return "static const uint8_t pkt[] = {\n" + each(b, "0x%02x", ", ") + "\n};"
	}},
	{"tcpdump -X -v, payload", func(b []byte) string {
		return "22:13:20.000000 IP (tos 0x0, ttl 64, id 4660, offset 0, flags [none], proto UDP (17), length 61)\n    " +
			"192.0.2.1.7778 > 192.0.2.2.5000: UDP, length 33\n" +
			rows(b, 16, func(at int, part []byte) string {
				digits := ""
				for k := range part {
					digits += fmt.Sprintf("%02x", part[k])
					if k%2 == 1 {
						digits += " "
					}
				}
				return fmt.Sprintf("\t0x%04x:  %-39s  %s", at, strings.TrimRight(digits, " "), shown(part, '.'))
			})
	}},
	{"rows without offsets", func(b []byte) string {
		return rows(b, 16, func(_ int, part []byte) string {
			return fmt.Sprintf("%-47s   %s", each(part, "%02X", " "), shown(part, '.'))
		})
	}},
	{"Rust dbg!", func(b []byte) string { return "[src/main.rs:12:5] &buf[..n] = [\n" + each(b, "    %d,\n", "") + "]" }},
	{"Rust {:02x?}", func(b []byte) string { return "received [" + each(b, "%02x", ", ") + "]" }},
	{"C# BitConverter in a log", func(b []byte) string {
		return "[2026-11-23 05:52:10 INF] Received data: " + each(b, "%02X", "-")
	}},
	{"C# new byte[]", func(b []byte) string { return "var reply = new byte[] { " + each(b, "0x%02X", ", ") + " };" }},
	{"PHP bin2hex in var_dump", func(b []byte) string {
		return fmt.Sprintf("string(%d) \"%s\"", 2*len(b), hex.EncodeToString(b))
	}},
	{"PHP unpack in var_dump", func(b []byte) string {
		s := fmt.Sprintf("array(%d) {\n", len(b))
		for i, c := range b {
			s += fmt.Sprintf("  [%d]=>\n  int(%d)\n", i, c)
		}
		return s + "}"
	}},
	{"Lua %q", func(b []byte) string {
		var s strings.Builder
		for i, c := range b {
			switch next := i+1 < len(b) && b[i+1] >= '0' && b[i+1] <= '9'; {
			case c == '"' || c == '\\':
				s.WriteString("\\" + string(rune(c)))
			case c < 0x20 && next, c > 0x7e:
				fmt.Fprintf(&s, "\\%03d", c)
			case c < 0x20:
				fmt.Fprintf(&s, "\\%d", c)
			default:
				s.WriteByte(c)
			}
		}
		return `"` + s.String() + `"`
	}},
	{"Erlang", func(b []byte) string { return "{udp,#Port<0.6>,{192,0,2,1},7778,<<" + each(b, "%d", ",") + ">>}" }},
	{"Python traceback", func(b []byte) string {
		return "Traceback (most recent call last):\n  File \"query.py\", line 12, in <module>\n    " +
			"parse(data)\nValueError: unexpected reply b'" + escaped(b, `\x%02x`, `'\`) + "'"
	}},
	{"Python list in a log", func(b []byte) string { return "DEBUG:root:reply " + "[" + each(b, "%d", ", ") + "]" }},
	{"Python hex with sep", func(b []byte) string { return "data.hex(' ') -> '" + each(b, "%02x", " ") + "'" }},
	{"Node Buffer", func(b []byte) string { return "reply <Buffer " + each(b, "%02x", " ") + ">" }},
	{"Node Buffer as JSON", func(b []byte) string { return `{"type":"Buffer","data":[` + each(b, "%d", ",") + `]}` }},
	{"JavaScript concatenation", func(b []byte) string {
		half := len(b) / 2
		return "Buffer.from('" + hex.EncodeToString(b[:half]) + "' + // the head\n  '" + hex.EncodeToString(b[half:]) +
			"', 'hex')"
	}},
	{"Java Arrays.toString", func(b []byte) string {
		parts := make([]string, len(b))
		for i, c := range b {
			parts[i] = strconv.Itoa(int(int8(c)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}},
	{"Go %q in a log", func(b []byte) string { return fmt.Sprintf("2026/11/23 06:06:32 got %q", b) }},
	{"Go % x in a log", func(b []byte) string { return fmt.Sprintf("2026/11/23 06:06:32 recv %d bytes: % x", len(b), b) }},
	{"less", func(b []byte) string {
		var s strings.Builder
		for _, c := range b {
			if c < 0x20 || c > 0x7e {
				fmt.Fprintf(&s, "<%02X>", c)
				continue
			}
			s.WriteByte(c)
		}
		return s.String()
	}},
	{"inline code of a page", func(b []byte) string {
		return "The server answers `" + each(b, "%02x", " ") + "`, is that right?"
	}},
	{"one byte a line with its character", func(b []byte) string {
		return rows(b, 1, func(_ int, part []byte) string {
			if c := part[0]; c > 0x20 && c < 0x7f {
				return fmt.Sprintf("0x%02x     %c", c, c)
			}
			return fmt.Sprintf("0x%02x     ", part[0])
		})
	}},
	{"raw bytes", func(b []byte) string { return string(b) }},
	{"PHP var_dump of the bytes", func(b []byte) string { return fmt.Sprintf("string(%d) \"%s\"\n", len(b), b) }},
	{"Python, a repeated byte", func(b []byte) string {
		n := 1
		for n < len(b) && b[n] == b[0] {
			n++
		}
		return fmt.Sprintf("reply = b'\\x%02x' * %d + b'%s'", b[0], n, escaped(b[n:], `\x%02x`, `'\`))
	}},
	{"JavaScript Buffer.concat", func(b []byte) string {
		return "Buffer.concat([Buffer.from([" + each(b[:4], "0x%02x", ", ") + "]), Buffer.from('" + escaped(b[4:], `\x%02x`,
			`'\`) + "')])"
	}},
	{"Go append", func(b []byte) string {
		return "append([]byte{" + each(b[:4], "0x%02x", ", ") + fmt.Sprintf("}, %q...)", b[4:])
	}},
	{"gdb print", func(b []byte) string {
		text, zeros := bytes.TrimRight(b, "\x00"), 0
		if zeros = len(b) - len(text); zeros < 10 {
			text, zeros = b, 0
		}
		s := "$1 = \"" + escaped(text, `\%03o`, `"\`) + "\""
		if zeros > 0 {
			s += fmt.Sprintf(", '\\000' <repeats %d times>", zeros)
		}
		return s
	}},
	{"strace", func(b []byte) string {
		var s strings.Builder
		for i, c := range b {
			digit := i+1 < len(b) && b[i+1] >= '0' && b[i+1] <= '7'
			switch {
			case c == '"' || c == '\\':
				s.WriteString("\\" + string(rune(c)))
			case c == '\n':
				s.WriteString(`\n`)
			case c >= 0x20 && c < 0x7f:
				s.WriteByte(c)
			case digit:
				fmt.Fprintf(&s, `\%03o`, c)
			default:
				fmt.Fprintf(&s, `\%o`, c)
			}
		}
		return fmt.Sprintf("recvfrom(3, \"%s\", 1400, 0, NULL, NULL) = %d", s.String(), len(b))
	}},
	{"cat -v", func(b []byte) string {
		var s strings.Builder
		for _, c := range b {
			if c >= 0x80 {
				s.WriteString("M-")
				c &= 0x7f
			}
			switch {
			case c == 0x7f:
				s.WriteString("^?")
			case c == '\n':
				s.WriteByte(c)
			case c < 0x20:
				s.WriteString("^" + string(rune(c+'@')))
			default:
				s.WriteByte(c)
			}
		}
		return "reply: " + s.String()
	}},
	{"netsniff-ng", func(b []byte) string {
		return fmt.Sprintf("> eth0 %d 1795392860s.123456789ns #1\n [ UDP Port (27015 => 41000), Len (%d Bytes, %d Bytes "+
			"Data), CSum (0x0000) ]\n [ Payload hex  %s ]\n [ Payload char %s ]\n",
			len(b)+42, len(b)+8, len(b), each(b, "%02x", " "), each([]byte(shown(b, '.')), "%c", " "))
	}},
	{"x64dbg", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%016X  %-47s  %s", 0x12ff8a0+at, each(part, "%02X", " "),
				strings.ReplaceAll(shown(part, '.'), "`", "."))
		})
	}},
	{"WinDbg db", func(b []byte) string {
		return "0:000> db poi(buf)\n" + rows(b, 16, func(at int, part []byte) string {
			digits := []byte(each(part, "%02x", " "))
			if len(digits) > 23 {
				digits[23] = '-'
			}
			return fmt.Sprintf("000000e1`%08x  %-47s  %s", 0x5a7ff6b0+at, digits, shown(part, '.'))
		})
	}},
	{"curl --trace", func(b []byte) string {
		return fmt.Sprintf("=> Send data, %d bytes (0x%x)\n", len(b), len(b)) + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%04x: %-47s %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"PowerShell Format-Hex", func(b []byte) string {
		head := "          Offset Bytes                                           Ascii\n                 00 01 02 03 04 " +
			"05 06 07 08 09 0A 0B 0C 0D 0E 0F\n          ------ ----------------------------------------------- -----\n"
		return head + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%016X %-47s %s", at, each(part, "%02X", " "), shown(part, '.'))
		})
	}},
	{"a dump in a system log", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("Nov 23 05:52:10 host qserv[812]: %04x  %-47s  %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"assembler", func(b []byte) string { return each(b, "%02Xh", " ") }},
	{"binary digits", func(b []byte) string { return each(b, "%08b", " ") }},
	{"a sentence and its packet", func(b []byte) string { return "Received: " + each(b, "%02x", " ") }},
	{"Go %#v in a log", func(b []byte) string { return fmt.Sprintf("2026/11/23 06:06:32 reply: %#v", b) }},
	{"IPython", func(b []byte) string {
		return "In [3]: sock.recv(1400)\nOut[3]: b'" + escaped(b, `\x%02x`, `'\`) + "'"
	}},
	{"base64 behind words", func(b []byte) string { return "payload (base64): " + base64.StdEncoding.EncodeToString(b) }},
	{"Python bytearray", func(b []byte) string { return "bytearray(b'" + escaped(b, `\x%02x`, `'\`) + "')" }},
	{"base64 in JSON", func(b []byte) string {
		return `{"host":"203.0.113.5","raw":"` + base64.StdEncoding.EncodeToString(b) + `"}`
	}},
	{"Perl pack", func(b []byte) string { return "my $q = pack('H*', '" + hex.EncodeToString(b) + "');" }},
}

// fieldPackets are samples whose bytes are common in reports.
func fieldPackets(t *testing.T) map[string][]byte {
	all := map[string][]byte{}
	for _, name := range []string{"a2s-info-reply.hex", "ut2004-info-reply.hex", "quake3-status-reply.hex"} {
		text, err := os.ReadFile(filepath.Join("../../samples", name))
		if err != nil {
			t.Fatal(err)
		}
		res, err := paste.Parse(text, judged())
		if err != nil || len(res.Datagrams) != 1 {
			t.Fatal(name, err)
		}
		all[name] = res.Datagrams[0].Data
	}
	return all
}

// TestFieldForms: what tools print of a packet in reports and forums is read as its bytes.
func TestFieldForms(t *testing.T) {
	for name, b := range fieldPackets(t) {
		for _, form := range fieldForms {
			text := form.write(b)
			res, err := paste.Parse([]byte(text), judged())
			if err != nil {
				t.Errorf("%s, %s: %v\n%.600s", form.name, name, err, text)
				continue
			}
			if len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b) {
				t.Errorf("%s, %s: %d datagrams as %s, the first %x, %v\n%.600s", form.name, name, len(res.Datagrams), res.Format,
					res.Datagrams[0].Data, res.Notes, text)
			}
			if strings.Contains(fmt.Sprint(res.Notes), "looks like tcpdump") {
				t.Errorf("%s, %s: %v", form.name, name, res.Notes)
			}
		}
	}
}

// TestNearest: what is no whole packet is explained by the nearest that is one.
func TestNearest(t *testing.T) {
	info := fieldPackets(t)["a2s-info-reply.hex"]
	part := func(number byte) string {
		return "feffffff0700000003" + fmt.Sprintf("%02x", number) + "e004" + hex.EncodeToString(
			bytes.Repeat([]byte("rule\x00value\x00"), 8)) + "\n"
	}
	gamespy3 := fmt.Sprintf("% x",
		"\x00\x00\x00\x00\x01splitnum\x00\x80\x00hostname\x00Fog\x00map\x00quarry\x00numplayers\x002\x00maxplayers\x0020\x00hostport\x007777\x00\x00\x01player_\x00\x00Kee\x00Ann\x00\x00")
	for _, c := range []struct{ name, text, note, fails string }{
		{"without its mark", fmt.Sprintf("% x", info[4:]), "with FF FF FF FF before it this is an info reply (a2s)", ""},
		{"with two marks", "ff ff ff ff " + fmt.Sprintf("% x", info), "FF FF FF FF is there twice", ""},
		{"with three FF", fmt.Sprintf("% x", info[1:]),
			"with FF FF FF FF in place of the FF that it begins with this is an info reply (a2s)", ""},
		{"with five FF", "ff " + fmt.Sprintf("% x", info), "with FF FF FF FF this is an info reply (a2s)", ""},
		{"a console's line", "connect 192.0.2.1:27015; password fog", "", "fragscope query 192.0.2.1:27015"},
		{"question marks for bytes", "????I.Fog & Iron.cp_quarry.tf", "", "a dot or ? stands for each byte"},
		{"a line break behind a request", "79 00 00 00 00 0d 0a",
			"without the line break (0D 0A) at its end this is a server info request (unreal2)", ""},
		{"a mistyped digit", "80 00 00 00 00 00 00 00 00 00 61 1E 0G 00 00 00 00 00", "'G' is no hex digit", ""},
		{"a frame with a wrong checksum",
			"45 00 00 59 12 34 40 00 40 11 2a 9e c0 00 02 09 cb 00 71 05 69 87 a0 28 00 45 00 00 " + fmt.Sprintf("% x", info),
			"the headers of a frame are before an info reply (a2s)", ""},
		{"one byte short", gamespy3[3:],
			"a byte is missing: with 00 before it this is a data reply (gamespy3), and is read as that", ""},
		{"a datagram a line", part(0) + part(1) + part(2), "each line begins with the mark of a datagram", ""},
		{"a reply that a server sends", fmt.Sprintf("sendto(5, \"%s\", %d) = %d", each(info, `\x%02x`, ""), len(info),
			len(info)), "the text is of a server", ""},
		{"Latin-1", "\u00ff\u00ff\u00ff\u00ffstatusResponse\n\\sv_hostname\\Quarry\\mapname\\q3dm17\n", "shown as characters",
			""},
		{"U+FFFD", "\ufffd\ufffd\ufffd\ufffd", "", "found"},
		{"an address", "192.0.2.1:27015", "", "fragscope query 192.0.2.1:27015"},
		{"a link", "steam://connect/192.0.2.1:27015", "", "fragscope query 192.0.2.1:27015"},
		{"addresses and columns", "192.0.2.1\t7777\t7787\n\nServers of today\n192.0.2.2\t7777\n", "", "a list of addresses"},
		{"addresses and words", "192.0.2.1:27015\n192.0.2.2:27015 full\n", "", "a list of addresses"},
		{"a decoded reply", "Array\n(\n    [HostName] => Fog Harbour\n    [Players] => 3\n)\n", "",
			"what another program has decoded"},
		{"a byte blacked out", "ff ff ff ff 41 ?? 02 03 04", "1 byte is a placeholder (??): it is read as 00", ""},
		{"bytes blacked out", "ff ff ff ff 41 ?? ?? ?? ??", "4 bytes are placeholders (??): they are read as 00", ""},
		{"bytes blacked out in an array", "{ 0xff, 0xff, 0xff, 0xff, 0x41, 0xXX, 0xXX, 0xXX, 0xXX }",
			"4 bytes are placeholders (XX): they are read as 00", ""},
		{"text without its mark", "statusResponse\n\\sv_hostname\\Quarry\\mapname\\q3dm17\\sv_maxclients\\16\n10 48 " +
			"\"Ann\"\n", "with FF FF FF FF before it this is a status reply (quake3)", ""},
		{"a length that is not that of the bytes", "recv len=75: " + hex.EncodeToString(info), "75 bytes are declared", ""},
		{"a cut line of Wireshark", "Data: " + hex.EncodeToString(info[:40]) + "\u2026\n[Length: 61]\n",
			"an ellipsis: the rest is not shown", ""},
		{"dots for bytes", "E..Y.4@.@.*.......q.i..(.E......I.Fog & Iron.cp_quarry.tf", "",
			"a dot or ? stands for each byte"},
		{"U+FFFD for bytes", "\ufffd\ufffd\ufffd\ufffdTSource Engine Query", "", "U+FFFD in 4 places"},
		{"a request as text", "TSource Engine Query",
			"with FF FF FF FF before it and 00 at its end this is an info request (a2s)", ""},
		{"a request as text, whole", "getstatus\n", "with FF FF FF FF before it this is a status request (quake3)", ""},
		{"an address of IPv6", "2001:db8::1", "", "fragscope query 2001:db8::1 asks"},
		{"hex and text in one line", "FFFFFFFF54 Source Engine Query 00", "", "text, neither a dump nor a packet"},
		{"a line of tcpdump without bytes", "12:00:01.123456 IP 192.0.2.4.27015 > 192.0.2.6.51234: UDP, length 71", "",
			"text, neither a dump nor a packet"},
		{"a fence behind prose", "it answers: ```\n" + hex.EncodeToString(info) + "\n```\nwhy?",
			"only what is between the code fences was read", ""},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG)", ""},
		{"a picture in base64",
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=", "a picture (PNG)",
			""},
	} {
		res, err := paste.Parse([]byte(c.text), judged())
		switch {
		case c.fails != "":
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %+v, %v; want an error with %q", c.name, res, err, c.fails)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case !strings.Contains(fmt.Sprint(res.Notes), c.note):
			t.Errorf("%s: %v, want a note with %q", c.name, res.Notes, c.note)
		}
	}
}

// TestRawSamples: the bytes of every sample are the same datagram as its hex.
func TestRawSamples(t *testing.T) {
	files, _ := filepath.Glob("../../samples/*.hex")
	same := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		res, err := paste.Parse(text, judged())
		if err != nil || len(res.Datagrams) != 1 || len(res.Datagrams[0].Data) == 0 {
			continue
		}
		b := res.Datagrams[0].Data
		forced := judged()
		forced.Format = paste.Raw
		if raw, err := paste.Parse(b, forced); err != nil || len(raw.Datagrams) != 1 ||
			!bytes.Equal(raw.Datagrams[0].Data, b) {
			t.Errorf("%s, as raw bytes: %v %v", filepath.Base(f), raw, err)
		}
		raw, err := paste.Parse(b, judged())
		if strings.HasSuffix(f, "-printed.hex") {
			continue // a page has broken its lines, which is text
		}
		if err != nil || len(raw.Datagrams) != 1 || !bytes.Equal(raw.Datagrams[0].Data, b) {
			if _, problems := decoder.Decode(b, decoder.Options{}).Worst(); !problems {
				t.Errorf("%s: %v %v", filepath.Base(f), raw, err)
			}
			continue
		}
		same++
	}
	t.Logf("%d of %d", same, len(files))
}

// TestOddRows: lines of equal length are datagrams of their own where the first is a message by itself, and of a length
// that no rows of a dump have, though a message with room at its end may take both.
func TestOddRows(t *testing.T) {
	text := "fdfc1e666ab2030d00001234010001020000df0002000000757433d6706300\n\n" +
		"050f00000367120000110000000178000000621e0000611e00006b1f1e0000\n"
	if res, err := paste.Parse([]byte(text), judged()); err != nil || len(res.Datagrams) != 2 {
		t.Errorf("%v %v", res, err)
	}
}
