package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/internal/cli"
	"fragscope/decoder"
	"fragscope/samples/captures"
)

// What fragscope mcp promises, in bytes: of a paste, of a line of its input, of a
// result, of what a command says beside.
const mostPaste, mostLine, mostPage, mostSaid = 4 << 20, 8 << 20, 64 << 10, 2 << 10

// assistant starts fragscope mcp as an assistant does, for a folder with the
// sample captures and what a stranger could put there.
func assistant(t *testing.T) (*mcp.ClientSession, string) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range captures.Names() {
		data, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), child+"=mcp "+folder, "FRAGSCOPE_WRITE="+filepath.Join(folder, "written"),
		"FRAGSCOPE_FORMAT=yaml")
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the command ends with %v", err)
		}
		if _, err := os.Stat(filepath.Join(folder, "written")); err == nil {
			t.Error("a variable made a tool write a file")
		}
	})
	return session, folder
}

// use calls a tool and returns the texts of its result.
func use(t *testing.T, s *mcp.ClientSession, name string, args map[string]any) (texts []string, failed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	for _, c := range r.Content {
		texts = append(texts, c.(*mcp.TextContent).Text)
	}
	return texts, r.IsError
}

func TestMCPTools(t *testing.T) {
	s, folder := assistant(t)
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 5 {
		t.Fatal(list, err)
	}
	for _, tool := range list.Tools {
		schema, _ := tool.InputSchema.(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		if tool.Description == "" || tool.Annotations == nil || properties["offset"] == nil || properties["limit"] == nil ||
			schema["additionalProperties"] == nil {
			t.Errorf("%s: %+v", tool.Name, tool)
		}
		for name, p := range properties {
			if p, _ := p.(map[string]any); p["description"] == nil {
				t.Errorf("%s of %s has no description", name, tool.Name)
			}
		}
	}
	capture := filepath.Join(folder, "ut2004-multi-packet.pcapng")
	for _, test := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"decode", map[string]any{"text": "80 00 00 00 04 50"}, "ping reply (unreal2, 6 bytes)"},
		{"decode", map[string]any{"sample": "ut2004-info-reply", "format": "json"}, `"key":"unreal2.info.hostname"`},
		{"decode", map[string]any{"file": capture, "fields": []string{"message", "unreal2.info.hostname"},
			"filter": `direction == "reply"`}, "message\tunreal2.info.hostname\nserver info reply\tHarbour Lights"},
		{"explain", map[string]any{"name": "length-past-end"}, "length-past-end"},
		{"explain", map[string]any{"name": "unreal2.ping.answer", "spec": true}, "### Ping reply"},
		{"analyze", map[string]any{"captures": []string{capture}}, "Exchanges by protocol"},
		{"analyze", map[string]any{"captures": capture}, "Exchanges by protocol"},
		{"analyze", map[string]any{"captures": []string{folder}, "format": "csv", "table": "servers"}, "Harbour Lights"},
		{"analyze", map[string]any{"captures": []string{capture}, "packet": 3, "format": "tree"},
			"Packet 3, 2026-01-01 00:00:02.041700000 UTC"},
		{"request", map[string]any{"protocol": "unreal2", "message": "rules request"}, "00 00 00 01"},
		{"request", map[string]any{"protocol": "gamespy3", "settings": map[string]any{"challenge": "12345678"}}, "FE FD 00"},
		{"request", map[string]any{}, "gamespy1           status request"},
	} {
		if texts, failed := use(t, s, test.tool, test.args); failed || !strings.Contains(texts[0], test.want) {
			t.Errorf("%s %v: %v, %.500q", test.tool, fmt.Sprint(test.args)[:min(200, len(fmt.Sprint(test.args)))], failed, texts)
		}
	}
}

