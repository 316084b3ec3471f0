package shell

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/query"
	"fragscope/desktop/send"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

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

	address   *ui.Entry
	protocol  *ui.Select
	request   *ui.Select
	form      *sendForm
	hex       *ui.Entry
	hexWrong  error // why what stands in hex is not what would be sent
	hexSaid   *widget.Label
	send      *ui.Button
	stop      *ui.Button
	answer    *ui.Check // challenges are answered by the program
	watch     *ui.Select
	round     *ui.Select
	proof     *ui.Button       // answers the challenge of the round shown
	challenge *decoder.Message // what proof sends, nil for nothing
	right     *fyne.Container
	against   *ui.Select // what the round shown is compared with
	attempts  *ui.Grid
	varying   *variation                     // what is still to be sent, nil for nothing
	typed     struct{ values, pause string } // the last of them
	changes   *ui.Grid
	list      []send.Difference

	inspector *ui.Inspector
	tabs      *container.AppTabs
	split     *ui.Split
	content   fyne.CanvasObject
}

const maxRounds = 50

// watches are the choices of how often a request is sent again.
var watches = ui.Choices[time.Duration]{{"Once", 0}, {"Every second", time.Second}, {"Every 5 s", 5 * time.Second},
	{"Every 30 s", 30 * time.Second}}

