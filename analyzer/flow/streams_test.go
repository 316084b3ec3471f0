package flow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	_ "fragscope/samples/seeded" // the same inputs in each run

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/reassembly"
	"pgregory.net/rapid"
)

// A talk makes the segments of a connection.
type talk struct {
	t        testing.TB
	h        [2]capture.Header // client to server and back
	segments [][]byte
}

func newTalk(t testing.TB, link, version int, seqs [2]uint32) *talk {
	e := ends[version]
	k := &talk{t: t}
	k.h[0] = capture.Header{Link: link, Src: e[0], Dst: e[1], Seq: seqs[0], Ack: seqs[1]}
	k.h[1] = capture.Header{Link: link, Src: e[1], Dst: e[0], Seq: seqs[1], Ack: seqs[0]}
	return k
}

func (k *talk) segment(from int, flags uint8, data []byte) *talk {
	k.t.Helper()
	h := &k.h[from]
	h.Flags = flags
	b, err := h.AppendTCP(nil, data)
	if err != nil {
		k.t.Fatal(err)
	}
	k.segments = append(k.segments, b)
	h.Seq += uint32(len(data))
	if flags&(capture.SYN|capture.FIN) != 0 {
		h.Seq++
	}
	k.h[1-from].Ack = h.Seq
	return k
}

func (k *talk) open() *talk {
	return k.segment(0, capture.SYN, nil).segment(1, capture.SYN|capture.ACK, nil).segment(0, capture.ACK, nil)
}

func (k *talk) say(from int, data string) *talk {
	return k.segment(from, capture.PSH|capture.ACK, []byte(data))
}

func (k *talk) close() *talk {
	return k.segment(1, capture.FIN|capture.ACK, nil).segment(0, capture.FIN|capture.ACK, nil).segment(1, capture.ACK, nil)
}

// listen feeds the segments and returns the conversations.
func (k *talk) listen(opts StreamOptions) []*Conversation {
	k.t.Helper()
	var all []*Conversation
	opts.Done = func(c *Conversation) { all = append(all, c) }
	s := NewStreams(opts)
	var f feeder
	for _, b := range k.segments {
		f.feed(k.t, k.h[0].Link, b, s.Add)
	}
	s.Flush()
	if s.held != 0 {
		k.t.Errorf("%d bytes are held at the end", s.held)
	}
	return all
}

func script(c *Conversation) string {
	var b strings.Builder
	for _, t := range c.Turns {
		who := "S"
		if t.FromClient {
			who = "C"
		}
		if t.Missing > 0 {
			fmt.Fprintf(&b, "(%d missing)", t.Missing)
		}
		fmt.Fprintf(&b, "%s:%s ", who, t.Data)
	}
	return strings.TrimSpace(b.String())
}

func TestConversation(t *testing.T) {
	for _, link := range links {
		for version, e := range ends {
			k := newTalk(t, link, version, [2]uint32{1000, 0xffffffff - 3}).open().
				say(1, "\\basic\\\\secure").say(1, "\\wookie").say(0, "\\gamename\\ut").say(0, "\\list\\").say(1, "\\ip\\").say(1,
				"1.2.3.4").close()
			all := k.listen(StreamOptions{})
			if len(all) != 1 {
				t.Fatalf("%d conversations", len(all))
			}
			c := all[0]
			if got, want := script(c), `S:\basic\\secure\wookie C:\gamename\ut\list\ S:\ip\1.2.3.4`; got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
			if c.Client != e[0].Addr() || c.ClientPort != 40000 || c.Server != e[1].Addr() || c.ServerPort != 28900 {
				t.Errorf("ends %+v", c)
			}
			if !c.Opened || !c.Closed || c.Reset || c.Missing != 0 || c.First != 1 || c.Packets != 11 || c.Start != 1e6 ||
				c.Turns[1].Packet != 6 {
				t.Errorf("%+v", c)
			}
		}
	}
}

