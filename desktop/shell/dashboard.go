package shell

import (
	"slices"
	"strings"

	"fragscope/analyzer/servers"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A dashboard shows the favourites as cards in place of the list: what is played, who is
// there, and how that was before.
type dashboard struct {
	view  *serversView
	cards *widget.GridWrap
	of    map[fyne.CanvasObject]*card
	table *ui.Button // changes between cards and list
}

type card struct {
	server             *servers.Server
	name, what, online *widget.Label
	trend              *ui.Chart
	join, watch        *ui.Button
}

func newDashboard(v *serversView) *dashboard {
	d := &dashboard{view: v, of: map[fyne.CanvasObject]*card{}}
	d.cards = widget.NewGridWrap(func() int { return len(v.list.Rows()) }, d.card, func(i int, o fyne.CanvasObject) {
		if rows := v.list.Rows(); i < len(rows) {
			d.of[o].show(d, rows[i])
		}
	})
	d.cards.OnSelected = func(i int) {
		if rows := v.list.Rows(); i < len(rows) && rows[i].Address != v.selected {
			v.choose(rows[i].Address)
			v.draw()
		}
	}
	d.table = ui.NewSign("Show as a list", theme.ListIcon(), func() {
		v.shell.settings.FavouritesTable = !v.shell.settings.FavouritesTable
		v.shell.saveSettings()
		v.show()
	})
	d.cards.Hide()
	d.table.Hide()
	return d
}

func (d *dashboard) favourites() bool {
	return origins.Of(d.view.source.Selected) == servers.FromFavourites
}

func (d *dashboard) draw() {
	favourites := d.favourites()
	on := favourites && !d.view.shell.settings.FavouritesTable && len(d.view.list.Rows()) > 0 // the cards, not the list
	ui.ShowIf(on, d.cards)
	ui.ShowIf(!on, d.view.grid)
	if favourites != d.table.Visible() {
		ui.ShowIf(favourites, d.table)
		d.view.bar.Refresh()
	}
	icon, name := theme.GridIcon(), "Show as cards"
	if on {
		icon, name = theme.ListIcon(), "Show as a list"
	}
	d.table.SetIcon(icon)
	d.table.SetLabel(name, true)
	if !on {
		return
	}
	d.cards.Refresh()
	selected := func(s *servers.Server) bool { return s.Address == d.view.selected }
	if i := slices.IndexFunc(d.view.list.Rows(), selected); i >= 0 {
		d.cards.Select(i)
	} else {
		d.cards.UnselectAll()
	}
}

// card makes a card without a server.
func (d *dashboard) card() fyne.CanvasObject {
	c := &card{trend: ui.NewServerChart(), what: widget.NewLabel(""), online: widget.NewLabel("")}
	c.name = widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	for _, l := range []*widget.Label{c.name, c.what, c.online} {
		l.Truncation = fyne.TextTruncateEllipsis
	}
	c.online.Importance = widget.SuccessImportance
	act := func(do func()) func() {
		return func() {
			d.view.choose(c.server.Address)
			do()
		}
	}
	c.join = ui.NewSign("Join", theme.LoginIcon(), act(func() { d.view.joinNow() }))
	c.watch = ui.NewSign("Watch", ui.SignIcon(ui.BellEmpty), act(func() { d.view.watch() }))
	head := ui.NewBorder(nil, nil, nil, container.NewHBox(c.join, c.watch), c.name)
	o := container.New(cardSize{}, ui.NewBorder(container.NewVBox(head, c.what), c.online, nil, nil, c.trend))
	d.of[o] = c
	return o
}

func (c *card) show(d *dashboard, s *servers.Server) {
	c.server = s
	c.name.SetText(visible(s.Title()))
	if s.Name == "" {
		c.name.SetText(d.view.shell.masked(s.Address))
	}
	said := s.Known()
	what := "querying…"
	switch now, most := s.Players(); {
	case s.Last != nil && s.Last.Err != nil:
		what = "no answer"
	case now >= 0 || most >= 0:
		what = countOf(now, most) + " · " + visible(said.Map.Value)
	case s.Answered():
		what = visible(said.Map.Value)
	case !d.view.poller.Asking(s.Address):
		what = "not queried yet"
	}
	c.what.Importance = widget.MediumImportance
	if !s.Answered() {
		c.what.Importance = widget.LowImportance
	}
	c.what.SetText(what)
	online := ""
	if names := d.view.shell.online(s); len(names) > 0 {
		online = "Online: " + visible(strings.Join(names, ", "))
	}
	c.online.SetText(online)
	c.trend.SetSamples(s.Samples)
	ui.EnableIf(s.Where().IsValid(), c.join)
	c.watch.SetIcon(ui.SignIcon(map[bool]string{true: ui.Bell, false: ui.BellEmpty}[s.Watch]))
	c.watch.SetLabel(map[bool]string{true: "Stop watching", false: "Watch"}[s.Watch], true)
}

// A cardSize layout gives a card its size, in sizes of text.
type cardSize struct{}

func (cardSize) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(22*theme.TextSize(), o[0].MinSize().Height+8)
}

func (cardSize) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(4, 4))
	o[0].Resize(size.SubtractWidthHeight(8, 8))
}

// online returns the watched players that are on a server now.
func (s *Shell) online(on *servers.Server) (names []string) {
	if !on.Answered() {
		return nil
	}
	for i := range on.Known().PlayerList {
		if name := on.Known().PlayerList[i].Name.Value; s.settings.Watches(name) {
			names = append(names, name)
		}
	}
	return names
}

func (d *details) playerMenu(row int, at fyne.Position) {
	name := d.server.Known().PlayerList[row].Name.Value
	s := d.shell
	text := "Watch this player"
	if s.settings.Watches(name) {
		text = "Stop watching this player"
	}
	watch := fyne.NewMenuItem(text, func() {
		if on := s.settings.WatchPlayer(name); on {
			s.status.success("%s is watched: favourites show where %s plays.", name, name)
		} else {
			s.status.success("%s is no longer watched.", name)
		}
		s.saveSettings()
		d.players.Update()
		s.servers.draw()
	})
	watch.Disabled = name == ""
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", watch,
		fyne.NewMenuItem("Copy name", func() { s.app.Clipboard().SetContent(name) })), s.win.Canvas(), at)
}
