package hexdump

import "strconv"

// Dump appends b to dst, written in format f; formats that cannot be written (see Format.Writable) come out as plain hex.
// What it writes, Parse reads as the same bytes. The dumps are those of the real programs, byte for byte; xxd -i calls
// the array "packet".
func Dump(dst []byte, f Format, b []byte) []byte {
	if !f.Writable() {
		f = PlainHex
	}
	return formats[f].write(dst, f, b)
}

const lowerDigits = "0123456789abcdef"

func hex2(dst []byte, b byte) []byte { return append(dst, lowerDigits[b>>4], lowerDigits[b&15]) }

// padded appends v in base with at least width digits, filled with fill.
func padded(dst []byte, v uint64, base, width int, fill byte) []byte {
	var buf [24]byte
	s := strconv.AppendUint(buf[:0], v, base)
	for n := len(s); n < width; n++ {
		dst = append(dst, fill)
	}
	return append(dst, s...)
}

func dot(b byte) byte {
	if b < 0x20 || b > 0x7e {
		return '.'
	}
	return b
}

// rows calls row for every n bytes.
func rows(b []byte, n int, row func(offset int, part []byte)) {
	for at := 0; at < len(b); at += n {
		row(at, b[at:min(at+n, len(b))])
	}
}

func writeRaw(dst []byte, _ Format, b []byte) []byte { return append(dst, b...) }

func writePlain(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(_ int, part []byte) {
		for i, c := range part {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = hex2(dst, c)
		}
		dst = append(dst, '\n')
	})
	return dst
}

func writeXXDPlain(dst []byte, _ Format, b []byte) []byte {
	rows(b, 30, func(_ int, part []byte) {
		for _, c := range part {
			dst = hex2(dst, c)
		}
		dst = append(dst, '\n')
	})
	return dst
}

func writeXXD(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(offset int, part []byte) {
		dst = append(padded(dst, uint64(offset), 16, 8, '0'), ':')
		for i := 0; i < 16; i++ {
			if i%2 == 0 {
				dst = append(dst, ' ')
			}
			if i < len(part) {
				dst = hex2(dst, part[i])
			} else {
				dst = append(dst, ' ', ' ')
			}
		}
		dst = xxdText(dst, part)
	})
	return dst
}

func xxdText(dst, part []byte) []byte {
	dst = append(dst, ' ', ' ')
	for _, c := range part {
		dst = append(dst, dot(c))
	}
	return append(dst, '\n')
}

func writeXXDLittle(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(offset int, part []byte) {
		dst = append(padded(dst, uint64(offset), 16, 8, '0'), ':')
		for i := 0; i < 16; i += 4 {
			dst = append(dst, ' ')
			for k := i + 3; k >= i; k-- {
				if k < len(part) {
					dst = hex2(dst, part[k])
				} else {
					dst = append(dst, ' ', ' ')
				}
			}
		}
		dst = xxdText(dst, part)
	})
	return dst
}

func writeXXDBits(dst []byte, _ Format, b []byte) []byte {
	rows(b, 6, func(offset int, part []byte) {
		dst = append(padded(dst, uint64(offset), 16, 8, '0'), ':')
		for i := 0; i < 6; i++ {
			dst = append(dst, ' ')
			for k := 7; k >= 0; k-- {
				c := byte(' ')
				if i < len(part) {
					c = '0' + part[i]>>uint(k)&1
				}
				dst = append(dst, c)
			}
		}
		dst = xxdText(dst, part)
	})
	return dst
}

// starred leaves out rows that are equal to the one before, as hexdump and od do.
func starred(b []byte, n int, row func(offset int, part []byte), star func()) {
	var prev []byte
	said := false
	rows(b, n, func(offset int, part []byte) {
		if len(prev) == n && string(prev) == string(part) {
			if !said {
				star()
			}
			said = true
			return
		}
		said = false
		prev = part
		row(offset, part)
	})
}

