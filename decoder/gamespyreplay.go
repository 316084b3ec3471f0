package decoder

// gamespyStamp puts in the four bytes of the request's id.
func gamespyStamp(dst []byte, reply, request *Message, _ uint32) []byte {
	n := len(dst)
	if dst = append(dst, reply.payload()...); len(dst)-n < 5 {
		return dst
	}
	id := dst[n+1 : n+5]
	switch {
	case request == nil:
		for i := range id {
			id[i] ^= 0x5a
		}
	case len(request.payload()) >= 7:
		copy(id, request.payload()[3:7])
	}
	return dst
}
