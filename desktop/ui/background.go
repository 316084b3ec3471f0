package ui

import (
	"context"
	"time"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// patience is how long the screen waits for a task before it continues without:
// most are done at once, and what is shown then does not flicker.
var patience = 60 * time.Millisecond

// A worker does one task after the other beside the screen, and shows how far it
// is, with a button that stops it. What was found until then is shown.
type worker struct {
	turn     int
	cancel   context.CancelFunc
	ended    chan struct{} // closed when the latest task has ended
	what     *widget.Label
	progress *widget.ProgressBar
	content  *fyne.Container
}

func newWorker() *worker {
	w := &worker{what: widget.NewLabel(""), progress: widget.NewProgressBar()}
	stop := widget.NewButtonWithIcon("Stop", theme.CancelIcon(), w.stop)
	w.content = container.NewHBox(w.what, w.progress, stop)
	w.content.Hide()
	return w
}

// run does a task in place of the one before.
func (w *worker) run(what string, task state.Task) {
	w.drop()
	turn := w.turn
	ctx, cancel := context.WithCancel(context.Background())
	ended, result := make(chan struct{}), make(chan func(), 1)
	w.cancel, w.ended = cancel, ended
	go func() {
		defer close(ended)
		result <- task(ctx, func(share float64) {
			do(func() {
				if turn == w.turn {
					w.progress.SetValue(share)
				}
			})
		})
	}()
	finish := func(show func()) {
		cancel()
		if turn == w.turn {
			w.content.Hide()
			show()
		}
	}
	select {
	case show := <-result:
		finish(show)
		return
	case <-time.After(patience):
	}
	w.what.SetText(what)
	w.progress.SetValue(0)
	w.content.Show()
	go func() {
		show := <-result
		do(func() { finish(show) })
	}()
}

// stop ends the task; what it found is shown.
func (w *worker) stop() {
	if w.cancel != nil {
		w.cancel()
	}
}

// drop ends the task and shows nothing of it.
func (w *worker) drop() {
	w.stop()
	w.turn++
	w.content.Hide()
}

// wait drops the task and returns when nothing reads any more.
func (w *worker) wait() {
	w.drop()
	if w.ended != nil {
		<-w.ended
	}
}
