// Package workbench compares the unknown datagrams of a page and makes layouts
// of what is decided about them. It is the part of the browser's second decoder
// program that does not depend on a browser.
package workbench

import (
	"cmp"
	"strings"

	"fragscope/analyzer/unpack"
	"fragscope/decoder/ksy"
	"fragscope/decoder/structure"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/datagrams"
	"fragscope/wasm/inspector/pack"
	"fragscope/wasm/inspector/session"
)

// A Bench is the comparison of the datagrams that were asked for last, with what was decided about it.
type Bench struct {
	*workbench.Bench
	which []int // the numbers of its datagrams in the session, or of its packets in the capture
}

// Compare compares the datagrams of s numbered in which, unless they are those that are compared, and takes the
// decisions that the layout has which describes them.
func (b *Bench) Compare(s *session.Session, which []int, layout string) {
	var in []structure.Datagram
	var numbers []int
	for _, i := range which {
		if m := s.Message(i); m != nil && len(m.PayloadBytes()) > 0 {
			x := structure.DatagramOf(m)
			x.Direction = s.Way(i)
			numbers, in = append(numbers, i), append(in, x)
		}
	}
	b.compare(numbers, in, layout)
}

// ComparePackets does so with packets of a capture.
func (b *Bench) ComparePackets(packets []byte, layout string) {
	which, in := datagrams.Read(packets)
	b.compare(which, in, layout)
}

func (b *Bench) compare(which []int, in []structure.Datagram, layout string) {
	structure.Flows(in)
	b.which = which
	if b.Bench == nil || !b.Same(in) {
		b.Bench = workbench.New(in, structure.Options{Unpack: unpack.Stream})
	}
	b.Follow(layout)
}

// Write writes what is wrong with the latest decision, or how many datagrams are compared, kinds with their findings
// and rows, the layout, and whether a step can be undone.
func (b *Bench) Write(w *pack.Writer, wrong error) {
	if wrong != nil {
		_, text, _ := strings.Cut(wrong.Error(), ": ") // the number of its line says nothing to a reader
		w.Text(text)
		return
	}
	w.Text("")
	w.Int(b.Len())
	w.Int(len(b.Kinds()))
	for k := range b.Kinds() {
		kind := &b.Kinds()[k]
		w.Int(len(kind.Packets))
		w.Text(workbench.About(kind))
		w.Int(len(kind.Findings))
		for i := range kind.Findings {
			f := &kind.Findings[i]
			w.Int(f.Offset)
			w.Int(f.Length)
			w.Text(f.Type.String())
			w.Int(int(workbench.Category(f.Type)))
			w.Int(f.Holds)
			w.Int(f.Seen)
			w.Text(f.Text)
			w.Text(f.Name)
			w.Bool(f.Accepted)
			w.Bool(f.Marked)
			w.Int(len(f.Excludes))
			for _, x := range f.Excludes {
				w.Text(x)
			}
		}
		order := kind.InOrder()
		w.Int(len(order))
		for _, i := range order {
			w.Int(i)
		}
		rows := b.Rows(k)
		w.Int(len(rows))
		for _, i := range rows {
			w.Int(b.which[i])
			spans := kind.Spans(b.Data(i))
			w.Int(len(spans))
			for _, x := range spans {
				w.Int(x.Offset)
				w.Int(x.Length)
				w.Int(x.Finding)
			}
			w.Append(func(dst []byte) []byte { return wire.AppendHex(dst, b.Data(i), wire.LowerHex, "") })
		}
	}
	w.Text(b.Layout())
	w.Bool(b.CanUndo())
}

// Mark makes bytes of a row what a key says.
func (b *Bench) Mark(kind, row, offset, length int, key rune, bigEndian bool) error {
	form, size := workbench.Form(key, bigEndian)
	return b.Bench.Mark(kind, b.Rows(kind)[row], offset, cmp.Or(size, length), form)
}

// Layouts reads layouts. It writes the error, "" for none, with its line and column.
func Layouts(w *pack.Writer, text []byte) (*wire.Layouts, bool) {
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
