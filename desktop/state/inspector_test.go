package state

import (
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/samples"
)

func opened(t testing.TB, name string) *Inspector {
	t.Helper()
	x := NewInspector()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("there is no sample %s", name)
	}
	x.Open(ReadPaste([]byte(s.Text), PasteOptions{}).List)
	return x
}

// TestTwoWays selects every field and every byte of every sample: the field's
// bytes light up, and the byte's field is selected.
func TestTwoWays(t *testing.T) {
	for _, s := range samples.List() {
		x := opened(t, s.Name)
		for i := range x.Source().Len() {
			x.Go(i)
			m, tree := x.Message(), x.Tree()
			for r := range tree.Len() {
				x.SelectRow(r)
				f := &m.Fields[tree.Field(r)]
				if got, ok := x.Selection(); !ok || got != (Range{Start: int(f.Offset), End: f.End()}) || x.Row() != r ||
					tree.PlaceOf(r) < 0 {
					t.Fatalf("%s, row %d: selected %v, row %d", s.Name, r, got, x.Row())
				}
			}
			for o := range m.Data {
				x.SelectByte(o)
				f := &m.Fields[tree.Field(x.Row())]
				if !f.Leaf() || int(f.Offset) > o || f.End() <= o || x.Cursor() != o {
					t.Fatalf("%s, byte %d selects %s", s.Name, o, f.Def.Name)
				}
				x.HoverByte(o)
				if x.Hovered() != x.Row() {
					t.Fatalf("%s, byte %d: the mouse is over row %d, not %d", s.Name, o, x.Hovered(), x.Row())
				}
			}
		}
	}
}

func TestSelectBytes(t *testing.T) {
	x := opened(t, "ut2004-rules-reply")
	n := len(x.Data())
	x.SelectBytes(20, 7)
	if r, _ := x.Selection(); r != (Range{Start: 7, End: 21}) || x.Cursor() != 7 {
		t.Errorf("selected %v, at %d", r, x.Cursor())
	}
	// The row holds all of it: the rule around, not a text.
	row := x.Row()
	if row < 0 || x.Tree().Range(row).Start > 7 || x.Tree().Range(row).End < 21 {
		t.Errorf("row %d has %v", row, x.Tree().Range(max(0, row)))
	}
	x.SelectBytes(-5, n+100)
	if r, _ := x.Selection(); r != (Range{Start: 0, End: n}) || x.Row() != -1 {
		t.Errorf("selected %v, row %d", r, x.Row())
	}
	x.ClearSelection()
	if _, ok := x.Selection(); ok {
		t.Error("something is still selected")
	}
	x.SelectRow(99999)
	if _, ok := x.Selection(); ok {
		t.Error("a row that is not there was selected")
	}
}

func TestEmptyInspector(t *testing.T) {
	x := NewInspector()
	x.SelectByte(3)
	x.SelectBytes(0, 4)
	x.SelectRow(0)
	x.Hover(0)
	x.Go(1)
	x.NextProblem(1)
	x.NextUnknown(-1)
	x.Search("a")
	x.NextHit(1)
	if x.Message() != nil || x.Where() != "" || x.Summary() != nil || len(x.Findings()) != 0 {
		t.Error("nothing is open, and something shows")
	}
	if _, ok := x.SelectedLine(); ok {
		t.Error("nothing is open, and a line can be copied")
	}
	x.Open(NewList([]Datagram{{}}))
	if x.Message() == nil || len(x.Findings()) == 0 {
		t.Error("an empty datagram has no problem")
	}
	x.SelectByte(0)
	x.NextProblem(1)
}

