package filter

import (
	"errors"
	"strings"
	"testing"
)

// TestWords: what people know from other tools means the same here, and where
// something is wrong in it is where they wrote it.
func TestWords(t *testing.T) {
	for _, c := range []struct{ theirs, ours string }{
		{"udp.port == 7778", `(transport == "udp" and port(7778))`},
		{"tcp.port eq 28900", `(transport == "tcp" and port(28900))`},
		{"udp.port != 53 && unreal2", `(transport == "udp" and not port(53)) && protocol == "unreal2"`},
		{"ip.addr == 192.0.2.7", `host("192.0.2.7")`},
		{"ip.addr == 192.0.2.0/24 and size > 40", `net("192.0.2.0/24") and size > 40`},
		{"ip.addr != 192.0.2.7", `not host("192.0.2.7")`},
		{"ipv6.addr == 2001:db8::1", `host("2001:db8::1")`},
		{"ip.src == 192.0.2.7 or ip.dst==192.0.2.7", `src == "192.0.2.7" or dst == "192.0.2.7"`},
		{"udp.dstport == 7778 and frame.len > 100", "dstport == 7778 and size > 100"},
		{"frame.number in 3..7", "packet in 3..7"},
		{"host 192.0.2.7 and port 7778", `host("192.0.2.7") and port(7778)`},
		{"net 10.0.0.0/8", `net("10.0.0.0/8")`},
		{"udp port 7778 and not tcp port 28900", `(transport == "udp" and port(7778)) and not (transport == "tcp" and port(28900))`},
		{"src host 192.0.2.7 and dst port 7778 or src port 53", `src == "192.0.2.7" and dstport == 7778 or srcport == 53`},
		{"udp and not (tcp or gamespy1)", `transport == "udp" and not (transport == "tcp" or protocol == "gamespy1")`},
		{"udp.srcport in 5000..5010", "srcport in 5000..5010"},
		{"gamespy1", `protocol == "gamespy1"`},
		{"not gamespy1 and (unreal-lan or a2s)", `not protocol == "gamespy1" and (protocol == "unreal-lan" or protocol == "a2s")`},
		{`protocol == "unreal2"`, `protocol == "unreal2"`},
		{`protocol in ["unreal2", "a2s"]`, `protocol in ["unreal2", "a2s"]`},
		{`text("udp.port == 7778 and unreal2")`, `text("udp.port == 7778 and unreal2")`},
		{`size in 100..200 and -5 < size and  size/2 > 3 ? true : false`, `size in 100..200 and -5 < size and  size/2 > 3 ? true : false`},
		{"size > 3\n and port(5) ", "size > 3\n and port(5) "},
		{`message contains 'it\'s unreal2`, `message contains 'it\'s unreal2`},
		{"", ""}, {"&", "&"}, {`"`, `"`}, {`"\`, `"\`},
	} {
		if got := translated(c.theirs).text.String(); got != c.ours {
			t.Errorf("%s is read as %s, want %s", c.theirs, got, c.ours)
		}
	}
	for theirs, column := range map[string]int{
		"udp.port == 7778 and sise > 3":            22,
		"ip.addr == 192.0.2.7 and unreal2 or oops": 37,
		"gamespy1 and (unreal2":                    21, // its last character
		"sise > 3":                                 1,
		"ip.addr == 192.0.2.7 & true":              22,
	} {
		_, err := Compile(theirs)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Column != column {
			t.Errorf("%s: %v, want column %d", theirs, err, column)
		}
	}
	f, err := Compile("udp.port == 7778")
	if err != nil || f.String() != "udp.port == 7778" {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := Compile(strings.Repeat("unreal2 or ", 700) + "unreal2"); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("an expression that becomes too long: %v", err)
	}
}
