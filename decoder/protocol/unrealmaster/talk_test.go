package unrealmaster

import "testing"

// FuzzMasterTalk gives a session with a master any bytes, in two pieces.
func FuzzMasterTalk(f *testing.F) {
	f.Add([]byte(`\basic\\secure\wookie`), []byte(`\ip\192.0.2.1:7778\final\`))
	f.Add([]byte("\x04\x00\x00\x00\x03123\x00"), []byte("\x0a\x00\x00\x00\x09APPROVED\x00"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		talk := NewMasterClient(MasterAsk{Digest: func([]byte) [16]byte { return [16]byte{} }})
		for _, p := range [][]byte{a, b} {
			if _, err := talk.Receive(p); err != nil {
				return
			}
			if _, err := talk.Pause(); err != nil {
				return
			}
		}
		if err := talk.Ended(); (err == nil) != talk.Done() {
			t.Errorf("done %v, and the end says %v", talk.Done(), err)
		}
		for i := range talk.Servers {
			if l := &talk.Servers[i]; l.Host == "" || l.GamePort|l.QueryPort == 0 {
				t.Errorf("a server without an address: %+v", l)
			}
		}
	})
}

// What a text master sends in place of a list is said, and is no empty list.
func TestNoList(t *testing.T) {
	const other = "the master sends something else in place of its list: no server is in it"
	for text, want := range map[string]string{
		`\final\`:                      "",
		`\basic\\secure\ABCDEF\final\`: other,
		`\error\no such game\final\`:   other,
	} {
		c := NewMasterClient(MasterAsk{})
		if _, err := c.Receive([]byte(`\basic\\secure\ABCDEF`)); err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, err := c.Receive([]byte(text)); err != nil {
			got = err.Error()
		}
		if got != want || c.Done() != (want == "") {
			t.Errorf("%s: %q, done %t; want %q", text, got, c.Done(), want)
		}
	}
}
