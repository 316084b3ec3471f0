package session

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/desktop/state"
	"fragscope/samples"
)

// TestSameJSONAsEverywhere changes samples by chance and holds what the desktop
// exports to what render writes, which is what the command prints.
func TestSameJSONAsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 8))
	var all [][]byte
	for _, s := range samples.List() {
		all = append(all, s.Datagrams()...)
	}
	rounds := 4000
	if testing.Short() {
		rounds = 500
	}
	var got bytes.Buffer
	for i := range rounds {
		d := mutated(r, all[r.IntN(len(all))])
		got.Reset()
		if err := Print(&got, render.JSON, []state.Datagram{{Data: d}}, false); err != nil {
			t.Fatal(err)
		}
		want := render.Append(nil, render.JSON, render.NewReport([]*decoder.Message{decoder.Decode(d, decoder.Options{})}),
			render.Options{})
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("round %d, %X: the desktop writes\n%s\nand render\n%s", i, d, got.Bytes(), want)
		}
	}
	for _, s := range samples.List() { // several datagrams, put together
		var list []state.Datagram
		var ms []*decoder.Message
		for _, d := range s.Datagrams() {
			d = mutated(r, d)
			list = append(list, state.Datagram{Data: d})
			ms = append(ms, decoder.Decode(d, decoder.Options{}))
		}
		for _, f := range []render.Format{render.JSON, render.NDJSON, render.CSV, render.Markdown, render.Table,
			render.Tree} {
			got.Reset()
			if err := Print(&got, f, list, false); err != nil {
				t.Fatal(err)
			}
			if want := render.Append(nil, f, render.NewReport(ms), render.Options{Full: true}); !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s as %s: the desktop writes\n%s\nand render\n%s", s.Name, f, got.Bytes(), want)
			}
		}
	}
}

// mutated returns d with a few bytes changed, put in or taken out, or cut.
func mutated(r *rand.Rand, d []byte) []byte {
	d = bytes.Clone(d)
	for range r.IntN(4) {
		at := r.IntN(len(d) + 1)
		switch r.IntN(4) {
		case 0:
			d = append(d[:at], append([]byte{byte(r.Uint32())}, d[at:]...)...)
		case 1:
			d = d[:at]
		default:
			if at < len(d) {
				if d[at] = byte(r.Uint32()); r.IntN(3) == 0 {
					d = append(d[:at], d[at+1:]...)
				}
			}
		}
	}
	return d
}
