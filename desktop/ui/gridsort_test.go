package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// TestTablesSort taps the heads of a table: numbers are sorted as numbers, with
// their units, what is empty comes last, and the rows keep their numbers.
func TestTablesSort(t *testing.T) {
	type row struct{ name, score, rtt string }
	rows := []row{{"map10", "9", "1.5 s"}, {"Map2", "-3", "900 µs"}, {"", "1,200", ""}, {"map1", "", "12 ms"}}
	field := func(title string, of func(row) string) Field[row] {
		return Field[row]{Column{Title: title, Min: 8, Share: 1}, func(r row) Cell { return Cell{Text: of(r)} }}
	}
	g := NewTable(func() []row { return rows }, field("Name", func(r row) string { return r.name }),
		field("Score", func(r row) string { return r.score }), field("RTT", func(r row) string { return r.rtt }))
	opened := -1
	g.OnOpen = func(row int) { opened = row }
	w := shown(t, g, Dark, 600, 300)
	order := func() string {
		var list []string
		for i := range rows {
			list = append(list, fmt.Sprint(g.row(i)))
		}
		return strings.Join(list, " ")
	}
	tap := func(column int) {
		g.Tapped(&fyne.PointEvent{Position: fyne.NewPos(g.places[column].x+2, 3)})
	}
	want := func(what, rows, name string) {
		t.Helper()
		if order() != rows || g.Order() != name {
			t.Errorf("%s: rows %s by %q, want %s by %q", what, order(), g.Order(), rows, name)
		}
	}
	w.Canvas().Capture()
	want("untouched", "0 1 2 3", "")
	tap(1)
	want("by score", "1 0 2 3", "Score")
	tap(1)
	want("the greatest first", "2 0 1 3", "-Score")
	tap(1)
	want("as they are", "0 1 2 3", "")
	tap(2)
	want("by a duration", "1 3 0 2", "RTT")
	g.TypedRune('1')
	want("by a key", "3 1 0 2", "Name")
	w.Canvas().Focus(g)
	for _, k := range []fyne.KeyName{fyne.KeyHome, fyne.KeyDown, fyne.KeyReturn} {
		g.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if g.Selected() != 1 || opened != 1 {
		t.Errorf("the second row shown is %d, opened %d", g.Selected(), opened)
	}
	rows = append(rows, row{name: "map01b"})
	g.Update()
	want("another row", "3 4 1 0 2", "Name")
	g.SetOrder("-Name")
	want("as it was remembered", "0 1 4 3 2", "-Name")
	g.SetOrder("-nothing")
	want("a column that is gone", "0 1 4 3 2", "-Name")
}

// TestStatisticsSort sorts the tables of statistics by their heads.
func TestStatisticsSort(t *testing.T) {
	path, _ := made(t, 500)
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	v.ShowTab(tabStatistics)
	w.Canvas().Capture()
	text := v.statistics
	cells := func(name string, column int) (list []string) {
		for _, table := range text.stats.Tables {
			if table.Name != name {
				continue
			}
			by, down := text.sorted(&table)
			for _, r := range sortedRows(&table, by, down) {
				list = append(list, r.Cells[column])
			}
		}
		return list
	}
	line := -1
	for i, h := range text.heads {
		if h.table.Name == "Messages" {
			line = i
		}
	}
	before := cells("Messages", 3)
	if line < 0 || len(before) < 3 {
		t.Fatalf("no table of messages: %v", before)
	}
	text.tapped(line, text.heads[line].ends[2]+5) // bytes
	w.Canvas().Capture()
	after := cells("Messages", 3)
	if !slices.IsSortedFunc(after, func(a, b string) int {
		x, y := keyOf(Cell{Text: a}), keyOf(Cell{Text: b})
		return y.compare(&x, false)
	}) {
		t.Errorf("bytes are %v", after)
	}
	if v.Statistics()["Messages"] != "-Bytes" {
		t.Errorf("remembered as %v", v.Statistics())
	}
	text.tapped(line, text.heads[line].ends[2]+5)
	slices.Reverse(after)
	if got := cells("Messages", 3); keyOf(Cell{Text: got[0]}) != keyOf(Cell{Text: after[0]}) {
		t.Errorf("the other way round they are %v", got)
	}
	text.tapped(line, text.heads[line].ends[2]+5)
	if got := cells("Messages", 3); !slices.Equal(got, before) {
		t.Errorf("a third time they are %v, not %v", got, before)
	}
	v.Close()
}
