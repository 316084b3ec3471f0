package paste

import "strconv"

// Records of Intel HEX and Motorola's S-records are hex digits with a length, an
// address and a checksum around the data. All of these are compared.

// recordAt reads the bytes of the record in t: where the data is in it, its address, whether it is data, and whether
// the length and the checksum agree.
func recordAt(t []byte) (bytes []byte, from, size, address int, data, ok bool) {
	digits := t[min(len(t), 1):]
	intel := charAt(t, 0) == ':'
	if !intel && charAt(t, 0) == 'S' && len(t) > 1 && isDigit(t[1]) {
		digits = t[2:]
	} else if !intel {
		return nil, 0, 0, 0, false, false
	}
	if len(digits) < 8 || len(digits)%2 != 0 || !all(digits, classHex) {
		return nil, 0, 0, 0, false, false
	}
	sum := byte(0)
	for i := 0; i < len(digits); i += 2 {
		b := hexValue[digits[i]]<<4 | hexValue[digits[i+1]]
		bytes = append(bytes, b)
		sum += b
	}
	n := int(bytes[0])
	if intel {
		return bytes, 4, n, int(bytes[1])<<8 | int(bytes[2]), bytes[3] == 0, n == len(bytes)-5 && sum == 0
	}
	width := [10]int{1: 2, 2: 3, 3: 4}[t[1]-'0'] // of the address
	for _, b := range bytes[1 : 1+width] {
		address = address<<8 | int(b)
	}
	return bytes, 1 + width, n - width - 1, address, width > 0 && n > width, n == len(bytes)-1 && sum == 0xff
}

// sniffRecords claims text whose lines all begin as records do, of which one is whole.
func (p *parser) sniffRecords() guess {
	whole, format := false, IntelHex
	for _, l := range p.src.texts(p.src.beginning()) {
		if l[0] != ':' && (l[0] != 'S' || len(l) < 2 || !isDigit(l[1])) || len(l) > 1 && !isHex(l[1]) {
			return guess{}
		}
		if l[0] == 'S' {
			format = SRecord
		}
		_, _, _, _, _, ok := recordAt(l)
		whole = whole || ok
	}
	if !whole {
		return guess{}
	}
	return guess{sure, format, "records with a length, an address and a checksum that agree"}
}

func (p *parser) readRecords() *Error {
	next := 0
	for i, l := range p.src.texts(p.src.count()) {
		_, start := p.src.text(i)
		bytes, from, size, address, data, ok := recordAt(l)
		if !ok {
			return p.fail(start, "a record whose digits, length or checksum is wrong", "what the program wrote", "paste it again")
		}
		if !data {
			continue
		}
		if len(p.data) > 0 && address != next {
			p.finish()
		}
		if len(p.data) == 0 && address != 0 {
			remark(&p.comment, []byte("at address 0x"+strconv.FormatInt(int64(address), 16)))
		}
		lead := len(l) - 2*len(bytes)
		for k := from; k < from+size; k++ {
			p.put(bytes[k], start+lead+2*k, 2)
		}
		next = address + size
	}
	return nil
}
