package paste_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// grouped writes n bytes in a group, with a space between.
func grouped(b []byte, n int) string {
	lines := rows(b, n, func(_ int, part []byte) string { return hex.EncodeToString(part) })
	return strings.TrimSuffix(strings.ReplaceAll(lines, "\n", " "), " ")
}

// inText writes what is no printable character, and what is in marks, as format has it.
func inText(b []byte, format, marks string) string {
	var s strings.Builder
	for _, c := range b {
		if c < 0x20 || c > 0x7e || strings.IndexByte(marks, c) >= 0 {
			fmt.Fprintf(&s, format, c)
			continue
		}
		s.WriteByte(c)
	}
	return s.String()
}

func quotedPrintable(b []byte) string { return inText(b, "=%02X", "=") }

// toolForms are what more tools print of a packet, as their documentation and their users show it.
var toolForms = []struct {
	name  string
	write func(b []byte) string
}{
	{"percent escapes behind a key", func(b []byte) string { return "data=" + url.QueryEscape(string(b)) }},
	{"percent escapes in a link", func(b []byte) string {
		return "http://203.0.113.5/decode?packet=" + strings.ReplaceAll(url.QueryEscape(string(b)), "+", "%20") +
			"&from=reply"
	}},
	{"percent escapes in a log of requests", func(b []byte) string {
		return `192.0.2.9 - - [23/Nov/2026:06:06:32 +0000] "GET /decode?raw=` +
			strings.ReplaceAll(url.QueryEscape(string(b)), "+", "%20") + ` HTTP/1.1" 200 512`
	}},
	{"curl --data", func(b []byte) string {
		return "curl -d 'packet=" + url.QueryEscape(string(b)) + "' https://example.org/decode"
	}},
	{"quoted-printable in one line", quotedPrintable},
	{"quoted-printable below the heads of a mail", func(b []byte) string {
		return "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + quotedPrintable(b) + "\n"
	}},
	{"decimal HTML references", func(b []byte) string { return each(b, "&#%d;", "") }},
	{"decimal HTML references between text", func(b []byte) string { return inText(b, "&#%d;", "&") }},
	{"journalctl -o json", func(b []byte) string {
		return `{"__CURSOR":"s=6b1;i=12","__REALTIME_TIMESTAMP":"1795392860123456","PRIORITY":"6",` +
			`"_PID":"812","SYSLOG_IDENTIFIER":"qserv","MESSAGE":[` + each(b, "%d", ",") + `]}`
	}},
	{"nc -o", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("< %08x %-48s# %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"socat -x", func(b []byte) string {
		return fmt.Sprintf("< 2026/11/23 06:06:32.000123456  length=%d from=0 to=%d\n %s\n--\n",
			len(b), len(b)-1, each(b, "%02x", " "))
	}},
	{"socat -x -v", func(b []byte) string {
		return fmt.Sprintf("> 2026/11/23 06:06:32.000123456  length=%d from=0 to=%d\n", len(b), len(b)-1) +
			rows(b, 16, func(_ int, part []byte) string {
				return fmt.Sprintf(" %-48s %s", each(part, "%02x", " "), shown(part, '.'))
			}) + "--\n"
	}},
	{"hd", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			digits := each(part, "%02x", " ")
			if len(digits) > 24 {
				digits = digits[:24] + " " + digits[24:]
			}
			return fmt.Sprintf("%08x  %-48s  |%s|", at, digits, shown(part, '.'))
		}) + fmt.Sprintf("%08x\n", len(b))
	}},
	{"ngrep -x", func(b []byte) string {
		return "interface: eth0 (192.0.2.0/255.255.255.0)\nfilter: ( port 27015 ) and ((ip || ip6) || (vlan && (ip || " +
			"ip6)))\n" +
			"#\nU 203.0.113.5:27015 -> 192.0.2.9:41000 #1\n" + rows(b, 16, func(_ int, part []byte) string {
			digits := each(part, "%02x", " ")
			if len(digits) > 24 {
				digits = digits[:24] + "   " + digits[24:]
			}
			return fmt.Sprintf("  %-50s    %s", digits, shown(part, '.'))
		})
	}},
	{"Scapy hexdump()", func(b []byte) string {
		return ">>> hexdump(pkt[Raw].load)\n" + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%04x  %-47s  %s", at, each(part, "%02X", " "), shown(part, '.'))
		})
	}},
	{"Scapy show()", func(b []byte) string {
		return "###[ Raw ]###\n     load      = b'" + escaped(b, `\x%02x`, `'\`) + "'"
	}},
	{"Scapy repr", func(b []byte) string {
		return "<Raw  load=b'" + escaped(b, `\x%02x`, `'\`) + "' |>"
	}},
	{"radare2 px", func(b []byte) string {
		return "[0x00000000]> px " + strconv.Itoa(len(b)) +
			"\n- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n" +
			rows(b, 16, func(at int, part []byte) string {
				return fmt.Sprintf("0x%08x  %-39s  %s", at, grouped(part, 2), shown(part, '.'))
			})
	}},
	{"WinDbg db of 32 bits", func(b []byte) string {
		return "0:000> db 0012ff50 L" + fmt.Sprintf("%x", len(b)) + "\n" + rows(b, 16, func(at int, part []byte) string {
			digits := []byte(each(part, "%02x", " "))
			if len(digits) > 23 {
				digits[23] = '-'
			}
			return fmt.Sprintf("%08x  %-47s  %s", 0x12ff50+at, digits, shown(part, '.'))
		})
	}},
	{"lldb memory read", func(b []byte) string {
		return "(lldb) memory read --size 1 --format x --count " + strconv.Itoa(len(b)) + " buf\n" +
			rows(b, 8, func(at int, part []byte) string {
				return fmt.Sprintf("0x%09x: %s", int64(0x16fdff2a0)+int64(at), each(part, "0x%02x", " "))
			})
	}},
	{"lldb x", func(b []byte) string {
		return "(lldb) x buf -c " + strconv.Itoa(len(b)) + "\n" + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("0x%09x: %-47s  %s", int64(0x16fdff2a0)+int64(at), each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"gdb p with set print", func(b []byte) string { return "(gdb) p/x buf\n$2 = {" + each(b, "0x%x", ", ") + "}" }},
	{"gdb x/16xb without names", func(b []byte) string {
		return rows(b, 8, func(at int, part []byte) string {
			return fmt.Sprintf("0x7fffffff%04x:\t", 0xe300+at) + each(part, "0x%02x", "\t")
		})
	}},
	{"Ruby inspect", func(b []byte) string { return "=> \"" + escaped(b, `\x%02X`, `"\`) + "\"" }},
	{"Ruby recvfrom", func(b []byte) string {
		return "irb(main):003:0> s.recvfrom(1400)\n=> [\"" + escaped(b, `\x%02X`, `"\`) +
			"\", [\"AF_INET\", 27015, \"203.0.113.5\", \"203.0.113.5\"]]"
	}},
	{"Ruby bytes", func(b []byte) string { return "irb(main):004:0> data.bytes\n=> [" + each(b, "%d", ", ") + "]" }},
	{"Ruby unpack", func(b []byte) string { return "data.unpack1('H*') # => \"" + hex.EncodeToString(b) + "\"" }},
	{"Java in a log", func(b []byte) string {
		parts := make([]string, len(b))
		for i, c := range b {
			parts[i] = strconv.Itoa(int(int8(c)))
		}
		return "06:06:32.123 [main] DEBUG org.example.Query - Received packet: [" + strings.Join(parts, ", ") + "]"
	}},
	{"Java HexFormat", func(b []byte) string { return "06:06:32 INFO reply=" + strings.ToUpper(hex.EncodeToString(b)) }},
	{"Netty's hex dump", func(b []byte) string {
		bar := "+--------+-------------------------------------------------+----------------+\n"
		return "06:06:32.123 [nioEventLoopGroup-2-1] DEBUG i.n.h.l.LoggingHandler - [id: 0x7c4d1a2b] " +
			"READ: DatagramPacket(/203.0.113.5:27015 => /192.0.2.9:41000, PooledUnsafeDirectByteBuf), " + strconv.Itoa(len(b)) +
			"B\n" +
			"         +-------------------------------------------------+\n" +
			"         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n" +
			bar + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("|%08x| %-48s|%-16s|", at, each(part, "%02x", " "), shown(part, '.'))
		}) + bar
	}},
	{"Kotlin", func(b []byte) string {
		parts := make([]string, len(b))
		for i, c := range b {
			parts[i] = strconv.Itoa(int(int8(c)))
		}
		return "byteArrayOf(" + strings.Join(parts, ", ") + ")"
	}},
	{"Kotlin with toByte", func(b []byte) string {
		return "val reply = byteArrayOf(" + each(b, "0x%02X.toByte()", ", ") + ")"
	}},
	{"Objective-C NSData", func(b []byte) string {
		return fmt.Sprintf("2026-11-23 06:06:32.123 Query[812:41] reply {length = %d, bytes = 0x%s}", len(b), grouped(b, 4))
	}},
	{"Swift Data description", func(b []byte) string { return "Optional(<" + grouped(b, 4) + ">)" }},
	{"Swift Array(data)", func(b []byte) string {
		return "received [" + each(b, "%d", ", ") + "] from 203.0.113.5:27015"
	}},
	{"Dart Uint8List", func(b []byte) string { return "flutter: Datagram data: [" + each(b, "%d", ", ") + "]" }},
	{"Elixir", func(b []byte) string {
		return "iex(3)> {:ok, {{203, 0, 113, 5}, 27015, <<" + each(b, "%d", ", ") + ">>}}"
	}},
	{"Elixir in hex", func(b []byte) string { return "<<" + each(b, "0x%02X", ", ") + ">>" }},
	{"Go %#v", func(b []byte) string { return fmt.Sprintf("%#v", b) }},
	{"Go %x", func(b []byte) string { return fmt.Sprintf("udp: reply %x", b) }},
	{"Go %v in a log", func(b []byte) string {
		return fmt.Sprintf("2026/11/23 06:06:32 main.go:41: buf=%v n=%d", b, len(b))
	}},
	{"Go hex.Dump in a log", func(b []byte) string {
		return "2026/11/23 06:06:32 main.go:41: received from 203.0.113.5:27015\n" + strings.TrimRight(hex.Dump(b), "\n") +
			"\n"
	}},
	{"Go slog", func(b []byte) string {
		return `time=2026-11-23T06:06:32.123Z level=DEBUG msg="received packet" addr=203.0.113.5:27015 len=` +
			strconv.Itoa(len(b)) + ` data=` + hex.EncodeToString(b)
	}},
	{"zap JSON", func(b []byte) string {
		return `{"level":"debug","ts":1795392860.123,"caller":"query/query.go:41",` +
			`"msg":"received","addr":"203.0.113.5:27015","data":"` + base64.StdEncoding.EncodeToString(b) + `"}`
	}},
	{"Python repr in several lines", func(b []byte) string {
		return "(" + strings.TrimSuffix(strings.TrimPrefix(rows(b, 20, func(_ int, part []byte) string {
			return ` b'` +
				escaped(part, `\x%02x`, `'\`) + `'`
		}), " "), "\n") + ")"
	}},
	{"Python bytes.fromhex in several lines", func(b []byte) string {
		return "reply = bytes.fromhex(\n" + rows(b, 20, func(_ int, part []byte) string {
			return `    "` +
				each(part, "%02x", " ") + ` "`
		}) + ")"
	}},
	{"Python logging of list(data)", func(b []byte) string {
		return "2026-11-23 06:06:32,123 - DEBUG - data=[" + each(b, "%d", ", ") + "]"
	}},
	{"Python list of hex()", func(b []byte) string { return "['" + each(b, "0x%x", "', '") + "']" }},
	{"Python binascii.hexlify", func(b []byte) string {
		return ">>> binascii.hexlify(data)\nb'" + hex.EncodeToString(b) + "'"
	}},
	{"Python struct tuple", func(b []byte) string { return "(" + each(b, "%d", ", ") + ")" }},
	{"numpy array", func(b []byte) string {
		lines := strings.TrimSuffix(rows(b, 12, func(_ int, part []byte) string { return each(part, "%3d", ", ") + "," }),
			",\n")
		return "array([" + strings.TrimSpace(strings.ReplaceAll(lines, "\n", "\n       ")) + "], dtype=uint8)"
	}},
	{"MySQL 0x", func(b []byte) string {
		return "mysql> SELECT payload FROM packets;\n+------+\n| payload |\n+------+\n| 0x" +
			strings.ToUpper(hex.EncodeToString(b)) + " |\n+------+\n1 row in set (0.00 sec)\n"
	}},
	{"MySQL X''", func(b []byte) string {
		return "INSERT INTO packets (id, payload) VALUES (1, X'" + strings.ToUpper(hex.EncodeToString(b)) + "');"
	}},
	{"Postgres \\x", func(b []byte) string {
		return " id | payload \n----+---------\n  1 | \\x" + hex.EncodeToString(b) + "\n(1 row)\n"
	}},
	{"Postgres in a log", func(b []byte) string {
		return "2026-11-23 06:06:32 UTC [812] DETAIL:  parameters: $1 = '17', $2 = '\\x" + hex.EncodeToString(b) + "'"
	}},
	{"SQLite", func(b []byte) string {
		return "INSERT INTO packets VALUES(1,'reply',X'" + hex.EncodeToString(b) + "');"
	}},
	{"a cell of CSV", func(b []byte) string {
		return "time,source,length,payload\n2026-11-23T06:06:32Z,203.0.113.5:27015," + strconv.Itoa(len(b)) + "," +
			hex.EncodeToString(b) + "\n"
	}},
	{"a quoted cell of CSV", func(b []byte) string {
		return "\"No.\",\"Time\",\"Source\",\"Data\"\n\"1\",\"0.000000\",\"203.0.113.5\",\"" + each(b, "%02x", ":") + "\"\n"
	}},
	{"a table of Markdown", func(b []byte) string {
		return "| Packet | Bytes |\n|---|---|\n| reply | " + each(b, "%02x", " ") + " |\n"
	}},
	{"Postman", func(b []byte) string {
		return "00000000  " + strings.TrimPrefix(rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%08X  %-47s  %s", at, each(part, "%02X", " "), shown(part, '.'))
		}), "00000000  ")
	}},
	{"HxD", func(b []byte) string {
		return "Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n" +
			rows(b, 16, func(at int, part []byte) string {
				return fmt.Sprintf("%08X  %-47s  %s", at, each(part, "%02X", " "), shown(part, '.'))
			})
	}},
	{"010 Editor", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%04Xh: %-47s  %s", at, each(part, "%02X", " "), shown(part, '.'))
		})
	}},
	{"Visual Studio's memory window", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("0x000000E15A7F%04X  %-47s  %s", 0xf600+at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"IDA", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf(".data:00404%03X db %s", at, each(part, "0%02Xh", ", "))
		})
	}},
	{"Ghidra", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("00404%03x  %s", at, each(part, "%02x", " "))
		})
	}},
	{"esp_log_buffer_hex", func(b []byte) string {
		return rows(b, 16, func(_ int, part []byte) string { return "I (1234) query: " + each(part, "%02x", " ") })
	}},
	{"print_hex_dump of the kernel", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("[  123.456789] reply: %08x: %-47s  %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"Arduino Serial.print HEX", func(b []byte) string { return "06:06:32.123 -> Packet: " + each(b, "%X", " ") }},
	{"systemd journal of hex", func(b []byte) string {
		return "Nov 23 06:06:32 host qserv[812]: rx " + strconv.Itoa(len(b)) + "B " + each(b, "%02x", "")
	}},
	{"Wireshark, copy of a field", func(b []byte) string {
		return "Data: " + hex.EncodeToString(b) + "\n    [Length: " + strconv.Itoa(len(b)) + "]"
	}},
	{"Wireshark, copy of a value", func(b []byte) string { return each(b, "%02x", ":") }},
	{"tshark -x with two panes' heads", func(b []byte) string {
		return fmt.Sprintf("Packet (%d bytes):\n", len(b)) + rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("%04x  %-47s   %s", at, each(part, "%02x", " "), shown(part, '.'))
		})
	}},
	{"tshark -T fields", func(b []byte) string { return "1\t203.0.113.5\t27015\t" + hex.EncodeToString(b) }},
	{"PowerShell bytes", func(b []byte) string { return "PS C:\\> $reply -join ','\n" + each(b, "%d", ",") }},
	{"C# in a debugger", func(b []byte) string {
		return "buffer = {byte[" + strconv.Itoa(len(b)) + "]} { " + each(b, "%d", ", ") + " }"
	}},
	{"C# Convert.ToHexString", func(b []byte) string {
		return "[06:06:32 DBG] Packet from 203.0.113.5:27015: " + strings.ToUpper(hex.EncodeToString(b))
	}},
	{"VB.NET", func(b []byte) string { return "Dim reply() As Byte = {" + each(b, "&H%X", ", ") + "}" }},
	{"Delphi", func(b []byte) string {
		return "const Reply: array[0.." + strconv.Itoa(len(b)-1) + "] of Byte = (" + each(b, "$%02X", ", ") + ");"
	}},
	{"Perl Data::Dumper", func(b []byte) string { return "$VAR1 = \"" + escaped(b, `\x{%x}`, `"\$@`) + "\";" }},
	{"Tcl binary scan", func(b []byte) string {
		return "% binary scan $data H* hex; puts $hex\n" + hex.EncodeToString(b)
	}},
	{"bash $''", func(b []byte) string {
		return "printf $'" + escaped(b, `\x%02x`, `'\`) + "' | nc -u 203.0.113.5 27015"
	}},
	{"printf of octal", func(b []byte) string {
		return "printf '" + each(b, `\%03o`, "") + "' > /dev/udp/203.0.113.5/27015"
	}},
	{"echo -ne", func(b []byte) string {
		return "echo -ne '" + each(b, `\x%02x`, "") + "' | nc -u -w1 203.0.113.5 27015 | xxd"
	}},
	{"xxd -r", func(b []byte) string {
		return "echo '" + hex.EncodeToString(b) + "' | xxd -r -p | nc -u 203.0.113.5 27015"
	}},
	{"nmap --data", func(b []byte) string {
		return "nmap -sU -p 27015 --data 0x" + hex.EncodeToString(b) + " 203.0.113.5"
	}},
	{"Suricata's rule", func(b []byte) string {
		return `alert udp any any -> any 27015 (msg:"query"; content:"|` + each(b, "%02X", " ") + `|"; sid:1;)`
	}},
	{"vim", func(b []byte) string { return strings.NewReplacer("<0A>", "^J").Replace(escapedAngle(b)) }},
	{"braces of Snort in text", func(b []byte) string { return "payload {" + each(b, "%02x", " ") + "}" }},
	{"YAML !!binary", func(b []byte) string {
		return "- name: reply\n  payload: !!binary |\n    " + base64.StdEncoding.EncodeToString(b) + "\n"
	}},
	{"a data link", func(b []byte) string {
		return "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(b)
	}},
	{"timestamps with colons before each row", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			return fmt.Sprintf("06:06:32.%03d  %04x: %s", 100+at/16, at, each(part, "%02x", " "))
		})
	}},
	{"a count and a colon", func(b []byte) string {
		return fmt.Sprintf("Received %d bytes: %s", len(b), each(b, "%02X", " "))
	}},
	{"each byte in brackets", func(b []byte) string { return each(b, "[%02X]", "") }},
	{"each byte in angles of Wireshark's filter", func(b []byte) string {
		return "udp.payload == " + each(b, "%02x", ":")
	}},
	{"numbers with a semicolon", func(b []byte) string { return each(b, "%02X", "; ") }},
	{"bytes with a sign", func(b []byte) string {
		parts := make([]string, len(b))
		for i, c := range b {
			parts[i] = fmt.Sprintf("%x", uint32(int32(int8(c))))
		}
		return "recv: " + strings.Join(parts, " ")
	}},
	{"rows with the level of a log", func(b []byte) string {
		return rows(b, 16, func(_ int, part []byte) string {
			return "2026-11-23 06:06:32.123  812-841  Query  org.example  D  " + each(part, "%02x", " ")
		})
	}},
	{"rows of a table between backquotes", func(b []byte) string {
		return "| Offset | Bytes | Text |\n|---|---|---|\n" + rows(b, 8, func(at int, part []byte) string {
			return fmt.Sprintf("| 0x%02x | `%s` | `%s` |", at, each(part, "%02X", " "), strings.ReplaceAll(shown(part, '.'), "|",
				"."))
		})
	}},
	{"a byte a row of a table", func(b []byte) string {
		var s strings.Builder
		for i, c := range b {
			fmt.Fprintf(&s, "| %d | %02X | %d |\n", i, c, c)
		}
		return "| # | hex | dec |\n|--:|:--:|--:|\n" + s.String()
	}},
	{"rsyslog", func(b []byte) string { return "Nov 23 06:06:32 host qserv[812]: reply " + inText(b, "#%03o", "#") }},
	{"elements with the name of an array", func(b []byte) string {
		var s strings.Builder
		for i, c := range b {
			fmt.Fprintf(&s, "buf[%d] = 0x%02X\n", i, c)
		}
		return s.String()
	}},
	{"Ghidra, a byte a line", func(b []byte) string {
		return rows(b, 1, func(at int, part []byte) string {
			return fmt.Sprintf("        %08x %02x              ??         %02Xh    %s", 0x405010+at, part[0], part[0],
				shown(part, '?'))
		})
	}},
	{"Lua %q", func(b []byte) string {
		s := strings.ReplaceAll(escaped(b, `\%03d`, `"\`), `\010`, "\\\n")
		return "> return string.format('%q', data)\n\"" + s + "\""
	}},
	{"a byte a row, from a sheet", func(b []byte) string {
		var s strings.Builder
		for i, c := range b {
			fmt.Fprintf(&s, "%d\t%02X\n", i, c)
		}
		return "Byte\tHex\n" + s.String()
	}},
	{"rows in a chat of two", func(b []byte) string {
		return "[06:06] <ann> my server sends this:\n" + rows(b, 16, func(_ int, part []byte) string {
			return "[06:06] <ann> " + each(part, "%02x", " ")
		}) + "[06:07] <bob> looks like a reply\n"
	}},
	{"groups between bars", func(b []byte) string {
		return "RX | " + strings.ReplaceAll(grouped(b, 1), " ", " | ") +
			" |"
	}},
	{"numbers with bars", func(b []byte) string { return each(b, "%02X", "|") }},
}

// escapedAngle writes what is no character as vim and less do.
func escapedAngle(b []byte) string { return escaped(b, "<%02x>", "") }
