package ask_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/wire"
)

// changes reports whether q is another request with a value of s.
func changes(q *ask.Query, s *ask.Setting, value string) bool {
	before, err := decoder.AppendRequest(nil, q)
	if err != nil || decoder.Set(q, s.Name, value) != nil {
		return false
	}
	after, err := decoder.AppendRequest(nil, q)
	return err == nil && string(after) != string(before)
}

// Every setting of every protocol says what it is, takes a value and changes the
// request that has use for it, or refuses what it does not understand.
func TestSettings(t *testing.T) {
	values := map[ask.SettingKind][]string{
		ask.SettingText: {"abcdef", `\a\b`, "192.0.2.7:27015"}, ask.SettingList: {"rules", "map==DM-Deck"},
		ask.SettingNumber: {"7", "0x2b"},
		ask.SettingBytes:  {"0a0b", "0a0b0c0d", "0102030405060708"}, ask.SettingSwitch: {"true"},
	}
	bad := map[ask.SettingKind]string{ask.SettingNumber: "-99999999999", ask.SettingBytes: "0g",
		ask.SettingSwitch: "perhaps"}
	for _, p := range decoder.Protocols() {
		for _, s := range decoder.Settings(p) {
			if s.Name == "" || s.Doc == "" || s.Set == nil || strings.HasSuffix(s.Doc, ".") {
				t.Errorf("%v: %+v", p, s)
			}
			changed := false
			for _, value := range values[s.Kind] {
				for _, name := range decoder.Descriptor(p).Requests() {
					q := promise.Query(t, p, name)
					if p == "ugp" { // flags count in the sections that are asked for
						q.Details = &ugp.Query{Flags: 0x0f, ServerFlags: 0x7f, PlayerFlags: 0x7f}
					}
					changed = changed || changes(q, &s, value) || changes(&ask.Query{Protocol: p, Message: name}, &s, value)
				}
			}
			if !changed {
				t.Errorf("%v: no request is another with %s", p, s.Name)
			}
			if v, ok := bad[s.Kind]; ok {
				q := &ask.Query{Protocol: p}
				if err := decoder.Set(q, s.Name, v+strings.Repeat("9", 1000)); err == nil || len(err.Error()) > 200 {
					t.Errorf("%v: %s %q: %v", p, s.Name, v, err)
				}
			}
		}
	}
	err := decoder.Set(&ask.Query{Protocol: "gamespy2"}, "ugp-flags", "1")
	if err == nil || !strings.Contains(err.Error(), "sections") || !strings.Contains(err.Error(), "gamespy2") {
		t.Errorf("a setting of another protocol: %v", err)
	}
	if decoder.Settings(wire.UnknownProtocol) != nil || decoder.Settings("chess") != nil {
		t.Error("nothing has settings")
	}
}