func TestConversationDetails(t *testing.T) {
	base := func() *talk { return newTalk(t, capture.LinkEthernet, 0, [2]uint32{10, 20}) }
	swap := func(k *talk, i, j int) *talk {
		k.segments[i], k.segments[j] = k.segments[j], k.segments[i]
		return k
	}
	drop := func(k *talk, i int) *talk {
		k.segments = append(k.segments[:i], k.segments[i+1:]...)
		return k
	}
	double := func(k *talk, i int) *talk { k.segments = append(k.segments, k.segments[i]); return k }
	for _, c := range []struct {
		name   string
		talk   *talk
		script []string
		check  func(*Conversation) bool
	}{
		{"out of order", swap(base().open().say(1, "one").say(1, "two").say(1, "three").close(), 3, 5),
			[]string{"S:onetwothree"}, nil},
		{"FIN first", swap(base().open().say(1, "one").close(), 3, 4), []string{"S:one"}, func(c *Conversation) bool {
			return c.Closed
		}},
		{"twice", double(base().open().say(1, "one").say(1, "two"), 3), []string{"S:onetwo"}, func(c *Conversation) bool {
			return c.Repeated == 1 && !c.Closed
		}},
		{"lost", drop(base().open().say(1, "one").say(1, "two").say(1, "three").close(), 4),
			[]string{"S:one (3 missing)S:three"}, func(c *Conversation) bool { return c.Missing == 3 }},
		{"lost, and the other end goes on", drop(base().open().say(1, "one").say(1, "two").say(1, "three").say(0, "yes"), 4),
			[]string{"S:one (3 missing)S:three C:yes"}, nil},
		{"reset", base().open().say(0, "hello").segment(1, capture.RST, nil), []string{"C:hello"},
			func(c *Conversation) bool { return c.Reset && c.Closed }},
		{"joined in the middle", base().say(1, "\\ip\\1").say(0, "x"), []string{"S:\\ip\\1 C:x"}, func(c *Conversation) bool {
			return !c.Opened && c.ServerPort == 28900
		}},
		{"nothing said", base().open().close(), nil, nil},
		{"only the end", base().close(), nil, nil},
		{"again on the same ports", func() *talk {
			k := base().open().say(0, "one")
			k.h[0].Seq += 5000
			return k.open().say(0, "two")
		}(), []string{"C:one", "C:two"}, nil},
		{"sent again after the end", func() *talk { k := base().open().say(1, "one").close(); return double(k, 3) }(),
			[]string{"S:one"}, nil},
		{"data with the opening", base().segment(0, capture.SYN, []byte("early")).segment(1, capture.SYN|capture.ACK,
			nil).say(1, "x"), []string{"C:early S:x"}, nil},
	} {
		var got []string
		for _, v := range c.talk.listen(StreamOptions{}) {
			got = append(got, script(v))
			if c.check != nil && !c.check(v) {
				t.Errorf("%s: %+v", c.name, v)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.script) {
			t.Errorf("%s: %q, want %q", c.name, got, c.script)
		}
	}
}

func TestStreamBounds(t *testing.T) {
	var ended, evicted int
	s := NewStreams(StreamOptions{Connections: 10, Idle: 1e9, Done: func(c *Conversation) {
		ended++
		if c.Evicted {
			evicted++
		}
	}})
	var f feeder
	for i := range 50 {
		k := newTalk(t, capture.LinkRaw, 0, [2]uint32{1, 1})
		k.h[0].Src = ends[0][0]
		k.h[0].ID = uint32(i)
		src := ends[0][0]
		src = netipPort(src, uint16(1000+i))
		k.h[0].Src = src
		k.say(0, "hello")
		f.feed(t, capture.LinkRaw, k.segments[0], s.Add)
	}
	if ended != 40 || evicted != 40 || len(s.open) != 10 {
		t.Errorf("%d ended, %d evicted, %d open", ended, evicted, len(s.open))
	}
	f.now += 2e9
	k := newTalk(t, capture.LinkRaw, 1, [2]uint32{1, 1}).say(0, "x")
	f.feed(t, capture.LinkRaw, k.segments[0], s.Add)
	if ended != 50 || evicted != 40 || len(s.open) != 1 {
		t.Errorf("after silence %d ended, %d evicted, %d open", ended, evicted, len(s.open))
	}

	// One that says more than is kept.
	k = newTalk(t, capture.LinkRaw, 0, [2]uint32{1, 1})
	for range 100 {
		k.say(0, strings.Repeat("a", 100)).say(1, "b")
	}
	c := k.listen(StreamOptions{Each: 3000})[0]
	var kept int64
	for _, turn := range c.Turns {
		kept += int64(len(turn.Data))
	}
	if kept > 3000 || kept+c.Dropped != 100*101 {
		t.Errorf("%d kept, %d dropped", kept, c.Dropped)
	}

	// A packet of which the capture has only the beginning.
	k = newTalk(t, capture.LinkRaw, 0, [2]uint32{1, 1}).open().say(0, "0123456789").say(0, "more")
	cut := k.segments[3][:len(k.segments[3])-6]
	var got *Conversation
	s = NewStreams(StreamOptions{Done: func(c *Conversation) { got = c }})
	for i, b := range k.segments {
		n := len(b)
		if i == 3 {
			b = cut
		}
		d := decoder.Decode(b, decoder.Options{Link: wire.LinkRawIP})
		s.Add(&capture.Packet{Number: int64(i + 1), Time: int64(i), Data: b, OrigLen: n}, &d.Frame)
	}
	s.Flush()
	if got == nil || script(got) != "C:0123 (6 missing)C:more" {
		t.Errorf("cut: %+v", got)
	}
}

// However a stream is cut into segments, and in whatever order they come, some
// of them twice or overlapping: what was said comes out.
func TestAnySegmentation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := noise(rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(1, 3000).Draw(rt, "bytes"))
		first := rapid.SampledFrom([]uint32{0, 1, 1<<31 - 500, 1<<32 - 700, 1<<32 - 1}).Draw(rt, "seq")
		k := newTalk(t, capture.LinkRaw, 0, [2]uint32{first, 77}).open()
		type piece struct{ at, end int }
		var pieces []piece
		for at := 0; at < len(data); {
			end := min(len(data), at+rapid.IntRange(1, 700).Draw(rt, "length"))
			pieces = append(pieces, piece{max(0, at-rapid.SampledFrom([]int{0, 0, 0, 1, 50}).Draw(rt, "overlap")), end})
			at = end
		}
		pieces = append(pieces, pieces[rapid.IntRange(0, len(pieces)-1).Draw(rt, "twice")])
		for _, i := range rapid.Permutation(seq(len(pieces))).Draw(rt, "order") {
			k.h[0].Seq = first + 1 + uint32(pieces[i].at)
			k.segment(0, capture.ACK, data[pieces[i].at:pieces[i].end])
		}
		all := k.listen(StreamOptions{})
		if len(all) != 1 || len(all[0].Turns) != 1 || string(all[0].Turns[0].Data) != string(data) || all[0].Missing != 0 {
			rt.Fatalf("%d conversations, of %d bytes: %.200q", len(all), len(data), fmt.Sprint(all))
		}
	})
}

