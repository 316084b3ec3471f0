package decoder

// gamespy3Asked reads what a request has to do with the challenge.
func gamespy3Asked(request *Message) (asks bool, number int32) {
	if request.Info == &gamespy3ChallengeRequest {
		return true, 0
	}
	if i := request.Find(gamespy3Request[3].Key, 0); i >= 0 {
		return false, int32(request.Fields[i].Int())
	}
	return false, 0
}

// gamespy3Question: the id is different each time, and whether a challenge is
// there depends on the server; what is asked for does not.
func gamespy3Question(p []byte, request *Message) []byte {
	if i := request.Find(gamespy3Request[3].Key, 0); i >= 0 {
		f := &request.Fields[i]
		at := int(f.Offset) - request.Payload
		p = append(p[:at], p[at+int(f.Length):]...)
	}
	blank(p, 3, 4)
	return p
}
