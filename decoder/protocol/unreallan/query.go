package unreallan

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// BeaconFound: the beacon tells all settings; the query port of UT3 does not
// follow from what it tells.
func BeaconFound(*wire.Message, uint16) (*ask.Plan, uint16) { return nil, 0 }

// Stamp puts in the nonce of a binary beacon.
func Stamp(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	n := len(dst)
	dst = append(dst, reply.PayloadBytes()...)
	if reply.Info != &lanBeaconReply || len(dst)-n < headerSize {
		return dst
	}
	nonce := dst[n+headerSize-nonceSize : n+headerSize]
	switch {
	case request == nil:
		for i := range nonce {
			nonce[i] ^= 0x5a
		}
	case len(request.PayloadBytes()) == headerSize:
		copy(nonce, request.PayloadBytes()[headerSize-nonceSize:])
	}
	return dst
}

// Question: the nonce of a binary beacon is different each time.
func Question(p []byte, request *wire.Message) []byte {
	if request.Info == &beaconRequest {
		answer.Blank(p, headerSize-nonceSize, nonceSize)
	}
	return p
}
