package export

import (
	"reflect"
	"strings"
)

// A TableInfo describes one of the tables that NDJSON, CSV and Parquet hold.
type TableInfo struct {
	Name    string
	Doc     string // what a row is
	Columns []ColumnInfo
}

// A ColumnInfo describes a column of a table.
type ColumnInfo struct {
	Name    string // in CSV and Parquet
	JSON    string // in JSON and NDJSON
	Type    ColumnType
	Null    bool   // whether the value may be unknown: null, in CSV an empty cell
	Unit    string // of a number, "" for none
	Doc     string // what it means
	Instead string // name of the column that replaces it: this one is there for one release more; "" for one that stays
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

// tables are the tables in their order, each with the type of its rows: the
// tags of a type's fields are the definition of the columns, for every format.
var tables = []struct {
	name, doc string
	row       reflect.Type
}{
	{"exchanges", "a request with all its replies, or unsolicited replies", reflect.TypeFor[Exchange]()},
	{"servers", "a server: the state that was seen last", reflect.TypeFor[Server]()},
	{"players", "a stay of a player on a server, from joining to leaving as far as the lists show it", reflect.TypeFor[Player]()},
	{"rules", "a value that a rule of a server had for a time", reflect.TypeFor[Rule]()},
	{"events", "a change that was seen on a server", reflect.TypeFor[Event]()},
}

// Tables describes all tables and their columns.
func Tables() []TableInfo {
	var all []TableInfo
	for _, t := range tables {
		all = append(all, TableInfo{t.name, t.doc, columnsOf(t.row)})
	}
	return all
}

// TableNames returns the names of all tables.
func TableNames() []string {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}

// columnsOf returns the columns of rows of a type.
func columnsOf(row reflect.Type) []ColumnInfo {
	var all []ColumnInfo
	for _, f := range reflect.VisibleFields(row) {
		c := ColumnInfo{JSON: f.Tag.Get("json"), Unit: f.Tag.Get("unit"), Doc: f.Tag.Get("doc"), Instead: f.Tag.Get("instead")}
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

// columnTypes are the types that the fields of rows have.
var columnTypes = map[reflect.Type]ColumnType{
	reflect.TypeFor[string](): TypeText, reflect.TypeFor[int32](): TypeInteger, reflect.TypeFor[int64](): TypeInteger,
	reflect.TypeFor[float64](): TypeNumber, reflect.TypeFor[bool](): TypeBoolean, reflect.TypeFor[Time](): TypeTime,
	reflect.TypeFor[Nanoseconds](): TypeInteger,
	reflect.TypeFor[[]string]():    TypeTexts, reflect.TypeFor[[]int64](): TypeIntegers,
}
