package shell

import (
	"strings"
	"testing"

	"fragscope/analyzer/servers"

	"fyne.io/fyne/v2/test"
)

const (
	askInfo       = "\xff\xff\xff\xffTSource Engine Query\x00"
	infoChallenge = "\xff\xff\xff\xffA\x4e\x61\xbc\x00"
	infoProved    = askInfo + "\x4e\x61\xbc\x00"
	playersReply  = "\xff\xff\xff\xffD\x01\x00Ann\x00\x05\x00\x00\x00\x00\x00\x80\x3f"
)

// challenging answers as a server does that wants its challenge repeated.
func (r *rig) challenging() {
	r.world.reply = func(payload []byte) [][]byte {
		switch string(payload) {
		case infoProved:
			return [][]byte{[]byte(playersReply)}
		case askInfo:
			return [][]byte{[]byte(infoChallenge)}
		}
		return nil
	}
}

func (r *rig) sendsDone(n int) {
	r.t.Helper()
	v := r.shell.send
	r.until("the round", func() bool { return len(v.rounds) == n && !v.rounds[n-1].Running })
}

// TestChallengeAnswered: a challenge is answered without anything to be done, and
// both round trips are shown; the reply is selected.
func TestChallengeAnswered(t *testing.T) {
	r := newRig(t)
	r.challenging()
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("a2s", "")
	v.address.SetText("10.0.0.1:27015")
	v.start()
	r.sendsDone(1)
	if n := len(v.shown.Datagrams); n != 4 || v.inspector.State().Current() != 3 || v.proof.Visible() {
		t.Errorf("%d datagrams, number %d is shown, the button is shown: %v", n, v.inspector.State().Current(),
			v.proof.Visible())
	}
	if string(v.draft.Bytes) != askInfo {
		t.Errorf("the draft became % X", v.draft.Bytes)
	}
	r.look("send-answered")
}

// TestChallengeByHand: with the box off the challenge is the end, and a button beside
// it sends the request again with it.
func TestChallengeByHand(t *testing.T) {
	r := newRig(t)
	r.challenging()
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("a2s", "")
	v.address.SetText("10.0.0.1:27015")
	test.Tap(v.answer)
	v.start()
	r.sendsDone(1)
	if n := len(v.shown.Datagrams); n != 2 || !v.proof.Visible() || v.proof.Text != "Send again with challenge 12345678" {
		t.Fatalf("%d datagrams, the button (shown: %v) is %q", n, v.proof.Visible(), v.proof.Text)
	}
	r.look("send-challenge")
	test.Tap(v.proof)
	r.sendsDone(2)
	if string(v.shown.Payload) != infoProved || len(v.shown.Replies()) != 1 || v.proof.Visible() {
		t.Errorf("sent % X, %d replies", v.shown.Payload, len(v.shown.Replies()))
	}
	if e := v.form.entries["a2s.request.challenge"]; e == nil || e.Text != "12345678" {
		t.Errorf("the form has no challenge: %v", v.form.entries)
	}
	v.showRound(v.rounds[0])
	if !v.proof.Visible() {
		t.Error("the first round has no button any more")
	}
}

// TestOptionalField: what a request may have is in its form, comes with a value and
// goes without; the keys stay where they are typed.
func TestOptionalField(t *testing.T) {
	r := newRig(t)
	v := r.shell.send
	r.shell.Show(viewSend)
	v.choose("a2s", "")
	e := v.form.entries["a2s.request.challenge"]
	if e == nil {
		t.Fatalf("the form has %v", v.form.entries)
	}
	r.shell.win.Canvas().Focus(e)
	test.Type(e, "12345678")
	if string(v.draft.Bytes) != infoProved || v.form.entries["a2s.request.challenge"] != e ||
		r.shell.win.Canvas().Focused() != e {
		t.Errorf("the request is %q", v.draft.Bytes)
	}
	e.SetText("x")
	if e.Wrong() == nil {
		t.Error("x is a challenge")
	}
	e.SetText("")
	if string(v.draft.Bytes) != askInfo || e.Wrong() != nil {
		t.Errorf("the request is %q (%v)", v.draft.Bytes, e.Wrong())
	}
}

// TestSendKnowsServers: the form speaks the protocol of the server at the address, and
// begins with its query; a request that was made by hand stays.
func TestSendKnowsServers(t *testing.T) {
	r := newRig(t)
	v := r.shell.send
	r.shell.Show(viewSend)
	for address, p := range map[string]string{"10.0.0.11:22000": "ugp", "10.0.0.12:6500": "gamespy3"} {
		r.shell.servers.list.Add(servers.Target{Address: address, Plan: p}, servers.FromHistory)
	}
	v.address.SetText("10.0.0.11:22000")
	if v.draft.Protocol != "ugp" || v.draft.Request != "query request" {
		t.Errorf("%v, %s", v.draft.Protocol, v.draft.Request)
	}
	v.address.SetText("10.0.0.12:6500")
	if v.draft.Protocol != "gamespy3" || v.draft.Request != "data request" {
		t.Errorf("%v, %s", v.draft.Protocol, v.draft.Request)
	}
	v.hexTyped(strings.Repeat("00 ", 3))
	v.address.SetText("10.0.0.11:22000")
	if len(v.draft.Bytes) != 3 {
		t.Errorf("the bytes became %s", v.draft.Hex())
	}
}
