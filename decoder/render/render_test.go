package render

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// samples returns the datagrams of every sample, by name.
func samples(t testing.TB) map[string][][]byte {
	t.Helper()
	files, err := filepath.Glob("../../samples/*.hex")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no samples")
	}
	all := map[string][][]byte{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n\n") {
			var digits strings.Builder
			for _, line := range strings.Split(block, "\n") {
				line, _, _ = strings.Cut(line, "#")
				digits.WriteString(strings.ReplaceAll(line, " ", ""))
			}
			p, err := hex.DecodeString(digits.String())
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			if len(p) > 0 {
				all[filepath.Base(f)] = append(all[filepath.Base(f)], p)
			}
		}
	}
	return all
}

// reports returns a report a sample.
func reports(t testing.TB) map[string]*Report {
	all := map[string]*Report{}
	for name, datagrams := range samples(t) {
		var ms []*decoder.Message
		for _, p := range datagrams {
			ms = append(ms, decoder.Decode(p, decoder.Options{}))
		}
		all[name] = NewReport(ms)
	}
	return all
}

// The schema of doc.go, as a program reads it.
type jsonReport struct {
	Datagrams []jsonDatagram `json:"datagrams"`
	Status    *jsonStatus    `json:"status"`
	Others    []*jsonStatus  `json:"otherServers"`
}

type jsonDatagram struct {
	Index    int           `json:"index"`
	Protocol string        `json:"protocol"`
	Message  string        `json:"message"`
	Length   int           `json:"length"`
	Fields   []jsonField   `json:"fields"`
	Problems []jsonProblem `json:"problems"`
}

type jsonField struct {
	Key    string  `json:"key"`
	Name   string  `json:"name"`
	Depth  int     `json:"depth"`
	Offset int     `json:"offset"`
	Length int     `json:"length"`
	Kind   string  `json:"kind"`
	Value  any     `json:"value"`
	Note   string  `json:"note"`
	Mask   *uint64 `json:"mask"`
}

type jsonProblem struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	Message  string `json:"message"`
	Advice   string `json:"advice"`
}

type jsonStatus struct {
	Protocol   string           `json:"protocol"`
	Name       wire.Opt[string] `json:"name"`
	Map        wire.Opt[string] `json:"map"`
	MapTitle   wire.Opt[string] `json:"mapTitle"`
	GameType   wire.Opt[string] `json:"gameType"`
	Game       wire.Opt[string] `json:"game"`
	GameTitle  wire.Opt[string] `json:"gameTitle"`
	GamePort   wire.Opt[int64]  `json:"gamePort"`
	QueryPort  wire.Opt[int64]  `json:"queryPort"`
	Players    wire.Opt[int64]  `json:"players"`
	MaxPlayers wire.Opt[int64]  `json:"maxPlayers"`
	Bots       wire.Opt[int64]  `json:"bots"`
	Password   wire.Opt[bool]   `json:"password"`
	Version    wire.Opt[string] `json:"version"`
	Rules      []jsonRule       `json:"rules"`
	Mutators   []string         `json:"mutators"`
	PlayerList []jsonPlayer     `json:"playerList"`
	Teams      []jsonTeam       `json:"teams"`
	Complete   wire.Opt[bool]   `json:"complete"`
}

type jsonRule struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type jsonPlayer struct {
	ID    wire.Opt[int64]  `json:"id"`
	Name  wire.Opt[string] `json:"name"`
	Ping  wire.Opt[int64]  `json:"ping"`
	Score wire.Opt[int64]  `json:"score"`
	Team  wire.Opt[int64]  `json:"team"`
	Extra []jsonRule       `json:"extra"`
}

type jsonTeam struct {
	ID    wire.Opt[int64]  `json:"id"`
	Name  wire.Opt[string] `json:"name"`
	Score wire.Opt[int64]  `json:"score"`
	Size  wire.Opt[int64]  `json:"size"`
	Extra []jsonRule       `json:"extra"`
}

