package analyzer

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/frame"
)

// A scene is a sequence of datagrams between named hosts, for tests.
type scene struct {
	packets  []record.Packet
	now      int64
	networks []netip.Prefix // of the interface
}

const (
	client = "192.0.2.10:5000"
	game   = "198.51.100.7:7778"
)

func newScene() *scene { return &scene{now: 1_700_000_000_000_000_000} }

// wait lets time pass, in milliseconds.
func (s *scene) wait(ms int64) *scene {
	s.now += ms * 1_000_000
	return s
}

// on says which network the interface is on.
func (s *scene) on(network string) *scene {
	s.networks = append(s.networks, netip.MustParsePrefix(network))
	return s
}

func (s *scene) send(from, to string, payload []byte) *scene {
	s.packets = append(s.packets, record.Packet{
		Time: s.now, Number: int64(len(s.packets) + 1), Link: decoder.LinkNone, Data: payload,
		Src: netip.MustParseAddrPort(from), Dst: netip.MustParseAddrPort(to), Networks: s.networks,
	})
	return s
}

// report analyzes the scene and returns the report and its exchanges.
func (s *scene) report(t testing.TB) (*report.Report, []*report.Exchange) {
	t.Helper()
	var all []*report.Exchange
	a := New(record.Options{Name: "scene", Exchanges: func(x []*report.Exchange) { all = append(all, x...) }})
	for i := range s.packets {
		a.Add(&s.packets[i])
	}
	r := a.Finish()
	r.Settle()
	return r, all
}

