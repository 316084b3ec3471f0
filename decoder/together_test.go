package decoder_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// readAll asks everything that can be asked of messages.
func readAll(ms []*wire.Message) {
	decoder.StatusOf(ms...)
	decoder.Assemble(ms)
	decoder.ReadTogether(ms)
	decoder.ReadTogether(ms)
	decoder.ReadTogether(ms)
	decoder.OfOneServer(ms)
	decoder.Join(ms)
	decoder.OutsideStatus(ms[0])
	var s decoder.Summary
	var c decoder.Challenges
	for _, m := range ms {
		s.Of(m)
		c.Check(m)
		m.Content()
		m.MatchKey()
		for i := range m.Fields {
			m.Text(i)
			m.Name(i)
			m.Note(i)
			m.Plain(i)
		}
	}
	s.Of(ms...)
}

// hostileReplies are messages that only others show more of.
var hostileReplies = [][]byte{
	[]byte(`\secure\QWERTY`), []byte(`\validate\AAAAAAAA`), []byte(`\hostname\x\mapname\y\queryid\25.1`),
	[]byte(`\hostname\x\mapname\y\queryid\25.1`), []byte(`\hostname\z\queryid\25.3`),
}

// TestReadingChangesNothing: a message is the same before and after it was read
// with others, and a second reading finds the same.
func TestReadingChangesNothing(t *testing.T) {
	lists := samplePackets(t)
	lists["answers"] = hostileReplies
	for name, datagrams := range lists {
		ms := decodeAll(datagrams)
		for i := range ms { // as a Message of its own is
			ms[i] = ms[i].Clone()
		}
		var before []*wire.Message
		for _, m := range ms {
			before = append(before, m.Clone())
		}
		first := decoder.ReadTogether(ms)
		readAll(ms)
		for i := range ms {
			if !reflect.DeepEqual(ms[i], before[i]) {
				t.Errorf("%s: message %d changed:\n%s", name, i, cmp.Diff(problemCodes(before[i]), problemCodes(ms[i])))
			}
		}
		again := decoder.ReadTogether(ms)
		for i := range ms {
			if !reflect.DeepEqual(first.Messages[i], again.Messages[i]) {
				t.Errorf("%s: message %d is read otherwise a second time", name, i)
			}
		}
		// What was read together may be read together once more.
		over := decoder.ReadTogether(first.Messages)
		if got, want := problemCodes(over.Messages...), problemCodes(first.Messages...); !slices.Equal(got, want) {
			t.Errorf("%s: problems %q, read again %q", name, want, got)
		}
	}
}

func problemCodes(ms ...*wire.Message) []string {
	list := []string{}
	for _, m := range ms {
		for i := range m.Problems {
			list = append(list, m.Problems[i].Info.Code)
		}
	}
	return list
}

// TestReadingAtOnce: two goroutines read the same messages; it is for the race
// detector.
func TestReadingAtOnce(t *testing.T) {
	lists := samplePackets(t)
	lists["answers"] = hostileReplies
	for _, datagrams := range lists {
		ms := decodeAll(datagrams)
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { readAll(ms) })
		}
		both.Wait()
	}
}

// TestStatusOfTwice: a server that is polled twice is one server, and a reply
// that came again says nothing more.
func TestStatusOfTwice(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		once := decoder.StatusOf(decodeAll(datagrams)...)
		for about, twice := range map[string][][]byte{"in turn": slices.Concat(datagrams, datagrams),
			"each": each(datagrams, 2)} {
			if got := decoder.StatusOf(decodeAll(twice)...); !sameStatus(got, once) {
				t.Errorf("%s, %s: %s", name, about, cmp.Diff(once, got))
			}
		}
	}
}

// each returns every datagram n times.
func each(datagrams [][]byte, n int) (all [][]byte) {
	for _, p := range datagrams {
		for range n {
			all = append(all, p)
		}
	}
	return all
}

// polled returns the replies of a server in this state to all requests of a
// protocol, and which of them are one reply.
func polled(t interface{ Fatal(...any) }, p wire.ProtocolID, s *wire.Status, number uint32) (all [][]byte) {
	for _, q := range everythingAsked(p) {
		b, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		m := decoder.Decode(b, wire.Options{Protocol: p, From: wire.Request})
		list, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Number: number})
		if err != nil && !errors.Is(err, answer.ErrEmptyList) && !errors.Is(err, answer.ErrNotApplicable) {
			t.Fatal(p, q.Message, err)
		}
		all = append(all, list...)
	}
	return all
}

