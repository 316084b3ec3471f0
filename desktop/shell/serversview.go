package shell

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/desktop/settings"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"
)

type serversView struct {
	shell  *Shell
	list   *servers.List
	poller *servers.Poller
	demo   func() // ends the sample servers

	address  *ui.Entry
	game     *ui.Select
	source   *ui.ChoiceBar
	filter   *ui.Entry
	applied  servers.Filter // the last that was one
	refresh  *ui.Select
	count    *widget.Label
	progress *widget.ProgressBar
	stop     *ui.Button
	grid     *ui.Grid
	fields   []ui.Field[*servers.Server]
	cards    *dashboard
	details  *details
	split    *ui.Split
	offsets  map[bool]float64 // of the split, by whether the window is wide
	arranged float64          // offset that was not chosen by the user
	content  fyne.CanvasObject
	bar      *fyne.Container // above the list
	sampled  *fyne.Container // says that there are sample servers in the list
	typed    map[string]bool // addresses that were entered and have not answered yet

	selected  string                            // address
	picked    map[string]bool                   // addresses of all that are selected
	anchor    string                            // address that a range begins at
	most      int                               // servers that were queried at the same time since none was
	searching int                               // searches that are going on
	dirty     bool                              // the grid has to be drawn again
	written   time.Time                         // when what servers were like was saved
	removed   []*servers.Server                 // last
	followed  map[*servers.Server]*state.Series // values of a field of its replies
	wanted    string                            // address to be selected when it comes
}

// refreshes are the choices of how often servers are queried, in seconds.
var refreshes = ui.Choices[int]{{"Manual", 0}, {"Every 5 s", 5}, {"Every 10 s", 10}, {"Every 30 s", 30},
	{"Every minute", 60}, {"Every 5 min", 300}}

func newServersView(s *Shell) *serversView {
	v := &serversView{shell: s, list: servers.NewList(), picked: map[string]bool{}, typed: map[string]bool{},
		followed: map[*servers.Server]*state.Series{}}
	v.poller = servers.NewPoller(s.opts.Querier, servers.Parallel, s.post, v.answered)
	v.restoreSaved()
	v.list.AddHistory(s.history, time.Now())
	s.history = servers.History{}

	v.address = ui.NewEntry("Address, join link, list, or packet in hex")
	v.address.OnPaste = func(text string) bool {
		several := strings.Contains(strings.TrimSpace(text), "\n") // which the line cannot show
		if several {
			s.status.error(s.anything(text))
		}
		return several
	}
	v.address.OnSubmitted = func(string) { v.queryTyped() }
	v.address.OnChanged = func(string) { v.address.SetWrong(nil) }
	v.game = ui.NewSelect(games.Names(), games[0].Name, nil)
	ask := ui.NewIconButton("Query", theme.MailSendIcon(), v.queryTyped)
	ask.Importance = widget.HighImportance
	again := ui.NewIconButton("Refresh", theme.ViewRefreshIcon(), v.refreshAll)
	lan := ui.NewIconButton("LAN", theme.SearchIcon(), v.discover)
	master := ui.NewIconButton("Master…", theme.ListIcon(), v.chooseMaster)
	v.stop = ui.NewIconButton("Stop", theme.MediaStopIcon(), v.cancel)
	v.stop.Disable()

	v.source = ui.NewChoiceBar(origins.Names(), func(string) { v.show() })
	v.filter = ui.NewEntry("Filter: words, map contains dm, ping < 100")
	v.filter.OnChanged = func(string) { v.show() }
	v.filter.OnEscape = func() { v.filter.SetText("") }
	v.refresh = ui.NewSelect(refreshes.Names(), s.refreshName(), v.chooseRefresh)
	v.count = widget.NewLabel("")
	progress, shown := ui.NewProgressBar() // in the place of the count: what is below stays where it is
	v.progress = progress
	v.progress.TextFormatter = func() string { return v.count.Text }
	v.progress.Hide()

	v.fields = v.serverFields()
	v.grid = ui.NewTable(v.list.Rows, v.fields...)
	v.grid.Empty = noServers[servers.FromAnywhere]
	v.grid.SetColumns(usualColumns)
	if names := s.settings.Window.Columns["servers"]; len(names) > 0 {
		v.grid.SetColumns(names)
	}
	v.grid.OnColumns = func() { v.shell.settings.Window.Columns = map[string][]string{"servers": v.grid.Columns()} }
	v.grid.OnSelect = func(row int) { v.choose(v.list.Rows()[row].Address) }
	v.grid.OnOpen = func(int) { v.refreshSelected() }
	v.grid.OnTwice = func(int) { v.joinNow() }
	v.grid.OnSort = func(by string, down bool) {
		v.list.Sort(by, down)
		v.draw()
	}
	v.grid.OnPoint = func(on bool) {
		v.list.Hold(on)
		v.update()
	}
	v.grid.OnMenu = v.menu
	v.grid.OnKey = v.key
	v.grid.OnCopy = func(int) string { return v.addresses(v.shell.masked) }
	v.grid.OnPick, v.grid.OnCell = v.pick, v.clicked
	v.grid.Picked = func(row int) bool { return v.picked[v.list.Rows()[row].Address] }
	v.grid.SetSorted(servers.ByPlayers, true)
	v.details = newDetails(s)
	v.cards = newDashboard(v)

	v.sampled = container.NewHBox(widget.NewLabel("Sample servers on this machine"),
		ui.NewButton("Remove", v.startSamples), ui.NewButton("Find real ones", v.chooseMaster))
	v.sampled.Hide()
	v.bar = container.NewVBox(
		ui.NewBorder(nil, nil, nil, container.NewHBox(v.game, ask, again, lan, master, v.stop), v.address),
		ui.NewBorder(nil, nil, container.NewHBox(v.source, v.refresh),
			container.NewHBox(v.cards.table, container.New(&steady{}, v.count, shown)), v.filter),
		v.sampled,
	)
	v.split = ui.NewVSplit(container.NewStack(v.grid, v.cards.cards), v.details.content)
	v.offsets = map[bool]float64{false: share(s.settings.Window, "servers", roomy),
		true: share(s.settings.Window, "servers-wide", 0.45)}
	v.split.SetOffset(v.offsets[false])
	v.arranged = roomy
	below := container.New(v, v.split)
	v.details.tabs.OnSelected = func(*container.TabItem) {
		v.details.showNewer()
		below.Refresh()
	}
	v.content = ui.NewBorder(v.bar, nil, nil, nil, below)
	v.source.SetSelected(origins[0].Name)
	return v
}

