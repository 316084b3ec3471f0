package shell

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Several servers can be selected; what is done, is done with all of them that
// are shown. The details are of the one that was selected last.

func (v *serversView) pick(row int, how ui.Pick) {
	rows := v.list.Rows()
	address := rows[row].Address
	if how == ui.PickOne {
		v.pickOnly(address)
		v.update()
		return
	}
	picked, anchor := maps.Clone(v.picked), v.anchor
	switch how {
	case ui.PickToggle:
		anchor = address
		if picked[address] && len(v.chosen()) > 1 {
			delete(picked, address)
			address = rows[slices.IndexFunc(rows, func(s *servers.Server) bool { return picked[s.Address] })].Address
		} else {
			picked[address] = true
		}
	case ui.PickRange:
		from := slices.IndexFunc(rows, func(s *servers.Server) bool { return s.Address == anchor })
		if from < 0 {
			from, anchor = row, address
		}
		clear(picked)
		for _, s := range rows[min(from, row) : 1+max(from, row)] {
			picked[s.Address] = true
		}
	case ui.PickAll:
		for _, s := range rows {
			picked[s.Address] = true
		}
	}
	v.choose(address)
	v.picked, v.anchor = picked, anchor
	v.draw()
}

func (v *serversView) pickOnly(address string) {
	clear(v.picked)
	v.picked[address], v.anchor = true, address
}