func newSendView(s *Shell) *sendView {
	v := &sendView{shell: s, inspector: ui.NewInspector()}
	v.address = ui.NewEntry("host:port")
	v.address.OnSubmitted = func(string) { v.start() }
	v.address.OnChanged = v.addressTyped
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
	other := ui.NewIconButton("Try several values…", theme.ListIcon(), s.try(v.askVary))
	v.watch = ui.NewSelect(watches.Names(), watches[0].Name, v.chooseWatch)

	v.answer = ui.NewCheck("Answer challenges", true, nil)

	left := ui.NewBorder(
		container.NewVBox(
			ui.NewBorder(nil, nil, widget.NewLabel("To"), nil, v.address),
			container.NewGridWithColumns(2, v.protocol, v.request),
			container.NewGridWithColumns(3, v.send, v.stop, v.watch),
			container.NewGridWithColumns(2, other, reset),
			v.answer,
		),
		container.NewVBox(widget.NewSeparator(), v.hexSaid, v.hex), nil, nil,
		v.form.content,
	)
	v.round = ui.NewSelect(nil, "", v.pickRound)
	v.round.PlaceHolder = "Nothing sent yet"
	v.changes = ui.NewTable(func() []send.Difference { return v.list }, changeFields...)
	v.changes.Empty = noRoundBefore
	v.changes.OnSelect = func(row int) {
		if d := &v.list[row]; d.Kind != edit.Removed {
			v.inspector.Select(d.Datagram, d.Index)
		}
	}
	v.against = ui.NewSelect(nil, comparedBefore, func(string) { v.compare() })
	v.attempts = ui.NewTable(func() []*send.Round { return v.rounds }, v.attemptFields()...)
	v.attempts.Empty = "Nothing sent yet."
	v.attempts.OnSelect = func(row int) { v.showRound(v.rounds[row]) }
	v.tabs = container.NewAppTabs(container.NewTabItem("Replies", v.inspector),
		container.NewTabItem("Changes", ui.NewBorder(v.against, nil, nil, nil, v.changes)),
		container.NewTabItem("Attempts", v.attempts))
	v.proof = ui.NewIconButton("Answer the challenge", theme.MailReplyIcon(), func() {
		if m := v.challenge; m != nil {
			v.sendBytes(m.Data)
		}
	})
	v.proof.Importance = widget.HighImportance
	v.proof.Hide()
	v.right = ui.NewBorder(ui.NewBorder(nil, nil, nil, v.proof, v.round), nil, nil, nil, ui.Themed(v.tabs))
	v.split = ui.NewHSplit(left, v.right)
	v.split.SetOffset(share(s.settings.Window, "send", 0.36))
	v.content = v.split

	v.choose(send.Protocols()[0], "")
	v.protocol.OnChanged = func(name string) {
		if p, ok := decoder.ProtocolByName(name); ok && p != v.draft.Protocol {
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

func (v *sendView) choose(p decoder.Protocol, request string) {
	if err := v.draft.Choose(p, request); err != nil {
		v.shell.status.error(err)
		return
	}
	v.form.renew()
	v.refresh(true)
}

// refresh shows the draft; withHex puts its bytes into the box as well.
func (v *sendView) refresh(withHex bool) {
	// The choices follow without choosing anything.
	v.protocol.Choose(v.draft.Protocol.String())
	v.request.Options = decoder.Descriptor(v.draft.Protocol).Requests()
	v.request.Choose(v.draft.Request)
	v.form.show()
	if withHex {
		v.hex.Write(v.draft.Hex())
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
		v.shell.status.error(err)
		v.form.show() // as it was
		return
	}
	v.shell.status.clear()
	v.refresh(true)
}

func (v *sendView) set(address string, p decoder.Protocol) {
	v.address.SetText(address)
	v.speak(p)
}

// speak begins with the usual request of a protocol, unless the draft has another request of it already.
func (v *sendView) speak(p decoder.Protocol) {
	if p != decoder.Unknown && slices.Contains(v.protocol.Options, p.String()) && p != v.draft.Protocol {
		v.choose(p, "")
	}
}

// addressTyped has the form speak the protocol of a server in the list, unless its bytes were changed by hand.
func (v *sendView) addressTyped(text string) {
	v.address.SetWrong(nil)
	if v.draft.Edited || v.shell.servers == nil {
		return
	}
	if address, err := servers.ParseAddress(text); err == nil {
		if s := v.shell.servers.list.At(address); s != nil {
			v.speak(queriedBy(s))
		}
	}
}

// queriedBy returns the protocol by which a server is queried, as far as that is known.
func queriedBy(s *servers.Server) decoder.Protocol {
	if p, ok := query.PlanByName(s.Target().Plan); ok {
		return p.Protocol
	}
	return decoder.Unknown
}

func (s *Shell) sendTo(server *servers.Server) {
	address := server.Address
	if server.Last != nil && server.Last.From.IsValid() {
		address = server.Last.From.String()
	}
	s.send.set(address, queriedBy(server))
	s.Show(viewSend)
}

// sendSelected opens the Send view for the selected server, with the datagram
// that the inspector shows when it is a request.
func (s *Shell) sendSelected() {
	from := s.inspector()
	if server := s.servers.current(); server != nil && s.view() == viewServers {
		s.sendTo(server)
	}
	s.Show(viewSend)
	if m := from.State().Message(); m != nil && m.Info.Direction == decoder.Request && from != s.send.inspector {
		s.status.error(s.send.setBytes(m.PayloadBytes()))
	}
}

// sendPacket opens the Send view with the datagram that an inspector shows, and where it went or its server is.
func (s *Shell) sendPacket(from *ui.Inspector) {
	m := from.State().Message()
	if m == nil {
		return
	}
	if server := s.servers.current(); server != nil && s.view() == viewServers {
		s.sendTo(server)
	} else if r, ok := from.State().Source().Row(from.State().Current()); ok && from != s.send.inspector {
		at := r.Dst
		if r.Direction == decoder.Reply {
			at = r.Src
		}
		if at.IsValid() {
			s.send.address.SetText(at.String())
		}
	}
	s.Show(viewSend)
	s.status.error(s.send.setBytes(m.PayloadBytes()))
}

func (v *sendView) setBytes(b []byte) error {
	if err := v.draft.Set(slices.Clone(b)); err != nil {
		return err
	}
	v.form.renew()
	v.refresh(true)
	return nil
}

// sendAgainItems offers to send the request of the round shown again, with the value of the
// selected field of a reply in one of its fields.
func (v *sendView) sendAgainItems() []*fyne.MenuItem {
	value, ok := v.inspector.State().SelectedValue()
	r := v.shown
	if !ok || value == "" || r == nil || r.Running {
		return nil
	}
	draft := send.Draft{}
	if draft.Set(r.Payload) != nil {
		return nil
	}
	into := fyne.NewMenu("")
	for _, row := range draft.Rows() {
		d := send.Draft{}
		if row.Input == send.InputNone || row.Value == value || d.Set(r.Payload) != nil || d.Give(row, value) != nil {
			continue
		}
		into.Items = append(into.Items, fyne.NewMenuItem(state.Escape(row.Name), func() { v.sendBytes(d.Bytes) }))
	}
	if len(into.Items) == 0 {
		return nil
	}
	m := fyne.NewMenuItem("Send again with this as", nil)
	m.ChildMenu = into
	return []*fyne.MenuItem{m}
}