// Pages of a result, in order, are the result.
func TestMCPPages(t *testing.T) {
	s, folder := assistant(t)
	name := filepath.Join(folder, "ut2004-multi-packet.pcapng")
	want := string(command(t, nil, "decode", "--format", "table", name))
	got, offset, calls := "", 0, 0
	for {
		texts, failed := use(t, s, "decode", map[string]any{"file": name, "format": "table", "offset": offset, "limit": 5000})
		if failed || len(texts[0]) > 5000 || texts[0] == "" {
			t.Fatalf("at %d: %v, %q", offset, failed, texts)
		}
		got += texts[0]
		calls++
		if len(texts) < 2 || !strings.HasPrefix(texts[1], "More follows") {
			break
		}
		if _, err := fmt.Sscanf(texts[1], "More follows: call again with the same arguments and offset %d.",
			&offset); err != nil || offset != len(got) {
			t.Fatal(texts[1], err, len(got))
		}
	}
	if got != want || calls < 3 {
		t.Errorf("%d calls give %d bytes, the command prints %d", calls, len(got), len(want))
	}
	if texts, failed := use(t, s, "decode", map[string]any{"file": name, "offset": 1 << 30}); !failed ||
		!strings.Contains(texts[0], "the result ends before it") {
		t.Errorf("beyond the end: %v, %q", failed, texts)
	}
}

// What cannot be is an error of the tool that says where and what was expected;
// the session continues, and no result is long.
func TestMCPHostile(t *testing.T) {
	s, folder := assistant(t)
	outside := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(outside, []byte("80 00 00 00 04 50"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.txt")); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(folder, "empty")
	if err := os.Mkdir(empty, 0o777); err != nil {
		t.Fatal(err)
	}
	huge := strings.Repeat("80 00 00 00 04 50\n\n", mostPaste/19)
	for _, test := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"decode", map[string]any{"text": "80 00\n80 0O 00"}, "line 2, column 5: found 'O'"},
		{"decode", map[string]any{"text": strings.Repeat("00 ", mostPaste/2)},
			"text: found 6291456 bytes, expected at most 4194304"},
		{"decode", map[string]any{}, "give one of text, file and sample: found 0 of them"},
		{"decode", map[string]any{"text": "80", "file": "x"}, "found 2 of them"},
		{"decode", map[string]any{"file": folder}, "found a directory, expected a file"},
		{"decode", map[string]any{"file": filepath.Join(folder, "missing.txt")}, "missing.txt: no such file or directory"},
		{"decode", map[string]any{"file": outside}, "outside the folders that may be read"},
		{"decode", map[string]any{"file": filepath.Join(folder, "link.txt")}, "outside the folders that may be read"},
		{"decode", map[string]any{"file": folder + "/../../../../etc/passwd"}, "outside the folders"},
		{"decode", map[string]any{"file": "/dev/stdin"}, ""},
		{"decode", map[string]any{"text": "80 00 00 00 04 50", "fields": []string{"unreal2.info.hostnme"}},
			"did you mean unreal2.info.hostname?"},
		{"decode", map[string]any{"text": "80 00 00 00 04 50", "filter": "size >"}, "filter, column 6"},
		{"decode", map[string]any{"text": "80", "format": "yaml"}, "format"},
		{"decode", map[string]any{"text": "80", "write": "x"}, "write"},
		{"decode", map[string]any{"text": "80", "offset": -1}, "offset"},
		{"decode", map[string]any{"text": "80", "limit": 1 << 30}, "limit"},
		{"decode", map[string]any{"text": 7}, "text"},
		{"decode", map[string]any{"sample": "--write=x"}, "there is no sample"},
		{"explain", map[string]any{"name": "lenght-past-end"}, "did you mean length-past-end?"},
		{"explain", map[string]any{"name": "--spec"}, "nothing is called"},
		{"explain", map[string]any{"name": "\x1b[2J"}, `nothing is called`},
		{"analyze", map[string]any{"captures": []string{}}, "captures: found 0, expected 1 to 100"},
		{"analyze", map[string]any{"captures": []string{"-"}}, "no such file"},
		{"analyze", map[string]any{"captures": []string{empty}}, "found no captures there"},
		{"analyze", map[string]any{"captures": []string{outside}}, "outside the folders"},
		{"query", map[string]any{"servers": []string{}}, "servers: found 0, expected 1 to 16"},
		{"query", map[string]any{"servers": []string{"127.0.0.1:99999"}}, "expected a number from 1 to 65535"},
		{"query", map[string]any{"servers": []string{"--record=x"}}, ""},
		{"query", map[string]any{"servers": []string{"127.0.0.1:1"}, "offset": 10}, "is not kept any more"},
		{"request", map[string]any{"protocol": "unreal2", "settings": map[string]any{"raw": "true"}},
			`"raw" is none of a protocol`},
		{"request", map[string]any{"protocol": "unreal2", "settings": map[string]any{"no": "1"}},
			`"no" is none of a protocol`},
		{"request", map[string]any{"protocol": "unreal2", "message": "none"}, "none"},
	} {
		texts, failed := use(t, s, test.tool, test.args)
		if all := strings.Join(texts, "\n"); !failed || !strings.Contains(all, test.want) || len(all) > 4000 ||
			obeyed([]byte(all)) {
			t.Errorf("%s %s: %v, %.500q", test.tool, fmt.Sprint(test.args)[:min(200, len(fmt.Sprint(test.args)))], failed, texts)
		}
	}
	texts, failed := use(t, s, "decode", map[string]any{"text": huge, "format": "json", "limit": mostPage})
	if size := len(strings.Join(texts, "")); failed || size > mostPage+mostSaid+100 {
		t.Errorf("a large paste: %v, %d bytes", failed, size)
	}
	if texts, failed := use(t, s, "decode", map[string]any{"sample": "ut2004-info-reply"}); failed ||
		!strings.Contains(texts[0], "Hostname") {
		t.Errorf("after all that: %v, %q", failed, texts)
	}
}

