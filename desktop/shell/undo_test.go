package shell

import (
	"strings"
	"testing"
	"time"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
)

// menuAction does what an item of the main menu does.
func (r *rig) menuAction(menu, name string) {
	r.t.Helper()
	for _, m := range r.shell.win.MainMenu().Items {
		for _, i := range m.Items {
			if m.Label == menu && nameOf(i) == name {
				i.Action()
				return
			}
		}
	}
	r.t.Fatalf("there is no %s in the menu %s", name, menu)
}

// TestUndoAnywhere: an edit of a paste is undone wherever the keys are, and a text in a
// dialog is undone there.
func TestUndoAnywhere(t *testing.T) {
	r := newRig(t)
	r.shell.Show(viewPaste)
	text := "# mine\nfe fd 00 01 02 03 04 ff ff ff 01\n"
	r.shell.paste.SetText(text)
	i := r.shell.paste.Inspector()
	parts := map[string]func(){
		"fields":  func() { i.ShowTab(ui.TabFields) },
		"nothing": func() { r.shell.win.Canvas().Unfocus() },
	}
	for name, focus := range parts {
		if err := r.shell.paste.Change(i.State().Message().Find("gamespy3.request.format", 0), "0"); err != nil {
			t.Fatal(err)
		}
		if got := r.shell.paste.Text(); got == text || !strings.HasPrefix(got, "# mine") {
			t.Fatalf("%s: the text is %q", name, got)
		}
		focus()
		_, typing := r.shell.win.Canvas().Focused().(interface{ SelectedText() string })
		if typing {
			t.Errorf("%s: the keys are in a text", name)
		}
		r.menuAction("Edit", "Undo")
		if got := r.shell.paste.Text(); got != text {
			t.Errorf("%s: the text is %q", name, got)
		}
	}
	r.shell.askOpen()
	e, ok := r.shell.win.Canvas().Focused().(*ui.Entry)
	if !ok {
		t.Fatal("the dialog has no keys")
	}
	e.TypedRune('x')
	typed := e.Text
	if r.menuAction("Edit", "Undo"); e.Text == typed {
		t.Errorf("the path is still %q", typed)
	}
}

// TestSendAgainWith: the value of a field of a reply goes into a field of the request.
func TestSendAgainWith(t *testing.T) {
	r := newRig(t)
	r.challenging()
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("a2s", "")
	v.address.SetText("10.0.0.1:27015")
	v.answer.SetChecked(false)
	v.start()
	r.sendsDone(1)
	x := v.inspector.State()
	x.SelectRow(x.Tree().RowOf(x.Message().Find("a2s.challenge.number", 0)))
	items := v.sendAgainItems()
	if len(items) != 1 || items[0].ChildMenu == nil {
		t.Fatalf("%v is offered", items)
	}
	for _, m := range items[0].ChildMenu.Items {
		if m.Label == "Challenge" {
			m.Action()
		}
	}
	r.sendsDone(2)
	if string(v.shown.Payload) != infoProved {
		t.Errorf("sent %q", v.shown.Payload)
	}
}

// TestSendPacket: a packet of a paste is sent from the Send view.
func TestSendPacket(t *testing.T) {
	r := newRig(t)
	r.shell.Show(viewPaste)
	r.shell.paste.SetText("5c 73 74 61 74 75 73 5c")
	r.shell.inspector().OnSend()
	if r.shell.view() != viewSend || string(r.shell.send.draft.Bytes) != "\\status\\" {
		t.Errorf("the view is %s, the draft % X", r.shell.view(), r.shell.send.draft.Bytes)
	}
}

// TestMessagesOfAView: what was said about one view is not below another.
func TestMessagesOfAView(t *testing.T) {
	r := asked(t)
	r.shell.Show(viewSend)
	r.shell.send.address.SetText("")
	r.press(fyne.KeyF5)
	if !r.shell.status.failed {
		t.Fatalf("it says %q", r.shell.status.text)
	}
	r.shell.Show(viewServers)
	if r.shell.status.text != "" {
		t.Errorf("below the servers it says %q", r.shell.status.text)
	}
	r.shell.servers.choose("10.0.0.1:7778")
	r.shell.servers.remove()
	if !r.shell.status.action.Visible() {
		t.Fatal("removing cannot be undone")
	}
	r.shell.Show(viewPaste)
	if r.shell.status.text != "" || r.shell.status.action.Visible() {
		t.Errorf("below a paste it says %q", r.shell.status.text)
	}
	// It goes after a while by itself, and what is said meanwhile does not.
	var wait []func()
	l := newStatusLine(func(d time.Duration, f func()) {
		if d != undoable {
			t.Errorf("it stays for %v", d)
		}
		wait = append(wait, f)
	})
	l.undo("One was removed.", func() {})
	wait[0]()
	if l.text != "" || l.action.Visible() {
		t.Errorf("it still says %q", l.text)
	}
	l.undo("Two was removed.", func() {})
	l.success("Something else.")
	if wait[1](); l.text != "Something else." {
		t.Errorf("it says %q", l.text)
	}
}
