package session

import (
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/wasm/inspector/pack"
)

// Summarize writes what datagram i and the others of the same server, or with
// alone only datagram i, say about it: which they are, whether they say anything,
// its name, facts, and of each table how many rows it has and the first rows.
func (s *Session) Summarize(w *pack.Writer, rows, i int, alone bool) {
	var sum *view.Summary
	if alone {
		m := s.Message(i)
		w.Ints([]int{i})
		if m != nil {
			sum = view.SummarizeFirst(decoder.StatusOf(m), []*decoder.Message{m}, nil, max(rows, 0))
		}
	} else if server := s.server(i); server == nil {
		w.Ints(nil)
	} else {
		w.Ints(server.Datagrams)
		sum = view.SummarizeFirst(server.Status, decoder.Pick(s.messages, server.Datagrams), nil, max(rows, 0))
	}
	w.Bool(sum != nil)
	if sum == nil {
		return
	}
	spans(w, sum.Title)
	facts(w, sum.Facts)
	w.Int(len(sum.Tables))
	for _, t := range sum.Tables {
		w.Text(t.Name)
		w.Int(len(t.Columns))
		for _, c := range t.Columns {
			w.Text(c.Name)
			w.Bool(c.Number)
		}
		w.Int(t.Total)
		w.Int(len(t.Rows))
		for _, r := range t.Rows {
			for _, cell := range r {
				spans(w, cell)
			}
		}
	}
}

func facts(w *pack.Writer, list []view.Fact) {
	w.Int(len(list))
	for _, f := range list {
		w.Text(f.Name)
		spans(w, f.Value)
	}
}

// spans writes a text in its colours: of each stretch the text, whether it is in
// the default colour, and red, green and blue in a word.
func spans(w *pack.Writer, list []view.Span) {
	w.Int(len(list))
	for _, s := range list {
		w.Text(s.Text)
		w.Bool(s.Plain)
		w.U32(uint32(s.R)<<16 | uint32(s.G)<<8 | uint32(s.B))
	}
}

// Info appends in one line what datagram i contains beside its title.
func (s *Session) Info(dst []byte, i int) []byte {
	if m := s.Message(i); m != nil {
		return append(dst, view.Info(m, nil)...)
	}
	return dst
}

// Interpret writes what a few bytes would be as numbers, a time and so on.
func Interpret(w *pack.Writer, b []byte) { facts(w, view.Interpretations(b)) }

// Forms writes the names of the ways in which Write writes bytes.
func Forms(w *pack.Writer) {
	forms := view.Forms()
	w.Int(len(forms))
	for _, f := range forms {
		w.Text(f.Name)
	}
}

// Write appends bytes in a form.
func Write(dst, b []byte, form int) []byte {
	if forms := view.Forms(); form >= 0 && form < len(forms) {
		return forms[form].Append(dst, b)
	}
	return dst
}
