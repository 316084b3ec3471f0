package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/wire/protocol"
	"fragscope/desktop/send"
	"fragscope/desktop/servers"
	"fragscope/desktop/settings"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

// A sendView builds a request, sends it, and shows what comes back.
type sendView struct {
	shell  *Shell
	draft  send.Draft
	rounds []*send.Round // the oldest first
	shown  *send.Round
	number int
	cancel context.CancelFunc // ends what is being sent, nil for nothing
	again  time.Time          // when the request is sent again, zero for never
	ticks  context.CancelFunc // ends looking whether that is now, nil when nobody does
	sent   *send.Round        // that was confirmed last: only it is sent again

	address  *ui.Entry
	protocol *ui.Select
	request  *ui.Select
	form     *sendForm
	hex      *ui.Entry
	hexWrong error // why what stands in hex is not what would be sent
	hexSaid  *widget.Label
	send     *ui.Button
	stop     *ui.Button
	watch    *ui.Select
	round    *ui.Select
	against  *ui.Select // what the round shown is compared with
	attempts *ui.Grid
	varying  *variation                     // what is still to be sent, nil for nothing
	typed    struct{ values, pause string } // the last of them
	changes  *ui.Grid
	list     []send.Difference

	inspector *ui.Inspector
	tabs      *container.AppTabs
	split     *ui.Split
	content   fyne.CanvasObject
}

// maxRounds bounds what is kept to be looked at and compared.
const maxRounds = 50

// watches are the choices of how often a request is sent again.
var watches = ui.Choices[time.Duration]{{"Once", 0}, {"Every second", time.Second}, {"Every 5 s", 5 * time.Second}, {"Every 30 s", 30 * time.Second}}

func newSendView(s *Shell) *sendView {
	v := &sendView{shell: s, inspector: ui.NewInspector()}
	v.address = ui.NewEntry("host:port")
	v.address.OnSubmitted = func(string) { v.start() }
	v.address.OnChanged = func(string) { v.address.SetWrong(nil) }
	var names []string
	for _, p := range send.Protocols() {
		names = append(names, p.String())
	}
	v.protocol = ui.NewSelect(names, "", nil)
	v.request = ui.NewSelect(nil, "", nil)
	v.form = newSendForm(v)
	v.hex = ui.NewLines("Bytes in hex, or any dump of a packet")
	v.hex.TextStyle = fyne.TextStyle{Monospace: true}
	v.hex.Wrapping = fyne.TextWrapWord
	v.hex.SetMinRowsVisible(3)
	v.hex.OnChanged = v.hexTyped
	v.hexSaid = widget.NewLabel("")
	v.hexSaid.Wrapping = fyne.TextWrapWord
	v.send = ui.NewIconButton("Send", theme.MailSendIcon(), v.start)
	v.send.Importance = widget.HighImportance
	v.stop = ui.NewIconButton("Stop", theme.MediaStopIcon(), v.end)
	v.stop.Disable()
	reset := ui.NewIconButton("Reset", theme.ContentUndoIcon(), func() { v.choose(v.draft.Protocol, v.draft.Request) })
	other := ui.NewIconButton("Other values…", theme.ListIcon(), s.try(v.askVary))
	v.watch = ui.NewSelect(watches.Names(), watches[0].Name, v.chooseWatch)

	left := container.NewBorder(
		container.NewVBox(
			container.NewBorder(nil, nil, widget.NewLabel("To"), nil, v.address),
			container.NewGridWithColumns(2, v.protocol, v.request),
			container.NewGridWithColumns(3, v.send, v.stop, v.watch),
			container.NewGridWithColumns(2, other, reset),
		),
		container.NewVBox(widget.NewSeparator(), v.hexSaid, v.hex), nil, nil,
		v.form.content,
	)
	v.round = ui.NewSelect(nil, "", v.pickRound)
	v.round.PlaceHolder = "Nothing was sent yet"
	v.changes = ui.NewTable(func() []send.Difference { return v.list }, changeFields...)
	v.changes.Empty = noRoundBefore
	v.changes.OnSelect = v.showChange
	v.against = ui.NewSelect(nil, comparedBefore, func(string) { v.compare() })
	v.attempts = ui.NewTable(func() []*send.Round { return v.rounds }, v.attemptFields()...)
	v.attempts.Empty = "Nothing was sent yet."
	v.attempts.OnSelect = func(row int) { v.showRound(v.rounds[row]) }
	v.tabs = container.NewAppTabs(container.NewTabItem("Replies", v.inspector),
		container.NewTabItem("Changes", container.NewBorder(v.against, nil, nil, nil, v.changes)), container.NewTabItem("Attempts", v.attempts))
	right := container.NewBorder(v.round, nil, nil, nil, ui.Themed(v.tabs))
	v.split = ui.NewHSplit(left, right)
	v.split.SetOffset(share(s.settings.Window, "send", 0.36))
	v.content = v.split

	v.choose(send.Protocols()[0], "")
	v.protocol.OnChanged = func(name string) {
		if p, ok := protocol.ByName(name); ok && p != v.draft.Protocol {
			v.choose(p, "")
		}
	}
	v.request.OnChanged = func(name string) {
		if name != v.draft.Request || v.draft.Edited {
			v.choose(v.draft.Protocol, name)
		}
	}
	return v
}

