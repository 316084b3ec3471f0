package paste

// A rowByte is a byte of a row and where it is written, from the beginning of the line.
type rowByte struct {
	off   int32
	value byte
	width uint8
}

// belowRow reports whether all that is in a line is under the bytes of row and shows them.
func belowRow(l []byte, row []rowByte) bool {
	same, end := 0, 0
	for _, b := range row {
		from, to := int(b.off)-2, int(b.off)+int(b.width)
		from = max(from, end)
		part := trim(l[min(from, len(l)):min(to, len(l))])
		end = to
		switch {
		case len(part) == 0:
		case len(part) == 1 && part[0] == b.value:
			same++
		case b.value > ' ' && b.value < 0x7f:
			return false
		case len(part) == 1 && part[0] == '.', len(part) == 2 && part[0] == '\\', len(part) == 3 && octalOf(part) == int(b.value):
			same++
		default:
			return false
		}
	}
	return same > 0 && len(trim(l[min(end, len(l)):])) == 0
}

// octalOf is the number that digits are, -1 where they are none.
func octalOf(digits []byte) int {
	v, ok := number(digits, 8)
	if !ok {
		return -1
	}
	return v
}
