package ui

import (
	"context"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A CaptureView opens captures and shows their packets, the exchanges in them
// and the servers that answered. The file is read elsewhere; what is there
// already can be looked at meanwhile.
type CaptureView struct {
	widget.BaseWidget
	inspector *Inspector
	exchanges *ExchangeList
	servers   *ServersFound
	said      *widget.Label
	progress  *widget.ProgressBar
	stop      *widget.Button
	working   *fyne.Container
	filter    *widget.Entry
	apply     *widget.Button
	failed    *widget.Label
	open      *widget.Button
	tabs      *container.AppTabs
	content   fyne.CanvasObject

	capture *state.Capture
	view    *state.View // nil without a filter
	cancel  context.CancelFunc
	turn    int // of the latest work; what older ones bring comes too late
	closed  func()

	// OnOpen is called by the button that opens a file; without it there is none.
	OnOpen func()
	// OnState is called after a file was opened, read or failed. May be nil.
	OnState func()
}

// tick is how often a file that is being read shows how far it is.
const tick = 100 * time.Millisecond

// NewCaptureView returns a view without a capture.
func NewCaptureView() *CaptureView {
	v := &CaptureView{inspector: NewInspector(), said: widget.NewLabel(""), progress: widget.NewProgressBar(), failed: widget.NewLabel("")}
	v.exchanges = newExchangeList(v.showPacket)
	v.servers = newServersFound(func(server netip.AddrPort) {
		v.filter.SetText(fmt.Sprintf("host(%q) and port(%d)", server.Addr().Unmap(), server.Port()))
		v.tabs.SelectIndex(0)
		v.Filter(v.filter.Text)
	})
	v.stop = widget.NewButtonWithIcon("Stop", theme.CancelIcon(), v.Cancel)
	v.open = widget.NewButtonWithIcon("Open a capture …", theme.FolderOpenIcon(), func() {
		if v.OnOpen != nil {
			v.OnOpen()
		}
	})
	v.said.Truncation = fyne.TextTruncateEllipsis
	v.failed.Wrapping = fyne.TextWrapWord
	v.failed.Importance = widget.DangerImportance
	v.failed.Hide()
	v.working = container.NewBorder(nil, nil, nil, v.stop, v.progress)
	v.working.Hide()
	v.filter = widget.NewEntry()
	v.filter.SetPlaceHolder(`Filter, such as: protocol == "unreal2" and worst != ""`)
	v.filter.OnSubmitted = func(s string) { v.Filter(s) }
	v.apply = widget.NewButton("Filter", func() { v.Filter(v.filter.Text) })
	v.apply.Disable()
	help := widget.NewButtonWithIcon("", theme.QuestionIcon(), v.help)
	bar := container.NewBorder(nil, nil, v.open, nil, v.said)
	top := container.NewVBox(bar, v.working, container.NewBorder(nil, nil, nil, container.NewHBox(v.apply, help), v.filter), v.failed)
	v.tabs = container.NewAppTabs(
		container.NewTabItem("Packets", v.inspector),
		container.NewTabItem("Exchanges", v.exchanges),
		container.NewTabItem("Servers", v.servers),
	)
	v.content = container.NewBorder(top, nil, nil, nil, v.tabs)
	v.ExtendBaseWidget(v)
	v.tell()
	return v
}

// Inspector returns the inspector of the packets.
func (v *CaptureView) Inspector() *Inspector { return v.inspector }

// Open opens a file in place of the one before. What goes wrong is said in the
// view.
func (v *CaptureView) Open(path string) {
	v.Close()
	v.turn++
	turn := v.turn
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	v.work("Opening " + filepath.Base(path))
	go func() {
		c, err := state.OpenCapture(path)
		do(func() { v.opened(ctx, turn, c, err) })
	}()
}

// opened goes on with reading a file once it is open.
func (v *CaptureView) opened(ctx context.Context, turn int, c *state.Capture, err error) {
	if turn != v.turn {
		if c != nil {
			c.Close()
		}
		return
	}
	if err != nil {
		v.idle()
		v.fail(err)
		v.changed()
		return
	}
	v.capture = c
	loaded := make(chan struct{})
	v.closed = func() {
		<-loaded
		c.Close()
	}
	v.inspector.SetSource(c)
	v.exchanges.show(c)
	go func() {
		defer close(loaded)
		end := time.NewTicker(tick)
		defer end.Stop()
		failed := make(chan error, 1)
		go func() { failed <- c.Load(ctx) }()
		for {
			select {
			case <-end.C:
				do(func() { v.grown(turn) })
			case err := <-failed:
				do(func() { v.read(turn, err) })
				return
			}
		}
	}()
	v.changed()
}

// grown shows what was read since the last tick.
func (v *CaptureView) grown(turn int) {
	if turn != v.turn || v.capture == nil || v.capture.Loaded() {
		return
	}
	if bytes, total := v.capture.Progress(); total > 0 {
		v.progress.SetValue(float64(bytes) / float64(total))
	}
	v.tell()
	v.inspector.x.Grown()
	v.exchanges.reset()
}

// read shows a file that was read to its end.
func (v *CaptureView) read(turn int, err error) {
	if turn != v.turn {
		return
	}
	v.idle()
	v.apply.Enable()
	if err != nil {
		v.fail(err)
	}
	v.tell()
	v.inspector.x.Grown()
	v.exchanges.reset()
	v.servers.show(v.capture.Report())
	v.changed()
}

// Cancel stops what is going on. What was read until then stays.
func (v *CaptureView) Cancel() {
	if v.cancel != nil {
		v.cancel()
	}
}

// Close lets the capture go.
func (v *CaptureView) Close() {
	v.Cancel()
	v.cancel = nil
	v.turn++
	if v.closed != nil {
		// Reading ends with the context, soon; nobody has to wait for it.
		go v.closed()
		v.closed = nil
	}
	v.capture, v.view = nil, nil
	v.failed.Hide()
	v.apply.Disable()
	v.filter.SetText("")
	v.inspector.SetDatagrams(nil)
	v.exchanges.show(nil)
	v.servers.show(nil)
	v.idle()
	v.tell()
}

// Filter shows only the packets that an expression lets through, all for "".
func (v *CaptureView) Filter(expression string) {
	c := v.capture
	if c == nil || !c.Loaded() {
		return
	}
	v.Cancel()
	v.turn++
	v.failed.Hide()
	v.idle()
	if strings.TrimSpace(expression) == "" {
		v.filtered(v.turn, nil, nil)
		return
	}
	f, err := filter.Compile(expression)
	if err != nil {
		v.fail(err)
		return
	}
	turn := v.turn
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	v.work("Filtering")
	n := max(1, c.Len())
	go func() {
		view, err := c.Filter(ctx, f, func(done int) {
			do(func() {
				if turn == v.turn {
					v.progress.SetValue(float64(done) / float64(n))
				}
			})
		})
		if view == nil && err == nil {
			err = errStopped
		}
		do(func() { v.filtered(turn, view, err) })
	}()
}

type stopped struct{}

func (stopped) Error() string { return "Stopped: the list shows what it showed before." }

var errStopped error = stopped{}

// filtered shows the packets that a filter let through; nil is all of them.
func (v *CaptureView) filtered(turn int, view *state.View, err error) {
	if turn != v.turn || v.capture == nil {
		return
	}
	v.idle()
	if err != nil {
		v.fail(err)
		return
	}
	v.view = view
	if view == nil {
		v.inspector.SetSource(v.capture)
	} else {
		v.inspector.SetSource(view)
	}
	v.tell()
	v.changed()
}

// showPacket shows a packet by its number in the file.
func (v *CaptureView) showPacket(number int) {
	i := number - 1
	if v.view != nil {
		i = v.view.Place(i)
	}
	if i < 0 {
		v.inspector.x.Say(fmt.Sprintf("the filter keeps packet %d out", number))
		v.tabs.SelectIndex(0)
		return
	}
	v.tabs.SelectIndex(0)
	v.inspector.x.Go(i)
	v.inspector.FocusList()
}

func (v *CaptureView) work(what string) {
	v.progress.TextFormatter = func() string { return fmt.Sprintf("%s: %.0f %%", what, 100*v.progress.Value) }
	v.progress.SetValue(0)
	v.working.Show()
	v.Refresh()
}

func (v *CaptureView) idle() {
	v.working.Hide()
	v.Refresh()
}

func (v *CaptureView) fail(err error) {
	// A filter's error goes on with a drawing of the place that it names.
	text, _, _ := strings.Cut(err.Error(), "\n")
	v.failed.SetText(string(decoder.AppendEscaped(nil, []byte(text))))
	v.failed.Show()
	v.Refresh()
}

// tell says what is open.
func (v *CaptureView) tell() {
	c := v.capture
	if c == nil {
		v.said.SetText("pcap or pcapng, also compressed; or drop a file here.")
		return
	}
	parts := []string{filepath.Base(c.Path()), c.Format(), thousands(c.Len()) + " packets"}
	if v.view != nil {
		parts = append(parts, thousands(v.view.Len())+" pass the filter")
	}
	if r := c.Remarks(); len(r) > 0 {
		parts = append(parts, r[0])
		if len(r) > 1 {
			parts = append(parts, fmt.Sprintf("and %d remarks more", len(r)-1))
		}
	}
	v.said.SetText(string(decoder.AppendEscaped(nil, []byte(strings.Join(parts, " · ")))))
}

// thousands writes a number with blanks between groups of three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

func (v *CaptureView) changed() {
	if v.OnState != nil {
		v.OnState()
	}
}

// help shows what a filter can say.
func (v *CaptureView) help() {
	c := fyne.CurrentApp().Driver().CanvasForObject(v)
	if c == nil {
		return
	}
	text := &DetailView{}
	text.attach(text, "What a filter can say", func(width float32) []line {
		b := newLineBuilder(width)
		b.paragraph("A filter compares what a packet offers (==, !=, <, in, matches, contains), joined with and, or, not.", textFont(false), b.p.Text, 0, nil)
		b.gap()
		for _, list := range [][]filter.Name{filter.Names, filter.Functions} {
			for _, n := range list {
				b.fact(n.Name, []state.Span{{Text: n.Doc, Plain: true}}, 170)
			}
		}
		return b.lines
	})
	pop := widget.NewPopUp(text, c)
	size := c.Size()
	pop.Resize(fyne.NewSize(min(620, size.Width-40), min(480, size.Height-80)))
	pop.ShowAtPosition(fyne.NewPos((size.Width-pop.Size().Width)/2, 40))
}

// A CaptureSnapshot is what a CaptureView shows, for tests of the whole program.
type CaptureSnapshot struct {
	Path      string   `json:"path"`
	Format    string   `json:"format"`
	Packets   int      `json:"packets"`
	Shown     int      `json:"shown"`
	Exchanges int      `json:"exchanges"`
	Servers   int      `json:"servers"`
	Loaded    bool     `json:"loaded"`
	Working   bool     `json:"working"`
	Error     string   `json:"error"`
	Remarks   []string `json:"remarks"`
	Inspector Snapshot `json:"inspector"`
}

// Snapshot returns what the view shows.
func (v *CaptureView) Snapshot() CaptureSnapshot {
	s := CaptureSnapshot{Working: v.working.Visible(), Inspector: v.inspector.Snapshot(), Servers: v.servers.count()}
	if v.failed.Visible() {
		s.Error = v.failed.Text
	}
	if c := v.capture; c != nil {
		s.Path, s.Format, s.Packets, s.Loaded, s.Remarks, s.Exchanges = c.Path(), c.Format(), c.Len(), c.Loaded(), c.Remarks(), c.Exchanges()
		s.Shown = s.Packets
		if v.view != nil {
			s.Shown = v.view.Len()
		}
	}
	return s
}

// CreateRenderer implements fyne.Widget.
func (v *CaptureView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.content)
}
