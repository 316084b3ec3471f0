package session

import (
	"testing"

	"fragscope/decoder/paste"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/samples"
	"fragscope/wasm/inspector/pack"
)

// The rows of every sample are the fields with their bits and parts, each in
// the group whose depth says so, also when their decoders had others before.
func TestRows(t *testing.T) {
	for range 2 {
		for _, sample := range samples.List() {
			var s Session
			var w pack.Writer
			s.Parse(&w, []byte(sample.Text), Options{Format: paste.FormatUnknown})
			for i, m := range s.messages {
				w.Reset()
				s.Rows(&w, i)
				words := written(&w)
				type want struct {
					r     view.Row
					depth int
				}
				var list []want
				for r := range view.Rows(m) {
					d := int(m.Fields[r.Field].Depth)
					if r.Type != view.RowField {
						d++
					}
					list = append(list, want{r, d})
				}
				if int(words[0]) != len(list) {
					t.Fatalf("%s, datagram %d: %d rows, want %d", sample.Name, i, words[0], len(list))
				}
				for n, x := range list {
					got := words[1+n*rowWords:][:rowWords]
					f := &m.Fields[x.r.Field]
					next, parent := n+1, n-1
					for next < len(list) && list[next].depth > x.depth {
						next++
					}
					for parent >= 0 && list[parent].depth >= x.depth {
						parent--
					}
					value, length := f.Value, f.Length
					switch x.r.Type {
					case view.RowBit:
						value, length = 0, 0
						if f.Value&x.r.Mask == x.r.Mask {
							value = 1
						}
					case view.RowPart:
						value, length = f.Def.Parts[x.r.Entry].Value(f.Value), 0
					}
					if known.list[got[0]] != f.Def || got[1] != f.Offset || got[2] != length || got[3]&0xff != uint32(f.Kind) ||
						got[3]>>8&0xff != uint32(x.depth) ||
						int(got[5]) != next || int(int32(got[11])) != parent || uint64(got[6])|uint64(got[7])<<32 != value ||
						uint64(got[8])|uint64(got[9])<<32 != x.r.Mask ||
						int(got[10]) != x.r.Field || view.RowType(got[4]>>8) != x.r.Type ||
						view.Category(got[4]>>16)&^folded != x.r.Category(m) || wire.FieldFlags(got[4]&0xff) != f.Flags {
						t.Fatalf("%s, datagram %d, row %d is %v, want %+v of %+v, up to %d, in %d", sample.Name, i, n, got, x, *f, next,
							parent)
					}
				}
				if rest := words[1+len(list)*rowWords:]; len(m.Problems) > 0 {
					at := list[rest[1]].r
					if int(rest[0]) != len(m.Problems) || at.Type != view.RowField || at.Field != view.FieldOf(m, &m.Problems[0]) {
						t.Fatalf("%s, datagram %d: the first of %d problems is shown beside %+v", sample.Name, i, rest[0], at)
					}
				}
			}
			s.Close()
		}
	}
}

// written returns the words of an answer.
func written(w *pack.Writer) []uint32 {
	b := w.Finish()
	word := func(i int) uint32 {
		return uint32(b[4*i]) | uint32(b[4*i+1])<<8 | uint32(b[4*i+2])<<16 | uint32(b[4*i+3])<<24
	}
	list := make([]uint32, word(len(b)/4-3))
	for i := range list {
		list[i] = word(i)
	}
	return list
}
