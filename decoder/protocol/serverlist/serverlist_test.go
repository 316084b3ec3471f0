package serverlist_test

import (
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/serverlist"
	"fragscope/decoder/wire"
)

func TestServerListSamples(t *testing.T) {
	promise.Samples(t, "serverlist-", "server-list", wire.Likely)
}

func TestServerList(t *testing.T) {
	for _, c := range []struct {
		text, fields, problems string
	}{
		{"192.0.2.10\t7777\t7787\n198.51.100.4\t8980\t8990\n",
			"address=192.0.2.10 game_port=7777 query_port=7787 address=198.51.100.4 game_port=8980 query_port=8990", ""},
		{"192.0.2.10\t7777\t7787", "address=192.0.2.10 game_port=7777 query_port=7787", ""},
		{"\n\r\n192.0.2.10\t7777\t7787\r\n", "empty=0a empty=0d 0a address=192.0.2.10 game_port=7777 query_port=7787", ""},
		{"192.0.2.10\t7777\n", "address=192.0.2.10 game_port=7777", "server-list-short-line"},
		{"192.0.2.10\n", "address=192.0.2.10", "server-list-short-line"},
		{"192.0.2.10\t7777\t7787\tEU\n", "address=192.0.2.10 game_port=7777 query_port=7787 rest=09 45 55 0a",
			"server-list-long-line"},
		{"192.0.2.10\tnone\t7787\n", "address=192.0.2.10 rest=09 6e 6f 6e 65 09 37 37 38 37 0a", "server-list-port"},
		{"192.0.2.10\t77777\t7787\n", "address=192.0.2.10 game_port=77777 query_port=7787", "number-implausible"},
		{"192.0.2.10\t07777\t7787\n", "address=192.0.2.10 game_port=7777 query_port=7787", ""},
		{"192.0.2.256\t7777\t7787\n", "bad=" + hexOf("192.0.2.256\t7777\t7787\n"), "server-list-line"},
		{"ut.example\t7777\t7787\n", "bad=" + hexOf("ut.example\t7777\t7787\n"), "server-list-line"},
		{"192.0.2.10:7778\n192.0.2.11:7778", "address=192.0.2.10 port=7778 address=192.0.2.11 port=7778", ""},
		{"192.0.2.10:\n", "address=192.0.2.10 rest=3a 0a", "server-list-port"},
	} {
		m := decoder.Decode([]byte(c.text), wire.Options{Protocol: "server-list"})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if got := strings.Join(promise.Leaves(m, "server-list."), " "); got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: %s, problems %q\n%s", c.text, got, promise.Codes(m), promise.Dump(m))
		}
		if s := decoder.StatusOf(m); s != nil {
			t.Errorf("%q: a list is no server, but says %+v", c.text, s)
		}
	}
}

func hexOf(s string) string { return fmt.Sprintf("% x", s) }

// Each server is a group of its own, numbered without the lines that are none.
func TestServerListEntries(t *testing.T) {
	m := decoder.Decode(promise.Hex(t, "serverlist-odd")[0], wire.Options{})
	var got []string
	for i := range m.Fields {
		if m.Fields[i].Def.Role == wire.RoleServerEntry {
			got = append(got, m.Name(i)+" "+m.Text(m.Child(i, wire.RoleServerHost)))
		}
	}
	want := "Server 1 192.0.2.10, Server 2 192.0.2.12, Server 3 192.0.2.13, Server 4 192.0.2.14, Server 5 192.0.2.15"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\n%s", strings.Join(got, ", "), promise.Dump(m))
	}
	if want :=
		"server-list-line server-list-short-line server-list-long-line server-list-port number-implausible"; promise.Codes(
		m) != want {
		t.Errorf("problems %q", promise.Codes(m))
	}
}

func TestServerListRecognise(t *testing.T) {
	for text, want := range map[string]wire.Confidence{
		"192.0.2.10\t7777\t7787\n":                        wire.Likely,
		"192.0.2.10\t7777":                                wire.Likely,
		"\r\n192.0.2.10\t7777\t7787\r\n":                  wire.Likely,
		"Servers\n192.0.2.10\t7777\t7787\n":               wire.Possible,
		"192.0.2.10:7777\n192.0.2.11:7777\n":              wire.Likely,
		"192.0.2.10:7777":                                 wire.Possible,
		"192.0.2.10":                                      wire.Unlikely,
		"192.0.2.10 7777":                                 wire.Unlikely,
		"192.0.2.10\t0\n":                                 wire.Unlikely,
		"999.0.2.10\t7777\n":                              wire.Unlikely,
		"1.2.3.4.5\t7777\n":                               wire.Unlikely,
		"hello\tworld\n":                                  wire.Unlikely,
		"\\ip\\192.0.2.10:7778\\final\\":                  wire.Unlikely,
		"HTTP/1.1 200 OK\r\nServer: x\r\n":                wire.Unlikely,
		strings.Repeat("x\n", 20) + "192.0.2.10\t7777\n":  wire.Unlikely,
		strings.Repeat("1", 70000) + "\n1.2.3.4\t7777\n":  wire.Unlikely,
		"192.0.2.10\t7777" + strings.Repeat("\t7777", 99): wire.Likely,
	} {
		if _, c := serverlist.Recognise([]byte(text), &wire.Options{}); c != want {
			t.Errorf("%.40q: confidence %d, want %d", text, c, want)
		}
	}
}

// A list of a few hundred kilobytes is read line by line like a short one.
func TestServerListLong(t *testing.T) {
	var b strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&b, "10.%d.%d.%d\t7777\t7787\n", i>>16, i>>8&255, i&255)
	}
	var d decoder.Decoder
	m := d.Decode([]byte(b.String()))
	promise.Message(t, m)
	if len(m.Problems) > 0 || len(m.Fields) != 4*20000 {
		t.Errorf("%d fields, problems %q", len(m.Fields), promise.Codes(m))
	}
	p := []byte(b.String())
	if n := testing.AllocsPerRun(3, func() { d.Decode(p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzServerList(f *testing.F) { promise.Fuzz(f, "server-list", "serverlist-") }
