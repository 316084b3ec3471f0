package send

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/paste"
	"fragscope/desktop/state"
	"fragscope/samples"
)

// TestEveryRequestCanBeChosen goes through every request of every protocol: it
// has bytes, rows, and giving each field the value that it has changes nothing.
func TestEveryRequestCanBeChosen(t *testing.T) {
	n := 0
	for _, p := range Protocols() {
		for _, name := range decoder.Descriptor(p).Requests() {
			var d Draft
			if err := d.Choose(p, name); err != nil {
				t.Error(p, name, err)
				continue
			}
			n++
			if d.Edited || d.Request != name {
				t.Errorf("%v %s became %s", p, name, d.Request)
			}
			before := bytes.Clone(d.Bytes)
			for _, r := range d.Rows() {
				if r.Input != InputText || r.Value == "" {
					continue
				}
				if err := d.Change(r.Field, r.Value); err != nil {
					t.Errorf("%s, %s = %q: %v", name, r.Key, r.Value, err)
				}
			}
			if !bytes.Equal(before, d.Bytes) {
				t.Errorf("%s: % X became % X", name, before, d.Bytes)
			}
			var again Draft
			if err := again.SetText(d.Hex()); err != nil || !bytes.Equal(again.Bytes, before) {
				t.Errorf("%s: %q is read as % X (%v)", name, d.Hex(), again.Bytes, err)
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d requests", n)
	}
}

func row(t *testing.T, d *Draft, key string) Row {
	t.Helper()
	for _, r := range d.Rows() {
		if r.Key == key {
			return r
		}
	}
	t.Fatalf("there is no %s in % X", key, d.Bytes)
	return Row{}
}

func TestBoxes(t *testing.T) {
	var d Draft
	if err := d.Choose("gamespy2", ""); err != nil {
		t.Fatal(err)
	}
	r := row(t, &d, "gamespy2.request.players")
	if r.Input != InputBoxes || len(r.Choices) != 1 || !r.Choices[0].On {
		t.Fatalf("players are %+v, want one box that is ticked", r)
	}
	if err := d.Tick(r.Field, r.Choices[0].Value, false); err != nil {
		t.Fatal(err)
	}
	if got := d.Hex(); got != "FE FD 00 00 00 00 00 FF 00 FF" || !d.Edited {
		t.Errorf("the request became %s", got)
	}
	if err := d.Choose("ugp", "query request"); err != nil {
		t.Fatal(err)
	}
	r = row(t, &d, "ugp.request.flags")
	if len(r.Choices) != 4 || !r.Choices[0].On || r.Choices[2].On {
		t.Fatalf("the sections are %+v", r.Choices)
	}
	if err := d.Tick(r.Field, r.Choices[1].Value, false); err != nil {
		t.Fatal(err)
	}
	for _, r := range d.Rows() {
		if strings.HasPrefix(r.Key, "ugp.request.players") {
			t.Errorf("%s is left although no players are wanted", r.Key)
		}
	}
	if err := d.Choose("gamespy3", "data request"); err != nil {
		t.Fatal(err)
	}
	if r = row(t, &d, "gamespy3.request.teams"); r.Input != InputBoxes {
		t.Errorf("sections of GameSpy 3 are %+v", r)
	}
	if r = row(t, &d, "gamespy3.request.format"); r.Input != InputChoice || len(r.Choices) != 3 {
		t.Errorf("the format is %+v", r)
	}
	if err := d.Pick(r.Field, 0); err != nil || d.Bytes[len(d.Bytes)-1] != 0 {
		t.Errorf("picking format 0: % X, %v", d.Bytes, err)
	}
}

func TestDraftRefuses(t *testing.T) {
	var d Draft
	if err := d.Change(0, "1"); err == nil {
		t.Error("an empty draft was changed")
	}
	for _, text := range []string{"", "no hex here at all", strings.Repeat("00", maxPayload+1)} {
		if err := d.SetText(text); err == nil {
			t.Errorf("%.20q was taken", text)
		}
	}
	if err := d.SetText("00000000  5C 73 74 61 74 75 73 5C  |\\status\\|"); err != nil || d.Protocol != "gamespy1" ||
		d.Request != "status request" {
		t.Errorf("a dump became %v %q (%v)", d.Protocol, d.Request, err)
	}
	before := bytes.Clone(d.Bytes)
	if err := d.Change(0, "a\x00b\\c"); err == nil {
		t.Errorf("% X can hardly hold that", d.Bytes)
	}
	if !bytes.Equal(before, d.Bytes) {
		t.Error("a change that failed changed something")
	}
}

// sample returns the first datagram of a sample.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	s, ok := samples.Get(name)
	if !ok {
		t.Fatalf("there is no sample %s", name)
	}
	result, err := paste.Parse([]byte(s.Text), paste.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result.Datagrams[0].Data
}

func round(request []byte, list ...[]byte) *Round {
	r := &Round{Protocol: "unreal2", Payload: request}
	at := time.Unix(1000, 0)
	r.Take(state.Datagram{Time: at, Sent: true, Data: request})
	for i, b := range list {
		r.Take(state.Datagram{Time: at.Add(time.Duration(i+1) * 10 * time.Millisecond), Data: b})
	}
	return r
}

func TestCompare(t *testing.T) {
	info := sample(t, "ut2004-info-reply")
	request := []byte{0x78, 0, 0, 0, 0}
	first := round(request, info)
	if first.After(1) != 10*time.Millisecond || len(first.Replies()) != 1 ||
		status(first).Name.Value != "Grimms-Insta-Deathmatch" {
		t.Fatalf("the round is %+v", first)
	}
	m := first.Messages[1]
	changed, err := edit.Edit(m, m.Find("unreal2.info.players", 0), "9")
	if err != nil {
		t.Fatal(err)
	}
	got := Compare(first, round(request, changed))
	if len(got) != 1 || got[0].Field != "Current players" || got[0].Before != "4" || got[0].After != "9" ||
		got[0].Kind != edit.Changed || got[0].Datagram != 1 {
		t.Errorf("the difference is %+v", got)
	}
	if got := Compare(first, round(request, info)); len(got) != 0 {
		t.Errorf("equal rounds differ: %+v", got)
	}
	if got := Compare(first, round(request)); len(got) < 8 || got[0].Kind != edit.Removed || got[0].After != "" {
		t.Errorf("a reply that is missing: %+v", got)
	}
	if got := Compare(round(request), first); len(got) < 8 || got[0].Kind != edit.Added {
		t.Errorf("a reply that is new: %+v", got)
	}
	stray := round(request, info)
	stray.Datagrams[1].Note = "from another address"
	if len(stray.Replies()) != 0 || status(stray) != nil {
		t.Error("what does not count was counted")
	}
}

func TestRoundTakesOtherProtocols(t *testing.T) {
	r := round([]byte{0x78, 0, 0, 0, 0}, []byte("\\final\\\\queryid\\1.1"))
	if p := r.Messages[1].Protocol(); p != "gamespy1" {
		t.Errorf("a reply in GameSpy 1 was read as %v", p)
	}
}

// status returns what the replies of a round say about the server.
func status(r *Round) *decoder.Status {
	var ms []*decoder.Message
	for _, i := range r.Replies() {
		ms = append(ms, r.Messages[i])
	}
	return decoder.StatusOf(ms...)
}
