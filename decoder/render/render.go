package render

import (
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Report is what there is to show: datagrams in the order they went in, and
// what they say together.
type Report struct {
	Datagrams []*decoder.Message
	Servers   []decoder.Server   // that the datagrams are of
	Replies   []decoder.ReplySet // of one server after the other
}

// NewReport reads ms together, see [decoder.ReadTogether].
func NewReport(ms []*decoder.Message) *Report {
	r := decoder.ReadTogether(ms)
	return &Report{r.Messages, r.Servers, r.Replies}
}

// Statuses returns what there is to say about servers.
func (r *Report) Statuses() []*decoder.Status {
	var list []*decoder.Status
	for _, s := range r.Servers {
		if s.Status != nil {
			list = append(list, s.Status)
		}
	}
	return list
}

// Options control the formats for people. The zero value is plain text for a
// page of 100 columns, long runs of bytes shortened.
type Options struct {
	Width int  // columns, 0 for 100; at least 72 are used
	Color bool // with ANSI colour codes
	Full  bool // every byte and every character, and what is known about each field
}

func (o *Options) width() int {
	switch {
	case o.Width == 0:
		return 100
	case o.Width < 72:
		return 72
	}
	return min(o.Width, 1000)
}

// out is what every format is written with: the output so far, and buffers
// that serve every field in turn.
type out struct {
	dst   []byte
	o     Options
	flush func(dst []byte) []byte // see Printer

	packet  []byte // text as the packet has it
	name    []byte
	value   []byte
	meaning []byte
}

// rowsSize is how much output is gathered before it is flushed.
const rowsSize = 32 << 10 // bytes

// endRow ends a row: nothing refers to the output before it any more.
func (w *out) endRow() {
	if w.flush != nil && len(w.dst) >= rowsSize {
		w.dst = w.flush(w.dst)
	}
}

func (w *out) str(s string) { w.dst = append(w.dst, s...) }

// appendKey appends the key of f.
func appendKey(dst []byte, f *decoder.Field) []byte {
	dst = append(dst, f.Def.Key...)
	if f.Flags&wire.FlagLength != 0 {
		dst = append(dst, ".length"...)
	}
	return dst
}

// appendHex appends b as pairs of digits with spaces between, as in the
// documents.
func appendHex(dst, b []byte) []byte { return wire.AppendHex(dst, b, wire.UpperHex, " ") }

// appendShortHex appends the first four and last three bytes where there are
// more than most, as the documents do.
func appendShortHex(dst, b []byte, most int) []byte {
	if len(b) <= most {
		return appendHex(dst, b)
	}
	dst = appendHex(dst, b[:4])
	dst = append(dst, " ... "...)
	return appendHex(dst, b[len(b)-3:])
}

// appendCount appends "1 byte" or "5 bytes".
func appendCount(dst []byte, n int, one, many string) []byte {
	dst = strconv.AppendInt(dst, int64(n), 10)
	dst = append(dst, ' ')
	if n == 1 {
		return append(dst, one...)
	}
	return append(dst, many...)
}

// appendTitle appends what datagram m is: "server info reply (unreal2, 94 bytes)",
// with its number unless it is the only one.
func appendTitle(dst []byte, m *decoder.Message, index, of int) []byte {
	if of != 1 {
		dst = append(dst, "Datagram "...)
		dst = strconv.AppendInt(dst, int64(index+1), 10)
		dst = append(dst, ": "...)
	}
	dst = append(dst, m.Info.Name...)
	dst = append(dst, " ("...)
	if m.Protocol() != decoder.Unknown {
		dst = append(dst, m.Protocol().String()...)
		dst = append(dst, ", "...)
	}
	dst = appendCount(dst, len(m.Data), "byte", "bytes")
	return append(dst, ')')
}
