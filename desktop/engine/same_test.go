package engine

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/analyzer/browse"
	"fragscope/analyzer/emulator"
	"fragscope/analyzer/report"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
	"fragscope/desktop/state"
	"fragscope/samples/capgen"
)

// TestListsAndDifferencesAreOne: a list or master has the same servers, of which a filter
// chooses the same, in the same order, in the command and the desktop; and what changed on the servers of
// a capture is the same there, in the API and in the page.
func TestListsAndDifferencesAreOne(t *testing.T) {
	command := filepath.Join(t.TempDir(), "fragscope")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", command, "../../analyzer/cmd/fragscope").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("list and filter", func(t *testing.T) { sameList(t, command) })
	t.Run("order and join links", func(t *testing.T) { sameAnswers(t, command) })
	t.Run("changes in a capture", func(t *testing.T) { sameEvents(t, command) })
}

// column returns a column of CSV, sorted.
func column(t *testing.T, text []byte, name string) (list []string) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := slices.Index(rows[0], name)
	for _, row := range rows[1:] {
		list = append(list, row[at])
	}
	slices.Sort(list)
	return list
}

func sameList(t *testing.T, command string) {
	path := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(path, []byte("# servers\n198.51.100.7:7777 One\nunreal://198.51.100.8:7777\n\n"+
		"steam://connect/203.0.113.9:27015\n[2001:db8::1]:7777\nplay.example.org:28000\nconnect 198.51.100.130:7787\n"+
		"198.51.100.7:7777\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := New(Options{})
	defer e.Close()
	for filter, want := range map[string]int{"": 6, "server in 198.51.100.0/25": 2, "port(7777) or text(example)": 4} {
		said, err := exec.CommandContext(t.Context(), command, "servers", "--format", "csv", "--filter="+filter,
			path).Output()
		if err != nil {
			t.Fatalf("%q: %v", filter, err)
		}
		chosen, err := servers.ParseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		list := servers.NewList()
		if err := e.Master(t.Context(), path, func(s servers.Target) { list.Add(s, servers.FromMaster) }); err != nil {
			t.Fatal(err)
		}
		list.Show(servers.FromAnywhere, chosen)
		var shown []string
		for _, s := range list.Rows() {
			shown = append(shown, s.Address)
		}
		slices.Sort(shown)
		if got := slices.Compact(column(t, said, "address")); len(got) != want || !slices.Equal(got, shown) {
			t.Errorf("%q: the command has %q, the desktop %q, expected %d", filter, got, shown, want)
		}
	}
}

func sameAnswers(t *testing.T, command string) {
	var listed []unrealmaster.ListedServer
	for i, name := range []string{"Brass Lantern", "saltmarsh", "Amber Reef", ""} {
		status := &decoder.Status{Name: wire.Opt[string]{Value: name, Known: name != ""}, Map: wire.Some("DM-Weir"),
			Players: wire.Some(int64(i % 2)), MaxPlayers: wire.Some(int64(16)), GamePort: wire.Some(int64(7777))}
		s, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{
			Source: emulator.FromStatus("gamespy1", status), Game: decoder.GameByName("ut99")})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		listed = append(listed, unrealmaster.ListedServer{Address: [4]byte{127, 0, 0, 1}, QueryPort: s.Addr().Port()})
	}
	master, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromMaster(
		&unrealmaster.MasterServer{Servers: func() []unrealmaster.ListedServer { return listed }})})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	source := "ut@" + master.Addr().String()
	e, list := New(Options{Timeout: time.Second, Quiet: time.Second / 3}), servers.NewList()
	defer e.Close()
	if err := e.Master(t.Context(), source, func(s servers.Target) { list.Add(s, servers.FromMaster) }); err != nil {
		t.Fatal(err)
	}
	for _, s := range list.Rows() {
		a := e.Query(t.Context(), s.Target())
		list.Take(s, &a, "")
	}
	for _, by := range []string{servers.ByPlayers, servers.ByName, servers.ByAddress} {
		said, err := exec.CommandContext(t.Context(), command, "servers", "--query", "--format", "json", "--sort", by,
			"--master", source).Output()
		if err != nil {
			t.Fatalf("%s: %v", by, err)
		}
		var got struct {
			Servers []struct {
				Address, Name, Join string
				Players             int64
			}
		}
		if err := json.Unmarshal(said, &got); err != nil {
			t.Fatal(err)
		}
		list.Sort(by, by == servers.ByPlayers)
		rows := list.Rows()
		if len(rows) != len(listed) || len(got.Servers) != len(rows) {
			t.Fatalf("%s: the command has %d servers, the desktop %d", by, len(got.Servers), len(rows))
		}
		for i, g := range got.Servers {
			s := rows[i]
			if n, _ := s.Players(); g.Address != s.Address || g.Name != s.Name || g.Players != n ||
				g.Join != s.Join() || g.Join != "unreal://127.0.0.1:7777" {
				t.Errorf("%s, row %d: the command has %+v, the desktop %s %q, %d players, %q", by, i, g, s.Address, s.Name, n,
					s.Join())
			}
		}
	}
}

func sameEvents(t *testing.T, command string) {
	const name = "changes.pcapng"
	path := filepath.Join(t.TempDir(), name)
	var made bytes.Buffer
	if _, err := capgen.Write(&made, capgen.Config{Seed: 1, Datagrams: 20_000, Servers: 6}); err != nil {
		t.Fatal(err)
	}
	b := made.Bytes()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), command, "analyze", "--format", "csv", "--table", "events",
		path).Output()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(whole.New(api.Options{More: []api.Route{analysis.Route(analysis.Options{})}}))
	defer server.Close()
	response, err := http.Post(server.URL+"/api/analyze?format=csv&table=events", "application/octet-stream",
		bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var answered bytes.Buffer
	if _, err := answered.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	want := column(t, said, "kind")
	if got := column(t, answered.Bytes(), "kind"); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the API has %d events, the command %d", len(got), len(want))
	}
	want = slices.DeleteFunc(want, func(kind string) bool { return kind == string(report.EventScore) })
	desktop, err := state.OpenCapture(path)
	if err != nil {
		t.Fatal(err)
	}
	defer desktop.Close()
	if err := desktop.Load(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	page, err := browse.Open(name, bytes.NewReader(b), int64(len(b)), browse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	page.Read()
	if err := page.Run(context.Background(), func(browse.Progress) {}); err != nil {
		t.Fatal(err)
	}
	for where, v := range map[string]*browse.View{"desktop": desktop.Analysis(), "page": page.Whole()} {
		events, _ := v.Events()
		var got []string
		for i := range events {
			got = append(got, string(events[i].Kind))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("the %s has %d events, the command %d", where, len(got), len(want))
		}
	}
}
