package ui

// A CaptureSnapshot is what a CaptureView shows, for tests of the whole program.
type CaptureSnapshot struct {
	Path      string   `json:"path"`
	Format    string   `json:"format"`
	Packets   int      `json:"packets"`
	Shown     int      `json:"shown"`
	Exchanges int      `json:"exchanges"`
	Opened    int      `json:"opened"` // exchange, -1 for none
	Banner    string   `json:"banner"` // above the packets, "" for none
	Servers   int      `json:"servers"`
	Events    int      `json:"events"` // listed on the timeline
	Tables    []string `json:"tables"` // of the statistics
	Tab       int      `json:"tab"`
	Filter    string   `json:"filter"`
	Loaded    bool     `json:"loaded"`
	Working   bool     `json:"working"`
	Error     string   `json:"error"`
	Remarks   []string `json:"remarks"`
	Inspector Snapshot `json:"inspector"`
}

// Snapshot returns what the view shows.
func (v *CaptureView) Snapshot() CaptureSnapshot {
	s := CaptureSnapshot{
		Working: v.working.Visible(), Inspector: v.inspector.Snapshot(), Opened: v.opened, Tab: v.tabs.SelectedIndex(), Filter: v.FilterText(),
		Events: len(v.timeline.list),
	}
	if v.banner.content.Visible() {
		s.Banner = v.banner.text.Text
	}
	if v.failed.Visible() {
		s.Error = v.failed.Text
	}
	if t := v.statistics.text.stats; t != nil {
		for i := range t.Tables {
			s.Tables = append(s.Tables, t.Tables[i].Name)
		}
	}
	if c := v.capture; c != nil {
		s.Path, s.Format, s.Packets, s.Loaded, s.Remarks = c.Path(), c.Format(), c.Len(), c.Loaded(), c.Remarks()
		a := v.analysis()
		s.Shown, s.Exchanges = a.Len(), a.ExchangeCount()
		if r := a.Report(); r != nil {
			s.Servers = len(r.Servers)
		}
	}
	return s
}
