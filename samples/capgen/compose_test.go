package capgen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

// A sample is a capture of one composed session.
type sample struct {
	name  string // of its file
	about string
	data  []byte
}

// composed composes the captures in samples/captures, the same bytes every time.
// The scan with other traffic is not among them: see TestFiles.
func composed() ([]sample, error) {
	var all []sample
	for _, c := range []struct {
		name, about string
		compose     func(*session)
	}{
		{"ut2004-multi-packet.pcapng",
			"A UT2004 server is asked for everything: the info in one datagram, the rules in two, the players in three that " +
				"come out of order; a request is lost and sent again.", unreal2Session},
		{"ut99-status-part-lost.pcapng", "A UT99 status in parts: the second part is lost, so it is asked again.",
			statusSession},
		{"ut3-challenge.pcapng", "A UT3 server: challenge, data request, a reply in two datagrams; then a request with a " +
			"stale challenge that nobody answers.", challengeSession},
		{"ugp-ipv6.pcapng", "A GTA Connected server over IPv6: two pings and two queries, in between a player joins.",
			ugpSession},
		{"ut99-master-list.pcapng",
			"A server list fetched from a master over TCP: segments cut anywhere, one out of order, one sent twice.",
			masterSession},
		{"lan-discovery.pcapng", "Three ways to find servers on a LAN, by broadcast: UT99, UT2004 and UT3.", lanSession},
		{"fragments.pcapng", "Replies in IP fragments, IPv4 and IPv6: in order, out of order, and with one that never comes.",
			fragmentSession},
		{"vlan-and-cooked.pcapng", "The same exchange on six kinds of link: VLAN tags, stacked tags, Linux cooked capture " +
			"in both versions, loopback and bare IP.", linkSession},
		{"damaged.pcapng", "A capture with zeros in its middle, a length that lies, and an end cut off; what is sound is " +
			"still read.", damagedSession},
	} {
		s := newSession(c.about)
		c.compose(s)
		if s.err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, s.err)
		}
		all = append(all, sample{c.name, c.about, s.buf.Bytes()})
	}
	return all, nil
}

// A session is a capture that is written packet by packet.
type session struct {
	buf   bytes.Buffer
	w     *capture.NgWriter
	now   int64
	links []int
	id    uint32
	err   error
}

func newSession(about string) *session {
	s := &session{now: Start, id: 100}
	s.w, s.err = capture.NewNgWriter(&s.buf, capture.Section{Application: "fragscope", Comment: about})
	return s
}

// on returns the interface for a kind of link, added when it is new.
func (s *session) on(link int) int {
	if i := slices.Index(s.links, link); i >= 0 {
		return i
	}
	s.links = append(s.links, link)
	name := map[int]string{capture.LinkEthernet: "eth0", capture.LinkSLL: "any", capture.LinkSLL2: "any2",
		capture.LinkNull: "lo0", capture.LinkRaw: "tun0", capture.LinkLoop: "lo1"}[link]
	i, err := s.w.AddInterface(capture.Interface{LinkType: link, Name: name})
	s.fail(err)
	return i
}

func (s *session) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// frame writes a frame after ms milliseconds.
func (s *session) frame(ms float64, link int, frame []byte, comments ...string) {
	if s.err != nil {
		return
	}
	i := s.on(link)
	s.now += int64(ms * 1e6)
	p := &capture.Packet{Time: s.now, HasTime: true, Data: frame, Interface: i}
	for _, c := range comments {
		p.Comments = append(p.Comments, []byte(c))
	}
	s.fail(s.w.WritePacket(p))
}

// udp writes a datagram on Ethernet after ms milliseconds.
func (s *session) udp(ms float64, src, dst netip.AddrPort, payload []byte, comments ...string) {
	s.id++
	h := capture.Header{Link: capture.LinkEthernet, Src: src, Dst: dst, ID: s.id}
	if dst.Addr() == everyone {
		h.DstMAC = capture.BroadcastMAC
	}
	f, err := h.AppendUDP(nil, payload)
	s.fail(err)
	s.frame(ms, capture.LinkEthernet, f, comments...)
}

