package export

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"slices"
	"testing"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// wholeServer is a server with all members.
func wholeServer() *report.Server {
	text := func(a, b string) report.Timeline[string] {
		return report.Timeline[string]{Runs: []report.Run[string]{{From: 1e9, To: 2e9, Value: a, Packet: 1},
			{From: 3e9, To: 4e9, Value: b, Packet: 2}}}
	}
	count := func(a, b int64) report.Timeline[int64] {
		return report.Timeline[int64]{Runs: []report.Run[int64]{{From: 1e9, To: 2e9, Value: a, Packet: 1},
			{From: 3e9, To: 4e9, Value: b, Packet: 2}}}
	}
	s := &report.Server{
		Addr: netip.MustParseAddrPort("192.0.2.1:7778"), Protocols: []decoder.Protocol{"unreal2"}, First: 1e9, Last: 4e9,
		Packet: 1, File: 1,
		Counts: report.Counts{Requests: 2, Replies: 3, Retries: 4, Missing: 5, Duplicates: 6, Reordered: 7, ReplyBytes: 8,
			RequestBytes: 9},
		Clients: []netip.AddrPort{netip.MustParseAddrPort("192.0.2.9:4000")},
		Name:    text("a", "b"), Map: text("c", "d"), GameType: text("e", "f"), Version: text("g", "h"),
		Players: count(1, 2), MaxPlayers: count(3, 4), GamePort: count(5, 6),
		Password: report.Timeline[bool]{Runs: []report.Run[bool]{{From: 1e9, To: 4e9, Value: true, Packet: 1}}},
		Lists:    []report.Span{{From: 1e9, To: 4e9, Packet: 1}}, Listing: []int32{1}, Dropped: 10,
	}
	for i := range s.Exchanges {
		s.Exchanges[i] = int64(20 + i)
	}
	s.RTT.Add(5e6)
	rule := text("i", "j")
	s.Rules = map[string]*report.Timeline[string]{"rule": &rule}
	s.People = map[string]*report.Person{"Ada": {Spans: []report.Span{{From: 2e9, To: 3e9, Packet: 2}},
		Scores: count(1, 2), Team: count(0, 1)}}
	return s
}

func twoFiles() *report.Report {
	r := report.NewReport()
	r.Files = []report.File{{Name: "a.pcap"}, {Name: "b.pcap"}}
	return r
}

// What is known of a server is shown: each member changes its document, and its
// rows in the tables.
func TestServerMembersAreShown(t *testing.T) {
	// What is elsewhere, and where.
	elsewhere := map[string][]string{
		"document": {
			"Clients",                            // portGuesses, of the whole report
			"Missing", "Duplicates", "Reordered", // protocols and exchanges
			"Listing", // of use until Settle
		},
		// Dropped is about the server's details: in the document
		"rows": {"Clients", "Missing", "Duplicates", "Reordered", "Listing", "Dropped"},
	}
	shown := map[string]func(*report.Server) any{
		"document": func(s *report.Server) any { return NewServer(twoFiles(), s) },
		"rows": func(s *report.Server) any {
			r := twoFiles()
			r.Servers[s.Addr] = s
			return []any{slices.Collect(Servers(r)), slices.Collect(Players(r)), slices.Collect(Rules(r)),
				slices.Collect(Events(r))}
		},
	}
	for what, show := range shown {
		text := func(s *report.Server) string {
			b, err := json.Marshal(show(s))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		all := text(wholeServer())
		for _, f := range reflect.VisibleFields(reflect.TypeFor[report.Server]()) {
			if f.Anonymous {
				continue
			}
			s := wholeServer()
			v := reflect.ValueOf(s).Elem().FieldByIndex(f.Index)
			if v.IsZero() {
				t.Fatalf("%s is not filled", f.Name)
			}
			v.SetZero()
			if hidden := text(s) == all; hidden != slices.Contains(elsewhere[what], f.Name) {
				t.Errorf("%s of a server in its %s: hidden %v", f.Name, what, hidden)
			}
		}
	}
}
