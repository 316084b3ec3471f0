package send

import (
	"testing"

	"fragscope/decoder"
)

// TestOptional: a field that the usual request lacks is offered where it belongs; a
// value brings it and no value takes it out. No protocol is named where that is done.
func TestOptional(t *testing.T) {
	for _, c := range []struct {
		p                          decoder.Protocol
		request, key, value, after string
		grown                      int
	}{
		{"a2s", "info request", "a2s.request.challenge", "12345678", "a2s.request.text", 4},
		{"gamespy3", "data request", "gamespy3.request.challenge", "-5", "gamespy3.request.id", 4},
	} {
		var d Draft
		if err := d.Choose(c.p, c.request); err != nil {
			t.Fatal(err)
		}
		was := string(d.Bytes)
		r := row(t, &d, c.key)
		if r.Field != -1 || !r.Optional || r.Value != "" || r.Input != InputText {
			t.Errorf("%s is %+v", c.key, r)
		}
		for i, x := range d.Rows() {
			if x.Key == c.key && d.Rows()[i-1].Key != c.after {
				t.Errorf("%s follows %s, want %s", c.key, d.Rows()[i-1].Key, c.after)
			}
		}
		if err := d.SetOptional(c.key, "x"); err == nil || string(d.Bytes) != was {
			t.Errorf("x became % X", d.Bytes)
		}
		if err := d.SetOptional(c.key, c.value); err != nil || len(d.Bytes) != len(was)+c.grown {
			t.Fatalf("%s: % X, %v", c.key, d.Bytes, err)
		}
		if r = row(t, &d, c.key); r.Value != c.value || !r.Optional || r.Field < 0 {
			t.Errorf("%s is %+v", c.key, r)
		}
		if err := d.SetOptional(c.key, "7"); err != nil || row(t, &d, c.key).Value != "7" {
			t.Errorf("it cannot be changed: %v", err)
		}
		if err := d.SetOptional(c.key, ""); err != nil || string(d.Bytes) != was {
			t.Errorf("taken out: % X, %v", d.Bytes, err)
		}
	}
}

// TestUsualRequest: a draft begins with what a server is asked for most.
func TestUsualRequest(t *testing.T) {
	for p, want := range map[decoder.Protocol]string{
		"a2s": "info request", "gamespy3": "data request", "ugp": "query request", "unreal2": "server info request",
		"quake3": "status request",
	} {
		var d Draft
		if err := d.Choose(p, ""); err != nil || d.Request != want {
			t.Errorf("%v begins with the %s, want the %s (%v)", p, d.Request, want, err)
		}
	}
}
