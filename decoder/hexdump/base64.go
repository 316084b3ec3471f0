package hexdump

var base64Value = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0xff
	}
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := 0; i < len(digits); i++ {
		t[digits[i]] = uint8(i)
	}
	t['-'], t['_'] = 62, 63 // the alphabet for addresses
	return t
}()

// sniffBase64 claims lines of base64 that cannot be hex with a mistyped digit.
func (p *parser) sniffBase64() guess {
	digits, pads, hex, alike, upper, lower, numbers := 0, 0, 0, 0, 0, 0, 0
	for i := range p.src.beginning() {
		l, _ := p.src.line(i)
		l = trim(l)
		for _, c := range l {
			if c == '=' {
				pads++
				continue
			}
			if base64Value[c] == 0xff {
				return guess{}
			}
			digits++
			if isHex(c) {
				hex++
			}
			switch c | 0x20 {
			case 'o', 'l', 'i', 's', 'z', 'g':
				alike++
			}
			switch {
			case isDigit(c) || c == '+' || c == '/':
				numbers++
			case c >= 'a':
				lower++
			case c >= 'A' && c != '_':
				upper++
			}
		}
	}
	other := digits - hex
	if pads == 0 && other == alike && other*6 <= digits {
		return guess{} // hex in which letters stand for digits
	}
	switch {
	case digits < 4 || pads > 3*p.src.count() || pads > digits:
		return guess{}
	case pads > 0 && (digits+pads)%4 == 0 || pads > 0 && digits >= 16:
		return guess{score: 92, format: Base64, why: "letters, digits, + and / only, filled with = to a multiple of four"}
	case digits < 16 || digits%4 != 0 || other*10 <= digits:
		return guess{}
	case upper > 0 && lower > 0 && numbers > 0, digits >= 32:
		return guess{score: 80, format: Base64, why: "only letters, digits, + and /, a multiple of four of them"}
	}
	return guess{}
}

// readBase64 reads one datagram a line, or one from lines that were wrapped at equal length.
func (p *parser) readBase64() *Error {
	for i := 0; i < p.src.count(); {
		l, _ := p.src.line(i)
		if len(trim(l)) == 0 {
			i++
			continue
		}
		j := i + 1
		width := len(trim(l))
		for width >= 32 && j < p.src.count() {
			prev, _ := p.src.line(j - 1)
			next, _ := p.src.line(j)
			prev, next = trim(prev), trim(next)
			if len(prev) != width || prev[len(prev)-1] == '=' || len(next) == 0 || len(next) > width {
				break
			}
			j++
		}
		if err := p.base64Lines(i, j); err != nil {
			return err
		}
		p.finish()
		i = j
	}
	return nil
}

// base64Lines decodes lines i to j as one datagram.
func (p *parser) base64Lines(i, j int) *Error {
	d := base64Decoder{parser: p}
	for ; i < j; i++ {
		l, start := p.src.line(i)
		if err := d.read(l, start); err != nil {
			return err
		}
	}
	return d.close()
}

// base64Range decodes the characters from start to stop in s.
func (p *parser) base64Range(start, stop int) *Error {
	d := base64Decoder{parser: p}
	if err := d.read(p.src.s[start:stop], start); err != nil {
		return err
	}
	return d.close()
}

// base64Decoder keeps the bits between lines.
type base64Decoder struct {
	*parser
	bits       uint32
	have       uint
	n, pads    int
	from, last int
}

func (d *base64Decoder) read(l []byte, start int) *Error {
	p := d.parser
	for k, c := range l {
		off := start + k
		if isBlank(c) || c == '\n' || c == ',' {
			continue
		}
		d.last = off
		if c == '=' {
			d.pads++
			if d.pads > 2 {
				return p.fail(off, "a third '='", "at most two at the end", "paste the base64 again")
			}
			continue
		}
		v := base64Value[c]
		if v == 0xff {
			return p.fail(off, p.char(off), "a base64 digit (A to Z, a to z, 0 to 9, + and /)", "paste the base64 again")
		}
		if d.pads > 0 {
			return p.fail(off, p.char(off)+" after '='", "the end of the base64", "put the next datagram on a line of its own")
		}
		if d.have == 0 {
			d.from = off
		}
		d.bits = d.bits<<6 | uint32(v)
		d.have += 6
		d.n++
		if d.have >= 8 {
			d.have -= 8
			p.put(byte(d.bits>>d.have), d.from, off-d.from+1)
			d.from = off
		}
	}
	return nil
}

func (d *base64Decoder) close() *Error {
	if d.n%4 == 1 {
		return d.fail(d.last, "one base64 digit too many", "a multiple of four, or = at the end", "a part of the base64 is missing")
	}
	if d.have > 0 && d.bits&(1<<d.have-1) != 0 {
		d.noteAt(d.last, "the last base64 digit has bits that belong to no byte; the text may be cut off")
	}
	return nil
}
