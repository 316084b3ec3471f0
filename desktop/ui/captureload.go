package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// Open opens a file in place of the one before. What goes wrong is said in the view.
func (v *CaptureView) Open(path string) {
	v.tabs.SelectIndex(tabOverview)
	v.load("Opening "+filepath.Base(path)+":", func() (*state.Capture, error) { return state.OpenCapture(path) })
}

// CaptureFrom captures from a device in place of the capture before, until it is stopped.
func (v *CaptureView) CaptureFrom(name string, d state.Device) {
	v.tabs.SelectIndex(tabPackets)
	v.load("Capturing from "+name+":", func() (*state.Capture, error) { return state.CaptureFrom(name, d) })
}

func (v *CaptureView) load(what string, open func() (*state.Capture, error)) {
	v.Close()
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.Content); c != nil {
		c.Unfocus()
	}
	var c *state.Capture
	v.worker.begin(what, 0, func(ctx context.Context, post func(func())) func() {
		var err error
		if c, err = open(); err != nil {
			return func() { v.fail(err.Error()) }
		}
		post(func() {
			v.capture = c
			v.inspector.SetSource(c)
			v.found()
		})
		shown := time.Now()
		err = c.Load(ctx, func(share float64) {
			if time.Since(shown) > tick {
				shown = time.Now()
				post(func() { v.grown(share) })
			}
		})
		return func() { v.read(err) }
	})
	opened := v.worker.ended
	v.closed = func() {
		if <-opened; c != nil {
			c.Close()
		}
	}
}

// grown shows what was read since the last tick.
func (v *CaptureView) grown(share float64) {
	if n, live := v.capture.Live(); live {
		v.worker.say(fmt.Sprintf("Capturing from %s: %s, %s, %s, %s dropped", state.Escape(v.capture.Name()),
			state.Plural(n.Packets, "packet"), state.Plural(n.Servers, "server"), state.Plural(n.Exchanges, "exchange"),
			export.Grouped(int64(n.Dropped))))
	}
	v.worker.progress.SetValue(share)
	v.tell()
	v.inspector.x.Grown()
	v.exchanges.grid.reset()
}

func (v *CaptureView) read(err error) {
	v.apply.Enable()
	if err != nil {
		v.fail(err.Error())
	}
	v.tell()
	v.inspector.x.Grown()
	v.inspector.x.Renew()
	v.Renew()
	if v.only.Checked {
		v.Filter(v.filter.Text)
	}
	// The file that was just opened is looked through next.
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.Content); c != nil && c.Focused() == nil {
		v.Focus()
	}
}

// Working reports whether something is going on that [CaptureView.Cancel] stops.
func (v *CaptureView) Working() bool { return v.worker.content.Visible() }

// Cancel stops what is going on. What was read until then stays.
func (v *CaptureView) Cancel() { v.worker.stop() }

// End closes the capture, for a window that closes: nothing temporary is left of it when End returns.
func (v *CaptureView) End() {
	v.worker.wait()
	if v.closed != nil {
		v.closed()
		v.closed = nil
	}
}

// Close lets the capture go.
func (v *CaptureView) Close() {
	v.worker.drop()
	if v.closed != nil {
		// Reading ends with the context, soon: no need to wait.
		go v.closed()
		v.closed = nil
	}
	v.capture, v.view, v.applied, v.opened = nil, nil, "", -1
	v.failed.Hide()
	v.apply.Disable()
	v.suggester.set("")
	v.inspector.SetDatagrams(nil)
	v.timeline.field.Show(nil, nil)
	v.banner.hide()
	v.found()
	v.exchanges.show(nil)
	v.tell()
	v.Content.Refresh()
}
