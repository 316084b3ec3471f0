package ui

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// A CaptureView shows packets, exchanges, servers and what can be counted, while the file is read elsewhere.
type CaptureView struct {
	inspector  *Inspector
	banner     *banner
	overview   *overviewView
	exchanges  *exchangeList
	flows      *flowList
	servers    *ServersFound
	timeline   *TimelineView
	statistics *statisticsText
	problems   *statisticsText
	said       *widget.Label
	worker     *worker // opens and filters
	filter     *Entry
	suggester  *suggester
	apply      *Button
	failed     *widget.Label
	only       *Check // of query protocols
	tabs       *container.AppTabs
	Content    fyne.CanvasObject

	capture *state.Capture
	view    *state.View // nil without a filter
	applied string      // filter that view is of
	opened  int         // exchange that is opened, -1 for none
	stale   [tabCount]bool
	closed  func()

	// OnOpen is called by the button that opens a file; without it there is none.
	OnOpen func()
	// OnCapture is the same for the button that captures from an interface, and OnSample for that which opens a sample.
	OnCapture, OnSample func()
	OnHelp              func()
	// OnWorking is called when [CaptureView.Working] changes.
	OnWorking func()
}

const (
	tabOverview = iota
	tabPackets
	tabExchanges
	tabFlows
	tabServers
	tabTimeline
	tabStatistics
	tabProblems
	tabCount
)

// CaptureTabs are the names of the tabs, as on the page.
var CaptureTabs = []string{"Overview", "Packets", "Exchanges", "Flows", "Servers", "Timeline", "Statistics", "Problems"}

// filterExample is what the empty filter shows, as on the page.
const filterExample = "unreal2 and udp.port == 7778"

const tick = 100 * time.Millisecond

func NewCaptureView() *CaptureView {
	v := &CaptureView{inspector: NewInspector(), said: widget.NewLabel(""), worker: newWorker(),
		failed: widget.NewLabel(""), opened: -1}
	v.inspector.OnFilter, v.inspector.OnWatch = v.filterFor, v.watch
	v.banner = newBanner(v)
	v.overview = newOverviewView(v)
	v.exchanges = newExchangeList(v.openExchange)
	v.flows = newFlowList(v.filterFor)
	v.servers = newServersFound(v.filterFor, v.showPacket)
	v.timeline = newTimelineView(v.showPacket, v.showTime)
	v.statistics, v.problems = newStatisticsText("Statistics", v), newStatisticsText("Problems", v)
	open := NewIconButton("Open a capture…", theme.FolderOpenIcon(), calling(&v.OnOpen))
	live := NewIconButton("Capture from interface…", theme.MediaRecordIcon(), calling(&v.OnCapture))
	sample := NewButton("Samples…", calling(&v.OnSample))
	v.said.Truncation = fyne.TextTruncateEllipsis
	v.failed.Wrapping = fyne.TextWrapWord
	v.failed.Importance = widget.DangerImportance
	v.failed.Hide()
	v.filter = NewEntry("Filter, such as: " + filterExample)
	v.filter.OnEscape = func() {
		v.suggester.set("")
		v.Filter("")
	}
	v.filter.OnSubmitted = func(s string) { v.Filter(s) }
	v.suggester = newSuggester(v.filter)
	v.apply = NewButton("Apply filter", func() { v.Filter(v.filter.Text) })
	v.apply.Disable()
	v.only = NewCheck("Query packets only", false, func(bool) { v.Filter(v.filter.Text) })
	help := NewSign("Filter syntax", theme.QuestionIcon(), calling(&v.OnHelp))
	bar := NewBorder(nil, nil, container.NewHBox(open, live, sample), nil, v.said)
	top := container.NewVBox(bar, v.worker.content, NewBorder(nil, nil, nil, container.NewHBox(v.only, v.apply, help),
		v.filter), v.failed)
	v.tabs = container.NewAppTabs()
	packets := NewBorder(v.banner.content, nil, nil, nil, v.inspector)
	for i, content := range []fyne.CanvasObject{v.overview.content, packets, v.exchanges.grid, v.flows.grid,
		v.servers.content, v.timeline.content, v.statistics, v.problems} {
		v.tabs.Append(container.NewTabItem(CaptureTabs[i], content))
	}
	v.tabs.OnSelected = func(*container.TabItem) {
		v.renew()
		v.nameTabs()
	}
	v.Content = container.NewStack(NewBorder(top, nil, nil, nil, Themed(v.tabs)),
		container.NewWithoutLayout(v.suggester.ground, v.suggester))
	v.suggester.over = v.Content
	v.worker.changed = func() {
		v.Content.Refresh()
		calling(&v.OnWorking)()
	}
	v.found()
	v.tell()
	return v
}

// calling returns what calls a function that may be set later.
func calling(f *func()) func() {
	return func() {
		if *f != nil {
			(*f)()
		}
	}
}

func (v *CaptureView) Inspector() *Inspector { return v.inspector }