// parseJSON reads b with the standard library, strictly.
func parseJSON(t testing.TB, b []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	if d.More() {
		t.Fatalf("more than one object in\n%s", b)
	}
}

// wantReport says what AppendJSON should say of r, made the plain way.
func wantReport(r *Report) jsonReport {
	want := jsonReport{Datagrams: []jsonDatagram{}, Status: wantStatus(nil)}
	for i, s := range r.Statuses() {
		if i == 0 {
			want.Status = wantStatus(s)
		} else {
			want.Others = append(want.Others, wantStatus(s))
		}
	}
	for i, m := range r.Datagrams {
		d := jsonDatagram{
			Index: i, Protocol: m.Protocol().String(), Message: m.Info.Name, Length: len(m.Data), Fields: []jsonField{},
			Problems: []jsonProblem{},
		}
		for j := range m.Fields {
			d.Fields = append(d.Fields, wantField(m, j))
			d.Fields = append(d.Fields, wantBits(&m.Fields[j])...)
			d.Fields = append(d.Fields, wantParts(&m.Fields[j])...)
		}
		for j := range m.Problems {
			p := &m.Problems[j]
			d.Problems = append(d.Problems, jsonProblem{
				p.Info.Severity.String(), p.Info.Code, int(p.Offset), int(p.Length), valid(m.Message(p)), valid(m.Advice(p)),
			})
		}
		want.Datagrams = append(want.Datagrams, d)
	}
	return want
}

// valid has U+FFFD for each byte that is not UTF-8, as encoding/json does;
// strings.ToValidUTF8 has one for several.
func valid(s string) string { return string([]rune(s)) }

func wantField(m *decoder.Message, i int) jsonField {
	f := &m.Fields[i]
	w := jsonField{
		Key: m.Key(i), Name: valid(m.Name(i)), Depth: int(f.Depth), Offset: int(f.Offset), Length: int(f.Length),
		Kind: f.KindName(), Note: valid(m.Note(i)),
	}
	switch {
	case f.Kind == wire.KindGroup:
	case f.Kind.Number() && f.Kind.Signed():
		w.Value = json.Number(fmt.Sprint(int64(f.Value)))
	case f.Kind.Number():
		w.Value = json.Number(fmt.Sprint(f.Value))
	case f.Kind.Float():
		v := math.Float64frombits(f.Value)
		if f.Kind != wire.KindF64BE {
			v = float64(math.Float32frombits(uint32(f.Value)))
		}
		w.Value = valid(m.Text(i))
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			w.Value = json.Number(m.Text(i))
		}
	default:
		w.Value = valid(m.Text(i))
	}
	return w
}

// bitKey returns the key of a bit by its name, or by its mask where it has none.
func bitKey(field, name string, mask uint64) string {
	if name == "unknown bit" {
		return fmt.Sprintf("%s.0x%x", field, mask)
	}
	return field + "." + strings.Trim(notInKeys.ReplaceAllString(strings.ToLower(name), "_"), "_")
}

var notInKeys = regexp.MustCompile("[^a-z0-9]+")

func wantBits(f *decoder.Field) []jsonField {
	if f.KindName() != "flags" {
		return nil
	}
	var bits []jsonField
	bit := func(mask uint64, name, note string) {
		bits = append(bits, jsonField{
			Key: bitKey(f.Def.Key, name, mask), Name: name, Depth: int(f.Depth) + 1, Offset: int(f.Offset), Kind: "bit",
			Value: f.Value&mask != 0, Note: note, Mask: &mask,
		})
	}
	for _, y := range f.Def.Symbols.List {
		bit(y.Value, y.Name, y.Doc)
	}
	for n := range 64 {
		if mask := uint64(1) << n; f.Value&mask != 0 && f.Def.Symbols.Lookup(mask) == nil {
			bit(mask, "unknown bit", "")
		}
	}
	return bits
}

