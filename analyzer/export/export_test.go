package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/annotate"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// hostile are texts that do something in one place or another. They have at
// most 100 bytes, for the length of a string on the wire is one byte.
var hostile = []string{
	`=HYPERLINK("http://evil.example/","x")`, "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\u3000=1", "＝1",
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "</title></svg><b>", "javascript:alert(1)", "{{.}}",
	"]]>", "<!--",
	"\x1b[31mred\x1b[0m", "\x1b]0;title\a", "\x9b31m", "a\r\nb\tc", "nul\x00nul", "\xff\xfe", "\u202eevil", "\u200bzero",
	"é\u0301́́́",
	`a "quoted", text`, "'", "`", "$(id)", "; DROP TABLE x --", "日本語のサーバー", strings.Repeat("W", 100),
	strings.Repeat("宽", 33), "",
}

// TestHostileNames puts hostile texts into every place of a capture where a
// text can be, and looks at what each exporter makes of them.
func TestHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("no goroutines here for -race to watch; runs without -short")
	}
	for i, bad := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s := evening(t, bad, bad+".", bad+"k", bad)
			r, rows, a := s.analyze()
			r.Files[0].Name = bad
			if len(rows) != 7 || len(r.Servers) != 1 {
				t.Fatalf("%d exchanges, %d servers, want 7 and 1", len(rows), len(r.Servers))
			}
			for i := range rows {
				rows[i].File = Text(bad)
			}
			outputs := map[string][]byte{}
			for _, color := range []bool{false, true} {
				outputs[fmt.Sprint("report, colour ", color)] = written(t, func(w io.Writer) error {
					return Screen(w, r, ScreenOptions{Width: 80, Color: color, Filter: bad})
				})
			}
			outputs["json"] = written(t, func(w io.Writer) error { return JSON(w, r, a) })
			outputs["html"] = written(t, func(w io.Writer) error { return HTML(w, r, HTMLOptions{Activity: a, Filter: bad}) })
			outputs["ndjson"] = written(t, func(w io.Writer) error {
				return WriteAll(NewNDJSON[Exchange](w), slices.Values(rows))
			})
			outputs["csv of exchanges"] = csvOf(t, slices.Values(rows))
			outputs["csv of servers"] = csvOf(t, Servers(r))
			outputs["csv of players"] = csvOf(t, Players(r))
			outputs["csv of rules"] = csvOf(t, Rules(r))
			outputs["csv of events"] = csvOf(t, Events(r))
			for _, p := range Plots(r, a) {
				outputs["svg of "+p.Name] = written(t, func(w io.Writer) error { return p.Write(w, "svg") })
				if _, err := png.Decode(bytes.NewReader(written(t, func(w io.Writer) error { return p.Write(w, "png") }))); err !=
					nil {
					t.Errorf("png of %s: %v", p.Name, err)
				}
			}
			for name, out := range outputs {
				harmless(t, name, out)
			}
			for _, name := range []string{"json", "ndjson"} {
				d := json.NewDecoder(bytes.NewReader(outputs[name]))
				for {
					var v any
					if err := d.Decode(&v); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
				}
			}
			inert(t, outputs["html"])
			inert(t, outputs["svg of players"])
			for _, c := range comments(t, s.buf.Bytes()) {
				harmless(t, "comment", []byte(strings.ReplaceAll(c, "\n", "")))
			}
		})
	}
}

