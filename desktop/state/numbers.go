package state

import "encoding/binary"

// numberLists keeps lists of packet numbers, most of them in a byte or two.
type numberLists struct{ blocks [][]byte }

const (
	numberBlock = 1 << 16 // bytes; a list stands in one block
	numbersMost = 512     // of the packets that ask, and of those that answer
)

// add keeps the packets that ask and those that answer, and returns where.
func (l *numberLists) add(asked, replies []int64) uint32 {
	var room [binary.MaxVarintLen64 * (2*numbersMost + 2)]byte
	asked, replies = asked[:min(len(asked), numbersMost)], replies[:min(len(replies), numbersMost)]
	b := binary.AppendUvarint(room[:0], uint64(len(asked)))
	b = binary.AppendUvarint(b, uint64(len(replies)))
	last := int64(0)
	for _, list := range [][]int64{asked, replies} {
		for _, n := range list {
			b = binary.AppendVarint(b, n-last)
			last = n
		}
	}
	n := len(l.blocks)
	if n == 0 || len(l.blocks[n-1])+len(b) > numberBlock {
		l.blocks = append(l.blocks, make([]byte, 0, numberBlock))
		n++
	}
	at := uint32(n-1)<<16 | uint32(len(l.blocks[n-1]))
	l.blocks[n-1] = append(l.blocks[n-1], b...)
	return at
}

// at returns the lists that were kept at a place.
func (l *numberLists) at(place uint32) (asked, replies []int) {
	b := l.blocks[place>>16][place&(1<<16-1):]
	count := func() int {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int(n)
	}
	nAsked, nReplies := count(), count()
	last := int64(0)
	list := func(n int) []int {
		out := make([]int, n)
		for i := range out {
			by, size := binary.Varint(b)
			b = b[size:]
			last += by
			out[i] = int(last)
		}
		return out
	}
	asked = list(nAsked)
	return asked, list(nReplies)
}