func TestNextProblem(t *testing.T) {
	x := opened(t, "frame-cut")
	want := len(x.Message().Problems)
	if want < 2 {
		t.Fatalf("the sample has %d problems", want)
	}
	visited := map[Range]bool{}
	for range want {
		x.NextProblem(1)
		r, ok := x.Selection()
		if !ok {
			t.Fatal("nothing is selected")
		}
		visited[r] = true
	}
	first, _ := x.Selection()
	x.NextProblem(1)
	x.NextProblem(-1)
	if r, _ := x.Selection(); r != first {
		t.Errorf("there and back is %v, not %v", r, first)
	}
	if len(visited) < 2 || !strings.Contains(x.Said(), ":") {
		t.Errorf("visited %v, said %q", visited, x.Said())
	}
	// Closing all, the next problem opens what hides it.
	x.SetAllOpen(false)
	x.NextProblem(1)
	if x.Row() >= 0 && x.Tree().PlaceOf(x.Row()) < 0 {
		t.Error("the problem is hidden")
	}

	// It goes on in other datagrams.
	list := NewList([]Datagram{{Data: samplesOf(t, "ut2004-info-reply")[0]}, {Data: samplesOf(t, "ut2004-rules-reply")[0]},
		{Data: samplesOf(t, "frame-cut")[0]}})
	x.Open(list)
	if len(x.Message().Problems) > 0 {
		t.Fatal("the sample has problems")
	}
	x.NextProblem(1)
	if x.Current() != 2 {
		t.Errorf("the next problem is in datagram %d", x.Current())
	}
}

func TestSearch(t *testing.T) {
	x := opened(t, "ut2004-rules-players-reply")
	x.Search("ADMINNAME")
	n, at := x.Hits()
	if n == 0 || at != -1 || x.Found() == "" {
		t.Fatalf("%d places, at %d: %s", n, at, x.Found())
	}
	x.NextHit(1)
	if x.Row() < 0 || !x.HitRow(x.Row()) {
		t.Errorf("row %d", x.Row())
	}
	// Bytes are found in any spelling, in every datagram.
	for _, q := range []string{"80 00 00 00 02", "8000000002", "0x80 0x00 0x00 0x00 0x02"} {
		x.Search(q)
		x.NextHit(1)
		if r, _ := x.Selection(); x.Current() != 1 || r != (Range{Start: 0, End: 5}) {
			t.Errorf("%s: datagram %d, bytes %v", q, x.Current(), r)
		}
		if hits := x.HitBytes(nil); len(hits) != 1 || hits[0] != (Range{Start: 0, End: 5}) {
			t.Errorf("%s: lit %v", q, hits)
		}
	}
	x.Search("nowhere to be found")
	x.NextHit(1)
	if x.Found() != "no matches" || !strings.HasPrefix(x.Said(), "no matches") {
		t.Errorf("%q, said %q", x.Found(), x.Said())
	}
	x.Search("")
	if x.Found() != "" || x.HitRow(3) {
		t.Error("the search goes on")
	}
}

func TestListen(t *testing.T) {
	x := opened(t, "ut2004-rules-players-reply")
	var got Topic
	x.Listen(TopicSelect|TopicTree, func(topic Topic) { got = topic })
	x.SelectRow(4)
	if got&TopicSelect == 0 {
		t.Error("a selection was not announced")
	}
	got = 0
	x.Hover(3)
	if got != 0 {
		t.Error("hovering was announced to those who did not ask")
	}
	x.SetAllOpen(false)
	got = 0
	x.SelectByte(len(x.Data()) - 1)
	if got&TopicTree == 0 {
		t.Error("opening what hides the selection was not announced")
	}
}

func TestReopen(t *testing.T) {
	s, _ := samples.Get("ut2004-rules-players-reply")
	x := opened(t, s.Name)
	x.Go(1)
	x.SelectBytes(5, 8)
	x.Reopen(ReadPaste([]byte(strings.ToLower(s.Text)), PasteOptions{}).List)
	if r, ok := x.Selection(); x.Current() != 1 || !ok || r != (Range{Start: 5, End: 9}) {
		t.Errorf("datagram %d, bytes %v", x.Current(), r)
	}
	x.Reopen(ReadPaste([]byte("80 00 00"), PasteOptions{}).List)
	if _, ok := x.Selection(); x.Current() != 0 || ok {
		t.Error("what is gone is still selected")
	}
}

