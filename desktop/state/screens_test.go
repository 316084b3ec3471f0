package state

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"fragscope/decoder/view"
	"fragscope/samples"
	"fragscope/wasm/inspector/pack"
	"fragscope/wasm/inspector/session"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
	Short                        string // as much of the value as its line shows
	Folded                       bool   // its members are hidden at first
	Next, Parent                 int
	Problem                      int
}

// TestBothScreens: what the desktop shows of every sample is what the page shows:
// rows, which of them are hidden at first, marks, what is at each byte, what a search finds, what is selected, where
// the next problem and the next unknown bytes are, and the summary.
func TestBothScreens(t *testing.T) {
	if testing.Short() {
		t.Skip("no goroutines share anything here: passed without the race detector")
	}
	summaries, places := 0, 0
	for _, sample := range samples.List() {
		t.Run(sample.Name, func(t *testing.T) {
			x := NewInspector()
			x.Open(ReadPaste([]byte(sample.Text), PasteOptions{}).List)
			page := session.New()
			defer page.Close()
			asked(func(w *pack.Writer) { page.Parse(w, []byte(sample.Text), session.Options{}) })
			for i := range x.Source().Len() {
				x.Go(i)
				shown := desktopRows(x)
				rows, at := pageRows(page, i)
				if diff := cmp.Diff(rows, shown); diff != "" {
					t.Fatalf("datagram %d: the desktop shows other rows than the page (-page +desktop):\n%s", i, diff)
				}
				if diff := cmp.Diff(at, x.Tree().Bytes()); diff != "" {
					t.Fatalf("datagram %d: the desktop has other fields or problems at bytes than the page (-page +desktop):\n%s", i,
						diff)
				}
				sameSelections(t, page, x, i)
				for _, query := range []string{"a", "00", "@2-5", "@0+70000", "Server", sample.Name[:2],
					fmt.Sprintf("%x", x.Data()[:min(2, len(x.Data()))])} {
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
						t.Fatalf("datagram %d: the desktop finds %s %d times, the page %d times:\n%s", i, query, x.search.hits.Total,
							total, diff)
					}
				}
			}
			places += samePlaces(t, page, x)
			for i := range x.Source().Len() {
				x.Go(i)
				summaries++
				if diff := cmp.Diff(pageSummary(page, i), desktopSummary(x.Summary())); diff != "" {
					t.Errorf("the summaries of datagram %d differ (-page +desktop):\n%s", i, diff)
				}
			}
		})
	}
	if summaries < 20 {
		t.Errorf("%d summaries were compared", summaries)
	}
	if places < 100 {
		t.Errorf("%d places were compared", places)
	}
}

// sameSelections compares what each screen has selected of datagram i after a
// click on each row and each byte and after some bytes were marked: the bytes,
// the row, and the fields and problems that the details list.
func sameSelections(t *testing.T, page *session.Session, x *Inspector, i int) {
	t.Helper()
	n := len(x.Data())
	compare := func(what string, how session.How, a, b int) {
		t.Helper()
		s := asked(func(w *pack.Writer) { page.Select(w, i, how, a, b) })
		start, end, row, whole := s.int(), s.int(), s.int(), s.u32() != 0
		r, _ := x.Selection()
		if r != (Range{Start: start, End: end}) || x.Row() != row || x.selected.Whole != whole {
			t.Fatalf("datagram %d, %s: the desktop selects %v, row %d, the page %d to %d, row %d, %v", i, what, r, x.Row(),
				start, end, row, whole)
		}
		touched := asked(func(w *pack.Writer) { page.Touched(w, i, start, end) })
		var leaves, problems []int
		for range touched.int() {
			leaves = append(leaves, touched.int())
		}
		for range touched.int() {
			problems = append(problems, touched.int())
		}
		var found []int
		for _, f := range x.ProblemsAt(r) {
			found = append(found, f.Index)
		}
		if diff := cmp.Diff(leaves, x.Tree().AppendLeaves(make([]int, 0, 30), r), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("datagram %d, %s: the desktop lists other fields than the page (-page +desktop):\n%s", i, what, diff)
		}
		if diff := cmp.Diff(problems, found); diff != "" {
			t.Fatalf("datagram %d, %s: the desktop lists other problems than the page (-page +desktop):\n%s", i, what, diff)
		}
	}
	for row := range x.Tree().Len() {
		x.SelectRow(row)
		compare(fmt.Sprint("row ", row), session.HowRow, row, 0)
	}
	for o := range min(n, 400) {
		x.SelectBytes(o, o+o%7)
		compare(fmt.Sprint("bytes from ", o), session.HowBytes, o, o+o%7)
		x.SelectPlace(Range{Start: o, End: o + o%5})
		compare(fmt.Sprint("place at ", o), session.HowPlace, o, o+o%5)
	}
}

