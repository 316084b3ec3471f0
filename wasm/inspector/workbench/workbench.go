// Package workbench compares the unknown datagrams of a page and makes layouts
// of what is decided about them. It is the part of the browser's second decoder
// program that does not depend on a browser.
package workbench

import (
	"bytes"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/ksy"
	"fragscope/decoder/structure"
	"fragscope/decoder/structure/unpack"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/pack"
	"fragscope/wasm/inspector/session"
)

// A Bench keeps what was found in the datagrams that were asked for last.
type Bench struct {
	of     *decoder.Message // the first of them
	which  []int
	in     []structure.Datagram
	result *structure.Result
}

// Compare writes what the datagrams of s numbered in which are made of, with what was decided about it
// ([structure.Result.Decide]): an error, or kinds with their findings and rows, and the layout.
func (b *Bench) Compare(w *pack.Writer, s *session.Session, which []int, decisions string) {
	b.read(s, which)
	r, err := b.result.Decide(decisions)
	if err != nil {
		w.Text(err.Error())
		return
	}
	w.Text("")
	w.Int(len(r.Kinds))
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		w.Int(len(kind.Packets))
		w.Text(workbench.About(kind))
		w.Int(len(kind.Findings))
		for i := range kind.Findings {
			f := &kind.Findings[i]
			w.Int(f.Offset)
			w.Int(f.Length)
			w.Text(f.Type.String())
			w.Int(f.Holds)
			w.Int(f.Seen)
			w.Text(f.Text)
			w.Text(f.Name)
			w.Bool(f.Accepted)
			w.Bool(f.Marked)
			w.Int(f.Part)
			w.Int(f.Skip)
			w.Int(len(f.Excludes))
			for _, x := range f.Excludes {
				w.Text(x)
			}
		}
		rows := kind.Packets[:min(len(kind.Packets), workbench.MaxRows)]
		w.Int(len(rows))
		for _, i := range rows {
			w.Int(b.which[i])
			spans := kind.Spans(b.in[i].Data)
			w.Int(len(spans))
			for _, x := range spans {
				w.Int(x.Offset)
				w.Int(x.Length)
				w.Int(x.Finding)
			}
			w.Append(func(dst []byte) []byte { return appendHex(dst, b.in[i].Data) })
		}
	}
	text := []byte{}
	if r.Accepted() {
		text = bytes.Join(r.Layouts("found"), []byte("---\n"))
	}
	w.Append(func(dst []byte) []byte { return append(dst, text...) })
}

func appendHex(dst, b []byte) []byte { return wire.AppendHex(dst, b, wire.LowerHex, "") }

// read compares the datagrams, unless they are those that were compared last.
func (b *Bench) read(s *session.Session, which []int) {
	first := s.Message(slices.Min(append(slices.Clone(which), 1<<30)))
	if b.result != nil && first == b.of && slices.Equal(which, b.which) {
		return
	}
	*b = Bench{of: first}
	size := 0
	for _, i := range which {
		m := s.Message(i)
		if m == nil || len(b.in) == workbench.MaxDatagrams || size > workbench.MaxBytes {
			continue
		}
		p := m.PayloadBytes()
		if len(p) == 0 {
			continue
		}
		size += len(p)
		x := structure.Datagram{Data: slices.Clone(p), Direction: s.Way(i)}
		if f := &m.Frame; f.IPVersion != 0 {
			x.Src = structure.Endpoint{Addr: slices.Clone(f.Src.Slice()), Port: f.SrcPort}
			x.Dst = structure.Endpoint{Addr: slices.Clone(f.Dst.Slice()), Port: f.DstPort}
		}
		b.which, b.in = append(b.which, i), append(b.in, x)
	}
	b.result = structure.Analyze(b.in, structure.Options{Unpack: unpack.Stream})
}

// Layouts reads layouts. It writes the error, "" for none, with its line and column.
func Layouts(w *pack.Writer, text []byte) (decoder.Describer, bool) {
	d, err := workbench.Parse(text)
	if err != nil {
		at := err.(*ksy.Error)
		w.Text(at.Text)
		w.Int(at.Line)
		w.Int(at.Column)
		return nil, false
	}
	w.Text("")
	return d, true
}

// Export writes the layouts in text in another language; of several the first.
func Export(w *pack.Writer, text []byte, language int) {
	out, err := workbench.Export(text, ksy.Exports[min(max(language, 0), len(ksy.Exports)-1)])
	if err != nil {
		w.Text(err.Error())
		return
	}
	w.Text("")
	w.Append(func(dst []byte) []byte { return append(dst, out...) })
}
