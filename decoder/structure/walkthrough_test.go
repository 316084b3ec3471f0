package structure

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"fragscope/decoder/ksy"
)

// Packets of protocols that the decoder does not know, made from their public
// descriptions: README.md shows how a layout is made of each.

// stun makes binding requests and responses (RFC 8489): type, length, magic cookie,
// transaction id; responses with MAPPED-ADDRESS and SOFTWARE.
func stun(rng *rand.Rand) (out [][]byte) {
	for i := range 12 {
		id := make([]byte, 12)
		for k := range id {
			id[k] = byte(rng.Uint32())
		}
		head := func(typ uint16, body []byte) []byte {
			b := binary.BigEndian.AppendUint16(nil, typ)
			b = binary.BigEndian.AppendUint16(b, uint16(len(body)))
			return append(append(append(b, 0x21, 0x12, 0xa4, 0x42), id...), body...)
		}
		name := []string{"relay", "turn server", "stunner", "a longer name", "coturn-4.6"}[i%5]
		attr := binary.BigEndian.AppendUint16([]byte{0x00, 0x01, 0x00, 0x08, 0x00, 0x01}, uint16(40000+rng.IntN(20000)))
		attr = append(attr, 192, 0, 2, byte(rng.Uint32()))
		attr = binary.BigEndian.AppendUint16(append(attr, 0x80, 0x22), uint16(len(name)))
		attr = append(attr, name...)
		out = append(out, head(0x0001, nil), head(0x0101, attr))
	}
	return out
}

// rtp makes packets of a voice stream (RFC 3550): flags, sequence number, timestamp, source, samples.
func rtp(rng *rand.Rand) (out [][]byte) {
	for i := range 24 {
		b := binary.BigEndian.AppendUint16([]byte{0x80, 0x00}, uint16(9100+i))
		b = binary.BigEndian.AppendUint32(b, uint32(77000+160*i))
		b = binary.BigEndian.AppendUint32(b, 0x5c1d9a03)
		for range 40 {
			b = append(b, byte(rng.Uint32()))
		}
		out = append(out, b)
	}
	return out
}

// tftp makes data blocks and their acknowledgements (RFC 1350).
func tftp(rng *rand.Rand) (out [][]byte) {
	for i := range 12 {
		block := binary.BigEndian.AppendUint16(nil, uint16(i+1))
		data := append([]byte{0, 3}, block...)
		for range 40 + rng.IntN(60) {
			data = append(data, byte(rng.Uint32()))
		}
		out = append(out, data, append([]byte{0, 4}, block...))
	}
	return out
}

// TestWalkthrough: the decisions of WALKTHROUGH.md, at most ten for each protocol, make a layout that
// names every byte of every packet.
func TestWalkthrough(t *testing.T) {
	text, err := os.ReadFile("WALKTHROUGH.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, packets := range map[string]func(*rand.Rand) [][]byte{"STUN": stun, "RTP": rtp, "TFTP": tftp} {
		_, steps, ok := strings.Cut(string(text), "\n## "+name+"\n")
		if steps, _, _ = strings.Cut(steps, "\n## "); !ok {
			t.Fatal("WALKTHROUGH.md does not have " + name)
		}
		decisions := ""
		n := 0
		for line := range strings.Lines(steps) {
			if strings.HasPrefix(line, "accept ") || strings.HasPrefix(line, "mark ") {
				decisions += line
				n++
			}
		}
		var in []Datagram
		for _, p := range packets(rand.New(rand.NewPCG(1, 2))) {
			in = append(in, Datagram{Data: p})
		}
		found := Analyze(in, Options{})
		r, err := found.Decide(decisions)
		if err != nil {
			t.Fatal(name, err)
		}
		texts := r.Layouts("found")
		l, err := ksy.Parse(texts[0])
		if err != nil || len(texts) != 1 || n == 0 || n > 10 || strings.Contains(string(texts[0]), "id: bytes") ||
			strings.Contains(string(texts[0]), "id: head") {
			for k := range found.Kinds {
				for i := range found.Kinds[k].Findings {
					f := &found.Kinds[k].Findings[i]
					t.Logf("accept %d %d %d %s: %s", k, f.Offset, f.Length, f.Type, f.Text)
				}
			}
			t.Fatalf("%s: %d decisions, %d layouts, %v\n%s", name, n, len(texts), err, texts[0])
		}
		for i := range in {
			if !l.Fits(in[i].Data) {
				t.Errorf("%s: packet %d is not as the layout says: % x\n%s", name, i, in[i].Data, texts[0])
			}
		}
	}
}