func share(w settings.Window, name string, otherwise float64) float64 {
	if v, ok := w.Splits[name]; ok {
		return v
	}
	return otherwise
}

func (v *serversView) remember(w *settings.Window) {
	v.offsets[v.split.Horizontal] = v.split.Offset
	if v.offsets[false] == v.arranged {
		v.offsets[false] = roomy
	}
	w.Splits["servers"], w.Splits["servers-wide"] = v.offsets[false], v.offsets[true]
}

// wide is the width from which on the list is beside the details, not above.
const wide = 1500

// roomy is the share of the list above the details; in a low window it has room for eight servers, up to half.
const (
	low     = 560
	roomy   = 0.42
	crowded = 0.54
	fewest  = 8

	fewestBeside = 3 // with packets below
)

// usual returns the share of the list above the details in a window that nobody arranged.
func (v *serversView) usual(height float32) float64 {
	if height >= low {
		return roomy
	}
	rows := fewest
	if v.details.tabs.Selected() == v.details.packets { // fields and bytes need the room
		rows = fewestBeside
	}
	return min(crowded, float64(v.grid.HeightFor(rows)/v.split.Room(height)))
}

// Layout implements fyne.Layout, for list and details.
func (v *serversView) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if on := size.Width >= wide; on != v.split.Horizontal {
		v.offsets[v.split.Horizontal] = v.split.Offset
		v.split.Horizontal, v.split.Offset = on, v.offsets[on]
		v.split.Refresh()
	}
	v.split.Move(fyne.Position{})
	v.split.Resize(size)
	if want := v.usual(size.Height); !v.split.Horizontal && v.split.Offset == v.arranged && want != v.arranged {
		v.arranged = want
		v.split.SetOffset(want)
		v.grid.Reveal()
	}
}

func (v *serversView) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(v.grid.MinSize().Width, v.details.content.MinSize().Width),
		v.grid.MinSize().Height+v.details.content.MinSize().Height)
}

func (v *serversView) close() {
	v.poller.Close()
	if v.demo != nil {
		v.demo()
	}
}

// start queries the favourites; without any server it starts the samples.
func (v *serversView) start(samples bool) {
	for _, e := range v.shell.saved.Entries {
		if e.Favourite {
			v.query(v.list.Find(e.Address))
		}
	}
	if samples && len(v.shell.saved.Entries) == 0 {
		v.startSamples()
	}
	v.draw()
}

