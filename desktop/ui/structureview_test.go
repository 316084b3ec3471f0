package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// unknownText is a paste of packets of a protocol that nobody knows: a magic, a counter, two letters, a text.
func unknownText() string {
	var b strings.Builder
	for i, name := range strings.Fields("alpha bravo castle delta echo foxtrot golf hotel india juliet kilo lima") {
		name = strings.Repeat(name, 1+i%3)
		fmt.Fprintf(&b, "5a 51 37 %02x %02x %x %02x %x\n\n", i, 7*i*i%251, []byte{byte(i * 91), byte(i * i * 37)}, len(name),
			name)
	}
	return b.String()
}

// TestStructure: two or more unknown packets have a tab; what is accepted there by keys or the mouse describes the
// packets at once, and is undone.
func TestStructure(t *testing.T) {
	t.Cleanup(func() { state.Describe(nil) })
	i := NewInspector()
	w := shown(t, i, Dark, 1280, 800)
	i.SetSource(state.ReadPaste([]byte(sample(t, "ut2004-info-reply")), state.PasteOptions{}).List)
	if len(i.tabs.Items) != 3 {
		t.Fatalf("a packet that is known has %d tabs", len(i.tabs.Items))
	}
	i.SetSource(state.ReadPaste([]byte(unknownText()), state.PasteOptions{}).List)
	layout := ""
	i.OnLayout = func(text string) {
		layout = text
		d, err := workbench.Parse([]byte(text))
		if err != nil {
			t.Fatal(err, text)
		}
		state.Describe(d)
		i.Redecode()
	}
	i.OnName = func(_ string, then func(string)) { then("sequence number") }
	i.ShowStructure("")
	v := i.struc
	if i.tabs.Selected() != i.tabStruc || w.Canvas().Focused() != fyne.Focusable(v) {
		t.Fatal("the tab is not in front, or does not have the keys")
	}
	key := func(names ...fyne.KeyName) {
		for _, n := range names {
			v.TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	key(fyne.KeyHome, fyne.KeyDown, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight)
	if !strings.Contains(v.said, "counter") {
		t.Fatalf("byte 3 of the first packet: %q", v.said)
	}
	v.TypedRune('a')
	v.TypedRune('n')
	if !strings.Contains(layout, "sequence_number") {
		t.Fatalf("the layout has no name: %s", layout)
	}
	has := func(name string) bool {
		m := i.x.Message()
		for f := range m.Fields {
			if strings.Contains(m.Fields[f].Def.Name, name) {
				return true
			}
		}
		return false
	}
	if !has("Sequence number") && !has("sequence_number") {
		t.Fatalf("no field has the name: %v, %s", fieldNames(i.x.Message()), layout)
	}
	// Two bytes with Shift, as a number of the other byte order.
	key(fyne.KeyRight, fyne.KeyRight)
	holding(t, fyne.KeyModifierShift)
	key(fyne.KeyRight)
	holding(t, 0)
	v.TypedRune('b')
	v.TypedRune('2')
	if !strings.Contains(layout, "# mark 0 5 2 u2be") || !strings.Contains(layout, "type: u2be") {
		t.Fatalf("two bytes became no number: %q, %s", v.said, layout)
	}
	before := layout
	if !i.UndoStructure() || strings.Contains(layout, "u2be") {
		t.Errorf("not undone: %s", layout)
	}
	v.TypedRune('y')
	if layout != before {
		t.Errorf("not redone: %s", layout)
	}
	// The mouse: a drag over bytes, and the word in front of a finding.
	w.Canvas().Capture()
	row := 2
	x0, _ := v.xOf(0, v.parts(0, v.rows[row].packet)[0], 0)
	y := float32(v.view.Y(row)) + 5
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x0+4, y)}, Dragged: fyne.NewDelta(1, 0)})
	digits := monoFont().advance('0')
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x0+5*digits, y)},
		Dragged: fyne.NewDelta(4*digits, 0)})
	v.DragEnd()
	if v.at != row || v.from != 0 || v.to != 2 {
		t.Errorf("a drag over three bytes selects %d to %d of row %d", v.from, v.to, v.at)
	}
	for r := range v.rows {
		if v.rows[r].all {
			press(w, place(v, fyne.NewPos(30, float32(v.view.Y(r))+5)))
			break
		}
	}
	for r := range v.rows {
		if f := v.rows[r].finding; f >= 0 && !v.bench.Kinds()[v.rows[r].kind].Findings[f].Accepted {
			t.Errorf("not accepted: %+v", v.bench.Kinds()[v.rows[r].kind].Findings[f])
		}
	}
	if m := i.x.Message(); m.Protocol() != "found" || len(m.Fields) < 5 {
		t.Errorf("all is accepted, and the packet has the fields %v", fieldNames(m))
	}
}

func fieldNames(m *decoder.Message) (names []string) {
	for f := range m.Fields {
		names = append(names, m.Fields[f].Def.Name)
	}
	return names
}

// TestStructureOfSelected: packets that are known are compared where they are selected.
func TestStructureOfSelected(t *testing.T) {
	i := NewInspector()
	shown(t, i, Dark, 1280, 800)
	var list []state.Datagram
	for range 3 {
		list = append(list, state.ReadPaste([]byte(sample(t, "ut2004-info-reply")), state.PasteOptions{}).List.Datagrams()...)
	}
	i.SetDatagrams(list)
	i.list.pick(1, PickToggle)
	i.ShowStructure("")
	if i.tabs.Selected() != i.tabStruc || len(i.struc.which) != 2 {
		t.Fatalf("%d packets are compared", len(i.struc.which))
	}
	i.list.pick(2, PickAll)
	if len(i.struc.which) != 3 {
		t.Errorf("%d packets are compared once all are selected", len(i.struc.which))
	}
	i.list.pick(0, PickOne)
	if len(i.tabs.Items) != 3 {
		t.Error("the tab stays once no packets are selected")
	}
}

// TestStructureOfCapture: unknown packets of a capture are compared as those of a paste are.
func TestStructureOfCapture(t *testing.T) {
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, sampled(t, "scan-with-other-traffic.pcapng"))
	defer v.End()
	i := v.inspector
	if !slices.Contains(i.tabs.Items, i.tabStruc) {
		t.Fatal("there is no tab for them")
	}
	i.ShowStructure("")
	if i.struc.bench == nil || len(i.struc.which) < 2 {
		t.Fatalf("%d packets are compared", len(i.struc.which))
	}
	for _, at := range i.struc.which {
		if r, ok := i.x.Source().Row(at); !ok || r.Protocol != decoder.Unknown {
			t.Errorf("packet %d is known: %+v", at+1, r)
		}
	}
}
