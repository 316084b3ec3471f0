package wire_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder/wire"
)

// TestOptJSON: an Opt is written and read as encoding/json does its value.
func TestOptJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[\x00-\x7f]*`)).Draw(t, "text")
		sameJSON(t, text)
		sameJSON(t, rapid.Int64().Draw(t, "number"))
		sameJSON(t, rapid.Bool().Draw(t, "yes"))
	})
	for _, literal := range []string{`"\u00e9\/\\\"\b\f\n\r\t"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`,
		`"\ud83d\u0041"`, `"\ude00\ud83d"`, `""`} {
		var got wire.Opt[string]
		var want string
		if err := json.Unmarshal([]byte(literal), &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(literal), &got); err != nil || got != wire.Some(want) {
			t.Errorf("%s is %q, want %q (%v)", literal, got.Value, want, err)
		}
	}
}

func sameJSON[T int64 | string | bool](t *rapid.T, v T) {
	b, err := json.Marshal(wire.Some(v))
	if err != nil {
		t.Fatal(err)
	}
	var plain T
	var got wire.Opt[T]
	if err := json.Unmarshal(b, &plain); err != nil || plain != v {
		t.Fatalf("%s is %v, want %v (%v)", b, plain, v, err)
	}
	if b, err = json.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &got); err != nil || got != wire.Some(v) {
		t.Fatalf("%s is %v, want %v (%v)", b, got, v, err)
	}
}

func TestOptMissing(t *testing.T) {
	s := wire.Status{Name: wire.Some(""), Players: wire.Some(int64(0))}
	b, err := json.Marshal(&s)
	if err != nil {
		t.Fatal(err)
	}
	got := wire.Status{Map: wire.Some("left from before")}
	if err := json.Unmarshal(b, &got); err != nil || got.Name != s.Name || got.Map.Known || got.Map.Value != "" ||
		got.Players != s.Players || got.Password.Known {
		t.Errorf("%s is %+v (%v)", b, got, err)
	}
	if got.Map.Or("none") != "none" || got.Players.Or(7) != 0 || fmt.Sprint(got.Players, got.MaxPlayers, wire.Some(true),
		got.Password) != "0  true " {
		t.Errorf("%v %v %v", got.Map, got.Players, got.MaxPlayers)
	}
	for _, bad := range []string{`{"players":"7"}`, `{"players":1.5}`, `{"players":99999999999999999999}`, `{"name":7}`,
		`{"password":1}`, `{"map":{}}`} {
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// TestOptEscapes: an escape that is cut or has other digits is an error, also of
// text that no JSON decoder has looked at.
func TestOptEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"\u00e9"`: "é", `"\ud83d\ude00"`: "😀", `"\ud83dx"`: "\ufffdx", `"a\n\"\\b"`: "a\n\"\\b",
		`"\u12"`: "-", `"\u"`: "-", `"\u12x4"`: "-", `"\"`: "-", `"`: "-", `""x`: "-", `"\ud83d\ude0"`: "-",
	} {
		var o wire.Opt[string]
		err := o.UnmarshalJSON([]byte(text))
		if (err == nil) != (want != "-") || err == nil && o != wire.Some(want) {
			t.Errorf("%s is %+v (%v)", text, o, err)
		}
	}
}