func wantParts(f *decoder.Field) []jsonField {
	var parts []jsonField
	for _, p := range f.Def.Parts {
		w := jsonField{
			Key: bitKey(f.Def.Key, p.Name, p.Mask), Name: p.Name, Depth: int(f.Depth) + 1, Offset: int(f.Offset), Kind: "part",
			Value: json.Number(fmt.Sprint(p.Value(f.Value))), Note: p.Unit, Mask: &p.Mask,
		}
		if y := p.Symbols.Lookup(p.Value(f.Value)); y != nil {
			w.Note = y.Name
		}
		if p.Single() {
			w.Kind, w.Value = "bit", f.Value&p.Mask != 0
		}
		parts = append(parts, w)
	}
	return parts
}

func wantStatus(s *decoder.Status) *jsonStatus {
	if s == nil {
		return nil
	}
	w := &jsonStatus{
		Protocol: s.Protocol.String(), Name: s.Name, Map: s.Map, MapTitle: s.MapTitle, GameType: s.GameType, Game: s.Game,
		GameTitle: s.GameTitle,
		GamePort:  s.GamePort, QueryPort: s.QueryPort, Players: s.Players, MaxPlayers: s.MaxPlayers, Bots: s.Bots,
		Password: s.Password,
		Version:  s.Version, Mutators: s.Mutators, Complete: s.Complete,
	}
	rules := func(list []wire.Rule) (w []jsonRule) {
		for _, r := range list {
			w = append(w, jsonRule{valid(r.Key), valid(r.Value)})
		}
		return w
	}
	w.Rules = rules(s.Rules)
	for _, p := range s.PlayerList {
		w.PlayerList = append(w.PlayerList, jsonPlayer{p.ID, p.Name, p.Ping, p.Score, p.Team, rules(p.Extra)})
	}
	for _, t := range s.Teams {
		w.Teams = append(w.Teams, jsonTeam{t.ID, t.Name, t.Score, t.Size, rules(t.Extra)})
	}
	return w
}

func checkJSON(t testing.TB, r *Report) {
	t.Helper()
	b := Append(nil, JSON, r, Options{})
	var got jsonReport
	parseJSON(t, b, &got)
	checkSame(t, wantReport(r), got)
	if !utf8.Valid(b) {
		t.Fatalf("not UTF-8: %q", b)
	}
	checkPlain(t, b, false)
}

// checkPlain fails the test when b holds what a terminal would act on.
func checkPlain(t testing.TB, b []byte, colors bool) {
	t.Helper()
	if colors {
		for _, c := range []string{colorOff, colorBold, colorDim, colorRed, colorGreen, colorYellow, colorCyan} {
			b = bytes.ReplaceAll(b, []byte(c), nil)
		}
	}
	for _, u := range string(b) {
		if u != '\n' && u < 0x20 || u >= 0x7f && u < 0xa0 || wire.Invisible(u) {
			t.Fatalf("%U in %q", u, b)
		}
	}
	if !utf8.Valid(b) {
		t.Fatalf("not UTF-8: %q", b)
	}
}

func checkNDJSON(t testing.TB, r *Report) {
	t.Helper()
	b := Append(nil, NDJSON, r, Options{})
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) != max(1, len(r.Datagrams)) {
		t.Fatalf("%d lines for %d datagrams:\n%s", len(lines), len(r.Datagrams), b)
	}
	want := wantReport(r)
	for i, line := range lines[:len(r.Datagrams)] {
		var got jsonDatagram
		parseJSON(t, []byte(line), &got)
		checkSame(t, want.Datagrams[i], got)
	}
}

// checkSame fails the test when got is not want. The difference takes several
// times as long to find as that there is one.
func checkSame(t testing.TB, want, got any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("want - got +\n%s", cmp.Diff(want, got))
	}
}

