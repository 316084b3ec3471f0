package paste_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// halves writes a row with more between its halves.
func halves(part []byte, sep, mid string) string {
	if len(part) <= 8 {
		return each(part, "%02x", sep)
	}
	return each(part[:8], "%02x", sep) + mid + each(part[8:], "%02x", sep)
}

// fullwidth writes digits as wide as Chinese characters.
func fullwidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'f' {
			return r + 0xfee0
		}
		return r
	}, s)
}

// wrapAt breaks lines after n characters.
func wrapAt(s string, n int) string {
	var o []string
	for len(s) > n {
		o, s = append(o, s[:n]), s[n:]
	}
	return strings.Join(append(o, s), "\n")
}

// softwrap breaks lines between words.
func softwrap(s string, n int) string {
	var o strings.Builder
	line := 0
	for _, w := range strings.Fields(s) {
		if line > 0 && line+len(w)+1 > n {
			o.WriteString("\n")
			line = 0
		} else if line > 0 {
			o.WriteString(" ")
			line++
		}
		o.WriteString(w)
		line += len(w)
	}
	return o.String()
}

// outsideForms are how tools, languages and pages write a packet.
var outsideForms = []struct {
	name  string
	write func(b []byte) string
}{
	{"gdb MI", func(b []byte) string {
		return `^done,memory=[{begin="0x00007ffe3a10",offset="0x0000000000000000",end="0x00007ffe3a60",contents="` +
			hex.EncodeToString(b) + `"}]`
	}},
	{"lldb uint8_t[]", func(b []byte) string {
		return rows(b, 32, func(at int, part []byte) string {
			return fmt.Sprintf("0x%09x: {0x%s}", int64(0x16fdff2a0)+int64(at), each(part, "%02x", " 0x"))
		})
	}},
	{"WinDbg dB bits", func(b []byte) string {
		return rows(b, 4, func(at int, part []byte) string {
			return fmt.Sprintf("0012ff%02x  %s", at, each(part, "%08b", " "))
		})
	}},
	{"od -a", func(b []byte) string {
		return rows(b, 16, func(at int, part []byte) string {
			s := ""
			for _, c := range part {
				n := string(rune(c & 0x7f))
				if c&0x7f < 33 {
					n = strings.Fields("nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can " +
						"em sub esc fs gs rs us sp")[c&0x7f]
				} else if c&0x7f == 127 {
					n = "del"
				}
				s += fmt.Sprintf(" %3s", n)
			}
			return fmt.Sprintf("%07o%s", at, s)
		})
	}},
	{"Wireshark as MIME data", func(b []byte) string {
		return wrapAt(base64.StdEncoding.EncodeToString(b), 76)
	}},
	{"strace -e write=all", func(b []byte) string {
		return fmt.Sprintf("sendto(3, \"\\377\\377\\377\\377\"..., %d, 0, NULL, 0) = %d\n", len(b), len(b)) + rows(b, 16,
			func(at int, part []byte) string {
				return fmt.Sprintf(" | %05x  %-48s  %-16s |", at, halves(part, " ", "  "), shown(part, '.'))
			})
	}},
	{"bpftrace buf", func(b []byte) string {
		return "Attaching 1 probe...\nudp_sendmsg 203.0.113.5:27015 " + inText(b, `\x%02x`, `\`)
	}},
	{"OCaml chars", func(b []byte) string { return "[|" + each(b, "'\\x%02x'", "; ") + "|]" }},
	{"Clojure unchecked-byte", func(b []byte) string {
		return "(byte-array [(unchecked-byte 0x" + each(b, "%02x", ") (unchecked-byte 0x") + ")])"
	}},
	{"Lisp #x", func(b []byte) string { return "#(" + each(b, "#x%02x", " ") + ")" }},
	{"Lisp coerce", func(b []byte) string {
		return "(coerce '(" + each(b, "#x%02X", " ") + ") '(vector (unsigned-byte 8)))"
	}},
	{"Scheme bytevector", func(b []byte) string { return "#u8(" + each(b, "#x%02x", " ") + ")" }},
	{"C++ user literal", func(b []byte) string { return "std::array{" + each(b, "0x%02x_b", ", ") + "};" }},
	{"C++ std::byte", func(b []byte) string {
		return "std::vector<std::byte> reply{std::byte{0x" + each(b, "%02x", "}, std::byte{0x") + "}};"
	}},
	{"C++ static_cast", func(b []byte) string {
		return "char reply[] = {static_cast<char>(0x" + each(b, "%02x", "), static_cast<char>(0x") + ")};"
	}},
	{"VB6 ChrB", func(b []byte) string { return "s = Chr$(" + each(b, "%d", ") & Chr$(") + ")" }},
	{"VBA Chr hex", func(b []byte) string { return "s = Chr(&H" + each(b, "%02X", ") & Chr(&H") + ")" }},
	{"Pascal decimal chars", func(b []byte) string { return "s := #" + each(b, "%d", "#") + ";" }},
	{"COBOL several", func(b []byte) string {
		return rows(b, 16, func(_ int, p []byte) string {
			return "           05 FILLER PIC X(" + strconv.Itoa(len(p)) + ") VALUE X'" + strings.ToUpper(hex.EncodeToString(p)) +
				"'."
		})
	}},
	{"Fortran Z''", func(b []byte) string { return "data reply /Z'" + each(b, "%02X", "', Z'") + "'/" }},
	{"Verilog", func(b []byte) string { return "wire [7:0] mem = '{8'h" + each(b, "%02x", ", 8'h") + "};" }},
	{"Verilog hex string", func(b []byte) string { return fmt.Sprintf("%d'h%s", len(b)*8, hex.EncodeToString(b)) }},
	{"CBOR diag", func(b []byte) string { return "{\"payload\": h'" + hex.EncodeToString(b) + "'}" }},
	{"CBOR diag b64", func(b []byte) string { return "{\"payload\": b64'" + base64.URLEncoding.EncodeToString(b) + "'}" }},
	{"Go delve x", func(b []byte) string {
		return "(dlv) x -fmt hex -count 64 -size 1 0xc000123400\n" + rows(b, 8, func(at int, p []byte) string {
			return fmt.Sprintf("0xc0001234%02x:   %s", at, each(p, "0x%02x", "   "))
		})
	}},
	{"logcat", func(b []byte) string {
		return rows(b, 16, func(at int, p []byte) string {
			return fmt.Sprintf("11-23 06:06:32.%03d  4711  4735 D QueryNet: %-48s|%s", 100+at/16, each(p, "%02x", " "),
				shown(p, '.'))
		})
	}},
	{"Docker JSON log", func(b []byte) string {
		return `{"log":"reply: ` + each(b, "%02x", " ") + `\n","stream":"stderr","time":"2026-11-23T06:06:32.123456789Z"}`
	}},
	{"markdown table a cell a byte", func(b []byte) string {
		return "| | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n|---|---|---|---|---|---|---|---|---|\n" + rows(b, 8,
			func(at int, p []byte) string { return fmt.Sprintf("| %02x | %s |", at, each(p, "%02x", " | ")) })
	}},
	{"HTML table", func(b []byte) string {
		return "<table>\n" + rows(b, 8, func(at int, p []byte) string {
			return fmt.Sprintf("<tr><th>%04x</th><td>%s</td></tr>", at, each(p, "%02x", "</td><td>"))
		}) + "</table>"
	}},
	{"fullwidth digits", func(b []byte) string { return fullwidth(each(b, "%02x", " ")) }},
	{"soft-wrapped stream", func(b []byte) string { return wrapAt(hex.EncodeToString(b), 71) }},
	{"wrapped escapes inside", func(b []byte) string { return wrapAt(`b'`+each(b, `\x%02x`, "")+`'`, 80) }},
	{"editor line numbers", func(b []byte) string {
		return rows(b, 16, func(at int, p []byte) string { return fmt.Sprintf("%4d  %s", at/16+1, each(p, "%02x", " ")) })
	}},
	{"grep -n", func(b []byte) string {
		return rows(b, 16, func(at int, p []byte) string {
			return fmt.Sprintf("dump.txt:%d:%s", at/16+1, each(p, "%02x", " "))
		})
	}},
	{"git diff +", func(b []byte) string {
		n := (len(b) + 15) / 16
		return fmt.Sprintf("diff --git a/reply.hex b/reply.hex\nnew file mode 100644\nindex 0000000..3b18e51\n--- "+
			"/dev/null\n+++ b/reply.hex\n@@ -0,0 +1,%d @@\n", n) + rows(b, 16, func(_ int, p []byte) string {
			return "+" + each(p, "%02x", " ")
		})
	}},
	{"email > > quotes", func(b []byte) string {
		return rows(b, 16, func(at int, p []byte) string { return "> > " + each(p, "%02x", " ") }) + ">\n> Is this right?\n"
	}},
	{"RFC 0x string wrapped", func(b []byte) string {
		return "   reply = 0x" + strings.ReplaceAll(wrapAt(hex.EncodeToString(b), 56), "\n", "\n             ")
	}},
	{"serial monitor arrows", func(b []byte) string {
		return rows(b, 8, func(at int, p []byte) string { return "06:06:32.123 -> " + each(p, "0x%02X", " ") })
	}},
	{"Python hex(sep, 4)", func(b []byte) string { return ">>> data.hex(' ', -4)\n'" + grouped(b, 4) + "'" }},
	{"hexyl", func(b []byte) string {
		return "┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐\n" + rows(b, 16,
			func(at int, p []byte) string {
				h := min(8, len(p))
				dot := func(q []byte) string {
					t := ""
					for _, c := range q {
						switch {
						case c == 0:
							t += "⋄"
						case c == 10 || c == 13 || c == 9:
							t += "_"
						case c == 32:
							t += " "
						case c < 32 || c == 127:
							t += "•"
						case c > 127:
							t += "×"
						default:
							t += string(rune(c))
						}
					}
					return t + strings.Repeat(" ", 8-len(q))
				}
				return fmt.Sprintf("│%08x│ %-23s ┊ %-23s │%s┊%s│", at, each(p[:h], "%02x", " "), each(p[h:], "%02x", " "),
					dot(p[:h]), dot(p[h:]))
			}) + "└────────┴─────────────────────────┴─────────────────────────┴────────┴────────┘\n"
	}},
	{"hexyl ascii borders", func(b []byte) string {
		return "+--------+-------------------------+-------------------------+--------+--------+\n" + rows(b, 16,
			func(at int, p []byte) string {
				h := min(8, len(p))
				return fmt.Sprintf("|%08x| %-23s | %-23s |%-8s|%-8s|", at, each(p[:h], "%02x", " "), each(p[h:], "%02x", " "),
					shown(p[:h], '.'), shown(p[h:], '.'))
			}) + "+--------+-------------------------+-------------------------+--------+--------+\n"
	}},
	{"Octave columns", func(b []byte) string {
		var s strings.Builder
		s.WriteString("ans =\n\n")
		for k := 0; k < len(b); k += 12 {
			e := min(k+12, len(b))
			fmt.Fprintf(&s, " Columns %d through %d:\n\n  %s\n\n", k+1, e, each(b[k:e], "%3d", "  "))
		}
		return s.String()
	}},
	{"Intel HEX", func(b []byte) string {
		return rows(b, 16, func(at int, p []byte) string {
			s := len(p) + at>>8 + at&0xff
			for _, c := range p {
				s += int(c)
			}
			return fmt.Sprintf(":%02X%04X00%s%02X", len(p), at, strings.ToUpper(hex.EncodeToString(p)), byte(-s))
		}) + ":00000001FF\n"
	}},
	{"Hercules braces", func(b []byte) string { return each(b, "{%02X}", "") }},
	{"Zeek", func(b []byte) string {
		return "1795392860.123456\tCabc\t203.0.113.5\t27015\tudp\t" + inText(b, `\x%02x`, `\`)
	}},
	{"debug.exe", func(b []byte) string {
		return "-d 100\n" + rows(b, 16, func(at int, p []byte) string {
			d := []byte(fmt.Sprintf("%-47s", each(p, "%02X", " ")))
			if len(p) > 8 {
				d[23] = '-'
			}
			return fmt.Sprintf("0B3F:%04X  %s   %s", 0x100+at, d, shown(p, '.'))
		})
	}},
	{"asterisk", func(b []byte) string { return "hex: " + each(b, "%02x", " * ") }},
	{"dots", func(b []byte) string { return each(b, "%02x", ".") }},
	{"underscores", func(b []byte) string { return each(b, "%02x", "_") }},
	{"slashes", func(b []byte) string { return each(b, "%02x", "/") }},
	{"0x joined", func(b []byte) string { return each(b, "0x%02x", "") }},
	{"0x hex with underscores", func(b []byte) string { return "0x" + strings.ReplaceAll(grouped(b, 2), " ", "_") }},
	{"LaTeX", func(b []byte) string { return "\\texttt{" + each(b, "%02X", "~") + "}" }},
	{"LaTeX hex", func(b []byte) string { return each(b, "0x%02X", " \\ ") }},
	{"PostScript <>", func(b []byte) string { return "<" + softwrap(each(b, "%02x", " "), 64) + "> def" }},
	{"RTF", func(b []byte) string { return `{\rtf1 ` + each(b, `\'%02x`, "") + "}" }},
	{"URL u-encoded", func(b []byte) string { return each(b, "%%u%04x", "") }},
	{"PDML", func(b []byte) string {
		return `<packet><proto name="data" showname="Data" size="` + strconv.Itoa(len(b)) +
			`"><field name="data.data" size="` + strconv.Itoa(len(b)) + `" show="` + each(b, "%02x", ":") + `" value="` +
			hex.EncodeToString(b) + `"/></proto></packet>`
	}},
}

// halfRead are forms that are not read, at least with some text around them: what comes of them says so.
var halfRead = map[string]string{
	"CBOR diag b64":                "base64 between single quotes",
	"Docker JSON log":              "digits before an escaped line end",
	"HTML table":                   "rows in rows of a page that have no more than four bytes",
	"Intel HEX":                    "addresses and checksums",
	"Octave columns":               "numbers without anything between, below words of several columns",
	"PostScript <>":                "two lines in brackets",
	"RFC 0x string wrapped":        "digits indented below others",
	"URL u-encoded":                "two bytes for each",
	"Verilog hex string":           "a number before the digits",
	"WinDbg dB bits":               "binary digits behind offsets",
	"debug.exe":                    "segments before offsets",
	"hexyl":                        "a column that ends in digits",
	"markdown table a cell a byte": "an offset that is written as bytes are",
	"od -a":                        "seven bits of each byte",
	"wrapped escapes inside":       "an escape in two lines",
}

// TestOutsideForms: what more tools and languages print is read as its bytes alone, in a mail and with its request
// above it. What is not says so.
func TestOutsideForms(t *testing.T) {
	request := []byte("\xff\xff\xff\xffTSource Engine Query\x00")
	texts, unread := 0, 0
	for name, b := range fieldPackets(t) {
		for _, form := range outsideForms {
			once, asked := strings.TrimSuffix(form.write(b), "\n"), form.write(request)
			if once == "" || asked == "" {
				continue // of an even number of bytes alone
			}
			for _, text := range []string{once, "Hi all, my server sends this reply to the query and I do not know why it " +
				"fails:\n\n" + once + "\n\nAny idea? It is version 2.4 from 2026-11-23 on port 27015.\n",
				"Request:\n" + strings.TrimSuffix(asked, "\n") + "\n\nReply:\n" + once + "\n"} {
				want := [][]byte{b}
				if strings.HasPrefix(text, "Request:") {
					want = [][]byte{request, b}
				}
				texts++
				res, err := paste.Parse([]byte(text), judged())
				if err == nil && slices.EqualFunc(res.Datagrams, want, func(d paste.Datagram, b []byte) bool {
					return bytes.Equal(d.Data, b)
				}) {
					continue
				}
				unread++
				silent := err == nil && !slices.ContainsFunc(res.Notes, func(n paste.Note) bool {
					return strings.Contains(n.Text, "left out") || strings.Contains(n.Text, "may be no packet") ||
						strings.Contains(n.Text, "or the one before goes on")
				})
				if halfRead[form.name] == "" || silent {
					t.Errorf("%s, %s: %+v %v\n%.900s", form.name, name, res, err, text)
				}
			}
		}
	}
	t.Logf("%d texts, %d of them are not read", texts, unread)
}
