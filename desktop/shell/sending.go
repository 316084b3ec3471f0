package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/desktop/send"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

// How a request is sent, once or again and again, and its replies are taken.

func (v *sendView) start() {
	if v.ready() {
		v.varying = nil
		v.chooseWatch(v.watch.Selected)
		v.sendRound()
	}
}

// ready notes what is to be sent, or says why that cannot be.
func (v *sendView) ready() bool {
	address, err := servers.ParseAddress(v.address.Text)
	at, wrong := v.fault()
	switch {
	case err != nil:
		v.address.SetWrong(err)
		v.shell.status.error(err)
		return false
	case wrong != nil:
		v.shell.status.error(fmt.Errorf("not sent: %w", wrong))
		v.shell.win.Canvas().Focus(at)
		return false
	case len(v.draft.Bytes) == 0:
		v.shell.status.error(errors.New("there is nothing to send: choose a request, or type its bytes"))
		return false
	}
	v.shell.status.clear()
	hideHost(address)
	v.sent = &send.Round{Address: address, Protocol: v.draft.Protocol, Payload: v.draft.Bytes}
	return true
}

// sendRound sends what was confirmed, once. The address and the bytes in the form may be half typed.
func (v *sendView) sendRound() {
	if v.cancel != nil {
		v.cancel()
	}
	v.number++
	r := &send.Round{Number: v.number, Address: v.sent.Address, Protocol: v.sent.Protocol, Payload: v.sent.Payload,
		Value: v.sent.Value, Began: time.Now(), Running: true}
	v.rounds = append(v.rounds, r)
	if len(v.rounds) > maxRounds {
		v.rounds = slices.Delete(v.rounds, 0, 1)
	}
	ctx, cancel := context.WithCancel(v.shell.ctx)
	v.cancel = cancel
	v.showRound(r)
	v.stop.Enable()
	answer := v.answer.Checked
	v.shell.working.Go(func() {
		err := send.Exchange(ctx, v.shell.opts.Sender, r.Address, r.Protocol, r.Payload, answer, func(d state.Datagram) {
			v.shell.post(func() { v.arrived(r, d) })
		})
		stopped := ctx.Err() != nil
		v.shell.post(func() { v.ended(r, err, stopped) })
		cancel()
	})
}

func (v *sendView) arrived(r *send.Round, d state.Datagram) {
	if !r.Running {
		return
	}
	d = r.Take(d)
	v.shell.record([]state.Datagram{d})
	if v.shown == r {
		v.inspector.Append(d)
		if last := len(r.Datagrams) - 1; r.Best() == last {
			v.inspector.Select(last, -1)
		}
		v.nameRounds()
	}
}

func (v *sendView) ended(r *send.Round, err error, stopped bool) {
	r.Running, r.Err = false, err
	if v.shown == r {
		v.inspector.Settle()
		v.compare()
		v.offerChallenge()
	}
	if n := len(v.rounds); v.rounds[n-1] == r {
		v.cancel = nil
		if v.again.IsZero() {
			v.stop.Disable()
		}
		switch replies := len(r.Replies()); {
		case err != nil:
			v.shell.status.error(err)
		case stopped:
			v.shell.status.success("Stopped after %s.", state.Plural(replies, "reply"))
		default:
			v.shell.status.success("%s: %s, the last after %s.", v.shell.masked(r.Address), state.Plural(replies, "reply"),
				export.Duration(int64(r.After(len(r.Datagrams)-1))))
		}
	}
	v.nameRounds()
	if !stopped && v.rounds[len(v.rounds)-1] == r {
		v.varied()
	}
}

// end stops what is being sent, and does not send it again.
func (v *sendView) end() {
	v.never()
	v.varying = nil
	v.watch.Choose(watches[0].Name)
	if v.cancel != nil {
		v.cancel()
		v.cancel = nil
	}
	v.stop.Disable()
}

// offerChallenge offers to answer the challenge that the round shown ended with.
func (v *sendView) offerChallenge() {
	v.challenge = nil
	if r := v.shown; r != nil && !r.Running {
		m, name, value := r.Challenge()
		if v.challenge = m; m != nil {
			verb := "Send again"
			if m.Info.Name != r.Messages[0].Info.Name {
				verb = "Send " + m.Info.Name
			}
			v.proof.SetText(fmt.Sprintf("%s with %s %s", verb, strings.ToLower(name), value))
		}
	}
	ui.ShowIf(v.challenge != nil, v.proof)
	v.right.Refresh()
}

// sendBytes makes bytes the draft and sends them to where the round shown went.
func (v *sendView) sendBytes(b []byte) {
	if v.shown != nil {
		v.address.SetText(v.shown.Address)
	}
	if err := v.setBytes(b); err != nil {
		v.shell.status.error(err)
		return
	}
	v.start()
}

func (v *sendView) interval() time.Duration { return watches.Of(v.watch.Selected) }

// chooseWatch says how often the request is sent again, once it was sent.
func (v *sendView) chooseWatch(string) {
	every := v.interval()
	switch {
	case every == 0:
		v.never()
		if v.cancel == nil {
			v.stop.Disable()
		}
	case v.sent != nil:
		v.again = time.Now().Add(every)
		v.stop.Enable()
		if v.ticks == nil {
			ctx, cancel := context.WithCancel(v.shell.ctx)
			v.ticks = cancel
			v.shell.every(ctx, 200*time.Millisecond, v.tick)
		}
	}
}

// never has the request not sent again.
func (v *sendView) never() {
	v.again = time.Time{}
	if v.ticks != nil {
		v.ticks()
		v.ticks = nil
	}
}

// tick sends a watched request again when its time has come.
func (v *sendView) tick() {
	if v.again.IsZero() || time.Now().Before(v.again) {
		return
	}
	v.again = time.Now().Add(v.interval())
	if n := len(v.rounds); n > 0 && v.rounds[n-1].Running {
		return // the one before is not over
	}
	if v.sent != nil {
		v.sendRound()
	}
}
