package main

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// each formats every byte.
func each(b []byte, format, between string) string {
	parts := make([]string, len(b))
	for i, c := range b {
		parts[i] = fmt.Sprintf(format, c)
	}
	return strings.Join(parts, between)
}

// signed writes bytes as Java does.
func signed(b []byte, between string) string {
	parts := make([]string, len(b))
	for i, c := range b {
		parts[i] = fmt.Sprint(int8(c))
	}
	return strings.Join(parts, between)
}

// lines formats every so many bytes as a line.
func lines(b []byte, width int, line func(at int, row []byte) string) string {
	s := ""
	for at := 0; at < len(b); at += width {
		s += line(at, b[at:min(at+width, len(b))]) + "\n"
	}
	return s
}

// groups writes so many bytes together, and a space between.
func groups(b []byte, size int, format string) string {
	var parts []string
	for i := 0; i < len(b); i += size {
		parts = append(parts, each(b[i:min(i+size, len(b))], format, ""))
	}
	return strings.Join(parts, " ")
}

func pairs(b []byte) string { return groups(b, 2, "%02x") }

// dots writes what is printable, and a dot for the rest.
func dots(b []byte, dot byte) string {
	s := []byte{}
	for _, c := range b {
		if c < 0x20 || c > 0x7e {
			c = dot
		}
		s = append(s, c)
	}
	return string(s)
}

func chunks(s string, size int) (all []string) {
	for len(s) > size {
		all = append(all, s[:size])
		s = s[size:]
	}
	return append(all, s)
}

func wrap(s string, width int, indent string) string {
	parts := chunks(s, width)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, "\n"+indent)
}

func b64(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// charC is a byte in a C character constant.
func charC(c byte) string {
	switch {
	case c == '\\' || c == '\'':
		return `\` + string(rune(c))
	case c >= 0x20 && c < 0x7f:
		return string(rune(c))
	case c == 0:
		return `\0`
	}
	return fmt.Sprintf(`\x%x`, c)
}

// escape writes what is printable, and the rest as one says.
func escape(b []byte, special string, other string, names map[byte]string) string {
	s := ""
	for _, c := range b {
		switch {
		case names[c] != "":
			s += names[c]
		case strings.IndexByte(special, c) >= 0:
			s += `\` + string(rune(c))
		case c < 0x20 || c > 0x7e:
			s += fmt.Sprintf(other, c)
		default:
			s += string(rune(c))
		}
	}
	return s
}

var common = map[byte]string{'\n': `\n`, '\r': `\r`, '\t': `\t`}

func redis(b []byte) string { return `"` + escape(b, `"\`, `\x%02x`, common) + `"` }
func octal(b []byte) string { return escape(b, `"'\`, `\%03o`, common) }
func zeek(b []byte) string  { return escape(b, `\`, `\x%02x`, nil) }
func clickhouse(b []byte) string {
	return escape(b, `'\`, `\x%02X`, map[byte]string{'\n': `\n`, '\r': `\r`, '\t': `\t`, 0: `\0`, '\b': `\b`, '\f': `\f`})
}

// snort writes runs of what is not printable between bars.
func snort(b []byte) string {
	s, inside := "", false
	for _, c := range b {
		plain := c > 0x20 && c < 0x7f && !strings.ContainsRune(`"|\;:`, rune(c))
		switch {
		case plain && inside:
			s += "|" + string(rune(c))
		case plain:
			s += string(rune(c))
		case inside:
			s += fmt.Sprintf(" %02X", c)
		default:
			s += fmt.Sprintf("|%02X", c)
		}
		inside = !plain
	}
	if inside {
		s += "|"
	}
	return s
}

// registry breaks lines with a backslash at 80 characters.
func registry(b []byte) string {
	s, line := "", `"Packet"=hex:`
	for i, c := range b {
		line += fmt.Sprintf("%02x", c)
		if i < len(b)-1 {
			line += ","
			if len(line) > 76 {
				s, line = s+line+"\\\r\n", "  "
			}
		}
	}
	return "Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Game]\r\n" + s + line + "\r\n"
}

// netty is ByteBufUtil.prettyHexDump.
func netty(b []byte) string {
	edge := "+--------+-------------------------------------------------+----------------+\n"
	return "         +-------------------------------------------------+\n         |  0  1  2  3  4  5  6  7  8  9  a  " +
		"b  c  d  e  f |\n" + edge + lines(b, 16, func(at int, row []byte) string {
		return fmt.Sprintf("|%08x| %-47s |%-16s|", at, each(row, "%02x", " "), dots(row, '.'))
	}) + edge
}

// chrome is what the console of its developer tools shows of a typed array.
func chrome(b []byte) string {
	return fmt.Sprintf("Uint8Array(%d) [%s, buffer: ArrayBuffer(%d), byteLength: %d, byteOffset: 0, length: %d, "+
		"Symbol(Symbol.toStringTag): 'Uint8Array']\n", len(b), each(b, "%d", ", "), len(b), len(b), len(b))
}

// deno pads numbers to columns.
func deno(b []byte) string {
	return fmt.Sprintf("Uint8Array(%d) [\n", len(b)) + strings.TrimSuffix(lines(b, 12, func(at int, row []byte) string {
		return "  " + each(row, "%3d", ", ") + ","
	}), ",\n") + "\n]\n"
}

func vscode(b []byte) string {
	return "  Offset: 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F \t\n" + lines(b, 16,
		func(at int, row []byte) string {
			return fmt.Sprintf("%08X: %-47s    %s", at, each(row, "%02X", " "), dots(row, '.'))
		})
}

// windbg is what db prints.
func windbg(b []byte) string {
	return lines(b, 16, func(at int, row []byte) string {
		s := each(row, "%02x", " ")
		if len(row) > 8 {
			s = s[:23] + "-" + s[24:]
		}
		return fmt.Sprintf("00000000`0012f%03x  %-47s  %s", 0xa40+at, s, dots(row, '.'))
	})
}
