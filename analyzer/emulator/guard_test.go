package emulator

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/wire"
)

// A cable is a PacketConn that keeps what is written to it.
type cable struct {
	net.PacketConn
	sent [][]byte
}

func (w *cable) WriteTo(p []byte, _ net.Addr) (int, error) {
	w.sent = append(w.sent, append([]byte(nil), p...))
	return len(p), nil
}

func (w *cable) bytes() int {
	n := 0
	for _, p := range w.sent {
		n += len(p) + headers
	}
	return n
}

// stranger is an address that nobody knows anything about.
var stranger = netip.MustParseAddrPort("192.0.2.1:4000")

// given gives a datagram of a stranger to a server and returns what it sends.
func given(s *Server, p []byte) *cable {
	w := &cable{}
	s.datagram(w, undirected(), p, stranger)
	return w
}

func undirected() *decoder.Decoder {
	return &decoder.Decoder{Options: decoder.Options{Link: decoder.LinkNone}}
}

// everything is a source of all protocols that are answered over UDP.
func everything() Source {
	s := talkative()
	s.Teams = []wire.Team{{Name: wire.Some("Red"), Score: wire.Some(int64(1))}}
	protocols := slices.DeleteFunc(decoder.Answered(), func(p decoder.Protocol) bool {
		return decoder.Descriptor(p).Stream
	})
	return FromStatusFunc(protocols, func(time.Time) *decoder.Status { return s })
}

// requests are all that can be asked.
func requests(t testing.TB) [][]byte {
	var all [][]byte
	for _, p := range decoder.Protocols() {
		for _, name := range decoder.Descriptor(p).Requests() {
			all = append(all, query(t, *promise.Query(t, p, name)))
		}
	}
	return all
}

// A stranger gets nothing from a server that is not public.
func TestNotPublic(t *testing.T) {
	s := New(Options{Source: everything()})
	defer s.Close()
	for _, p := range requests(t) {
		if w := given(s, p); len(w.sent) > 0 {
			t.Errorf("% x draws % x", p, w.sent[0])
		}
	}
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:7778", "[::]:0", "127.0.0.1", "localhost:7778"} {
		if s, err := Listen(context.Background(), addr, Options{Source: everything()}); err == nil {
			s.Close()
			t.Errorf("it listens on %s", addr)
		}
	}
	if _, err := Listen(context.Background(), "127.0.0.1:0", Options{Source: everything(), Heartbeat: stranger}); err ==
		nil {
		t.Error("it announces itself to a stranger")
	}
	conn, err := net.ListenPacket("udp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := New(Options{Source: everything()}).Serve(context.Background(), conn); err == nil {
		t.Error("it serves a socket of all addresses")
	}
}

// A public server sends a stranger at most three times what it got, whatever is
// asked and whatever goes wrong.
func TestAmplification(t *testing.T) {
	var all []Fault
	for _, k := range FaultKinds() {
		if k != Loss && k != Silence && k != WrongPort && k != WrongAddress {
			all = append(all, Fault{Kind: k, Share: 1})
		}
	}
	short := 0
	for _, faults := range [][]Fault{nil, all} {
		s := New(Options{Source: everything(), Public: true, Faults: faults})
		for range 3 {
			for _, p := range requests(t) {
				w := given(s, p)
				if len(w.sent) > 3 {
					t.Errorf("% x draws %d datagrams", p, len(w.sent))
				}
				if got, most := w.bytes(), 3*(len(p)+headers); got > most {
					t.Errorf("% x, %d bytes, draw %d: more than %d", p, len(p)+headers, got, most)
				}
				short += len(w.sent)
			}
		}
		if s.Stats().Capped == 0 {
			t.Error("no answer was held back")
		}
		s.Close()
	}
	if short == 0 {
		t.Error("short answers were held back as well")
	}
	s := New(Options{Source: everything(), Public: true, Amplification: -1})
	defer s.Close()
	if w := given(s, query(t, askRules)); len(w.sent) < 4 {
		t.Errorf("%d datagrams without the bound", len(w.sent))
	}
	five := New(Options{Source: everything(), Public: true, Amplification: 5})
	defer five.Close()
	if w := given(five, query(t, askInfo)); len(w.sent) != 1 || w.bytes() > 5*(5+headers) {
		t.Errorf("%d datagrams, %d bytes", len(w.sent), w.bytes())
	}
}

