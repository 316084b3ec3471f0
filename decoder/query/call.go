package query

import (
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// How servers on a local network are found: requests that are broadcast, the
// ports they go to, and where the servers that answer can be asked for more
// (protocol/unreal2/SPEC.md and protocol/unreallan/SPEC.md).

// Calls lists the requests that are broadcast to find servers.
func Calls() []ask.Call { return decoder.Calls[:] }

// CallRequest returns the bytes of the request. The nonce is repeated by the
// servers whose protocol has one.
func CallRequest(c *ask.Call, nonce [8]byte) ([]byte, error) {
	return decoder.AppendRequest(nil, &ask.Query{Protocol: c.Protocol, Message: c.Message, ID: nonce})
}

// CallAnswer reads a datagram from port as an answer to the call. ok is false when
// it is none: another protocol, another message, another nonce, or damaged. The
// plan and the port say how its sender is asked for more; the plan is nil when
// all is said.
func CallAnswer(c *ask.Call, p []byte, from uint16, nonce [8]byte) (m *wire.Message, plan *ask.Plan, port uint16, ok bool) {
	if m = readReply(p, c.Protocol, from); m == nil || damaged(m) {
		return m, nil, 0, false
	}
	request, err := CallRequest(c, nonce)
	if err != nil {
		return m, nil, 0, false
	}
	topic := decoder.TopicOf(decoder.Decode(request, wire.Options{Protocol: c.Protocol, From: wire.Request, Link: wire.LinkNone}))
	if !decoder.TopicOf(m).Answers(topic) {
		return m, nil, 0, false
	}
	plan, port = c.Found(m, from)
	return m, plan, port, true
}
