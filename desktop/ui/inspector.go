package ui

import (
	"slices"
	"strings"

	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// An Inspector shows datagrams byte by byte, arranged for its room; what is selected in one part is in all.
type Inspector struct {
	widget.BaseWidget
	x        *state.Inspector
	list     *PacketList
	tree     *FieldTree
	hex      *HexView
	result   *resultLine
	summary  *lineView
	problems *lineView
	detail   *lineView
	struc    *structureView
	search   *searchBar
	status   fyne.CanvasObject
	worker   *worker // searches, and opens what takes long

	// What the menu of a field offers beside copying, nil for what cannot be done here.
	OnFilter func(expression string)      // shows the packets with the field's value
	OnSend   func()                       // sends the packet
	OnWatch  func(state.Watch)            // shows the selected value over time
	OnField  func() (of []*fyne.MenuItem) // more about the field that is selected
	OnLayout func(layout string)          // another layout of unknown packets was accepted
	OnName   func(now string, then func(string))

	tabs        *container.AppTabs
	themed      fyne.CanvasObject // around the tabs
	tabFields   *container.TabItem
	tabSummary  *container.TabItem
	tabProblems *container.TabItem
	tabDetail   *container.TabItem
	tabStruc    *container.TabItem // of unknown packets, only where there are several
	content     *fyne.Container
	below       *fyne.Container // the line and what is below it, nil without one
	shape       shape
	worst       int // severity that the tab of the problems shows
	splits      map[string]*divider
}

func (i *Inspector) Packets() *Grid { return i.list.grid }

// NewInspector returns an inspector that shows nothing yet.
func NewInspector() *Inspector {
	i := &Inspector{x: state.NewInspector(), splits: map[string]*divider{}, worst: state.NoProblem}
	i.ExtendBaseWidget(i)
	i.worker = newWorker()
	i.x.RunWith(i.worker.run)
	i.list, i.tree, i.hex = NewPacketList(i.x), NewFieldTree(i.x), NewHexView(i.x)
	i.result = newResultLine()
	const known = state.TopicCurrent | state.TopicRows
	i.summary = newLineView(i.x, "Summary of the server", known, summaryLines)
	i.problems = newLineView(i.x, "Problems", known, problemsLines)
	i.detail = newLineView(i.x, "What is selected", state.TopicCurrent|state.TopicSelect, detailLines)
	i.search, i.status = newSearchBar(i.x), newStatusLine(i.x)
	i.hex.OnMenu, i.tree.OnMenu = i.menu, i.menu
	i.tabFields = container.NewTabItem("Fields", i.tree)
	i.tabSummary = container.NewTabItem("Summary", i.summary)
	i.tabProblems = container.NewTabItem("Problems", i.problems)
	i.tabDetail = container.NewTabItem("Details", i.detail)
	i.struc = newStructureView(i)
	i.tabStruc = container.NewTabItem("Structure", i.struc)
	i.tabs = container.NewAppTabs(i.tabFields, i.tabSummary, i.tabProblems)
	i.tabs.DisableItem(i.tabProblems)
	i.tabs.OnSelected = func(*container.TabItem) { i.enableProblems() }
	i.themed = Themed(i.tabs)
	i.content = container.NewStack()
	i.x.Listen(state.TopicRows|state.TopicCurrent, func(t state.Topic) {
		if t&state.TopicRows != 0 {
			i.offerStructure()
		}
		i.nameTabs()
		i.arrange()
		if i.result.show(i.x.Result()) && i.below != nil {
			i.below.Refresh() // takes its room, or makes room
		}
	})
	return i
}

// State returns what the inspector shows and what is selected in it.
func (i *Inspector) State() *state.Inspector { return i.x }

func (i *Inspector) SetSource(s state.Source) {
	i.worker.drop()
	i.x.Open(s)
}

func (i *Inspector) SetDatagrams(list []state.Datagram) { i.SetSource(state.NewList(list)) }

// Append adds a datagram to those that were given to SetDatagrams or Append.
func (i *Inspector) Append(d state.Datagram) {
	list, ok := i.x.Source().(*state.List)
	if !ok {
		i.SetDatagrams([]state.Datagram{d})
		return
	}
	i.worker.wait()
	list.Append(d)
	i.x.Grown()
}

// Settle says that no more datagrams are expected: replies that miss parts say so from now on.
func (i *Inspector) Settle() {
	if list, ok := i.x.Source().(*state.List); ok {
		i.worker.wait()
		list.Settle()
		i.x.Grown()
	}
}

// Datagrams returns the datagrams that are shown; nil when they are those of a capture.
func (i *Inspector) Datagrams() []state.Datagram {
	if list, ok := i.x.Source().(*state.List); ok {
		return list.Datagrams()
	}
	return nil
}

// Select shows a datagram and selects a field of it; field -1 selects none.
func (i *Inspector) Select(datagram, field int) {
	i.x.Seek(opening, func(x *state.Inspector) {
		if datagram != x.Current() {
			x.Go(datagram)
		}
		x.SelectRow(x.Tree().RowOf(field))
	})
}

// What may take long, as it is called while it is under way.
const (
	opening   = "Opening the packet…"
	searching = "Searching…"
)

func (i *Inspector) Go(datagram int) { goTo(i.x, datagram) }

func goTo(x *state.Inspector, datagram int) {
	x.Seek(opening, func(x *state.Inspector) { x.Go(datagram) })
}

func nextHit(x *state.Inspector, by int) {
	x.Seek(opening, func(x *state.Inspector) { x.NextHit(by) })
}

func showFinding(x *state.Inspector, f state.Finding) {
	x.Seek(opening, func(x *state.Inspector) { x.ShowFinding(f) })
}

// NextProblem selects the next problem, or the one before for -1.
func (i *Inspector) NextProblem(by int) {
	i.x.Seek(searching, func(x *state.Inspector) { x.NextProblem(by) })
}

// NextUnknown selects the next undocumented bytes.
func (i *Inspector) NextUnknown() {
	i.x.Seek(searching, func(x *state.Inspector) { x.NextUnknown(1) })
}

func (i *Inspector) FocusSearch() { i.focus(i.search.entry) }

// NextHit goes to the next place that the search found, or the one before for -1.
func (i *Inspector) NextHit(by int) { nextHit(i.x, by) }

// The tabs that are always there.
const (
	TabFields = iota
	TabSummary
	TabProblems
)

func (i *Inspector) ShowTab(tab int) {
	i.tabs.SelectIndex(tab)
	i.focus([...]fyne.Focusable{i.tree, i.summary, i.problems}[tab])
}

func (i *Inspector) focus(f fyne.Focusable) { focusIn(f, i) }

// focusIn puts the keyboard into a part of o; what was never drawn has no canvas yet, what it is in has.
func focusIn(f fyne.Focusable, o fyne.CanvasObject) {
	for _, in := range []fyne.CanvasObject{o, f.(fyne.CanvasObject)} {
		if c := fyne.CurrentApp().Driver().CanvasForObject(in); c != nil {
			c.Focus(f)
			return
		}
	}
	if all := fyne.CurrentApp().Driver().AllWindows(); len(all) > 0 { // before the first picture
		all[0].Canvas().Focus(f)
	}
}

func (i *Inspector) CopyBytes(f view.Form) {
	i.copy(string(f.Append(nil, i.x.SelectedBytes())), f.Name)
}

func (i *Inspector) CopyField() {
	if line, ok := i.x.SelectedLine(); ok {
		i.copy(line, "the field")
		return
	}
	i.x.Say("select a field to copy it")
}

func (i *Inspector) CopyValue() {
	if value, ok := i.x.SelectedValue(); ok {
		i.copy(value, "the value")
		return
	}
	i.x.Say("select a field to copy its value")
}

func (i *Inspector) copy(text, what string) {
	fyne.CurrentApp().Clipboard().SetContent(text)
	i.x.Say("copied " + what)
}

func (i *Inspector) menu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(i)
	if c == nil || i.x.Message() == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(i.Menu(), c, at)
}