// everyone is the broadcast address of the LAN.
var everyone = netip.MustParseAddr("192.0.2.255")

var (
	player4 = netip.MustParseAddrPort("192.0.2.10:52011")
	player6 = netip.MustParseAddrPort("[2001:db8::10]:52011")
)

// demo makes a server with n players.
func demo(g game, addr string, n int) *server {
	s := &server{
		id: 5, game: g, addr: netip.MustParseAddrPort(addr), rnd: rand.New(rand.NewPCG(uint64(g), 9)),
		name: "Harbour Lights | all night",
		maps: kinds[g].maps, most: 40, epoch: 3, known: -1, queryID: 36,
	}
	for range n {
		s.join()
		s.players[len(s.players)-1].score = s.rnd.IntN(40)
	}
	return s
}

func unreal2Session(w *session) {
	s := demo(ut2004, "198.51.100.20:7778", 40)
	s.id = 19 // as many rules as it takes
	w.udp(0, player4, s.addr, unreal2Requests[0])
	w.udp(2000, player4, s.addr, unreal2Requests[0], "sent again after two seconds")
	w.udp(41.7, s.addr, player4, s.unreal2Info())
	w.udp(3.1, player4, s.addr, unreal2Requests[1])
	w.udp(0.4, player4, s.addr, unreal2Requests[2])
	for i, b := range s.unreal2Rules() {
		w.udp([]float64{40.2, 0.31, 0.29}[i%3], s.addr, player4, b)
	}
	players := s.unreal2Players()
	slices.Reverse(players[1:])
	for _, b := range players {
		w.udp(0.35, s.addr, player4, b)
	}
}

func statusSession(w *session) {
	s := demo(ut99, "198.51.100.21:7778", 24)
	for try := range 2 {
		w.udp(1500*float64(try), player4, s.addr, statusAsked)
		for i, b := range s.gamespy1(true, true, true, true, Start+3*60e9) {
			if try == 0 && i == 1 {
				continue // lost in transit
			}
			w.udp([]float64{63.4, 0.4, 0.4}[i%3], s.addr, player4, b)
		}
	}
}

func challengeSession(w *session) {
	s := demo(bf2, "198.51.100.22:6500", 32)
	s.game = ut3
	for i := range s.players {
		s.players[i].name += fmt.Sprintf(" of the %dth Watch", i) // long enough for two datagrams
	}
	const id, challenge = 0x04030201, -1_604_201_337
	w.udp(0, player4, s.addr, le.AppendUint32([]byte{0xfe, 0xfd, 9}, id))
	w.udp(88.2, s.addr, player4, append(fmt.Appendf(le.AppendUint32([]byte{9}, id), "%d", challenge), 0))
	data := func(challenge int32) []byte {
		b := le.AppendUint32([]byte{0xfe, 0xfd, 0}, id)
		return append(binary.BigEndian.AppendUint32(b, uint32(challenge)), 0xff, 0xff, 0xff, 1)
	}
	w.udp(0.6, player4, s.addr, data(challenge))
	for _, b := range stamped(s.gamespy3(), id) {
		w.udp(44, s.addr, player4, b)
	}
	w.udp(60_000, player4, s.addr, data(challenge+1), "the challenge is not that of this server: no answer")
}

func ugpSession(w *session) {
	s := demo(gtac, "[2001:db8::20]:22000", 4)
	pong := []byte{0xff, 0xff, 'U', 'G', 'P', 0, 1, 0x80}
	for range 2 {
		w.udp(1000, player6, s.addr, ugpPing)
		w.udp(25.5, s.addr, player6, pong)
		w.udp(1, player6, s.addr, ugpQuery)
		w.udp(25.9, s.addr, player6, s.ugp())
		s.join()
	}
}