func writeCanonical(dst []byte, _ Format, b []byte) []byte {
	starred(b, 16, func(offset int, part []byte) {
		dst = padded(dst, uint64(offset), 16, 8, '0')
		for i := 0; i < 16; i++ {
			if i%8 == 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, ' ')
			if i < len(part) {
				dst = hex2(dst, part[i])
			} else {
				dst = append(dst, ' ', ' ')
			}
		}
		dst = append(dst, ' ', ' ', '|')
		for _, c := range part {
			dst = append(dst, dot(c))
		}
		dst = append(dst, '|', '\n')
	}, func() { dst = append(dst, '*', '\n') })
	return append(padded(dst, uint64(len(b)), 16, 8, '0'), '\n')
}

func writeWords(dst []byte, f Format, b []byte) []byte {
	k := wordKindOf(f)
	hexdump := k.offBase == 16
	starred(b, 16, func(offset int, part []byte) {
		dst = padded(dst, uint64(offset), k.offBase, k.offDigits, '0')
		for i := 0; i < 16; i += k.size {
			if i >= len(part) {
				if hexdump { // it fills the line with blanks
					for n := 0; n < k.cell; n++ {
						dst = append(dst, ' ')
					}
				}
				continue
			}
			v := uint64(0)
			for n := 0; n < k.size && i+n < len(part); n++ {
				v |= uint64(part[i+n]) << (8 * uint(n))
			}
			for n := k.digits; n < k.cell && k.digits > 0; n++ {
				dst = append(dst, ' ')
			}
			if k.digits == 0 {
				dst = padded(dst, v, k.base, k.cell, ' ')
			} else {
				dst = padded(dst, v, k.base, k.digits, '0')
			}
		}
		dst = append(dst, '\n')
	}, func() { dst = append(dst, '*', '\n') })
	return append(padded(dst, uint64(len(b)), k.offBase, k.offDigits, '0'), '\n')
}

func writeChars(dst []byte, f Format, b []byte) []byte {
	base := 8
	if f == HexdumpChars {
		base = 16
	}
	starred(b, 16, func(offset int, part []byte) {
		dst = padded(dst, uint64(offset), base, 7, '0')
		for _, c := range part {
			const named = "\x00\a\b\t\n\v\f\r"
			at := -1
			for i := 0; i < len(named); i++ {
				if named[i] == c {
					at = i
				}
			}
			switch {
			case at >= 0:
				dst = append(dst, ' ', ' ', '\\', "0abtnvfr"[at])
			case c >= 0x20 && c < 0x7f:
				dst = append(dst, ' ', ' ', ' ', c)
			default:
				dst = padded(append(dst, ' '), uint64(c), 8, 3, '0')
			}
		}
		for n := len(part); n < 16 && f == HexdumpChars; n++ {
			dst = append(dst, ' ', ' ', ' ', ' ')
		}
		dst = append(dst, '\n')
	}, func() { dst = append(dst, '*', '\n') })
	return append(padded(dst, uint64(len(b)), base, 7, '0'), '\n')
}

func writeTcpdump(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(offset int, part []byte) {
		dst = append(padded(append(dst, "\t0x"...), uint64(offset), 16, 4, '0'), ':', ' ')
		for i := 0; i < 16; i++ {
			if i%2 == 0 {
				dst = append(dst, ' ')
			}
			if i < len(part) {
				dst = hex2(dst, part[i])
			} else {
				dst = append(dst, ' ', ' ')
			}
		}
		dst = append(dst, ' ', ' ')
		for _, c := range part {
			if c == ' ' {
				c = '.'
			}
			dst = append(dst, dot(c))
		}
		dst = append(dst, '\n')
	})
	return dst
}

func writeWireshark(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(offset int, part []byte) {
		dst = append(padded(dst, uint64(offset), 16, 4, '0'), ' ')
		for i := 0; i < 16; i++ {
			dst = append(dst, ' ')
			if i < len(part) {
				dst = hex2(dst, part[i])
			} else {
				dst = append(dst, ' ', ' ')
			}
		}
		dst = append(dst, ' ', ' ', ' ')
		for _, c := range part {
			dst = append(dst, dot(c))
		}
		dst = append(dst, '\n')
	})
	return dst
}

