package teeworlds

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// Plan says how a server of 0.6 or DDNet is queried: one that does not know the
// extended request answers it as the plain one.
var Plan = ask.Plan{
	Name: "teeworlds", Title: "info and players of 0.6 and DDNet", Protocol: ID,
	Probes: []string{extendedRequest.Name},
	Steps:  []ask.Step{{Protocol: ID, Message: extendedRequest.Name, Ends: ask.EndsNumbered, NoEndMark: true}}}

// Plan7 is Plan for 0.7, whose servers answer nothing without their token.
var Plan7 = ask.Plan{
	Name: "teeworlds7", Title: "token, then info and players of 0.7", Protocol: ID, Probes: []string{tokenRequest.Name},
	Steps: []ask.Step{
		{Protocol: ID, Message: tokenRequest.Name, Ends: ask.EndsAtOnce},
		{Protocol: ID, Message: sevenRequest.Name, StartAfter: 1, DependsOn: 1, Ends: ask.EndsAtOnce, Prepare: prepare},
	},
}

// prepare puts the server's token into the request.
func prepare(q *ask.Query, _ *ask.Ask, before *wire.Message) {
	if before == nil || before.Info != &tokenReply {
		return
	}
	if i := before.Find(head[headOwn].Key, 0); i >= 0 {
		ask.CopyDetails[Query](q).Token = uint32(before.Fields[i].Value)
	}
}

type Query struct {
	Token uint32 // 0.7: of the server, which its token reply gives
	Seven bool   // requests to masters: in the frame of 0.7
}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.ID("id", 8),
		ask.Number("token", "requests of 0.7: the token that the server has given", "3523389216",
			func(d *Query) *uint32 { return &d.Token }),
		ask.Switch("seven", "requests to masters: in the frame of 0.7, with a token",
			func(d *Query) *bool { return &d.Seven }),
	}
}

// AppendRequest builds a request. The last of the first four bytes of the ID is the
// token of 0.6, after the two that an extended one has more; in 0.7 the four are the
// client's token, and the last byte of the ID is the number.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	plain := append(append([]byte(nil), mark...), oob...)
	seven := append(append(wire.AppendBE32([]byte{connless}, d.Token), ownToken(q)...), oob...)
	switch q.Message {
	case "", extendedRequest.Name:
		dst = append(append(append(dst, extended...), q.ID[1], q.ID[2], 0, 0), oob+"gie3"...)
		return append(dst, q.ID[3]), nil
	case infoRequest.Name:
		return append(append(append(dst, plain...), "gie3"...), q.ID[3]), nil
	case manyRequest.Name:
		return append(append(append(dst, plain...), "fstd"...), q.ID[3]), nil
	case tokenRequest.Name:
		n := len(dst)
		dst = append(append(dst, control, 0, 0), oob...)
		dst = append(append(dst, controlToken), ownToken(q)...)
		return append(dst, make([]byte, tokenSize-(len(dst)-n))...), nil
	case sevenRequest.Name:
		return wire.AppendPacked(append(append(dst, seven...), "gie3"...), int64(q.ID[7])), nil
	case listRequest.Name, countRequest.Name:
		if d.Seven {
			plain = seven
		}
		word := "req2"
		if q.Message == countRequest.Name {
			word = "cou2"
		}
		return append(append(dst, plain...), word...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

// ownToken returns the client's token. All ones stand for none.
func ownToken(q *ask.Query) []byte {
	id := append([]byte(nil), q.ID[:4]...)
	if string(id) == oob {
		id[0] = 0
	}
	return id
}

// MatchKey ties a reply to the request whose token it repeats. Of a token of 0.6
// only the lowest byte comes back from every server.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	lowest := false
	at := &head[headOwn] // of a request of 0.7
	switch m.Info {
	case &tokenRequest, &sevenRequest:
	case &tokenReply, &sevenReply:
		at = &head[headToken]
	case &infoRequest, &extendedRequest, &manyRequest:
		at, lowest = &ask6, true
	case &infoReply, &extendedReply, &moreReply, &manyReply:
		at, lowest = &info[infoToken], true
	default:
		return t
	}
	switch m.Info {
	case &extendedRequest, &extendedReply, &moreReply:
		t.SingleDatagram = false
	}
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def == at && f.Kind.Number() {
			t.ID, t.HasID = f.Value, true
			if lowest {
				t.ID &= 0xff
			}
			break
		}
	}
	return t
}

// PatchID puts the tokens of request into a copy of reply.
func PatchID(dst []byte, reply, request *wire.Message, _ uint32) []byte {
	switch reply.Info {
	case &tokenReply:
		return answer.AppendWithID(dst, reply, request, 3, tokenAt, 4)
	case &sevenReply:
		return answer.AppendWithID(dst, reply, request, 1, 5, 4)
	}
	p := reply.PayloadBytes()
	i := reply.Find(info[infoToken].Key, 0)
	if i < 0 {
		return append(dst, p...)
	}
	f := &reply.Fields[i]
	token := int64(f.Value) ^ 0x5a
	if request != nil {
		token = tokenOf(request)
	}
	at := int(f.Offset) - reply.Payload
	dst = append(append(dst, p[:at]...), strconv.FormatInt(token, 10)...)
	return append(dst, p[at+int(f.Length)-1:]...)
}

// tokenOf returns the token of a request of 0.6.
func tokenOf(request *wire.Message) (token int64) {
	for i := range request.Fields {
		switch f := &request.Fields[i]; f.Def {
		case &ask6:
			token |= int64(f.Value)
		case &head[headExtra]:
			token |= int64(f.Value) << 8
		}
	}
	return token
}

// Canonicalize: tokens and numbers are different each time.
func Canonicalize(p []byte, m *wire.Message) []byte {
	switch m.Info {
	case &tokenRequest:
		answer.ClearRange(p, tokenAt, 4)
	case &sevenRequest:
		answer.ClearRange(p, 1, 8)
		return p[:min(len(p), sevenSize+len(oob)+commandSize)]
	case &extendedRequest:
		answer.ClearRange(p, len(extended), 2)
		answer.ClearRange(p, headSize+len(oob)+commandSize, 1)
	default:
		answer.ClearRange(p, headSize+len(oob)+commandSize, 1)
	}
	return p
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings, Plans: []*ask.Plan{&Plan, &Plan7}}

var Server = exchange.Server{ID: ID, Replies: Replies,
	Replay: answer.ReplayRules{PatchID: PatchID, Canonicalize: Canonicalize}, Games: &Games, Examples: &Examples}
