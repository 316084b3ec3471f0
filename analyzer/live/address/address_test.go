package address

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"127.0.0.1:7778":                       "127.0.0.1:7778",
		" Play.Example.org:07778 ":             "play.example.org:7778",
		"ut2004://play.example.org/DM-1":       "play.example.org",
		"ut2004://play.example.org:/DM-1":      "play.example.org",
		"ut99://10.0.0.1:7777?name=x":          "10.0.0.1:7777",
		"steam://connect/192.0.2.7:27015":      "192.0.2.7:27015",
		"steam://connect/192.0.2.7:27015/word": "192.0.2.7:27015",
		"quake3://connect/[::1]:27960":         "[::1]:27960",
		"qw://user@192.0.2.7:27500/":           "192.0.2.7:27500",
		"connect 192.0.2.7:27015":              "192.0.2.7:27015",
		"connect 192.0.2.7:27015; password x":  "192.0.2.7:27015",
		`connect "192.0.2.7:27015"`:            "192.0.2.7:27015",
		"q3s 127.0.0.1:27960":                  "127.0.0.1:27960",
		"-q3s localhost:27960":                 "localhost:27960",
		"192.0.2.7:27015,":                     "192.0.2.7:27015",
		"[::1]:7778":                           "[::1]:7778",
		"::1":                                  "[::1]",
		"[2001:DB8::1]":                        "[2001:db8::1]",
		"::ffff:127.0.0.1":                     "127.0.0.1",
		"localhost":                            "localhost",
		"bücher.example:5":                     "bücher.example:5",
		"":                                     "",
		",":                                    "",
		"300.1.1.1:5":                          "",
		"a:b:c":                                "",
		"host:70000":                           "",
		"host:0":                               "",
		"ho st:5":                              "",
		"two words more":                       "",
		"host:":                                "",
		"<b>:5":                                "",
		"a@b:5":                                "",
	} {
		got, err := Parse(in)
		if err != nil && want == "" {
			continue
		}
		if got.String() != want || err != nil {
			t.Errorf("%q became %q (%v), want %q", in, got, err, want)
		}
		if again, err := Parse(got.String()); again != got || err != nil {
			t.Errorf("%q is read as %q the second time: %v", got, again, err)
		}
	}
}

// TestList: every line of a list is a server, several, a comment, or named.
func TestList(t *testing.T) {
	list, bad := listOf("\ufeff# favourites\r\n127.0.0.1:64738\r\n 127.0.0.1:26000 \n127.0.0.1:26001 # " +
		"nex\n127.0.0.1:26002\tNex\n127.0.0.1:26003,Nex\n" +
		"localhost:27960\n[::1]:26000\nq3s 127.0.0.1:27960\n-q3s arena:27961\nsteam://connect/192.0.2.7:27015\nconnect " +
		"play.example.org:27015; password x\n" +
		"192.0.2.8\nplay.example.org the best\n2001:db8::5\n192.0.2.9 27015\n192.0.2.10,27016,name\nBrass Lantern " +
		"192.0.2.11:7777\n// more\n; and more\n\n" +
		"192.0.2.12:1, 192.0.2.13:2\n\"192.0.2.14:3\",\n127.0.0.1:26000\n" +
		"Best servers of 2004:\n192.0.2.300:1\n192.0.2.15:99999\nhello\nname,address\n")
	want := []string{
		"127.0.0.1:64738", "127.0.0.1:26000", "127.0.0.1:26001", "127.0.0.1:26002", "127.0.0.1:26003", "localhost:27960",
		"[::1]:26000", "127.0.0.1:27960",
		"arena:27961", "192.0.2.7:27015", "play.example.org:27015", "192.0.2.8", "play.example.org", "[2001:db8::5]",
		"192.0.2.9:27015", "192.0.2.10:27016",
		"192.0.2.11:7777", "192.0.2.12:1", "192.0.2.13:2", "192.0.2.14:3",
	}
	var got []string
	for _, a := range list {
		got = append(got, a.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	var numbers []string
	for _, l := range bad {
		numbers = append(numbers, fmt.Sprint(l.Number, " ", l.Text))
	}
	if strings.Join(numbers, "; ") != "25 Best servers of 2004:; 26 192.0.2.300:1; 27 192.0.2.15:99999; 28 hello; 29 "+
		"name,address" {
		t.Errorf("lines without a server: %q", numbers)
	}
}

// TestEveryLine: no line of a list vanishes, whatever surrounds its address.
func TestEveryLine(t *testing.T) {
	host := rapid.SampledFrom([]string{"192.0.2.1", "[2001:db8::1]", "localhost", "play.example.org", "arena"})
	before := rapid.SampledFrom([]string{"", " ", "\t", "q3s ", "connect ", "steam://connect/", "ut2004://", `"`, "<"})
	after := rapid.SampledFrom([]string{"", " ", ",", ";", " # name", "\tname", " two words", ",name", "\r", " // x",
		" 12/16"})
	none := rapid.SampledFrom([]string{"no server here", "---", "?", "a b c", "http://", "the best of 2019"})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "lines")
		text, want, named := "", []Address{}, []string{}
		for i := range n {
			if rapid.Bool().Draw(t, "no server") {
				line := none.Draw(t, "line")
				text, named = text+line+"\n", append(named, line)
				continue
			}
			at := Address{Host: strings.Trim(host.Draw(t, "host"), "[]"), Port: uint16(1000 + i)}
			text += before.Draw(t, "before") + at.String() + after.Draw(t, "after") + "\n"
			want = append(want, at)
		}
		got, bad := listOf(text)
		if !slices.Equal(got, want) || !slices.EqualFunc(bad, named, func(l Line, text string) bool {
			return l.Text == text
		}) {
			t.Fatalf("%q: %v, without a server %v", text, got, bad)
		}
	})
}

func FuzzList(f *testing.F) {
	f.Add("q3s 127.0.0.1:27960\nsteam://connect/192.0.2.7:27015\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := listOf(text)
		for _, a := range list {
			if again, err := Parse(a.String()); err != nil || again != a {
				t.Errorf("%q: %v, %v", a, again, err)
			}
		}
	})
}

// listOf reads a list of servers, and returns its addresses in their order, each
// once, and the lines that have none.
func listOf(text string) (list []Address, bad []Line) {
	seen := map[Address]bool{}
	Each(text, func(line Line) {
		found := Of(line.Text)
		if len(found) == 0 {
			bad = append(bad, line)
		}
		for _, a := range found {
			if !seen[a] {
				seen[a] = true
				list = append(list, a)
			}
		}
	})
	return list, bad
}