// servedProtocols are those in which whole servers can be played.
var servedProtocols = []wire.ProtocolID{
	"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "quake3", "a2s", "quake2",
	"quakeworld", "samp", "raknet", "mumble", "ase", "doom3", "tribes", "torque",
	"unreal-lan", "teeworlds", "openttd", "m2mp", "satisfactory", "sqp", "minecraft", "frostbite",
	"cube2", "netquake", "bzflag",
}

// severalDatagrams reports whether replies of p have as many datagrams as they need.
func severalDatagrams(p wire.ProtocolID) bool {
	return p == "unreal2" || p == "gamespy1" || p == "gamespy3" || p == "a2s"
}

// drawnState is a server with some players, the same settings and another score
// each time.
func drawnState(t *rapid.T, p wire.ProtocolID, rules int, label string) *wire.Status {
	s := &wire.Status{
		Protocol: p, Name: wire.Some("Harbour Lights"),
		Map:        wire.Some(rapid.SampledFrom([]string{"dm1", "dm2", "ctf3"}).Draw(t, label+" map")),
		MaxPlayers: wire.Some(int64(64)),
	}
	players := 12
	if severalDatagrams(p) {
		players = 40
	}
	fewest := 0
	if p == "unreal2" { // which sends no list of no players
		fewest = 1
	}
	n := rapid.IntRange(fewest, players).Draw(t, label+" players")
	for i := range n {
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID:    wire.Some(int64(i + 1)),
			Name:  wire.Some(fmt.Sprintf("player %c%d", 'a'+i%26, rapid.IntRange(0, 99).Draw(t, label+" name"))),
			Score: wire.Some(rapid.Int64Range(0, 50).Draw(t, label+" score")), Ping: wire.Some(int64(20 + i)),
		})
	}
	s.Players = wire.Some(int64(n))
	for i := range rules {
		s.Rules = append(s.Rules, wire.Rule{
			Key: fmt.Sprintf("rule_%c%d", 'a'+i%26, i), Value: strings.Repeat("x", 1+i) +
				strconv.Itoa(rapid.IntRange(0, 1).Draw(t, label+" rule")),
		})
		if p == "unreal2" { // whose mutators are rules with the same key, so that a datagram may hold nothing else
			s.Mutators = append(s.Mutators, fmt.Sprintf("Mutator with a name so long that few fit into a datagram, %d", i))
		}
	}
	return s
}

// TestLaterPollReplaces: of a server that was polled in two states, what it says
// in the second counts, in every protocol.
func TestLaterPollReplaces(t *testing.T) {
	for _, p := range servedProtocols {
		t.Run(p.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				most := 12
				if severalDatagrams(p) {
					most = 60
				}
				rules := rapid.IntRange(1, most).Draw(t, "rules")
				a, b := drawnState(t, p, rules, "earlier"), drawnState(t, p, rules, "later")
				first, second := polled(t, p, a, 1), polled(t, p, b, 2)
				want := decoder.StatusOf(decodeAll(second)...)
				if got := decoder.StatusOf(decodeAll(slices.Concat(first, second))...); !sameStatus(got, want) {
					t.Fatal(cmp.Diff(want, got))
				}
			})
		})
	}
}

// serverNames are names in many scripts, with equal beginnings, and none.
var serverNames = []string{
	"Server 1", "Server 10", "Server", "SERVER", "server", "Москва 1", "Питер 1", "東京サーバー2", "大阪サーバー2", "서울 1", "부산 1",
	"القاهرة", "دبي",
	"תל אביב", "חיפה", "กรุงเทพ", "เชียงใหม่", "Αθήνα", "Πάτρα", "दिल्ली", "मुंबई", "Երևան", "Գյումրի", "თბილისი",
	"Zürich", "Zurich", "!", "!!", "☠", "",
}

