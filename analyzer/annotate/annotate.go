// Package annotate writes what packets say beside them: captures with a comment
// for each packet of the query protocols, for Wireshark.
package annotate

import (
	"io"
	"strconv"
	"unicode/utf8"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// maxComment bounds the comment of a packet: the whole decode of a long list would fill screens.
const maxComment = 4096

// An Annotator makes the comments of packets: what each says, its problems,
// its fields. It is used by one goroutine.
type Annotator struct {
	// whether a packet gets a comment, nil for all of the query protocols
	Keep   func(*decoder.Message, *record.Packet) bool
	Within func(time int64) bool // whether a time is one of interest, in nanoseconds since 1970-01-01 UTC; nil for all
	// describe packets that no protocol recognises, which get a comment too; nil for none
	Layouts *wire.Layouts

	d       decoder.Decoder
	summary decoder.Summary
	b       []byte
	scratch []byte
}

// Annotate copies the capture src to dst as pcapng, each packet of the query
// protocols with a comment. It returns the number of packets written.
func (a *Annotator) Annotate(dst io.Writer, src *capture.Reader) (int64, error) {
	return Annotate(dst, src, 1, func() *Annotator { return a })
}

// Annotate is [Annotator.Annotate] with comments made by so many goroutines,
// for each of which annotator makes an Annotator.
func Annotate(dst io.Writer, src *capture.Reader, workers int, annotator func() *Annotator) (int64, error) {
	return capture.Annotate(dst, src, workers, func() capture.Comment {
		a := annotator()
		return func(dst []byte, p *capture.Packet) []byte {
			packet := record.FromCapture(p)
			return a.append(dst, &packet)
		}
	})
}

// Comment returns what there is to say about p, "" when it is none of the
// query protocols.
func (a *Annotator) Comment(p *record.Packet) string { return string(a.append(nil, p)) }

func (a *Annotator) append(dst []byte, p *record.Packet) []byte {
	if p.Foreign || a.Within != nil && !a.Within(p.Time) {
		return dst
	}
	a.d.Options = decoder.Options{Link: p.Link, Layouts: a.Layouts}
	m := a.d.Decode(p.Data)
	if m.Info.Protocol() == decoder.Unknown || m.Confidence < wire.Likely && !m.Info.Described ||
		a.Keep != nil && !a.Keep(m, p) {
		return dst
	}
	start := len(dst)
	a.b = append(append(append(dst, m.Info.Protocol().String()...), ' '), m.Info.Name...)
	if m.Info.Direction == decoder.Reply {
		if s := a.summary.Of(m); s != nil {
			a.status(s)
		}
	}
	for i := range m.Problems {
		p := &m.Problems[i]
		a.b = append(a.b, ("\n" + p.Info.Severity.String() + " " + p.Info.Code + ": " + text(m.Message(p)))...)
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if int(f.Offset) < m.Frame.Payload || int(f.Offset) >= m.Frame.End || f.Flags&wire.FlagLength != 0 {
			continue // headers, which Wireshark shows itself, and what follows the datagram
		}
		if len(a.b)-start > maxComment {
			a.b = append(a.b, "\n…"...)
			break
		}
		a.field(m, i)
	}
	dst, a.b = a.b, nil
	return dst
}

func (a *Annotator) status(s *decoder.Status) {
	sep := ": "
	add := func(part string) {
		a.b = append(a.b, (sep + part)...)
		sep = ", "
	}
	if s.Name.Known {
		add(strconv.Quote(text(s.Name.Value)))
	}
	if s.Map.Known {
		add("map " + text(s.Map.Value))
	}
	if s.Players.Known && s.MaxPlayers.Known {
		add(strconv.FormatInt(s.Players.Value, 10) + "/" + strconv.FormatInt(s.MaxPlayers.Value, 10) + " players")
	}
	if n := len(s.Rules); n > 0 && !s.Name.Known {
		add(count(n, "rule"))
	}
	if n := len(s.PlayerList); n > 0 && !s.Name.Known {
		add(count(n, "player"))
	}
}

func count(n int, one string) string {
	if n != 1 {
		one += "s"
	}
	return strconv.Itoa(n) + " " + one
}

func text(s string) string { return string(wire.AppendEscaped(nil, []byte(s))) }

func (a *Annotator) field(m *decoder.Message, i int) {
	f := &m.Fields[i]
	a.b = append(a.b, '\n')
	for range f.Depth {
		a.b = append(a.b, "  "...)
	}
	a.scratch = m.AppendName(a.scratch[:0], i)
	a.b = appendShort(a.b, a.scratch)
	if f.Kind != wire.KindGroup {
		a.scratch = m.AppendPlain(a.scratch[:0], i)
		a.b = append(a.b, ": "...)
		a.b = appendShort(a.b, a.scratch)
	}
	a.scratch = m.AppendNote(a.scratch[:0], i)
	if len(a.scratch) > 0 {
		a.b = append(a.b, " ("...)
		a.b = appendShort(a.b, a.scratch)
		a.b = append(a.b, ')')
	}
}

func appendShort(dst, text []byte) []byte {
	const most = 200
	if len(text) <= most {
		return wire.AppendEscaped(dst, text)
	}
	end := most
	for end > most-4 && !utf8.RuneStart(text[end]) {
		end--
	}
	return append(wire.AppendEscaped(dst, text[:end]), "…"...)
}
