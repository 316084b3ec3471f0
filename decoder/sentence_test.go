package decoder_test

import (
	"strings"
	"testing"

	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// TestGeneral reads the sentences of all problems without a packet: nothing of
// a placeholder may be left in them.
func TestGeneral(t *testing.T) {
	message, _ := wire.ProblemCut.General()
	if want := "A field needs … bytes, but the datagram ends after …."; message != want {
		t.Errorf("got %q, want %q", message, want)
	}
	n := 0
	for _, e := range explain.Explanations() {
		if e.Problem == nil {
			continue
		}
		n++
		message, advice := e.Problem.General()
		if message == "" || strings.ContainsAny(message+advice, "{|}") {
			t.Errorf("%s: %q, %q", e.Name, message, advice)
		}
	}
	if n < 50 {
		t.Errorf("only %d problems are explained", n)
	}
}
