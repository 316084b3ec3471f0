package shell

import (
	"fmt"
	"strconv"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/desktop/ui"
)

func (v *serversView) serverFields() []ui.Field[*servers.Server] {
	fields := []ui.Field[*servers.Server]{
		{Column: ui.Column{Title: ui.Star, Name: "Favourite", Min: 2}, Of: func(s *servers.Server) ui.Cell {
			return toggled(s.Favourite, ui.Star, ui.StarEmpty)
		}},
		{Column: ui.Column{Title: ui.Bell, Name: "Watched", Min: 2}, Of: func(s *servers.Server) ui.Cell {
			return toggled(s.Watch, ui.Bell, ui.BellEmpty)
		}},
		{Column: ui.Column{Title: "Name", Min: 18, Share: 3, By: servers.ByName}, Of: v.nameCell},
		ui.Text(ui.Column{Title: "Map", Min: 8, Share: 1.5, Drop: 1, By: servers.ByMap},
			func(s *servers.Server) string { return visible(s.Map()) }),
		{Column: ui.Column{Title: "Players", Min: 7, Right: true, By: servers.ByPlayers, Down: true},
			Of: func(s *servers.Server) ui.Cell {
				now, most := s.Players()
				switch {
				case now < 0 && most < 0:
					return ui.Cell{}
				case now > 0 && s.Answered():
					return ui.Cell{Text: countOf(now, most), Tone: ui.ToneStrong}
				}
				return ui.Cell{Text: countOf(now, most)}
			}},
		{Column: ui.Column{Title: "Ping", Min: 7, Right: true, By: servers.ByPing},
			Of: func(s *servers.Server) ui.Cell {
				if s.Ping() < 0 {
					return ui.Cell{}
				}
				return ui.Cell{Text: wholeMS(s.Ping()), Order: float64(s.Ping())}
			}},
		{Column: ui.Column{Title: "Trend", Min: 13, Share: 0.8, Drop: 3}, Of: func(s *servers.Server) ui.Cell {
			shares, most := s.Spark(60)
			c := ui.Cell{Spark: shares}
			if most >= 0 {
				c.Text = "max " + strconv.FormatInt(most, 10)
			}
			return c
		}},
		{Column: ui.Column{Title: "Protocol", Min: 9, Share: 0.3, Drop: 2, By: servers.ByProtocol},
			Of: func(s *servers.Server) ui.Cell {
				if s.Protocol == decoder.Unknown {
					return ui.Cell{}
				}
				return ui.Cell{Text: s.Protocol.String()}
			}},
		ui.Text(ui.Column{Title: "Game", Min: 12, Share: 0.8, Drop: 2, By: servers.ByGame},
			func(s *servers.Server) string { return visible(s.GameName()) }),
		ui.Text(ui.Column{Title: "Address", Min: 18, Share: 1, Mono: true, Drop: 4, By: servers.ByAddress,
			Tone: ui.ToneFaint}, func(s *servers.Server) string { return v.shell.masked(s.Address) }),
	}
	fields = append(fields,
		ui.Field[*servers.Server]{Column: ui.Column{Title: ui.Lock, Name: "Password", Min: 2},
			Of: func(s *servers.Server) ui.Cell {
				if s.Known().Password.Value {
					return ui.Cell{Text: ui.Lock, Name: "yes"}
				}
				return ui.Cell{}
			}},
		ui.Text(ui.Column{Title: "Version", Min: 8, Share: 0.3, Drop: 6}, func(s *servers.Server) string {
			return visible(s.Known().Version.Value)
		}),
		ui.Text(ui.Column{Title: "Game type", Min: 10, Share: 0.6, Drop: 6, By: servers.ByType}, func(s *servers.Server) string {
			return visible(s.Known().GameType.Value)
		}),
	)
	for i := range fields {
		of := fields[i].Of
		fields[i].Of = func(s *servers.Server) ui.Cell {
			cell := of(s)
			if !s.Answered() && cell.Tone == ui.TonePlain {
				cell.Tone = ui.ToneFaint
			}
			return cell
		}
	}
	return fields
}

