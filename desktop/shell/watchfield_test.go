package shell

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// menuItem returns an item of the menu of the selected field, nil for none.
func (r *rig) menuItem(name string) *fyne.MenuItem {
	for _, m := range r.shell.inspector().Menu().Items {
		if m.Label == name {
			return m
		}
	}
	return nil
}

// TestWatchField: the menu of a field shows its value over time, and the server is
// queried for it as long as it is watched.
func TestWatchField(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	d := v.details
	s := d.server
	d.tabs.Select(d.packets)
	x := d.inspector.State()
	d.inspector.Select(1, x.Message().Find("unreal2.info.players", 0))
	if x.Message() == nil || r.menuItem("Watch this field") == nil {
		t.Fatal("a field cannot be watched")
	}
	r.menuItem("Watch this field").Action()
	if v.followed[s] == nil || len(v.followed[s].Points) != 1 || v.followed[s].Points[0].Number != 2 {
		t.Fatalf("watched is %+v", v.followed[s])
	}
	if !d.field.Content.Visible() || d.tabs.SelectedIndex() != timelineTab ||
		!strings.Contains(r.shell.status.text, "10 s") {
		t.Errorf("the curve is not in front; it says %q", r.shell.status.text)
	}
	reply := append([]byte(nil), infoReply...)
	at := strings.Index(string(reply), "xDMg\x00") + 5
	binary.LittleEndian.PutUint32(reply[at:], 9)
	r.world.answerWith(reply)
	before := r.world.queries(s.Address)
	s.Last.Time = time.Now().Add(-11 * time.Second)
	v.tick()
	r.until("the second value", func() bool { return len(v.followed[s].Points) == 2 })
	if v.followed[s].Points[1].Number != 9 || r.world.queries(s.Address) != before+1 {
		t.Errorf("the values are %+v", v.followed[s].Points)
	}
	r.look("watch-field")
	d.field.OnStop()
	s.Last.Time = time.Now().Add(-11 * time.Second)
	v.tick()
	if v.poller.Asking(s.Address) || len(v.followed) != 0 {
		t.Error("it is queried though nothing is watched")
	}
}

// TestWatchedValues: numbers in text are numbers, texts are kept as they are, and of
// fields with one key each has its own values.
func TestWatchedValues(t *testing.T) {
	x := state.NewInspector()
	list := state.NewList(
		[]state.Datagram{
			{Data: []byte(`\hostname\One\numplayers\5\player_0\ann\frags_0\-3\player_1\bob\frags_1\7\final\\queryid\1.1`)}})
	x.Open(list)
	m := x.Message()
	for text, want := range map[string]struct {
		number float64
		is     bool
	}{"5": {5, true}, "-3": {-3, true}, "7": {7, true}, "One": {0, false}} {
		for row := range x.Tree().Len() {
			if x.Tree().Bit(row) || m.Text(x.Tree().Field(row)) != text || m.Fields[x.Tree().Field(row)].Length == 0 {
				continue
			}
			x.SelectRow(row)
			w, ok := x.Watch()
			if !ok {
				t.Errorf("%s cannot be watched", text)
				continue
			}
			s := state.Series{Watch: w}
			if s.Add(time.Unix(1, 0), m); len(s.Points) != 1 || s.Points[0].Text != text ||
				want.is && s.Points[0].Number != want.number || !want.is && s.Points[0].Number == s.Points[0].Number {
				t.Errorf("%s is %+v, as %+v", text, s.Points, w)
			}
		}
	}
}

// TestWatchedPair: a value with a name is found by that, wherever it is.
func TestWatchedPair(t *testing.T) {
	x := state.NewInspector()
	x.Open(state.NewList([]state.Datagram{{Data: []byte(`\hostname\One\numplayers\5\final\\queryid\1.1`)}}))
	for row := range x.Tree().Len() {
		if x.Tree().Name(row) == "numplayers" {
			x.SelectRow(row)
		}
	}
	w, ok := x.Watch()
	if !ok || w.Pair != "numplayers" {
		t.Fatalf("%+v is watched", w)
	}
	other := state.Datagram{Data: []byte(`\mapname\DM-A\numplayers\6\hostname\One\final\\queryid\2.1`)}
	if text, ok := w.Value(other.Decode()); !ok || text != "6" {
		t.Errorf("it is %q", text)
	}
}
