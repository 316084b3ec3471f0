package shell

import (
	"testing"

	"fragscope/desktop/session"

	"fyne.io/fyne/v2"
)

// TestOneBox: the box above the list takes addresses, links that games and this program
// make, the console line, lists, packets and permalinks.
func TestOneBox(t *testing.T) {
	link := session.Link{Datagrams: [][]byte{[]byte("\\status\\")}}
	permalink, err := link.URL("http://127.0.0.1:8080/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, address, view, dialog string }{
		{"10.0.0.1:7778", "10.0.0.1:7778", viewServers, ""},
		{"steam://connect/10.0.0.1:27015", "10.0.0.1:27015", viewServers, ""},
		{"quake3://connect/10.0.0.1:27960", "10.0.0.1:27960", viewServers, ""},
		{"connect 10.0.0.1:27015; password secret", "10.0.0.1:27015", viewServers, ""},
		{"10.0.0.1:27015\n10.0.0.2:27015\n", "", viewServers, "Query 2 servers?"},
		{"5c 73 74 61 74 75 73 5c", "", viewPaste, ""},
		{"fefd0001020304ffffff01", "", viewPaste, ""},
		{"00000000  5c 73 74 61 74 75 73 5c  |\\status\\|\n00000008\n", "", viewPaste, ""},
		{permalink, "", viewPaste, ""},
	} {
		r := newRig(t)
		r.shell.Show(viewServers)
		v := r.shell.servers
		r.shell.app.Clipboard().SetContent(c.text)
		v.address.TypedShortcut(&fyne.ShortcutPaste{Clipboard: r.shell.app.Clipboard()})
		if v.address.Text != "" {
			v.address.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
		if r.shell.view() != c.view || v.selected != c.address {
			t.Errorf("%q leads to %s, server %q; it says %q", c.text, r.shell.view(), v.selected, r.shell.status.text)
		}
		if n := len(r.shell.paste.Inspector().Datagrams()); c.view == viewPaste && n != 1 {
			t.Errorf("%q is %d packets", c.text, n)
		}
		if n := len(r.dialogs()); (n == 1) != (c.dialog != "") {
			t.Errorf("%q opens %d dialogs", c.text, n)
		}
	}
	r := newRig(t)
	r.shell.servers.address.SetText("?!")
	if r.shell.servers.queryTyped(); r.shell.servers.address.Wrong() == nil || !r.shell.status.failed {
		t.Error("anything is taken")
	}
}