// An address that repeats its challenge is confirmed; another's challenge, or
// one of another server, confirms nobody.
func TestChallenge(t *testing.T) {
	source := FromStatus("gamespy3", talkative())
	s := New(Options{Source: source, Public: true, Seed: 5})
	defer s.Close()
	id := [8]byte{1, 2, 3, 4}
	w := given(s, query(t, decoder.Query{Protocol: "gamespy3", Message: "challenge request", ID: id}))
	if len(w.sent) != 1 {
		t.Fatalf("%d datagrams for a challenge", len(w.sent))
	}
	m := decoder.Decode(w.sent[0], decoder.Options{})
	i := m.Find("gamespy3.challenge.number", 0)
	if m.Info.Name != "challenge reply" || i < 0 {
		t.Fatalf("% x", w.sent[0])
	}
	challenge := int32(m.Fields[i].Int())
	ask := func(s *Server, challenge int32) int {
		return len(
			given(s, query(t, decoder.Query{Protocol: "gamespy3", ID: id, Details: &gamespy3.Query{Challenge: &challenge}})).
				sent)
	}
	if n := ask(s, challenge); n < 2 {
		t.Errorf("the right challenge draws %d datagrams", n)
	}
	for _, wrong := range []int32{challenge + 1, 0, s.challenge(netip.AddrPortFrom(stranger.Addr(), 4001))} {
		if n := ask(s, wrong); n > 0 {
			t.Errorf("the challenge %d draws %d datagrams", wrong, n)
		}
	}
	other := New(Options{Source: source, Public: true, Seed: 6})
	defer other.Close()
	if ask(other, challenge) > 0 {
		t.Error("the challenge of another server is taken")
	}
	free := New(Options{Source: source, Public: true, Amplification: -1, NoChallenge: true})
	defer free.Close()
	if ask(free, 0) == 0 {
		t.Error("without challenges a request draws nothing")
	}
}

// FuzzDatagram: whatever a stranger sends, the server goes on and keeps to its
// bound.
func FuzzDatagram(f *testing.F) {
	for _, p := range requests(f) {
		promise.Add(f, p)
	}
	s := New(Options{Source: everything(), Public: true})
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, p []byte) {
		if len(p) > maxDatagram {
			return
		}
		if w := given(s, p); w.bytes() > 3*(len(p)+headers) || len(w.sent) > 3 {
			t.Fatalf("% x draws %d datagrams, %d bytes", p, len(w.sent), w.bytes())
		}
	})
}

// Challenges are secret: the seed, which has a known default, does not give them.
func TestChallengeIsSecret(t *testing.T) {
	source := FromStatus("gamespy3", talkative())
	seen := map[int32]bool{}
	for range 20 {
		s := New(Options{Source: source, Public: true, Seed: 1})
		seen[s.challenge(stranger)] = true
		s.Close()
	}
	if len(seen) < 19 { // two of 2³¹ may be the same, by chance
		t.Errorf("20 servers of one seed have %d different challenges", len(seen))
	}
}

// A failingConn fails to read now and then, as Windows does for a datagram
// longer than the buffer.
type failingConn struct {
	net.PacketConn
	before []error // returned by the first reads
}

func (c *failingConn) ReadFrom(p []byte) (int, net.Addr, error) {
	if len(c.before) > 0 {
		err := c.before[0]
		c.before = c.before[1:]
		return len(p), nil, err
	}
	return c.PacketConn.ReadFrom(p)
}

// A datagram that cannot be read, or is as long as UDP allows, does not end
// the server.
func TestReadFailures(t *testing.T) {
	tooLong := &net.OpError{Op: "read", Net: "udp", Err: windowsTooLong}
	refused := &net.OpError{Op: "read", Net: "udp", Err: syscall.ECONNREFUSED}
	inner, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{Source: everything()})
	ended := make(chan error, 1)
	addr := inner.LocalAddr().(*net.UDPAddr).AddrPort()
	go func() {
		ended <- s.Serve(context.Background(), &failingConn{inner, []error{tooLong, refused, tooLong}})
	}()
	c := &client{t: t, to: addr}
	if c.conn, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	defer c.conn.Close()
	for _, n := range []int{maxRequest + 1, 65507} {
		if got := c.ask(make([]byte, n), quiet); len(got) > 0 {
			t.Errorf("%d bytes draw %d datagrams", n, len(got))
		}
	}
	if got := c.ask(query(t, askInfo), quiet); len(got) == 0 {
		t.Error("the server has stopped answering")
	}
	if got := s.Stats().Requests; got != 5 {
		t.Errorf("%d datagrams were counted, expected 5", got)
	}
	s.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}

	// A socket that never works again does end it.
	inner, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	broken := New(Options{Source: everything()})
	dead := &failingConn{inner, slices.Repeat([]error{refused}, maxFailures+1)}
	if err := broken.Serve(context.Background(), dead); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a dead socket ends the server with %v", err)
	}
}
