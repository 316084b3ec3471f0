package shell

import (
	"slices"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/desktop/session"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

type details struct {
	shell  *Shell
	server *servers.Server
	shown  *servers.Answer // whose datagrams the inspector shows

	title     *widget.Label
	star      *ui.Button
	watch     *ui.Button
	newer     *ui.Button
	again     *ui.Button
	join      *ui.Button
	tabs      *container.AppTabs
	facts     *ui.Grid
	players   *ui.Grid
	rules     *ui.Grid
	teams     *ui.Grid
	events    *ui.Grid
	timeline  *ui.Chart
	field     *ui.FieldChart
	inspector *ui.Inspector
	packets   *container.TabItem
	content   fyne.CanvasObject

	names  []string // of the tabs
	head   *fyne.Container
	short  bool // the buttons are beside the tabs
	list   []fact
	latest []report.Event // the latest first
}

func newDetails(s *Shell) *details {
	d := &details{shell: s, inspector: ui.NewInspector(), timeline: ui.NewServerChart(), field: ui.NewFieldChart()}
	d.inspector.OnWatch = d.watchField
	d.field.OnStop = func() { delete(s.servers.followed, d.server) }
	d.title = widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	d.title.Truncation = fyne.TextTruncateEllipsis
	d.star = ui.NewIconButton("Favourite", ui.SignIcon(ui.StarEmpty), func() { s.servers.favourite() })
	d.watch = ui.NewIconButton("Watch", ui.SignIcon(ui.BellEmpty), func() { s.servers.watch() })
	d.newer = ui.NewIconButton("Newer reply", theme.DownloadIcon(), d.showNewer)
	d.newer.Importance = widget.HighImportance
	d.newer.Hide()
	d.again = ui.NewIconButton("Refresh", theme.ViewRefreshIcon(), func() { s.servers.refreshSelected() })

	d.join = ui.NewIconButton("Join", theme.LoginIcon(), func() { s.servers.joinNow() })

	d.facts = ui.NewTable(func() []fact { return d.list },
		ui.Text(ui.Column{Title: "Field", Min: 17, Tone: ui.ToneFaint}, func(f fact) string { return f.Name }),
		ui.Field[fact]{Column: ui.Column{Title: "Value", Min: 20, Share: 1}, Of: func(f fact) ui.Cell {
			return ui.Cell{Text: f.Value, Tone: map[string]ui.Tone{"Error": ui.ToneError, "Warning": ui.ToneWarning}[f.Name]}
		}})
	d.facts.OnCopy = func(row int) string { return d.list[row].Value }
	d.facts.Empty = "Select a server to see its players, rules and packets."
	d.facts.Unsorted()
	d.players = ui.NewTable(func() []wire.Player { return d.server.Known().PlayerList }, d.playerFields()...)
	d.players.SetOrder("-Score")
	d.players.Empty = "No players reported."
	d.players.OnMenu = d.playerMenu
	d.rules = ui.NewTable(func() []wire.Rule { return d.server.Known().Rules },
		ui.Text(ui.Column{Title: "Rule", Min: 14, Share: 1}, func(r wire.Rule) string { return visible(r.Key) }),
		ui.Text(ui.Column{Title: "Value", Min: 16, Share: 1.5}, func(r wire.Rule) string { return visible(r.Value) }),
		ui.Field[wire.Rule]{Column: ui.Column{Title: "Meaning", Min: 12, Share: 1, Drop: 1},
			Of: func(r wire.Rule) ui.Cell {
				if k := decoder.LookupKey(d.server.Known().Protocol, r.Key); k != nil {
					return ui.Cell{Text: k.Name, Tone: ui.ToneFaint}
				}
				return ui.Cell{}
			}})
	d.rules.Empty = "No rules reported."
	d.rules.OnCopy = func(row int) string {
		r := d.server.Known().Rules[row]
		return state.HideText(r.Key + "=" + r.Value)
	}
	d.teams = ui.NewTable(func() []wire.Team { return d.server.Known().Teams }, teamFields...)
	d.teams.Empty = "No teams reported."
	d.events = ui.NewTable(func() []report.Event { return d.latest },
		ui.Field[report.Event]{Column: ui.Column{Title: "Time", Min: 9}, Of: func(e report.Event) ui.Cell {
			return ui.Cell{Text: time.Unix(0, e.Time).Format("15:04:05"), Tone: ui.ToneFaint, Order: float64(e.Time / 1000)}
		}},
		ui.Field[report.Event]{Column: ui.Column{Title: "Event", Min: 20, Share: 1}, Of: func(e report.Event) ui.Cell {
			return ui.Cell{Text: state.HideText(export.EventText(&e)), Tone: eventTones[e.Kind]}
		}})
	d.events.Empty = "No events yet. Refresh the server, or choose how often it is refreshed."

	d.packets = container.NewTabItem("Packets", container.New(cramped{}, d.inspector))
	d.tabs = container.NewAppTabs(
		container.NewTabItem("About", d.facts),
		container.NewTabItem("Players", d.players),
		container.NewTabItem("Rules", d.rules),
		container.NewTabItem("Teams", d.teams),
		container.NewTabItem("Timeline",
			container.New(cramped{}, ui.NewVSplit(container.NewGridWithColumns(1, d.timeline, d.field.Content), d.events))),
		d.packets,
	)
	for _, t := range d.tabs.Items {
		d.names = append(d.names, t.Text)
	}
	d.head = ui.NewBorder(nil, nil, nil, container.NewHBox(d.newer, d.join, d.star, d.watch, d.again), d.title)
	d.content = container.New(d, d.head, ui.Themed(d.tabs))
	return d
}

// timelineTab is the place of the timeline among the tabs.
const timelineTab = 4

func (d *details) tables() map[string]*ui.Grid {
	return map[string]*ui.Grid{"about": d.facts, "players": d.players, "rules": d.rules, "teams": d.teams,
		"events": d.events}
}

// cramped lets what is in it be less high than it would like to be: in a small window the list needs the room.
type cramped struct{}

func (cramped) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	layout.NewStackLayout().Layout(objects, size)
}

