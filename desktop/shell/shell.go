package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/analyzer/servers"
	"fragscope/decoder/ksy"
	"fragscope/desktop/send"
	"fragscope/desktop/session"
	"fragscope/desktop/settings"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
)

type Options struct {
	Folder    string // of settings and server lists; "" to remember nothing
	Querier   servers.Querier
	Masters   []servers.Master // that are offered by their games
	Sender    send.Sender
	Record    session.Recorder
	Demo      func(ctx context.Context) ([]servers.Target, func(), error) // starts sample servers
	Configure func(settings.Settings)                                     // called when settings change

	// To capture from an interface, what host and port let through; nil for never.
	Interfaces func() ([]state.Interface, error)
	Capture    func(name, host, port string) (state.Device, error)

	Notify  func(*fyne.Notification) // nil for the desktop's notifications
	Post    func(func())             // nil for fyne.Do
	Icon    fyne.Resource
	Version string
}

type Shell struct {
	opts Options
	app  fyne.App
	win  fyne.Window

	settings      settings.Settings
	settingsSaver *saver[settings.Settings] // nil when nothing is remembered
	saved         servers.SavedServers
	savedSaver    *saver[servers.SavedServers]
	history       servers.History // as it was when the window opened
	historySaver  *saver[servers.History]

	tabs     *container.AppTabs
	refused  string // why the path in the dialog was, "" when it was not
	servers  *serversView
	paste    *ui.PasteView
	captures *ui.CaptureView
	send     *sendView
	status   *statusLine
	log      []state.Datagram // everything that was sent and received, for a capture of it
	logBytes int
	logCut   bool // there was more than is kept

	started    func()          // called once the work has begun, nil for nothing
	closing    func()          // called before the window closes, nil for nothing
	dialogs    []dialog.Dialog // that are open, the topmost last
	stopExport func()          // ends the export of a capture, nil for none
	menuFor    menuState       // what the menus were made for
	temporary  string          // folder of sample captures that were opened, "" for none

	closed  bool
	ctx     context.Context // done when the window closes
	end     context.CancelFunc
	working sync.WaitGroup
}

// The views, by the names that settings and arguments have for them.
const (
	viewServers  = "servers"
	viewPaste    = "paste"
	viewCaptures = "captures"
	viewSend     = "send"
)

var viewNames = [...]string{viewServers, viewPaste, viewCaptures, viewSend}

// New makes the window; Run shows it.
func New(app fyne.App, o Options) *Shell {
	s := &Shell{opts: o, app: app}
	s.ctx, s.end = context.WithCancel(context.Background())
	if o.Post != nil {
		ui.PostWith(o.Post)
	}
	s.settings = settings.Default()
	s.status = newStatusLine(s.later)
	s.remembered()
	s.configure()
	s.describe()
	s.win = app.NewWindow("fragscope")
	if o.Icon != nil {
		app.SetIcon(o.Icon)
		s.win.SetIcon(o.Icon)
	}
	s.servers = newServersView(s)
	s.paste = ui.NewPasteView()
	s.captures = ui.NewCaptureView()
	s.paste.OnPaste = func(text string) bool {
		layout := ksy.Is([]byte(text))
		if layout {
			s.status.error(s.openLayout(text))
		}
		return layout
	}
	s.paste.OnSample, s.captures.OnSample = s.askSample, s.askSample
	s.captures.OnOpen, s.captures.OnHelp = s.askOpen, s.showFilterHelp
	s.captures.OnWorking = s.renewMenu
	s.captures.OnCapture = s.try(s.askInterface)
	s.send = newSendView(s)
	s.send.inspector.OnField = s.send.sendAgainItems
	for _, view := range viewNames {
		i := s.inspectorOf(view)
		s.servers.details.inspector.State().ShareFolds(i.State())
		i.OnSend = func() { s.sendPacket(i) }
		i.OnLayout, i.OnName = s.layoutAccepted, s.askName
	}
	s.tabs = container.NewAppTabs(
		container.NewTabItemWithIcon("Servers", theme.ComputerIcon(), s.servers.content),
		container.NewTabItemWithIcon("Paste", theme.ContentPasteIcon(), s.paste.Content),
		container.NewTabItemWithIcon("Captures", theme.StorageIcon(), s.captures.Content),
		container.NewTabItemWithIcon("Send", theme.MailSendIcon(), s.send.content),
	)
	s.tabs.OnSelected = func(*container.TabItem) { s.viewChanged() }
	frame := container.New(&framed{s.status}, ui.Themed(s.tabs), s.status.content)
	failed := false
	s.status.changed = func() {
		if s.status.failed || failed { // it is elsewhere, or higher
			frame.Layout.Layout(frame.Objects, frame.Size())
		}
		failed = s.status.failed
	}
	s.win.SetContent(container.New(densing{}, frame))
	s.setMenu()
	s.win.SetOnDropped(s.dropped)
	s.win.SetCloseIntercept(s.close)
	s.win.SetMaster()
	s.win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { s.key(k.Name) })
	for name, g := range s.tables() {
		g.SetOrder(s.settings.Window.Orders[name])
	}
	for name, g := range s.wide() {
		g.SetWidths(s.settings.Window.Widths[name])
	}
	for name, order := range s.settings.Window.Orders {
		if table, ok := strings.CutPrefix(name, "statistics: "); ok {
			s.captures.Statistics()[table] = order
		}
	}
	s.captures.SetFilters(s.settings.Window.Filters)
	s.win.Resize(fyne.NewSize(s.settings.Window.Width, s.settings.Window.Height))
	s.Show(s.settings.Window.View)
	return s
}