// Only the server that is named gets datagrams, and none for a second page.
func TestMCPQuery(t *testing.T) {
	t.Parallel() // it waits for a server that is silent
	s, _ := assistant(t)
	var heard atomic.Int64
	town := &emulator.Town{}
	defer town.Close()
	game := decoder.GameByName("ut2004")
	err := town.Game(t.Context(), game, emulator.Choice{At: netip.MustParseAddrPort("127.79.8.1:0"), Free: true,
		Only: "unreal2"},
		emulator.Options{Game: game, Log: func(e emulator.Event) {
			if !e.Sent {
				heard.Add(1)
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	address := town.Servers[0].Addr().String()
	args := map[string]any{"servers": []string{address}, "protocol": "unreal2", "format": "json", "limit": 2000}
	texts, failed := use(t, s, "query", args)
	if failed || !strings.Contains(texts[0], `"server":"`+address+`"`) || len(texts) < 2 {
		t.Fatal(failed, texts)
	}
	before := heard.Load()
	args["offset"] = len(texts[0])
	if texts, failed = use(t, s, "query", args); failed || len(texts[0]) == 0 || heard.Load() != before || before == 0 {
		t.Errorf("the second page: %v, %d datagrams, then %d", failed, before, heard.Load())
	}
	silent, err := net.ListenPacket("udp", "127.79.8.2:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	texts, failed = use(t, s, "query", map[string]any{"servers": []string{silent.LocalAddr().String()}, "protocol": "ugp"})
	if !failed || !strings.Contains(texts[0], silent.LocalAddr().String()) {
		t.Errorf("a server that is silent: %v, %q", failed, texts)
	}
}

// What the protocol of assistants takes is in the command alone.
func TestMCPStaysOut(t *testing.T) {
	for _, programs := range [][]string{
		{"", "fragscope/decoder/...", "fragscope/analyzer", "fragscope/analyzer/live", "fragscope/analyzer/capture",
			"fragscope/analyzer/layers"},
		{"js", "fragscope/wasm/inspector/decoder", "fragscope/wasm/inspector/analyzer", "fragscope/wasm/worker",
			"fragscope/wasm/worker/analysis", "fragscope/wasm/worker/jobs"},
	} {
		list := exec.Command("go", append([]string{"list", "-deps"}, programs[1:]...)...)
		if programs[0] == "js" {
			list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		}
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, module := range []string{"modelcontextprotocol", "jsonschema", "spf13"} {
			if strings.Contains(string(out), module) {
				t.Errorf("%v depend on %s", programs[1:], module)
			}
		}
	}
}

// It ends when the assistant does, or with Ctrl-C.
func TestMCPEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	c, in, _, errout := start(t, "mcp")
	in.Close()
	if err := c.Wait(); err != nil {
		t.Errorf("%v, %s", err, errout)
	}
	c, in, _, errout = start(t, "mcp")
	interrupt(t, c)
	c.Wait()
	if status := c.ProcessState.ExitCode(); status != cli.ExitInterrupted {
		t.Errorf("exit status %d, %s", status, errout)
	}
	in.Close()
	c, in, out, errout := start(t, "mcp")
	go func() { // a message without an end
		defer in.Close()
		for range mostLine >> 10 {
			if _, err := io.WriteString(in, strings.Repeat("x", 2<<10)); err != nil {
				return
			}
		}
	}()
	c.Wait()
	if out.Len() > 4000 || errout.Len() > 4000 {
		t.Errorf("%d bytes on standard output, %d on standard error", out.Len(), errout.Len())
	}
}

// TestMCPBadLines: a line that is no message gets an error of JSON-RPC, and the
// session continues.
func TestMCPBadLines(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := []struct{ line, want string }{
		{`{`, `"code":-32700`}, {`nonsense`, `"code":-32700`}, {"\xff\xfe", `"code":-32700`},
		{strings.Repeat("[", 100000), `"code":-32700`},
		{`[]`, `"code":-32600`}, {`null`, `"code":-32600`}, {`[1,2]`, `"code":-32600`}, {`{"id":1}`, `"id":1`},
		{`{"id":"a","method":5}`, `"id":"a"`},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `"id":null`}, {`{"jsonrpc":"2.0","id":1e999,"method":"ping"}`,
			`"code":-32600`},
		{`{"jsonrpc":"2.0","id":8,"method":"` + strings.Repeat("a", mostLine) + `"}`, `more than 8 MiB`},
		{`{"jsonrpc":"2.0","id":77,"method":"ping"}`, `"id":77,"result"`},
	}
	send, in := io.Pipe()
	read, out := io.Pipe()
	root := rootCommand()
	root.SetIn(send)
	root.SetOut(out)
	root.SetArgs([]string{"mcp"})
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(t.Context()) }()
	answers := bufio.NewReader(read)
	ask := func(line string) string {
		go fmt.Fprintln(in, line)
		answer, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for _, l := range lines {
		if got := ask(l.line); !strings.Contains(got, l.want) {
			t.Errorf("%.60q is answered with %q, expected %s", l.line, got, l.want)
		}
	}
	in.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestMCPPiped: calls that are piped in at once are all answered before it ends,
// but one that is cancelled.
func TestMCPPiped(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := []string{
		`{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
			`"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query","arguments":{"hosts":["127.0.0.1:1"]}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`nonsense`,
	}
	for i := range 20 {
		lines = append(lines, fmt.Sprintf(
			`{"jsonrpc":"2.0","id":"%d","method":"tools/call","params":{"name":"decode","arguments":{"text":"80 00 00 00 %02x"}}}`, i, i))
	}
	root := rootCommand()
	var out strings.Builder
	root.SetIn(strings.NewReader(strings.Join(lines, "\n")))
	root.SetOut(&out)
	root.SetArgs([]string{"mcp"})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Error(err)
	}
	for i := range 20 {
		if want := fmt.Sprintf(`"id":"%d","result"`, i); !strings.Contains(out.String(), want) {
			t.Errorf("call %d is not answered", i)
		}
	}
	if !strings.Contains(out.String(), `"id":"first","result"`) || !strings.Contains(out.String(), "-32700") {
		t.Errorf("the first call, or what is no message, is not answered: %.500s", out.String())
	}
}