func masterSession(w *session) {
	g := &generator{rnd: rand.New(rand.NewPCG(28900, 1)), truth: Truth{Protocols: map[decoder.Protocol]int64{}},
		now: Start}
	for i := range 60 {
		g.servers = append(g.servers,
			&server{game: ut99, addr: netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(i + 1)}),
				uint16(7778+10*(i%4)))})
	}
	k := &tcpTalk{
		g: g, at: Start, rtt: 30e6, seq: [2]uint32{7_000_000, 0xffffff00}, // the list crosses the end of the sequence numbers
		ends: [2]netip.AddrPort{player4, netip.MustParseAddrPort("203.0.113.6:28900")},
	}
	k.segment(0, capture.SYN, nil)
	k.at += k.rtt
	k.segment(1, capture.SYN|capture.ACK, nil)
	k.segment(0, capture.ACK, nil)
	k.textList()
	k.segment(1, capture.FIN|capture.ACK, nil)
	k.segment(0, capture.FIN|capture.ACK, nil)
	k.segment(1, capture.ACK, nil)
	var events []*event
	for _, e := range g.pending {
		events = append(events, e)
	}
	slices.SortFunc(events, func(a, b *event) int { return int(a.order - b.order) })
	// The list's segments begin after the second query; one of them arrives
	// after the next, and one twice.
	var list []int
	for i, e := range events {
		if e.src.Port() == 28900 && len(e.payload) > 0 {
			list = append(list, i)
		}
	}
	if n := len(list); n < 4 {
		w.fail(fmt.Errorf("the list has only %d segments", n))
		return
	}
	i := list[len(list)-2]
	events[i], events[i-1] = events[i-1], events[i]
	events[i].at, events[i-1].at = events[i-1].at, events[i].at
	twice := *events[list[1]]
	twice.at += 1000
	events = slices.Insert(events, list[1]+1, &twice)
	for _, e := range events {
		w.id++
		h := capture.Header{Link: capture.LinkEthernet, Src: e.src, Dst: e.dst, Seq: e.seq, Ack: e.ack, Flags: e.flags,
			ID: w.id}
		f, err := h.AppendTCP(nil, e.payload)
		w.fail(err)
		w.now = e.at
		w.frame(0, capture.LinkEthernet, f)
	}
}

func lanSession(w *session) {
	me := netip.MustParseAddr("192.0.2.10")
	for i := range 10 { // the beacon ports
		w.udp(0.2, netip.AddrPortFrom(me, 8777), netip.AddrPortFrom(everyone, uint16(8777+i)), lanQuery)
	}
	w.udp(0.9, netip.MustParseAddrPort("192.0.2.31:8777"), netip.AddrPortFrom(me, 8777), []byte("ut 7778"))
	w.udp(0.3, netip.MustParseAddrPort("192.0.2.32:8778"), netip.AddrPortFrom(me, 8777), []byte("ut 7788"))
	s := demo(ut2004, "192.0.2.33:10777", 3)
	w.udp(500, netip.AddrPortFrom(me, 11777), netip.AddrPortFrom(everyone, 10777), unreal2Requests[0])
	w.udp(1.2, s.addr, netip.AddrPortFrom(me, 11777), s.unreal2Info())
	nonce := [8]byte{1, 2, 3, 4, 5, 6, 7, 8}
	w.udp(500, netip.AddrPortFrom(me, 14001), netip.AddrPortFrom(everyone, 14001),
		build(decoder.Query{Protocol: "unreal-lan", Message: "LAN beacon query request", ID: nonce}))
	w.udp(1.4, netip.MustParseAddrPort("192.0.2.34:14001"), netip.AddrPortFrom(me, 14001), ut3Beacon(nonce))
}

