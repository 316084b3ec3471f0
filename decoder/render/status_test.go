package render_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/samples"
)

// The JSON of a status is what encoding/json makes of a Status, and reads back.
func TestStatusJSON(t *testing.T) {
	n := 0
	for _, s := range samples.List() {
		var all []*decoder.Message
		for _, p := range s.Datagrams() {
			all = append(all, decoder.Decode(p, decoder.Options{}))
		}
		want := decoder.StatusOf(all...)
		if want == nil {
			continue
		}
		n++
		text := render.Append(nil, render.JSON, &render.Report{Datagrams: all, Servers: []decoder.Server{{Status: want}}},
			render.Options{})
		var read struct{ Status *decoder.Status }
		if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read.Status, want) {
			t.Errorf("%s: %v, read as\n%+v, want\n%+v", s.Name, err, read.Status, want)
			continue
		}
		var rendered struct{ Status any }
		var got any
		made, err := json.Marshal(want)
		if err != nil || json.Unmarshal(text, &rendered) != nil || json.Unmarshal(made, &got) != nil ||
			!reflect.DeepEqual(got, rendered.Status) {
			t.Errorf("%s: %v, encoding/json makes\n%s\nof it, and render\n%s", s.Name, err, made, text)
		}
	}
	if n < 30 {
		t.Errorf("only %d samples say something of a server", n)
	}
}
