package browse

import (
	"encoding/binary"
	"sort"
)

// records keeps records of bytes by number, in two bytes each besides their own.
type records struct {
	blocks [][]byte
	first  []int    // number of the first record of each block
	at     []uint16 // where each record begins in its block
}

const blockBytes = 1 << 16 // more than a record has

func (l *records) len() int { return len(l.at) }

func (l *records) add(record []byte) {
	n := len(l.blocks) - 1
	if n < 0 || len(l.blocks[n])+len(record) > blockBytes {
		l.blocks = append(l.blocks, make([]byte, 0, blockBytes))
		l.first = append(l.first, len(l.at))
		n++
	}
	l.at = append(l.at, uint16(len(l.blocks[n])))
	l.blocks[n] = append(l.blocks[n], record...)
}

func (l *records) get(i int) varints {
	block := sort.SearchInts(l.first, i+1) - 1
	return varints{l.blocks[block], int(l.at[i])}
}

// appendNumbers appends how many there are and the steps between them, from last on.
func appendNumbers(b []byte, list []int64, last int64) []byte {
	b = appendUnsigned(b, uint64(len(list)))
	for _, n := range list {
		b = appendSigned(b, n-last)
		last = n
	}
	return b
}

// appendUnsigned is binary.AppendUvarint, without a call for what most are: small.
func appendUnsigned(b []byte, n uint64) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}

func appendSigned(b []byte, n int64) []byte { return appendUnsigned(b, uint64(n<<1)^uint64(n>>63)) }

func appendEnd(b []byte, host uint32, port uint16) []byte {
	return binary.LittleEndian.AppendUint16(appendUnsigned(b, uint64(host)), port)
}

// varints reads what the functions above wrote.
type varints struct {
	b  []byte
	at int
}

func (r *varints) byte() byte {
	r.at++
	return r.b[r.at-1]
}

func (r *varints) unsigned() uint64 {
	if v := r.b[r.at]; v < 0x80 {
		r.at++
		return uint64(v)
	}
	return r.long()
}

func (r *varints) long() uint64 {
	v, n := binary.Uvarint(r.b[r.at:])
	r.at += n
	return v
}

func (r *varints) signed() int64 {
	v := r.unsigned()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *varints) end() (host uint32, port uint16) {
	host = uint32(r.unsigned())
	port = binary.LittleEndian.Uint16(r.b[r.at:])
	r.at += 2
	return host, port
}

func (r *varints) numbers(last int64) []int64 {
	n := r.unsigned()
	if n == 0 {
		return nil
	}
	list := make([]int64, n)
	for i := range list {
		last += r.signed()
		list[i] = last
	}
	return list
}
