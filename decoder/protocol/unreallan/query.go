package unreallan

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// BeaconFound: the beacon contains all settings, but not the query port of UT3,
// nor anything that it follows from.
func BeaconFound(*wire.Message, uint16) (*ask.Plan, uint16) { return nil, 0 }

// Stamp puts in the nonce of a binary beacon.
func Stamp(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	p := reply.PayloadBytes()
	if reply.Info != &lanBeaconReply || len(p) < headerSize || request != nil && len(request.PayloadBytes()) != headerSize {
		return append(dst, p...)
	}
	return answer.AppendWithID(dst, reply, request, headerSize-nonceSize, headerSize-nonceSize, nonceSize)
}

// Question: the nonce of a binary beacon is different each time.
func Question(p []byte, request *wire.Message) []byte {
	if request.Info == &beaconRequest {
		answer.Blank(p, headerSize-nonceSize, nonceSize)
	}
	return p
}
