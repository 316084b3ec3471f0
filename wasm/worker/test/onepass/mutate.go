package main

import (
	"bufio"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"slices"

	"fragscope/samples"
)

// mutate writes n packets, each a line of hex digits: datagrams of the samples,
// each with one to four bytes changed, deleted, inserted or cut off. The same
// seed gives the same packets.
func mutate(w io.Writer, n int, seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 0))
	var all [][]byte
	for _, s := range samples.List() {
		for _, d := range s.Datagrams() {
			if len(d) > 0 {
				all = append(all, d)
			}
		}
	}
	out := bufio.NewWriter(w)
	for range n {
		p := slices.Clone(all[r.IntN(len(all))])
		for range 1 + r.IntN(4) {
			at := r.IntN(len(p))
			switch r.IntN(4) {
			case 0:
				p[at] = byte(r.Uint32())
			case 1:
				p = slices.Delete(p, at, at+1)
			case 2:
				p = slices.Insert(p, at, byte(r.Uint32()))
			case 3:
				p = p[:at+r.IntN(len(p)-at)]
			}
			if len(p) == 0 {
				p = []byte{byte(r.Uint32())}
			}
		}
		out.WriteString(hex.EncodeToString(p) + "\n")
	}
	return out.Flush()
}
