package paste_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// signed writes bytes as languages whose bytes have a sign.
func signed(b []byte) string {
	var s []string
	for _, c := range b {
		s = append(s, fmt.Sprint(int8(c)))
	}
	return strings.Join(s, ", ")
}

type reportForm struct {
	name, text string
	want       []byte
}

// reportForms are how debuggers, tracers, loggers and languages print a packet in reports.
func reportForms(b []byte) []reportForm {
	words := func(b []byte) string {
		var s strings.Builder
		for at := 0; at+4 <= len(b); at += 16 {
			fmt.Fprintf(&s, "0x7fffffffe%03x:", at)
			for k := at; k < at+16 && k+4 <= len(b); k += 4 {
				fmt.Fprintf(&s, "\t0x%02x%02x%02x%02x", b[k+3], b[k+2], b[k+1], b[k])
			}
			s.WriteString("\n")
		}
		return s.String()
	}
	b4 := b[:len(b)/4*4]
	return []reportForm{
		{"gdb x/64xb", rows(b, 8, func(o int, p []byte) string {
			return fmt.Sprintf("0x7fffffffe4b0 <buf+%d>:\t%s", o, each(p, "0x%02x", "\t"))
		}), b},
		{"gdb x/64xb no symbol", rows(b, 8, func(o int, p []byte) string {
			return fmt.Sprintf("0x7fffffffe%03x:\t%s", o, each(p, "0x%02x", "\t"))
		}), b},
		{"gdb x/16xw", words(b), b4},
		{"ltrace", "recvfrom(3, \"" + each(b, "\\%03o", "") + fmt.Sprintf("\", 1400, 0, 0x7ffd3f20) = %d", len(b)),
			b},
		{"wireshark escaped", rows(b, 16, func(_ int, p []byte) string {
			return "\"" + each(p, "\\x%02x", "") +
				"\" \\"
		}), b},
		{"tcpdump -X -v",
			"10:15:01.123456 IP (tos 0x0, ttl 52, id 4711, offset 0, flags [none], proto UDP (17), length " +
				fmt.Sprint(28+len(b)) + ")\n    203.0.113.5.27015 > 192.0.2.7.51234: UDP, length " +
				fmt.Sprint(len(b)) + "\n" +
				string(paste.Dump(nil, paste.Tcpdump, b)), b},
		{"rust dbg", "[src/main.rs:42:5] &buf[..n] = [\n" + rows(b, 1, func(_ int,
			p []byte) string {
			return fmt.Sprintf("    %d,", p[0])
		}) + "]", b},
		{"rust {:?}", fmt.Sprintf("received %d bytes from 203.0.113.5:27015: [%s]", len(b), each(b, "%d", ", ")), b},
		{"C# BitConverter", "2026-11-23 10:15:01.123 [DBG] Query: recv 203.0.113.5:27015 " + each(b, "%02X", "-"), b},
		{"php var_dump bin2hex", fmt.Sprintf("string(%d) \"%x\"", 2*len(b), b), b},
		{"php var_dump array", fmt.Sprintf("array(%d) {\n", len(b)) + func() string {
			s := ""
			for i, c := range b {
				s += fmt.Sprintf("  [%d]=>\n  int(%d)\n", i, c)
			}
			return s
		}() + "}", b},
		{"lua %q", func() string {
			s := "\""
			for i, c := range b {
				switch {
				case c == '"' || c == '\\':
					s += "\\" + string(rune(c))
				case c == '\n':
					s += "\\\n"
				case c == '\r':
					s += "\\r"
				case c < 32 || c > 126:
					if i+1 < len(b) && b[i+1] >= '0' && b[i+1] <= '9' {
						s += fmt.Sprintf("\\%03d", c)
					} else {
						s += fmt.Sprintf("\\%d", c)
					}
				default:
					s += string(rune(c))
				}
			}
			return s + "\""
		}(), b},
		{"erlang", "=INFO REPORT==== 23-Nov-2026::10:15:01 ===\nudp <0.123.0> got <<" + each(b, "%d", ",") + ">>", b},
		{"erlang wrapped", "{udp,#Port<0.6>,{203,0,113,5},27015,\n     <<" +
			strings.TrimSuffix(strings.ReplaceAll(rows(b, 16, func(_ int, p []byte) string {
				return each(p, "%d",
					",") + ","
			}), "\n", "\n       "), ",\n       ") + ">>}", b},
		{"python traceback",
			"Traceback (most recent call last):\n  File \"/srv/q.py\", line 88, in parse\n" +
				"    raise BrokenMessage(data)\n__main__.BrokenMessage: b'" + escaped(b, `\x%02x`, `'\`) + "'", b},
		{"go %v", fmt.Sprintf("2026/11/23 10:15:01 got %v", b), b},
		{"go %q", fmt.Sprintf("2026/11/23 10:15:01 got %q from 203.0.113.5:27015", b), b},
		{"java", "10:15:01.123 DEBUG QuerySession - reply [" + signed(b) + "]", b},
		{"java alone", "[" + signed(b) + "]", b},
		{"node buffer cut", fmt.Sprintf("<Buffer %s ... %d more bytes>", each(b[:50], "%02x", " "), len(b)-50),
			b[:50]},
		{"node uint8array cut", "Uint8Array(" + fmt.Sprint(len(b)) + ") [\n" + rows(b[:60], 12, func(_ int,
			p []byte) string {
			return "  " + each(p, "%3d", ", ") + ","
		}) + fmt.Sprintf("  ... %d more items\n]",
			len(b)-60), b[:60]},
		{"qstat -d", "recv_packet: 203.0.113.5:27015\n" + rows(b, 16, func(o int, p []byte) string {
			return fmt.Sprintf("%04x  %-48s %s", o, each(p, "%02x", " "), shown(p, '.'))
		}), b},
		{"kotlin", "println: " + strings.ReplaceAll(signed(b), " ", ""), b},
		{"netsniff-ng", "< eth0 " + fmt.Sprint(len(b)) + " 1700000000s.123456789ns #1\n [ Chr " + shown(b, '.') +
			" ]\n [ Hex  " + each(b, "%.2x", " ") + " ]", b},
		{"elixir inspect", "[debug] handle_info {:udp, #Port<0.8>, {203, 0, 113, 5}, 27015, <<" + each(b, "%d",
			", ") + ">>}", b},
		{"ruby inspect", "I, [2026-11-23T10:15:01.123456 #1234]  INFO -- : reply: \"" + strings.ReplaceAll(each(b,
			"\\x%02X", ""), "\\\\", "\\") + "\"", b},
		{"windbg db", rows(b, 16, func(o int, p []byte) string {
			h := each(p, "%02x", " ")
			if len(p) > 8 {
				h = h[:23] + "-" + h[24:]
			}
			return fmt.Sprintf("000000e4`0f8ff%03x  %-47s  %s", o, h, shown(p, '.'))
		}), b},
		{"Mikrotik", "udp payload=" + each(b, "%02x", ":"), b},
		{"perl Data::HexDump", "          00 01 02 03 04 05 06 07 - 08 09 0A 0B 0C 0D 0E 0F  0123456789ABCDEF\n\n" +
			rows(b, 16, func(o int, p []byte) string {
				h := each(p, "%02X", " ")
				if len(p) > 8 {
					h = h[:23] + " - " + h[24:]
				}
				return fmt.Sprintf("%08X  %-49s  %s", o, h, shown(p, '.'))
			}), b},
		{"lldb memory read", rows(b, 16, func(o int, p []byte) string {
			return fmt.Sprintf("0x16fdff%03x: %-47s  %s", o, each(p, "%02x", " "), shown(p, '.'))
		}), b},
		{"frida hexdump", "           0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F  0123456789ABCDEF\n" + rows(b,
			16, func(o int, p []byte) string {
				return fmt.Sprintf("%08x  %-47s  %s", o, each(p, "%02x", " "), shown(p, '.'))
			}), b},
		{"nslog", "<" + strings.TrimSpace(strings.ReplaceAll(rows(b, 4, func(_ int,
			p []byte) string {
			return each(p, "%02x", "")
		}), "\n", " ")) + ">", b},
		{"socat -x", fmt.Sprintf("> 2026/11/23 10:15:01.000123456  length=%d from=0 to=%d\n %s\n--", len(b),
			len(b)-1, each(b, "%02x", " ")), b},
		{"socat -x -v", fmt.Sprintf("< 2026/11/23 10:15:01.000123456  length=%d from=0 to=%d\n", len(b), len(b)-1) +
			rows(b, 16, func(o int, p []byte) string {
				return fmt.Sprintf(" %-48s %s", each(p, "%02x", " "), shown(p, '.'))
			}) + "--", b},
		{"ngrep -x", "U 203.0.113.5:27015 -> 192.0.2.7:51234 #1\n" + rows(b, 16, func(o int,
			p []byte) string {
			h := each(p, "%02x", " ")
			if len(p) > 8 {
				h = h[:23] + "  " + h[24:]
			}
			return fmt.Sprintf("  %-50s  %s", h, shown(p, '.'))
		}), b},
		{"kdump", "  1234 query    RET   recvfrom " + fmt.Sprint(len(b)) + "\n  1234 query    GIO   fd 3 read " +
			fmt.Sprint(len(b)) + " bytes\n" + rows(b, 16, func(o int, p []byte) string {
			h := ""
			for k := 0; k < len(p); k += 2 {
				h += each(p[k:min(k+2, len(p))], "%02x", "") + " "
			}
			return fmt.Sprintf("       0x%04x %-40s |%s|", o, h, shown(p, '.'))
		}), b},
		{"strace -e read=all", "recvfrom(3, \"" + each(b[:9], "\\%03o", "") +
			fmt.Sprintf("\"..., 1400, 0, NULL, NULL) = %d\n", len(b)) + rows(b, 16, func(o int, p []byte) string {
			h := each(p, "%02x", " ")
			if len(p) > 8 {
				h = h[:23] + "  " + h[24:]
			}
			return fmt.Sprintf(" | %05x  %-48s  %-16s |", o, h, shown(p, '.'))
		}), b},
		{"spew", fmt.Sprintf("([]uint8) (len=%d cap=1400) {\n", len(b)) + rows(b, 16, func(o int, p []byte) string {
			h := each(p, "%02x", " ")
			if len(p) > 8 {
				h = h[:23] + "  " + h[24:]
			}
			return fmt.Sprintf(" %08x  %-48s  |%s|", o, h, shown(p, '.'))
		}) + "}", b},
		{"Format-Hex",
			"   Label: Byte (System.Byte) <3F5A>\n\n          Offset Bytes" +
				strings.Repeat(" ", 43) + "Ascii\n                 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n" +
				"          ------ ----------------------------------------------- -----\n" +
				rows(b, 16, func(o int, p []byte) string {
					return fmt.Sprintf("%016X %-47s %s", o, each(p, "%02X", " "), shown(p, '.'))
				}), b},
		{"node object", "{\n  from: { address: '203.0.113.5', port: 27015 },\n  data: <Buffer " + each(b, "%02x",
			" ") + ">\n}", b},
		{"dart", "I/flutter ( 4711): " + "[" + each(b, "%d", ", ") + "]", b},
		{"js hex join", "recv: " + each(b, "0x%x", ","), b},
		{"python list hex", "['" + each(b, "0x%x", "', '") + "']", b},
		{"go %x", fmt.Sprintf("2026/11/23 10:15:01 read %d bytes: %x", len(b), b), b},
		{"go % x", fmt.Sprintf("level=debug msg=\"udp read\" n=%d data=\"% x\"", len(b), b), b},
		{"zig", "info: received { " + each(b, "%d", ", ") + " }", b},
		{"nim", "@[" + each(b, "%d", ", ") + "]", b},
		{"clojure", "[" + strings.ReplaceAll(signed(b), ",", "") + "]", b},
		{"powershell", each(b, "%d", "\n"), b},
		{"wireshark as C string offset", "/* Frame (" + fmt.Sprint(len(b)) +
			" bytes) */\nstatic const unsigned char pkt1[" + fmt.Sprint(len(b)) + "] = {\n" + rows(b, 8, func(o int,
			p []byte) string {
			return each(p, "0x%02x", ", ") + ", /* " + shown(p, '.') + " */"
		}) + "};", b},
		{"x/32dw gdb signed bytes", rows(b, 8, func(o int, p []byte) string {
			s := fmt.Sprintf("0x555555559%03x:", 0xa0+o)
			for _, c := range p {
				s += fmt.Sprintf("\t%d", int8(c))
			}
			return s
		}), b},
		{"gdb p/x", "$1 = {" + each(b, "0x%x", ", ") + "}", b},
		{"truss", "recvfrom(3,\"" + each(b, "\\%03o", "") +
			fmt.Sprintf("\",1400,0,{ AF_INET 203.0.113.5:27015 },0x7fff) = %d (0x%x)", len(b), len(b)), b},
	}
}

// TestReportForms: what these print is read as the bytes of one packet.
func TestReportForms(t *testing.T) {
	for name, b := range fieldPackets(t) {
		for _, form := range reportForms(b) {
			res, err := paste.Parse([]byte(form.text), judged())
			if err != nil {
				t.Errorf("%s, %s: %v\n%.500s", form.name, name, err, form.text)
			} else if len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, form.want) {
				t.Errorf("%s, %s: as %s, %d datagrams, the first %x, %v\n%.500s", form.name, name, res.Format,
					len(res.Datagrams),
					res.Datagrams[0].Data, res.Notes, form.text)
			}
		}
	}
}
