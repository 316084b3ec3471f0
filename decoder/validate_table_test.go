package decoder

import "testing"

// The answers to Epic's challenge in the table are those that the keys give,
// and the symbols name the games in the table's order.
func TestWookieTable(t *testing.T) {
	if len(validateSymbols.List) != len(games) {
		t.Fatalf("%d symbols for %d games", len(validateSymbols.List), len(games))
	}
	for i, g := range games {
		if got := string(appendValidate(nil, []byte(wookie), g.key)); got != g.wookie {
			t.Errorf("%s answers %s, the table says %s", g.game, got, g.wookie)
		}
		if s := validateSymbols.List[i]; s.Value != uint64(i+1) || s.Name != "the answer of "+g.game || s.Doc != g.title {
			t.Errorf("symbol %d of %s is %+v", i, g.game, s)
		}
	}
}
