package shell

import (
	"strconv"
	"time"

	"fragscope/decoder"
	"fragscope/desktop/servers"
	"fragscope/desktop/ui"
)

func (v *serversView) sortBy(column int) {
	to, ok := sortOf[column]
	if !ok {
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
	for column, to := range sortOf {
		if to.by == by {
			v.grid.SetSorted(column, down)
		}
	}
}

func (v *serversView) showRefresh() {
	for _, r := range refreshes {
		if r.seconds <= v.shell.settings.RefreshS {
			v.refresh.Selected = r.name
		}
	}
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
	if s.Last == nil && !s.Asking {
		v.ask(s)
	}
}

// current returns the server that is selected, nil for none.
func (v *serversView) current() *servers.Server { return v.list.Find(v.selected) }

// cell returns what stands in a place of the list.
func (v *serversView) cell(row, column int) ui.Cell {
	rows := v.list.Rows()
	if row >= len(rows) {
		return ui.Cell{}
	}
	s := rows[row]
	c := ui.Cell{}
	if !s.Answered() {
		c.Tone = ui.ToneFaint
	}
	switch column {
	case columnStar:
		switch {
		case s.Watch:
			c.Text = "◉"
		case s.Favourite:
			c.Text = "★"
		}
		c.Tone = ui.ToneNote
	case columnName:
		c.Text = visible(s.Name)
		if s.Name == "" {
			c.Text = v.shell.masked(s.Address)
		}
		switch {
		case s.Asking && s.Last == nil:
			c.Text += "  asking…"
		case s.Last != nil && s.Last.Err != nil:
			c.Text += "  " + map[bool]string{true: "no longer answers", false: "no answer"}[s.Status != nil]
			c.Tone = ui.ToneWarning
		}
	case columnMap:
		if s.Status != nil {
			c.Text = visible(s.Status.Map.Value)
		}
	case columnPlayers:
		if now, most := s.Players(); now >= 0 || most >= 0 {
			c.Text = servers.CountOf(now, most)
			if now > 0 && s.Answered() {
				c.Tone = ui.ToneStrong
			}
		}
	case columnPing:
		if p := s.Ping(); p >= 0 {
			c.Text = pingText(p)
		}
	case columnTrend:
		c.Spark = s.Spark(60)
	case columnProtocol:
		if s.Protocol != decoder.Unknown {
			c.Text = s.Protocol.String()
		}
	case columnAddress:
		c.Text = v.shell.masked(s.Address)
		c.Tone = ui.ToneFaint
	}
	return c
}

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