// Run shows the window and starts the work. The first picture is the ground alone: a window is black before it.
func (s *Shell) Run(args []string) {
	content, menu := s.win.Content(), s.win.MainMenu()
	s.win.SetMainMenu(nil)
	s.win.SetContent(canvas.NewRectangle(theme.Color(theme.ColorNameBackground)))
	s.app.Lifecycle().SetOnStarted(func() {
		s.win.SetMainMenu(menu)
		s.win.SetContent(content)
		s.Start(args)
	})
	s.win.ShowAndRun()
}

// Start queries the favourites, or starts samples where there are no servers, and opens args.
func (s *Shell) Start(args []string) {
	s.servers.start(len(args) == 0)
	s.every(s.ctx, time.Second, s.servers.tick)
	for _, a := range args {
		s.openArgument(a)
	}
	if s.started != nil {
		s.started()
	}
}

// Later shows the window for a later start of the program, and opens what that was given.
func (s *Shell) Later(start store.Start) {
	s.post(func() {
		s.win.RequestFocus()
		s.Show(start.View)
		for _, a := range start.Args {
			s.openArgument(a)
		}
	})
}

// try returns what does something and says why it cannot be done.
func (s *Shell) try(f func() error) func() { return func() { s.status.error(f()) } }

// beside does work off the screen's goroutine, and says what it does and what came of it.
func (s *Shell) beside(doing, failed string, work func() error, done func()) {
	s.status.success("%s…", doing)
	s.working.Go(func() {
		err := work()
		s.post(func() {
			switch {
			case errors.Is(err, context.Canceled):
				s.status.success("Stopped; nothing was written.")
			case err != nil:
				s.status.error(fmt.Errorf("%s: %w", failed, err))
			default:
				done()
			}
		})
	})
}

// every calls f on the goroutine of the screen again and again, until ctx is
// done. A call that was not made yet is not made twice.
func (s *Shell) every(ctx context.Context, d time.Duration, f func()) {
	s.working.Go(func() {
		t := time.NewTicker(d)
		defer t.Stop()
		pending := make(chan struct{}, 1)
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			select {
			case pending <- struct{}{}:
				s.post(func() {
					<-pending
					f()
				})
			default:
			}
		}
	})
}

// later has f called on the goroutine of the screen after a while, unless the window is closed by then.
func (s *Shell) later(d time.Duration, f func()) {
	s.working.Go(func() {
		select {
		case <-time.After(d):
			s.post(f)
		case <-s.ctx.Done():
		}
	})
}

// post has f called on the goroutine of the screen, unless the window is closed.
func (s *Shell) post(f func()) {
	ui.Do(func() {
		if !s.closed {
			f()
		}
	})
}

func (s *Shell) view() string { return viewNames[max(0, s.tabs.SelectedIndex())] }

func (s *Shell) Show(name string) {
	if i := slices.Index(viewNames[:], name); i >= 0 {
		s.tabs.SelectIndex(i)
	}
}

func (s *Shell) viewChanged() {
	if s.settings.Window.View != s.view() {
		s.status.clear() // it was about what is no longer in front
	}
	s.settings.Window.View = s.view()
	s.win.Canvas().Unfocus() // what is out of sight takes no keys
	switch s.view() {
	case viewServers:
		if s.servers.selected != "" {
			s.win.Canvas().Focus(s.servers.grid)
		}
	case viewPaste:
		s.paste.Focus()
	case viewCaptures:
		s.captures.Focus()
	case viewSend:
		if s.send.address.Text == "" {
			s.win.Canvas().Focus(s.send.address)
		}
	}
}

func (s *Shell) inspector() *ui.Inspector { return s.inspectorOf(s.view()) }

// inspected returns the inspector in front, and shows it where another tab hides it.
func (s *Shell) inspected() *ui.Inspector {
	switch s.view() {
	case viewServers:
		s.servers.details.tabs.Select(s.servers.details.packets)
	case viewCaptures:
		s.captures.ShowPackets()
	case viewSend:
		s.send.tabs.SelectIndex(0)
	}
	return s.inspector()
}

// inspectorOf returns the inspector of a view.
func (s *Shell) inspectorOf(view string) *ui.Inspector {
	return map[string]*ui.Inspector{
		viewServers: s.servers.details.inspector, viewPaste: s.paste.Inspector(), viewCaptures: s.captures.Inspector(),
		viewSend: s.send.inspector,
	}[view]
}

func (s *Shell) configure() {
	s.settings.Sane()
	s.app.Settings().SetTheme(ui.NewTheme(ui.ThemeOptions{
		Variant: s.settings.Theme, TextSize: float32(13 * s.settings.Scale), Accent: accents.Of(s.settings.Accent),
	}))
	state.HideAddresses(s.settings.HideAddresses)
	state.ShowDecimal(s.settings.Decimal)
	if s.opts.Configure != nil {
		s.opts.Configure(s.settings)
	}
}

// close remembers size and layout of the window and ends everything.
func (s *Shell) close() {
	if s.closed {
		return
	}
	s.rememberWindow()
	s.Close()
	s.win.Close()
}

// Close ends all work and saves what is remembered. The window may be gone.
func (s *Shell) Close() {
	if s.closed {
		return
	}
	if s.closing != nil {
		s.closing()
	}
	s.closed = true
	s.end()
	s.captures.End()
	s.servers.close()
	s.send.end()
	s.working.Wait()
	if s.temporary != "" {
		s.status.error(os.RemoveAll(s.temporary))
	}
	s.saveSettings()
	s.saveServers()
	s.saveHistory()
	s.settingsSaver.wait()
	s.savedSaver.wait()
	s.historySaver.wait()
}