func (v *serversView) startSamples() {
	if v.demo != nil {
		v.demo()
		v.demo = nil
		v.sampled.Hide()
		v.content.Refresh()
		v.list.RemoveFrom(servers.FromSamples)
		v.gone()
		v.update()
		return
	}
	if v.shell.opts.Demo == nil {
		return
	}
	targets, stop, err := v.shell.opts.Demo(context.Background())
	if err != nil {
		v.shell.status.error(fmt.Errorf("the sample servers did not start: %w", err))
		return
	}
	v.demo = stop
	v.sampled.Show()
	v.content.Refresh()
	for _, t := range targets {
		v.query(v.add(t, servers.FromSamples))
	}
	v.shell.status.info("These servers are samples on this machine. Type an address above to query a server of yours.")
	if len(targets) > 0 && v.selected == "" {
		v.wanted = targets[0].Address
	}
	v.update()
}

func (v *serversView) restoreSaved() {
	for _, e := range v.shell.saved.Entries {
		from := servers.FromHistory
		if e.Favourite {
			from |= servers.FromFavourites
		}
		if s := v.add(servers.Target{Address: e.Address, Plan: e.Plan}, from); s != nil {
			s.Entry = e
		}
	}
	v.list.Changed()
}

func (v *serversView) keep(s *servers.Server) {
	v.shell.saved.Put(s.Entry)
	s.From |= servers.FromHistory
	s.From &^= servers.FromFavourites
	if s.Favourite {
		s.From |= servers.FromFavourites
	}
	v.list.Changed()
	v.shell.saveServers()
}

func (v *serversView) draw() {
	v.dirty = false
	rows := v.list.Rows()
	if s := v.list.Find(v.wanted); s != nil && s.Answered() {
		v.wanted = ""
		v.choose(s.Address)
	}
	v.grid.Select(slices.IndexFunc(rows, func(s *servers.Server) bool { return s.Address == v.selected }))
	v.grid.Update()
	players, answers, queried, recalled := int64(0), 0, 0, 0
	for _, s := range rows {
		if s.Last != nil {
			queried++
		}
		if s.Restored() {
			recalled++
		}
		if s.Answered() {
			answers++
			if n, _ := s.Players(); n > 0 && n < 1<<20 {
				players += n
			}
		}
	}
	text := fmt.Sprintf("%s, %s answered, %s", state.Plural(len(rows), "server"), export.Grouped(answers),
		state.Plural(int(players), "player"))
	if queried < len(rows) {
		text = fmt.Sprintf("%s, %s of %s queried answered, %s", state.Plural(len(rows), "server"), export.Grouped(answers),
			export.Grouped(queried), state.Plural(int(players), "player"))
	}
	if recalled > 0 {
		text += fmt.Sprintf(", %s as last known", export.Grouped(recalled))
	}
	if n := len(v.chosen()); n > 1 {
		text = fmt.Sprintf("%s selected · %s", export.Grouped(n), text)
	}
	n := v.poller.Querying()
	if n > 0 {
		text = fmt.Sprintf("querying %s of %s…", export.Grouped(n), export.Grouped(len(rows)))
	}
	if v.most = max(v.most, n); n == 0 {
		v.most = 0
	}
	v.count.SetText(text)
	v.label()
	v.cards.draw()
	v.progress.SetValue(1 - float64(n)/float64(max(1, v.most)))
	ui.ShowIf(v.most > fewQueried, v.progress)
	ui.ShowIf(v.most <= fewQueried, v.count)
	ui.EnableIf(n > 0 || v.searching > 0, v.stop)
}

// fewQueried is how many servers are queried without showing how far that is.
const fewQueried = 64

func (v *serversView) cancel() {
	v.poller.Cancel()
	v.searching = 0
	v.shell.status.success("Stopped.")
	v.draw()
}

func (v *serversView) show() {
	f, err := servers.ParseSearch(v.filter.Text)
	unfinished := servers.Unfinished(v.filter.Text)
	if unfinished && err != nil {
		f, err = v.applied, nil
	}
	if v.filter.SetWrong(err); err != nil {
		v.shell.status.errorFor("filter", fmt.Errorf("filter: %w", err))
		return
	}
	v.shell.status.clearFor("filter")
	v.list.Show(origins.Of(v.source.Selected), f)
	if unfinished && len(v.list.Rows()) == 0 { // a word that no server has may become a name
		f = v.applied
		v.list.Show(origins.Of(v.source.Selected), f)
	}
	v.applied = f
	if v.grid != nil {
		v.grid.Empty = noServers[origins.Of(v.source.Selected)]
		if v.filter.Text != "" {
			v.grid.Empty = "No server passes the filter. Press Escape to clear it."
		}
		v.draw()
	}
}