func (cramped) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width, 125)
}

func (d *details) show(s *servers.Server) {
	other := d.server != s
	d.server = s
	d.latest = slices.Clone(s.Events)
	slices.Reverse(d.latest)
	const named, letter = 19, 0.56 // characters of the names, width of one in sizes of text
	d.list = factsOf(s, max(50, int(d.facts.Size().Width/(letter*theme.TextSize()))-named))
	for i := range d.list {
		d.list[i].Value = state.HideText(d.list[i].Value)
	}
	title := visible(s.Title())
	if s.Name != "" {
		title += "   " + d.shell.masked(s.Address)
	}
	d.title.SetText(title)
	d.star.SetIcon(ui.SignIcon(map[bool]string{true: ui.Star, false: ui.StarEmpty}[s.Favourite]))
	d.watch.SetIcon(ui.SignIcon(map[bool]string{true: ui.Bell, false: ui.BellEmpty}[s.Watch]))
	d.label()
	st := d.server.Known()
	for i, n := range []int{0, len(st.PlayerList), len(st.Rules), len(st.Teams), len(s.Events)} {
		d.tabs.Items[i].Text = counted(d.names[i], n)
	}
	for _, g := range []*ui.Grid{d.facts, d.players, d.rules, d.teams, d.events} {
		if other {
			g.Select(-1)
		}
		g.Update()
	}
	d.timeline.SetSamples(s.Samples)
	d.field.Show(d.shell.servers.followed[s], time.Local)
	// What a person looks at byte by byte stays until they want the newer one.
	if d.shown == s.Last || s.Last == nil && !other {
		d.tabs.Refresh()
		return
	}
	if !other && d.shown != nil && d.tabs.Selected() == d.packets {
		d.newer.Show()
		d.tabs.Refresh()
		return
	}
	d.take()
	d.tabs.Refresh()
}

func (d *details) clear() {
	if d.server == nil {
		return
	}
	d.server, d.shown, d.list, d.latest = nil, nil, nil, nil
	d.newer.Hide()
	d.title.SetText("")
	d.star.SetIcon(ui.SignIcon(ui.StarEmpty))
	d.watch.SetIcon(ui.SignIcon(ui.BellEmpty))
	for i, name := range d.names {
		d.tabs.Items[i].Text = name
	}
	for _, g := range d.tables() {
		g.Select(-1)
		g.Update()
	}
	d.timeline.SetSamples(nil)
	d.field.Show(nil, nil)
	d.inspector.SetDatagrams(nil)
	d.label()
	d.tabs.Refresh()
}

// take puts the datagrams of the last answer into the inspector.
func (d *details) take() {
	d.newer.Hide()
	d.shown = d.server.Last
	if d.shown == nil {
		d.inspector.SetDatagrams(nil)
		d.packets.Text = d.names[len(d.names)-1]
		return
	}
	list := session.Datagrams(d.shown.Session)
	d.inspector.SetDatagrams(list)
	d.inspector.Select(toLookAt(list), -1)
	d.packets.Text = counted("Packets", len(d.shown.Session))
}

// watchField shows a value of the server's replies over time, from what is shown on.
func (d *details) watchField(w state.Watch) {
	if d.server == nil {
		return
	}
	v, series := d.shell.servers, &state.Series{Watch: w}
	v.followed[d.server] = series
	if d.shown != nil {
		series.AddReplies(session.Datagrams(d.shown.Session))
	}
	d.field.Show(series, time.Local)
	d.tabs.SelectIndex(timelineTab)
	d.shell.status.success("Watching %s of %s: queried every %s.", w.Name, titled([]*servers.Server{d.server}),
		export.Duration(int64(v.fieldEvery())))
}