// ut3Beacon answers a UT3 LAN query (decoder/protocol/unreallan/SPEC.md#binary-beacon).
func ut3Beacon(nonce [8]byte) []byte {
	be := binary.BigEndian
	b := append([]byte{5, 1, 0x4d, 0x57, 0x07, 0xdb, 'S', 'R'}, nonce[:]...)
	b = append(b, 192, 0, 2, 34)
	for _, n := range []uint32{7777, 12, 0, 16, 0} {
		b = be.AppendUint32(b, n)
	}
	b = append(b, 1, 1, 0, 1, 0, 0, 0, 0)
	b = append(b, 0, 0, 0, 0, 0, 0, 0, 7)
	b = append(be.AppendUint32(b, 7), "Skipper"...)
	b = be.AppendUint32(b, 1) // one setting: game mode, free for all
	b = be.AppendUint32(b, 32779)
	b = append(be.AppendUint32(b, 0), 1)
	b = be.AppendUint32(b, 1) // one property: the map
	b = be.AppendUint32(b, 1073741825)
	b = append(be.AppendUint32(append(b, 4), 10), "DM-Slipway"...)
	return append(b, 1)
}

func fragmentSession(w *session) {
	for i, addr := range []string{"198.51.100.23:29900", "[2001:db8::23]:29900"} {
		from := []netip.AddrPort{player4, player6}[i]
		s := demo(bf2, addr, 40)
		for round := range 3 {
			id := uint32(0x100 + round)
			w.udp(1000, from, s.addr, append(le.AppendUint32([]byte{0xfe, 0xfd, 0}, id), 0xff, 0xff, 0xff, 1))
			for _, b := range stamped(s.gamespy3(), id) {
				w.id++
				h := capture.Header{Link: capture.LinkEthernet, Src: s.addr, Dst: from, ID: w.id}
				fs, err := h.Fragments(b, 576)
				w.fail(err)
				about := ""
				switch {
				case round == 1:
					slices.Reverse(fs)
					about = "fragments in reverse order"
				case round == 2 && len(fs) > 1:
					fs = fs[1:]
					about = "the first fragment of this one never comes"
				}
				for j, f := range fs {
					ms := 0.1
					if j == 0 {
						ms = 30
					}
					var comments []string
					if about != "" && j == 0 {
						comments = []string{about}
					}
					w.frame(ms, capture.LinkEthernet, f, comments...)
				}
			}
		}
	}
}

func linkSession(w *session) {
	s := demo(ut99, "198.51.100.24:7778", 5)
	reply := s.gamespy1(false, true, false, false, Start+3*60e9)[0]
	for i, link := range []int{capture.LinkEthernet, capture.LinkEthernet, capture.LinkSLL, capture.LinkSLL2,
		capture.LinkNull, capture.LinkRaw} {
		there := capture.Header{Link: link, Src: netip.AddrPortFrom(player4.Addr(), uint16(52100+i)), Dst: s.addr}
		if link == capture.LinkEthernet {
			there.VLANs = [][]uint16{{120}, {40, 120}}[i]
		}
		back := there
		back.Src, back.Dst = there.Dst, there.Src
		for j, h := range []capture.Header{there, back} {
			w.id++
			h.ID = w.id
			f, err := h.AppendUDP(nil, [][]byte{infoRequest, reply}[j])
			w.fail(err)
			w.frame(30, link, f)
		}
	}
}

func damagedSession(w *session) {
	s := demo(ut2004, "198.51.100.25:7778", 8)
	var at []int // where each exchange begins
	for range 5 {
		at = append(at, w.buf.Len())
		w.udp(5000, player4, s.addr, unreal2Requests[0])
		w.udp(40, s.addr, player4, s.unreal2Info())
	}
	b := w.buf.Bytes()
	clear(b[at[1]+4 : at[1]+60])                      // zeros, from the length of a block on
	binary.LittleEndian.PutUint32(b[at[3]+4:], 1<<20) // a length beyond the end
	w.buf.Truncate(len(b) - 30)                       // and the end is cut off
}
