package analyzer

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"testing"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"

	gocmp "github.com/google/go-cmp/cmp"
)

// A split is a request whose reply takes several datagrams.
type split struct {
	name    string
	server  string // where it is asked
	request []byte
	replies [][]byte
	other   [][]byte // the reply to another request, of other content
	alien   [][]byte // the reply of another server to this one
	lists   bool     // servers, about which it says nothing else
}

// crowd is a server of which much is to be said, all of it with the word in it.
func crowd(word string) *wire.Status {
	s := &wire.Status{
		Name: wire.Some(word + " Harbour"), Map: wire.Some("DM-" + word), GameType: wire.Some("xDeathMatch"),
		GamePort: wire.Some(int64(7777)),
		Players:  wire.Some(int64(44)), MaxPlayers: wire.Some(int64(64)),
	}
	for i := range 60 {
		s.Rules = append(s.Rules, wire.Rule{Key: "setting" + strconv.Itoa(i) + "x",
			Value: fmt.Sprintf("the %s value of rule %d", word, i)})
		if i >= 44 {
			continue
		}
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID: wire.Some(int64(i)), Name: wire.Some(fmt.Sprintf("%s player number %d", word, i)), Score: wire.Some(int64(i)),
			Ping: wire.Some(int64(40)), Team: wire.Some(int64(i % 2)),
		})
	}
	return s
}

// splits returns what every game of the tables answers in several datagrams.
func splits(t *testing.T) []split {
	var all []split
	for _, g := range decoder.Games() {
		for _, service := range g.Services {
			if decoder.Descriptor(service.Protocol).Stream {
				continue
			}
			for _, name := range decoder.Descriptor(service.Protocol).Requests() {
				replies := func(word string, number uint32) (p []byte, out [][]byte) {
					q := promise.Query(t, service.Protocol, name)
					q.ID[3] += byte(number)
					p, err := decoder.AppendRequest(nil, q)
					if err != nil {
						t.Fatal(err)
					}
					m := decoder.Decode(p, wire.Options{Protocol: service.Protocol, From: wire.Request})
					out, err = decoder.AppendReplies(nil, m, &answer.Answer{Status: crowd(word), Game: g, Number: number})
					if e := answer.ReplyError(""); err != nil && !errors.As(err, &e) {
						t.Fatal(err)
					}
					return p, out
				}
				s := split{name: fmt.Sprintf("%s %v %s", g.Name, service.Protocol, name), server: game}
				s.request, s.replies = replies("Lantern", 5)
				if decoder.Decode(s.request, decoder.Options{}).Protocol() != service.Protocol { // the port says what it is
					s.server = netip.AddrPortFrom(netip.MustParseAddrPort(game).Addr(), service.Port).String()
				}
				_, s.other = replies("Foreign", 6)
				_, s.alien = replies("Foreign", 5)
				if len(s.replies) > 1 {
					all = append(all, s)
				}
			}
		}
	}
	return append(all, masters()...)
}