func checkCSV(t testing.TB, r *Report) {
	t.Helper()
	b := Append(nil, CSV, r, Options{})
	checkPlain(t, b, false)
	rows, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	n := 1
	for i, m := range r.Datagrams {
		if len(m.Fields) == 0 {
			n++
		}
		for j := range m.Fields {
			f := &m.Fields[j]
			row := rows[n]
			n++
			if row[0] != fmt.Sprint(i) || row[3] != fmt.Sprint(f.Offset) || row[7] != m.Key(j) {
				t.Fatalf("line %d is %q, want field %d", n, row, j)
			}
			value := string(wire.AppendEscaped(nil, []byte(m.Text(j))))
			switch {
			case f.Kind.Number() || f.Kind.Float():
			case strings.HasPrefix(row[9], "'") && !strings.HasPrefix(value, "'"):
				value = "'" + value
			case strings.TrimLeft(value, " ") != "" && strings.ContainsRune("=+-@", rune(strings.TrimLeft(value, " ")[0])):
				t.Fatalf("%q is a formula", row[9])
			}
			if row[9] != value {
				t.Fatalf("line %d holds %q, want %q", n, row[9], value)
			}
		}
	}
	if n != len(rows) {
		t.Fatalf("%d lines, want %d", len(rows), n)
	}
}

func checkMarkdown(t testing.TB, r *Report) {
	t.Helper()
	for _, full := range []bool{false, true} {
		b := Append(nil, Markdown, r, Options{Full: full})
		checkPlain(t, b, false)
		cells := 0
		for _, line := range strings.Split(string(b), "\n") {
			if !strings.HasPrefix(line, "|") {
				cells = 0
				continue
			}
			n := 0
			for i := 0; i < len(line); i++ {
				switch line[i] {
				case '\\': // and what it escapes
					i++
				case '|':
					n++
				}
			}
			if cells != 0 && n != cells {
				t.Fatalf("%d bars, not %d, in %q", n, cells, line)
			}
			cells = n
			if strings.ContainsAny(line, "<>") {
				t.Fatalf("markup in %q", line)
			}
		}
	}
}

func checkPages(t testing.TB, r *Report) {
	t.Helper()
	for _, o := range []Options{{}, {Width: 60, Color: true}, {Width: 200, Full: true}, {Color: true, Full: true}} {
		for name, b := range map[string][]byte{"table": Append(nil, Table, r, o), "tree": Append(nil, Tree, r, o)} {
			checkPlain(t, b, o.Color)
			if o.Color {
				continue
			}
			for _, line := range bytes.Split(b, []byte("\n")) {
				if columns(line) > o.width() {
					t.Fatalf("%s %+v: line of %d columns\n%s", name, o, columns(line), line)
				}
			}
		}
	}
}

func checkAll(t testing.TB, r *Report) {
	t.Helper()
	checkJSON(t, r)
	checkNDJSON(t, r)
	checkCSV(t, r)
	checkMarkdown(t, r)
	checkPages(t, r)
}

func TestSamples(t *testing.T) {
	for name, r := range reports(t) {
		t.Run(name, func(t *testing.T) { checkAll(t, r) })
	}
}

// FuzzRender shows any bytes, as a datagram of any protocol, in every way.
func FuzzRender(f *testing.F) {
	for _, datagrams := range samples(f) {
		for _, p := range datagrams {
			f.Add(p, uint8(0), uint8(0))
		}
	}
	f.Add([]byte("\x80\x00\x00\x00\x01\x06=1+|\x00\x05\x1b<b>\x00"), uint8(0), uint8(2))
	f.Fuzz(func(t *testing.T, p []byte, protocol, from uint8) {
		if len(p) > 4096 {
			return
		}
		o := decoder.Options{Protocol: decoder.Protocol(protocol % 10), From: decoder.Direction(from % 3)}
		checkAmplification(t, "input", p, o)
		m := decoder.Decode(p, o)
		checkAll(t, NewReport([]*decoder.Message{m}))
	})
}