// Tables returns the tables by the names that settings have for them.
func (v *CaptureView) Tables() map[string]*Grid {
	return map[string]*Grid{"exchanges": v.exchanges.grid, "flows": v.flows.grid, "found": v.servers.grid,
		"found-events": v.servers.events, "timeline": v.timeline.events}
}

// Statistics returns by what the tables of statistics are sorted, by their names, to be remembered and changed.
func (v *CaptureView) Statistics() map[string]string { return v.statistics.orders }
func (v *CaptureView) Capture() *state.Capture       { return v.capture }

func (v *CaptureView) Path() string {
	if v.capture == nil {
		return ""
	}
	return v.capture.Path()
}

// ShowTab brings a tab to the front, by its place, and puts the keyboard there.
func (v *CaptureView) ShowTab(i int) {
	v.tabs.SelectIndex(i)
	if i == tabPackets {
		v.focusList()
		return
	}
	focusIn([...]fyne.Focusable{v.overview.text, nil, v.exchanges.grid, v.flows.grid, v.servers.grid, v.timeline.events,
		v.statistics, v.problems}[i], v.Content)
}

// ShowPackets brings the packets to the front, with the inspector.
func (v *CaptureView) ShowPackets() { v.tabs.SelectIndex(tabPackets) }

// Focus puts the keyboard into the tab in front.
func (v *CaptureView) Focus() { v.ShowTab(v.tabs.SelectedIndex()) }

func (v *CaptureView) focusList() {
	if v.inspector.shape.list {
		focusIn(v.inspector.list.grid, v.Content)
	}
}

// packets returns what the filter lets through, nil without a capture.
func (v *CaptureView) packets() *state.View {
	if v.view == nil && v.capture != nil {
		return &v.capture.View
	}
	return v.view
}

// analysis returns what was found, in what the filter lets through; nil without a capture.
func (v *CaptureView) analysis() *browse.View {
	if p := v.packets(); p != nil {
		return p.Analysis()
	}
	return nil
}

// found has all tabs show what there is now, each when it is looked at.
func (v *CaptureView) found() {
	for i := range v.stale {
		v.stale[i] = true
	}
	v.flows.show(v.analysis(), v.nameTabs)
	v.renew()
	v.nameTabs()
}

// nameTabs says on the tabs how much is in them, once all is read; what has nothing cannot be chosen.
func (v *CaptureView) nameTabs() {
	counts := map[int]int{}
	if a := v.analysis(); a != nil && a.Report() != nil {
		counts = map[int]int{tabPackets: a.Len(), tabExchanges: a.ExchangeCount(),
			tabServers: len(a.SortedServers("requests", true)), tabProblems: problemCount(a)}
		if v.flows.known {
			counts[tabFlows] = len(v.flows.list)
		}
	}
	for i, t := range v.tabs.Items {
		n, known := counts[i]
		if t.Text = CaptureTabs[i]; known {
			t.Text += " " + export.Grouped(n)
		}
		if known && n == 0 && i != v.tabs.SelectedIndex() {
			v.tabs.DisableItem(t)
		} else {
			v.tabs.EnableItem(t)
		}
	}
	v.tabs.Refresh()
}

// Renew shows everything again: more was found, or addresses are written in another way.
func (v *CaptureView) Renew() {
	for _, i := range []int{tabOverview, tabFlows, tabServers, tabTimeline, tabStatistics, tabProblems} {
		v.stale[i] = true
	}
	v.flows.show(v.analysis(), v.nameTabs)
	v.renew()
	v.nameTabs()
	v.exchanges.grid.Update()
	v.inspector.list.grid.reset()
}

// renew shows in the tab in front what there is now.
func (v *CaptureView) renew() {
	i := v.tabs.SelectedIndex()
	if i < 0 || !v.stale[i] {
		return
	}
	v.stale[i] = false
	show := [...]func(*browse.View){v.overview.show, nil, v.exchanges.show, v.flows.look, v.servers.show, v.timeline.show,
		v.statistics.showStatistics, v.problems.showProblems}[i]
	if show != nil {
		show(v.analysis())
	}
}

func (v *CaptureView) fail(text string) {
	// A filter's error continues with a drawing of the place that it names.
	text, _, _ = strings.Cut(text, "\n")
	v.failed.SetText(state.Sentence(state.Escape(text)))
	v.failed.Show()
	v.Content.Refresh()
}

func (v *CaptureView) tell() {
	c := v.capture
	if c == nil {
		v.said.SetText("pcap or pcapng, also compressed; or drop a file here.")
		return
	}
	parts := []string{c.Name(), c.Format(), export.Grouped(c.Len()) + " packets"}
	if v.view != nil {
		parts = append(parts, export.Grouped(v.view.Len())+" pass the filter")
	}
	if r := c.Remarks(); len(r) > 0 {
		parts = append(parts, r[0])
		if len(r) > 1 {
			parts = append(parts, fmt.Sprintf("and %d more problems", len(r)-1))
		}
	}
	v.said.SetText(state.Escape(strings.Join(parts, " · ")))
}
