package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"

	"github.com/google/go-cmp/cmp"
)

// formatsAgree are what a capture was written as: JSON, and each table in each
// format.
type formatsAgree struct {
	*testing.T
	name   string
	json   []byte
	tables map[string]map[string]*bytes.Buffer // by table and format
	rows   map[string][]map[string]any         // of NDJSON, by table
}

// TestFormatsAgree writes the sample captures, and generated ones, in all
// formats: these say the same, row by row and cell by cell.
func TestFormatsAgree(t *testing.T) {
	for _, name := range captures.Names() {
		data, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, true, []packets{{name: name, data: data}})
	}
	const together = 25 // captures that are added up: making files takes longer than filling them
	runs := 40
	if testing.Short() {
		runs = 2
	}
	for run := range runs {
		var files []packets
		for i := range together {
			seed := run*together + i
			var b bytes.Buffer
			c := capgen.Config{
				Seed: uint64(seed), Datagrams: 12, Servers: 1 + seed%5, Clients: 1 + seed%3, Gap: 50_000_000, Loss: 0.1,
				Duplicate: 0.1, Reorder: 0.1, Masters: -1,
				Pcap: seed%2 == 0, Other: float64(seed%4) / 10, Hostile: float64(run%5) / 10,
			}
			if _, err := capgen.Write(&b, c); err != nil {
				t.Fatal(err)
			}
			files = append(files, packets{name: fmt.Sprintf("seed %d.pcap", seed), data: b.Bytes(), untimed: int64(seed % 10)})
		}
		if agree(t, run%8 == 0, files); t.Failed() {
			return
		}
	}
}

// packets are those of a capture, of which every so many have no time, if that
// is above 1.
type packets struct {
	name    string
	data    []byte
	untimed int64
}

// agree compares what captures are written as; the table of fields if so told.
func agree(t *testing.T, fields bool, files []packets) {
	t.Helper()
	f := &formatsAgree{T: t, name: files[0].name, tables: map[string]map[string]*bytes.Buffer{},
		rows: map[string][]map[string]any{}}
	var all []*Sink
	for _, table := range TableNames() {
		if table == "fields" && !fields {
			continue
		}
		f.tables[table] = map[string]*bytes.Buffer{}
		for _, format := range []string{"ndjson", "csv", "csv-plain", "parquet"} {
			b := &bytes.Buffer{}
			s, err := NewSink(b, format, table, ScreenOptions{})
			if err != nil {
				t.Fatal(err)
			}
			f.tables[table][format], all = b, append(all, s)
		}
	}
	var text bytes.Buffer
	whole, err := NewSink(&text, "json", "", ScreenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sink := JoinSinks(append(all, whole))
	exchanges, records := sink.Into(func(err error) { t.Fatal(err) })
	sum := analyzer.NewSum(record.Options{})
	for _, file := range files {
		r, err := capture.NewReader(bytes.NewReader(file.data), capture.Options{Name: file.name})
		if err != nil {
			t.Fatal(err)
		}
		a := analyzer.New(record.Options{
			Name: file.name, Workers: 1,
			Exchanges: func(x []*report.Exchange) { exchanges(file.name, x) }, Record: func(r *record.Record) {
				records(file.name, r)
			},
		})
		for r.Next() {
			p := record.FromCapture(r.Packet())
			p.NoTime = p.NoTime || file.untimed > 1 && p.Number%file.untimed == 0
			a.Add(&p)
		}
		sum.Add(a.Finish())
	}
	if err := sink.Finish(sum.Report(), ""); err != nil {
		t.Fatal(err)
	}
	f.json = text.Bytes()
	for i := range tables {
		if table := &tables[i]; f.tables[table.name] != nil {
			f.table(table)
		}
	}
	f.report()
	f.joins()
}

// table compares the formats of one table, of which NDJSON is the measure.
func (f *formatsAgree) table(t *table) {
	f.Helper()
	out, columns := f.tables[t.name], columnsOf(t.row)
	rows := parseRows(f.T, out["ndjson"].Bytes())
	f.rows[t.name] = rows
	for _, format := range []string{"csv-plain", "csv"} {
		lines, err := csv.NewReader(out[format]).ReadAll()
		if err != nil {
			f.Fatal(err)
		}
		if len(lines) != len(rows)+1 {
			f.Fatalf("%s: %s of %s has %d rows, NDJSON %d", f.name, format, t.name, len(lines)-1, len(rows))
		}
		for i, row := range rows {
			for j, c := range columns {
				if got, want := lines[i+1][j], cellOf(row[c.JSON]); got != want && (format != "csv" || !formula(want) ||
					got != "'"+want) || lines[0][j] != c.Name {
					f.Errorf("%s: row %d of %s as %s: %s is %q, in NDJSON %q", f.name, i, t.name, format, c.Name, got, want)
				}
			}
		}
	}
	back := parseRows(f.T, reread(f.T, t, out["parquet"].Bytes()))
	for _, list := range [][]map[string]any{rows, back} {
		for _, row := range list {
			for _, c := range columns {
				if at, ok := row[c.JSON].(string); ok && c.Type == TypeTime {
					row[c.JSON] = at[:26] // to the microsecond
				}
			}
		}
	}
	if !reflect.DeepEqual(rows, back) {
		f.Errorf("%s: %s (-NDJSON +Parquet):\n%s", f.name, t.name, cmp.Diff(rows, back))
	}
}

// parseRows reads NDJSON; each row has all columns.
func parseRows(t *testing.T, b []byte) (rows []map[string]any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		var row map[string]any
		if err := d.Decode(&row); err == io.EOF {
			return rows
		} else if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
}

// cellOf writes a value of NDJSON as CSV does.
func cellOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		var list []string
		for _, x := range v {
			list = append(list, cellOf(x))
		}
		return strings.Join(list, " ")
	}
	return fmt.Sprint(v)
}

