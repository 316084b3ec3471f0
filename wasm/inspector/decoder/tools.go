//go:build js && wasm

package main

import (
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/render"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/inspector/session"
)

//go:wasmexport reference
func reference() { session.Reference(call.Begin()) }

//go:wasmexport pasted
func pasted(id uint32) { of(id).Pasted(call.Begin()) }

//go:wasmexport replies
func replies(id uint32) { of(id).Replies(call.Begin()) }

//go:wasmexport status
func status(id uint32) { call.Give(of(id).Status(nil)) }

//go:wasmexport show
func show(id uint32, i int32, format, width, full uint32) {
	call.Done()
	call.Give(of(id).Show(nil, render.Format(format), int(i), render.Options{Width: int(width), Full: full != 0}))
}

//go:wasmexport change
func change(id, i, field, op, n, maskLow, maskHigh uint32) {
	of(id).Change(call.Begin(), int(i), int(field), session.Op(op), call.Taken(n), uint64(maskHigh)<<32|uint64(maskLow))
}

//go:wasmexport diff
func diff(a, i, b, j uint32) {
	session.Diff(call.Begin(), of(a).Message(int(i)), of(b).Message(int(j)))
}

//go:wasmexport next
func step(id, unknown uint32, by, from int32, current, others uint32) {
	of(id).Next(call.Begin(), view.Steps{Unknown: unknown != 0, By: int(by), From: int(from)}, int(current), int(others))
}

//go:wasmexport touched
func touched(id, i, start, end uint32) { of(id).Touched(call.Begin(), int(i), int(start), int(end)) }

//go:wasmexport search
func search(id, n, current uint32) { of(id).Search(call.Begin(), string(call.Taken(n)), int(current)) }

//go:wasmexport summary
func summary(id, rows, i, alone uint32) {
	of(id).Summarize(call.Begin(), int(rows), int(i), alone != 0)
}

//go:wasmexport info
func info(id, i uint32) { call.Give(of(id).Info(nil, int(i))) }

//go:wasmexport interpret
func interpret(n uint32) { session.Interpret(call.Begin(), call.Taken(n)) }

//go:wasmexport explain
func explain(n uint32) { session.Explain(call.Begin(), string(call.Taken(n))) }

//go:wasmexport explainable
func explainable() { session.Explainable(call.Begin()) }

//go:wasmexport line
func line(id, i, row uint32) { call.Give(of(id).Line(nil, int(i), int(row))) }

//go:wasmexport forms
func forms() { session.Forms(call.Begin()) }

//go:wasmexport write
func write(n, form uint32) { call.Give(session.Write(nil, call.Taken(n), int(form))) }

//go:wasmexport dump
func dump(n, format uint32) { call.Give(paste.Dump(nil, paste.Format(format), call.Taken(n))) }

// number returns n as text, "" for 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// request builds a request. What its protocol has no use for does not count. The
// input is the name of the request, the text and the game, a NUL between them.
//
//go:wasmexport request
func request(n, protocol, id, challenge, port uint32) {
	texts := append(strings.SplitN(string(call.Taken(n)), "\x00", 3), "", "")
	q := decoder.Query{Protocol: session.ProtocolAt(protocol), Message: texts[0]}
	wire.AppendNumber(q.ID[:0], wire.KindU32BE, uint64(id))
	given := [...]struct{ name, value string }{
		{"text", texts[1]}, {"game", texts[2]}, {"port", number(int64(port))}, {"challenge", number(int64(int32(challenge)))},
	}
	for _, s := range decoder.Settings(q.Protocol) {
		for _, g := range given {
			if g.name == s.Name && g.value != "" {
				_ = s.Set(&q, g.value) // a number or a text: they fit
			}
		}
	}
	session.Request(call.Begin(), &q)
}
