package shell

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/export"
	"fragscope/desktop/send"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

// A request can be sent again and again with other values in one of its fields.

type variation struct {
	list  []send.Variant
	pause time.Duration
	all   int
}

func (v *sendView) askVary() error {
	if _, wrong := v.fault(); wrong != nil {
		return fmt.Errorf("not sent: %w", wrong)
	}
	var names []string
	var fields []int
	for _, r := range v.draft.Rows() {
		if r.Input != send.InputNone && r.Field >= 0 {
			names = append(names, fmt.Sprintf("%s (%s)", state.Escape(r.Name), state.Escape(r.Value)))
			fields = append(fields, r.Field)
		}
	}
	if len(names) == 0 {
		return errors.New("this request has no field that can be changed")
	}
	field := ui.NewSelect(names, names[0], nil)
	values := ui.NewLines("One per line or comma-separated; 3..7 means 3 to 7")
	values.SetMinRowsVisible(4)
	pause := ui.NewEntry("")
	values.Text, pause.Text = v.typed.values, cmp.Or(v.typed.pause, "200")
	said := widget.NewLabel(fmt.Sprintf("At least %d ms between requests to a remote host.", send.MinPause.Milliseconds()))
	said.Wrapping = fyne.TextWrapWord
	form := widget.NewForm(widget.NewFormItem("Field", field), widget.NewFormItem("Values", values),
		widget.NewFormItem("Pause", ui.NewBorder(nil, nil, nil, widget.NewLabel("ms"), pause)))
	d, _ := v.shell.decision("Try several values", "Send", "Cancel", container.NewVBox(form, said), func(yes bool) {
		v.typed.values, v.typed.pause = values.Text, pause.Text
		if yes {
			v.shell.status.error(v.vary(fields[max(0, slices.Index(names, field.Selected))], values.Text, pause.Text))
		}
	})
	v.shell.show(d, 480, 0)
	v.shell.win.Canvas().Focus(values)
	return nil
}

func (v *sendView) vary(field int, text, pause string) error {
	ms, err := strconv.Atoi(strings.TrimSpace(pause))
	if err != nil || ms < 0 || ms > 600_000 {
		return fmt.Errorf("pause: expected a number of milliseconds up to 600000, found %q", pause)
	}
	values, err := send.Values(text)
	if err != nil {
		return err
	}
	list, err := v.draft.Variants(field, values)
	if err != nil {
		return err
	}
	if !v.ready() {
		return nil // which was said
	}
	v.end()
	v.varying = &variation{list: list, pause: send.Pause(v.sent.Address, time.Duration(ms)*time.Millisecond),
		all: len(list)}
	v.tabs.SelectIndex(attemptsTab)
	v.nextVariant(v.varying)
	return nil
}

func (v *sendView) nextVariant(of *variation) {
	if v.varying != of || len(of.list) == 0 {
		return
	}
	next := of.list[0]
	of.list = of.list[1:]
	v.sent = &send.Round{Address: v.sent.Address, Protocol: v.sent.Protocol, Payload: next.Payload, Value: next.Value}
	v.sendRound()
}

func (v *sendView) varied() {
	of := v.varying
	switch {
	case of == nil:
	case len(of.list) == 0:
		v.varying = nil
		v.shell.status.success("Sent %s.", state.Plural(of.all, "request"))
	default:
		v.stop.Enable()
		v.shell.status.success("Sent %d of %s.", of.all-len(of.list), state.Plural(of.all, "request"))
		v.shell.later(of.pause, func() { v.nextVariant(of) })
	}
}

const attemptsTab = 2

func (v *sendView) attemptFields() []ui.Field[*send.Round] {
	number := func(n int) ui.Cell { return ui.Cell{Text: strconv.Itoa(n)} }
	return []ui.Field[*send.Round]{
		{Column: ui.Column{Title: "No.", Min: 4, Right: true}, Of: func(r *send.Round) ui.Cell { return number(r.Number) }},
		{Column: ui.Column{Title: "Time", Min: 9, Drop: 2}, Of: func(r *send.Round) ui.Cell {
			return ui.Cell{Text: r.Began.Format("15:04:05"), Tone: ui.ToneFaint, Order: float64(r.Began.UnixMicro())}
		}},
		ui.Text(ui.Column{Title: "Value", Min: 10, Share: 1, Tone: ui.ToneNote}, func(r *send.Round) string {
			return state.Escape(r.Value)
		}),
		{Column: ui.Column{Title: "Sent", Min: 6, Right: true, Drop: 3}, Of: func(r *send.Round) ui.Cell {
			return number(len(r.Payload))
		}},
		{Column: ui.Column{Title: "Replies", Min: 7, Right: true}, Of: func(r *send.Round) ui.Cell {
			return number(len(r.Replies()))
		}},
		{Column: ui.Column{Title: "Bytes", Min: 7, Right: true}, Of: func(r *send.Round) ui.Cell {
			n := 0
			for _, i := range r.Replies() {
				n += len(r.Datagrams[i].Data)
			}
			return number(n)
		}},
		{Column: ui.Column{Title: "First after", Min: 9, Right: true}, Of: func(r *send.Round) ui.Cell {
			if best := r.Best(); best >= 0 {
				return ui.Cell{Text: export.Duration(int64(r.After(best)))}
			}
			return ui.Cell{}
		}},
		{Column: ui.Column{Title: "Reply", Min: 14, Share: 1.5, Drop: 1}, Of: func(r *send.Round) ui.Cell {
			best := r.Best()
			switch {
			case best >= 0:
				return ui.Cell{Text: r.Messages[best].Info.Name}
			case r.Running:
				return ui.Cell{Text: "waiting…", Tone: ui.ToneFaint}
			case r.Err != nil:
				return ui.Cell{Text: state.Escape(r.Err.Error()), Tone: ui.ToneError}
			}
			return ui.Cell{Text: "no reply", Tone: ui.ToneWarning}
		}},
	}
}
