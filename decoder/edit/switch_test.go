package edit_test

import (
	"encoding/hex"
	"fmt"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// TestSwitchKeepsRequestsWhole ticks every box of every request of every
// protocol: what comes of it is still a request without doubts, and ticking it
// again gives the bytes back.
func TestSwitchKeepsRequestsWhole(t *testing.T) {
	boxes := 0
	for _, p := range decoder.Protocols() {
		for _, name := range decoder.Descriptor(p).Requests() {
			b, err := decoder.AppendRequest(nil, promise.Query(t, p, name))
			if err != nil {
				t.Fatal(p, name, err)
			}
			o := wire.Options{Protocol: p, From: wire.Request}
			m := decoder.Decode(b, o)
			for i := range m.Fields {
				f := &m.Fields[i]
				for _, mask := range masks(f) {
					boxes++
					on := f.Value&mask == 0
					once, err := edit.Switch(m, i, mask, on)
					if err != nil {
						t.Errorf("%s, %s %#x: %v", name, m.Key(i), mask, err)
						continue
					}
					again := decoder.Decode(once, o)
					if v, ok := again.Worst(); ok && v > wire.SeverityNote {
						t.Errorf("%s, %s %#x: %X has problems", name, m.Key(i), mask, once)
					}
					if g := &again.Fields[i]; g.Value&mask == 0 == on {
						t.Errorf("%s, %s %#x: the bit did not change", name, m.Key(i), mask)
					}
				}
			}
		}
	}
	if boxes < 25 {
		t.Errorf("only %d boxes were found", boxes)
	}
}

// masks returns the boxes of a field.
func masks(f *wire.Field) []uint64 {
	if yes, ok := edit.Choices(f); ok {
		return []uint64{yes}
	}
	if f.KindName() != "flags" {
		return nil
	}
	var list []uint64
	for _, s := range f.Def.Symbols.List {
		list = append(list, s.Value)
	}
	return list
}

func TestSwitchBringsAndTakesAway(t *testing.T) {
	const head = "FFFF554750000101"
	for _, c := range []struct {
		name, before string
		key          string
		mask         uint64
		on           bool
		after        string
	}{
		{"players come with their extra flags", "017D", "ugp.request.flags", 2, true, "037D7F3F"},
		{"and go with them", "037D7F3F", "ugp.request.flags", 2, false, "017D"},
		{"extra flags alone", "037D3F", "ugp.request.players", 0x40, true, "037D7F3F"},
		{"in front of what follows", "0B7D3F07", "ugp.request.players", 0x40, true, "0B7D7F3F07"},
		{"everything goes", "0B7D7F3F07", "ugp.request.flags", 0x0b, false, "00"},
		{"teams stand between players and rules", "0B7D7F3F07", "ugp.request.flags", 4, true, "0F7D7F3F0F07"},
		{"what is set already brings nothing", "017D", "ugp.request.flags", 1, true, "017D"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(head + c.before)
			if err != nil {
				t.Fatal(err)
			}
			m := decoder.Decode(b, wire.Options{})
			i := m.Find(c.key, 0)
			got, err := edit.Switch(m, i, c.mask, c.on)
			if want := head + c.after; err != nil || fmt.Sprintf("%X", got) != want {
				t.Errorf("got %X, want %s (%v)", got, want, err)
			}
		})
	}
	if _, err := edit.Switch(decoder.Decode([]byte("\\basic\\"), wire.Options{}), 0, 1, true); err == nil {
		t.Error("a text has no bits, and nobody said so")
	}
}
