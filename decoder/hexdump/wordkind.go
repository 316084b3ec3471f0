package hexdump

// wordKind describes a dump of numbers: for reading and writing alike.
type wordKind struct {
	format    Format
	offDigits int // digits of the offset
	offBase   int
	cell      int // characters a number takes with the blanks before it
	digits    int // digits written, 0: as many as needed
	base      int
	size      int // bytes in a number, little-endian
}

// wordKinds are the dumps of numbers, all written by hexdump(1) and od(1).
var wordKinds = [...]wordKind{
	{Hexdump, 7, 16, 5, 4, 16, 2},
	{HexdumpHex2, 7, 16, 8, 4, 16, 2},
	{HexdumpOctal1, 7, 16, 4, 3, 8, 1},
	{HexdumpOctal2, 7, 16, 8, 6, 8, 2},
	{HexdumpDecimal2, 7, 16, 8, 5, 10, 2},
	{OdOctal, 7, 8, 7, 6, 8, 2},
	{OdHex1, 7, 8, 3, 2, 16, 1},
	{OdHex2, 7, 8, 5, 4, 16, 2},
	{OdHex4, 7, 8, 9, 8, 16, 4},
	{OdHex8, 7, 8, 17, 16, 16, 8},
	{OdOctal1, 7, 8, 4, 3, 8, 1},
	{OdDecimal1, 7, 8, 4, 0, 10, 1},
	{OdDecimal2, 7, 8, 6, 0, 10, 2},
}

func wordKindOf(f Format) *wordKind {
	for i := range wordKinds {
		if wordKinds[i].format == f {
			return &wordKinds[i]
		}
	}
	return nil
}
