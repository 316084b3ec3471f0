package render

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/enum"
)

// A Format is a way to show datagrams.
type Format uint8

// The formats. All but CSV end with the status.
const (
	// Table is the documents' table of each datagram (field, raw bytes, decoded
	// value or meaning, and the offset in front), its problems below it, for a
	// terminal.
	Table Format = iota
	// Tree is each datagram as a tree of fields, every byte of it beside in
	// hexadecimal and ASCII, its problems below, for a terminal.
	Tree
	// Markdown is the documents' table as Markdown. Nothing in a packet ends a
	// cell or becomes markup.
	Markdown
	JSON   // one object, a field a line
	NDJSON // objects, one a line: one datagram each
	// CSV is a line of column names, then one line per field. The column
	// problems holds the codes of the problems that begin in the bytes of a
	// field, with spaces between. A datagram without bytes has a line without a
	// field.
	CSV
	formatCount
)

var formatNames = [formatCount]string{"table", "tree", "markdown", "json", "ndjson", "csv"}

func (f Format) String() string                   { return enum.String(formatNames[:], f) }
func (f Format) MarshalText() ([]byte, error)     { return enum.Marshal(formatNames[:], f) }
func (f *Format) UnmarshalText(text []byte) error { return enum.Unmarshal(formatNames[:], f, text) }

// FormatByName returns the format with the given name.
func FormatByName(name string) (Format, bool) {
	i := slices.Index(formatNames[:], name)
	return Format(max(i, 0)), i >= 0
}

// Append appends r in format f.
func Append(dst []byte, f Format, r *Report, o Options) []byte {
	p := Printer{Format: f, Options: o, Total: len(r.Datagrams)}
	dst = p.Begin(dst)
	for _, m := range r.Datagrams {
		dst = p.Datagram(dst, m)
	}
	return p.End(dst, r.Statuses()...)
}

// A Printer shows datagrams one after the other, so that there may be more
// than fit into memory. Begin, Datagram for each, End.
type Printer struct {
	Format  Format
	Options Options
	Total   int // how many datagrams there will be, 0 if unknown; one alone gets no number

	// About has members of the object of the next datagram, in JSON and NDJSON: where
	// it is from. Each ends in a comma.
	About []byte

	// Flush takes finished rows out of a long datagram or status: it is called
	// with the output so far and returns the slice to continue with. Nil: all of
	// the output is returned.
	Flush func(dst []byte) []byte

	shown int
	out   out
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
	w := p.writer(dst)
	switch p.Format {
	case JSON, NDJSON:
		j := jsonWriter{w, p.Format == JSON}
		if j.lines {
			j.comma(n)
			j.newline(1)
		}
		j.datagram(m, n, p.About)
		if !j.lines {
			j.str("\n")
		}
	case CSV:
		(&csvWriter{w}).datagram(m, n)
	case Markdown:
		(&markdownWriter{w}).datagram(m, n, p.Total)
	default:
		(&page{w}).datagram(m, n, p.Total, p.Format == Tree)
	}
	return w.dst
}

// writer returns what appends to dst.
func (p *Printer) writer(dst []byte) *out {
	p.out.dst, p.out.o, p.out.flush = dst, p.Options, p.Flush
	return &p.out
}

// End appends what comes after the last datagram: the status of each server,
// unless there is none or it has no place in the format.
func (p *Printer) End(dst []byte, servers ...*decoder.Status) []byte {
	w := p.writer(dst)
	if len(servers) == 0 {
		servers = []*decoder.Status{nil}
	}
	switch p.Format {
	case CSV, NDJSON:
	case JSON:
		(&jsonWriter{w, true}).statuses(servers)
	default:
		for _, s := range servers {
			if p.Format == Markdown {
				(&markdownWriter{w}).status(s)
			} else {
				(&page{w}).status(s)
			}
		}
	}
	return w.dst
}