func ask(t testing.TB, q decoder.Query) []byte {
	t.Helper()
	p, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// unreal2Info builds the info reply of a UT2004 server.
func unreal2Info(name, level string, players int) []byte {
	p := []byte{0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	p = binary.LittleEndian.AppendUint32(p, 7777)
	p = append(p, 0, 0, 0, 0)
	p = text(p, name)
	p = text(p, level)
	p = text(p, "xDeathMatch")
	p = binary.LittleEndian.AppendUint32(p, uint32(players))
	p = binary.LittleEndian.AppendUint32(p, 16)
	p = append(p, 0, 0, 0, 0, 0, 0, 0, 0)
	p = text(p, "3")
	return append(p, 0, 0)
}

func text(p []byte, s string) []byte { return append(append(append(p, byte(len(s)+1)), s...), 0) }

// unreal2Players builds a player list of name, score pairs.
func unreal2Players(players ...any) []byte {
	p := []byte{0x80, 0, 0, 0, 2}
	for i := 0; i < len(players); i += 2 {
		p = binary.LittleEndian.AppendUint32(p, uint32(i))
		p = text(p, players[i].(string))
		p = binary.LittleEndian.AppendUint32(p, 50)
		p = binary.LittleEndian.AppendUint32(p, uint32(players[i+1].(int)))
		p = append(p, 0, 0, 0, 0)
	}
	return p
}

func unreal2Rules(pairs ...string) []byte {
	p := []byte{0x80, 0, 0, 0, 1}
	for _, s := range pairs {
		p = text(p, s)
	}
	return p
}

func short(x *report.Exchange) string {
	return fmt.Sprintf("%s %s: request %d retries %v replies %v missing %d duplicates %d reordered %d", x.Message,
		x.Outcome, x.Request, x.Retries, x.Replies, x.Missing, x.Duplicates, x.Reordered)
}

func TestExchanges(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	both := ask(t, decoder.Query{Protocol: "unreal2", Message: "rules and player list request"})
	tests := []struct {
		name  string
		scene *scene
		want  []string
	}{
		{"answered", newScene().send(client, game, info).wait(40).send(game, client, unreal2Info("A", "DM-A", 1)),
			[]string{"server info request answered: request 1 retries [] replies [2] missing 0 duplicates 0 reordered 0"}},
		{"retried", newScene().send(client, game, info).wait(1000).send(client, game, info).wait(40).send(game, client,
			unreal2Info("A", "DM-A", 1)),
			[]string{"server info request answered: request 1 retries [2] replies [3] missing 0 duplicates 0 reordered 0"}},
		{"unanswered", newScene().send(client, game, info),
			[]string{"server info request unanswered: request 1 retries [] replies [] missing 0 duplicates 0 reordered 0"}},
		{"nobody asked", newScene().send(game, client, unreal2Info("A", "DM-A", 1)),
			[]string{"server info reply unsolicited: request 0 retries [] replies [1] missing 0 duplicates 0 reordered 0"}},
		{"rules then players", newScene().send(client, game, both).wait(30).send(game, client,
			unreal2Rules("ServerMode", "dedicated")).wait(5).
			send(game, client, unreal2Rules("GoalScore", "30")).wait(5).send(game, client, unreal2Players("Ann", 3)),
			[]string{"rules and player list request answered: request 1 retries [] replies [2 3 4] missing 0 duplicates 0 " +
				"reordered 0"}},
		{"players missing", newScene().send(client, game, both).wait(30).send(game, client,
			unreal2Rules("ServerMode", "dedicated")),
			[]string{"rules and player list request incomplete: request 1 retries [] replies [2] missing 0 duplicates 0 " +
				"reordered 0"}},
		{"same reply twice", newScene().send(client, game, info).wait(30).send(game, client, unreal2Info("A", "DM-A", 1)).
			wait(1).send(game, client, unreal2Info("A", "DM-A", 1)),
			[]string{"server info request answered: request 1 retries [] replies [2 3] missing 0 duplicates 1 reordered 0"}},
		{"broadcast", newScene().on("192.0.2.0/24").send(client, "192.0.2.255:10777", info).wait(3).send(game, client,
			unreal2Info("A", "DM-A", 1)),
			[]string{"server info request answered: request 1 retries [] replies [2] missing 0 duplicates 0 reordered 0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, all := test.scene.report(t)
			var got []string
			for _, x := range all {
				got = append(got, short(x))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestServerOverTime(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	list := ask(t, decoder.Query{Protocol: "unreal2", Message: "player list request"})
	s := newScene()
	poll := func(level string, players ...any) {
		s.send(client, game, info).wait(20).send(game, client, unreal2Info("Arena", level, len(players)/2)).wait(100)
		s.send(client, game, list).wait(20)
		if len(players) > 0 {
			s.send(game, client, unreal2Players(players...))
		}
		s.wait(10_000)
	}
	poll("DM-Deck", "Ann", 0)
	poll("DM-Deck", "Ann", 4, "Bob", 1)
	poll("DM-Deck", "Ann", 4, "Bob", 1)
	poll("DM-Rankin", "Bob", 0)
	r, _ := s.report(t)
	sv := r.Servers[netip.MustParseAddrPort(game)]
	if sv == nil {
		t.Fatalf("servers %v", r.Servers)
	}
	var got []string
	for _, e := range sv.Events() {
		got = append(got, fmt.Sprintf("%s %s %s>%s", e.Kind, e.Who, e.Old, e.New))
	}
	want := []string{"join Bob >", "score Ann 0>4", "leave Ann >", "map  DM-Deck>DM-Rankin", "score Bob 1>0"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n, _ := sv.Players.Last(); n != 1 {
		t.Errorf("%d players", n)
	}
}

// inFrame wraps a payload in Ethernet, IPv4 and UDP headers.
func inFrame(src, dst netip.AddrPort, payload []byte) []byte {
	p := make([]byte, 42, 42+len(payload))
	p[12], p[13] = 8, 0
	ip := p[14:34]
	ip[0], ip[8], ip[9] = 0x45, 64, 17
	binary.BigEndian.PutUint16(ip[2:], uint16(28+len(payload)))
	a, b := src.Addr().As4(), dst.Addr().As4()
	copy(ip[12:], a[:])
	copy(ip[16:], b[:])
	sum := uint32(0)
	for i := 0; i < 20; i += 2 {
		sum += uint32(binary.BigEndian.Uint16(ip[i:]))
	}
	sum = sum&0xffff + sum>>16
	binary.BigEndian.PutUint16(ip[10:], ^uint16(sum+sum>>16))
	binary.BigEndian.PutUint16(p[34:], src.Port())
	binary.BigEndian.PutUint16(p[36:], dst.Port())
	binary.BigEndian.PutUint16(p[38:], uint16(8+len(payload)))
	return append(p, payload...)
}

func BenchmarkAnalyze(b *testing.B) {
	info := ask(b, decoder.Query{Protocol: "unreal2"})
	link, _ := frame.LinkFromPcap(1)
	var packets []record.Packet
	now := int64(1_700_000_000_000_000_000)
	for i := range 20000 {
		c := netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(i % 50)}), uint16(5000+i%97))
		s := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, byte(i % 3), byte(i % 251)}), 7778)
		reply := unreal2Info("Some server with a name", "DM-Rankin", i%16)
		if i%3 == 1 {
			reply = unreal2Players("Ann", i%100, "Bob", 7, "Somebody else", 4, "[TAG]Name", 5)
		}
		packets = append(packets, record.Packet{Time: now, Link: link, Data: inFrame(c, s, info)},
			record.Packet{Time: now + 30_000_000, Link: link, Data: inFrame(s, c, reply)})
		now += 1_000_000
	}
	var size int64
	for i := range packets {
		packets[i].Number = int64(i + 1)
		size += int64(len(packets[i].Data))
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		a := New(record.Options{})
		for i := range packets {
			a.Add(&packets[i])
		}
		a.Finish().Settle()
	}
	b.ReportMetric(float64(len(packets)*b.N)/b.Elapsed().Seconds(), "packets/s")
}

// An answer that is numbered, without gaps and with its end, is whole, also
// where it has nothing to list.
func TestEmptyServerAnswers(t *testing.T) {
	const head = `\hostname\X\numplayers\0\maxplayers\8`
	for _, answer := range [][]string{
		{head + `\queryid\5.1`, `\final\\queryid\5.2`},
		{head + `\final\\queryid\5.1`},
		{head + `\queryid\5.1\final\`},
		{`\gamename\ut\gamever\451\queryid\5.1`, head + `\queryid\5.2\final\`},
	} {
		s := newScene().send(client, game, []byte(`\status\`))
		for _, p := range answer {
			s.send(game, client, []byte(p))
		}
		if _, all := s.report(t); len(all) != 1 || all[0].Outcome != report.Answered {
			t.Errorf("%q: %+v", answer, all)
		}
		if len(answer) > 1 {
			s.packets = s.packets[:2]
			if _, all := s.report(t); len(all) != 1 || all[0].Outcome != report.Incomplete {
				t.Errorf("the first of %q: %+v", answer, all)
			}
		}
	}
}
