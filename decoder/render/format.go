package render

import (
	"fragscope/decoder"
	"fragscope/decoder/enum"
)

// A Format is a way to show datagrams.
type Format uint8

// The formats.
const (
	Table    Format = iota // the documents' table, for a terminal
	Tree                   // tree of fields beside the bytes, for a terminal
	Markdown               // the documents' table as Markdown
	JSON                   // one object
	NDJSON                 // one object a line
	CSV                    // one field a line
	formatCount
)

var formatNames = [formatCount]string{"table", "tree", "markdown", "json", "ndjson", "csv"}

func (f Format) String() string { return enum.String(formatNames[:], f) }

// MarshalText returns what String does; a value without a name is an error.
func (f Format) MarshalText() ([]byte, error) { return enum.Marshal(formatNames[:], f) }

// UnmarshalText reads what MarshalText wrote.
func (f *Format) UnmarshalText(text []byte) error { return enum.Unmarshal(formatNames[:], f, text) }

// FormatByName returns the format with the given name.
func FormatByName(name string) (Format, bool) {
	for i, n := range formatNames {
		if n == name {
			return Format(i), true
		}
	}
	return 0, false
}

// Append appends r in format f.
func Append(dst []byte, f Format, r *Report, o Options) []byte {
	p := Printer{Format: f, Options: o, Total: len(r.Datagrams)}
	dst = p.Begin(dst)
	for _, m := range r.Datagrams {
		dst = p.Datagram(dst, m)
	}
	return p.End(dst, r.Status)
}

// AppendTable appends the documents' table of each datagram of r (field, raw
// bytes, decoded value or meaning, and the offset in front), its problems
// below it, and the status, for a terminal.
func AppendTable(dst []byte, r *Report, o Options) []byte { return Append(dst, Table, r, o) }

// AppendTree appends each datagram of r as a tree of fields, every byte of it
// beside in hexadecimal and ASCII, its problems below, and the status.
func AppendTree(dst []byte, r *Report, o Options) []byte { return Append(dst, Tree, r, o) }

// AppendMarkdown appends the documents' table of each datagram of r, its
// problems, and the status, as Markdown. Nothing in a packet ends a cell or
// becomes markup.
func AppendMarkdown(dst []byte, r *Report, o Options) []byte { return Append(dst, Markdown, r, o) }

// AppendJSON appends r as one JSON object, a field a line, and a newline.
func AppendJSON(dst []byte, r *Report) []byte { return Append(dst, JSON, r, Options{}) }

// AppendNDJSON appends r as JSON objects, one a line: a datagram each, and
// {"status":…} as the last.
func AppendNDJSON(dst []byte, r *Report) []byte { return Append(dst, NDJSON, r, Options{}) }

// AppendCSV appends r as CSV: a line of column names, then a line a field.
// The column problems holds the codes of the problems that begin in the bytes
// of a field, with blanks between; the status has no place in it. A datagram
// without bytes has a line without a field.
func AppendCSV(dst []byte, r *Report) []byte { return Append(dst, CSV, r, Options{}) }

// A Printer shows datagrams one after the other, so that there may be more
// than fit into memory. Begin, Datagram for each, End.
type Printer struct {
	Format  Format
	Options Options
	Total   int // how many datagrams there will be, 0 if unknown; one alone gets no number

	shown int
	cell  // buffers
}

// Begin appends what comes before the first datagram.
func (p *Printer) Begin(dst []byte) []byte {
	switch p.Format {
	case JSON:
		return append(dst, `{"datagrams":[`...)
	case CSV:
		return append(dst, csvHeader...)
	}
	return dst
}

// Datagram appends the next datagram.
func (p *Printer) Datagram(dst []byte, m *decoder.Message) []byte {
	n := p.shown
	p.shown++
	w := out{dst: dst, cell: p.cell, o: p.Options}
	switch p.Format {
	case JSON, NDJSON:
		j := jsonWriter{&w, p.Format == JSON}
		if j.lines {
			j.comma(n)
			j.newline(1)
		}
		j.datagram(m, n)
		if !j.lines {
			j.str("\n")
		}
	case CSV:
		(&csvWriter{&w}).datagram(m, n)
	case Markdown:
		(&markdownWriter{&w}).datagram(m, n, p.Total)
	default:
		(&page{&w}).datagram(m, n, p.Total, p.Format == Tree)
	}
	p.cell = w.cell
	return w.dst
}

// End appends what comes after the last datagram: the status, unless it is nil
// or has no place in the format.
func (p *Printer) End(dst []byte, s *decoder.Status) []byte {
	w := out{dst: dst, o: p.Options}
	switch p.Format {
	case CSV:
	case JSON, NDJSON:
		j := jsonWriter{&w, p.Format == JSON}
		if j.lines {
			j.str("],\n\"status\":")
		} else {
			j.str(`{"status":`)
		}
		j.status(s)
		j.str("}\n")
	case Markdown:
		(&markdownWriter{&w}).status(s)
	default:
		(&page{&w}).status(s)
	}
	return w.dst
}