// CopyMenu returns a menu of the forms of bytes; those of a tool that has many are in a menu of their own.
func CopyMenu(copy func(view.Form)) *fyne.MenuItem {
	tool := func(f view.Form) string { return strings.Fields(f.Name)[0] }
	forms, menus := map[string]int{}, map[string]*fyne.Menu{}
	for _, f := range view.Forms() {
		forms[tool(f)]++
	}
	all := fyne.NewMenuItem("Copy bytes as", nil)
	all.ChildMenu = fyne.NewMenu("")
	for _, f := range view.Forms() {
		in := all.ChildMenu
		if name := tool(f); forms[name] > 2 {
			if menus[name] == nil {
				menus[name] = fyne.NewMenu("")
				in.Items = append(in.Items, &fyne.MenuItem{Label: name, ChildMenu: menus[name]})
			}
			in = menus[name]
		}
		in.Items = append(in.Items, fyne.NewMenuItem(f.Name, func() { copy(f) }))
	}
	return all
}

// offerStructure shows the tab of unknown packets where there are two or more, or where packets are selected.
func (i *Inspector) offerStructure() {
	there := slices.Contains(i.tabs.Items, i.tabStruc)
	want := len(i.x.Picked()) > 1 || len(state.Unknown(i.x.Source(), 2)) > 1
	switch {
	case want && !there:
		i.struc.Hide()
		i.tabs.Append(i.tabStruc)
	case !want && there:
		i.tabs.Remove(i.tabStruc)
	}
}

// ShowStructure brings the tab of unknown packets to the front, if there is one, with what was decided in a layout.
func (i *Inspector) ShowStructure(layout string) {
	if slices.Contains(i.tabs.Items, i.tabStruc) {
		i.tabs.Select(i.tabStruc)
		i.struc.follow(layout)
		i.focus(i.struc)
		return
	}
	i.x.Say("there are no two unknown packets here; select packets to compare them")
}

// UndoStructure takes back what was decided last about unknown packets, false where that is nothing.
func (i *Inspector) UndoStructure() bool { return i.tabs.Selected() == i.tabStruc && i.struc.Undo() }

// Redecode decodes the packets again: a layout describes them now.
func (i *Inspector) Redecode() {
	s := i.x.Source()
	if list, ok := s.(*state.List); ok {
		s = state.NewList(list.Datagrams())
	}
	i.x.Reopen(s)
}

// nameTabs says on the tab of the problems how many there are, and how bad the worst of them is.
func (i *Inspector) nameTabs() {
	list := i.x.Findings()
	worst, title := severityOf(list), problemsTitle(list)
	if i.tabProblems.Text == title && i.worst == worst {
		return
	}
	i.worst = worst
	i.tabProblems.Icon, i.tabProblems.Text = severityIcon(worst), title
	i.enableProblems()
	i.tabs.Refresh()
}

// enableProblems has the tab of the problems chosen only where there are any.
func (i *Inspector) enableProblems() {
	if i.worst == state.NoProblem && i.tabs.Selected() != i.tabProblems {
		i.tabs.DisableItem(i.tabProblems)
	} else {
		i.tabs.EnableItem(i.tabProblems)
	}
}

func (i *Inspector) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: func() fyne.Size { return fyne.NewSize(460, 300) },
		layout: func(size fyne.Size) {
			i.arrange()
			i.content.Resize(size)
		},
		refresh: func() {
			i.arrange()
			i.content.Refresh()
		},
		objects: always(i.content),
	}
}
