// Wasmbare decodes and leaves the fields where they are, for a page that reads
// them from memory and has texts of its own. It is built to see how large the
// decoder makes a program that uses nothing else.
package main

import (
	"unsafe"

	"fragscope/decoder"
)

var (
	input   [65536]byte
	d       decoder.Decoder
	message *decoder.Message
)

// buffer is where the page puts a datagram.
//
//go:wasmexport buffer
func buffer() *byte { return &input[0] }

// decode decodes the first n bytes of the buffer and returns the number of fields.
//
//go:wasmexport decode
func decode(n uint32) uint32 {
	message = d.Decode(input[:n])
	return uint32(len(message.Fields))
}

// fields returns where the fields of the last datagram are.
//
//go:wasmexport fields
func fields() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(message.Fields)) }

// problems returns where its problems are.
//
//go:wasmexport problems
func problems() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(message.Problems)) }

func main() { select {} }