// chosen returns the servers that are selected and shown, in their order.
func (v *serversView) chosen() (list []*servers.Server) {
	for _, s := range v.list.Rows() {
		if v.picked[s.Address] {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		if s := v.current(); s != nil {
			list = append(list, s)
		}
	}
	return list
}

// titled returns what to call some servers: the title of one, or how many.
func titled(list []*servers.Server) string {
	if len(list) == 1 {
		return list[0].Title()
	}
	return state.Plural(len(list), "server")
}

func are(list []*servers.Server, one, many string) string {
	if len(list) == 1 {
		return one
	}
	return many
}

func all(list []*servers.Server, is func(*servers.Server) bool) bool {
	return !slices.ContainsFunc(list, func(s *servers.Server) bool { return !is(s) })
}

func starred(s *servers.Server) bool { return s.Favourite }
func watched(s *servers.Server) bool { return s.Watch }

func (v *serversView) refreshSelected() {
	for _, s := range v.chosen() {
		v.query(s)
	}
	v.draw()
}

// favourite makes the selected servers favourites, or none of them when all are.
func (v *serversView) favourite() { v.star(v.chosen()) }

func (v *serversView) star(list []*servers.Server) {
	on := !all(list, starred)
	for _, s := range list {
		s.Favourite = on
	}
	v.marked(list)
}

// marked remembers and shows what was said of servers.
func (v *serversView) marked(list []*servers.Server) {
	for _, s := range list {
		v.keep(s)
	}
	if s := v.current(); s != nil {
		v.details.show(s)
	}
	v.draw()
}

// watch turns notifications about the selected servers on, or off when all have them.
func (v *serversView) watch() { v.bell(v.chosen()) }

func (v *serversView) bell(list []*servers.Server) {
	if len(list) == 0 {
		return
	}
	on := !all(list, watched)
	for _, s := range list {
		s.Watch = on
	}
	v.marked(list)
	what := titled(list) + are(list, " is ", " are ")
	if !on {
		v.shell.status.success("%sno longer watched.", what)
		return
	}
	if !v.shell.settings.Notify {
		setting(v.shell, &v.shell.settings.Notify)(true)
	}
	v.shell.status.success("%swatched: queried every %s. You are notified of changes.", what,
		export.Duration(int64(v.watchEvery())))
	v.tick()
}

func (v *serversView) remove() {
	list := v.chosen()
	if len(list) == 0 {
		return
	}
	row := slices.Index(v.list.Rows(), list[0])
	v.removed = list
	v.shell.renewMenu()
	for _, s := range list {
		v.shell.saved.Remove(s.Address)
		v.list.Remove(s.Address)
	}
	v.shell.saveServers()
	v.selected = ""
	clear(v.picked)
	if rows := v.list.Rows(); len(rows) > 0 {
		v.choose(rows[min(max(row, 0), len(rows)-1)].Address)
	}
	v.gone()
	v.shell.status.undo(titled(list)+are(list, " was", " were")+" removed from the list.", v.restore)
	v.draw()
}

func (v *serversView) restore() {
	list := v.removed
	if len(list) == 0 {
		v.shell.status.success("Nothing to undo.")
		return
	}
	v.removed = nil
	v.shell.renewMenu()
	clear(v.picked)
	for _, s := range list {
		v.list.Restore(s)
		if s.From&(servers.FromFavourites|servers.FromHistory) != 0 {
			v.keep(s)
		}
		v.picked[s.Address] = true
	}
	v.selected, v.anchor = list[0].Address, list[0].Address
	v.details.show(list[0])
	v.shell.status.success("%s", titled(list)+are(list, " is", " are")+" in the list again.")
	v.draw()
}

func (v *serversView) menu(row int, at fyne.Position) {
	s, list := v.list.Rows()[row], v.chosen()
	item := fyne.NewMenuItem
	favourite, watch := "Make a favourite", "Watch"
	if all(list, starred) {
		favourite = "Remove from favourites"
	}
	if all(list, watched) {
		watch = "Stop watching"
	}
	several := len(list) > 1
	one := func(name string, action func()) *fyne.MenuItem {
		i := item(name, action)
		i.Disabled = several
		return i
	}
	m := fyne.NewMenu("",
		item("Refresh", v.refreshSelected),
		item(favourite, v.favourite),
		item(watch, v.watch),
		fyne.NewMenuItemSeparator(),
		item(are(list, "Copy address", "Copy addresses"), v.copyAddresses),
		one("Copy name", func() { v.shell.app.Clipboard().SetContent(state.HideText(s.Title())) }),
		one("Copy permalink to its packets", v.shell.try(v.shell.copyLink)),
		one("Join", v.join),
		one("Send a request to it…", func() { v.shell.sendTo(s) }),
		fyne.NewMenuItemSeparator(),
		item("Remove from the list", v.remove),
	)
	widget.ShowPopUpMenuAtPosition(m, v.shell.win.Canvas(), at)
}

// addresses returns the addresses of the selected servers as as writes them, one a line.
func (v *serversView) addresses(as func(string) string) string {
	var lines []string
	for _, s := range v.chosen() {
		lines = append(lines, as(s.Address))
	}
	return strings.Join(lines, "\n")
}

// copyAddresses copies nothing while addresses are hidden: it would be shown somewhere else.
func (v *serversView) copyAddresses() {
	if v.shell.settings.HideAddresses {
		v.shell.status.error(errHidden)
		return
	}
	if text := v.addresses(func(a string) string { return a }); text != "" {
		v.shell.app.Clipboard().SetContent(text)
		v.shell.status.success("Copied the address of %s.", titled(v.chosen()))
	}
}

// joinNow opens the link of the selected server in its game, or copies the address to enter there.
func (v *serversView) joinNow() {
	s := v.current()
	if s == nil || v.shell.settings.HideAddresses || s.Join() == "" {
		v.join() // which says what can be done
		return
	}
	link := s.Join()
	v.shell.app.Clipboard().SetContent(link)
	v.shell.status.success("Opening %s in the game. The link is on the clipboard too.", link)
	v.shell.status.error(v.shell.openURL(link))
}

func (s *Shell) openURL(link string) error {
	u, err := url.Parse(link)
	if err != nil {
		return err
	}
	return s.app.OpenURL(u)
}

// join copies the link to join, or the address to type into the game, and offers to open the link.
func (v *serversView) join() {
	s := v.current()
	switch {
	case s == nil:
		v.shell.status.error(errors.New("select a server to join"))
	case v.shell.settings.HideAddresses:
		v.shell.status.error(errHidden)
	case !s.Where().IsValid():
		v.shell.status.error(errors.New("the server has not answered yet: its game port is not known"))
	case s.Join() == "":
		v.shell.app.Clipboard().SetContent(s.Where().String())
		v.shell.status.success("Copied %s. This game has no join link: enter the address in the game.", s.Where())
	default:
		link := s.Join()
		v.shell.app.Clipboard().SetContent(link)
		v.shell.status.withAction("Copied "+link+".", "Open in the game",
			v.shell.try(func() error { return v.shell.openURL(link) }))
	}
}

var errHidden = errors.New("addresses are hidden now: show them first (View, Hide addresses)")
