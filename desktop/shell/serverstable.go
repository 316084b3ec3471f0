package shell

import (
	"strconv"
	"time"

	"fragscope/decoder"
	"fragscope/desktop/servers"
	"fragscope/desktop/ui"
)

// A serverColumn shows something of a server; tapping its head sorts by it.
type serverColumn struct {
	ui.Column
	by   servers.Column // "" for a column that sorts nothing
	down bool           // the greatest come first
	of   func(s *servers.Server) ui.Cell
}

func (v *serversView) serverColumns() []serverColumn {
	return []serverColumn{
		{Column: ui.Column{Title: "★", Min: 2}, of: func(s *servers.Server) ui.Cell {
			switch {
			case s.Watch:
				return ui.Cell{Text: "◉", Tone: ui.ToneNote}
			case s.Favourite:
				return ui.Cell{Text: "★", Tone: ui.ToneNote}
			}
			return ui.Cell{}
		}},
		{Column: ui.Column{Title: "Name", Min: 14, Share: 3}, by: servers.ByName, of: v.nameCell},
		{Column: ui.Column{Title: "Map", Min: 8, Share: 1.5, Drop: 1}, by: servers.ByMap, of: func(s *servers.Server) ui.Cell {
			if s.Status == nil {
				return ui.Cell{}
			}
			return ui.Cell{Text: visible(s.Status.Map.Value)}
		}},
		{Column: ui.Column{Title: "Players", Min: 7, Right: true}, by: servers.ByPlayers, down: true, of: func(s *servers.Server) ui.Cell {
			now, most := s.Players()
			switch {
			case now < 0 && most < 0:
				return ui.Cell{}
			case now > 0 && s.Answered():
				return ui.Cell{Text: servers.CountOf(now, most), Tone: ui.ToneStrong}
			}
			return ui.Cell{Text: servers.CountOf(now, most)}
		}},
		{Column: ui.Column{Title: "Ping", Min: 6, Right: true}, by: servers.ByPing, of: func(s *servers.Server) ui.Cell {
			if s.Ping() < 0 {
				return ui.Cell{}
			}
			return ui.Cell{Text: pingText(s.Ping())}
		}},
		{Column: ui.Column{Title: "Trend", Min: 9, Share: 0.8, Drop: 3}, of: func(s *servers.Server) ui.Cell { return ui.Cell{Spark: s.Spark(60)} }},
		{Column: ui.Column{Title: "Protocol", Min: 9, Share: 0.3, Drop: 2}, by: servers.ByProtocol, of: func(s *servers.Server) ui.Cell {
			if s.Protocol == decoder.Unknown {
				return ui.Cell{}
			}
			return ui.Cell{Text: s.Protocol.String()}
		}},
		{Column: ui.Column{Title: "Address", Min: 18, Share: 1, Mono: true, Drop: 4}, by: servers.ByAddress, of: func(s *servers.Server) ui.Cell {
			return ui.Cell{Text: v.shell.masked(s.Address), Tone: ui.ToneFaint}
		}},
	}
}

func (v *serversView) nameCell(s *servers.Server) ui.Cell {
	c := ui.Cell{Text: visible(s.Name)}
	if s.Name == "" {
		c.Text = v.shell.masked(s.Address)
	}
	switch {
	case s.Querying && s.Last == nil:
		c.Text += "  querying…"
	case s.Last != nil && s.Last.Err != nil:
		c.Text += "  " + map[bool]string{true: "no longer answers", false: "no answer"}[s.Status != nil]
		c.Tone = ui.ToneWarning
	}
	return c
}

func (v *serversView) sortBy(column int) {
	to := v.columns[column]
	if to.by == "" {
		return
	}
	if by, down := v.list.Sorted(); by == to.by {
		to.down = !down
	}
	v.list.Sort(to.by, to.down)
	v.showSort()
	v.draw()
}

func (v *serversView) showSort() {
	by, down := v.list.Sorted()
	for i, c := range v.columns {
		if c.by == by {
			v.grid.SetSorted(i, down)
		}
	}
}

func (v *serversView) showRefresh() {
	v.refresh.Selected = v.shell.refreshName()
	v.refresh.Refresh()
}

func (v *serversView) chooseRefresh(name string) {
	for _, r := range refreshes {
		if r.name == name {
			v.shell.settings.RefreshS = r.seconds
		}
	}
	v.shell.saveSettings()
	v.tick()
}

// choose shows what is known about a server.
func (v *serversView) choose(address string) {
	v.selected = address
	s := v.list.Find(address)
	if s == nil {
		return
	}
	v.details.show(s)
	if s.Last == nil && !s.Querying {
		v.query(s)
	}
}

// current returns the server that is selected, nil for none.
func (v *serversView) current() *servers.Server { return v.list.Find(v.selected) }

func pingText(p time.Duration) string {
	if p < 10*time.Millisecond {
		return strconv.FormatFloat(float64(p.Microseconds())/1000, 'f', 1, 64) + " ms"
	}
	return strconv.FormatInt(p.Milliseconds(), 10) + " ms"
}

// masked returns an address as the settings let it be shown.
func (s *Shell) masked(address string) string {
	if s.settings.HideAddresses {
		return servers.Masked(address)
	}
	return address
}