// written returns what f writes.
func written(t *testing.T, f func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// csvOf returns rows as CSV, after checking that no cell is a formula.
func csvOf[T any](t *testing.T, rows iter.Seq[T]) []byte {
	t.Helper()
	out := written(t, func(w io.Writer) error {
		c, err := NewCSV[T](w)
		if err != nil {
			return err
		}
		return WriteAll(c, rows)
	})
	lines, err := csv.NewReader(bytes.NewReader(out)).ReadAll() // checks that all lines have as many cells
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	n := 0
	for range rows {
		n++
	}
	if len(lines) != n+1 {
		t.Errorf("%d lines for %d rows", len(lines), n)
	}
	for _, line := range lines[1:] {
		for _, cell := range line {
			if start := strings.TrimLeft(cell, " \u3000\u00a0"); start != "" && strings.ContainsAny(start[:1], "=+-@") ||
				strings.HasPrefix(start, "＝") {
				t.Errorf("a spreadsheet computes %q", cell)
			}
		}
	}
	return out
}

// harmless fails when out does something on a terminal, or is no UTF-8.
func harmless(t *testing.T, name string, out []byte) {
	t.Helper()
	s := string(out)
	if strings.Contains(name, "colour true") {
		for _, code := range []string{"0", bold, dim, red, yellow, cyan} {
			s = strings.ReplaceAll(s, "\x1b["+code+"m", "")
		}
	}
	if strings.ToValidUTF8(s, "") != s {
		t.Errorf("%s: bytes that are no UTF-8 in %q", name, s)
	}
	for _, c := range s {
		if c < 0x20 && c != '\n' && !(c == '\t' && strings.HasPrefix(name, "svg")) || c >= 0x7f && c < 0xa0 ||
			c >= 0x202a && c <= 0x202e || c == 0x200b {
			t.Errorf("%s: control character %U in %q", name, c, s)
			return
		}
	}
}

// inert fails when a page runs or loads anything: it walks what a browser
// makes of it.
func inert(t *testing.T, page []byte) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	allowed := strings.Fields("html head meta title style body h1 h2 small p div table thead tbody tr th td span code " +
		"ul li figure figcaption svg line text polyline polygon i g path rect defs desc")
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode {
			if !slices.Contains(allowed, n.Data) {
				t.Errorf("an element %s came in", n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"src", "href", "action", "data", "formaction"},
					a.Key) {
					t.Errorf("an attribute %s=%q came in", a.Key, a.Val)
				}
			}
		}
		if n.Type == html.CommentNode && n.Data != "" && !strings.Contains(n.Data, "Generated by") &&
			!strings.HasPrefix(n.Data, "?xml ") {
			t.Errorf("a comment %q came in", n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
}

// comments returns the comments of an annotated copy of a capture.
func comments(t *testing.T, data []byte) []string {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(data), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	n, err := (&annotate.Annotator{}).Annotate(&out, r)
	if err != nil {
		t.Fatal(err)
	}
	c, err := capture.NewReader(&out, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for c.Next() {
		for _, text := range c.Packet().Comments {
			all = append(all, string(text))
		}
	}
	if c.Stats().Packets != n || len(c.Problems()) > 0 || int64(len(all)) != n {
		t.Fatalf("%d comments on %d of %d packets, problems %v", len(all), c.Stats().Packets, n, c.Problems())
	}
	return all
}

func TestComments(t *testing.T) {
	all := comments(t, evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").buf.Bytes())
	for i, want := range []string{"unreal2 server info request",
		`unreal2 server info reply: "Quiet Harbour", map DM-30, 1/16 players`, "unreal2 rules request"} {
		if first, _, _ := strings.Cut(all[i], "\n"); first != want {
			t.Errorf("packet %d: %q, want %q", i+1, first, want)
		}
	}
	if !strings.Contains(all[1], "\nHostname: Quiet Harbour\n") {
		t.Errorf("no line about the hostname in\n%s", all[1])
	}
}

// TestPage looks at what a page of HTML has to have.
func TestPage(t *testing.T) {
	r, _, a := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").analyze()
	out := string(written(t, func(w io.Writer) error { return HTML(w, r, HTMLOptions{Activity: a}) }))
	for _, want := range []string{
		`http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'`,
		"prefers-color-scheme: dark",
		"Players over time", "Round-trip times", "Exchanges over time", "Quiet Harbour", "joined: Ann", "<polygon",
		"<polyline",
	} {
		if !strings.Contains(html.UnescapeString(out), want) {
			t.Errorf("%q is not there", want)
		}
	}
	for _, bad := range []string{"<script", "http://", "https://", "ZgotmplZ", "NaN", "Inf"} {
		if strings.Contains(out, bad) {
			t.Errorf("%q is there", bad)
		}
	}
	inert(t, []byte(out))
}

// TestEmpty writes a report of nothing in every format.
func TestEmpty(t *testing.T) {
	r := report.NewReport()
	r.Settle()
	for name, f := range map[string]func(io.Writer) error{
		"report": func(w io.Writer) error { return Screen(w, r, ScreenOptions{}) },
		"json":   func(w io.Writer) error { return JSON(w, r, nil) },
		"html":   func(w io.Writer) error { return HTML(w, r, HTMLOptions{}) },
		"plots": func(w io.Writer) error {
			var err error
			for _, p := range Plots(r, nil) {
				err = errors.Join(err, p.Write(w, "png"))
			}
			return err
		},
		"parquet": func(w io.Writer) error { return WriteAll(NewParquet[Rule](w), Rules(r)) },
	} {
		if out := written(t, f); len(out) == 0 {
			t.Errorf("%s: nothing was written", name)
		}
	}
}

// TestActivity checks that bins are few and hold everything, whatever the
// order in which exchanges come.
func TestActivity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Range(1, 1<<rapid.IntRange(1, 62).Draw(t, "bits")), 1, 200).Draw(t, "times")
		var list []*report.Exchange
		for i, at := range times {
			list = append(list, &report.Exchange{Time: at, Outcome: report.Outcome(i % 4)})
		}
		var a, b Activity
		a.Add(list)
		shuffled := slices.Clone(list)
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j],
				shuffled[i]
		})
		for _, x := range shuffled {
			b.Add([]*report.Exchange{x})
		}
		if diff := cmp.Diff(a.document(), b.document()); diff != "" {
			t.Fatal(diff)
		}
		bins, sum := 0, int64(0)
		for _, n := range a.All {
			bins++
			sum += n[0] + n[1] + n[2] + n[3]
		}
		if bins > mostBins || sum != int64(len(list)) {
			t.Fatalf("%d bins hold %d of %d exchanges", bins, sum, len(list))
		}
	})
}