func (v *sendView) remember(w *settings.Window) { w.Splits["send"] = v.split.Offset }

func (v *sendView) close() { v.end() }

func (v *sendView) focus() {
	if v.address.Text == "" {
		v.shell.win.Canvas().Focus(v.address)
	}
}

// choose begins with a request.
func (v *sendView) choose(p decoder.Protocol, request string) {
	if err := v.draft.Choose(p, request); err != nil {
		v.shell.said.fail(err)
		return
	}
	v.form.renew()
	v.refresh(true)
}

// refresh shows the draft; withHex puts its bytes into the box as well.
func (v *sendView) refresh(withHex bool) {
	// The choices follow without choosing anything.
	v.protocol.Selected = v.draft.Protocol.String()
	v.protocol.Refresh()
	v.request.Options = decoder.Requests(v.draft.Protocol)
	v.request.Selected = v.draft.Request
	v.request.Refresh()
	v.form.show()
	if withHex {
		changed := v.hex.OnChanged
		v.hex.OnChanged = nil
		v.hex.SetText(v.draft.Hex())
		v.hex.OnChanged = changed
	}
	v.hexWrong = nil
	v.tell()
}

// fault returns what was typed and cannot be sent, and where.
func (v *sendView) fault() (*ui.Entry, error) {
	if v.hexWrong != nil {
		return v.hex, v.hexWrong
	}
	return v.form.fault()
}

// tell says what would be sent, or why it cannot be.
func (v *sendView) tell() {
	v.hex.SetWrong(v.hexWrong)
	if _, err := v.fault(); err != nil {
		v.hexSaid.Importance = widget.DangerImportance
		v.hexSaid.SetText(state.Sentence(state.Escape(err.Error())))
		return
	}
	text := state.Plural(len(v.draft.Bytes), "byte")
	if v.draft.Edited {
		text += ", edited"
	}
	if m := v.draft.Message; m != nil {
		for i := range m.Problems {
			text += ". " + m.Message(&m.Problems[i])
		}
	}
	v.hexSaid.Importance = widget.MediumImportance
	v.hexSaid.SetText(text)
}

// hexTyped reads the bytes that were typed.
func (v *sendView) hexTyped(text string) {
	if v.hexWrong = v.draft.SetText(text); v.hexWrong != nil {
		v.tell()
		return
	}
	v.form.renew()
	v.refresh(false)
}

// edit applies a change of a field and says why it cannot be.
func (v *sendView) edit(change func() error) {
	if err := change(); err != nil {
		v.shell.said.fail(err)
		v.form.show() // as it was
		return
	}
	v.shell.said.clear()
	v.refresh(true)
}

// start sends the draft.
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
		v.shell.said.fail(err)
		return false
	case wrong != nil:
		v.shell.said.fail(fmt.Errorf("not sent: %w", wrong))
		v.shell.win.Canvas().Focus(at)
		return false
	case len(v.draft.Bytes) == 0:
		v.shell.said.fail(errors.New("there is nothing to send: choose a request, or type its bytes"))
		return false
	}
	v.shell.said.clear()
	servers.HideHost(address)
	v.sent = &send.Round{Address: address, Protocol: v.draft.Protocol, Payload: v.draft.Bytes}
	return true
}