var usualColumns = []string{"Favourite", "Watched", "Password", "Name", "Map", "Players", "Ping", "Trend", "Game",
	"Address"}

func wholeMS(d time.Duration) string {
	if d < time.Millisecond {
		return "<1 ms"
	}
	return strconv.FormatInt(d.Round(time.Millisecond).Milliseconds(), 10) + " ms"
}

// The columns whose cells are clicked.
const (
	starColumn = iota
	bellColumn
)

func toggled(on bool, is, isNot string) ui.Cell {
	if on {
		return ui.Cell{Text: is, Name: "yes", Tone: ui.ToneNote}
	}
	return ui.Cell{Text: isNot, Name: "no", Tone: ui.ToneFaint}
}

// clicked takes a click into a cell, and says whether it was for the cell alone.
func (v *serversView) clicked(row, column int) bool {
	one := []*servers.Server{v.list.Rows()[row]}
	switch column {
	case starColumn:
		v.star(one)
	case bellColumn:
		v.bell(one)
	default:
		return false
	}
	return true
}

// nameCell says first what is wrong: names may be cut.
func (v *serversView) nameCell(s *servers.Server) ui.Cell {
	c := ui.Cell{Text: visible(s.Name)}
	if s.Name == "" {
		c.Text = v.shell.masked(s.Address)
	}
	switch {
	case v.poller.Asking(s.Address) && s.Last == nil:
		c.Text = "querying… · " + c.Text
	case s.Last != nil && s.Last.Err != nil:
		c.Text = map[bool]string{true: "no longer answers · ", false: "no answer · "}[s.Status != nil || s.Restored()] +
			c.Text
		c.Tone = ui.ToneWarning
	case s.Restored():
		c.Text = ago(time.Since(s.RestoredFrom)) + " · " + c.Text
	}
	return c
}

func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h ago", int(d.Hours()))
}

func (v *serversView) chooseRefresh(name string) {
	v.shell.settings.RefreshS = refreshes.Of(name)
	v.shell.saveSettings()
	v.tick()
}

// choose shows what is known about a server.
func (v *serversView) choose(address string) {
	v.selected, v.wanted = address, "" // what was to be selected later no longer is
	v.pickOnly(address)
	s := v.list.Find(address)
	if s == nil {
		return
	}
	v.details.show(s)
	if s.Last == nil && !v.poller.Asking(s.Address) {
		v.query(s)
	}
}

func (v *serversView) current() *servers.Server { return v.list.Find(v.selected) }

// masked returns an address as the settings let it be shown.
func (s *Shell) masked(address string) string {
	if s.settings.HideAddresses {
		return masked(address)
	}
	return address
}

// Where servers come from.

var origins = ui.Choices[servers.Origin]{
	{"All servers", servers.FromAnywhere},
	{"Favourites", servers.FromFavourites},
	{"Local network", servers.FromLAN},
	{"Master list", servers.FromMaster},
	{"History", servers.FromHistory},
	{"Samples", servers.FromSamples},
}

var noServers = map[servers.Origin]string{
	servers.FromAnywhere:   "No servers yet. Type an address above, or search your local network.",
	servers.FromFavourites: "No favourites yet. Click ☆ beside a server.",
	servers.FromLAN:        "No servers found on your local network.",
	servers.FromMaster:     "No servers from a master yet. Click Master… above.",
	servers.FromHistory:    "No servers have been queried yet.",
	servers.FromSamples:    "No sample servers are running.",
}

// label writes on the sources how many servers are of each; those without any are left out.
func (v *serversView) label() {
	counts, labels := v.list.Counts(), map[string]string{}
	for _, o := range origins {
		if n := counts[o.Value]; n > 0 || o.Value == servers.FromAnywhere {
			labels[o.Name] = o.Name + " " + export.Grouped(n)
		}
	}
	if v.source.SetLabels(labels) && v.bar != nil {
		v.bar.Refresh() // which gives it more room or less
	}
}

// gone shows no details when their server is no longer in the list.
func (v *serversView) gone() {
	if v.selected != "" && v.list.Find(v.selected) == nil {
		v.selected = ""
	}
	if v.selected == "" {
		v.details.clear()
	}
}
