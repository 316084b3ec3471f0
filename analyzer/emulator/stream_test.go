package emulator

import (
	"bytes"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/protocol/unrealmaster"
)

// listing is a master that lists two servers.
func listing() *unrealmaster.MasterServer {
	return &unrealmaster.MasterServer{Servers: func() []unrealmaster.ListedServer {
		a, _ := Listed(netip.MustParseAddrPort("127.0.0.1:7778"), status())
		b, _ := Listed(netip.MustParseAddrPort("127.0.0.2:7778"), nil)
		return []unrealmaster.ListedServer{a, b}
	}}
}

// converse says something to a master and returns all that it says, until it
// ends the connection or the client has had enough.
func converse(t *testing.T, s *Server, said []byte, most int64) []byte {
	t.Helper()
	c, err := net.DialTimeout("tcp", s.Addr().String(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(3 * time.Second))
	if _, err := c.Write(said); err != nil {
		t.Fatal(err)
	}
	heard, _ := io.ReadAll(io.LimitReader(c, most))
	return heard
}

const list = `\ip\127.0.0.1:7778\ip\127.0.0.2:7778\final\`

func TestMaster(t *testing.T) {
	done := left(t)
	t.Run("asked", func(t *testing.T) {
		said := query(t, decoder.Query{Protocol: "unreal-master", Message: "login and server list request"})
		right := `\basic\\secure\wookie` + list
		for _, test := range []struct {
			faults string
			fits   func(heard []byte) bool
		}{
			{"", func(h []byte) bool { return string(h) == right }},
			{"delay=30ms", func(h []byte) bool { return string(h) == right }},
			{"loss", func(h []byte) bool { return len(h) == 0 }},
			{"truncate=1:5", func(h []byte) bool { return string(h) == right[:5] }},
			{"garbage", func(h []byte) bool { return len(h) == len(right) && string(h) != right }},
			{"duplicate", func(h []byte) bool { return strings.Count(string(h), list) == 2 }},
			{"huge", func(h []byte) bool { return len(h) == 130000 }},
			{"endless-zeros", func(h []byte) bool { return len(h) == 1<<18 && len(bytes.Trim(h, "\x00")) == 0 }},
			{"endless-zeros=100%:50000", func(h []byte) bool { return len(h) == 50000 }},
		} {
			faults, err := ParseFaults(test.faults)
			if err != nil {
				t.Fatal(err)
			}
			s := listen(t, Options{Source: FromMaster(listing()), Faults: faults})
			if h := converse(t, s, said, 1<<18); !test.fits(h) {
				t.Errorf("with %q the master says %d bytes: %.100q", test.faults, len(h), h)
			}
		}
	})
	t.Run("all arrives", func(t *testing.T) {
		// The master ends the connection while bytes of the client are unread, and
		// most of its answer waits for a slow reader.
		s := listen(t, Options{Source: FromMaster(listing()), Faults: []Fault{{Kind: Huge, Share: 1}}})
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(1 << 14); err != nil {
			t.Fatal(err)
		}
		said := query(t, decoder.Query{Protocol: "unreal-master", Message: "login and server list request"})
		if _, err := c.Write(append(said, make([]byte, 20000)...)); err != nil {
			t.Fatal(err)
		}
		if h, err := io.ReadAll(c); err != nil || len(h) != 130000 {
			t.Errorf("%d of 130000 bytes arrived: %v", len(h), err)
		}
	})
	t.Run("silent", func(t *testing.T) {
		s := listen(t, Options{Source: FromMaster(listing()), Faults: []Fault{{Kind: Silence, Share: 1}}})
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		if n, err := c.Read(make([]byte, 9)); n > 0 || err == nil {
			t.Errorf("it says %d bytes, %v", n, err)
		}
	})
	t.Run("too much talk", func(t *testing.T) {
		s := listen(t, Options{Source: FromMaster(listing())})
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(3 * time.Second))
		go func() {
			for range 2000 {
				if _, err := c.Write([]byte(`\gamename\` + strings.Repeat("u", 100))); err != nil {
					return
				}
			}
		}()
		if h, _ := io.ReadAll(c); !bytes.Equal(h, []byte(`\basic\\secure\wookie`)) {
			t.Errorf("it says %q", h)
		}
	})
	t.Run("replayed", func(t *testing.T) {
		c := openSample(t, "ut99-master-list.pcapng")
		town, err := c.Town(t.Context(), netip.AddrPort{}, true, Choice{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer town.Close()
		var master *Server
		for _, s := range town.Servers {
			if s.TCP {
				master = s.Server
			}
		}
		if master == nil {
			t.Fatal("there is no master in the capture")
		}
		for range 2 {
			h := converse(t, master,
				query(t, decoder.Query{Protocol: "unreal-master", Message: "login and server list request"}), 1<<20)
			m := decoder.Decode(h, decoder.Options{Protocol: "unreal-master", From: decoder.Reply, Stream: true})
			if m.Entries() == 0 || !bytes.HasSuffix(h, []byte(`\final\`)) {
				t.Errorf("the master says %d bytes with %d servers: %.200q", len(h), m.Entries(), h)
			}
		}
	})
	done()
}

// TestStreamed: what is spoken over TCP is served over TCP, in whatever pieces a
// request comes.
func TestStreamed(t *testing.T) {
	source, err := FromSample("minecraft-status-reply")
	if err != nil {
		t.Fatal(err)
	}
	fixed := FromStatus("minecraft", status())
	for _, source := range []Source{source, fixed} {
		s := listen(t, Options{Source: source})
		hello := query(t, decoder.Query{Protocol: "minecraft"})
		ping := query(t, decoder.Query{Protocol: "minecraft", Message: "ping request", ID: [8]byte{1, 2, 3}})
		v := s.opts.Source.(StreamSource).Conversation(netip.AddrPort{}, time.Now())
		for n := 1; n < len(hello); n++ { // what has come may end anywhere, after the handshake as well
			if out, used, done := v.Next(hello[:n]); len(out) > 0 || used > 0 || done {
				t.Errorf("%d of %d bytes are answered with %d, %d of them used, done: %v", n, len(hello), len(out), used, done)
			}
		}
		for _, pieces := range []int{1, 2, len(hello)} {
			c, err := net.Dial("tcp", s.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(time.Minute))
			for i := range pieces {
				if _, err := c.Write(hello[i*len(hello)/pieces : (i+1)*len(hello)/pieces]); err != nil {
					t.Fatal(err)
				}
			}
			var said []byte
			read := func(message string) *decoder.Message {
				t.Helper()
				for {
					buf := make([]byte, 4096)
					n, err := c.Read(buf)
					if err != nil {
						t.Fatalf("%q, %v", said, err)
					}
					said = append(said, buf[:n]...)
					m := decoder.Decode(said, decoder.Options{Protocol: "minecraft", From: decoder.Reply, Stream: true})
					if v, any := m.Worst(); m.Info.Name == message && (!any || v < decoder.SeverityError) {
						return m
					}
				}
			}
			if st := decoder.StatusOf(read("status reply")); st == nil || st.Name.Value == "" || !st.MaxPlayers.Known {
				t.Errorf("in %d pieces: %+v", pieces, st)
			}
			said = nil
			if _, err := c.Write(ping); err != nil {
				t.Fatal(err)
			}
			if read("ping reply"); !bytes.Equal(said, ping) {
				t.Errorf("the ping % x is answered with % x", ping, said)
			}
		}
	}
	if _, err := Listen(t.Context(), "127.0.0.1:0", Options{Source: FromStatusFunc(decoder.Answered(), nil)}); err ==
		nil || !strings.Contains(err.Error(), "spoken over TCP") {
		t.Errorf("both at once: %v", err)
	}
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := New(Options{Source: fixed}).Serve(t.Context(), conn); err == nil ||
		!strings.Contains(err.Error(), "spoken over TCP") {
		t.Errorf("over UDP: %v", err)
	}
}

// TestHeartbeat: a server announces itself, and proves its game when it is asked.
func TestHeartbeat(t *testing.T) {
	master, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	s := listen(t, Options{
		Source: FromStatus("gamespy1", status()), Game: decoder.GameByName("ut99"),
		Heartbeat: addrPort(master.LocalAddr()), HeartbeatEvery: 50 * time.Millisecond,
	})
	buf := make([]byte, 2048)
	hear := func() string {
		master.SetReadDeadline(time.Now().Add(2 * time.Second))
		n, from, err := master.ReadFromUDPAddrPort(buf)
		if err != nil || from != s.Addr() {
			t.Fatalf("from %s: %v", from, err)
		}
		return string(buf[:n])
	}
	for range 3 {
		m := decoder.Decode([]byte(hear()), decoder.Options{})
		i := m.Find("unreal-heartbeat.port", 0)
		if m.Info.Name != "heartbeat" || i < 0 || uint16(m.Fields[i].Value) != s.Addr().Port() {
			t.Fatalf("it announces itself with %s %q", m.Info.Name, m.Data)
		}
	}
	if _, err := master.WriteToUDPAddrPort([]byte(`\secure\wookie`), s.Addr()); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if h := hear(); strings.HasPrefix(h, `\validate\2/TYFMRc\`) && strings.Contains(h, `\final\`) {
			return
		}
	}
	t.Error("it does not prove its game")
}

// FuzzTalk: whatever a client says to a replayed master, the conversation ends
// or waits for more.
func FuzzTalk(f *testing.F) {
	f.Add([]byte(`\gamename\ut\final\`), uint8(3))
	source := FromMaster(listing())
	f.Fuzz(func(t *testing.T, p []byte, n uint8) {
		v := source.Conversation(stranger, time.Time{})
		v.Begin()
		var in []byte
		for len(p) > 0 {
			k := min(len(p), int(n)+1)
			in, p = append(in, p[:k]...), p[k:]
			for range len(in) + 1 {
				out, used, done := v.Next(in)
				if used > len(in) || used == 0 && len(out) > 0 {
					t.Fatalf("used %d of %d bytes and said %q", used, len(in), out)
				}
				if in = in[used:]; done {
					return
				}
				if used == 0 {
					break
				}
			}
		}
	})
}