// reread returns as NDJSON what a Parquet file holds.
func reread(t *testing.T, of *table, file []byte) []byte {
	t.Helper()
	switch of.name {
	case "exchanges":
		return rereadAs[Exchange](t, file)
	case "servers":
		return rereadAs[Server](t, file)
	case "players":
		return rereadAs[Player](t, file)
	case "rules":
		return rereadAs[Rule](t, file)
	case "events":
		return rereadAs[Event](t, file)
	case "packets":
		return rereadAs[Packet](t, file)
	}
	return rereadAs[Field](t, file)
}

func rereadAs[T any](t *testing.T, file []byte) []byte {
	t.Helper()
	rows, err := ReadParquet[T](bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[T](w), slices.Values(rows)) })
}

// only returns row with the columns of T alone, its times to the microsecond.
func only[T any](row map[string]any) string {
	kept := map[string]any{}
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		kept[c.JSON] = row[c.JSON]
		if at, ok := row[c.JSON].(string); ok && c.Type == TypeTime {
			kept[c.JSON] = at[:26]
		}
	}
	return fmt.Sprint(kept)
}

func onlies[T any](rows []map[string]any) (all []string) {
	for _, row := range rows {
		all = append(all, only[T](row))
	}
	slices.Sort(all)
	return all
}