func seq(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// gopacket comes to the same where segments are only late or come twice.
func TestStreamsLikeGopacket(t *testing.T) {
	data := noise(3, 5000)
	k := newTalk(t, capture.LinkRaw, 0, [2]uint32{100, 200}).open()
	for at := 0; at < len(data); at += 500 {
		k.segment(0, capture.ACK, data[at:at+500])
	}
	r := rand.New(rand.NewPCG(1, 1))
	late := k.segments[3:]
	r.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
	peer := &sink{}
	a := reassembly.NewAssembler(reassembly.NewStreamPool(peer))
	for i, b := range k.segments {
		p := gopacket.NewPacket(b, layers.LayerTypeIPv4, gopacket.Default)
		a.AssembleWithContext(p.NetworkLayer().NetworkFlow(), p.TransportLayer().(*layers.TCP),
			&when{gopacket.CaptureInfo{Timestamp: time.Unix(int64(i), 0)}})
	}
	a.FlushAll()
	equal(t, "gopacket", peer.data, data)
	equal(t, "ours", k.listen(StreamOptions{})[0].Turns[0].Data, data)
}

type when struct{ ci gopacket.CaptureInfo }

func (w *when) GetCaptureInfo() gopacket.CaptureInfo { return w.ci }

type sink struct{ data []byte }

func (s *sink) New(_, _ gopacket.Flow, _ *layers.TCP, _ reassembly.AssemblerContext) reassembly.Stream {
	return s
}

func (s *sink) Accept(*layers.TCP, gopacket.CaptureInfo, reassembly.TCPFlowDirection, reassembly.Sequence, *bool,
	reassembly.AssemblerContext) bool {
	return true
}

func (s *sink) ReassembledSG(sg reassembly.ScatterGather, _ reassembly.AssemblerContext) {
	n, _ := sg.Lengths()
	s.data = append(s.data, sg.Fetch(n)...)
}

func (s *sink) ReassemblyComplete(reassembly.AssemblerContext) bool { return true }
