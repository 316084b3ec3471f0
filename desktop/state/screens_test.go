package state

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"fragscope/decoder"
	"fragscope/samples"
	"fragscope/wasm/inspector/pack"
	"fragscope/wasm/inspector/session"

	"github.com/google/go-cmp/cmp"
)

// An answer reads what the page's program answers, as web/src/api/packed.ts does.
type answer struct {
	words, lengths []uint32
	texts          []uint16
}

func asked(ask func(w *pack.Writer)) *answer {
	var w pack.Writer
	ask(&w)
	b := w.Finish()
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
	n := len(b)/4 - 3
	words, texts, size := int(word(n)), int(word(n+1)), int(word(n+2))
	a := &answer{}
	for i := range words {
		a.words = append(a.words, word(i))
	}
	for i := range texts {
		a.lengths = append(a.lengths, word(words+i))
	}
	a.texts = utf16.Encode([]rune(string(b[4*(words+texts):][:size])))
	return a
}

func (a *answer) u32() uint32 {
	v := a.words[0]
	a.words = a.words[1:]
	return v
}

func (a *answer) int() int { return int(int32(a.u32())) }

func (a *answer) text() string {
	n := a.lengths[0]
	a.lengths = a.lengths[1:]
	s := string(utf16.Decode(a.texts[:n]))
	a.texts = a.texts[n:]
	return s
}

// spans reads a text in its colours, which it writes in front of each stretch.
func (a *answer) spans() (s string) {
	for range a.int() {
		s += "|" + a.text()
		plain, rgb := a.u32() != 0, a.u32()
		s += fmt.Sprintf("|%v %06x", plain, rgb)
	}
	return s
}

func spansText(list []Span) (s string) {
	for _, x := range list {
		s += fmt.Sprintf("|%s|%v %02x%02x%02x", x.Text, x.Plain, x.R, x.G, x.B)
	}
	return s
}

// shownRow is what a screen shows of a row.
type shownRow struct {
	Key, Name, Value, Note, Line string
	Offset, Depth, Hue           int
	Next, Parent                 int
	Problem                      int
}

// TestBothScreens: what the desktop shows of every sample is what the page shows:
// rows, marks, what a search finds, and the summary.
func TestBothScreens(t *testing.T) {
	summaries := 0
	for _, sample := range samples.List() {
		t.Run(sample.Name, func(t *testing.T) {
			x := NewInspector()
			x.Open(ReadPaste([]byte(sample.Text), PasteOptions{}).List)
			session.Together = func(ms []*decoder.Message) { decoder.Assemble(ms) } // as in the whole program
			page := session.New()
			defer page.Close()
			asked(func(w *pack.Writer) { page.Parse(w, []byte(sample.Text), session.Options{}) })
			for i := range x.Source().Len() {
				x.Go(i)
				x.SetAllOpen(true)
				if diff := cmp.Diff(pageRows(page, i), desktopRows(x)); diff != "" {
					t.Fatalf("datagram %d: the desktop shows other rows than the page (-page +desktop):\n%s", i, diff)
				}
				for _, query := range []string{"a", "00", "@2-5", "@0+70000", "Server", sample.Name[:2], fmt.Sprintf("%x", x.Data()[:min(2, len(x.Data()))])} {
					x.Search(query)
					a := asked(func(w *pack.Writer) { page.Search(w, query, i) })
					a.words = a.words[2:] // number and place
					var want, got []string
					total := a.int()
					for range a.int() {
						want = append(want, fmt.Sprint(a.int(), a.int(), a.int(), a.int()))
					}
					for _, h := range x.search.hits.List {
						got = append(got, fmt.Sprint(h.Datagram, h.Row, h.Start, h.End))
					}
					if diff := cmp.Diff(want, got); diff != "" || total != x.search.hits.Total {
						t.Fatalf("datagram %d: the desktop finds %s %d times, the page %d times:\n%s", i, query, x.search.hits.Total, total, diff)
					}
				}
			}
			x.Go(0)
			if len(x.Source().Related(0)) != x.Source().Len() {
				return // the page has one summary for all, the desktop one for each server
			}
			summaries++
			if diff := cmp.Diff(pageSummary(page), desktopSummary(x.Summary())); diff != "" {
				t.Errorf("the summaries differ (-page +desktop):\n%s", diff)
			}
		})
	}
	if summaries < 20 {
		t.Errorf("%d summaries were compared", summaries)
	}
}

// pageRows reads the rows of datagram i as the page does; what a row is made of
// is said in package session.
func pageRows(page *session.Session, i int) []shownRow {
	a := asked(func(w *pack.Writer) { page.Rows(w, i) })
	rows := make([]shownRow, a.int())
	texts := asked(func(w *pack.Writer) { page.Texts(w, i, 0, len(rows)) })
	for n := range rows {
		w := a.words[:12]
		a.words = a.words[12:]
		rows[n] = shownRow{
			Key: string(page.Key(nil, i, n)), Name: texts.text(), Value: texts.text(), Note: texts.text(), Line: string(page.Line(nil, i, n)),
			Offset: int(w[1]), Depth: int(w[3] >> 8 & 0xff), Hue: int(w[4] >> 16 & 0xff), Next: int(w[5]), Parent: int(int32(w[11])), Problem: NoProblem,
		}
	}
	for range a.int() {
		row, severity := a.int(), a.int()
		a.words = a.words[2:] // offset and length
		if row >= 0 {
			rows[row].Problem = max(rows[row].Problem, severity)
		}
	}
	return rows
}

func desktopRows(x *Inspector) []shownRow {
	t := x.Tree()
	rows := make([]shownRow, t.Len())
	for n := range rows {
		x.SelectRow(n)
		line, _ := x.SelectedLine()
		rows[n] = shownRow{
			Key: t.Key(n), Name: t.Name(n), Value: t.Value(n), Note: t.Note(n), Line: line,
			Offset: t.Range(n).Start, Depth: t.Depth(n), Hue: int(t.Hue(n)), Next: int(t.rows[n].next), Parent: t.Parent(n), Problem: x.WorstOf(n),
		}
	}
	return rows
}

func pageSummary(page *session.Session) string {
	a := asked(func(w *pack.Writer) { page.Summarize(w, 1<<20) })
	if a.u32() == 0 {
		return ""
	}
	var s strings.Builder
	fmt.Fprintln(&s, a.spans())
	for range a.int() {
		fmt.Fprintln(&s, a.text(), a.spans())
	}
	for range a.int() {
		fmt.Fprintln(&s, "==", a.text())
		columns := a.int()
		for range columns {
			fmt.Fprintln(&s, a.text(), a.u32() != 0)
		}
		a.int() // rows in all
		for range a.int() {
			for range columns {
				fmt.Fprintln(&s, a.spans())
			}
		}
	}
	return s.String()
}

func desktopSummary(sum *Summary) string {
	if sum == nil {
		return ""
	}
	var s strings.Builder
	fmt.Fprintln(&s, spansText(sum.Title))
	for _, f := range sum.Facts {
		fmt.Fprintln(&s, f.Name, spansText(f.Value))
	}
	for _, t := range sum.Tables {
		fmt.Fprintln(&s, "==", t.Name)
		for _, c := range t.Columns {
			fmt.Fprintln(&s, c.Name, c.Number)
		}
		for _, r := range t.Rows {
			for _, cell := range r {
				fmt.Fprintln(&s, spansText(cell))
			}
		}
	}
	return s.String()
}
