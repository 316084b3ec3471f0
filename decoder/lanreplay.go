package decoder

// lanStamp puts in the nonce of a binary beacon.
func lanStamp(dst []byte, reply, request *Message, _ uint32) []byte {
	n := len(dst)
	dst = append(dst, reply.payload()...)
	if reply.Info != &lanBeaconReply || len(dst)-n < lanHeaderSize {
		return dst
	}
	nonce := dst[n+lanHeaderSize-lanNonceSize : n+lanHeaderSize]
	switch {
	case request == nil:
		for i := range nonce {
			nonce[i] ^= 0x5a
		}
	case len(request.payload()) == lanHeaderSize:
		copy(nonce, request.payload()[lanHeaderSize-lanNonceSize:])
	}
	return dst
}

// lanQuestion: the nonce of a binary beacon is different each time.
func lanQuestion(p []byte, request *Message) []byte {
	if request.Info == &lanBeaconRequest {
		blank(p, lanHeaderSize-lanNonceSize, lanNonceSize)
	}
	return p
}