// masters returns what masters answer in several datagrams, which no game does.
func masters() []split {
	list := func(head, entry, end string) func(from byte) [][]byte {
		return func(from byte) (out [][]byte) { // the last numbers of the addresses
			for n := range byte(3) {
				p := []byte(head)
				for i := range byte(20) {
					p = append(append(append(p, entry...), 192, 0, 2, from+20*n+i), 0x6d, 0x38)
				}
				if n == 2 {
					p = append(p, end...)
				}
				out = append(out, p)
			}
			return out
		}
	}
	quake3 := list("\xff\xff\xff\xffgetserversResponse", `\`, `\EOT`+"\x00\x00\x00")
	doom3 := list("\xff\xffservers\x00", "", "")
	return []split{
		{"quake3 servers", game, []byte("\xff\xff\xff\xffgetservers 68 full empty"), quake3(1), quake3(101), quake3(101), true},
		{"doom3 servers", game, append([]byte("\xff\xffgetServers\x00"), 41, 0, 1, 0, 0, 0), doom3(1), doom3(101), doom3(101),
			true},
	}
}

// facts returns all that the report says about the server that was asked.
func facts(r *report.Report, server string) map[string]bool {
	all := map[string]bool{}
	for addr, s := range r.Servers {
		if addr.String() != server {
			continue
		}
		for _, line := range []*report.Timeline[string]{&s.Name, &s.Map, &s.GameType} {
			for _, c := range line.Runs {
				all[c.Value] = true
			}
		}
		for key, line := range s.Rules {
			for _, c := range line.Runs {
				all[key+" = "+c.Value] = true
			}
		}
		for name := range s.People {
			all[name] = true
		}
	}
	return all
}

// within reports whether every fact of a is in b.
func within(a, b map[string]bool) bool {
	for f := range a {
		if !b[f] {
			return false
		}
	}
	return true
}

// play returns the capture of a request and what comes back from the server, or
// with alien also what another sends in between.
func (s *split) play(replies, alien [][]byte) *scene {
	c := newScene().send(client, s.server, s.request).wait(40)
	for i, p := range replies {
		if i < len(alien) {
			c.send("203.0.113.9:7778", client, alien[i]).wait(1)
		}
		c.send(s.server, client, p).wait(1)
	}
	return c
}

// TestSplitReplies: of a reply in several datagrams that arrive late, twice or not
// at all, or with those of another reply between them, the same is known as of
// one that arrives in order, or it is said what is missing. Every game of the
// tables is asked for everything, so that protocols to come are among them.
func TestSplitReplies(t *testing.T) {
	if testing.Short() {
		t.Skip("no goroutines share anything here: passed without the race detector")
	}
	for _, s := range splits(t) {
		t.Run(s.name, func(t *testing.T) {
			numbered := decoder.Decode(s.replies[0], decoder.Options{}).Part().Numbered
			n := len(s.replies)
			// asked returns the exchange that the request began.
			asked := func(what string, c *scene) (map[string]bool, *report.Exchange) {
				t.Helper()
				r, all := c.report(t)
				checkParts(t, c.packets, []int{2}, 3, false, r, all)
				for _, x := range all {
					if x.Request == 1 {
						return facts(r, s.server), x
					}
				}
				t.Fatalf("%s: no exchange", what)
				return nil, nil
			}
			whole := func(what string, c *scene, duplicates int) {
				t.Helper()
				want, _ := asked("in order", s.play(s.replies, nil))
				got, x := asked(what, c)
				if d := gocmp.Diff(want, got); d != "" || x.Outcome != report.Answered || x.Missing != 0 ||
					x.Duplicates != duplicates || x.Count != int64(n+duplicates) {
					t.Errorf("%s: %v, %d missing, %d duplicates of %d\n-in order +so:\n%s", what, x.Outcome, x.Missing, x.Duplicates,
						x.Count, d)
				}
			}
			known, x := asked("in order", s.play(s.replies, nil))
			if len(known) == 0 && !s.lists || x.Reordered != 0 {
				t.Errorf("in order: %d facts, %d reordered", len(known), x.Reordered)
			}
			whole("in order", s.play(s.replies, nil), 0)
			late := slices.Clone(s.replies)
			slices.Reverse(late)
			whole("the last first", s.play(late, nil), 0)
			whole("another server's between them", s.play(s.replies, s.alien), 0)
			foreign, _ := asked("the other reply", s.play(s.other, nil))
			maps.Copy(foreign, known)
			for k := range n {
				if k > 2 && k < n-1 {
					continue // as the second
				}
				whole(fmt.Sprintf("part %d twice", k), s.play(slices.Insert(slices.Clone(s.replies), k, s.replies[k]), nil), 1)
				whole(fmt.Sprintf("part %d again at the end", k), s.play(append(slices.Clone(s.replies), s.replies[k]), nil), 1)

				got, x := asked("one lost", s.play(slices.Delete(slices.Clone(s.replies), k, k+1), nil))
				if !within(got, known) || numbered && x.Outcome != report.Incomplete {
					t.Errorf("without part %d: %v, %d missing, %d of %d facts\n%s", k, x.Outcome, x.Missing, len(got), len(known),
						gocmp.Diff(known, got))
				}

				got, x = asked("another reply's", s.play(slices.Insert(slices.Clone(s.replies), 1, s.other[k]), nil))
				count := int64(n)
				if !numbered {
					count++ // nothing tells them apart
				}
				if numbered && (!within(known, got) || !within(got, foreign)) || x.Outcome != report.Answered || x.Count != count {
					t.Errorf("with part %d of another reply: %v, %d missing, %d of %d parts, %d facts of %d and another's", k,
						x.Outcome, x.Missing, x.Count, n, len(got), len(known))
				}
			}
		})
	}
}
