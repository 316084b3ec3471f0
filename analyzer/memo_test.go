package analyzer

import (
	"bytes"
	"reflect"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/capgen"
	"fragscope/decoder"
)

// A record that is made from memory is the one that decoding makes, whatever
// the ports, and most requests come from memory.
func TestMemo(t *testing.T) {
	var file bytes.Buffer
	truth, err := capgen.Write(&file, capgen.Config{Datagrams: 6000, Seed: 5, Other: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(&file, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	plain, remembering, others := worker{}, worker{memo: newMemo()}, worker{memo: newMemo()}
	var requests, known int64
	for r.Next() {
		p := r.Packet()
		data := bytes.Clone(p.Data)
		variants := [][]byte{data}
		remembering.d.Options = decoder.Options{Link: p.Link}
		if f := remembering.d.PlainFrame(data); f != nil {
			k := remembering.memo.key(f, data[f.Payload:f.End])
			if x := remembering.memo.find(k, data[f.Payload:f.End]); x != nil && x.info.Direction == decoder.Request {
				known++
			}
			// The same bytes to and from other ports. To exchange the two changes
			// no checksum, and to add to one what is taken from the other neither.
			src, dst := f.SrcPort, f.DstPort
			at := f.Payload - 8
			for _, ports := range [][2]uint16{{dst, src}, {27900, src + dst - 27900}, {src + dst - 28900, 28900}, {src + dst - 28902, 28902}} {
				if uint32(ports[0])+uint32(ports[1]) == uint32(src)+uint32(dst) {
					v := bytes.Clone(data)
					v[at], v[at+1], v[at+2], v[at+3] = byte(ports[0]>>8), byte(ports[0]), byte(ports[1]>>8), byte(ports[1])
					variants = append(variants, v)
				}
			}
		}
		for i, v := range variants {
			q := Packet{Time: p.Time, Number: p.Number, Link: p.Link, Data: v, Length: p.OrigLen}
			var want, got record
			plain.record(&batch{}, &want, &q)
			if i == 0 {
				remembering.record(&batch{}, &got, &q)
			} else {
				others.record(&batch{}, &got, &q)
			}
			if i == 0 && want.class == classMessage && want.info.Direction == decoder.Request {
				requests++
			}
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("packet %d, variant %d: from memory it is\n%+v\nand decoded\n%+v", p.Number, i, got, want)
			}
		}
	}
	if requests < truth.Packets/3 || known < requests/2 {
		t.Errorf("%d of %d requests, of %d packets, came from memory", known, requests, truth.Packets)
	}
}
