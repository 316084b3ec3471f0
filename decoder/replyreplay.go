package decoder

import "strconv"

// Replies that were recorded, sent again to somebody else: what ties a reply
// to its request is put in anew.

// stampOf holds what puts the id of request, or the number of the query, into
// a copy of a reply; a nil request stands for another one than that which the
// reply answers. Protocols that echo nothing have none.
var stampOf = [protocolCount]func(dst []byte, reply, request *Message, number uint32) []byte{
	GameSpy1: gamespy1Stamp, GameSpy2: gamespyStamp, GameSpy3: gamespyStamp, UnrealLAN: lanStamp,
}

// challengeOf tells what a request has to do with a challenge: whether it asks
// for one, and the number that it repeats, 0 for none.
var challengeOf = [protocolCount]func(request *Message) (asks bool, number int32){GameSpy3: gamespy3Asked}

// Confirms reports whether request proves that its sender received the
// challenge, and so that its address is not forged.
func Confirms(request *Message, challenge int32) bool {
	asked := challengeOf[request.Protocol()]
	if asked == nil || challenge == 0 || request.Info.Direction != Request {
		return false
	}
	_, number := asked(request)
	return number == challenge
}

// AppendReplay appends those of the recorded replies that answer request, in
// their order, with its id or the query number of a in them. whole reports
// that they tell all that is asked for. A request for a challenge gets nothing
// here, and one that does not repeat a.Challenge an error.
func AppendReplay(dst [][]byte, request *Message, replies []*Message, a *Answer) (out [][]byte, whole bool, err error) {
	if request.Info.Direction != Request || request.Confidence == Unlikely {
		return dst, false, ErrNoRequest
	}
	if asks, err := Challenged(request, a.Challenge); asks || err != nil {
		return dst, false, err
	}
	p, want := request.Protocol(), request.Topic().Subjects
	var told uint32
	for _, m := range replies {
		if m.Info.Direction != Reply || m.Protocol() != p {
			continue
		}
		topic := m.Topic().Subjects
		beside := incidental(p, want)
		if topic&want == 0 || topic&^want&^beside != 0 {
			continue
		}
		told |= topic
		dst = append(dst, AppendStamped(nil, m, request, a.Number))
	}
	return dst, want&^told&^incidental(p, 0) == 0, nil
}

// incidental returns the subjects that a reply may have beside those that were
// asked for: pairs in GameSpy v1 that no list knows, and the teams of players.
func incidental(p Protocol, want uint32) uint32 {
	switch {
	case p != GameSpy1:
		return 0
	case want&uint32(hasPlayers) != 0:
		return uint32(hasOther | hasTeams)
	}
	return uint32(hasOther)
}

// Challenged looks at what a request has to do with a challenge. asks reports
// that it asks for one; the error that it should repeat the given one, which
// is not 0, and does not.
func Challenged(request *Message, challenge int32) (asks bool, err error) {
	asked := challengeOf[request.Protocol()]
	if asked == nil {
		return false, nil
	}
	asks, number := asked(request)
	if !asks && challenge != 0 && number != challenge {
		return false, ErrChallenge
	}
	return asks, nil
}

// AppendStamped appends the payload of a recorded reply with the id of request
// in it, or with the query number where the server numbers its answers.
func AppendStamped(dst []byte, reply, request *Message, number uint32) []byte {
	if stamp := stampOf[reply.Protocol()]; stamp != nil {
		return stamp(dst, reply, request, number)
	}
	return append(dst, reply.payload()...)
}

// AppendWrongID appends a copy of a reply that carries the id, or the number,
// of another request than the one that it answers. It is the same as the reply
// where the protocol echoes nothing.
func AppendWrongID(dst, reply []byte) []byte {
	m := Decode(reply, Options{From: Reply, Link: LinkNone})
	if stamp := stampOf[m.Protocol()]; stamp != nil && m.Info.Direction == Reply {
		return stamp(dst, m, nil, 0)
	}
	return append(dst, reply...)
}

// gamespy1Stamp puts in the number of the query.
func gamespy1Stamp(dst []byte, reply, request *Message, number uint32) []byte {
	at := reply.Payload
	for i := range reply.Fields {
		if f := &reply.Fields[i]; f.Def == &gamespy1QueryID[2] && f.Kind == KindDecimal {
			if request == nil {
				number = uint32(f.Value)%100 + 50
			}
			dst = append(dst, reply.Data[at:int(f.Offset)+int(f.Lead)]...)
			dst = strconv.AppendUint(dst, uint64(max(number, 1)), 10)
			at = f.End()
		}
	}
	return append(dst, reply.Data[at:reply.Frame.End]...)
}

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

// echoed holds where the bytes stand that a client chooses for each request
// anew, as offset and length.
var echoed = [protocolCount][2]int{GameSpy2: {3, 4}, GameSpy3: {3, 4}, UnrealLAN: {lanHeaderSize - lanNonceSize, lanNonceSize}}

// AppendQuestion appends the payload of a request without what is different
// each time, an id or a challenge: two requests that ask for the same append the
// same.
func AppendQuestion(dst []byte, request *Message) []byte {
	n := len(dst)
	dst = append(dst, request.payload()...)
	if i := request.Find(gamespy3Request[3].Key, 0); i >= 0 && request.Protocol() == GameSpy3 {
		// Whether a challenge is there depends on the server; what is asked does not.
		f := &request.Fields[i]
		at := n + int(f.Offset) - request.Payload
		dst = append(dst[:at], dst[at+int(f.Length):]...)
	}
	e := echoed[request.Protocol()]
	if request.Protocol() == UnrealLAN && request.Info != &lanBeaconRequest {
		return dst
	}
	for i := e[0]; i < e[0]+e[1] && n+i < len(dst); i++ {
		dst[n+i] = 0
	}
	return dst
}

// WholeToMaster reports whether p, what a client has said to a master, ends
// where a message ends (protocols.md 3, 5.3).
func WholeToMaster(p []byte) bool {
	if len(p) > 0 && p[0] == '\\' {
		return len(p) >= len(finalText)-1 && (hasSuffix(p, finalText) || hasSuffix(p, finalText[:len(finalText)-1]))
	}
	for len(p) >= 4 {
		n := uint64(le32(p)) + 4
		if n > uint64(len(p)) {
			return n > epicMaxBody
		}
		p = p[n:]
	}
	return len(p) == 0
}

func hasSuffix(p []byte, s string) bool { return len(p) >= len(s) && string(p[len(p)-len(s):]) == s }
