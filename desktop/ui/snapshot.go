//go:build !desktop || endtoend

package ui

import (
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// What tests of the whole program read and measure; the program that is packaged is built without it.

// A CaptureSnapshot is what a CaptureView shows, for tests of the whole program.
type CaptureSnapshot struct {
	Path      string   `json:"path"`
	Format    string   `json:"format"`
	Packets   int      `json:"packets"`
	Shown     int      `json:"shown"`
	Exchanges int      `json:"exchanges"`
	Opened    int      `json:"opened"` // exchange, -1 for none
	Banner    string   `json:"banner"` // above the packets, "" for none
	Servers   int      `json:"servers"`
	Flows     int      `json:"flows"`  // listed
	Events    int      `json:"events"` // listed on the timeline
	Tables    []string `json:"tables"` // of the overview
	Tab       int      `json:"tab"`
	Filter    string   `json:"filter"`
	Loaded    bool     `json:"loaded"`
	Working   bool     `json:"working"`
	Error     string   `json:"error"`
	Remarks   []string `json:"remarks"`
	Inspector Snapshot `json:"inspector"`
}

func (v *CaptureView) Snapshot() CaptureSnapshot {
	s := CaptureSnapshot{
		Working: v.Working() || v.inspector.worker.content.Visible(), Inspector: v.inspector.Snapshot(), Opened: v.opened,
		Tab: v.tabs.SelectedIndex(), Filter: v.FilterText(),
		Flows: len(v.flows.list), Events: len(v.timeline.list),
	}
	if v.banner.content.Visible() {
		s.Banner = v.banner.text.Text
	}
	if v.failed.Visible() {
		s.Error = v.failed.Text
	}
	if t := v.overview.text.stats; t != nil {
		for i := range t.Tables {
			s.Tables = append(s.Tables, t.Tables[i].Name)
		}
	}
	if c := v.capture; c != nil {
		s.Path, s.Format, s.Packets, s.Loaded, s.Remarks = c.Path(), c.Format(), c.Len(), c.Loaded(), c.Remarks()
		a := v.analysis()
		s.Shown, s.Exchanges = a.Len(), a.ExchangeCount()
		if r := a.Report(); r != nil {
			s.Servers = r.Answering()
		}
	}
	return s
}

// A Snapshot is what an inspector shows, for tests of the whole program.
type Snapshot struct {
	Datagrams int    `json:"datagrams"`
	Current   int    `json:"current"`
	Message   string `json:"message"`
	Protocol  string `json:"protocol"`
	Field     string `json:"field"` // key of the selected field, "" for none
	Value     string `json:"value"` // of the selected field
	Lit       [2]int `json:"lit"`   // bytes that are lit, from and to
	Tab       string `json:"tab"`
	Problems  int    `json:"problems"`
	Error     string `json:"error"`
	Said      string `json:"said"`
}

func (i *Inspector) Snapshot() Snapshot {
	s := Snapshot{Datagrams: i.x.Source().Len(), Current: i.x.Current(), Said: i.x.Said()}
	if m := i.x.Message(); m != nil {
		s.Message, s.Protocol, s.Problems = m.Info.Name, m.Protocol().String(), len(m.Problems)
	}
	if r := i.x.Row(); r >= 0 {
		s.Field, s.Value = i.x.Tree().Key(r), i.x.Tree().Short(r)
	}
	if r, ok := i.x.Selection(); ok {
		s.Lit = [2]int{r.Start, r.End}
	}
	s.Tab = []string{"fields", "summary", "problems", "details"}[i.tabs.SelectedIndex()]
	if err := i.x.Err(); err != nil {
		s.Error = err.Error()
	}
	return s
}

// FieldAt returns where a field of the datagram shown is in the window:
// the first one with the given key. ok is false when it is not in sight.
func (i *Inspector) FieldAt(key string) (pos fyne.Position, ok bool) {
	tree := i.x.Tree()
	for place := range tree.Visible() {
		y := float32(i.tree.view.Y(place)) + float32(i.tree.view.RowHeight)/2
		if float64(y) > i.tree.view.Height {
			break // the rows from here on are below
		}
		if tree.Key(tree.RowAt(place)) == key {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.tree)
			return at.AddXY(i.tree.width/2, i.tree.headHeight()+y), y >= 0 && i.tree.Visible()
		}
	}
	return pos, false
}

// ByteAt returns where a byte of the datagram shown is in the window. ok is false when it is not in sight.
func (i *Inspector) ByteAt(offset int) (pos fyne.Position, ok bool) {
	pos, ok = i.hex.Offset(offset)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.hex)
	return at.Add(pos), ok
}

// A Part is a part of an inspector that scrolls.
type Part struct {
	fyne.Scrollable
	Name   string
	Height float32 // of the rows that are in sight
}

// Parts returns the parts that scroll and are in sight, for measurements.
func (i *Inspector) Parts() []Part {
	var parts []Part
	add := func(name string, s fyne.Scrollable, v *state.Viewport, shown bool) {
		if shown && v.Full() > v.Height {
			parts = append(parts, Part{s, name, float32(v.Height)})
		}
	}
	add("bytes", i.hex, &i.hex.view, true)
	add("fields", i.tree, &i.tree.view, i.tree.Visible())
	add("packets", i.list.grid, &i.list.grid.view, i.shape.list)
	return parts
}

// Seen returns how many fields and how many rows of bytes there is room for.
func (i *Inspector) Seen() (fields, bytes int) { return i.tree.view.Page(), i.hex.view.Page() }

// Seen returns how many whole rows there is room for.
func (g *Grid) Seen() int { return g.view.Page() }

// RowAt returns where the middle of a row is, when it is in sight.
func (g *Grid) RowAt(row int) fyne.Position {
	return fyne.NewPos(g.width/2, g.headHeight()+float32(g.view.Y(row)+g.view.RowHeight/2))
}

// BytesShown returns how many bytes there is room for, whole rows of 16 or as many as the width has.
func (i *Inspector) BytesShown() int {
	return int(i.hex.view.Height/i.hex.view.RowHeight+0.05) * i.hex.grid.per
}
