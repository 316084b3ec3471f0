package keys_test

import (
	"testing"

	"fragscope/decoder/keys"
)

// The answers to Epic's challenge in the table are those that the keys give,
// and the symbols name the games in the table's order.
func TestEpicChallengeTable(t *testing.T) {
	if len(keys.ValidateSymbols.List) != len(keys.List) {
		t.Fatalf("%d symbols for %d games", len(keys.ValidateSymbols.List), len(keys.List))
	}
	for i, g := range keys.List {
		if got := string(keys.AppendValidate(nil, []byte(keys.EpicChallenge), g.Key)); got != g.EpicAnswer {
			t.Errorf("%s answers %s, the table says %s", g.Game, got, g.EpicAnswer)
		}
		if s := keys.ValidateSymbols.List[i]; s.Value != uint64(i+1) || s.Name != "the answer of "+g.Game ||
			s.Doc != g.Title {
			t.Errorf("symbol %d of %s is %+v", i, g.Game, s)
		}
	}
}