// samePlaces compares where one is led from the first datagram on, forward and
// back, and returns to how many places.
func samePlaces(t *testing.T, page *session.Session, x *Inspector) (n int) {
	t.Helper()
	for _, steps := range []view.Steps{{By: 1}, {By: -1}, {Unknown: true, By: 1}, {Unknown: true, By: -1}} {
		x.Go(0)
		x.ClearSelection()
		for range 8 {
			if steps.From = -1; x.chosen {
				steps.From = x.selected.Start
			}
			a := asked(func(w *pack.Writer) { page.Next(w, steps, x.Current(), x.Source().Len()) })
			ok, datagram, start, end, problem := a.u32() != 0, a.int(), a.int(), a.int(), a.int()
			if x.Say(""); steps.Unknown {
				x.NextUnknown(steps.By)
			} else {
				x.NextProblem(steps.By)
			}
			if !ok {
				if !strings.HasPrefix(x.Said(), "there are no") {
					t.Fatalf("%+v: the page finds nothing, the desktop says %q", steps, x.Said())
				}
				break
			}
			n++
			want := asked(func(w *pack.Writer) { page.Select(w, datagram, session.HowPlace, start, end) })
			r, _ := x.Selection()
			if x.Current() != datagram || r != (Range{Start: want.int(), End: want.int()}) {
				t.Fatalf("%+v: the page goes to %d, %d to %d, the desktop to %d, %v", steps, datagram, start, end, x.Current(), r)
			}
			if m := x.Message(); problem >= 0 && !strings.HasSuffix(x.Said(), m.Message(&m.Problems[problem])) {
				t.Fatalf("%+v: the desktop says %q of problem %d", steps, x.Said(), problem)
			}
		}
	}
	return n
}

// pageRows reads the rows of datagram i and what is at each byte as the page
// does; what a row is made of is said in package session.
func pageRows(page *session.Session, i int) (rows []shownRow, at []view.Byte) {
	a := asked(func(w *pack.Writer) { page.Rows(w, i) })
	rows = make([]shownRow, a.int())
	texts := asked(func(w *pack.Writer) { page.Texts(w, i, 0, len(rows), math.MaxInt32) })
	texts.int() // how many
	short := asked(func(w *pack.Writer) { page.Texts(w, i, 0, len(rows), shortBytes) })
	short.int()
	for n := range rows {
		_, brief, _ := short.text(), short.text(), short.text()
		w := a.words[:12]
		a.words = a.words[12:]
		rows[n] = shownRow{
			Key: string(page.Key(nil, i, n)), Name: texts.text(), Value: texts.text(), Note: texts.text(),
			Line:   string(page.Line(nil, i, n)),
			Offset: int(w[1]), Depth: int(w[3] >> 8 & 0xff), Hue: int(w[4] >> 16 & 0x7f), Next: int(w[5]),
			Parent: int(int32(w[11])), Problem: NoProblem,
			Short: brief, Folded: w[4]>>16&0x80 != 0,
		}
	}
	for range a.int() {
		row, severity := a.int(), a.int()
		a.words = a.words[2:] // offset and length
		if row >= 0 {
			rows[row].Problem = max(rows[row].Problem, severity)
		}
	}
	at = []view.Byte{}
	for _, w := range a.words {
		at = append(at, view.Byte(w))
	}
	return rows, at
}

func desktopRows(x *Inspector) []shownRow {
	t := x.Tree()
	rows := make([]shownRow, t.Len())
	for n := range rows {
		rows[n].Folded = !t.Open(n)
	}
	t.SetAllOpen(true) // a closed row has the problems of what it hides
	for n := range rows {
		x.SelectRow(n)
		line, _ := x.SelectedLine()
		worst := NoProblem
		if p := x.ProblemOf(n); p >= 0 {
			worst = int(x.Message().Problems[p].Info.Severity)
		}
		rows[n] = shownRow{
			Key: t.Key(n), Name: t.Name(n), Value: t.Value(n), Note: t.Note(n), Line: line,
			Offset: t.Range(n).Start, Depth: t.Depth(n), Hue: int(t.Category(n)), Next: int(t.Rows[n].Next), Parent: t.Parent(n),
			Problem: worst,
			Short:   t.Short(n), Folded: rows[n].Folded,
		}
	}
	return rows
}

func pageSummary(page *session.Session, i int) string {
	a := asked(func(w *pack.Writer) { page.Summarize(w, 1<<20, i, false) })
	for range a.int() { // the datagrams of the server
		a.u32()
	}
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