// sendRound sends what was confirmed, once. The address and the bytes in the
// form may be half typed.
func (v *sendView) sendRound() {
	if v.cancel != nil {
		v.cancel()
	}
	v.number++
	r := &send.Round{Number: v.number, Address: v.sent.Address, Protocol: v.sent.Protocol, Payload: v.sent.Payload, Value: v.sent.Value, Began: time.Now(), Running: true}
	v.rounds = append(v.rounds, r)
	if len(v.rounds) > maxRounds {
		v.rounds = slices.Delete(v.rounds, 0, 1)
	}
	ctx, cancel := context.WithCancel(v.shell.ctx)
	v.cancel = cancel
	v.showRound(r)
	v.stop.Enable()
	v.shell.working.Go(func() {
		err := v.shell.opts.Sender.Send(ctx, r.Address, r.Payload, func(d state.Datagram) {
			v.shell.post(func() { v.arrived(r, d) })
		})
		stopped := ctx.Err() != nil
		v.shell.post(func() { v.ended(r, err, stopped) })
		cancel()
	})
}

// arrived takes a datagram of a round.
func (v *sendView) arrived(r *send.Round, d state.Datagram) {
	if !r.Running {
		return
	}
	d = r.Take(d)
	v.shell.record([]state.Datagram{d})
	if v.shown == r {
		v.inspector.Append(d)
		if !d.Sent && len(r.Replies()) == 1 && d.Note == "" {
			v.inspector.Select(len(r.Datagrams)-1, -1)
		}
		v.nameRounds()
	}
}

// ended notes that nothing more comes.
func (v *sendView) ended(r *send.Round, err error, stopped bool) {
	r.Running, r.Err = false, err
	if v.shown == r {
		v.inspector.Settle()
		v.compare()
	}
	if n := len(v.rounds); v.rounds[n-1] == r {
		v.cancel = nil
		if v.again.IsZero() {
			v.stop.Disable()
		}
		switch replies := len(r.Replies()); {
		case err != nil:
			v.shell.said.fail(err)
		case stopped:
			v.shell.said.done("Stopped after %s.", state.Plural(replies, "reply"))
		default:
			v.shell.said.done("%s: %s, the last after %s.", v.shell.masked(r.Address), state.Plural(replies, "reply"), export.Duration(int64(r.After(len(r.Datagrams)-1))))
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
	if v.watch.Selected != watches[0].Name {
		v.watch.Selected = watches[0].Name
		v.watch.Refresh()
	}
	if v.cancel != nil {
		v.cancel()
		v.cancel = nil
	}
	v.stop.Disable()
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

// set shows an address and a protocol to send to.
func (v *sendView) set(address string, p decoder.Protocol) {
	v.address.SetText(address)
	if p != decoder.Unknown && slices.Contains(v.protocol.Options, p.String()) && p != v.draft.Protocol {
		v.choose(p, "")
	}
}

// sendTo opens the Send view for a server.
func (s *Shell) sendTo(server *servers.Server) {
	address := server.Address
	if server.Last != nil && server.Last.From.IsValid() {
		address = server.Last.From.String()
	}
	s.send.set(address, server.Protocol)
	s.Show(viewSend)
}

// sendSelected opens the Send view for the selected server, with the datagram
// that the inspector shows when it is a request.
func (s *Shell) sendSelected() {
	from := s.inspector()
	if server := s.servers.current(); server != nil && s.view() == viewServers {
		s.sendTo(server)
	}
	if m := from.State().Message(); m != nil && m.Info.Direction == decoder.Request && from != s.send.inspector {
		b := m.Data[m.Payload:]
		if end := m.Frame.End; end > m.Payload && end <= len(m.Data) {
			b = m.Data[m.Payload:end]
		}
		if err := s.send.draft.Set(slices.Clone(b)); err == nil {
			s.send.form.renew()
			s.send.refresh(true)
		}
	}
	s.Show(viewSend)
}
