package enum_test

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"fragscope/decoder/ask"
	"fragscope/decoder/edit"
	"fragscope/decoder/paste"
	"fragscope/decoder/query"
	"fragscope/decoder/render"
	"fragscope/decoder/wire"
)

type named interface {
	comparable
	encoding.TextMarshaler
	String() string
}

// check holds the values of an enumeration, from 0 to last, to what JSON and
// text make of them, and what is beyond to an error.
func check[T interface {
	~uint8
	named
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, last T) {
	t.Helper()
	names := map[string]bool{}
	for v := T(0); v <= last; v++ {
		b, err := json.Marshal(map[string]any{"v": v})
		if err != nil {
			t.Errorf("%T %d: %v", v, uint8(v), err)
			continue
		}
		var back struct{ V T }
		if err := json.Unmarshal(b, &back); err != nil || back.V != v || !strings.Contains(string(b), v.String()) ||
			names[v.String()] {
			t.Errorf("%T %d is %s, and back %v, %v", v, uint8(v), b, back.V, err)
		}
		names[v.String()] = true
	}
	if b, err := (last + 1).MarshalText(); err == nil {
		t.Errorf("%T has no value %d, but it is %q, %v", last, uint8(last)+1, b, last+1)
	}
	v := last
	err := P(&v).UnmarshalText([]byte("x\x1b[31m\"" + strings.Repeat("y", 1000)))
	if err == nil || v != last || len(err.Error()) > 1000 || strings.ContainsAny(err.Error(), "\x1b") ||
		!strings.Contains(err.Error(), last.String()) {
		t.Errorf("%T: %v, and the value is %v", v, err, v)
	}
}

func TestEnumerations(t *testing.T) {
	check(t, wire.Reply)
	check(t, wire.Certain)
	check(t, wire.SeverityError)
	check(t, wire.Complete)
	check(t, wire.LinkCount-1)
	check(t, wire.KindUnknown)
	check(t, wire.RoleGameTitle)
	check(t, wire.NameInPacket)
	check(t, ask.EndsQuiet)
	check(t, query.StepLeftOut)
	check(t, query.Challenge)
	check(t, edit.Removed)
	check(t, render.CSV)
	check(t, paste.DirectionReceived)
	all := paste.Formats()
	check(t, all[len(all)-1])
}

// A set of flags is written as names with commas between.
func TestSets(t *testing.T) {
	for want, v := range map[string]encoding.TextMarshaler{
		"":                         ask.Parts(0),
		"info,players":             ask.PartInfo | ask.PartPlayers,
		"info,rules,players,teams": ask.Parts(15),
		"caret-hash,brackets":      wire.ColourCaretHash | wire.ColourBrackets,
		"length,utf8,superseded":   wire.FlagLength | wire.FlagUTF8 | wire.FlagSuperseded,
		"ambiguous":                wire.FlagAmbiguous,
		"raw,special,cut,open":     wire.FlagRaw | wire.FlagSpecial | wire.FlagCut | wire.FlagOpen,
		"caret-hash,caret-digit":   wire.ColourCaretHash | wire.ColourCaretDigit,
	} {
		b, err := v.MarshalText()
		back := reflect.New(reflect.TypeOf(v))
		if err != nil || string(b) != want {
			t.Errorf("%v: %s, %v; want %s", v, b, err, want)
		} else if err := back.Interface().(encoding.TextUnmarshaler).UnmarshalText(
			[]byte(" " + strings.ReplaceAll(want, ",", " , "))); err != nil || back.Elem().Interface() != v {
			t.Errorf("%s is %v, %v; want %v", want, back.Elem(), err, v)
		}
	}
	if b, err := ask.Parts(16).MarshalText(); err == nil {
		t.Errorf("a part without a name is %q", b)
	}
	p := ask.PartRules
	if err := p.UnmarshalText([]byte("info,nothing")); err == nil || p != ask.PartRules ||
		!strings.Contains(err.Error(), `"nothing"`) {
		t.Errorf("%v, and the parts are %v", err, p)
	}
}
