package ui

import (
	"context"
	"fmt"
	"time"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// patience is how long the screen waits for a task: most are done at once, and nothing flickers.
var patience = 60 * time.Millisecond

// A worker does one task after the other beside the screen, with a bar and a button that stops it.
type worker struct {
	turn     int
	cancel   context.CancelFunc
	ended    chan struct{} // closed when the latest task has ended
	progress *widget.ProgressBar
	button   *Button
	content  *fyne.Container
	changed  func() // the content was shown or hidden: what it is in has to be laid out; nil for nothing
}

func newWorker() *worker {
	progress, shown := NewProgressBar()
	w := &worker{progress: progress}
	w.button = NewIconButton("Stop", theme.CancelIcon(), w.stop)
	w.content = NewBorder(nil, nil, nil, w.button, shown)
	w.content.Hide()
	return w
}

// run does a task in place of the one before; what is done at once is not seen.
func (w *worker) run(what string, task state.Task) {
	w.begin(what, patience, func(ctx context.Context, post func(func())) func() {
		return task(ctx, func(share float64) { post(func() { w.progress.SetValue(share) }) })
	})
}

// begin does a task in place of the one before; what it posts and returns is called where the screen is drawn.
func (w *worker) begin(what string, wait time.Duration, task func(ctx context.Context, post func(func())) (
	show func())) {
	w.drop()
	turn := w.turn
	ctx, cancel := context.WithCancel(context.Background())
	ended, result := make(chan struct{}), make(chan func(), 1)
	w.cancel, w.ended = cancel, ended
	current := func(f func()) {
		if turn == w.turn {
			f()
		}
	}
	go func() {
		defer close(ended)
		result <- task(ctx, func(f func()) { Do(func() { current(f) }) })
	}()
	finish := func(show func()) {
		cancel()
		current(func() {
			w.show(false)
			if show != nil {
				show()
			}
		})
	}
	if wait > 0 {
		select {
		case show := <-result:
			finish(show)
			return
		case <-time.After(wait):
		}
	}
	w.progress.TextFormatter = func() string { return fmt.Sprintf("%s %.0f %%", what, 100*w.progress.Value) }
	w.progress.SetValue(0)
	w.show(true)
	go func() {
		show := <-result
		Do(func() { finish(show) })
	}()
}

// say shows a text instead of a share, for a task of unknown length.
func (w *worker) say(text string) { w.progress.TextFormatter = func() string { return text } }

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
	w.show(false)
}

func (w *worker) show(on bool) {
	if on == w.content.Visible() {
		return
	}
	if ShowIf(on, w.content); w.changed != nil {
		w.changed()
	}
}

// wait drops the task and returns when nothing reads any more.
func (w *worker) wait() {
	w.drop()
	if w.ended != nil {
		<-w.ended
	}
}
