//go:build js && wasm

// Decoder is the program that decodes in a page: package decoder with
// everything that a paste needs. It uses no JavaScript: a page calls the
// functions exported here, with numbers, and everything else goes through two
// pieces of memory. Input gives room for what the page has to say; the answer
// stands where Answer says (web/src/api/decoder.ts).
//
// Built with the tag first it is smaller and only reads: what is not needed to
// show a paste, in tools.go, is left out, so that a page can begin with it and
// load the whole afterwards.
//
// Nothing here may import fmt, encoding/json or reflect: they would double
// what a page has to load.
package main

import (
	"unsafe"

	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/wasm/inspector/pack"
	"fragscope/wasm/inspector/session"
)

var (
	in       []byte
	answer   [2]uint32 // address and length of the latest answer
	out      []byte    // keeps the answer alive
	writer   pack.Writer
	sessions = map[uint32]*session.Session{}
	next     uint32
	empty    session.Session
)

func main() { select {} }

// input returns the address of n bytes to be filled before a call.
//
//go:wasmexport input
func input(n uint32) unsafe.Pointer {
	if int(n) > cap(in) {
		in = make([]byte, max(int(n), 4096))
	}
	in = in[:cap(in)]
	return unsafe.Pointer(unsafe.SliceData(in))
}

// answerAt returns where address and length of the answer stand.
//
//go:wasmexport answer
func answerAt() unsafe.Pointer { return unsafe.Pointer(&answer) }

func give(b []byte) {
	out = b
	answer[0] = uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
	answer[1] = uint32(len(b))
}

func begin() *pack.Writer {
	writer.Reset()
	return &writer
}

func finish() { give(writer.Finish()) }

// taken returns the first n bytes of the input.
func taken(n uint32) []byte { return in[:min(int(n), len(in))] }

// of returns a session; an empty one when there is none of that number.
func of(id uint32) *session.Session {
	if s := sessions[id]; s != nil {
		return s
	}
	return &empty
}

// open makes a session.
//
//go:wasmexport open
func open() uint32 {
	next++
	sessions[next] = &session.Session{}
	return next
}

// drop forgets a session.
//
//go:wasmexport drop
func drop(id uint32) {
	of(id).Close()
	delete(sessions, id)
}

func options(protocol, from, link uint32) decoder.Options {
	return decoder.Options{Protocol: decoder.Protocol(protocol), From: decoder.Direction(from), Link: decoder.Link(link)}
}

//go:wasmexport parse
func parse(id, n, format, positions, protocol, from, link uint32) {
	text := append([]byte(nil), taken(n)...) // the datagrams may refer to it
	of(id).Parse(begin(), text, session.Options{
		Format: hexdump.Format(format), Positions: positions != 0, Decode: options(protocol, from, link),
	})
	finish()
}

func word(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// load decodes datagrams given as bytes: how many, the length of each, all in
// words of 32 bits, little endian, then their bytes.
//
//go:wasmexport load
func load(id, n, protocol, from, link uint32) {
	b := append([]byte(nil), taken(n)...)
	var list [][]byte
	if len(b) >= 4 {
		count := int(word(b))
		lengths := b[4:]
		count = min(count, len(lengths)/4)
		data := lengths[4*count:]
		for i := range count {
			size := min(int(word(lengths[4*i:])), len(data))
			list = append(list, data[:size:size])
			data = data[size:]
		}
	}
	of(id).Load(begin(), list, options(protocol, from, link))
	finish()
}

//go:wasmexport rows
func rows(id, i uint32) {
	of(id).Rows(begin(), int(i))
	finish()
}

//go:wasmexport texts
func texts(id, i, from, to uint32) {
	of(id).Texts(begin(), int(i), int(from), int(to))
	finish()
}

//go:wasmexport data
func data(id, i uint32) { give(of(id).Data(int(i))) }

//go:wasmexport value
func value(id, i, field uint32) { give(of(id).Value(nil, int(i), int(field))) }

//go:wasmexport colours
func colours(id, i, field uint32) {
	of(id).Colours(begin(), int(i), int(field))
	finish()
}

//go:wasmexport positions
func positions(id, i uint32) {
	of(id).Positions(begin(), int(i))
	finish()
}

//go:wasmexport definitions
func definitions(from uint32) {
	session.Definitions(begin(), int(from))
	finish()
}

//go:wasmexport names
func names() {
	session.Names(begin())
	finish()
}
