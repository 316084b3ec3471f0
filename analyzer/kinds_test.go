package analyzer

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

const idTech = "\xff\xff\xff\xff"

// quake3Info and quake3Status are the two replies of a Quake III server. The
// first counts neither bots nor reserved places.
func quake3Info(level string, clients, most int) []byte {
	return fmt.Appendf(nil,
		idTech+"infoResponse\n\\challenge\\xxx\\protocol\\68\\hostname\\Arena\\mapname\\%s\\clients\\%d\\sv_maxclients\\%d",
		level, clients, most)
}

func quake3Status(level string, most int, players ...string) []byte {
	b := fmt.Appendf(nil, idTech+"statusResponse\n\\sv_hostname\\Arena\\mapname\\%s\\sv_maxclients\\%d\n", level, most)
	for i, p := range players {
		b = fmt.Appendf(b, "%d 30 %q\n", i, p)
	}
	return b
}

func eventsOf(t *testing.T, s *scene, addr string) []string {
	t.Helper()
	r, _ := s.report(t)
	sv := r.Servers[netip.MustParseAddrPort(addr)]
	if sv == nil {
		t.Fatalf("servers %v", r.Servers)
	}
	var got []string
	for _, e := range sv.Events() {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s>%s", e.Kind, e.Who, e.Old, e.New)))
	}
	return got
}

// What one kind of message counts otherwise than another is no change.
func TestKindsOfMessageApart(t *testing.T) {
	const server = "198.51.100.7:27960"
	info, status := []byte(idTech+"getinfo xxx"), []byte(idTech+"getstatus xxx")
	long := []byte(idTech + "getinfo 1234")
	type state struct {
		level   string
		clients int // as the info reply counts them
		most    int // places, of which two are reserved
		players []string
	}
	bots := state{"dm1", 0, 12, []string{"Major", "Sarge"}}
	human := state{"dm1", 1, 12, []string{"Major", "Sarge", "Ann"}}
	empty := state{"dm1", 0, 12, nil}
	alone := state{"dm1", 1, 12, []string{"Ann"}}
	larger := state{"dm2", 0, 16, []string{"Major", "Sarge"}}
	tests := []struct {
		name   string
		states []state
		want   []string
	}{
		{"bots stay", []state{bots, bots, bots, bots}, nil},
		{"a player comes and leaves", []state{bots, human, human, bots}, []string{"join Ann >", "leave Ann >"}},
		{"one comes to an empty server", []state{empty, alone, alone, empty}, []string{"join Ann >", "leave Ann >"}},
		{"map and places change", []state{bots, bots, larger, larger}, []string{"map  dm1>dm2", "max-players  12>16"}},
	}
	for _, test := range tests {
		// i: info, I: with another challenge, s: status
		for _, order := range []string{"is", "si", "isis", "issi", "sisi", "sI", "Is", "iIs"} {
			s := newScene()
			for n, st := range test.states {
				for _, kind := range []byte(order) {
					from := "192.0.2.10:5000"
					switch {
					case kind == 's':
						s.send(from, server, status).wait(20).send(server, from, quake3Status(st.level, st.most, st.players...))
					case kind == 'I', n%2 == 1:
						from = "192.0.2.11:5000"
						s.send(from, server, long).wait(20).send(server, from, quake3Info(st.level, st.clients, st.most-2))
					default:
						s.send(from, server, info).wait(20).send(server, from, quake3Info(st.level, st.clients, st.most-2))
					}
					s.wait(100)
				}
				s.wait(30_000)
			}
			got := eventsOf(t, s, server)
			got = slices.DeleteFunc(got, func(e string) bool {
				return strings.HasPrefix(e, "rule protocol") || strings.HasPrefix(e, "rule challenge")
			})
			if slices.Sort(got); !slices.Equal(got, test.want) {
				t.Errorf("%s, %s: events %q, want %q", test.name, order, got, test.want)
			}
		}
	}
}

// Two kinds of message that mean the same are one timeline: whichever is queried
// first after a change shows it, and once.
func TestKindsOfMessageTogether(t *testing.T) {
	const server = "198.51.100.7:27960"
	info, status := []byte(idTech+"getinfo xxx"), []byte(idTech+"getstatus xxx")
	s := newScene()
	for n := range 40 {
		level, from := "dm1", client
		if n >= 21 {
			level = "dm2"
		}
		if n%2 == 0 {
			s.send(from, server, info).wait(20).send(server, from, quake3Info(level, 1, 8))
		} else {
			s.send(from, server, status).wait(20).send(server, from, quake3Status(level, 8, "Ann"))
		}
		s.wait(15_000)
	}
	r, _ := s.report(t)
	l := r.Servers[netip.MustParseAddrPort(server)].Map
	if len(l.Runs) != 2 || l.Runs[1].From != s.packets[0].Time+21*15_020e6+20e6 {
		t.Errorf("maps %+v", l.Runs)
	}
}

// A player of the first list was there before; one that appears on a server whose
// first list was empty has joined.
func TestFirstList(t *testing.T) {
	const server = "198.51.100.7:27960"
	status := []byte(idTech + "getstatus xxx")
	s := newScene()
	poll := func(players ...string) {
		s.send(client, server, status).wait(20).send(server, client, quake3Status("dm1", 8, players...)).wait(10_000)
	}
	poll("Ann")
	poll("Ann")
	if got := eventsOf(t, s, server); len(got) > 0 {
		t.Errorf("present at first: %q", got)
	}
	s = newScene()
	poll()
	poll()
	poll("Ann")
	poll()
	if got := eventsOf(t, s, server); !slices.Equal(got, []string{"join Ann >", "leave Ann >"}) {
		t.Errorf("on an empty server: %q", got)
	}
}

// Values without keys are read with the request that names them: asked for in another order, they are the same
// server, and nothing changed on it.
func TestValuesOfTheRequest(t *testing.T) {
	const head = "\xfe\xfd\x00\x10\x20\x30\x40\x06"
	s := newScene()
	for _, poll := range [][2]string{
		{"\x01\x06\x05\x08\x0a\x04", "Lamplighters\x00gpm_cq\x00saltmarsh\x0033\x0064\x0016567\x00"},
		{"\x01\x05\x06\x08\x0a\x04", "Lamplighters\x00saltmarsh\x00gpm_cq\x0033\x0064\x0016567\x00"},
		{"\x01\x06\x05\x08\x0a\x04", "Lamplighters\x00gpm_cq\x00gulf_of_kelp\x0033\x0064\x0016567\x00"},
	} {
		s.send(client, game, []byte(head+poll[0]+"\x00\x00")).wait(20)
		s.send(game, client, []byte("\x00\x10\x20\x30\x40"+poll[1])).wait(30_000)
	}
	if got := eventsOf(t, s, game); !slices.Equal(got, []string{"map  saltmarsh>gulf_of_kelp"}) {
		t.Errorf("events %q", got)
	}
	r, _ := s.report(t)
	sv := r.Servers[netip.MustParseAddrPort(game)]
	if v, _ := sv.Name.Last(); v != "Lamplighters" {
		t.Errorf("the name is %q", v)
	}
}