func TestList(t *testing.T) {
	at := time.Unix(100, 0)
	request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2", Message: "server info request"})
	if err != nil {
		t.Fatal(err)
	}
	client, server, other := addr("127.0.0.1:4000"), addr("192.0.2.1:7778"), addr("192.0.2.9:7778")
	reply := samplesOf(t, "ut2004-info-reply")[0]
	l := NewList([]Datagram{
		{Time: at, Src: client, Dst: server, Sent: true, Data: request},
		{Time: at, Src: client, Dst: other, Sent: true, Data: request},
		{Time: at.Add(23 * time.Millisecond), Src: server, Dst: client, Data: reply},
	})
	if r, _ := l.Row(2); r.Answers != 0 || r.After != 23*time.Millisecond || r.Direction != decoder.Reply ||
		r.Src != server {
		t.Errorf("%+v", r)
	}
	l.Append(Datagram{Time: at.Add(time.Second), Src: other, Dst: client, Data: reply, Note: "late"})
	if r, _ := l.Row(3); r.Answers != 1 || r.Note != "late" {
		t.Errorf("%+v", r)
	}
	// What was not accepted says nothing about its server.
	if s := l.Status(2); s == nil || !s.Name.Known {
		t.Errorf("status %+v", s)
	}
	if s := l.Status(3); s != nil {
		t.Errorf("a reply that was not accepted says %+v", s)
	}
	if got := l.Related(2); len(got) != 2 || got[0] != 0 || got[1] != 2 {
		t.Errorf("related: %v", got)
	}
	if _, ok := l.Row(4); ok {
		t.Error("there is a fifth row")
	}
	if _, err := l.Message(-1); err == nil {
		t.Error("there is a message -1")
	}
}

func TestSummary(t *testing.T) {
	x := opened(t, "killingfloor-info-reply")
	s := x.Summary()
	if s == nil || len(s.Title) < 2 || s.Title[1].Plain && s.Title[0].Plain {
		t.Fatalf("%+v", s)
	}
	x = opened(t, "ut2004-rules-players-reply")
	s = x.Summary()
	var names []string
	for _, table := range s.Tables {
		names = append(names, table.Name)
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: %d cells in %d columns", table.Name, len(row), len(table.Columns))
			}
		}
	}
	if len(names) != 2 || !strings.HasPrefix(names[0], "Players (") || !strings.HasPrefix(names[1], "Rules (") {
		t.Errorf("tables %v", names)
	}
	if x = opened(t, "ut2004-info-request"); x.Summary() != nil {
		t.Error("a request says something about a server")
	}
}

func TestCopies(t *testing.T) {
	x := opened(t, "ut2004-info-reply")
	row := x.Tree().RowOf(x.Message().Find("unreal2.info.game_port", 0))
	x.SelectRow(row)
	line, ok := x.SelectedLine()
	if !ok || !strings.Contains(line, "Game port") || !strings.Contains(line, "6C 1E 00 00") ||
		!strings.Contains(line, "7788") {
		t.Errorf("%q", line)
	}
	if v, _ := x.SelectedValue(); v != "7788" {
		t.Errorf("%q", v)
	}
	forms := view.Forms()
	if len(forms) < 10 || len(forms[0].Append(nil, x.SelectedBytes())) == 0 {
		t.Errorf("%d forms", len(forms))
	}
	// What every form writes is read again as the same bytes.
	for _, f := range forms {
		p := ReadPaste(f.Append(nil, x.Data()), PasteOptions{Format: f.Format})
		if p.Err != nil || p.List.Len() != 1 || string(p.List.datagrams[0].Data) != string(x.Data()) {
			t.Errorf("%s: %v, %d datagrams", f.Name, p.Err, p.List.Len())
		}
	}
}

func TestPaste(t *testing.T) {
	if p := ReadPaste([]byte(" \n"), PasteOptions{}); p.Err != nil || p.List.Len() != 0 || p.Said() == "" {
		t.Errorf("%+v", p)
	}
	p := ReadPaste([]byte("80 00 00 00 00\n80 0O 00"), PasteOptions{})
	if p.Err == nil || p.Err.Line != 2 || p.Err.Column != 5 {
		t.Errorf("%+v", p.Err)
	}
	p = ReadPaste([]byte("80 00 00 00 02"), PasteOptions{Protocol: "unreal2", From: decoder.Reply})
	if p.Err != nil || p.List.messages[0].Info.Direction != decoder.Reply {
		t.Errorf("%+v", p)
	}
}
