//go:build js && wasm

// Decoder is the program that decodes in a page: package decoder with
// everything that a paste needs. It uses no JavaScript: a page calls the
// functions exported here as package call says (web/src/api/decoder.ts).
//
// Nothing here may import fmt, encoding/json or reflect: a page that shows a first
// packet has to load all of it.
package main

import (
	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/inspector/session"
)

var (
	sessions = map[uint32]*session.Session{}
	next     uint32
	empty    session.Session
	layouts  *wire.Layouts // nil for none
)

func main() { select {} }

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
	sessions[next] = session.New()
	return next
}

// drop forgets a session.
//
//go:wasmexport drop
func drop(id uint32) {
	if s := sessions[id]; s != nil {
		delete(sessions, id)
		s.Close()
	}
}

func options(protocol, from, link uint32) decoder.Options {
	return decoder.Options{Protocol: session.ProtocolAt(protocol), From: decoder.Direction(from), Link: decoder.Link(link),
		Layouts: layouts}
}

//go:wasmexport parse
func parse(id, n, format, positions, protocol, from, link uint32) {
	s := of(id)
	s.Parse(call.Begin(), s.Copy(call.Taken(n)), session.Options{
		Format: paste.Format(format), Positions: positions != 0, Decode: options(protocol, from, link),
	})
}

func word(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// load decodes datagrams given as bytes: how many, the length of each, all in
// words of 32 bits, little endian, then their bytes. With only, that one of
// them, from 1, is left: it is read knowing the others.
//
//go:wasmexport load
func load(id, n, only, protocol, from, link uint32) {
	s := of(id)
	b := s.Copy(call.Taken(n))
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
	s.Load(call.Begin(), list, int(only), options(protocol, from, link))
}

//go:wasmexport rows
func rows(id, i uint32) { of(id).Rows(call.Begin(), int(i)) }

//go:wasmexport select
func choose(id, i, how uint32, a, b int32) {
	of(id).Select(call.Begin(), int(i), session.How(how), int(a), int(b))
}

//go:wasmexport texts
func texts(id, i, from, to, most uint32) {
	of(id).Texts(call.Begin(), int(i), int(from), int(to), int(most))
}

//go:wasmexport data
func data(id, i uint32) { call.Give(of(id).Data(int(i))) }

//go:wasmexport value
func value(id, i, field uint32) { call.Give(of(id).Value(nil, int(i), int(field))) }

//go:wasmexport key
func key(id, i, row uint32) { call.Give(of(id).Key(nil, int(i), int(row))) }

//go:wasmexport colours
func colours(id, i, field uint32) { of(id).Colours(call.Begin(), int(i), int(field)) }

//go:wasmexport positions
func positions(id, i uint32) { of(id).Positions(call.Begin(), int(i)) }

//go:wasmexport definitions
func definitions(from uint32) { session.Definitions(call.Begin(), int(from)) }

//go:wasmexport names
func names() { session.Names(call.Begin()) }
