//go:build js && wasm && !first

package main

import (
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/render"
	"fragscope/wasm/inspector/session"
)

//go:wasmexport reference
func reference() {
	session.Reference(begin())
	finish()
}

//go:wasmexport replies
func replies(id uint32) {
	of(id).Replies(begin())
	finish()
}

//go:wasmexport status
func status(id uint32) { give(of(id).Status(nil)) }

//go:wasmexport show
func show(id uint32, i int32, format, width, full uint32) {
	give(of(id).Show(nil, render.Format(format), int(i), render.Options{Width: int(width), Full: full != 0}))
}

//go:wasmexport change
func change(id, i, field, op, n, maskLow, maskHigh uint32) {
	of(id).Change(begin(), int(i), int(field), session.Op(op), taken(n), uint64(maskHigh)<<32|uint64(maskLow))
	finish()
}

//go:wasmexport diff
func diff(a, i, b, j uint32) {
	session.Diff(begin(), of(a).Message(int(i)), of(b).Message(int(j)))
	finish()
}

//go:wasmexport explain
func explain(n uint32) {
	session.Explain(begin(), string(taken(n)))
	finish()
}

//go:wasmexport explainable
func explainable() {
	session.Explainable(begin())
	finish()
}

//go:wasmexport dump
func dump(n, format uint32) { give(hexdump.Dump(nil, hexdump.Format(format), taken(n))) }

// request builds a request. The input is the name of the request, the text and
// the game, a NUL between them.
//
//go:wasmexport request
func request(n, protocol, id, challenge, port uint32) {
	q := decoder.Query{Protocol: decoder.Protocol(protocol), Port: uint16(port)}
	q.ID = [4]byte{byte(id >> 24), byte(id >> 16), byte(id >> 8), byte(id)}
	if c := int32(challenge); c != 0 {
		q.Challenge = &c
	}
	var texts [3]string
	rest := taken(n)
	for i := range texts {
		end := 0
		for end < len(rest) && rest[end] != 0 {
			end++
		}
		texts[i] = string(rest[:end])
		rest = rest[min(end+1, len(rest)):]
	}
	q.Message, q.Text, q.Game = texts[0], texts[1], texts[2]
	session.Request(begin(), &q)
	finish()
}