// TestServersInServersOut: of any servers that differ in name or address, each
// is one, whatever their order and protocols.
func TestServersInServersOut(t *testing.T) {
	// Those that have names, and any of these names.
	protocols := slices.DeleteFunc(slices.Clone(servedProtocols), func(p wire.ProtocolID) bool {
		return slices.Contains([]wire.ProtocolID{"mumble", "unreal-lan", "quakeworld", "torque", "openttd", "netquake"}, p) ||
			decoder.Descriptor(p).Stream
	})
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom(serverNames), 1, 12, rapid.ID).Draw(t, "names")
		addresses := rapid.Bool().Draw(t, "addresses")
		if addresses { // the same name at two of them
			names = append(names, names...)
		}
		var all [][]byte
		for i, name := range names {
			p := rapid.SampledFrom(protocols).Draw(t, "protocol")
			s := &wire.Status{Protocol: p, Name: wire.Some(name), Map: wire.Some(fmt.Sprint("map", i)),
				MaxPlayers: wire.Some(int64(8))}
			for _, payload := range polled(t, p, s, uint32(i)) {
				if addresses {
					payload = framed(byte(i), 1, true, payload)
				}
				all = append(all, payload)
			}
		}
		ms := decodeAll(all)
		servers := decoder.ReadTogether(ms).Servers
		var got []string
		for i := range servers {
			if s := servers[i].Status; s != nil {
				got = append(got, s.Name.Value)
			}
		}
		if !slices.Equal(got, names) {
			t.Fatalf("servers %q, want %q", got, names)
		}
		for i, m := range decoder.ReadTogether(ms).Messages {
			if len(m.Problems) > len(ms[i].Problems) {
				t.Fatalf("problems %q", problemCodes(m))
			}
		}
	})
}

// TestNil: what is asked of no message has no answer.
func TestNil(t *testing.T) {
	none := []*wire.Message{nil, nil}
	var s decoder.Summary
	var c decoder.Challenges
	checked, wrong := c.Check(nil)
	reading := decoder.ReadTogether(none)
	joined := decoder.Join(none, nil)
	_, status := decoder.OfOneServer(none)
	_, err := decoder.AppendReplies(nil, nil, &answer.Answer{})
	if decoder.StatusOf(nil) != nil || decoder.StatusOf(none...) != nil || s.Of(nil) != nil || s.Of(none...) != nil ||
		s.Of() != nil || checked != nil || wrong ||
		len(decoder.Assemble(none)) != 0 || len(decoder.ReadTogether(none).Servers) != 0 || len(reading.Replies) != 0 ||
		len(joined.Datagrams) != 0 || status != nil || err == nil ||
		(*wire.Message)(nil).MatchKey() != (wire.MatchKey{}) || (*wire.Message)(nil).Part() != (wire.Part{}) ||
		decoder.OutsideStatus(nil) != nil {
		t.Errorf("%+v %+v", reading, joined)
	}
	m := decoder.Decode(hostileReplies[2], wire.Options{})
	if decoder.StatusOf(nil, m, nil) == nil || s.Of(nil, m) == nil ||
		len(decoder.ReadTogether([]*wire.Message{nil, m}).Servers) != 1 {
		t.Error("a message among nil ones has no answer")
	}
}

// TestFieldsCut: a caller may take fields out of a message of its own.
func TestFieldsCut(t *testing.T) {
	for _, datagrams := range samplePackets(t) {
		for _, p := range datagrams {
			m := decoder.Decode(p, wire.Options{})
			for n := len(m.Fields); n >= 0; n-- {
				m.Fields = m.Fields[:n]
				readAll([]*wire.Message{m})
			}
		}
	}
}

// TestRepliesInAnyOrder: replies to different questions, each in one datagram or
// in numbered ones, say the same in whatever order they came.
func TestRepliesInAnyOrder(t *testing.T) {
	for _, p := range servedProtocols {
		t.Run(p.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				replies := polled(t, p, drawnState(t, p, 3, "state"), 1)
				if p == "unreal2" && len(replies) > 3 {
					return // a list in several datagrams, without numbers
				}
				want := decoder.StatusOf(decodeAll(replies)...)
				mixed := rapid.Permutation(replies).Draw(t, "order")
				if got := decoder.StatusOf(decodeAll(mixed)...); !sameStatus(got, want) {
					t.Fatal(cmp.Diff(want, got))
				}
			})
		})
	}
}
