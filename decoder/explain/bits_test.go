package explain_test

import (
	"testing"

	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// TestBitNames: the bits and parts of a field have names that tell them apart, and
// none that stands for something else of the field.
func TestBitNames(t *testing.T) {
	named := 0
	for _, e := range explain.Explanations() {
		if e.Field == nil {
			continue
		}
		seen := map[string]uint64{"length": 0}
		for b := range e.Field.Bits {
			name := string(wire.AppendBitName(nil, b.Name, b.Mask))
			if mask, taken := seen[name]; taken {
				t.Errorf("%s.%s is %#x and %#x", e.Name, name, mask, b.Mask)
			}
			seen[name] = b.Mask
			if got, ok := e.Field.Bit(name); !ok || got.Mask != b.Mask {
				t.Errorf("%s.%s is %#x, want %#x", e.Name, name, got.Mask, b.Mask)
			}
			named++
		}
	}
	if named < 100 {
		t.Errorf("%d bits have names", named)
	}
}