// toLookAt returns which datagram one looks for first: an early reply that says something about the server.
func toLookAt(session []state.Datagram) int {
	first := 0
	for i := range session[:min(len(session), 32)] {
		if session[i].Sent {
			continue
		}
		if decoder.StatusOf(session[i].Decode()) != nil {
			return i
		}
		if session[first].Sent {
			first = i
		}
	}
	return first
}

// label has the buttons say what they do: with icons alone where they are beside the tabs.
func (d *details) label() {
	d.star.SetLabel("Favourite", d.short)
	d.watch.SetLabel(map[bool]string{true: "Watched", false: "Watch"}[d.server != nil && d.server.Watch], d.short)
	d.again.SetLabel("Refresh", d.short)
	d.join.SetLabel("Join", d.short)
	ui.EnableIf(d.server != nil, d.star, d.watch, d.again)
	ui.EnableIf(d.server != nil && d.server.Where().IsValid(), d.join)
	ui.ShowIf(!d.short, d.title)
	d.head.Refresh() // for the width of the buttons
}

// shortBelow is the height below which the buttons are beside the tabs, not above
// them, and the title is left to the list.
const shortBelow = 370

// Layout implements fyne.Layout, for the tabs and what is above them.
func (d *details) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if short := size.Height < shortBelow; short != d.short {
		d.short = short
		d.label()
	}
	head, tabs := objects[0], objects[1]
	least := head.MinSize()
	if d.short {
		tabs.Move(fyne.Position{})
		tabs.Resize(size)
		head.Move(fyne.NewPos(size.Width-least.Width, 0))
		head.Resize(least)
		return
	}
	head.Move(fyne.Position{})
	head.Resize(fyne.NewSize(size.Width, least.Height))
	tabs.Move(fyne.NewPos(0, least.Height+theme.Padding()))
	tabs.Resize(size.SubtractWidthHeight(0, least.Height+theme.Padding()))
}

func (d *details) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(objects[1].MinSize())
}

func (d *details) showNewer() {
	if d.server != nil && d.shown != d.server.Last {
		d.take()
		d.tabs.Refresh()
	}
}

func counted(name string, n int) string {
	if n == 0 {
		return name
	}
	return name + " " + export.Grouped(n)
}

func (d *details) playerFields() []ui.Field[wire.Player] {
	return append([]ui.Field[wire.Player]{
		{Column: ui.Column{Title: "Player", Min: 16, Share: 2}, Of: func(p wire.Player) ui.Cell {
			if d.shell.settings.Watches(p.Name.Value) {
				return ui.Cell{Text: visible(p.Name.Value), Tone: ui.ToneNote}
			}
			return ui.Cell{Text: visible(p.Name.Value)}
		}},
	}, playerFields...)
}

var playerFields = []ui.Field[wire.Player]{
	ui.Text(ui.Column{Title: "Score", Min: 7, Right: true, Down: true}, func(p wire.Player) string {
		return p.Score.String()
	}),
	ui.Text(ui.Column{Title: "Ping", Min: 6, Right: true}, func(p wire.Player) string { return p.Ping.String() }),
	ui.Text(ui.Column{Title: "Team", Min: 6, Right: true}, func(p wire.Player) string { return p.Team.String() }),
	ui.Text(ui.Column{Title: "ID", Min: 6, Right: true, Drop: 2, Tone: ui.ToneFaint}, func(p wire.Player) string {
		return p.ID.String()
	}),
	ui.Text(ui.Column{Title: "More", Min: 10, Share: 2, Drop: 1, Tone: ui.ToneFaint}, func(p wire.Player) string {
		return pairs(p.Extra)
	}),
}

var teamFields = []ui.Field[wire.Team]{
	ui.Text(ui.Column{Title: "Team", Min: 14, Share: 1}, func(t wire.Team) string { return visible(t.Name.Value) }),
	ui.Text(ui.Column{Title: "Score", Min: 7, Right: true}, func(t wire.Team) string { return t.Score.String() }),
	ui.Text(ui.Column{Title: "Players", Min: 8, Right: true}, func(t wire.Team) string { return t.Size.String() }),
	ui.Text(ui.Column{Title: "ID", Min: 6, Right: true, Tone: ui.ToneFaint}, func(t wire.Team) string {
		return t.ID.String()
	}),
}

var eventTones = map[report.EventKind]ui.Tone{report.EventSilent: ui.ToneError, report.EventMap: ui.ToneNote,
	report.EventAnswering: ui.ToneNote}

func pairs(list []wire.Rule) string {
	s := ""
	for i, r := range list {
		if i > 0 {
			s += ", "
		}
		if s += visible(r.Key) + " " + visible(r.Value); len(s) > 400 {
			break
		}
	}
	return s
}
