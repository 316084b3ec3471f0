package main

import "fragscope/decoder"

var (
	input  [65536]byte
	output []byte
	d      decoder.Decoder
)

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
	return uint32(len(output))
}

func main() { select {} }