// list writes 0x80, 0x00, ... with a line of n numbers each indented by pad.
func list(dst []byte, b []byte, n int, pad string, lastComma bool) []byte {
	rows(b, n, func(offset int, part []byte) {
		dst = append(dst, pad...)
		for i, c := range part {
			dst = hex2(append(dst, '0', 'x'), c)
			last := offset+i == len(b)-1
			if !last || lastComma {
				dst = append(dst, ',')
			}
			if i < len(part)-1 {
				dst = append(dst, ' ')
			}
		}
		dst = append(dst, '\n')
	})
	return dst
}

func writeXXDInclude(dst []byte, _ Format, b []byte) []byte {
	dst = append(dst, "unsigned char packet[] = {\n"...)
	dst = list(dst, b, 12, "  ", false)
	dst = append(dst, "};\nunsigned int packet_len = "...)
	dst = strconv.AppendInt(dst, int64(len(b)), 10)
	return append(dst, ';', '\n')
}

func writeCArray(dst []byte, _ Format, b []byte) []byte {
	dst = append(dst, "static const unsigned char packet["...)
	dst = strconv.AppendInt(dst, int64(len(b)), 10)
	dst = append(dst, "] = {\n"...)
	return append(list(dst, b, 12, "    ", false), '}', ';', '\n')
}

func writeGo(dst []byte, _ Format, b []byte) []byte {
	return append(list(append(dst, "packet := []byte{\n"...), b, 12, "\t", true), '}', '\n')
}

func writeRust(dst []byte, _ Format, b []byte) []byte {
	dst = append(dst, "let packet: [u8; "...)
	dst = strconv.AppendInt(dst, int64(len(b)), 10)
	return append(list(append(dst, "] = [\n"...), b, 12, "    ", true), ']', ';', '\n')
}

func writeJavaScript(dst []byte, _ Format, b []byte) []byte {
	return append(list(append(dst, "const packet = new Uint8Array([\n"...), b, 12, "  ", true), ']', ')', ';', '\n')
}

func writeNumbers(dst []byte, _ Format, b []byte) []byte {
	dst = append(dst, '[')
	for i, c := range b {
		if i > 0 {
			dst = append(dst, ',', ' ')
		}
		dst = strconv.AppendInt(dst, int64(c), 10)
	}
	return append(dst, ']', '\n')
}

// escapes writes b for between double quotes: printable as it is, \x80 for the rest.
func escapes(dst []byte, b []byte) []byte {
	for _, c := range b {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '$' || c < 0x20 || c > 0x7e:
			dst = hex2(append(dst, '\\', 'x'), c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func writeEscapedString(dst []byte, _ Format, b []byte) []byte {
	rows(b, 16, func(offset int, part []byte) {
		dst = append(dst, '"')
		for _, c := range part { // every byte escaped: in C a digit after \x80 would belong to it
			dst = hex2(append(dst, '\\', 'x'), c)
		}
		dst = append(dst, '"')
		if offset+16 < len(b) {
			dst = append(dst, ' ', '\\')
		}
		dst = append(dst, '\n')
	})
	return dst
}

func writePython(dst []byte, _ Format, b []byte) []byte {
	return append(escapes(append(dst, "packet = b\""...), b), '"', '\n')
}

func writePHP(dst []byte, _ Format, b []byte) []byte {
	dst = append(dst, "$packet = pack('H*', '"...)
	for _, c := range b {
		dst = hex2(dst, c)
	}
	return append(dst, "');\n"...)
}

func writeEscapedText(dst []byte, _ Format, b []byte) []byte {
	for i, c := range b {
		switch {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c < 0x20 || c > 0x7e || c == ' ' && (i == 0 || i == len(b)-1):
			dst = hex2(append(dst, '\\', 'x'), c)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '\n')
}

func writeBase64(dst []byte, _ Format, b []byte) []byte {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	rows(b, 3, func(_ int, part []byte) {
		var v [3]byte
		n := copy(v[:], part)
		out := [4]byte{digits[v[0]>>2], digits[v[0]&3<<4|v[1]>>4], digits[v[1]&15<<2|v[2]>>6], digits[v[2]&63]}
		for i := n + 1; i < 4; i++ {
			out[i] = '='
		}
		dst = append(dst, out[:]...)
	})
	return append(dst, '\n')
}
