package shell

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// TestVary sends a request with several values in a field, one after the other:
// never two at once, never too soon, and what came of each is in a table. Any two
// of them are compared.
func TestVary(t *testing.T) {
	r := newRig(t)
	var sent []time.Time
	r.world.reply = func(payload []byte) [][]byte {
		sent = append(sent, time.Now())
		b := bytes.Clone(infoReply)
		b[36] = payload[len(payload)-1]
		return [][]byte{b}
	}
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("unreal2", "")
	v.address.SetText("10.0.0.1:7778")
	field := -1
	for _, row := range v.draft.Rows() {
		if row.Key == "unreal2.request.command" {
			field = row.Field
		}
	}
	if err := v.vary(field, "0..2, 0", "0"); err != nil {
		t.Fatal(err)
	}
	r.until("all of them", func() bool { return v.varying == nil && len(v.rounds) == 4 && !v.rounds[3].Running })
	for i := 1; i < len(sent); i++ {
		if d := sent[i].Sub(sent[i-1]); d < 100*time.Millisecond {
			t.Errorf("request %d came %v after the one before", i+1, d)
		}
	}
	list := ""
	for i := range v.rounds {
		list += fmt.Sprint(v.rounds[i].Value, " ", v.attempts.Cell(i, 4), "; ")
	}
	if list != "0 1; 1 1; 2 1; 0 1; " {
		t.Errorf("the table says %s", list)
	}
	// The last is the same request as the first, and so is compared with it.
	if len(v.list) != 0 {
		t.Errorf("%d changes to the same request", len(v.list))
	}
	v.against.SetSelected(v.against.Options[2]) // round 3
	if len(v.list) != 1 || v.compared().Number != 3 {
		t.Errorf("%d changes to round 3", len(v.list))
	}
	v.attempts.OnSelect(1)
	if v.shown.Number != 2 || v.compared().Number != 3 || len(v.list) != 1 {
		t.Errorf("round %d is shown, compared with %v", v.shown.Number, v.compared())
	}
	// Stopping leaves the rest out.
	if err := v.vary(field, "0..2", "60000"); err != nil {
		t.Fatal(err)
	}
	r.until("the first", func() bool { return len(v.rounds) == 5 && !v.rounds[4].Running })
	v.end()
	if v.varying != nil || v.number != 5 {
		t.Errorf("%d rounds after stopping", v.number)
	}
	for text, pause := range map[string]string{"": "200", "x": "200", "1": "soon"} {
		if err := v.vary(field, text, pause); err == nil {
			t.Errorf("values %q, pause %q were sent", text, pause)
		}
	}
	if v.number != 5 {
		t.Errorf("%d rounds", v.number)
	}
	r.shell.try(v.askVary)()
	r.look("vary")
	r.tap("Cancel")
}