// TestLayout checks that lines fit, whatever is in them.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Text(rapid.String().Draw(t, "text"))
		n := rapid.IntRange(16, 60).Draw(t, "columns")
		if c := Cut(s, n); width(c) > n {
			t.Fatalf("cut to %d columns, %q takes %d", n, c, width(c))
		}
		lines := Wrap(s, n)
		for _, l := range lines {
			if width(l) > n {
				t.Fatalf("wrapped at %d columns, %q takes %d", n, l, width(l))
			}
		}
		if all := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); all != strings.ReplaceAll(s, " ", "") {
			t.Fatalf("%q became %q", s, lines)
		}
	})
}

func TestTexts(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Duration(999), "999 ns"}, {Duration(-1_500_000), "-1.5 ms"}, {Duration(1500), "1.5 µs"},
		{Duration(25_000_000), "25 ms"}, {Duration(999_600_000), "1 s"},
		{Duration(61_000_000_000), "1 m 1 s"}, {Duration(3_600_000_000_000), "1 h"},
		{Duration(90_000_000_000_000), "1 d 1 h"},
		{Size(1), "1 byte"}, {Size(1536), "1.54 kB"}, {Size(999_999), "1 MB"}, {Grouped(-1234567), "-1,234,567"},
		{Grouped(999), "999"},
		{clock(1_767_225_600_000_000_000, true), "2026-01-01 00:00:00"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

// TestCurves checks that curves are short, in order and within what was seen.
func TestCurves(t *testing.T) {
	r := report.NewReport()
	s := &report.Server{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano()
	for i := range int64(4000) {
		s.Players.Runs = append(s.Players.Runs, report.Run[int64]{From: start + i*1e9, To: start + i*1e9 + 5e8,
			Value: i % 17})
	}
	r.Servers[s.Addr] = s
	c := playerCurves(r, 8)
	if len(c) != 1 || len(c[0].X) > 3*maxPoints/2+3 || !slices.IsSorted(c[0].X) || slices.Max(c[0].Y) != 16 {
		t.Fatalf("%d curves, %d points", len(c), len(c[0].X))
	}
}
