package shell

import (
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/servers"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// TestFilterIsTyped: the list is not empty on the way to a comparison.
func TestFilterIsTyped(t *testing.T) {
	r := asked(t)
	v := r.shell.servers
	r.shell.win.Canvas().Focus(v.filter)
	for _, c := range "ping<100" {
		test.Type(v.filter, string(c))
		if typed := v.filter.Text; typed == "ping<1" || typed == "ping<10" {
			continue // which is a comparison that no server passes
		}
		if len(v.list.Rows()) != 1 || v.filter.Wrong() != nil {
			t.Errorf("%q leaves %d servers (%v)", v.filter.Text, len(v.list.Rows()), v.filter.Wrong())
		}
	}
	for _, text := range []string{"ping<", "nosuchname ", "nosuchname", "players>9"} {
		v.filter.SetText(text)
		if want := strings.HasPrefix(text, "ping"); want != (len(v.list.Rows()) == 1) {
			t.Errorf("%q leaves %d servers", text, len(v.list.Rows()))
		}
	}
}

// TestMiddleButton: the middle button pastes what is selected on the screen.
func TestMiddleButton(t *testing.T) {
	r := newRig(t)
	ui.Primary = func() string { return "127.0.0.1:7778" }
	defer func() { ui.Primary = nil }()
	e := r.shell.servers.address
	r.shell.win.Canvas().Capture()
	e.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonTertiary,
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, 10)}})
	if e.Text != "127.0.0.1:7778" {
		t.Errorf("%q was pasted", e.Text)
	}
}

// TestTriedIsWide: what was tried takes the width that there is.
func TestTriedIsWide(t *testing.T) {
	s := &servers.Server{Last: &servers.Answer{Err: errSilent, Tried: []string{strings.Repeat("gamespy1, ", 20)}}}
	lines := func(width int) (n int) {
		for _, f := range factsOf(s, width) {
			if f.Name == "Tried" || f.Name == "" {
				n++
			}
		}
		return n
	}
	if narrow, wide := lines(60), lines(220); narrow < 4 || wide != 1 {
		t.Errorf("%d lines of 60, %d of 220", narrow, wide)
	}
}

// TestCompareAfterEdit: an attempt is compared with the one before that sent the same, or
// else with the one before.
func TestCompareAfterEdit(t *testing.T) {
	r := newRig(t)
	players := byte(1)
	r.world.reply = func([]byte) [][]byte {
		b := slices.Clone(infoReply)
		b[36] = players
		return [][]byte{b}
	}
	v := r.shell.send
	v.address.SetText("127.0.0.1:7778")
	send := func(hex string) {
		n := len(v.rounds)
		v.hex.SetText(hex)
		v.start()
		r.until("the reply", func() bool { return len(v.rounds) == n+1 && !v.rounds[n].Running })
	}
	send("79 00 00 00 00")
	players = 2
	send("79 00 00 00 01")
	if p := v.previous(v.rounds[1]); p != v.rounds[0] || len(v.list) == 0 {
		t.Errorf("%v, %d changes", p, len(v.list))
	}
	send("79 00 00 00 00")
	if p := v.previous(v.rounds[2]); p != v.rounds[0] {
		t.Errorf("compared with %+v", p)
	}
}

// TestNotesAreNoMarks: what is usual marks no packet in the list.
func TestNotesAreNoMarks(t *testing.T) {
	r := newRig(t)
	i := r.shell.paste.Inspector()
	r.shell.paste.SetText("45 00 00 21 00 01 00 00 40 11 7C C9 7F 00 00 01 7F 00 00 01 C3 50 1E 62 00 0D 00 00 79 00 00 " +
		"00 00")
	r.until("the packet", func() bool { return i.State().Source().Len() == 1 })
	row, _ := i.State().Source().Row(0)
	if row.Worst != 0 {
		t.Fatalf("the packet has the problem %d", row.Worst)
	}
	const problem = 6
	if cell := i.Packets().Cell(0, problem); cell != "" {
		t.Errorf("it is marked with %q", cell)
	}
}
