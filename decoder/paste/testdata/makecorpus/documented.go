package main

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// writers write what programs print that cannot be run here, as the source named in
// documented.txtar describes it.
var writers = map[string]func(b []byte) string{
	// debuggers and disassemblers
	"windbg-db": windbg,
	"windbg-db-typed": func(b []byte) string {
		return "0:000> db packet L" + fmt.Sprintf("%x", len(b)) + "\n" + windbg(b) + "0:000> \n"
	},
	"visual-studio-memory": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("0x0012FA%02X  %s  %s", 0x40+at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"visual-studio-watch": func(b []byte) string {
		s := fmt.Sprintf("-\t\tdata,%d\t0x0012fa40 {...}\tunsigned char[%d]\n", len(b), len(b))
		for i, c := range b {
			s += fmt.Sprintf("\t\t[%d]\t0x%02x '%s'\tunsigned char\n", i, c, charC(c))
		}
		return s
	},
	"csharp-interactive": func(b []byte) string {
		return fmt.Sprintf("> data\nbyte[%d] { %s }\n", len(b), each(b, "%d", ", "))
	},
	"intellij-watch": func(b []byte) string {
		return fmt.Sprintf("data = {byte[%d]@812} [%s]\n", len(b), signed(b, ", "))
	},
	"ida-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			s := each(row, "%02X", " ")
			if len(row) > 8 {
				s = s[:23] + " " + s[23:]
			}
			return fmt.Sprintf("%08X  %-48s  %s", 0x404060+at, s, dots(row, '.'))
		})
	},
	"ida-listing": func(b []byte) string {
		s := ""
		for i, c := range b {
			name, comment := "", ""
			if i == 0 {
				name = "packet"
			}
			if c > 0x20 && c < 0x7f {
				comment = " ; " + string(rune(c))
			}
			number := fmt.Sprintf("%Xh", c)
			if number[0] > '9' {
				number = "0" + number
			}
			if c < 10 {
				number = fmt.Sprint(c)
			}
			s += fmt.Sprintf(".data:%08X %-15s db %4s%s\n", 0x404060+i, name, number, comment)
		}
		return s
	},
	"ghidra-bytes":       func(b []byte) string { return each(b, "%02x", " ") + "\n" },
	"ghidra-bytes-dense": func(b []byte) string { return each(b, "%02x", "") + "\n" },
	"ghidra-python":      func(b []byte) string { return "b'" + each(b, `\x%02x`, "") + "'\n" },
	"ghidra-python-list": func(b []byte) string { return "[ " + each(b, "0x%02x", ", ") + " ]\n" },
	"ghidra-c":           func(b []byte) string { return "{ " + each(b, "0x%02x", ", ") + " }\n" },
	"x64dbg-dump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%016X  %-47s  %s", 0x12fa40+at, each(row, "%02X", " "), dots(row, '.'))
		})
	},
	"radare2-px": func(b []byte) string {
		return "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n" + lines(b, 16,
			func(at int, row []byte) string {
				return fmt.Sprintf("0x%08x  %-39s  %s", 0x404060+at, pairs(row), dots(row, '.'))
			})
	},
	"radare2-pc": func(b []byte) string {
		return fmt.Sprintf("#define _BUFFER_SIZE %d\nconst uint8_t buffer[_BUFFER_SIZE] = {\n", len(b)) +
			wrap(each(b, "0x%02x", ", "), 12*6, "  ") + "\n};\n"
	},
	"radare2-pcp": func(b []byte) string {
		return fmt.Sprintf("import struct\nbuf = struct.pack (\"%dB\", *[\n%s])\n", len(b),
			wrap(each(b, "0x%02x", ","), 20*5, ""))
	},
	"radare2-pcj": func(b []byte) string { return "[" + each(b, "%d", ",") + "]\n" },
	"radare2-p8":  func(b []byte) string { return each(b, "%02x", "") + "\n" },
	"gef-hexdump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("0x%016x     %-47s    %s", 0x404060+at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"pwndbg-hexdump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			bytes, chars := "", ""
			for i := 0; i < len(row); i += 4 {
				part := row[i:min(i+4, len(row))]
				bytes += fmt.Sprintf("%-12s ", each(part, "%02x", " "))
				chars += dots(part, '.') + "│"
			}
			return fmt.Sprintf("+%04x 0x%x  %-52s│%s", at, 0x404060+at, bytes, chars)
		})
	},
	// editors
	"hxd-text": func(b []byte) string {
		return "Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n" + lines(b, 16,
			func(at int, row []byte) string {
				return fmt.Sprintf("%08X  %-47s  %s", at, each(row, "%02X", " "), dots(row, '.'))
			})
	},
	"hxd-pascal": func(b []byte) string {
		return fmt.Sprintf("rawData: array[0..%d] of Byte = (\n\t%s\n);\n", len(b)-1,
			strings.ReplaceAll(wrap(each(b, "$%02X", ", "), 12*5, ""), "\n", "\n\t"))
	},
	"hxd-java": func(b []byte) string {
		return "byte rawData[] =\n{\n\t" + strings.ReplaceAll(wrap(each(b, "(byte)0x%02X", ", "), 8*12, ""), "\n", "\n\t") +
			"\n};\n"
	},
	"hxd-vb": func(b []byte) string {
		return "Dim rawData() As Byte = New Byte() { _\n\t" + strings.ReplaceAll(wrap(each(b, "&H%02X", ", "), 12*6, ""),
			"\n", " _\n\t") + " _\n}\n"
	},
	"imhex-text": func(b []byte) string {
		return "Hex View  00 01 02 03 04 05 06 07  08 09 0A 0B 0C 0D 0E 0F\n\n" + lines(b, 16,
			func(at int, row []byte) string {
				s := each(row, "%02X", " ")
				if len(row) > 8 {
					s = s[:23] + " " + s[23:]
				}
				return fmt.Sprintf("%08X  %-48s  %s", at, s, dots(row, '.'))
			})
	},
	"imhex-c": func(b []byte) string {
		return fmt.Sprintf("const uint8_t data[%d] = {", len(b)) + each(b, " 0x%02X", ",") + " };\n"
	},
	"imhex-rust": func(b []byte) string {
		return fmt.Sprintf("let data: [u8; 0x%02X] = [ ", len(b)) + each(b, "0x%02X", ", ") + " ];\n"
	},
	"010-c": func(b []byte) string {
		return fmt.Sprintf("unsigned char hexData[%d] = {\n    %s\n};\n", len(b),
			strings.ReplaceAll(wrap(each(b, "0x%02X", ", "), 16*6, ""), "\n", "\n    "))
	},
	"hex-fiend":       func(b []byte) string { return groups(b, 4, "%02X") + "\n" },
	"hex-workshop":    func(b []byte) string { return pairs(b) + "\n" },
	"vscode-hex-dump": func(b []byte) string { return vscode(b) },
	// consoles and kernels of devices
	"uboot-md": func(b []byte) string {
		return "=> md.b 82000000 " + fmt.Sprintf("%x", len(b)) + "\n" + lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x: %-47s    %s", 0x82000000+at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"linux-print-hex-dump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("[  123.45%04d] packet: %08x: %-47s  %s", 6700+at, at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"linux-ph": func(b []byte) string {
		return "[  123.456789] query: received " + each(b, "%02x", " ") + "\n"
	},
	"esp-idf-hexdump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			s := each(row, "%02x", " ")
			if len(row) > 8 {
				s = s[:23] + " " + s[23:]
			}
			return fmt.Sprintf("I (954) query: 0x%08x   %-48s  |%s|", 0x3ffb4280+at, s, dots(row, '.'))
		})
	},
	"esp-idf-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string { return "I (954) query: " + each(row, "%02x", " ") + " " })
	},
	"arduino-esp32-log-buf": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("/* 0x%04X */ %s, // %s", at, each(row, "0x%02x", ", "), dots(row, '.'))
		})
	},
	"arduino-print-hex": func(b []byte) string { return each(b, "%X", " ") + " \n" },
	"zephyr-hexdump": func(b []byte) string {
		pad := strings.Repeat(" ", 38)
		return "[00:00:00.123,000] <inf> query: packet\n" + lines(b, 16, func(at int, row []byte) string {
			s, c := each(row, "%02x", " "), dots(row, '.')
			if len(row) > 8 {
				s, c = s[:23]+"  "+s[24:], c[:8]+" "+c[8:]
			}
			return fmt.Sprintf("%s%-49s|%-17s", pad, s, c)
		})
	},
	"cisco-dump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08X: %-36s  %s", 0x0F1A2B40+at, groups(row, 4, "%02X"), dots(row, '.'))
		})
	},
	"android-logcat": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("11-23 05:52:10.123  1234  1250 D Query   : 0x%08x %-47s %s", at, each(row, "%02X", " "),
				dots(row, '.'))
		})
	},
	"android-logcat-hex": func(b []byte) string {
		return "11-23 05:52:10.123  1234  1250 D Query   : onReceive: " + each(b, "%02X", "") + "\n"
	},
	// languages
	"swift-nsdata": func(b []byte) string {
		return fmt.Sprintf("{length = %d, bytes = 0x%s}\n", len(b), strings.TrimSpace(groups(b, 4, "%02x")))
	},
	"objc-nsdata": func(b []byte) string { return "<" + strings.TrimSpace(groups(b, 4, "%02x")) + ">\n" },
	"swift-dump": func(b []byte) string {
		s := fmt.Sprintf("▿ %d bytes\n  - count: %d\n  ▿ pointer: 0x000000016fdff2a8\n    - pointerValue: 6171914920\n  ▿ "+
			"bytes: %d elements\n", len(b), len(b), len(b))
		for _, c := range b {
			s += fmt.Sprintf("    - %d\n", c)
		}
		return s
	},
	"kotlin-content-to-string": func(b []byte) string { return "[" + signed(b, ", ") + "]\n" },
	"kotlin-byte-array-of":     func(b []byte) string { return "byteArrayOf(" + signed(b, ", ") + ")\n" },
	"kotlin-ubyte-array-of":    func(b []byte) string { return "ubyteArrayOf(" + each(b, "0x%02Xu", ", ") + ")\n" },
	"scala-array": func(b []byte) string {
		return "val res0: Array[Byte] = Array(" + signed(b, ", ") + ")\n"
	},
	"fsharp":     func(b []byte) string { return "val it: byte array = [|" + each(b, "%duy", "; ") + "|]\n" },
	"julia-show": func(b []byte) string { return "UInt8[" + each(b, "0x%02x", ", ") + "]\n" },
	"julia-display": func(b []byte) string {
		return fmt.Sprintf("%d-element Vector{UInt8}:\n", len(b)) + each(b, " 0x%02x", "\n") + "\n"
	},
	"nim-echo": func(b []byte) string { return "@[" + each(b, "%d", ", ") + "]\n" },
	"nim-literal": func(b []byte) string {
		return "@[0x" + hex.EncodeToString(b[:1]) + "'u8, " + each(b[1:], "0x%02x", ", ") + "]\n"
	},
	"zig-any":          func(b []byte) string { return "{ " + each(b, "%d", ", ") + " }\n" },
	"crystal":          func(b []byte) string { return "Bytes[" + each(b, "%d", ", ") + "]\n" },
	"dart-print":       func(b []byte) string { return "I/flutter ( 1234): [" + each(b, "%d", ", ") + "]\n" },
	"smalltalk":        func(b []byte) string { return "#[" + each(b, "%d", " ") + "]\n" },
	"mathematica":      func(b []byte) string { return "Out[1]= {" + each(b, "%d", ", ") + "}\n" },
	"scodec":           func(b []byte) string { return fmt.Sprintf("ByteVector(%d bytes, 0x%x)\n", len(b), b) },
	"okio":             func(b []byte) string { return fmt.Sprintf("[hex=%x]\n", b) },
	"netty-bytebuf":    netty,
	"chrome-console":   chrome,
	"deno-uint8array":  func(b []byte) string { return deno(b) },
	"powershell-array": func(b []byte) string { return "[byte[]]$packet = " + each(b, "0x%02X", ",") + "\n" },
	"powershell-5": func(b []byte) string {
		head := "           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n"
		return "\n\n           Path: C:\\packet.bin\n\n" + head + lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08X   %-47s  %s", at, each(row, "%02X", " "), dots(row, '.'))
		})
	},
	"powershell-7": func(b []byte) string {
		head := "          Offset Bytes                                           Ascii\n                 00 01 02 03 04 " +
			"05 06 07 08 09 0A 0B 0C 0D 0E 0F\n          ------ ----------------------------------------------- -----\n"
		return "\n   Label: C:\\packet.bin\n\n" + head + lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%016X %-47s %s", at, each(row, "%02X", " "), dots(row, ' '))
		})
	},
	"autoit":       func(b []byte) string { return fmt.Sprintf("0x%X\n", b) },
	"matlab":       func(b []byte) string { return "data = [" + each(b, "%d", " ") + "];\n" },
	"vhdl":         func(b []byte) string { return each(b, `x"%02X"`, ", ") + "\n" },
	"verilog":      func(b []byte) string { return "{" + each(b, "8'h%02x", ", ") + "}\n" },
	"arm-dcb":      func(b []byte) string { return "packet  DCB " + each(b, "0x%02x", ",") + "\n" },
	"masm-db":      func(b []byte) string { return "packet db " + each(b, "0%02Xh", ", ") + "\n" },
	"postscript":   func(b []byte) string { return "<" + each(b, "%02X", "") + ">\n" },
	"groovy-bytes": func(b []byte) string { return "[" + signed(b, ", ") + "] as byte[]\n" },
	"perl-chr":     func(b []byte) string { return each(b, "chr(%d)", " . ") + "\n" },
	"vba-chr":      func(b []byte) string { return each(b, "Chr(%d)", " & ") + "\n" },
	"abap":         func(b []byte) string { return fmt.Sprintf("DATA(packet) = CONV xstring( '%X' ).\n", b) },
	// data
	"mongodb-shell":   func(b []byte) string { return "{ _id: 1, data: Binary.createFromBase64('" + b64(b) + "', 0) }\n" },
	"mongodb-bindata": func(b []byte) string { return `{ "_id" : 1, "data" : BinData(0,"` + b64(b) + "\") }\n" },
	"mongodb-extended": func(b []byte) string {
		return `{"_id":1,"data":{"$binary":{"base64":"` + b64(b) + "\",\"subType\":\"00\"}}}\n"
	},
	"dynamodb":  func(b []byte) string { return `{"id": {"N": "1"}, "data": {"B": "` + b64(b) + "\"}}\n" },
	"redis-cli": func(b []byte) string { return "127.0.0.1:6379> GET packet\n" + redis(b) + "\n" },
	"cqlsh": func(b []byte) string {
		return " id | data\n----+-" + strings.Repeat("-", 2*len(b)+2) + "\n  1 | " + fmt.Sprintf("0x%x", b) + "\n\n(1 rows)\n"
	},
	"mssql": func(b []byte) string {
		return fmt.Sprintf("INSERT [dbo].[Packets] ([Id], [Data]) VALUES (1, 0x%X)\n", b)
	},
	"oracle":         func(b []byte) string { return fmt.Sprintf("insert into packets values (1, hextoraw('%X'));\n", b) },
	"clickhouse-tsv": func(b []byte) string { return clickhouse(b) + "\n" },
	"bigquery":       func(b []byte) string { return `b"` + each(b, `\x%02x`, "") + "\"\n" },
	"registry":       registry,
	"plist": func(b []byte) string {
		return "<dict>\n\t<key>packet</key>\n\t<data>\n\t" + b64(b) + "\n\t</data>\n</dict>\n"
	},
	"yaml-binary": func(b []byte) string { return "packet: !!binary |\n  " + wrap(b64(b), 76, "  ") + "\n" },
	"ldif":        func(b []byte) string { return "dn: cn=packet\ndata:: " + b64(b) + "\n" },
	"data-url":    func(b []byte) string { return "data:application/octet-stream;base64," + b64(b) + "\n" },
	"har": func(b []byte) string {
		return "{\"content\": {\"size\": " + fmt.Sprint(len(b)) +
			", \"mimeType\": \"application/octet-stream\", \"text\": \"" + b64(b) + "\", \"encoding\": \"base64\"}}\n"
	},
	"mime": func(b []byte) string {
		return "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n" + wrap(b64(b), 76, "") + "\n"
	},
	"pem": func(b []byte) string {
		return "-----BEGIN PACKET-----\n" + wrap(b64(b), 64, "") + "\n-----END PACKET-----\n"
	},
	"protobuf-text": func(b []byte) string { return "packet {\n  port: 7778\n  payload: \"" + octal(b) + "\"\n}\n" },
	"dns-txt":       func(b []byte) string { return `packet. 3600 IN TXT "` + each(b, `\%03d`, "") + "\"\n" },
	// network
	"suricata-eve": func(b []byte) string {
		return `{"timestamp":"2026-11-23T05:52:10.123456+0000","flow_id":1234567890123456,"event_type":"alert","src_ip":"192.0.2.1","src_port":7778,"dest_ip":"192.0.2.2","dest_port":5000,"proto":"UDP","alert":{"action":"allowed","gid":1,"signature_id":1000001,"rev":1,"signature":"game query","category":"","severity":3},"payload":"` + b64(b) + `","payload_printable":"` + strings.ReplaceAll(strings.ReplaceAll(dots(b, '.'), `\`, `\\`), `"`, `\"`) + "\",\"stream\":0}\n"
	},
	"suricata-content": func(b []byte) string {
		return `alert udp any any -> any 7778 (msg:"game query"; content:"|` + each(b, "%02X", " ") +
			"|\"; sid:1000001; rev:1;)\n"
	},
	"snort-content": func(b []byte) string { return `content:"` + snort(b) + "\";\n" },
	"snort-dump": func(b []byte) string {
		return "11/23-05:52:10.123456 192.0.2.1:7778 -> 192.0.2.2:5000\nUDP TTL:64 TOS:0x0 ID:4661 IpLen:20 DgmLen:" +
			fmt.Sprint(28+len(b)) + "\nLen: " + fmt.Sprint(len(b)) + "\n" + lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%-48s %s", each(row, "%02X", " "), dots(row, '.'))
		}) + "\n=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+\n"
	},
	"fortigate-sniffer": func(b []byte) string {
		return "2.345678 192.0.2.1.7778 -> 192.0.2.2.5000: udp " + fmt.Sprint(len(b)-42) + "\n" + lines(b, 16,
			func(at int, row []byte) string {
				return fmt.Sprintf("0x%04x \t %-39s\t%s", at, pairs(row), dots(row, '.'))
			}) + "\n"
	},
	"zeek-print":   func(b []byte) string { return zeek(b) + "\n" },
	"nmap-payload": func(b []byte) string { return "udp 7778\n  \"" + each(b, `\x%02x`, "") + "\"\n" },
	"nmap-probe": func(b []byte) string {
		return "Probe UDP GameQuery q|" + each(b, `\x%02x`, "") + "|\nrarity 9\nports 7778\n"
	},
	"zmap-probe": func(b []byte) string { return fmt.Sprintf("zmap -M udp -p 7778 --probe-args=hex:%x\n", b) },
	"metasploit-ruby": func(b []byte) string {
		return "buf = \"\" +\n\"" + strings.Join(chunks(each(b, `\x%02x`, ""), 56), "\" +\n\"") + "\"\n"
	},
	"metasploit-c": func(b []byte) string {
		return "unsigned char buf[] = \n\"" + strings.Join(chunks(each(b, `\x%02x`, ""), 56), "\"\n\"") + "\";\n"
	},
	"metasploit-python": func(b []byte) string {
		s := "buf =  b\"\"\n"
		for _, c := range chunks(each(b, `\x%02x`, ""), 52) {
			s += "buf += b\"" + c + "\"\n"
		}
		return s
	},
	"packet-sender-hex": func(b []byte) string { return each(b, "%02X", " ") + " \n" },
	"wireshark-hex-dump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%04x   %-47s   %s", at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"wireshark-escaped": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string { return `"` + each(row, `\x%02x`, "") + `" \` })
	},
	"wireshark-stream": func(b []byte) string { return each(b, "%02x", "") + "\n" },
	"wireshark-c-array": func(b []byte) string {
		return fmt.Sprintf("/* Frame (%d bytes) */\nstatic const unsigned char pkt1[%d] = {\n", len(b), len(b)) + lines(b, 8,
			func(at int, row []byte) string {
				comma := ","
				if at+8 >= len(b) {
					comma = " "
				}
				return fmt.Sprintf("%s%s /* %s */", each(row, "0x%02x", ", "), comma,
					strings.NewReplacer("*", ".", "/", ".").Replace(dots(row, '.')))
			}) + "};\n"
	},
	"wireshark-filter": func(b []byte) string { return "udp.payload == " + each(b, "%02x", ":") + "\n" },
	"wireshark-value": func(b []byte) string {
		return "Data (" + fmt.Sprint(len(b)) + " bytes)\n    Data: " + each(b, "%02x", "") + "\n    [Length: " +
			fmt.Sprint(len(b)) + "]\n"
	},
	"wireshark-follow-c": func(b []byte) string {
		return "char peer0_0[] = { /* Packet 1 */\n" + strings.TrimSuffix(
			lines(b, 8, func(at int, row []byte) string { return each(row, "0x%02x", ", ") + "," }), ",\n") + " };\n"
	},
	"pyshark-layer": func(b []byte) string {
		return "Layer DATA\n:\tData: " + each(b, "%02x", ":") + "\n\tLength: " + fmt.Sprint(len(b)) + "\n"
	},
	"smartsniff": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08X  %-23s   %-23s   %-8s %s", at, each(row[:min(8, len(row))], "%02X", " "),
				each(row[min(8, len(row)):], "%02X", " "), dots(row[:min(8, len(row))], '.'), dots(row[min(8, len(row)):], '.'))
		})
	},
	"chrome-websocket": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x: %-39s  %s", at, pairs(row), dots(row, '.'))
		})
	},
	"charles-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x  %-47s   %s", at, each(row, "%02x", " "), dots(row, ' '))
		})
	},
	"fiddler-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%-48s %s", each(row, "%02X", " "), dots(row, '.'))
		})
	},
	"burp-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%x\t%s\t%s", at, each(row, "%02x", "\t"), dots(row, '.'))
		})
	},
	"arkime-hex": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x: %-40s %s", at, pairs(row), dots(row, '.'))
		})
	},
	"kaitai-webide": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x | %-47s | %s", at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"cyberchef-hexdump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x  %-48s |%-16s|", at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
	"cyberchef-hex":         func(b []byte) string { return each(b, "%02x", " ") + "\n" },
	"cyberchef-hex-percent": func(b []byte) string { return each(b, "%%%02x", "") + "\n" },
	"cyberchef-hex-comma":   func(b []byte) string { return each(b, "%02x", ",") + "\n" },
	"cyberchef-hex-semi":    func(b []byte) string { return each(b, "%02x", ";") + "\n" },
	"cyberchef-hex-colon":   func(b []byte) string { return each(b, "%02x", ":") + "\n" },
	"cyberchef-hex-lines":   func(b []byte) string { return each(b, "%02x", "\n") + "\n" },
	"cyberchef-hex-0x":      func(b []byte) string { return each(b, "0x%02x", "") + "\n" },
	"cyberchef-hex-0xcomma": func(b []byte) string { return each(b, "0x%02x", ",") + "\n" },
	"cyberchef-hex-slashx":  func(b []byte) string { return each(b, `\x%02x`, "") + "\n" },
	"cyberchef-decimal":     func(b []byte) string { return each(b, "%d", " ") + "\n" },
	"cyberchef-decimal-csv": func(b []byte) string { return each(b, "%d", ",") + "\n" },
	"cyberchef-octal":       func(b []byte) string { return each(b, "%o", " ") + "\n" },
	"cyberchef-binary":      func(b []byte) string { return each(b, "%08b", " ") + "\n" },
	"cyberchef-charcode":    func(b []byte) string { return each(b, "%02x", " ") + "\n" },
	"cyberchef-url-all":     func(b []byte) string { return each(b, "%%%02X", "") + "\n" },
	"ffmpeg-hex-dump": func(b []byte) string {
		return lines(b, 16, func(at int, row []byte) string {
			return fmt.Sprintf("%08x %-48s %s", at, each(row, "%02x", " "), dots(row, '.'))
		})
	},
}
