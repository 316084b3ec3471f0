package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/decoder/edit"
	"fragscope/desktop/send"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

// What was sent before, and what the replies have differently.

func roundName(r *send.Round) string {
	s := fmt.Sprintf("%d. %s: ", r.Number, r.Began.Format("15:04:05"))
	if r.Value != "" {
		s += state.Escape(r.Value) + ": "
	}
	replies := r.Replies()
	switch {
	case r.Running && len(replies) == 0:
		return s + "waiting…"
	case len(replies) == 0:
		return s + "no reply"
	}
	return s + state.Plural(len(replies), "reply") + ", " + export.Duration(int64(r.After(r.Best())))
}

func (v *sendView) nameRounds() {
	names := make([]string, 0, len(v.rounds))
	for _, r := range slices.Backward(v.rounds) {
		names = append(names, roundName(r))
		if r == v.shown {
			v.round.Selected = names[len(names)-1]
		}
	}
	v.round.Options = names
	v.round.Refresh()
	with := v.compared() // its name may be another
	v.against.Options, v.against.Selected = append([]string{comparedBefore}, names...), comparedBefore
	if i := slices.Index(v.rounds, with); i >= 0 {
		v.against.Selected = names[len(names)-1-i]
	}
	v.against.Refresh()
	v.attempts.Update()
	v.attempts.Select(slices.Index(v.rounds, v.shown))
	v.tabs.Items[attemptsTab].Text = counted("Attempts", len(v.rounds))
	v.tabs.Refresh()
}

// comparedBefore is the choice to compare with the round before, see previous.
const comparedBefore = "Compared with the attempt before"

// compared returns the round that was chosen to compare with, nil for none.
func (v *sendView) compared() *send.Round {
	number, _, _ := strings.Cut(v.against.Selected, ".")
	for _, r := range v.rounds {
		if strconv.Itoa(r.Number) == number {
			return r
		}
	}
	return nil
}

func (v *sendView) pickRound(name string) {
	i := slices.Index(v.round.Options, name)
	if n := len(v.rounds); i >= 0 && i < n && v.rounds[n-1-i] != v.shown {
		v.showRound(v.rounds[n-1-i])
	}
}

func (v *sendView) showRound(r *send.Round) {
	v.shown = r
	v.inspector.SetDatagrams(slices.Clone(r.Datagrams))
	if best := r.Best(); best >= 0 {
		v.inspector.Select(best, -1)
	}
	v.compare()
	v.nameRounds()
	v.offerChallenge()
}

// previous returns the latest answered round before r that sent the same to the same
// address, or else anything; nil when there is none.
func (v *sendView) previous(r *send.Round) (any *send.Round) {
	for _, p := range slices.Backward(v.rounds[:slices.Index(v.rounds, r)]) {
		switch {
		case p.Address != r.Address || len(p.Replies()) == 0:
		case string(p.Payload) == string(r.Payload):
			return p
		case any == nil:
			any = p
		}
	}
	return any
}

// noRoundBefore is shown in place of the changes while there is one round.
const noRoundBefore = "Send again to see what changed in the replies."

// compare says what the round shown has differently from the one that was chosen, or else the one before.
func (v *sendView) compare() {
	v.list = nil
	v.changes.Empty = noRoundBefore
	if v.shown == nil {
		return
	}
	p := v.compared()
	if p == nil {
		p = v.previous(v.shown)
	}
	if p != nil && !v.shown.Running {
		v.list = send.Compare(p, v.shown)
		v.changes.Empty = fmt.Sprintf("No changes from attempt %d.", p.Number)
	}
	v.tabs.Items[1].Text = counted("Changes", len(v.list))
	v.tabs.Refresh()
	v.changes.Select(-1)
	v.changes.Update()
}

var changeFields = []ui.Field[send.Difference]{
	ui.Text(ui.Column{Title: "Field", Min: 14, Share: 1.5}, func(d send.Difference) string { return d.Field }),
	ui.Text(ui.Column{Title: "Before", Min: 10, Share: 1, Tone: ui.ToneFaint}, func(d send.Difference) string {
		return d.Before
	}),
	{Column: ui.Column{Title: "Now", Min: 10, Share: 1}, Of: func(d send.Difference) ui.Cell {
		if d.Kind == edit.Removed {
			return ui.Cell{Text: "removed", Tone: ui.ToneWarning}
		}
		return ui.Cell{Text: d.After, Tone: ui.ToneNote}
	}},
	ui.Text(ui.Column{Title: "Reply", Min: 10, Share: 0.6, Drop: 1, Tone: ui.ToneFaint}, func(d send.Difference) string {
		return d.Message
	}),
}
