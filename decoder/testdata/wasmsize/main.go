// Wasmsize is the smallest useful browser program: it gives a page the whole
// decoder and nothing else. It is built to see how large that makes it.
package main

import "fragscope/decoder"

var (
	input  [65536]byte
	output []byte
	d      decoder.Decoder
)

// buffer is where the page puts a datagram.
//
//go:wasmexport buffer
func buffer() *byte { return &input[0] }

// decode describes the first n bytes of the buffer and returns how long the
// description is.
//
//go:wasmexport decode
func decode(n uint32) uint32 {
	m := d.Decode(input[:min(int(n), len(input))])
	output = append(output[:0], m.Info.Name...)
	for i := range m.Fields {
		output = m.AppendName(output, i)
		output = m.AppendValue(output, i)
		output = m.AppendNote(output, i)
	}
	for i := range m.Problems {
		output = append(output, m.Message(&m.Problems[i])...)
		output = append(output, m.Advice(&m.Problems[i])...)
	}
	if s := decoder.StatusOf(m); s != nil && s.Name.Known {
		output = append(output, s.Name.Value...)
	}
	return uint32(len(output))
}

// request writes a protocol's fullest request and returns its length.
//
//go:wasmexport request
func request(protocol uint32) uint32 {
	var err error
	output, err = decoder.AppendRequest(output[:0], &decoder.Query{Protocol: decoder.Protocol(protocol)})
	if err != nil {
		output = append(output, err.Error()...)
	}
	return uint32(len(output))
}

func main() { select {} }
