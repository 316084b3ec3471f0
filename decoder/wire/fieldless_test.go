package wire_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// What Find did not find has no text, no name, and nothing in it.
func TestNoField(t *testing.T) {
	m := decoder.Decode([]byte("\\hostname\\Arena"), wire.Options{})
	i := m.Find("typo", 0)
	if i != -1 || m.Text(i) != "" || m.Name(i) != "" || m.Key(i) != "" || m.Note(i) != "" || m.Bytes(i) != nil ||
		m.Child(i, wire.RoleKey) != -1 || m.KeyInfo(i) != nil {
		t.Errorf("field %d: %q %q %q %q % x", i, m.Text(i), m.Name(i), m.Key(i), m.Note(i), m.Bytes(i))
	}
}
