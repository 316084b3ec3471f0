package decoder_test

import (
	"bytes"
	"sync"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/unreallan"
	"fragscope/decoder/serve"
	"fragscope/decoder/wire"
)

// Padding of an Ethernet frame is no part of what was asked or answered.
func TestPaddingIsNoPayload(t *testing.T) {
	status := &wire.Status{Name: wire.Some("Quiet Harbour")}
	for _, q := range []*ask.Query{
		{Protocol: "gamespy1", Message: "basic request"}, {Protocol: "gamespy2", ID: [8]byte{1, 2, 3, 4}},
		{Protocol: "gamespy3", ID: [8]byte{1, 2, 3, 4}},
		{Protocol: "ugp"}, {Protocol: "unreal-lan"}, {Protocol: "unreal-lan", Message: "LAN beacon query request",
			ID: [8]byte{1, 2}},
	} {
		b, err := decoder.AppendRequest(nil, q)
		if err != nil {
			t.Fatal(err)
		}
		answers := func(m *wire.Message) (out [][]byte) {
			a := &answer.Answer{Status: status}
			if q.Message == "LAN beacon query request" {
				a.Game = decoder.GameByName("ut3")
			}
			out, err := decoder.AppendReplies(nil, m, a)
			if err != nil {
				t.Errorf("%s: %v", m.Info.Name, err)
			}
			return append(out, serve.AppendCanonical(nil, m))
		}
		alone, framed := answers(decoder.Decode(b, wire.Options{})),
			answers(decoder.Decode(buildEthernet(0x0800, udp4(b)), wire.Options{}))
		if len(alone) != len(framed) {
			t.Fatalf("%s: %d replies, %d to the same request in a frame", q.Protocol, len(alone), len(framed))
		}
		for i := range alone {
			if !bytes.Equal(alone[i], framed[i]) {
				t.Errorf("%s: %q, and in a frame %q", q.Protocol, alone[i], framed[i])
			}
		}
	}
	p := []byte(`\queryid\1.1`)
	m := decoder.Decode(buildEthernet(0x0800, udp4(p)), wire.Options{})
	if got := serve.AppendPatched(nil, m, nil, 0); len(got) > len(p)+1 {
		t.Errorf("a stamped reply carries padding: %q", got)
	}
	a, b := decoder.Decode(buildEthernet(0x0800, udp4(p)), wire.Options{}), decoder.Decode(p, wire.Options{})
	if sets := decoder.Assemble([]*wire.Message{a, b}); len(sets) != 1 || len(sets[0].Duplicates) != 1 {
		t.Errorf("the same reply with and without padding: %+v", sets)
	}
}

// Nothing behind the datagram is looked at: the memory is the caller's, who may
// be writing the next one there. The race detector sees that.
func TestReadsNothingBehind(t *testing.T) {
	for _, p := range [][]byte{[]byte(`\hostname\a\ip`), []byte(`\info\`), {0xfe, 0xfd, 0, 1, 2, 3, 4, 0xff, 0xff, 0xff},
		udp4([]byte(`\info\ab`)), unhex(t, cleanInfo)} {
		buf := append(bytes.Clone(p), make([]byte, 64)...)
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := len(p); i < len(buf); i++ {
				buf[i]++
			}
		})
		var d decoder.Decoder
		for _, m := range []*wire.Message{d.Decode(buf[:len(p)]), decoder.Decode(buf[:len(p)], wire.Options{})} {
			if cap(m.Data) > len(p) {
				t.Errorf("the message of % x holds %d bytes behind it", p, cap(m.Data)-len(p))
			}
			decoder.StatusOf(m)
			m.Content()
		}
		wg.Wait()
	}
}

// A game port is no sign of a query where the query port is another one.
func TestGamePortIsNoQueryPort(t *testing.T) {
	for i := range decoder.Rows {
		p := decoder.Rows[i]
		for _, q := range p.Ports {
			query := q.Number
			if query == 0 {
				query = uint16(int(q.Game) + q.Offset)
			}
			if !p.KnowsPort(query) {
				t.Errorf("%s: %d of %s is not known", p.ID, query, q.Name)
			}
		}
	}
	if gamespy1.Protocol.KnowsPort(14567) {
		t.Error("14567, where Battlefield 1942 plays, counts as a query port")
	}
}

// A port next to 65535 does not wrap to one next to 0.
func TestPortsDoNotWrap(t *testing.T) {
	for i := range decoder.Games() {
		g := decoder.Games()[i]
		for j := range g.Services {
			v := &g.Services[j]
			for _, port := range []uint16{1, 65535} {
				if n := int(v.PortFor(g, port)); v.Offset != 0 && n != 0 && n != int(port)+v.Offset {
					t.Errorf("%s: game port %d gives port %d for %s", g.Name, port, n, v.Protocol)
				}
			}
		}
	}
	l := ask.Listed{Protocol: "server-list", GamePort: 65535, QueryPort: 7777}
	if plan, port, exact := decoder.PlaceOf(&l); plan != nil || port != 65535 || exact {
		t.Errorf("a list's game port 65535 gives query port %d", port)
	}
	last := int64(65535)
	m := decoder.Decode([]byte("REPORTQUERY"), wire.Options{})
	if out, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: &wire.Status{GamePort: wire.Some(last)}}); err ==
		nil {
		t.Errorf("a server on game port 65535 names as its query port %q", out)
	}
}

// A number below 0 is not more than the greatest that makes sense, and one
// with a fraction is what it is.
func TestNegativeNumbers(t *testing.T) {
	beacon := join([]byte{5, 1}, be32bytes(unreallan.GameUT3), []byte("SR"), make([]byte, 8), []byte{192, 0, 2, 1},
		be32bytes(7777), be32bytes(0xffffffff), be32bytes(0), be32bytes(16), be32bytes(0))
	m := decoder.Decode(beacon, wire.Options{})
	i := m.Find("unreal-lan.beacon.open_public", 0)
	if i < 0 || len(m.Problems) == 0 || m.Problems[0].Info != &wire.ProblemNegative ||
		m.Message(&m.Problems[0]) != "Open public places is -1; it cannot be negative." {
		t.Error(dump(m))
	}
	for value, code := range map[string]string{"12.000000": "", "12": "", "300.5": "number-implausible",
		"300": "number-implausible"} {
		m := decoder.Decode([]byte(`\hostname\a\numplayers\`+value+`\queryid\1.1\final\`), wire.Options{})
		got := ""
		for i := range m.Problems {
			got += m.Problems[i].Info.Code
		}
		if got != code {
			t.Errorf("%s players: %q, want %q", value, got, code)
		}
	}
}

func be32bytes(v uint32) []byte { return wire.AppendBE32(nil, v) }