// report compares the JSON of the report with the tables.
func (f *formatsAgree) report() {
	f.Helper()
	var d struct {
		Packets  json.Number
		Servers  []map[string]any
		Problems []struct {
			Code  string
			Count int
		}
	}
	decode := json.NewDecoder(bytes.NewReader(f.json))
	decode.UseNumber()
	if err := decode.Decode(&d); err != nil {
		f.Fatal(err)
	}
	var doc Document
	if err := json.Unmarshal(f.json, &doc); err != nil {
		f.Fatal(err)
	}
	lists := map[string][]map[string]any{}
	var values []string
	for _, s := range d.Servers {
		for list, of := range map[string]string{"playerStays": "players", "events": "events"} {
			for _, row := range s[list].([]any) {
				lists[of] = append(lists[of], row.(map[string]any))
			}
		}
		for key, runs := range s["rules"].(map[string]any) {
			for _, run := range runs.([]any) {
				r := run.(map[string]any)
				values = append(values, fmt.Sprint(s["serverId"], key, r["value"], r["packet"]))
			}
		}
	}
	var rules []string
	for _, r := range f.rows["rules"] {
		rules = append(rules, fmt.Sprint(r["serverId"], r["key"], r["value"], r["packet"]))
	}
	slices.Sort(values)
	slices.Sort(rules)
	for what, pair := range map[string][2][]string{
		"servers": {onlies[Server](f.rows["servers"]), onlies[Server](d.Servers)},
		"players": {onlies[Player](f.rows["players"]), onlies[Player](lists["players"])},
		"events":  {onlies[Event](f.rows["events"]), onlies[Event](lists["events"])},
		"rules":   {rules, values},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			f.Errorf("%s: %s (-NDJSON +JSON):\n%s", f.name, what, cmp.Diff(pair[0], pair[1]))
		}
	}
	counts, rtts := map[string]int64{}, map[string]int64{}
	for _, x := range f.rows["exchanges"] {
		counts[fmt.Sprint(x["protocol"], x["outcome"])]++
		for _, n := range []string{"replies", "retries", "missing", "duplicates", "reordered"} {
			v, _ := x[n].(json.Number).Int64()
			counts[fmt.Sprint(x["protocol"], n)] += v
		}
		for _, n := range []string{"firstRttMs", "lastRttMs"} {
			if x[n] != nil {
				rtts[fmt.Sprint(x["protocol"], n)]++
			}
		}
	}
	for _, p := range doc.Protocols {
		for what, n := range map[string]int64{
			"answered": p.Exchanges.Answered, "incomplete": p.Exchanges.Incomplete, "unanswered": p.Exchanges.Unanswered,
			"unsolicited": p.Exchanges.Unsolicited,
			"announced":   p.Exchanges.Announced, "replies": p.Replies, "retries": p.Retries, "missing": p.Missing,
			"duplicates": p.Duplicates, "reordered": p.Reordered,
		} {
			if got := counts[p.Protocol+what]; got != n {
				f.Errorf("%s: %s %s: %d in the table of exchanges, %d in JSON", f.name, p.Protocol, what, got, n)
			}
		}
		if rtts[p.Protocol+"firstRttMs"] != p.FirstRTT.Count || rtts[p.Protocol+"lastRttMs"] != p.LastRTT.Count {
			f.Errorf("%s: %s: round trips %v, in JSON %d and %d", f.name, p.Protocol, rtts, p.FirstRTT.Count, p.LastRTT.Count)
		}
	}
	if int64(len(f.rows["packets"])) != doc.Packets {
		f.Errorf("%s: %d rows of packets, %d in JSON", f.name, len(f.rows["packets"]), doc.Packets)
	}
	problems := map[string]int64{}
	for _, p := range f.rows["packets"] {
		for _, code := range p["problems"].([]any) {
			problems[code.(string)]++
		}
	}
	for _, p := range doc.Problems {
		if len(doc.Masters) == 0 && problems[p.Code] != p.Count { // sessions have problems of their own
			f.Errorf("%s: %s is in %d packets, %d in JSON", f.name, p.Code, problems[p.Code], p.Count)
		}
	}
}

// joins joins the tables: all that refer to something find it.
func (f *formatsAgree) joins() {
	f.Helper()
	servers, exchanges, packets := map[any]bool{}, map[any]bool{}, map[string]any{}
	for _, s := range f.rows["servers"] {
		servers[s["serverId"]] = true
	}
	for _, p := range f.rows["packets"] {
		packets[fmt.Sprint(p["file"], p["packet"])] = p["exchangeId"]
	}
	for _, x := range f.rows["exchanges"] {
		if exchanges[x["exchangeId"]] || !servers[x["serverId"]] {
			f.Errorf("%s: exchange %v of %v is there twice, or its server is not", f.name, x["exchangeId"], x["serverId"])
		}
		exchanges[x["exchangeId"]] = true
		list := slices.Concat([]any{x["packet"]}, x["retryPackets"].([]any), x["replyPackets"].([]any))
		for _, n := range list {
			if packets[fmt.Sprint(x["file"], n)] != x["exchangeId"] {
				f.Errorf("%s: packet %v of exchange %v is of %v", f.name, n, x["exchangeId"], packets[fmt.Sprint(x["file"], n)])
			}
		}
	}
	for _, p := range f.rows["packets"] {
		if id := p["exchangeId"]; id != nil && !exchanges[id] {
			f.Errorf("%s: packet %v is of exchange %v, which is not there", f.name, p["packet"], id)
		}
	}
	for _, table := range []string{"players", "rules", "events"} {
		for _, row := range f.rows[table] {
			if _, known := packets[fmt.Sprint(row["file"], row["packet"])]; !servers[row["serverId"]] ||
				row["packet"] != nil && !known {
				f.Errorf("%s: %s: no server %v or packet %v", f.name, table, row["serverId"], row["packet"])
			}
		}
	}
}
