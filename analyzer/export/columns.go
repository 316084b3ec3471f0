package export

import (
	"io"
	"reflect"
	"strings"
)

// A TableInfo describes one of the tables that NDJSON, CSV and Parquet hold.
type TableInfo struct {
	Name    string
	Doc     string // what a row is
	Large   bool   // it may be larger than the capture, and is only written when it is asked for by name
	Columns []ColumnInfo
}

// A ColumnInfo describes a column of a table.
type ColumnInfo struct {
	Name string // in CSV and Parquet
	JSON string // in JSON and NDJSON
	Type ColumnType
	Null bool   // whether the value may be unknown: null, in CSV an empty cell
	Unit string // of a number, "" for none
	Doc  string // what it means
}

// A ColumnType says what the values of a column are.
type ColumnType string

// The types of columns.
const (
	TypeText     ColumnType = "text"
	TypeInteger  ColumnType = "integer"
	TypeNumber   ColumnType = "number"
	TypeBoolean  ColumnType = "boolean"
	TypeTime     ColumnType = "time" // UTC
	TypeTexts    ColumnType = "list of texts"
	TypeIntegers ColumnType = "list of integers"
)

// A table has what writes it to w in a format of [NewRows].
type table struct {
	name, doc string
	row       reflect.Type
	sink      func(w io.Writer, format string) (*Sink, error)
	large     bool // only written when it is asked for by name
}

var tables = []table{
	{name: "exchanges", doc: "a request with all its replies, or unsolicited replies", row: reflect.TypeFor[Exchange](),
		sink: exchangeSink},
	{name: "servers", doc: "a server: the state that was seen last", row: reflect.TypeFor[Server](),
		sink: reportSink(Servers)},
	{name: "players", doc: "a stay of a player on a server, from joining to leaving as far as the lists show it",
		row: reflect.TypeFor[Player](), sink: reportSink(Players)},
	{name: "rules", doc: "a value that a rule of a server had for a time", row: reflect.TypeFor[Rule](),
		sink: reportSink(Rules)},
	{name: "events", doc: "a change that was seen on a server", row: reflect.TypeFor[Event](), sink: reportSink(Events)},
	{name: "packets", doc: "a packet; with a filter, a message that it lets through", row: reflect.TypeFor[Packet](),
		sink: recordSink(func() rowsOf[Packet] { return appendPacket })},
	{name: "fields", doc: "a field of a message of a query protocol", row: reflect.TypeFor[Field](),
		sink: recordSink(fieldRows), large: true},
}

// Tables describes all tables and their columns.
func Tables() []TableInfo {
	var all []TableInfo
	for i := range tables {
		t := &tables[i]
		all = append(all, TableInfo{t.name, t.doc, t.large, columnsOf(t.row)})
	}
	return all
}

// TableNames returns the names of all tables.
func TableNames() []string { return tableNames(true) }

// UsualTables returns the names of the tables that are written when nobody
// chooses: all but the table of fields, which is larger than the capture.
func UsualTables() []string { return tableNames(false) }

func tableNames(large bool) (names []string) {
	for i := range tables {
		if large || !tables[i].large {
			names = append(names, tables[i].name)
		}
	}
	return names
}

func columnsOf(row reflect.Type) []ColumnInfo {
	var all []ColumnInfo
	for _, f := range reflect.VisibleFields(row) {
		c := ColumnInfo{JSON: f.Tag.Get("json"), Unit: f.Tag.Get("unit"), Doc: f.Tag.Get("doc")}
		c.Name, _, _ = strings.Cut(f.Tag.Get("parquet"), ",")
		t := f.Type
		if t.Kind() == reflect.Pointer {
			c.Null, t = true, t.Elem()
		}
		c.Type = columnTypes[t]
		c.Null = c.Null || t == reflect.TypeFor[Time]() || t == reflect.TypeFor[Nanoseconds]()
		all = append(all, c)
	}
	return all
}

var columnTypes = map[reflect.Type]ColumnType{
	reflect.TypeFor[string](): TypeText, reflect.TypeFor[int32](): TypeInteger, reflect.TypeFor[int64](): TypeInteger,
	reflect.TypeFor[float64](): TypeNumber, reflect.TypeFor[bool](): TypeBoolean, reflect.TypeFor[Time](): TypeTime,
	reflect.TypeFor[Nanoseconds](): TypeInteger,
	reflect.TypeFor[[]string]():    TypeTexts, reflect.TypeFor[[]int64](): TypeIntegers,
}
